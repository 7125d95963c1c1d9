"""When recall answers nothing: no event is near enough to the cue."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.recall.candidates import Candidate
from graphmem.recall.cue import Cue


def nearness(cue: Cue, candidates: Sequence[Candidate]) -> float:
    """How near the best event is to the cue, by meaning and by words."""
    return max((candidate.cosine for candidate in candidates if candidate.cosine is not None), default=0.0)


def answers_nothing(cue: Cue, candidates: Sequence[Candidate], floor: float) -> bool:
    """Whether nothing of this is worth an answer."""
    return floor > 0 and nearness(cue, candidates) < floor
