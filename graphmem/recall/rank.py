"""Ranking: a weighted sum of features; equal scores in order of id, so a ranking is reproducible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graphmem.recall.candidates import Candidate
from graphmem.recall.cue import Cue
from graphmem.recall.features import Feature, features
from graphmem.recall.occasions import chosen
from graphmem.rules.ranking import Ranking

ORDER = "order"
"""The feature of the occasion that an order word means. It needs the scores of all others."""


@dataclass(frozen=True)
class Ranked:
    """A candidate with its score and what each feature adds to it."""

    candidate: Candidate
    score: float
    parts: Mapping[str, float]
    same: tuple[str, ...] = ()
    """Ids of further events in the same words, which it stands for."""
    way: tuple[str, ...] = ()
    """For what came of something: ids of the events on the way to it, from where it began."""


def rank(cue: Cue, candidates: Sequence[Candidate], ranking: Ranking) -> list[Ranked]:
    """All candidates (given in order of time), best first."""
    if not candidates:
        return []
    weighted = {
        name: ranking.weights[name] * values
        for name, values in features(cue, candidates, ranking).items()
        if ranking.uses(name)
    }
    scores = sum(weighted.values(), np.zeros(len(candidates)))
    if ranking.uses(ORDER):
        weighted[ORDER] = ranking.weights[ORDER] * _of_the_occasion(cue, candidates, scores, ranking)
        scores = scores + weighted[ORDER]
    order = sorted(range(len(candidates)), key=lambda place: (-scores[place], candidates[place].event_id))
    return [
        Ranked(
            candidates[place],
            float(scores[place]),
            {name: float(values[place]) for name, values in weighted.items()},
        )
        for place in order
    ]


def _of_the_occasion(cue: Cue, candidates: Sequence[Candidate], scores: Feature, ranking: Ranking) -> Feature:
    occasion = chosen(cue, candidates, scores, ranking)
    values = np.zeros(len(candidates))
    if occasion is not None:
        values[list(occasion.places)] = 1.0
    return values
