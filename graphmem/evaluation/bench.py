"""How fast it is: recording against the raw driver, recall against an exact scan, at growing sizes of a memory."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Literal

from tqdm import tqdm

from graphmem.config import BATCH_ROWS
from graphmem.errors import InvalidInputError
from graphmem.evaluation.bench_data import SESSION, START, YEAR, Generator, GivenVectors
from graphmem.evaluation.bench_recall import TOP, Asker, Effort, SizeReport
from graphmem.evaluation.bench_recording import (
    WAYS,
    WRITTEN,
    RecordingReport,
    Way,
    measure_recording,
    users_needed,
)
from graphmem.evaluation.temporary import temporary_users
from graphmem.language.encoder import Encoder
from graphmem.memory import GraphMemory
from graphmem.store.raw import counted
from graphmem.store.slots import EVENT_INDEX
from graphmem.user import UserMemory

Part = Literal["all", "recording", "recall"]

SIZES = (1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
"""Events of the user who is asked, as far as the scale allows."""
OTHERS, OTHER_USERS = 30_000, 10
"""Events of the others beside them, at most; and how many the others are."""
GROWTH = (10_000, 100_000)
"""Between these sizes of the user's memory the growth of the process is measured."""
_LOADED = 5_000
SMALL, SMALL_CUES = 100, 50
"""Events of a user who is asked alone in the store and once more among all others, and how much is asked."""
_OWNER, _OTHERS, _SMALL = 0, 100, 99  # streams of the generator


@dataclass(frozen=True)
class BenchReport:
    """All that was found out; None, or empty, where it was not asked for."""

    recording: RecordingReport | None
    sizes: tuple[SizeReport, ...]
    round_trips: dict[str, int]
    """Queries of one call, each a transaction of its own; those of recall's channels run side by side."""
    scale: int
    runs: int
    others: int
    events: int
    """In the store at the end."""
    load_average: tuple[float, float]
    """Of the machine over a minute, before and after."""
    seconds: dict[str, float] = field(default_factory=dict)
    memory_growth_mib: float | None = None
    """What the process grew by while it recorded the events between those two sizes, without what asking took."""
    small_user_same_hits: float | None = None
    """Share of a small user's cues whose first ten hits are, in order, those of when it was alone in the store."""
    bytes_per_event: float | None = None
    """On disk, with all indexes, without transaction logs; known only where the store holds nothing else."""

    def as_json(self) -> dict[str, Any]:
        """Ratios first. A key that names 30,000 events is None unless that size was measured."""
        at = {size.events: size for size in self.sizes}
        small, large = at.get(1_000), at.get(30_000)
        last = large or (self.sizes[-1] if self.sizes else None)
        grown = large.recall_p95_ms / small.recall_p95_ms if small and large else None
        recording = self.recording
        ratios = {f"{name}_vs_driver": ratio for name, ratio in recording.vs_driver.items()} if recording else {}
        return {
            **{f"{name}_vs_driver": None for name in WAYS},
            **{name: _rounded(ratio) for name, ratio in ratios.items()},
            "record_per_s": _rounded(recording.single if recording else None),
            "record_vs_driver": _rounded(recording.single_vs_driver if recording else None),
            "memory_growth_mib": _rounded(self.memory_growth_mib),
            "recall_p95_30k_vs_1k": _rounded(grown),
            "recall_p95_vs_search_30k": _rounded(large.recall_vs_search if large else None),
            "exact_scan_vs_recall_30k": _rounded(large.scan_vs_recall if large else None),
            "recall_of_exact_top20": _rounded(last.exact_top20 if last else None),
            "recall_of_exact_top20_dated": _rounded(last.exact_top20_dated if last else None),
            "small_user_same_hits": _rounded(self.small_user_same_hits),
            "bytes_per_event": _rounded(self.bytes_per_event),
            "round_trips": self.round_trips,
            "recording": recording.as_json() if recording else None,
            "sizes": [size.as_json() for size in self.sizes],
            "scale": self.scale,
            "runs": self.runs,
            "others": self.others,
            "events": self.events,
            "load_average": [round(load, 2) for load in self.load_average],
            "seconds": {name: round(seconds, 1) for name, seconds in self.seconds.items()},
        }


def bench(
    memory: GraphMemory,
    encoder: GivenVectors,
    *,
    scale: int = 30_000,
    runs: int = 3,
    effort: Effort | None = None,
    part: Part = "all",
    ways: Mapping[str, Way] = WAYS,
    real: Encoder | None = None,
    seed: int = 0,
    keep: bool = False,
    quiet: bool = False,
) -> BenchReport:
    """Measure with made-up users, who are erased at the end unless `keep` (where the whole store is thrown away).

    Args:
        memory: whose encoder is `encoder`.
        encoder: gives the vectors.
        scale: events of the largest memory that is asked, at least 20.
        runs: how often each figure is taken; the median counts.
        effort: how many cues are asked in each run at each size.
        part: measure only recording, or only recall.
        ways: of recording.
        real: an encoder of the same dimension, for the rate of recording with encoding.
        seed: of the made-up events.
        keep: leave the events in the store.
        quiet: without progress bars.

    Raises:
        InvalidInputError: a number is too small, or the store's embeddings are in the second slot.
        StoreError: the store failed.
    """
    effort = effort or Effort()
    if scale < TOP or runs < 1 or min(effort.cues, effort.scanned, effort.fetched) < 1:
        raise InvalidInputError(f"Measure with a scale of at least {TOP}, one run and one cue.")
    if memory.database.slot and memory.database.slot.index_name != EVENT_INDEX:
        raise InvalidInputError("The store was re-embedded into its second slot. Measure on a managed instance.")
    count = 2 + OTHER_USERS + users_needed(runs, ways)
    users: AbstractContextManager[list[str]] = (
        nullcontext([f"bench-{number}" for number in range(count)]) if keep else temporary_users(memory, count)
    )
    with users as ids:
        running = _Bench(memory, encoder, Generator(seed=seed, dimension=encoder.identity.dimension), quiet=quiet)
        return running.run(ids, scale, runs, effort, part, ways, real)


@contextmanager
def made_up_set_aside() -> Iterator[None]:
    """Keeps the garbage collector from going through all that was made up, which no client holds, at every call."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


class _Bench:
    def __init__(self, memory: GraphMemory, encoder: GivenVectors, generator: Generator, *, quiet: bool) -> None:
        self._memory, self._encoder, self._generator, self._quiet = memory, encoder, generator, quiet
        self._seconds: dict[str, float] = {}
        self._stored = 0
        self._growth: float | None = None

    def run(
        self,
        ids: Sequence[str],
        scale: int,
        runs: int,
        effort: Effort,
        part: Part,
        ways: Mapping[str, Way],
        real: Encoder | None,
    ) -> BenchReport:
        before = _load_average()
        owner, small, others, writers = ids[0], ids[1], ids[2 : 2 + OTHER_USERS], ids[2 + OTHER_USERS :]
        sizes: list[SizeReport] = []
        trips: dict[str, int] = {}
        same: float | None = None
        if part != "recording":
            self._load(small, _SMALL, 0, min(SMALL, scale))
            self._memory.analyse(user_id=small)
            alone = self._hits(small, min(SMALL, scale))
            sizes = self._recall(owner, others, scale, runs, effort)
            among = self._hits(small, min(SMALL, scale))
            same = sum(one == other for one, other in zip(alone, among, strict=True)) / len(alone)
            trips = self._round_trips(owner, scale)
        recording = None
        if part != "recall":
            begun = time.perf_counter()
            with made_up_set_aside():
                recording = measure_recording(
                    self._memory,
                    self._encoder,
                    self._generator,
                    writers,
                    runs=runs,
                    count=min(WRITTEN, scale),
                    ways=ways,
                    real=real,
                )
            self._stored += recording.events
            self._took("recording", begun)
        return BenchReport(
            recording=recording,
            sizes=tuple(sizes),
            round_trips=trips,
            scale=scale,
            runs=runs,
            others=min(OTHERS, scale) if sizes else 0,
            events=self._stored,
            load_average=(before, _load_average()),
            seconds=self._seconds,
            memory_growth_mib=self._growth,
            small_user_same_hits=same,
        )

    def _hits(self, user_id: str, size: int) -> list[list[str]]:
        """What the small user gets to each of its cues, by a memory that has not answered before."""
        memory = GraphMemory(self._memory.database, self._encoder, clock=self._memory.clock)
        user, found = memory.user(user_id), []
        for cue in self._generator.cues(_SMALL, SMALL_CUES, size):
            self._encoder.ask(cue)
            found.append([hit.event.event_id for hit in user.recall(cue.text, now=START + 2 * YEAR).events])
        return found

    def _recall(self, owner: str, others: Sequence[str], scale: int, runs: int, effort: Effort) -> list[SizeReport]:
        for number, other in enumerate(others):
            self._load(other, _OTHERS + number, 0, min(OTHERS, scale) // len(others))
        asker = Asker(self._memory, self._encoder, self._generator, stream=_OWNER, user_id=owner)
        sizes, done = [], 0
        for size in sizes_up_to(scale):
            before = _resident_mib()
            self._load(owner, _OWNER, done, size)
            if before is not None and GROWTH[0] <= done and size <= GROWTH[1] <= scale:
                self._growth = (self._growth or 0.0) + (_resident_mib() or 0.0) - before
            done = size
            begun = time.perf_counter()
            self._memory.analyse(user_id=owner)  # so that recall walks over what the events mention
            self._took("analysing", begun)
            begun = time.perf_counter()
            with made_up_set_aside():
                sizes.append(asker.measure(size, runs=runs, effort=effort))
            self._took("asking", begun)
        return sizes

    def _load(self, user_id: str, stream: int, first: int, until: int) -> None:
        begun = time.perf_counter()
        user = self._memory.user(user_id)
        with tqdm(total=until - first, desc="storing", unit=" events", disable=self._quiet or None) as bar:
            stored = load(user, self._encoder, self._generator, stream, first, until, bar.update)
        if stored < until - first:
            raise InvalidInputError(
                f"Of {until - first:,} made-up events {stored:,} were kept, so the sizes would be wrong. "
                f"Measure recall with a gate that keeps everything, and without uniting."
            )
        self._stored += stored
        self._took("storing", begun)

    def _round_trips(self, owner: str, size: int) -> dict[str, int]:
        """Of each call, on a user who is known already."""
        user, trips = self._memory.user(owner), {}
        told = self._generator.told(_OWNER, -(-size // SESSION) * SESSION, BATCH_ROWS + SESSION)
        self._encoder.learn(told)
        cue = self._generator.cues(_OWNER, 1, size)[0]
        self._encoder.ask(cue)
        one = dict(told.episodes[-1])
        calls: dict[str, Callable[[], object]] = {
            "record": lambda: user.record(one.pop("content"), **one),
            "record_many_500": lambda: user.record_many(told.episodes[:BATCH_ROWS]),
            "recall": lambda: user.recall(cue.text),
        }
        for name, call in calls.items():
            with counted(self._memory.database) as counts:
                call()
            trips[name] = counts.total()
        self._stored += BATCH_ROWS + 1
        return trips

    def _took(self, name: str, begun: float) -> None:
        self._seconds[name] = self._seconds.get(name, 0.0) + time.perf_counter() - begun


def sizes_up_to(scale: int) -> list[int]:
    """The sizes at which recall is measured, ascending; the scale is the last."""
    return [*(size for size in SIZES if size < scale), scale]


def load(
    user: UserMemory,
    encoder: GivenVectors,
    generator: Generator,
    stream: int,
    first: int,
    until: int,
    progress: Callable[[int], object],
) -> int:
    """Record the made-up events `first` to `until` of the user of that number; how many are new in the store.

    What is stored already is not stored again, so an interrupted load is simply repeated.

    Raises:
        StoreError: the store failed.
    """
    stored = 0
    for start in range(first, until, _LOADED):
        told = generator.told(stream, start // SESSION * SESSION, min(_LOADED, until - start) + start % SESSION)
        encoder.learn(told)
        stored += user.record_many(told.episodes[start % SESSION :], progress=progress).stored
    return stored


def _load_average() -> float:
    """Of the last minute; 0 where the system keeps none."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _resident_mib() -> float | None:
    """Memory of this process; None where it cannot be told."""
    try:
        import psutil
    except ImportError:
        return None
    return float(psutil.Process().memory_info().rss) / 2**20


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
