"""A store on a server of its own, whose encoder tests exchange, and what is told to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from functools import partial

import neo4j
import numpy as np
import pytest
from click.testing import CliRunner, Result
from graph import Graph

from graphmem.config import Settings
from graphmem.interfaces.cli import main
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder, HashEncoder
from graphmem.memory import GraphMemory
from graphmem.models import EncoderIdentity
from graphmem.recall.recollection import Recollection
from graphmem.server import Instance, RunningServer
from graphmem.store.connection import Database
from graphmem.store.rebuild import Rebuild, RebuildReport
from graphmem.user import UserMemory

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
TEXTS = [
    "Payment failed: card declined",
    "The report goes out as PDF",
    "我下周搬到里昂",
    "Retried, it worked",
    "报表是乱码",
]
CUES = ["why did the card fail?", "in which format is the report?", "我搬到哪里？", "乱码"]


class Words(HashEncoder):
    """The encoder for tests, once for each dimension."""

    def __init__(self, dimension: int, name: str = "words") -> None:
        self._DIMENSION, self._name = dimension, name

    @property
    def identity(self) -> EncoderIdentity:
        return EncoderIdentity(model=f"tests/{self._name}-{self._DIMENSION}", dimension=self._DIMENSION)


OLD, NEW, THIRD, HASH = Words(48), Words(96), Words(48, "other words"), HashEncoder()


class Store:
    """The store on this module's server, and ways to open and look at it."""

    def __init__(self, server: RunningServer, graph: Graph, own: Instance) -> None:
        self._server, self.graph, self._own = server, graph, own

    def wipe(self) -> None:
        self.graph.rows("MATCH (n) DETACH DELETE n")
        for row in self.graph.rows("SHOW CONSTRAINTS YIELD name"):
            self.graph.rows(f"DROP CONSTRAINT {row['name']}")
        for row in self.graph.rows("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"):
            self.graph.rows(f"DROP INDEX {row['name']}")

    def settings(self) -> Settings:
        return Settings(
            neo4j_uri=self._server.bolt_uri,
            neo4j_password=self._server.password,
            neo4j_username=self._server.username,
            gate="everything",
            unite=False,
        )

    def open(self, encoder: Encoder) -> GraphMemory:
        """As a process of its own would."""
        return GraphMemory.open(settings=self.settings(), encoder=encoder)

    def database(self) -> Database:
        server = self._server
        return Database.open(server.bolt_uri, server.username, server.password.get_secret_value())

    def driver(self) -> neo4j.Driver:
        auth = (self._server.username, self._server.password.get_secret_value())
        return neo4j.GraphDatabase.driver(self._server.bolt_uri, auth=auth)

    def rebuild(self, encoder: Encoder, embed: Callable | None = None, **options) -> RebuildReport:
        with self.database() as database:
            embed = embed or partial(passage_vectors, encoder)
            return Rebuild(database, encoder.identity, embed, **{"batch": 4, **options}).run()

    def environment(self) -> dict[str, str]:
        return {
            "NEO4J_URI": self._server.bolt_uri,
            "NEO4J_PASSWORD": self._server.password.get_secret_value(),
            "GRAPHMEM_DATA_DIR": str(self._own.home.parent.parent),
        }

    def command(self, *arguments: str, encoder: str = "hash") -> Result:
        return CliRunner().invoke(main, ["schema", *arguments], env=self.environment() | {"GRAPHMEM_ENCODER": encoder})

    def slots(self) -> dict[str, tuple[str, str]]:
        """State and model of every slot by its index."""
        rows = self.graph.rows("MATCH (e:Encoder) RETURN e.index_name AS name, e.state AS state, e.model AS model")
        return {row["name"]: (row["state"], row["model"]) for row in rows}

    def indexes(self) -> dict[str, int]:
        """Dimension of every vector index that is online."""
        rows = self.graph.rows("SHOW VECTOR INDEXES YIELD name, state, options WHERE state = 'ONLINE' RETURN *")
        return {row["name"]: row["options"]["indexConfig"]["vector.dimensions"] for row in rows}

    def is_dropping(self) -> bool:
        """Whether somebody waits to drop an index."""
        return bool(self.graph.rows("SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS 'DROP INDEX'"))

    def is_all_of(self, encoder: Encoder) -> bool:
        """Every event has the embedding of its own text by that encoder in the active slot, and none in another."""
        ((active, (_, model)),) = self.slots().items()
        key, gone = ("embedding_b", "embedding") if active.endswith("_b") else ("embedding", "embedding_b")
        rows = self.graph.rows(
            "MATCH (e:Event) RETURN e.actor + ': ' + e.content AS text, e[$key] AS made, e[$gone] AS gone",
            key=key,
            gone=gone,
        )
        wanted = encoder.passages([row["text"] for row in rows])
        made = [row["made"] for row in rows]
        whole = all(row["gone"] is None and row["made"] is not None for row in rows)
        both = (active, active.replace("event", "fact"))
        right_indexes = self.indexes() == dict.fromkeys(both, encoder.identity.dimension)
        facts = self.graph.rows(
            "MATCH ()-[f:FACT]->() RETURN f.text AS text, f[$key] AS made, f[$gone] AS gone", key=key, gone=gone
        )
        if facts:
            whole &= all(row["gone"] is None and row["made"] is not None for row in facts)
            of_facts = encoder.passages([row["text"] for row in facts])
            whole = whole and np.allclose([row["made"] for row in facts], of_facts, atol=1e-6)
        return model == encoder.identity.model and right_indexes and whole and np.allclose(made, wanted, atol=1e-6)


def tell(user: UserMemory, number: int = 10) -> None:
    """The same history for every store: sessions, both languages, one text as often as it comes."""
    report = user.record_many(
        [
            {
                "event_id": f"e{n}",
                "session_id": f"s{n % 3}",
                "content": f"{TEXTS[n % len(TEXTS)]}, {user.id} {n}",
                "occurred_at": MAY + timedelta(minutes=n),
            }
            for n in range(number)
        ]
    )
    assert not report.refused


def found(recollection: Recollection) -> list[tuple[str, float, dict[str, int]]]:
    return [(hit.event.event_id, pytest.approx(hit.score, abs=1e-4), hit.found_by) for hit in recollection.events]


def recalled(user: UserMemory) -> list[list[tuple[str, float, dict[str, int]]]]:
    return [found(user.recall(cue, now=MAY, k=20)) for cue in CUES]


def wait_for(condition: Callable[[], bool], running: Future) -> None:
    """Until it holds while the rebuild runs."""
    deadline = time.monotonic() + 120
    while not condition():
        assert not running.done(), "the rebuild ended while an event was on its way"
        assert time.monotonic() < deadline
        time.sleep(0.05)
