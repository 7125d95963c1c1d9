"""What a new fold of a slot changes about the one before: the facts, and the lines to append to the log of belief."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from graphmem.rules.facts import FactKey, FactState, Fold, Status, Step, Support


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log, which is append-only in belief time: what was believed of a fact from then on."""

    fact: FactKey
    event_id: str | None
    """The evidence; none where nothing new was said: evidence was forgotten, or a number was changed."""
    stored_in: str | None
    support: Support
    rule: str
    """The rule of the step, or "refolded" where other evidence, late or forgotten, changed what follows."""
    delta: int
    """To what was believed before, in hundredths."""
    confidence_after: int
    status_after: Status
    quote: str


REFOLDED = "refolded"


@dataclass(frozen=True, slots=True)
class Changes:
    """How to get from one fold of a slot to the next."""

    made: tuple[FactState, ...] = ()
    changed: tuple[FactState, ...] = ()
    gone: tuple[FactKey, ...] = ()
    """All of their evidence was forgotten."""
    lines: tuple[Line, ...] = ()
    """In the order in which they are appended. The last line of each fact says what is believed of it now."""

    def __bool__(self) -> bool:
        return bool(self.made or self.changed or self.gone or self.lines)


def changes(before: Fold, after: Fold) -> Changes:
    """What to write so that a store that holds `before` holds `after`.

    Lines that were appended stay as they are: a late event changes what its slot says today, not what was believed
    before it came. So each fact gets a line for each piece of evidence that is new, whose `delta` is to what was
    believed before; and a fact that changes without evidence of its own a line "refolded", on the last new event of
    the slot. A fact and a piece of evidence share one line at most.
    """
    old = {fact.key: fact for fact in before.facts}
    new = {fact.key: fact for fact in after.facts}
    known = {step.event_id for step in before.steps}
    fresh = [step for step in after.steps if step.event_id not in known]
    return Changes(
        made=tuple(fact for key, fact in new.items() if key not in old),
        changed=tuple(fact for key, fact in new.items() if key in old and old[key] != fact),
        gone=tuple(key for key in old if key not in new),
        lines=tuple(_lines(old, new, fresh)),
    )


def _lines(old: dict[FactKey, FactState], new: dict[FactKey, FactState], fresh: list[Step]) -> list[Line]:
    by_fact: dict[FactKey, list[Step]] = defaultdict(list)
    for step in fresh:
        by_fact[step.fact].append(step)
    order = {step.event_id: place for place, step in enumerate(fresh)}
    placed: list[tuple[int, Line]] = []
    for key, fact in new.items():
        believed = old.get(key)
        steps = by_fact.get(key, [])
        if not steps and (believed is None or _belief(believed) != _belief(fact)):
            placed.append((len(fresh), _refolded(believed, fact, fresh[-1] if fresh else None)))
        confidence = believed.confidence if believed else 0
        for step in steps:
            last = step is steps[-1]
            line = Line(
                fact=key,
                event_id=step.event_id,
                stored_in=step.stored_in,
                support=step.support,
                rule=step.rule.value,
                delta=0,
                confidence_after=fact.confidence if last else step.confidence_after,
                status_after=fact.status if last else step.status_after,
                quote=step.quote,
            )
            placed.append((order[step.event_id], replace(line, delta=line.confidence_after - confidence)))
            confidence = line.confidence_after
    return [line for _, line in sorted(placed, key=lambda it: (it[0], it[1].fact))]


def _refolded(believed: FactState | None, fact: FactState, event: Step | None) -> Line:
    delta = fact.confidence - (believed.confidence if believed else 0)
    return Line(
        fact=fact.key,
        event_id=event.event_id if event else None,
        stored_in=event.stored_in if event else None,
        support="supports" if delta > 0 or (delta == 0 and fact.status is Status.ACTIVE) else "doubts",
        rule=REFOLDED,
        delta=delta,
        confidence_after=fact.confidence,
        status_after=fact.status,
        quote=event.quote if event else "",
    )


def _belief(fact: FactState) -> tuple[int, Status]:
    return fact.confidence, fact.status
