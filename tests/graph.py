"""Looking at the graph behind the memory's back, as an analyst would."""

from __future__ import annotations

from typing import Any

import neo4j

from graphmem.server import RunningServer


class Graph:
    """Cypher on the tests' server."""

    def __init__(self, server: RunningServer) -> None:
        self._driver = neo4j.GraphDatabase.driver(
            server.bolt_uri, auth=(server.username, server.password.get_secret_value())
        )

    def rows(self, cypher: str, **params: object) -> list[dict[str, Any]]:
        records, _, _ = self._driver.execute_query(cypher, params, database_="neo4j")
        return [record.data() for record in records]

    def chain(self, user_id: str, session_id: str) -> list[str]:
        """Event ids of a session from its only first to its only last event; fails when it is not one chain."""
        following = {
            row["id"]: row["following"]
            for row in self.rows(
                "MATCH (e:Event {user_id: $user_id, session_id: $session_id}) OPTIONAL MATCH (e)-[:NEXT]->(n:Event) "
                "RETURN e.event_id AS id, collect(n.event_id) AS following",
                user_id=user_id,
                session_id=session_id,
            )
        }
        reached = [id for ids in following.values() for id in ids]
        assert len(reached) == len(set(reached)), "an event has two predecessors"
        assert all(len(ids) <= 1 for ids in following.values()), "an event has two successors"
        heads = [id for id in following if id not in reached]
        assert len(heads) == 1, f"{len(heads)} chains instead of one"
        chain = heads
        while following[chain[-1]]:
            chain.append(following[chain[-1]][0])
        assert len(chain) == len(following), "the chain does not hold all events"
        return chain

    def count(self, user_id: str) -> int:
        return int(self.rows("MATCH (e:Event {user_id: $user_id}) RETURN count(e) AS n", user_id=user_id)[0]["n"])

    def fingerprint(self, user_id: str) -> list[str]:
        """All of one user: nodes and relationships with their properties, in a stable order."""
        nodes = self.rows(
            "MATCH (n {user_id: $user_id}) RETURN labels(n) AS labels, properties(n) AS properties", user_id=user_id
        )
        links = self.rows(
            "MATCH (a)-[r]->(b) WHERE a.user_id = $user_id OR b.user_id = $user_id OR r.user_id = $user_id "
            "RETURN type(r) AS type, properties(r) AS properties, a.name AS start, b.name AS end",
            user_id=user_id,
        )
        # Neo4j keeps the properties of a node in the order in which they were last set.
        return sorted(
            repr(sorted({**row, "properties": sorted(row["properties"].items())}.items())) for row in [*nodes, *links]
        )

    def close(self) -> None:
        self._driver.close()
