"""A store that belongs to one user."""

from __future__ import annotations

import uuid

import pytest
from store_queries import tenant

from graphmem.errors import InvalidIdError, QueryContractError
from graphmem.rules.keys import tenant_key
from graphmem.store.catalogue import global_query
from graphmem.store.tenant import TenantStore

WRITE = tenant(
    "MERGE (user:User {user_id: $user_id})\nSET user.colour = $colour\nRETURN user.colour AS colour",
    access="write",
    params="$colour  STRING  any",
    columns="colour  STRING",
)
READ = tenant("MATCH (user:User {user_id: $user_id})\nRETURN user.colour AS colour", columns="colour  STRING")
COUNT = tenant(
    "MATCH (user:User)\nWHERE user.user_id = $user_id\nRETURN count(user) AS users",
    columns="users  INTEGER  none or one",
)

STRANGE_IDS = ["a-b.c d", "中文用户", "🦊", 'O\'Brien "x" \\ `y`', "$user_id", "' OR 1=1 //", "ada\n", "a" * 1000]


@pytest.mark.parametrize("user_id", STRANGE_IDS, ids=range(len(STRANGE_IDS)))
def test_any_user_id_has_a_store_of_its_own(database, user_id) -> None:
    unique = (user_id + uuid.uuid4().hex)[-1000:]
    mine, other = TenantStore(database, unique), TenantStore(database, uuid.uuid4().hex)

    assert mine.run(WRITE, colour="red") == [{"colour": "red"}]

    assert mine.run(READ) == [{"colour": "red"}]
    assert mine.run(COUNT) == [{"users": 1}]
    assert other.run(READ) == []
    assert other.run(COUNT) == [{"users": 0}]


@pytest.mark.parametrize("user_id", ["", "   ", None, 7, "a\x00b", "a" * 1001])
def test_a_store_without_a_proper_user_does_not_exist(database, user_id) -> None:
    with pytest.raises(InvalidIdError):
        TenantStore(database, user_id)


def test_a_query_for_no_user_is_refused(database) -> None:
    with pytest.raises(QueryContractError, match=r"schema\.state runs for no user"):
        TenantStore(database, "ada").run(global_query("schema.state"), ledger="x", index_name="y")


def test_the_user_is_never_a_parameter(database) -> None:
    with pytest.raises(QueryContractError, match="user_id"):
        TenantStore(database, "ada").run(READ, user_id="bob")


def test_the_store_itself_runs_nothing_as_a_user(database) -> None:
    with pytest.raises(QueryContractError, match=r"use TenantStore\.run"):
        database.run(READ, {"user_id": "ada"})
    with pytest.raises(QueryContractError, match="needs the user"):
        database.run_as("", READ)


ANALYZED = tenant(
    "CREATE (event:Event {user_id: $user_id, event_id: $user_id, tenant_key: $key, content: 'x'})\n"
    "RETURN event.tenant_key AS key",
    access="write",
    params="$key  STRING  tenant key",
    columns="key  STRING",
)


@pytest.mark.parametrize("index", ["event_text_english", "event_text_cjk"])
def test_the_tenant_key_is_one_word_of_the_index(database, index) -> None:
    store = TenantStore(database, f"中文 ada {uuid.uuid4().hex}")
    store.run(ANALYZED, key=store.tenant_key)
    search = tenant(
        f"CALL db.index.fulltext.queryNodes('{index}', $words) YIELD node, score\nWHERE node.user_id = $user_id\n"
        "RETURN count(node) AS found",
        params="$words  STRING  Lucene",
        columns="found  INTEGER",
    )

    assert store.run(search, words=f"+tenant_key:{store.tenant_key}") == [{"found": 1}]
    assert store.run(search, words=f"+tenant_key:{store.tenant_key[:-2]}*") == [{"found": 1}]
    assert store.run(search, words=f"+tenant_key:{store.tenant_key[:-1]}") == [{"found": 0}]


def test_two_users_have_two_tenant_keys() -> None:
    assert tenant_key("ada") != tenant_key("Ada") != tenant_key("ada ")
    assert tenant_key("ada") == tenant_key("ada")
