"""Every query of the catalogue: it loads, somebody uses it, and Neo4j has nothing to say against it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest

import graphmem
from graphmem.errors import QueryContractError
from graphmem.store.catalogue import catalogue, describe, global_query, names, query, tenant_query
from graphmem.store.contract import TenantQuery
from graphmem.store.schema import migrations, vector_options

PACKAGE = Path(graphmem.__file__).parent


def test_every_query_file_keeps_its_contract_and_its_tenant() -> None:
    assert sorted(catalogue()) == names()
    assert {"schema.state", "schema.m001_first_light.030_user_key"} <= set(names())


def test_every_query_file_is_used() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    used = set(re.findall(r'"([a-z_]+(?:\.[a-z0-9_]+)+)"', sources))
    migrated = {statement.name for migration in migrations() for statement in migration.statements}
    orphans = [name for name in names() if name not in used | migrated and not name.startswith("analyst.")]
    assert orphans == []


@pytest.mark.parametrize(("name", "index"), [("recall.nearest", "event_embedding"), ("recall.facts", "fact_embedding")])
def test_what_is_asked_of_either_index_is_the_same(name: str, index: str) -> None:
    assert query(f"{name}_b").statement.replace(f"{index}_b", index) == query(name).statement


def test_an_event_that_was_reached_comes_as_one_that_was_found() -> None:
    def event(name: str) -> str:
        listed = re.search(r"collect\(\[\s+CASE WHEN embedding.+?\]\) AS events", query(name).statement, re.DOTALL)
        assert listed
        return " ".join(listed.group().split())

    assert event("recall.neighbourhood") == event("recall.context")


def test_a_missing_query_is_named() -> None:
    with pytest.raises(QueryContractError, match=r"episodic/nowhere\.cypher is missing"):
        query("episodic.nowhere")
    with pytest.raises(QueryContractError, match="is missing"):
        query("nowhere")


def test_a_query_is_loaded_as_what_it_is() -> None:
    of_user = next(found for found in catalogue().values() if isinstance(found, TenantQuery))
    with pytest.raises(QueryContractError, match="tenant_query"):
        global_query(of_user.name)
    with pytest.raises(QueryContractError, match="global_query"):
        tenant_query("schema.state")


def test_the_description_is_plain_data_that_is_whole() -> None:
    described = json.loads(json.dumps(describe()))
    assert [entry["name"] for entry in described] == names()
    for entry in described:
        assert entry["summary"].endswith("."), entry["name"]
        assert entry["text"] == catalogue()[entry["name"]].text


@pytest.fixture
def second_index(database, encoder) -> Iterator[None]:
    """The index that a rebuild would make, which a query can only be planned with."""
    for kind in ("event", "fact"):
        make = global_query(f"schema.slots.make_{kind}_embedding_b")
        database.run(make, {"vector_options": vector_options(encoder.identity)})
    database.run(global_query("schema.await_indexes"), {"seconds": 60})
    yield
    for kind in ("event", "fact"):
        database.run(global_query(f"schema.slots.drop_{kind}_embedding_b"))


@pytest.mark.usefixtures("second_index")
def test_neo4j_can_run_every_query_and_finds_nothing_deprecated_or_slow(server, database) -> None:
    described = {}
    auth = (server.username, server.password.get_secret_value())
    with neo4j.GraphDatabase.driver(
        server.bolt_uri,
        auth=auth,
        notifications_min_severity="INFORMATION",
        notifications_disabled_classifications=["UNRECOGNIZED"],
    ) as driver:
        for found in catalogue().values():
            if found.access == "schema":
                continue
            params = dict.fromkeys(found.param_names | {"user_id"})
            statement = found.statement.replace("CYPHER 25", "CYPHER 25 EXPLAIN", 1)
            summary = driver.execute_query(statement, params, database_=database.name).summary
            notes = [status.status_description for status in summary.gql_status_objects if status.is_notification]
            if notes:
                described[found.name] = notes
    assert described == {}
