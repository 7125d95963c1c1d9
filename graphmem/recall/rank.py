"""Ranking: a weighted sum of standardised features; equal scores in order of id, so a ranking is reproducible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from graphmem.recall.candidates import Candidate
from graphmem.recall.cue import Cue
from graphmem.recall.features import features
from graphmem.rules.ranking import Ranking


@dataclass(frozen=True)
class Ranked:
    """A candidate with its score and what each feature adds to it."""

    candidate: Candidate
    score: float
    parts: dict[str, float]


def rank(cue: Cue, candidates: Sequence[Candidate], ranking: Ranking, k: int) -> list[Ranked]:
    """The `k` best candidates, best first."""
    if not candidates:
        return []
    weighted = {
        name: ranking.weights[name] * values
        for name, values in features(cue, candidates, ranking).items()
        if ranking.uses(name)
    }
    scores = [float(score) for score in sum(weighted.values(), np.zeros(len(candidates)))]
    order = sorted(range(len(candidates)), key=lambda place: (-scores[place], candidates[place].event_id))
    return [
        Ranked(candidates[place], scores[place], {name: float(values[place]) for name, values in weighted.items()})
        for place in order[:k]
    ]
