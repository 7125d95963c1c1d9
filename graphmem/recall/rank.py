"""Ranking: a weighted sum of standardised features; equal scores in order of id, so a ranking is reproducible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


def rank(cue: Cue, candidates: Sequence[Candidate], ranking: Ranking) -> list[Ranked]:
    """The candidates, best first."""
    if not candidates:
        return []
    weighted = {
        name: ranking.weights[name] * values
        for name, values in features(cue, candidates, ranking).items()
        if ranking.uses(name)
    }
    ranked = []
    for index, candidate in enumerate(candidates):
        parts = {name: float(values[index]) for name, values in weighted.items()}
        ranked.append(Ranked(candidate, sum(parts.values()), parts))
    return sorted(ranked, key=lambda each: (-each.score, each.candidate.event.event_id))
