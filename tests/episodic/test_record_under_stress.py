"""Recording by many at once, and with an encoder that misbehaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from graphmem.errors import EmbeddingDimensionError, EncoderError
from graphmem.memory import GraphMemory

WRITER = """
import json, sys
from graphmem import GraphMemory
given = json.load(sys.stdin)
with GraphMemory.open() as memory:
    session = memory.user(given["user"]).session("together")
    for episode in given["episodes"]:
        session.record(**episode)
"""
PROCESSES, EACH = 8, 15


@pytest.fixture
def environment(server):
    """Of a program that uses the tests' server by the usual variables."""
    return os.environ | {
        "NEO4J_URI": server.bolt_uri,
        "NEO4J_PASSWORD": server.password.get_secret_value(),
        "GRAPHMEM_ENCODER": "hash",
    }


def episodes_of(process):
    own = [
        {"content": f"by {process}, {n}", "event_id": f"{n:02}-{process}", "occurred_at": f"2026-05-01T09:{n:02}:00Z"}
        for n in range(EACH)
    ]
    shared = [
        {"content": f"shared {n}", "event_id": f"{n:02}-shared", "occurred_at": f"2026-05-01T09:{n:02}:00Z"}
        for n in range(EACH)
    ]
    return [*own, *shared]


@pytest.mark.usefixtures("database")
def test_eight_processes_write_one_session_and_nothing_is_lost_or_doubled(environment, graph):
    user = f"crowd-{uuid.uuid4().hex}"

    def write(process):
        given = json.dumps({"user": user, "episodes": episodes_of(process)})
        return subprocess.run(
            [sys.executable, "-c", WRITER], input=given, env=environment, capture_output=True, text=True, timeout=240
        )

    with ThreadPoolExecutor(PROCESSES) as pool:
        ended = list(pool.map(write, range(PROCESSES)))

    assert [run.returncode for run in ended] == [0] * PROCESSES, ended[0].stderr
    expected = sorted({episode["event_id"] for process in range(PROCESSES) for episode in episodes_of(process)})
    assert graph.chain(user, "together") == expected


def test_threads_share_one_memory(ada, graph):
    def write(thread):
        for n in range(10):
            ada.session("s").record(f"{thread} says {n}", event_id=f"{n}-{thread}")

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(6)))

    assert len(graph.chain(ada.id, "s")) == 60


class Broken:
    """An encoder whose vectors are not what its identity says."""

    def __init__(self, identity, rows):
        self.identity, self._rows = identity, rows

    def passages(self, texts, *, progress=None):
        return np.array([self._rows] * len(texts), dtype=np.float32)

    queries = passages


@pytest.mark.parametrize(
    ("make_row", "error", "message"),
    [
        (lambda size: [1.0] * (size + 1), EmbeddingDimensionError, "Nothing was stored"),
        (lambda size: [float("nan")] * size, EncoderError, "zero or not a number"),
        (lambda size: [float("inf")] + [0.0] * (size - 1), EncoderError, "zero or not a number"),
        (lambda size: [0.0] * size, EncoderError, "zero or not a number"),
    ],
)
def test_a_vector_that_does_not_fit_is_refused_before_anything_is_stored(
    database, encoder, graph, make_row, error, message
):
    broken = Broken(encoder.identity, make_row(encoder.identity.dimension))
    user = GraphMemory(database, broken).user(f"broken-{uuid.uuid4().hex}")

    with pytest.raises(error, match=message):
        user.record("My flight leaves on Friday at 7", session_id="s")
    with pytest.raises(error):
        user.recall("hello")

    assert graph.fingerprint(user.id) == []
