"""Candidates: events that some channel found, and their neighbours in the session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.models import ActorRole, Event
from graphmem.recall.reading import Reading

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


class Candidate(NamedTuple):
    """What ranking needs of an event that may be recalled. A tuple: hundreds are made for every cue."""

    event_id: str
    actor_role: ActorRole
    reading: Reading
    """Of its actor and the first `READ` characters of its content."""
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
    row: Sequence[object] = ()
    """As it was stored, with `FIELDS` last; empty where it is here in part."""

    @property
    def actor(self) -> str:
        return self.reading.actor

    def event(self) -> Event:
        """The event, from its fields."""
        return Event.stored(dict(zip(FIELDS, self.row[-len(FIELDS) :], strict=True)))


class Neighbours:
    """Which candidate follows which in its session, and what they borrow from each other."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        place = {candidate.event_id: index for index, candidate in enumerate(candidates)}
        self._before = np.array([place.get(candidate.previous or "", -1) for candidate in candidates], dtype=np.intp)

    def mixed(
        self, values: NDArray[np.float64], offsets: Mapping[int, float], damping: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """`values` of the candidates, (n,) or (n, m), with what each borrows from its neighbours.

        `offsets` are weights by distance along the session (-1: the event before), its own is 1; `damping` in (0, 1]
        of both events multiplies them, so that long events lend and borrow less.
        """
        mixed = values.copy()
        start = walked = np.arange(len(values))
        for distance in range(1, max((abs(offset) for offset in offsets), default=0) + 1):
            walked = self._before[walked]
            start, walked = start[walked >= 0], walked[walked >= 0]
            shared = (damping[start] * damping[walked]).reshape(-1, *[1] * (values.ndim - 1))
            np.add.at(mixed, start, offsets.get(-distance, 0.0) * shared * values[walked])
            np.add.at(mixed, walked, offsets.get(distance, 0.0) * shared * values[start])
        return mixed
