"""A slot while it is folded: its facts, their places in world time, and the steps that were made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from graphmem.clock import BEGINNING, END
from graphmem.rules.evidence import Piece
from graphmem.rules.facts import (
    ALIVE,
    BELIEVED,
    HOLDING,
    FactKey,
    FactNumbers,
    FactState,
    Fold,
    Polarity,
    Rule,
    SlotPredicate,
    Status,
    Step,
    Support,
    excluded_by,
    one_value,
)


@dataclass(slots=True, eq=False)
class Weighed:
    """A fact while its slot is folded."""

    key: FactKey
    valid_from: datetime
    valid_until: datetime
    natural_end: datetime
    """Where it ends if nothing takes its place."""
    fact_type: str
    precision: str = "instant"
    ends_as_said: bool = False
    confidence: int = 0
    status: Status = Status.PENDING
    said: int = 0
    sessions: set[str] = field(default_factory=set)
    last_session: str = ""
    run: set[str] = field(default_factory=set)
    """Of a rival: the sessions in which it was said since what it stands against was last confirmed."""
    believed: bool = False
    """Whether it ever was."""
    rival_of: FactKey | None = None
    superseded_by: FactKey | None = None
    retracted_at: datetime = END

    @property
    def alive(self) -> bool:
        return self.status in ALIVE

    def holds(self, moment: datetime) -> bool:
        return self.valid_from <= moment < self.valid_until

    def state(self) -> FactState:
        return FactState(
            key=self.key,
            confidence=self.confidence,
            status=self.status,
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            precision=self.precision,
            fact_type=self.fact_type,
            said=self.said,
            sessions=len(self.sessions),
            rival_of=self.rival_of,
            superseded_by=self.superseded_by,
            retracted_at=self.retracted_at,
        )


def rivalled(holders: Iterable[Weighed]) -> FactKey | None:
    """Which of the holders a rival is said to stand against: one that affirms something, if there is one."""
    return min((holder.key for holder in holders), key=lambda key: (key.polarity != "+", key), default=None)


class Slot:
    """The facts of one slot; `graphmem.rules.fold` decides what happens to them."""

    def __init__(self, predicate: SlotPredicate, numbers: FactNumbers) -> None:
        self.predicate = predicate
        self.numbers = numbers
        self._facts: dict[str, list[Weighed]] = defaultdict(list)
        """By object, so that a slot of many objects is not searched for each piece of evidence."""
        self._steps: dict[tuple[FactKey, str], Step] = {}
        self.over: set[FactKey] = set()
        """What ended by the evidence at hand; what stood against it is to be looked at again."""

    def result(self) -> Fold:
        facts = sorted((fact.state() for fact in self.facts()), key=lambda fact: fact.key)
        return Fold(tuple(facts), tuple(self._steps.values()))

    def facts(self) -> Iterator[Weighed]:
        for facts in self._facts.values():
            yield from facts

    # Looking for facts.

    def spells(self, object_: str, polarity: Polarity) -> list[Weighed]:
        """The facts of that object and polarity, in the order in which they were first said."""
        return [fact for fact in self._facts.get(object_, ()) if fact.key.polarity == polarity]

    def against(self, key: FactKey) -> list[Weighed]:
        """The facts that cannot be true together with the one of `key`."""
        near = self.facts() if one_value(self.predicate) else iter(self._facts.get(key.object, ()))
        return [fact for fact in near if excluded_by(self.predicate, fact.key, key)]

    def holders(self, key: FactKey, moment: datetime) -> list[Weighed]:
        """What is held against the fact of `key` at a moment: what has a place then, or was said and is no rival."""
        return [
            fact
            for fact in self.against(key)
            if fact.holds(moment)
            and (fact.status in HOLDING or (fact.status is Status.PENDING and fact.rival_of is None))
        ]

    def rivals(self, fact: Weighed) -> list[Weighed]:
        """What stands against `fact` and is not believed."""
        return [
            other for other in self.against(fact.key) if other.status is Status.PENDING and other.rival_of is not None
        ]

    # Making and moving facts.

    def add(self, piece: Piece) -> Weighed:
        """A new fact, as `piece` says it."""
        before = self.spells(piece.object, piece.polarity)
        fact = Weighed(
            key=FactKey(piece.object, piece.polarity, len(before) + 1),
            valid_from=piece.valid_from,
            valid_until=piece.natural_end,
            natural_end=piece.natural_end,
            fact_type=piece.fact_type,
            precision=piece.precision,
            ends_as_said=piece.end is not None,
        )
        self._facts[piece.object].append(fact)
        return fact

    def heard(self, fact: Weighed, piece: Piece) -> bool:
        """Count that `piece` says `fact`; returns whether in a session in which it was not said before."""
        new = piece.session not in fact.sessions
        fact.said += 1
        fact.sessions.add(piece.session)
        fact.last_session = piece.session
        fact.fact_type = piece.fact_type
        return new

    def believe(self, fact: Weighed, start: datetime, piece: Piece, rule: Rule) -> None:
        """`fact` is believed from `start` on: what was held against it is over, rivals of it or of that lose.

        Args:
            rule: of the steps of what is over.
        """
        contest = sorted(
            (other for other in self.against(fact.key) if other.alive), key=lambda other: (other.valid_from, other.key)
        )
        rivals = [
            other for other in contest if other.rival_of and (other.rival_of == fact.key or self._proven_against(other))
        ]
        over = [other for other in contest if other not in rivals]
        for place, other in enumerate(over):  # what was only said was true in turn, as far as anybody knows
            after = (later for later in over[place + 1 :] if excluded_by(self.predicate, later.key, other.key))
            self.supersede(other, next(after, fact), piece, rule)
        for rival in rivals:
            self.overrule(rival, piece)
            rival.rival_of = fact.key
        fact.status, fact.believed, fact.rival_of = Status.ACTIVE, True, None
        fact.run.clear()
        fact.valid_from = min(start, fact.valid_until)
        self.make_room(fact)

    def _proven_against(self, rival: Weighed) -> bool:
        return any(other.alive and other.believed for other in self.against(rival.key))

    def supersede(self, fact: Weighed, by: Weighed | None, piece: Piece, rule: Rule) -> None:
        """`fact` ends where `by` begins, for which the caller makes room; or with what took its place elsewhere."""
        placed = fact.status in HOLDING
        fact.status, fact.superseded_by, fact.rival_of = Status.SUPERSEDED, by.key if by else None, None
        self.over.add(fact.key)
        if not placed:
            self.make_room(fact)
        self.step(fact, piece, rule, "doubts")

    def overrule(self, rival: Weighed, piece: Piece) -> None:
        """A rival lost: it is doubted, and dropped when little is left of it."""
        rival.run.clear()
        if self.doubt(rival, piece, Rule.OVERRULED) and rival.confidence < self.numbers.dropped_below:
            rival.status = Status.DROPPED
            self.step(rival, piece, Rule.OVERRULED, "doubts")
            self.over.add(rival.key)

    def doubt(self, fact: Weighed, piece: Piece, rule: Rule) -> bool:
        """Take from the confidence of `fact`, once an event, and never for an event that says it."""
        if (fact.key, piece.event_id) in self._steps:
            return False
        if rule is Rule.CONTRADICTED and fact.status is Status.ACTIVE:
            fact.status = Status.DISPUTED
        self.step(fact, piece, rule, "doubts", fact.confidence - self.numbers.doubt)
        return True

    def make_room(self, fact: Weighed) -> None:
        """Cut the intervals of all that excludes `fact` where they overlap with its own: what was said last counts.

        Nothing is cut in two: of what would remain on both sides the later part stays of what may be true now, the
        earlier one of what is over.
        """
        start, end = fact.valid_from, fact.valid_until
        for other in self.against(fact.key):
            if other.status not in HOLDING or other.valid_from >= end or other.valid_until <= start or start >= end:
                continue
            before, after = other.valid_from < start, other.valid_until > end
            if before and (not after or not other.alive):
                other.valid_until = start
            elif after:
                other.valid_from = end
            else:
                other.valid_until = other.valid_from

    def free_start(self, key: FactKey, end: datetime) -> datetime:
        """The earliest start that takes nothing from what held, and was over, before `end`."""
        over = [fact.valid_until for fact in self.against(key) if fact.status in HOLDING and fact.valid_until <= end]
        return max(over, default=BEGINNING)

    def next_after(self, key: FactKey, moment: datetime, *, alive: bool = False) -> Weighed | None:
        """What excludes the fact of `key` and is the first to begin at `moment` or later."""
        later = [
            fact
            for fact in self.against(key)
            if fact.valid_from >= moment
            and fact.valid_from < fact.valid_until
            and fact.status in (BELIEVED if alive else HOLDING)
        ]
        return min(later, key=lambda fact: (fact.valid_from, fact.key), default=None)

    # The log.

    def step(self, fact: Weighed, piece: Piece, rule: Rule, support: Support, confidence: int | None = None) -> None:
        """Set the confidence of `fact`, within its bounds, and note that `piece` did it.

        What happens to a fact several times because of one piece of evidence is one step, named after the first.
        """
        before = fact.confidence
        if confidence is not None:
            fact.confidence = max(self.numbers.least, min(self.numbers.most, confidence))
        known = self._steps.get((fact.key, piece.event_id))
        made = known or Step(
            fact=fact.key,
            event_id=piece.event_id,
            stored_in=piece.stored_in,
            occurred_at=piece.occurred_at,
            support=support,
            rule=rule,
            delta=0,
            confidence_after=before,
            status_after=fact.status,
            quote=piece.quote,
        )
        self._steps[fact.key, piece.event_id] = replace(
            made,
            delta=made.delta + fact.confidence - before,
            confidence_after=fact.confidence,
            status_after=fact.status,
        )
