"""Candidates: events that some channel found, and their neighbours in the session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graphmem.models import Event


@dataclass(frozen=True)
class Candidate:
    """An event that may be recalled."""

    event: Event
    cosine: float | None
    """Of its embedding with the cue's, -1 to 1; None while it is not embedded."""
    previous: str | None
    """Id of the event before it in its session."""
    ranks: Mapping[str, int]
    """By channel that found it, its rank there from 1; empty for a neighbour."""


def neighbour_matrix(
    candidates: Sequence[Candidate], offsets: Mapping[int, float], damping: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What each candidate borrows from the others, (n, n), its own share 1.

    `offsets` are weights by distance along the session (-1: the event before); `damping` in (0, 1] of both events
    multiplies them, so that long events lend and borrow less.
    """
    place = {candidate.event.event_id: index for index, candidate in enumerate(candidates)}
    before = [place.get(candidate.previous or "") for candidate in candidates]
    mix = np.eye(len(candidates))
    furthest = max((abs(offset) for offset in offsets), default=0)
    for index in range(len(candidates)):
        walked: int | None = index
        for distance in range(1, furthest + 1):
            walked = before[walked] if walked is not None else None
            if walked is None:
                break
            shared = damping[index] * damping[walked]
            mix[index, walked] += offsets.get(-distance, 0.0) * shared
            mix[walked, index] += offsets.get(distance, 0.0) * shared
    return mix
