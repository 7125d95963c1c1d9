"""How fast recall is at one size of a memory, next to looking at every event; and whether it finds the same."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from math import ceil
from statistics import fmean, median

import numpy as np

from graphmem.clock import BEGINNING, END
from graphmem.evaluation.bench_data import BenchCue, Generator, GivenVectors
from graphmem.memory import GraphMemory
from graphmem.store.catalogue import tenant_query
from graphmem.store.raw import RawStore
from graphmem.store.tenant import TenantStore

_SCAN = tenant_query("bench.scan")
_VECTORS = tenant_query("bench.vectors")
_NEAREST = tenant_query("recall.nearest")

TOP = 20


@dataclass(frozen=True)
class Effort:
    """How much is asked in each run, at each size. Each run has cues of its own: nothing is asked twice."""

    cues: int = 100
    """Asked of recall."""
    scanned: int = 20
    """Of them, the first that are also asked of the exact scan inside the store."""
    fetched: int = 2
    """Of them, the first that are also asked of the exact scan over embeddings that are fetched for it."""
    warming: int = 50
    """Cues that are asked at each size before any is timed."""


@dataclass(frozen=True)
class SizeReport:
    """At one size: times in milliseconds, medians over the runs."""

    events: int
    """Of the user who is asked."""
    recall_p50_ms: float
    recall_p95_ms: float
    meaning_p50_ms: float
    """Of the vector channel by itself."""
    scan_p50_ms: float
    """Of the exact scan in Cypher."""
    fetched_scan_p50_ms: float
    """Of the exact scan with numpy, over all embeddings of the user, fetched for each cue."""
    scan_vs_recall: float
    """The faster of both scans over recall, by their medians over the same cues."""
    exact_top20: float
    """How much of the exact top 20 is among the first 20 of the vector channel."""
    exact_top20_dated: float
    """The same within an interval that holds about 7 % of the events."""

    @property
    def recall_vs_search(self) -> float:
        """The 95th percentile of a whole recall over the median of one bare vector search."""
        return self.recall_p95_ms / self.meaning_p50_ms

    @property
    def scan_vs_meaning(self) -> float:
        """The faster of both scans over the vector channel by itself, which looks for the same."""
        return min(self.scan_p50_ms, self.fetched_scan_p50_ms) / self.meaning_p50_ms

    def as_json(self) -> dict[str, float]:
        found = {field.name: getattr(self, field.name) for field in fields(self)}
        found |= {"recall_vs_search": self.recall_vs_search, "scan_vs_meaning": self.scan_vs_meaning}
        return {name: round(value, 4) for name, value in found.items()}


class Asker:
    """Asks the memory of one made-up user.

    Args:
        memory: whose encoder is `encoder`.
        encoder: gives the vectors.
        generator: made the user's events.
        stream: the number of the user at the generator.
        user_id: under which they are stored.
    """

    def __init__(
        self, memory: GraphMemory, encoder: GivenVectors, generator: Generator, *, stream: int, user_id: str
    ) -> None:
        self._memory, self._encoder, self._generator, self._stream = memory, encoder, generator, stream
        self._user = memory.user(user_id)
        self._store, self._raw = TenantStore(memory.database, user_id), RawStore(memory.database, user_id)
        self._dimension = encoder.identity.dimension

    def measure(self, size: int, *, runs: int, effort: Effort | None = None) -> SizeReport:
        """Ask when `size` events are stored.

        Raises:
            StoreError: the store failed.
        """
        effort = effort or Effort()
        cues = self._generator.cues(self._stream, effort.cues * runs, size)
        for cue in self._generator.cues(self._stream, effort.warming, size + 1):
            self._recalled(cue)
        for cue in cues[: effort.fetched]:
            self._scanned(cue)
        asked = [self._run(cues[run * effort.cues :][: effort.cues], effort) for run in range(runs)]
        return SizeReport(
            events=size,
            recall_p50_ms=1000 * median(median(run.recalls) for run in asked),
            recall_p95_ms=1000 * median(percentile(run.recalls, 95) for run in asked),
            meaning_p50_ms=1000 * median(median(run.nearest) for run in asked),
            scan_p50_ms=1000 * median(median(run.scans) for run in asked),
            fetched_scan_p50_ms=1000 * median(median(run.fetched) for run in asked),
            scan_vs_recall=median(run.ratio for run in asked),
            exact_top20=fmean(share for run in asked for share in run.shares),
            exact_top20_dated=fmean(share for run in asked for share in run.dated_shares),
        )

    def _run(self, cues: Sequence[BenchCue], effort: Effort) -> _Run:
        recalls = [self._recalled(cue) for cue in cues]
        scans, nearest, shares, dated = [], [], [], []
        for cue in cues[: effort.scanned]:
            seconds, exact = self._scanned(cue)
            scans.append(seconds)
            seconds, found = self._nearest(cue)
            nearest.append(seconds)
            shares.append(shared(exact, found))
            dated.append(shared(self._scanned(cue, dated=True)[1], self._nearest(cue, dated=True)[1]))
        fetched = [self._fetched(cue)[0] for cue in cues[: effort.fetched]]
        return _Run(recalls, scans, fetched, nearest, shares, dated, recalls[: effort.scanned])

    def _recalled(self, cue: BenchCue) -> float:
        self._encoder.ask(cue)
        begun = time.perf_counter()
        self._user.recall(cue.text)
        return time.perf_counter() - begun

    def _scanned(self, cue: BenchCue, *, dated: bool = False) -> tuple[float, list[str]]:
        """Seconds and the exact top 20."""
        since, until = (cue.since, cue.until) if dated else (BEGINNING, END)
        begun = time.perf_counter()
        rows = self._store.run(_SCAN, embedding=cue.vector, since=since, until=until, k=TOP)
        return time.perf_counter() - begun, [row["event_id"] for row in rows]

    def _nearest(self, cue: BenchCue, *, dated: bool = False) -> tuple[float, list[str]]:
        """Seconds and the first 20, as the vector channel of recall asks."""
        since, until = (cue.since, cue.until) if dated else (BEGINNING, END)
        begun = time.perf_counter()
        rows = self._store.run(_NEAREST, embedding=cue.vector, since=since, until=until, k=self._memory.ranking.ask)
        return time.perf_counter() - begun, [event_id for row in rows for event_id in row["event_ids"][:TOP]]

    def _fetched(self, cue: BenchCue) -> tuple[float, list[str]]:
        """Seconds to fetch all embeddings of the user and to find the top 20 with numpy, and those.

        They are fetched for each cue: a client that keeps them has another process's writes to follow, and a copy of
        the store in memory.
        """
        params = self._raw.converted(_VECTORS, {"dimension": self._dimension})
        begun = time.perf_counter()
        rows = self._raw.run(_VECTORS, params)
        packed = b"".join(vector.raw() for _, vector in rows)
        vectors = np.frombuffer(packed, ">f4").reshape(-1, self._dimension).astype(np.float32)
        similar = vectors @ cue.vector / np.linalg.norm(vectors, axis=1)
        best = [rows[place][0] for place in np.argsort(-similar)[:TOP]]
        return time.perf_counter() - begun, best


@dataclass(frozen=True)
class _Run:
    """Seconds of each call, and shares of the exact top 20."""

    recalls: list[float]
    scans: list[float]
    fetched: list[float]
    nearest: list[float]
    shares: list[float]
    dated_shares: list[float]
    recalls_of_scanned: list[float]

    @property
    def ratio(self) -> float:
        return min(median(self.scans), median(self.fetched)) / median(self.recalls_of_scanned)


def shared(exact: Sequence[str], found: Iterable[str]) -> float:
    """The share of `exact` that is in `found`; 1 where there is nothing to find."""
    return len({*exact} & {*found}) / len(exact) if exact else 1.0


def percentile(times: Sequence[float], percent: float) -> float:
    """By nearest rank: the least time that at least `percent` of the times do not exceed."""
    return sorted(times)[max(0, ceil(percent / 100 * len(times)) - 1)]
