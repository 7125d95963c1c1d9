"""Recall from end to end: read the cue, look in every channel, rank, return."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from graphmem.checks import checked_id, checked_text, checked_time
from graphmem.clock import BEGINNING, END
from graphmem.config import LONGEST_CUE_CHARACTERS, RecallSettings
from graphmem.errors import InvalidInputError
from graphmem.language.checked import query_vector
from graphmem.language.encoder import Encoder
from graphmem.language.words import search_words
from graphmem.models import Event
from graphmem.recall.cache import AnswerCache
from graphmem.recall.candidates import Candidate
from graphmem.recall.channels import (
    GRAPH,
    MEANING,
    Embedding,
    Found,
    fused,
    gather,
    look,
    look_for_words,
    places,
    whole,
)
from graphmem.recall.cue import Cue, read_cue
from graphmem.recall.deadline import Deadline
from graphmem.recall.explore import explore
from graphmem.recall.facts import facts_of, look_for_facts
from graphmem.recall.floor import answers_nothing
from graphmem.recall.graph import NOWHERE, Neighbourhood
from graphmem.recall.outcome import follow
from graphmem.recall.rank import Ranked, paths, rank
from graphmem.recall.recollection import Hit, Interval, Recollection
from graphmem.recall.unite import united
from graphmem.rules.belief import Fact, present
from graphmem.rules.predicates import Predicate
from graphmem.rules.ranking import Ranking
from graphmem.store.tenant import TenantStore

PROFILE = "profile"


class Profile(Protocol):
    """What the store knows of the user who asks."""

    @property
    def time_zone(self) -> str | None: ...
    @property
    def actors(self) -> Sequence[str]: ...
    @property
    def not_embedded(self) -> int: ...
    @property
    def not_analysed(self) -> int: ...
    @property
    def has_facts(self) -> bool: ...
    @property
    def stamp(self) -> str | None: ...


@dataclass(frozen=True)
class Asked:
    """What a caller of recall wants."""

    text: str
    now: datetime
    is_now: bool
    """Whether that is the present, not a time that the caller gave."""
    since: datetime | None
    until: datetime | None
    as_of: datetime | None
    """Facts are those that held then; by default those that hold now."""
    known_at: datetime | None
    """Facts as they were believed then; by default as today."""
    session_id: str | None
    k: int
    budget: int
    timeout_ms: int | None

    @property
    def key(self) -> Hashable:
        """All that decides the answer, but the present."""
        return (
            self.text,
            None if self.is_now else self.now,
            self.since,
            self.until,
            self.as_of,
            self.known_at,
            self.session_id,
            self.k,
            self.budget,
        )

    @property
    def at(self) -> datetime:
        """The time of the world at which facts are to hold."""
        return self.as_of or present(self.now, self.known_at)

    def __post_init__(self) -> None:
        """Raises InvalidInputError where something cannot be used."""
        checked_text(self.text, "The cue", LONGEST_CUE_CHARACTERS)
        checked_time(self.now, "now")
        if not isinstance(self.k, int) or not isinstance(self.budget, int):
            raise InvalidInputError("k and budget are whole numbers.")
        if self.k < 1:
            raise InvalidInputError(f"k is {self.k}; ask for at least one event.")
        if self.timeout_ms is not None and (not isinstance(self.timeout_ms, int) or self.timeout_ms < 1):
            raise InvalidInputError("timeout_ms is a whole number of milliseconds, at least 1, or None for no limit.")
        if self.since is not None and self.until is not None and self.since >= self.until:
            raise InvalidInputError("since is not before until; the interval [since, until) holds nothing.")
        if self.session_id is not None:
            checked_id("session id", self.session_id)


@dataclass(frozen=True)
class Means:
    """What recall works with."""

    store: TenantStore
    """Of the user who asks."""
    encoder: Encoder
    ranking: Ranking
    settings: RecallSettings
    count_tokens: Callable[[str], int]
    side: Executor
    """Runs what goes on beside the caller."""
    cache: AnswerCache
    predicates: Mapping[str, Predicate]


@dataclass(frozen=True)
class _Unknown:
    """The profile of a user of whom nothing came in time."""

    time_zone: str | None = None
    actors: Sequence[str] = field(default_factory=list)
    not_embedded: int = 0
    not_analysed: int = 0
    has_facts: bool = True
    stamp: str | None = None


def recall(asked: Asked, means: Means, profile: Callable[[float | None], Profile]) -> Recollection:
    """The `k` events that answer the cue best, of those that occurred in [since, until).

    Three rounds to the server: the profile, while the words of the cue are looked for; what is alike in meaning, and
    what lies within the time asked about; the best of it with its neighbours, while the graph around it is walked, and
    facts. A fourth only where the cue asks what came of something or what was believed at a time, or where an event is
    so long that it did not come whole.

    Raises:
        StoreError: the store failed.
    """
    deadline = Deadline(asked.timeout_ms, means.side)
    key, version = (means.store.user_id, asked.key), means.cache.version(means.store.user_id)
    begin, end = asked.since or BEGINNING, asked.until or END
    search = search_words(asked.text)
    may_be_kept = means.cache.has(key)
    words = {} if may_be_kept else look_for_words(search, begin, end, means.store, means.ranking, deadline)
    known = deadline.run(PROFILE, profile) or _Unknown()
    if may_be_kept:
        kept = means.cache.get(key, known.stamp)
        if kept is not None:
            return kept.model_copy(update={"now": asked.now})
        words = look_for_words(search, begin, end, means.store, means.ranking, deadline)
    cue = read_cue(
        asked.text,
        now=asked.now,
        since=begin,
        until=end,
        actors=known.actors,
        time_zone=known.time_zone or "UTC",
        recent_days=means.settings.recent_days,
        session_id=asked.session_id,
    )
    embedding = deadline.run(MEANING, lambda _: query_vector(means.encoder, cue.meaning))
    found = look(cue, embedding, search, words, means.store, means.ranking, deadline)
    looking = None
    if known.has_facts:
        looking = look_for_facts(
            asked.text, asked.at, asked.known_at, embedding, search, found, means.store, means.ranking, deadline
        )
    candidates, near = candidates_of(cue, found, embedding, means.store, means.ranking, deadline)
    floor = means.settings.floor
    if floor is None:
        floor = means.ranking.floors.get(means.encoder.identity.model, 0.0)
    ranked = [] if answers_nothing(cue, candidates, floor) else rank(cue, candidates, means.ranking, near)
    ranked = follow(cue, ranked, means.store, means.ranking, deadline)
    best = united(_asked_time_only(cue, ranked), asked.k)
    events = whole([each.candidate for each in best], means.store)
    best = [each for each in best if each.candidate.event_id in events]
    if cue.only_time:
        best.sort(key=lambda each: (each.candidate.occurred_at, each.candidate.event_id))
    facts = facts_of(asked.text, looking, means.predicates, asked.at, asked.known_at, means.store, deadline)
    answer = _recollection(asked, means, cue, best, events, facts, known, len(candidates), deadline)
    if not answer.degraded and (not asked.is_now or (cue.interval is None and cue.recent is None)):
        means.cache.put(key, version, known.stamp, answer)
    return answer


def candidates_of(
    cue: Cue,
    found: Mapping[str, Found],
    embedding: Embedding | None,
    store: TenantStore,
    ranking: Ranking,
    deadline: Deadline,
) -> tuple[list[Candidate], Neighbourhood]:
    """What may be recalled, in order of time: what was found and its neighbours, looked at while the graph is walked,
    and what was reached there; with what is near in the graph.

    Raises:
        StoreError: the store failed.
    """
    best = fused(found, ranking.keep)
    exploring = explore(cue, best, embedding, store, ranking, deadline)
    around = best[: ranking.widen]
    candidates = gather(cue, places(found, ranking), around, embedding, store, ranking, deadline)
    for each in candidates:  # while the server is busy
        each.reading.ahead()
    near = (deadline.wait(GRAPH, exploring) if exploring else None) or NOWHERE
    everyone = {each.event_id: each for each in (*candidates, *near.reached)}.values()
    return sorted(everyone, key=lambda each: (each.occurred_at, each.event_id)), near


def _recollection(
    asked: Asked,
    means: Means,
    cue: Cue,
    best: Sequence[Ranked],
    events: Mapping[str, Event],
    facts: tuple[Fact, ...],
    known: Profile,
    looked_at: int,
    deadline: Deadline,
) -> Recollection:
    time_zone = known.time_zone or "UTC"
    walked = paths(best)
    return Recollection(
        user_id=means.store.user_id,
        cue=asked.text,
        language=cue.language,
        kinds=cue.kinds,
        now=asked.now,
        since=asked.since,
        until=asked.until,
        interval=Interval.of(cue.reading),
        order=cue.order,
        in_order_of_time=cue.only_time,
        time_zone=time_zone,
        events=tuple(
            Hit(
                event=events[each.candidate.event_id],
                rank=position,
                of=looked_at,
                score=each.score,
                found_by=dict(each.candidate.ranks),
                parts=each.parts,
                same=each.same,
                way=each.way,
                path=walked.get(each.candidate.event_id, ()),
                time_zone=time_zone,
                language=cue.language,
            )
            for position, each in enumerate(best, start=1)
        ),
        facts=facts,
        budget=asked.budget,
        count_tokens=means.count_tokens,
        not_embedded=known.not_embedded,
        not_analysed=known.not_analysed,
        degraded=tuple(dict.fromkeys(deadline.degraded)),
    )


def _asked_time_only(cue: Cue, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Of a cue that asks for a time alone, what lies in that time, if anything does."""
    if not cue.only_time or cue.span is None:
        return list(ranked)
    since, until = cue.span
    return [each for each in ranked if since <= each.candidate.occurred_at < until] or list(ranked)
