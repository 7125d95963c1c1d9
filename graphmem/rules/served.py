"""Which facts of a slot are served, and where a fact stands at a given time."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from graphmem.clock import BEGINNING
from graphmem.rules.facts import (
    ALIVE,
    FactKey,
    FactNumbers,
    FactState,
    SlotPredicate,
    Status,
    excluded_by,
    fact_numbers,
    one_value,
)

Mark = Literal["believed", "disputed", "rival", "said"]
"""How a served fact is shown: believed; believed and contradicted; what contradicts it; said, not yet believed."""
Standing = Status | Literal["upcoming", "ended"]


@dataclass(frozen=True, slots=True)
class Served:
    """A fact that is shown to whoever asks what is true."""

    fact: FactState
    mark: Mark


def status_at(fact: FactState, moment: datetime) -> Standing:
    """Where a fact stands at a moment of world time, as far as is known today.

    "ended" when its natural end has passed (a deadline, a plan), "upcoming" before it begins; "active" for a
    superseded fact at a time when it still held.
    """
    if fact.status in (Status.RETRACTED, Status.DROPPED):
        return fact.status
    if moment < fact.valid_from:
        return "upcoming"
    if moment < fact.valid_until:
        return Status.ACTIVE if fact.status is Status.SUPERSEDED else fact.status
    return "ended" if fact.status in ALIVE else Status.SUPERSEDED


def _order(each: Served) -> tuple[bool, int, timedelta, FactKey]:
    """Rivals last; the surer first, and of equally sure ones the younger."""
    return each.mark == "rival", -each.fact.confidence, BEGINNING - each.fact.valid_from, each.fact.key


def served(
    facts: Iterable[FactState], predicate: SlotPredicate, at: datetime, numbers: FactNumbers | None = None
) -> list[Served]:
    """What of a slot is served about the moment `at`, the surest first.

    Believed facts from .75 on, and what was believed then of what has been superseded; a disputed fact together with
    its rivals; and what was only said, where nothing served excludes it. What contradicts each other and was only said
    is served together.
    """
    numbers = numbers or fact_numbers()
    holding = [fact for fact in facts if status_at(fact, at) in ALIVE]
    said = [fact for fact in holding if fact.status is Status.PENDING]
    shown: list[Served] = []
    for fact in holding:
        if fact.status is Status.SUPERSEDED:
            once = fact.said == 1 and fact.confidence < numbers.active
            shown.append(Served(fact, "said" if once else "believed"))
        elif fact.status is Status.DISPUTED:
            rivals = [rival for rival in said if excluded_by(predicate, rival.key, fact.key)]
            shown.append(Served(fact, "disputed" if rivals else "believed"))
            shown += [Served(rival, "rival") for rival in rivals]
        elif fact.status is Status.ACTIVE and fact.confidence >= numbers.active:
            shown.append(Served(fact, "believed"))
    taken = [each.fact for each in shown]
    shown += [
        Served(fact, "said")
        for fact in said
        if fact not in taken and not any(excluded_by(predicate, fact.key, other.key) for other in taken)
    ]
    unique = {each.fact.key: each for each in reversed(shown)}
    return sorted(_without_implied(unique.values(), predicate), key=_order)


def _without_implied(shown: Collection[Served], predicate: SlotPredicate) -> list[Served]:
    """Where one value holds, that others do not goes without saying."""
    if not one_value(predicate) or not any(s.mark == "believed" and s.fact.key.polarity == "+" for s in shown):
        return list(shown)
    return [each for each in shown if each.fact.key.polarity == "+"]
