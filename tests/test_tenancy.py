"""The third tenancy net, by experiment: two users with the same data, and every query of the catalogue as one of them.

A query that is new in the catalogue needs an entry in tenancy_cases.py; without one these tests fail.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from graph import Graph
from tenancy_cases import ABOUT_THE_STORE, AS_A_USER
from tenants import CUES, GLOBAL_NAMES, NAMES, Tenant

from graphmem.memory import GraphMemory
from graphmem.store.catalogue import global_query, tenant_query
from graphmem.store.connection import Database
from graphmem.store.tenancy import OF_THE_OPERATOR
from graphmem.store.tenant import TenantStore


@pytest.fixture
def make_tenant(memory: GraphMemory, graph: Graph) -> Callable[[str], Tenant]:
    def make(user_id: str) -> Tenant:
        user = memory.user(user_id)
        return Tenant(user, TenantStore(memory.database, user_id), graph)

    return make


@pytest.fixture
def own(make_tenant) -> Tenant:
    tenant: Tenant = make_tenant(f"user {uuid.uuid4().hex}")
    tenant.tell()
    return tenant


@pytest.fixture
def other(own, make_tenant) -> Tenant:
    """Whose id differs from the own one by capitals only. Nothing is told yet."""
    tenant: Tenant = make_tenant(own.user.id.upper())
    return tenant


@pytest.fixture
def restored_schema(database: Database) -> Iterator[None]:
    """At the end all indexes are as they were before."""
    yield
    makers = [name for name in GLOBAL_NAMES if name.startswith("schema.m0")]
    drops = [f"schema.slots.drop_{kind}_embedding_b" for kind in ("event", "fact")]
    for name in (*drops, *makers, "schema.await_indexes"):
        database.run(global_query(name), ABOUT_THE_STORE[name])


@pytest.fixture
def second_index(database: Database) -> None:
    makers = [f"schema.slots.make_{kind}_embedding_b" for kind in ("event", "fact")]
    for name in (*makers, "schema.await_indexes"):
        database.run(global_query(name), ABOUT_THE_STORE[name])


_OF_SECOND_SLOT = ("recall.nearest_b", "recall.facts_b")


def in_second_slot(graph: Graph, tenant: Tenant) -> None:
    """Put the embeddings of a user there as well, as a rebuild would."""
    graph.rows("MATCH (e:Event {user_id: $u}) SET e.embedding_b = e.embedding", u=tenant.user.id)
    graph.rows("MATCH ()-[f:FACT {user_id: $u}]->() SET f.embedding_b = f.embedding", u=tenant.user.id)


def told(rows: list[dict[str, Any]]) -> list[str]:
    """Rows without what depends on everything else in an index: scores, and the order they give."""
    return sorted(repr({key: value for key, value in row.items() if not isinstance(value, float)}) for row in rows)


def test_every_query_of_the_catalogue_is_tried():
    assert sorted(AS_A_USER) == NAMES
    assert sorted(ABOUT_THE_STORE) == GLOBAL_NAMES


def assert_reaches_own_only(
    name: str, own: Tenant, other: Tenant, tell_other: Callable[[], None], graph: Graph
) -> None:
    query = tenant_query(name)
    reads = query.access == "read"
    if reads:
        cases = list(AS_A_USER[name](own, other))
        alone = [told(own.store.run(query, **case.params)) for case in cases]
        tell_other()
    else:
        tell_other()
        cases = list(AS_A_USER[name](own, other))
    others_graph, others_recollections = graph.fingerprint(other.user.id), other.recalled()

    answers = [own.store.run(query, **case.params) for case in cases]

    for case, rows in zip(cases, answers, strict=True):
        assert other.mark not in repr(rows)
        assert other.own_event not in repr(rows) or not reads
        ids = [row["event_id"] for row in rows if "event_id" in row]
        assert len(ids) == len(set(ids)), "an id that both have came back twice"
        assert case.finds is None or case.finds == bool(rows)
    if reads:
        assert [told(rows) for rows in answers] == alone, "the answer depends on another user's data"
    assert graph.fingerprint(other.user.id) == others_graph
    assert other.recalled() == others_recollections


@pytest.mark.parametrize("name", [name for name in NAMES if name not in _OF_SECOND_SLOT])
def test_nothing_of_another_user_comes_back_and_nothing_of_it_is_changed(name, own, other, graph):
    assert_reaches_own_only(name, own, other, other.tell, graph)


@pytest.mark.usefixtures("restored_schema", "second_index")
@pytest.mark.parametrize("name", _OF_SECOND_SLOT)
def test_nothing_of_another_user_comes_back_from_the_second_slot(name, own, other, graph):
    def tell_other() -> None:
        other.tell()
        in_second_slot(graph, other)

    in_second_slot(graph, own)

    assert_reaches_own_only(name, own, other, tell_other, graph)


def assert_concerns_nobody(name: str, database: Database, own: Tenant, other: Tenant, graph: Graph) -> None:
    other.tell()
    before = [graph.fingerprint(tenant.user.id) for tenant in (own, other)]

    told_to_anyone = repr(database.run(global_query(name), ABOUT_THE_STORE[name]))

    if name not in OF_THE_OPERATOR:
        assert not [tenant for tenant in (own, other) if tenant.mark in told_to_anyone]
        assert not [tenant for tenant in (own, other) if tenant.user.id in told_to_anyone]
    assert [graph.fingerprint(tenant.user.id) for tenant in (own, other)] == before


@pytest.mark.parametrize("name", [name for name in GLOBAL_NAMES if global_query(name).access != "schema"])
def test_a_query_about_the_store_changes_nothing_of_any_user_and_returns_nothing(name, database, own, other, graph):
    assert_concerns_nobody(name, database, own, other, graph)


@pytest.mark.usefixtures("restored_schema")
@pytest.mark.parametrize("name", [name for name in GLOBAL_NAMES if global_query(name).access == "schema"])
def test_a_statement_about_indexes_changes_nothing_of_any_user(name, database, own, other, graph):
    assert_concerns_nobody(name, database, own, other, graph)


@pytest.mark.parametrize("of_other", ["LIN", "lin ", "lin-2", "li", "lín", "ｌｉｎ", "林", "lin*", "lin OR lin"])
def test_users_whose_ids_are_alike_know_nothing_of_each_other(of_other, make_tenant, graph):
    unique = uuid.uuid4().hex
    own, other = make_tenant(f"{unique} lin"), make_tenant(f"{unique} {of_other}")
    own.tell()
    before, alone = graph.fingerprint(own.user.id), own.recalled()

    other.tell()

    assert graph.fingerprint(own.user.id) == before
    assert graph.chain(own.user.id, "talk") == graph.chain(other.user.id, "talk") == [f"e{n}" for n in range(5)]
    assert [sorted(contents) for contents in own.recalled()] == [sorted(contents) for contents in alone]
    assert other.mark not in repr(own.recalled())
    assert own.mark not in repr(other.recalled())


def test_composed_and_decomposed_letters_make_two_users(make_tenant):
    unique = uuid.uuid4().hex
    composed, decomposed = make_tenant(f"{unique} \u00e9"), make_tenant(f"{unique} e\u0301")

    composed.tell()

    assert decomposed.recalled() == [[]] * (len(CUES) + 1)
