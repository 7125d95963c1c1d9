"""The connection: what it accepts, what it sends and brings back, and how it fails."""

from __future__ import annotations

import socket
import threading
import time
import traceback
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import neo4j
import numpy as np
import pytest
from store_queries import tenant
from tcp_proxy import wire_to

from graphmem.errors import (
    ConfigurationError,
    InvalidInputError,
    QueryContractError,
    StoreAuthenticationError,
    StoreConflictError,
    StoreError,
    StoreTimeoutError,
    StoreUnavailableError,
    StoreVersionError,
)
from graphmem.store.connection import Database, check_version
from graphmem.store.contract import Column
from graphmem.store.tenant import TenantStore

ECHO = tenant(
    "RETURN $value AS value, $user_id AS owner", params="$value  ANY  any", columns="value  ANY; owner  STRING"
)
PING = tenant("RETURN $user_id AS owner", columns="owner  STRING")
SLOW = tenant(
    "UNWIND range(1, 2000000000) AS i\nWITH i\nWHERE i % 7 = 8\nRETURN count(i) AS found, $user_id AS owner",
    columns="found  INTEGER; owner  STRING",
)
CREATE = tenant(
    "CREATE (event:Event {user_id: $user_id, event_id: $event_id, content: $content})\n"
    "RETURN event.event_id AS event_id",
    access="write",
    params="$event_id  STRING  id; $content  STRING  text",
    columns="event_id  STRING",
)


@pytest.fixture
def store(database) -> TenantStore:
    return TenantStore(database, f"connection-{uuid.uuid4().hex}")


def opened(server, uri: str | None = None, **options) -> Database:
    return Database.open(uri or server.bolt_uri, server.username, server.password.get_secret_value(), **options)


# What is accepted


def test_nothing_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(StoreUnavailableError, match="graphmem up"):
        Database.open(f"bolt://127.0.0.1:{port}", "neo4j", "secret-word")


def test_something_else_listens() -> None:
    def answer() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(64)
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(StoreUnavailableError):
            Database.open(f"bolt://127.0.0.1:{listener.getsockname()[1]}", "neo4j", "secret-word")
        thread.join()


def test_a_wrong_password_is_said_to_be_one_and_is_not_repeated(server) -> None:
    # Another user name, since wrong passwords in a row lock a user out.
    password = uuid.uuid4().hex
    with pytest.raises(StoreAuthenticationError, match="NEO4J_PASSWORD") as caught:
        Database.open(server.bolt_uri, f"nobody-{uuid.uuid4().hex}", password)
    assert password not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    "uri", ["http://localhost:7474", "localhost:7687", "", "bolt://localhost:port", "bolt+tls://x:1"]
)
def test_an_address_that_is_none(uri) -> None:
    with pytest.raises(ConfigurationError, match="bolt://"):
        Database.open(uri, "neo4j", "secret-word")


def test_a_database_that_is_not_there(server) -> None:
    with opened(server, database="nowhere") as database, pytest.raises(StoreError, match="NEO4J_DATABASE"):
        TenantStore(database, "ada").run(PING)


@pytest.mark.parametrize("version", ["4.4.3", "5.26.0", "2025.06.0", "2026.05.0", "2026.08.0", "dev"])
def test_a_version_that_does_not_do_is_refused_with_the_way_out(version) -> None:
    with pytest.raises(StoreVersionError, match=version):
        check_version(version)


@pytest.mark.parametrize("version", ["2026.06.0", "2026.07.1", "2026.08.1", "2026.09.0", "2027.01.0", "2026.09-aura"])
def test_a_version_that_does(version) -> None:
    check_version(version)


def test_a_connection_shows_neither_user_nor_password(server) -> None:
    with opened(server) as database:
        assert server.password.get_secret_value() not in repr(database)
        assert repr(database) == f"Database({server.bolt_uri!r}, 'neo4j')"
        assert server.password.get_secret_value() not in repr(TenantStore(database, "ada"))


def test_a_closed_connection_says_so(server) -> None:
    database = opened(server)
    database.close()
    database.close()
    with pytest.raises(StoreError, match="closed"):
        TenantStore(database, "ada").run(PING)


def test_a_host_that_nobody_knows_is_unavailable() -> None:
    with pytest.raises(StoreUnavailableError, match="NEO4J_URI"):
        Database.open("bolt://nowhere.invalid:7687", "neo4j", "secret-word")


# What is sent and what comes back


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 5, 1, 9, 30, 15, 123456, tzinfo=UTC),
        datetime(2026, 5, 1, 9, 30, tzinfo=timezone(timedelta(hours=8))),
        datetime(9999, 12, 31, tzinfo=UTC),
        datetime(1, 1, 1, tzinfo=UTC),
    ],
)
def test_a_time_comes_back_as_the_same_moment_in_utc(store, moment) -> None:
    (row,) = store.run(ECHO, value={"at": [moment]})
    (back,) = row["value"]["at"]
    assert type(back) is datetime
    assert back == moment
    assert back.tzinfo is UTC


def test_an_embedding_is_stored_as_floats_of_32_bits(store) -> None:
    embedding = np.random.default_rng(7).standard_normal(64).astype("float32")
    write = tenant(
        "UNWIND $rows AS row\nCREATE (event:Event {user_id: $user_id, event_id: row.event_id})\n"
        "WITH event, row\nCALL db.create.setNodeVectorProperty(event, 'embedding', row.embedding)\n"
        "RETURN event.embedding AS embedding",
        access="write",
        params="$rows  LIST<MAP>  events",
        columns="embedding  LIST<FLOAT>",
    )
    rows = store.run(write, rows=[{"event_id": "a", "embedding": embedding}])
    assert rows == [{"embedding": embedding.tolist()}]

    nearest = tenant(
        "MATCH (event:Event)\n  SEARCH event IN (VECTOR INDEX event_embedding FOR $embedding\n"
        "  WHERE event.user_id = $user_id LIMIT 5) SCORE AS similarity\nRETURN event.event_id AS event_id, similarity",
        params="$embedding  LIST<FLOAT>  cue",
        columns="event_id  STRING; similarity  FLOAT",
    )
    dated = tenant(
        "MATCH (event:Event {user_id: $user_id})\nSET event.occurred_at = $at",
        access="write",
        params="$at  ZONED DATETIME  now",
    )
    store.run(dated, at=datetime(2026, 5, 1, tzinfo=UTC))
    found = store.run(nearest, embedding=embedding)
    assert [row["event_id"] for row in found] == ["a"]
    assert found[0]["similarity"] == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize(
    "value",
    [
        datetime(2026, 5, 1, tzinfo=UTC).replace(tzinfo=None),
        2**63,
        {1, 2},
        object(),
        np.zeros((2, 2), dtype="float32"),
        [{"deep": {"er": 10**30}}],
    ],
    ids=["naive time", "big integer", "set", "object", "matrix", "nested"],
)
def test_what_neo4j_cannot_hold_is_refused_by_name(store, value) -> None:
    with pytest.raises(QueryContractError, match=r"\$value of tests\.tenant"):
        store.run(ECHO, value=value)


def test_half_a_character_is_no_text(store) -> None:
    with pytest.raises(InvalidInputError, match="surrogate"):
        store.run(ECHO, value="half \ud83e")


def test_a_node_does_not_leave_the_store_room(store) -> None:
    query = tenant("MERGE (user:User {user_id: $user_id})\nRETURN user", access="write", columns="user  NODE")
    with pytest.raises(QueryContractError, match="return a map"):
        store.run(query)


def test_params_are_exactly_the_declared_ones(store) -> None:
    with pytest.raises(QueryContractError, match=r"tests\.tenant needs \$value"):
        store.run(ECHO)
    with pytest.raises(QueryContractError, match=r"tests\.tenant was passed \$more"):
        store.run(ECHO, value=1, more=2)


def test_columns_are_exactly_the_declared_ones(store) -> None:
    with pytest.raises(QueryContractError, match=r"tests\.tenant returned \['owner'\], but declares \['name'\]"):
        store.run(replace(PING, columns=(Column("name", "STRING", ""),)))


def test_a_read_query_cannot_write(store) -> None:
    with pytest.raises(StoreError, match=r"tests\.tenant"):
        store.run(replace(CREATE, access="read"), event_id="a", content="x")


# How it fails


def test_a_key_that_is_there_already_is_a_conflict_without_its_value(store) -> None:
    value = uuid.uuid4().hex
    store.run(CREATE, event_id=value, content=value)
    with pytest.raises(StoreConflictError, match=r"tests\.tenant") as caught:
        store.run(CREATE, event_id=value, content=value)
    assert value not in "".join(traceback.format_exception(caught.value))
    assert caught.value.__context__ is None


def test_a_fault_in_a_query_names_the_query(store) -> None:
    with pytest.raises(StoreError, match=r"tests\.tenant .*SyntaxError"):
        store.run(tenant("RETURN nosuchfunction($user_id) AS owner", columns="owner  STRING"))


def test_a_query_that_takes_too_long_is_stopped(store) -> None:
    with pytest.raises(StoreTimeoutError, match=r"tests\.tenant"):
        store.run(SLOW, timeout=0.2)


def test_a_query_can_be_told_by_its_name_while_it_runs_and_be_ended(server, store) -> None:
    auth = (server.username, server.password.get_secret_value())
    with (
        neo4j.GraphDatabase.driver(server.bolt_uri, auth=auth) as driver,
        ThreadPoolExecutor(1) as pool,
    ):
        running = pool.submit(store.run, replace(SLOW, name="tests.slow"), timeout=30)
        mine: list[str] = []
        deadline = time.monotonic() + 20
        while not mine and time.monotonic() < deadline:
            shown = driver.execute_query("SHOW TRANSACTIONS YIELD transactionId, metaData", database_="neo4j").records
            mine = [r["transactionId"] for r in shown if r["metaData"] == {"query": "tests.slow", "app": "graphmem"}]
        driver.execute_query("TERMINATE TRANSACTIONS $mine", mine=mine, database_="neo4j")
        with pytest.raises(StoreUnavailableError, match="ended the transaction"):
            running.result()


def test_a_connection_that_broke_recovers_by_itself(server) -> None:
    with wire_to(server.bolt_uri) as wire, opened(server, f"bolt://127.0.0.1:{wire.port}") as database:
        store = TenantStore(database, "ada")
        assert store.run(PING) == [{"owner": "ada"}]
        wire.cut()
        assert store.run(PING) == [{"owner": "ada"}]


def test_a_server_that_is_gone_is_unavailable(server) -> None:
    with (
        wire_to(server.bolt_uri) as wire,
        opened(server, f"bolt://127.0.0.1:{wire.port}", retry_seconds=0.1) as database,
    ):
        store = TenantStore(database, "ada")
        store.run(PING)
        wire.close()
        with pytest.raises(StoreUnavailableError, match="does not answer"):
            store.run(PING)


def test_writers_that_lock_each_other_out_both_finish(database) -> None:
    """Two writers take the same locks in opposite order; Neo4j ends one of them, and it is tried again."""
    store = TenantStore(database, f"deadlock-{uuid.uuid4().hex}")
    visit = tenant(
        "UNWIND $session_ids AS session_id\nMERGE (session:Session {user_id: $user_id, session_id: session_id})\n"
        "SET session.visits = coalesce(session.visits, 0) + 1\nRETURN sum(session.visits) AS visits",
        access="write",
        params="$session_ids  LIST<STRING>  in the order of locking",
        columns="visits  INTEGER",
    )
    ids = [f"{number:03}" for number in range(150)]
    store.run(visit, session_ids=ids)
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(store.run, visit, session_ids=ids[:: 1 - 2 * (n % 2)]) for n in range(8)]:
            done.result()
    assert store.run(visit, session_ids=ids) == [{"visits": 10 * len(ids)}]
