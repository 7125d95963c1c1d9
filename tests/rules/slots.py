"""Short ways to say what somebody said, for tests of the fold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from graphmem.models import Occurrence
from graphmem.rules.evidence import Cue, Evidence
from graphmem.rules.facts import FactState, Fold
from graphmem.rules.fold import fold
from graphmem.rules.served import served

DAY = timedelta(days=1)
START = datetime(2026, 5, 1, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Row:
    """A row of the table of predicates, as far as the fold looks at it."""

    cardinality: str
    opposite: str | None = None


ONE = Row("one")
"""Such as where somebody lives."""
MANY = Row("many")
"""Such as what somebody likes."""


def day(number: float) -> datetime:
    """So many days after the first of May, 2026, at nine."""
    return START + number * DAY


def say(
    object: str,
    on: float,
    session: str | None = None,
    *cues: Cue,
    id: str | None = None,
    no: bool = False,
    quote: str = "",
    seen: tuple[tuple[float, str], ...] = (),
    **more: object,
) -> Evidence:
    """`object` said on a day, in a session (by default one of its own)."""
    return Evidence(
        event_id=id or f"{object} {on}",
        occurred_at=day(on),
        object=object,
        polarity="-" if no else "+",
        session_id=session or f"s{on}",
        cues=frozenset(cues),
        quote=quote,
        seen=tuple(
            Occurrence(occurred_at=day(when), session_id=where, event_id=f"{object} {on} at {when}")
            for when, where in seen
        ),
        **more,  # type: ignore[arg-type]
    )


def state(folded: Fold, object: str, *, no: bool = False, spell: int = 1) -> FactState:
    return next(fact for fact in folded.facts if fact.key == (object, "-" if no else "+", spell))


def believed(folded: Fold) -> dict[str, tuple[str, int]]:
    """Status and confidence by object; what is denied of it stands under "not …", later spells under "… 2"."""
    return {
        ("not " if fact.key.polarity == "-" else "")
        + fact.key.object
        + (f" {fact.key.spell}" if fact.key.spell > 1 else ""): (fact.status.value, fact.confidence)
        for fact in folded.facts
    }


def shown(folded: Fold, on: float, predicate: Row = ONE) -> dict[str, str]:
    """What is served about a day: mark by object."""
    return {
        ("not " if each.fact.key.polarity == "-" else "") + each.fact.key.object: each.mark
        for each in served(folded.facts, predicate, day(on))
    }


def days(fact: FactState) -> tuple[float, float | None]:
    """Its interval in days after the first of May; None for an open end."""
    until = None if fact.valid_until.year == 9999 else (fact.valid_until - START) / DAY
    return (fact.valid_from - START) / DAY, until


__all__ = ["DAY", "MANY", "ONE", "START", "Row", "believed", "day", "days", "fold", "say", "shown", "state"]


def rules(folded, object, **more):
    """What each step did to the fact of that object: rule, change and whether it speaks for it."""
    key = state(folded, object, **more).key
    return [(step.rule.value, step.delta, step.support) for step in folded.steps if step.fact == key]
