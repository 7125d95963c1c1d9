"""How fast recording is, next to the raw driver that stores the same things."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, TypedDict

from graphmem.clock import BEGINNING
from graphmem.config import BATCH_ROWS
from graphmem.episodic.outcomes import RecordReport
from graphmem.episodic.policy import WritePolicy
from graphmem.evaluation.bench_data import Generator, GivenVectors, Told
from graphmem.language.encoder import Encoder
from graphmem.memory import GraphMemory
from graphmem.store.catalogue import tenant_query
from graphmem.store.raw import RawStore
from graphmem.store.tenant import TenantStore

_INSERT = tenant_query("bench.insert")
_STORED = tenant_query("export.events")

Way = Callable[[GraphMemory, str, Sequence[Mapping[str, Any]]], RecordReport]
"""One way to record episodes: is given the memory, the id of a new user, and the episodes."""


def record_many(memory: GraphMemory, user_id: str, episodes: Sequence[Mapping[str, Any]]) -> RecordReport:
    """As the memory is configured; `graphmem bench` configures one that keeps everything and unites nothing."""
    return memory.user(user_id).record_many(episodes)


def record_many_gated(memory: GraphMemory, user_id: str, episodes: Sequence[Mapping[str, Any]]) -> RecordReport:
    """With the policy out of the box: gate, redaction, importance and uniting."""
    return _out_of_the_box(memory).user(user_id).record_many(episodes)


WAYS: Mapping[str, Way] = {"record_many": record_many, "record_many_gated": record_many_gated}
"""What is measured against the raw driver, by name, each in every round. The first stores what the driver inserts."""

WRITTEN = 2_000
"""Events of one timing."""
SINGLE = 100
"""Events of the timing of `record`, one at a time."""
ROUNDS = 3
"""Rounds of a run: a timing takes a second or two, and a server that writes is uneven over such times."""
WARMING = 2
"""Rounds before the first that counts."""
ENCODED = 300
"""Events of the timing with a real encoder, which is slow."""
_STREAM = 2  # of the generator
_PAGE = 1000


@dataclass(frozen=True)
class RecordingReport:
    """Events per second, medians over the rounds."""

    ways: dict[str, float]
    driver: float
    vs_driver: dict[str, float]
    """Of each way: its rate over the driver's in the same round."""
    kept: dict[str, float]
    """Of each way: the share of the events that became events of their own in the store."""
    single: float
    """Of `record` by one client that waits for each, with the policy out of the box."""
    single_later: float
    """The same where embeddings are left for later."""
    single_driver: float
    """Of the raw driver that inserts the same events one by one."""
    single_vs_driver: float
    """Median over the rounds of `single` over `single_driver`."""
    with_encoder: float | None
    """Of the first way together with a real encoder."""
    events: int
    """How many are stored now."""

    def as_json(self) -> dict[str, object]:
        return {
            "per_second": {name: round(rate, 1) for name, rate in self.ways.items()},
            "vs_driver": {name: round(ratio, 4) for name, ratio in self.vs_driver.items()},
            "kept": {name: round(share, 4) for name, share in self.kept.items()},
            "record_per_second": round(self.single, 1),
            "record_embed_later_per_second": round(self.single_later, 1),
            "driver_single_per_second": round(self.single_driver, 1),
            "driver_per_second": round(self.driver, 1),
            "with_encoder_per_second": round(self.with_encoder, 1) if self.with_encoder else None,
        }


class _Stored(TypedDict):
    """An event as recording stored it, without what belongs to the user or the index."""

    event_id: str
    session_id: str
    labels: list[str]
    properties: dict[str, object]


def users_needed(runs: int, ways: Mapping[str, Way] = WAYS) -> int:
    """How many new users `measure_recording` takes."""
    return (ROUNDS * runs + WARMING) * (len(ways) + 4) + 1


def measure_recording(
    memory: GraphMemory,
    encoder: GivenVectors,
    generator: Generator,
    user_ids: Sequence[str],
    *,
    runs: int,
    count: int = WRITTEN,
    ways: Mapping[str, Way] = WAYS,
    real: Encoder | None = None,
) -> RecordingReport:
    """Record the same events by each way and insert them with the raw driver, by turns; the first rounds warm up.

    Args:
        memory: whose encoder is `encoder`, so that encoding takes no time.
        encoder: gives the vectors.
        generator: makes the events up.
        user_ids: new users, `users_needed` of them.
        runs: each of `ROUNDS` rounds that count.
        count: events of a timing.
        ways: what is measured.
        real: an encoder of the same dimension, for the rate with encoding.

    Raises:
        StoreError: the store failed.
    """
    told = generator.told(_STREAM, 0, count)
    encoder.learn(told)
    fresh = iter(user_ids)
    rates: dict[str, list[float]] = {name: [] for name in ways}
    kept: dict[str, int] = dict.fromkeys(ways, 0)
    inserted: list[float] = []
    singles: dict[str, list[float]] = {"record": [], "later": [], "driver": []}
    stored = 0
    model: list[_Stored] = []  # what recording made of the events, to be inserted as it is
    rounds = ROUNDS * runs + WARMING
    for number in range(rounds):
        if number % 2 and model:
            inserted.append(insert(memory, next(fresh), told, model))
        for name, way in ways.items():
            user_id = next(fresh)
            seconds, report = _timed(way, memory, user_id, told)
            rates[name].append(count / seconds)
            kept[name] += report.stored
            model = model or _model(memory, user_id)
        if number % 2 == 0:
            inserted.append(insert(memory, next(fresh), told, model))
        few = model[:SINGLE]
        singles["driver"].append(insert(memory, next(fresh), told, few, size=1))
        singles["record"].append(_one_by_one(memory, next(fresh), told))
        singles["later"].append(_one_by_one(memory, next(fresh), told, embed_later=True))
        stored += len(model) + len(few) + 2 * min(SINGLE, count)
    whole = _with_encoder(memory, real, told, next(fresh), next(iter(ways.values()))) if real else None
    return RecordingReport(
        ways={name: median(found[WARMING:]) for name, found in rates.items()},
        driver=median(inserted[WARMING:]),
        vs_driver={
            name: median(ours / raw for ours, raw in zip(found[WARMING:], inserted[WARMING:], strict=True))
            for name, found in rates.items()
        },
        kept={name: number / count / rounds for name, number in kept.items()},
        single=median(singles["record"][WARMING:]),
        single_later=median(singles["later"][WARMING:]),
        single_driver=median(singles["driver"][WARMING:]),
        single_vs_driver=median(
            ours / raw for ours, raw in zip(singles["record"][WARMING:], singles["driver"][WARMING:], strict=True)
        ),
        with_encoder=whole,
        events=stored + sum(kept.values()) + (min(ENCODED, count) if real else 0),
    )


def insert(memory: GraphMemory, user_id: str, told: Told, model: Sequence[_Stored], *, size: int = BATCH_ROWS) -> float:
    """Events per second of the raw driver that inserts `model`, `size` of them in a transaction.

    The parameters are made ahead, outside of the time.
    """
    raw = RawStore(memory.database, user_id)
    batches = [raw.converted(_INSERT, params) for params in _parameters(memory, user_id, told, model, size)]
    begun = time.perf_counter()
    for batch in batches:
        raw.run(_INSERT, batch)
    return len(model) / (time.perf_counter() - begun)


def _timed(way: Way, memory: GraphMemory, user_id: str, told: Told) -> tuple[float, RecordReport]:
    begun = time.perf_counter()
    report = way(memory, user_id, told.episodes)
    return time.perf_counter() - begun, report


def _one_by_one(memory: GraphMemory, user_id: str, told: Told, *, embed_later: bool = False) -> float:
    """Events per second of one client that hands in one event after the other."""
    user, some = _out_of_the_box(memory, embed_later=embed_later).user(user_id), told.episodes[:SINGLE]
    begun = time.perf_counter()
    for episode in some:
        user.record(**episode)
    return len(some) / (time.perf_counter() - begun)


def _out_of_the_box(memory: GraphMemory, *, embed_later: bool = False) -> GraphMemory:
    policy = WritePolicy(embed_later=embed_later)
    return GraphMemory(memory.database, memory.encoder, clock=memory.clock, policy=policy)


def _with_encoder(memory: GraphMemory, real: Encoder, told: Told, user_id: str, way: Way) -> float:
    real.passages([told.episodes[0]["content"]])  # loads it
    encoding = GraphMemory(memory.database, real, clock=memory.clock, policy=memory.policy)
    some = Told(told.episodes[:ENCODED], told.vectors[:ENCODED])
    return len(some) / _timed(way, encoding, user_id, some)[0]


def _model(memory: GraphMemory, user_id: str) -> list[_Stored]:
    """The user's events, session by session."""
    store = TenantStore(memory.database, user_id)
    rows: list[dict[str, Any]] = []
    page: list[dict[str, Any]] = [{"occurred_at": BEGINNING, "event_id": ""}]
    while page:
        last = page[-1]
        page = store.run(_STORED, since=last["occurred_at"], after=last["event_id"], limit=_PAGE)
        rows += page
    left_out = {"embedding", "embedding_b", "user_id", "tenant_key"}
    return [
        {
            "event_id": row["event_id"],
            "session_id": row["properties"]["session_id"],
            "labels": row["labels"],
            "properties": {key: value for key, value in row["properties"].items() if key not in left_out},
        }
        for row in sorted(rows, key=lambda row: str(row["event_id"]))
    ]


def _parameters(
    memory: GraphMemory, user_id: str, told: Told, model: Sequence[_Stored], size: int
) -> Iterator[dict[str, object]]:
    """Those of one transaction after the other."""
    vectors = {episode["event_id"]: vector for episode, vector in zip(told.episodes, told.vectors, strict=True)}
    begun = {episode["session_id"]: episode["occurred_at"] for episode in reversed(told.episodes)}
    for first in range(0, len(model), size):
        rows = model[first : first + size]
        yield {
            "rows": [{**row, "embedding": vectors[row["event_id"]]} for row in rows],
            "sessions": [
                {"session_id": id, "started_at": begun[id]} for id in dict.fromkeys(row["session_id"] for row in rows)
            ],
            "tenant_key": TenantStore(memory.database, user_id).tenant_key,
            "recorded_at": memory.clock.now(),
        }
