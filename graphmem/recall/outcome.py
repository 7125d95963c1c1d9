"""What came of something: from the incident that a cue names along its effects, and its session, to the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.models import EventType
from graphmem.recall.cue import Cue
from graphmem.recall.deadline import Deadline
from graphmem.recall.rank import Ranked
from graphmem.rules.ranking import Ranking
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_OUTCOME = tenant_query("recall.outcome")

OUTCOME = "outcome"
"""The walk by name, and what it adds to a score."""
_INCIDENTS = 8
"""Best events that may belong to the incident."""
_TOLD_BY = 3
"""Best events of a session that count for how likely the incident is in it."""
_TAIL = 3
"""Events of the session after the outcome among which another outcome still belongs to it."""
_STEP = 0.01


@dataclass(frozen=True)
class Way:
    """From an incident to what came of it."""

    start: str
    steps: tuple[str, ...]
    """Ids of the events on the way, the last outcome last."""
    outcome: str
    """The first one, behind which the way may be cut where the rest is not known."""


def follow(
    cue: Cue, ranked: Sequence[Ranked], store: TenantStore, ranking: Ranking, deadline: Deadline
) -> list[Ranked]:
    """`ranked` with what came of the incident first, where the cue asks for that; then what led there, in order.

    Raises:
        StoreError: the store failed.
    """
    if not cue.asks_outcome or cue.only_time or not ranked or not ranking.uses(OUTCOME):
        return list(ranked)
    starts = _starts(ranked, ranking.margin)

    def walk(seconds: float | None) -> list[dict[str, Any]]:
        return store.run(_OUTCOME, timeout=seconds, event_ids=starts, since=cue.since, until=cue.until)

    way = _way(starts, deadline.run(OUTCOME, walk) or [])
    return first(way, ranked) if way else list(ranked)


def _starts(ranked: Sequence[Ranked], margin: float) -> list[str]:
    """Where the incident may have begun, the likeliest first.

    An incident is told by several events, so sessions are compared by their best few; within one, what was told first
    is what the rest came of.
    """
    least = ranked[0].score - margin
    sessions: dict[str, list[Ranked]] = {}
    for each in ranked[:_INCIDENTS]:
        if each.score >= least:
            sessions.setdefault(each.candidate.session_id or each.candidate.event_id, []).append(each)
    likeliest = sorted(sessions.values(), key=lambda told: -sum(each.score - least for each in told[:_TOLD_BY]))
    return [
        each.candidate.event_id
        for told in likeliest
        for each in sorted(told, key=lambda each: (each.candidate.occurred_at, each.candidate.event_id))
    ]


def _way(starts: Sequence[str], rows: Sequence[dict[str, Any]]) -> Way | None:
    """By causes from the first incident that has any effect; else along the session to the next outcome."""
    for by_cause in (True, False):
        for start in starts:
            later = [row for row in rows if row["start_id"] == start and row["by_cause"] is by_cause]
            outcomes = [row for row in later if row["event_type"] == EventType.OUTCOME.value]
            if by_cause and later:
                end = max(outcomes or later, key=lambda row: (row["occurred_at"], row["later_id"]))
                return Way(start, (*end["way"], *_tail(start, end["later_id"], rows)), end["later_id"])
            if not by_cause and outcomes:
                first = min(outcomes, key=lambda row: len(row["way"]))
                return Way(start, tuple(first["way"]), first["later_id"])
    return None


def _tail(start: str, end: str, rows: Sequence[dict[str, Any]]) -> list[str]:
    """From the outcome on along the session to another outcome, where one follows soon."""
    after = [
        (row, row["way"][row["way"].index(end) + 1 :])
        for row in rows
        if row["start_id"] == start and not row["by_cause"] and end in row["way"]
    ]
    near = [left for row, left in after if row["event_type"] == EventType.OUTCOME.value and 0 < len(left) <= _TAIL]
    return max(near, key=len, default=[])


def first(way: Way, ranked: Sequence[Ranked]) -> list[Ranked]:
    """`ranked` with the outcome at the end of the way first, as far as that is known, then what led there."""
    known = {each.candidate.event_id: each for each in ranked}
    steps = list(way.steps)
    while steps[-1] not in known and steps[-1] != way.outcome:
        steps.pop()
    there = [event_id for event_id in steps if event_id in known]
    if not there or there[-1] != steps[-1]:
        return list(ranked)  # the outcome is none of the candidates
    best, passed = ranked[0].score, (way.start, *steps)
    ahead = []
    calls = {id for id in there[:-1] if known[id].candidate.event_type == EventType.TOOL_CALL}
    there = [event_id for event_id in there if event_id not in calls]
    for place, event_id in enumerate([there[-1], *there[:-1]]):
        each = known[event_id]
        score = best + _STEP * (len(there) - place)
        own_way = passed[: passed.index(event_id) + 1]
        ahead.append(each._replace(score=score, ahead={OUTCOME: score - each.score}, way=own_way))
    return [*ahead, *(each for each in ranked if each.candidate.event_id not in there)]
