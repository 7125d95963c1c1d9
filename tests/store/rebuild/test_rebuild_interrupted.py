"""A rebuild that was killed, given up or overtaken goes on, or leaves nothing behind."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from program import GRAPHMEM
from rebuilds import CUES, HASH, NEW, OLD, THIRD, Store, tell

from graphmem.errors import SchemaError
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder
from graphmem.store.rebuild import RebuildReport


def test_a_rebuild_that_was_killed_goes_on_where_it_was(store: Store, tmp_path: Path) -> None:
    number = 300
    with store.open(OLD) as memory:
        tell(memory.user("ada"), number)
    environment = os.environ | store.environment() | {"GRAPHMEM_ENCODER": "hash", "GRAPHMEM_ENCODER_BATCH": "1"}
    rebuilding = subprocess.Popen(
        [GRAPHMEM, "schema", "rebuild"], env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with rebuilding:
        done = 0
        while done < 10 and rebuilding.poll() is None:
            done = store.graph.rows("MATCH (e:Event) RETURN count(e.embedding_b) AS n")[0]["n"]
        rebuilding.send_signal(signal.SIGKILL)
    assert 10 <= done < number, "it was over before it could be killed"

    unfinished = store.command("status", "--json")
    assert unfinished.exit_code == 6
    assert [slot["state"] for slot in json.loads(unfinished.stdout)["slots"]] == ["active", "filling"]
    with store.open(OLD) as memory:
        assert memory.user("ada").recall(CUES[0]).events
    report = json.loads(store.command("rebuild", "--json").stdout)

    assert report["embedded_before"] >= done
    assert report["embedded"] == number - report["embedded_before"]
    assert report["leftover"] is None
    assert store.is_all_of(HASH)


def interrupted(store: Store, encoder: Encoder, step: str, after: int = 1) -> None:
    """A rebuild that ends at the given step, when that many events are done in it."""

    class Interruption(Exception):
        pass

    def progress(at: str, done: int, _: int) -> None:
        if at == step and done >= after:
            raise Interruption

    with contextlib.suppress(Interruption):
        store.rebuild(encoder, progress=progress)
        raise AssertionError(f"there was no step {step}")


def test_what_a_rebuild_to_a_third_encoder_left_is_removed_first(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    interrupted(store, NEW, "embedding")
    assert store.slots() == {
        "event_embedding": ("active", "tests/words-48"),
        "event_embedding_b": ("filling", "tests/words-96"),
    }

    said = store.command("rebuild")

    assert said.exit_code == 0
    assert "A rebuild was not finished. What is left of the embeddings of tests/words-96" in said.stdout
    assert "10 of 10 events and facts are to be embedded" in said.stdout
    assert "Embedded 10 events and facts and removed 14 embeddings" in said.stdout
    assert store.is_all_of(HASH)


@pytest.mark.parametrize("step", ["emptying", "cleaning"])
def test_a_removal_that_was_interrupted_is_finished(store: Store, step: str) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    if step == "emptying":
        interrupted(store, THIRD, "embedding")
    interrupted(store, NEW, step, after=0)
    assert "emptying" in {state for state, _ in store.slots().values()}

    store.rebuild(NEW)

    assert store.is_all_of(NEW)


def test_a_rebuild_can_be_given_up(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
        interrupted(store, NEW, "embedding")
        report = store.rebuild(OLD)
        assert (report.embedded, report.removed) == (0, 4)
        memory.user("ada").record("the old encoder stays in use")
    assert store.is_all_of(OLD)


def test_of_two_rebuilds_the_later_one_takes_over(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    later: list[RebuildReport] = []

    def embed(texts: Sequence[str]) -> np.ndarray:
        if not later:
            later.append(store.rebuild(THIRD))
        return passage_vectors(NEW, texts)

    with pytest.raises(SchemaError, match="Another rebuild of this store has begun or ended"):
        store.rebuild(NEW, embed)

    assert store.is_all_of(THIRD)
