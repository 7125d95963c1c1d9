"""Grow the memory of one user to a million events, and measure recall on the way.

    python scripts/bench_million.py FOLDER                  stop it with Ctrl-C; the same command goes on
    python scripts/bench_million.py FOLDER --events 100000 --heap 3g --page-cache 3g

FOLDER holds the store of a server of its own, and state.json: how far it is, and the figures of each size that was
measured. A million events take about half an hour to store, 5 GB of disk and, with these settings, 8 GB of memory.
Remove FOLDER when done.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tqdm import tqdm

from graphmem.config import load_settings
from graphmem.evaluation.bench import load, sizes_up_to
from graphmem.evaluation.bench_data import Generator, GivenVectors
from graphmem.evaluation.bench_recall import Asker, Effort
from graphmem.memory import GraphMemory
from graphmem.server import Instance, down

STEP = 5_000
"""Events between two notes of how far it is; what is stored twice after an interruption is found and left alone."""
STREAM = 0


class Growth:
    """A memory that grows, with notes of how far it is in a file.

    Args:
        memory: whose encoder is `encoder`.
        encoder: gives the vectors.
        generator: makes the events up.
        user_id: whose memory it is.
        state_file: where the notes are, or will be.
        step: events between two notes.
    """

    def __init__(
        self,
        memory: GraphMemory,
        encoder: GivenVectors,
        generator: Generator,
        *,
        user_id: str,
        state_file: Path,
        step: int = STEP,
    ) -> None:
        self._memory, self._encoder, self._generator = memory, encoder, generator
        self._user_id, self._file, self._step = user_id, state_file, step
        empty: dict[str, Any] = {"stored": 0, "seconds_storing": 0.0, "sizes": []}
        self.state = json.loads(state_file.read_text(encoding="utf-8")) if state_file.exists() else empty

    def run(
        self, sizes: Sequence[int], *, effort: Effort, runs: int, progress: Callable[[int], object]
    ) -> dict[str, Any]:
        """Grow to each of the sizes and measure there, unless that was done before; the state at the end."""
        user = self._memory.user(self._user_id)
        asker = Asker(self._memory, self._encoder, self._generator, stream=STREAM, user_id=self._user_id)
        measured = {size["events"] for size in self.state["sizes"]}
        for size in sorted(set(sizes) - measured):
            while self.state["stored"] < size:
                first, until = self.state["stored"], min(size, self.state["stored"] + self._step)
                begun = time.perf_counter()
                load(user, self._encoder, self._generator, STREAM, first, until, lambda _: None)
                self._note(stored=until, seconds_storing=self.state["seconds_storing"] + time.perf_counter() - begun)
                progress(until - first)
            found = asker.measure(size, runs=runs, effort=effort)
            self._note(sizes=[*self.state["sizes"], found.as_json()])
        return self.state

    def _note(self, **news: object) -> None:
        """Written beside the file first, so that an interruption leaves the old notes or the new ones."""
        self.state |= news
        beside = self._file.with_suffix(".new")
        beside.write_text(json.dumps(self.state, indent=2) + "\n", encoding="utf-8")
        beside.replace(self._file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--heap", default="3g")
    parser.add_argument("--page-cache", default="3g")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    settings = load_settings(
        data_dir=chosen.folder,
        instance="million",
        neo4j_uri=None,
        heap=chosen.heap,
        page_cache=chosen.page_cache,
        gate="everything",
        unite=False,
    )
    encoder = GivenVectors()
    try:
        with GraphMemory.open(settings=settings, encoder=encoder) as memory:
            growth = Growth(memory, encoder, Generator(), user_id="million", state_file=chosen.folder / "state.json")
            with tqdm(total=chosen.events, initial=growth.state["stored"], desc="storing", unit=" events") as bar:
                effort = Effort(cues=100, scanned=5, fetched=1)
                state = growth.run(sizes_up_to(chosen.events), effort=effort, runs=chosen.runs, progress=bar.update)
    except KeyboardInterrupt:
        sys.exit("Interrupted. The same command goes on from here.")
    finally:
        down(Instance.of(settings))
    sys.stdout.write(json.dumps(state, indent=2) + "\n")


if __name__ == "__main__":
    main()
