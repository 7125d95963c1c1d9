"""The thread that does what nobody waits for."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from graph import Graph

from graphmem import background
from graphmem.background import Background, Stop
from graphmem.episodic.policy import WritePolicy
from graphmem.errors import StoreError, StoreUnavailableError
from graphmem.language.encoder import Encoder
from graphmem.memory import GraphMemory
from graphmem.server import RunningServer
from graphmem.store.catalogue import global_query
from graphmem.store.connection import Database


def eventually(true: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    return true()


@pytest.fixture
def started() -> Iterator[list[Background]]:
    """Ended after the test, so that no thread outlives it."""
    found: list[Background] = []
    yield found
    assert all(each.close(30) for each in found)


def test_it_works_when_told_and_not_before(started: list[Background]):
    worked = threading.Event()
    started.append(Background(lambda *_: worked.set()))
    assert not worked.wait(0.3)

    started[0].wake()
    assert worked.wait(30)


def test_it_looks_for_work_of_others_unasked(started: list[Background]):
    worked = threading.Event()
    started.append(Background(lambda *_: worked.set(), every=0.01))

    assert worked.wait(30)


def test_closing_finishes_what_is_due_and_ends():
    done: list[int] = []
    thread = Background(lambda *_: done.append(1))
    thread.wake()

    assert thread.close(30)
    assert done == [1]


def test_closing_does_not_wait_for_ever():
    let_go, begun = threading.Event(), threading.Event()

    def work(*_: Stop) -> None:
        begun.set()
        let_go.wait(60)

    thread = Background(work)
    thread.wake()
    assert begun.wait(30)

    assert not thread.close(0.1)
    let_go.set()
    assert thread.close(30)


def test_closing_does_not_go_through_what_it_was_not_told_of():
    def work(stop: Stop, closing: Stop) -> None:
        assert eventually(lambda: closing() or stop())

    thread = Background(work)
    thread.wake()

    assert thread.close(30)
    assert thread.failure is None


def test_what_waits_for_the_end_is_done_when_the_thread_has_ended_and_not_before():
    let_go, ended = threading.Event(), threading.Event()
    thread = Background(lambda *_: let_go.wait(60))
    thread.wake()
    assert not thread.close(0.1)

    thread.when_ended(ended.set)
    assert not ended.wait(0.3)
    let_go.set()

    assert ended.wait(30)


def test_a_failure_is_logged_once_and_tried_again(started: list[Background], caplog: pytest.LogCaptureFixture):
    answers = iter([StoreUnavailableError("The server is away."), StoreUnavailableError("Still away."), None])
    tried: list[int] = []

    def work(*_: Stop) -> None:
        tried.append(1)
        error = next(answers, None)
        if error:
            raise error

    with caplog.at_level(logging.WARNING):
        started.append(Background(work, every=0.01))
        assert eventually(lambda: len(tried) > 3)

    assert started[0].failure is None
    assert [record.getMessage() for record in caplog.records] == [
        "Work in the background failed, and is tried again later: The server is away."
    ]


def test_a_fault_ends_neither_the_thread_nor_says_what_it_was_about(
    started: list[Background], caplog: pytest.LogCaptureFixture
):
    def work(*_: Stop) -> None:
        raise ValueError("my secret diary")

    started.append(Background(work))
    started[0].wake()

    assert eventually(lambda: started[0].failure is not None)
    assert "diary" not in caplog.text + str(started[0].failure)


USERS = global_query("semantic.waiting_users")
NAMES = "MATCH (e:Event {user_id: $id})-[:MENTIONS]->(x:Entity) RETURN x.name AS name ORDER BY name"


@pytest.fixture
def open_memory(server: RunningServer, encoder: Encoder, database: Database) -> Callable[[], GraphMemory]:
    """Each with connections and a background of its own."""

    def open_memory() -> GraphMemory:
        own = Database.open(server.bolt_uri, server.username, server.password.get_secret_value())
        own.slot = database.slot
        return GraphMemory(own, encoder, policy=WritePolicy(gate="everything"), background=True)

    return open_memory


@pytest.fixture
def user_id() -> str:
    return f"background-{time.monotonic_ns()}"


def names(graph: Graph, user_id: str) -> list[str]:
    return [row["name"] for row in graph.rows(NAMES, id=user_id)]


def threads() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name in ("graphmem-background", "graphmem-closing")]


def test_a_memory_finds_entities_in_its_background_and_drains_it_when_closed(
    open_memory: Callable[[], GraphMemory], user_id: str, graph: Graph, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(background, "DRAINING", 120.0)
    memory = open_memory()
    user = memory.user(user_id)
    user.record("Anna Schmidt moved to Lyon")

    assert eventually(lambda: names(graph, user_id) == ["Anna Schmidt", "Lyon"])
    assert memory.background_failure is None
    user.record("王小明搬到了上海")
    memory.close()

    assert {*names(graph, user_id)} >= {"王小明", "上海"}
    assert not threads()


def test_a_memory_closed_while_its_background_works_gives_back_its_connections_afterwards(
    open_memory: Callable[[], GraphMemory], user_id: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(background, "DRAINING", 0.0)
    let_go, begun = threading.Event(), threading.Event()
    found: list[int] = []

    def analyse(database: Database, **_: object) -> None:
        begun.set()
        assert let_go.wait(60)
        found.append(len(database.run(USERS, {"after": "", "limit": 1})))

    monkeypatch.setattr("graphmem.memory.analyse_waiting", analyse)
    memory = open_memory()
    memory.user(user_id).record("Anna Schmidt moved to Lyon")
    assert begun.wait(60)

    memory.close()
    memory.close()
    assert sorted(threads()) == ["graphmem-background", "graphmem-closing", "graphmem-closing"]
    let_go.set()

    assert eventually(lambda: not threads())
    assert {*found} == {1}  # the connections were still there
    with pytest.raises(StoreError):
        memory.database.run(USERS, {"after": "", "limit": 1})


def test_a_memory_without_background_starts_no_thread(memory: GraphMemory):
    before = threads()
    memory.user("nobody-special").record("Anna Schmidt moved to Lyon")

    assert threads() == before
