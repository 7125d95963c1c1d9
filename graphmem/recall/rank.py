"""Ranking: a weighted sum of features; equal scores in order of id, so a ranking is reproducible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from graphmem.recall.candidates import Candidate
from graphmem.recall.channels import GRAPH
from graphmem.recall.cue import Cue
from graphmem.recall.features import Feature, features, standard
from graphmem.recall.graph import NOWHERE, Neighbourhood, Step, walk, ways
from graphmem.recall.occasions import chosen, occasions
from graphmem.rules.ranking import GraphWalk, Ranking

_SHARPNESS = 1.0
"""Of the softmax over the scores of the events that the walk sets out from."""

ORDER = "order"
"""The feature of the occasion that an order word means. It needs the scores of all others."""

CROWD = "crowd"
"""The feature of how many better events of the same occasion there are. It needs the scores of all others."""


class Ranked(NamedTuple):
    """A candidate with its score."""

    candidate: Candidate
    score: float
    place: int
    """Of the candidate among all."""
    whole: Whole
    same: tuple[str, ...] = ()
    """Ids of further events in the same words, which it stands for."""
    way: tuple[str, ...] = ()
    """For what came of something: ids of the events on the way to it, from where it began."""
    ahead: Mapping[str, float] = {}
    """What else was added to its score, by name."""

    @property
    def parts(self) -> dict[str, float]:
        """What each feature adds to the score."""
        return {name: float(values[self.place]) for name, values in self.whole.weighted.items()} | {**self.ahead}


@dataclass(frozen=True)
class Whole:
    """What a ranking was made of. Most of it is asked for by nobody, so it is worked out for the best events only."""

    weighted: Mapping[str, Feature]
    """What each feature adds to the scores of the candidates."""
    near: Neighbourhood
    restart: Sequence[str]
    """Ids of the events that the walk over the graph set out from."""


def paths(best: Sequence[Ranked]) -> dict[str, tuple[Step, ...]]:
    """By event id, the way over the graph to those that were reached there."""
    reached = [each.candidate.event_id for each in best if GRAPH in each.candidate.ranks]
    return ways(best[0].whole.near, reached, best[0].whole.restart) if reached else {}


def rank(cue: Cue, candidates: Sequence[Candidate], ranking: Ranking, near: Neighbourhood = NOWHERE) -> list[Ranked]:
    """All candidates (given in order of time), best first; `near` is the graph around the best of them."""
    if not candidates:
        return []
    weights = weights_for(candidates, ranking)
    if cue.only_time:
        weights |= ranking.overview
    weighted = {
        name: weights[name] * values
        for name, values in features(cue, candidates, ranking).items()
        if ranking.uses(name)
    }
    scores = sum(weighted.values(), np.zeros(len(candidates)))
    restart: dict[str, float] = {}
    if ranking.uses(GRAPH) and near.bridges:
        restart = _restart(scores, candidates, ranking.graph.restart)
        weighted[GRAPH] = weights[GRAPH] * _graph(candidates, restart, near, ranking.graph)
        scores = scores + weighted[GRAPH]
    if ranking.uses(ORDER):
        alike = weighted.get("dense", np.zeros(len(candidates)))
        telling = scores + weighted.get("why", 0.0)  # asked why, an occasion is told by its cause
        weighted[ORDER] = ranking.weights[ORDER] * _of_the_occasion(cue, candidates, scores, alike, telling, ranking)
        scores = scores + weighted[ORDER]
    if cue.only_time and ranking.uses(CROWD):
        weighted[CROWD] = weights[CROWD] * _crowd(candidates, scores)
        scores = scores + weighted[CROWD]
    whole = Whole(weighted, near, list(restart))
    ranked = [Ranked(candidates[place], score, place, whole) for place, score in enumerate(scores.tolist())]
    return sorted(ranked, key=lambda each: (-each.score, each.candidate.event_id))


def _of_the_occasion(
    cue: Cue, candidates: Sequence[Candidate], scores: Feature, alike: Feature, telling: Feature, ranking: Ranking
) -> Feature:
    """1 for the most telling few of the occasion that is meant: the rest of a long session must not fill the answer,
    the more so where another occasion was meant."""
    occasion = chosen(cue, candidates, scores, alike, ranking)
    values = np.zeros(len(candidates))
    if occasion is not None:
        best = sorted(occasion.places, key=lambda place: (-telling[place], candidates[place].event_id))
        values[best[: ranking.lifted]] = 1.0
    return values


def _crowd(candidates: Sequence[Candidate], scores: Feature) -> Feature:
    """log(1 + how many events of the same occasion score higher): of a month every occasion is told, not one of them
    from end to end."""
    values = np.zeros(len(candidates))
    for occasion in occasions(candidates, scores):
        best = sorted(occasion.places, key=lambda place: (-scores[place], candidates[place].event_id))
        values[best] = np.log1p(np.arange(len(best)))
    return values


def weights_for(candidates: Sequence[Candidate], ranking: Ranking) -> dict[str, float]:
    """The weights of features, on the way from those of talk to those of passages by the share of passages."""
    share = passage_share(candidates, ranking.passage_words)
    moved = {
        name: ranking.weights[name] + share * (weight - ranking.weights[name])
        for name, weight in ranking.passage_weights.items()
    }
    return ranking.weights | moved


def passage_share(candidates: Sequence[Candidate], words: int) -> float:
    """How much the candidates are passages, 0 to 1: texts of more than so many words that answer nobody's.

    Talk has a long opening here and there, so 0 where no more than half of them are; passages a short one, so 1 from
    five sixths on.
    """
    actors = {candidate.event_id: candidate.actor for candidate in candidates}
    passages = [
        candidate
        for candidate in candidates
        if (candidate.previous is None or actors.get(candidate.previous) == candidate.actor)
        and candidate.reading.words > words
    ]
    return min(1.0, max(0.0, 3 * len(passages) / len(candidates) - 1.5)) if candidates else 0.0


def _restart(base: Feature, candidates: Sequence[Candidate], count: int) -> dict[str, float]:
    """Shares of the best events by the other features; the better the more (softmax)."""
    best = sorted(range(len(candidates)), key=lambda place: (-base[place], candidates[place].event_id))[:count]
    weight = np.exp(_SHARPNESS * (base[best] - base[best].max()))
    return {candidates[place].event_id: float(share) for place, share in zip(best, weight / weight.sum(), strict=True)}


def _graph(
    candidates: Sequence[Candidate], restart: dict[str, float], near: Neighbourhood, rules: GraphWalk
) -> Feature:
    event_ids = [candidate.event_id for candidate in candidates]
    along = [(candidate.previous, candidate.event_id) for candidate in candidates if candidate.previous]
    return standard(np.log(np.maximum(walk(near, event_ids, restart, along, rules), rules.least)))
