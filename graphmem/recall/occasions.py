"""Order words: the last time, the first, the one before. Found by walking the occasions of a topic, not by a date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from graphmem.language.questions import Order
from graphmem.recall.candidates import Candidate
from graphmem.recall.cue import Cue
from graphmem.recall.features import went_wrong
from graphmem.rules.ranking import Ranking

_APART = timedelta(hours=6)
"""Events of no session that lie farther apart belong to different occasions."""
_UNRELATED = 3
"""Occasions of no nearness that are taken to be there besides, so that of two both may be of the topic."""


@dataclass(frozen=True)
class Occasion:
    """Events that belong together, in order of time: those of a session, or close together in time."""

    places: tuple[int, ...]
    """Among the candidates."""
    began: datetime
    session_id: str | None
    score: float
    """Of its best event."""


def occasions(candidates: Sequence[Candidate], scores: NDArray[np.float64]) -> list[Occasion]:
    """The occasions of candidates that are in order of time, in that order."""
    groups: dict[str, list[int]] = {}
    last: datetime | None = None
    loose = 0
    for place, candidate in enumerate(candidates):
        if candidate.session_id is not None:
            groups.setdefault(f"session {candidate.session_id}", []).append(place)
            continue
        loose += last is None or candidate.occurred_at - last > _APART
        last = candidate.occurred_at
        groups.setdefault(f"loose {loose}", []).append(place)
    return sorted(
        (
            Occasion(
                places=tuple(places),
                began=candidates[places[0]].occurred_at,
                session_id=candidates[places[0]].session_id,
                score=float(max(scores[place] for place in places)),
            )
            for places in groups.values()
        ),
        key=lambda occasion: (occasion.began, occasion.places),
    )


def chosen(
    cue: Cue,
    candidates: Sequence[Candidate],
    scores: NDArray[np.float64],
    alike: NDArray[np.float64],
    ranking: Ranking,
) -> Occasion | None:
    """The occasion that the order word of the cue means; None without one.

    How near an occasion is to the topic is the score of its best event and how `alike` in meaning its likest is: a
    failed booking shares a word with a failed payment, and is another matter. Of the topic are those that are nearer
    than `ranking.topical` of the way from a usual occasion to the nearest, and at most `ranking.margin_alike` less
    alike than the most alike. The session that asks is not among them, and what lies outside the time asked about
    neither; where a cause is asked for, only those on which something went wrong.
    """
    order = cue.occasion
    if order is None:
        return None
    there = [
        occasion
        for occasion in occasions(candidates, scores)
        if occasion.session_id is None or occasion.session_id != cue.session_id
    ]
    if cue.span is not None:
        since, until = cue.span
        there = [
            each for each in there if any(since <= candidates[p].occurred_at < until for p in each.places)
        ] or there
    past = [each for each in there if each.began <= cue.now] or there
    if cue.asks_why:
        past = [each for each in past if any(went_wrong(candidates[place]) for place in each.places)] or past
    if not past:
        return None
    likest = np.array([max(alike[place] for place in each.places) for each in past])
    close = np.array([each.score for each in past]) + likest
    usual = min(float(np.median([*close, *[0.0] * _UNRELATED])), close.max())
    least = usual + ranking.topical * (close.max() - usual)
    of_it = (close >= least) & (likest >= likest.max() - ranking.margin_alike)
    topical = [each for each, holds in zip(past, of_it, strict=True) if holds] or [past[int(close.argmax())]]
    return topical[_place(order, len(topical), asked_within=cue.session_id is not None)]


def _place(order: Order, count: int, *, asked_within: bool) -> int:
    """Which of `count` occasions in order of time."""
    if order == "first":
        return 0
    if order == "before_last" or (order == "previous" and not asked_within):
        return max(0, count - 2)
    return count - 1
