"""`graphmem import`, cut off in the middle and run again: every line once, the chains intact."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from graph import Graph
from program import GRAPHMEM
from program import run as run_program

from graphmem.config import Settings
from graphmem.server import Instance, RunningServer, down, up

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
LINES, SESSIONS = 2400, 3


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    """A server of its own, since it is killed."""
    settings = Settings(data_dir=tmp_path_factory.mktemp("data"), instance="fragile", heap="512m")
    instance = Instance.of(settings)
    yield instance
    down(instance)


@pytest.fixture
def server(instance: Instance) -> RunningServer:
    return up(instance)


@pytest.fixture
def environment(instance: Instance) -> dict[str, str]:
    return {
        "GRAPHMEM_DATA_DIR": str(instance.home.parent.parent),
        "GRAPHMEM_INSTANCE": instance.name,
        "GRAPHMEM_HEAP": instance.heap,
        "GRAPHMEM_ENCODER": "hash",
        "GRAPHMEM_GATE": "everything",
        "GRAPHMEM_UNITE": "false",
    }


class History:
    """A file of one user: lines with ids, times and causes in three sessions, and lines with nothing but content."""

    def __init__(self, folder: Path) -> None:
        self.user_id = f"user-{uuid.uuid4().hex}"
        self.file = folder / "history.jsonl"
        self.file.write_text("\n".join(json.dumps(self._line(n)) for n in range(LINES)), encoding="utf-8")

    def _line(self, n: int) -> dict[str, object]:
        line = {"user_id": self.user_id, "content": f"line {n}"}
        if n % 10 == 9:
            return line | {"session_id": "plain"}
        cause = {"caused_by": f"{n - 5:05}"} if n % 10 == 8 else {}
        at = (MAY + timedelta(seconds=n)).isoformat()
        return line | {"event_id": f"{n:05}", "session_id": f"s{n % SESSIONS}", "occurred_at": at, **cause}

    def assert_whole(self, graph: Graph) -> None:
        rows = graph.rows(
            "MATCH (e:Event {user_id: $u}) RETURN e.event_id AS id, e.session_id AS s, e.content AS c", u=self.user_id
        )
        assert sorted(row["c"] for row in rows) == sorted(f"line {n}" for n in range(LINES))
        by_id = {row["id"]: row["c"] for row in rows}
        for session in range(SESSIONS):
            expected = [f"{n:05}" for n in range(LINES) if n % 10 != 9 and n % SESSIONS == session]
            assert graph.chain(self.user_id, f"s{session}") == expected
        plain = [by_id[id] for id in graph.chain(self.user_id, "plain")]
        assert plain == [f"line {n}" for n in range(9, LINES, 10)]
        causes = graph.rows(
            "MATCH (e:Event {user_id: $u})-[:CAUSED_BY]->(c) RETURN e.event_id AS e, c.event_id AS c ORDER BY e",
            u=self.user_id,
        )
        assert causes == [{"e": f"{n:05}", "c": f"{n - 5:05}"} for n in range(8, LINES, 10)]


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path)


def begin(history: History, environment: dict[str, str], graph: Graph) -> subprocess.Popen[str]:
    """An import that has stored the first of its eight or more batches."""
    # A shell that starts the tests in the background makes them, and what they start, deaf to Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(
        [GRAPHMEM, "import", str(history.file)],
        env=os.environ | environment,
        cwd=history.file.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    signal.signal(signal.SIGINT, before)
    while not graph.count(history.user_id):
        assert process.poll() is None, "the import ended too early"
        time.sleep(0.05)
    return process


def finish(history: History, environment: dict[str, str]) -> dict[str, int]:
    """What the import reports when it is run again."""
    ended = run_program(
        GRAPHMEM, "import", str(history.file), "--json", environment=environment, cwd=history.file.parent
    )
    assert ended.returncode == 0, ended.stderr
    report: dict[str, int] = json.loads(ended.stdout)
    return report


def test_the_server_may_be_killed_in_the_middle(instance, server, environment, history):
    graph = Graph(server)
    process = begin(history, environment, graph)
    os.kill(server.pid, signal.SIGKILL)
    _, told = process.communicate(timeout=300)
    graph.close()

    assert process.returncode == 1
    assert told.startswith("Error: ")
    assert told.endswith("the parts before it are stored. Run the import again to go on.\n")
    assert len(told.splitlines()) == 1, told

    report = finish(history, environment)  # starts the server again

    assert report["stored"] + report["already_there"] == LINES
    assert 0 < report["already_there"] < LINES
    graph = Graph(up(instance))
    history.assert_whole(graph)
    graph.close()


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM], ids=lambda kill: kill.name)
def test_the_import_itself_may_be_stopped_in_the_middle(server, environment, history, kill):
    graph = Graph(server)
    process = begin(history, environment, graph)
    process.send_signal(kill)
    _, told = process.communicate(timeout=300)

    assert process.returncode != 0
    assert "Traceback" not in told
    assert 0 < graph.count(history.user_id) < LINES

    report = finish(history, environment)

    assert report["stored"] + report["already_there"] == LINES
    assert 0 < report["already_there"] < LINES
    history.assert_whole(graph)
    graph.close()
