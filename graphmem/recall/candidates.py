"""Candidates: events that some channel found, and their neighbours in the session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from graphmem.models import ActorRole, Event

READ = 10_000
"""Characters of an event that ranking looks at: a stored book must not slow every recall that meets it."""

FIELDS = (
    "event_id",
    "session_id",
    "event_type",
    "actor",
    "actor_role",
    "content",
    "summary",
    "metadata",
    "importance",
    "importance_reasons",
    "explicit",
    "unverified",
    "gate_reason",
    "redacted",
    "seen_in",
    "seen_ids",
    "tool_call_id",
    "reply_to",
    "occurred_at",
    "ended_at",
    "recorded_at",
    "seen",
)
"""Of an event, as `recall.context` returns them."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What ranking needs of an event that may be recalled."""

    event_id: str
    actor: str
    actor_role: ActorRole
    text: str
    """The first `READ` characters of its content."""
    asks: bool
    """Whether its content, the whole of it, holds a question mark."""
    occurred_at: datetime
    cosine: float | None
    """Of its embedding with the cue's, -1 to 1; None while it is not embedded."""
    previous: str | None
    """Id of the event before it in its session."""
    ranks: Mapping[str, int]
    """By channel that found it, its rank there from 1; empty for a neighbour."""
    session_id: str | None = None
    event_type: str = ""
    importance: float = 0.0
    reasons: Sequence[str] = ()
    """Why it matters, as codes of graphmem/rules/importance.toml."""
    repetitions: int = 0
    """Further times that it was recorded."""
    last_used: datetime | None = None
    """The last of when it was recorded, said again, and recalled."""
    fields: Sequence[object] = ()
    """Of the event as stored, in the order of `FIELDS`; empty where it is here in part."""

    def event(self) -> Event:
        """The event, from its fields."""
        return Event.stored(dict(zip(FIELDS, self.fields, strict=True)))


def neighbour_matrix(
    candidates: Sequence[Candidate], offsets: Mapping[int, float], damping: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What each candidate borrows from the others, (n, n), its own share 1.

    `offsets` are weights by distance along the session (-1: the event before); `damping` in (0, 1] of both events
    multiplies them, so that long events lend and borrow less.
    """
    place = {candidate.event_id: index for index, candidate in enumerate(candidates)}
    before = np.array([place.get(candidate.previous or "", -1) for candidate in candidates], dtype=np.intp)
    mix = np.eye(len(candidates))
    start = walked = np.arange(len(candidates))
    for distance in range(1, max((abs(offset) for offset in offsets), default=0) + 1):
        walked = before[walked]
        start, walked = start[walked >= 0], walked[walked >= 0]
        shared = damping[start] * damping[walked]
        mix[start, walked] += offsets.get(-distance, 0.0) * shared
        mix[walked, start] += offsets.get(distance, 0.0) * shared
    return mix
