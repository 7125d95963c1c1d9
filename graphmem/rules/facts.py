"""What a fact is while it is weighed: its key, its state, the steps of its confidence, and the numbers behind them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple, Protocol

from graphmem.clock import END

Polarity = Literal["+", "-"]
Support = Literal["supports", "doubts"]


class Status(StrEnum):
    """Where a fact stands."""

    PENDING = "pending"
    """Said, not yet believed."""
    ACTIVE = "active"
    """Believed."""
    DISPUTED = "disputed"
    """Believed and contradicted: always shown together with its rival."""
    SUPERSEDED = "superseded"
    """It held until something newer took its place."""
    RETRACTED = "retracted"
    """It was never so."""
    DROPPED = "dropped"
    """A rival that lost."""


ALIVE = frozenset({Status.PENDING, Status.ACTIVE, Status.DISPUTED})
"""What may be true now."""
BELIEVED = frozenset({Status.ACTIVE, Status.DISPUTED})
HOLDING = frozenset({Status.ACTIVE, Status.DISPUTED, Status.SUPERSEDED})
"""What has a place in world time: of two that exclude each other the intervals never overlap."""


class Rule(StrEnum):
    """Why a step was made. Numbers are rows of the table in docs/beliefs.md."""

    NEW = "new"
    """7: said for the first time."""
    AGREES = "agrees"
    """5: said again."""
    CONTRADICTS = "contradicts"
    """6: said against what is held, which it becomes a rival of."""
    CONTRADICTED = "contradicted"
    """6: something else was said against it."""
    CHANGE = "change"
    """3: said as a change."""
    REMEMBER = "remember"
    """3 and 4: to be remembered."""
    CONFIRM = "confirm"
    """Confirmed through the API; weighed like "remember"."""
    ASSERT = "assert"
    """Asserted through the API; weighed like "remember"."""
    CORRECTION = "correction"
    """2: said in place of what was denied in the same breath."""
    REPLACED = "replaced"
    """3: its place was taken by what was said as a change, or to be remembered."""
    WINS = "wins"
    """A rival that was said in enough sessions."""
    OUTVOTED = "outvoted"
    """Its rival won."""
    HOLDS = "holds"
    """Confirmed in a later session, against its rivals."""
    OVERRULED = "overruled"
    """A rival that lost."""
    HISTORY = "history"
    """It held before what is held."""
    DENIED = "denied"
    """2: said never to have been so."""
    FREED = "freed"
    """What stood against it, or had taken its place, was denied."""
    RECURS = "recurs"
    """Nobody said it: it was seen in one more week."""


class FactKey(NamedTuple):
    """Which fact of a slot. The same one in whatever order its evidence arrives."""

    object: str
    """Id of the entity."""
    polarity: Polarity
    spell: int
    """1; one more each time that it is said again after it had ended or was denied (moved away and back)."""


@dataclass(frozen=True, slots=True)
class FactState:
    """What all evidence of its slot together says about a fact."""

    key: FactKey
    confidence: int
    """5 to 99 hundredths."""
    status: Status
    valid_from: datetime
    """From when on it holds: as said, else when it was first said; `BEGINNING` when nobody knows."""
    valid_until: datetime
    """Exclusive; `END` while it is open."""
    precision: str
    """How exact the times that were said are ("day"); "instant" where they are those of events."""
    fact_type: str
    said: int
    """How many times it was said."""
    sessions: int
    """In how many independent sessions (or days, without sessions)."""
    rival_of: FactKey | None = None
    superseded_by: FactKey | None = None
    retracted_at: datetime = END
    """When it was denied, in world time; `END` if it was not."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one piece of evidence did to one fact. There is at most one for the two."""

    fact: FactKey
    event_id: str
    """The evidence: of an event, or of a further time that it was seen."""
    stored_in: str
    """Id of the event that holds it."""
    occurred_at: datetime
    support: Support
    rule: Rule
    delta: int
    """Hundredths."""
    confidence_after: int
    status_after: Status
    quote: str


@dataclass(frozen=True, slots=True)
class Fold:
    """The facts of a slot, and how they came about."""

    facts: tuple[FactState, ...] = ()
    """By key."""
    steps: tuple[Step, ...] = ()
    """In the order of the evidence."""


class SlotPredicate(Protocol):
    """What must be known of a predicate to weigh its facts; `graphmem.rules.predicates` has the table."""

    @property
    def cardinality(self) -> str:
        """ "one", "many" or "one per aspect": how many objects of a slot can be true at once."""

    @property
    def opposite(self) -> str | None:
        """The predicate that says the contrary of the same object."""


@dataclass(frozen=True, slots=True)
class FactNumbers:
    """The numbers of `facts.toml`, in hundredths; it says what each is for."""

    new: int
    same_session: int
    other_session: int
    doubt: int
    active: int
    explicit: int
    dropped_below: int
    least: int
    most: int
    sessions: int
    """That a rival needs."""
    weeks: int
    """In which something must recur."""
    retention: Mapping[str, timedelta]
    """By type of fact, for what ends by itself."""


@cache
def fact_numbers() -> FactNumbers:
    """The numbers in force, read once."""
    data = tomllib.loads(files("graphmem.rules").joinpath("facts.toml").read_text(encoding="utf-8"))
    return FactNumbers(
        **data["confidence"],
        sessions=data["rival"]["sessions"],
        weeks=data["recurring"]["weeks"],
        retention={fact_type: timedelta(days=days) for fact_type, days in data["retention_days"].items()},
    )


@dataclass(frozen=True, slots=True)
class _OfMany:
    opposite: str | None
    cardinality: str = "many"


def of_slot(predicate: SlotPredicate, aspect: str) -> SlotPredicate:
    """The predicate as it holds in the slot of an aspect: what is one per aspect is many where there is no aspect.

    To prefer tea and to prefer trains exclude each other only if they are about the same thing.
    """
    return _OfMany(predicate.opposite) if predicate.cardinality == "one per aspect" and not aspect else predicate


def one_value(predicate: SlotPredicate) -> bool:
    """Whether the slots of a predicate hold one object at a time."""
    return predicate.cardinality != "many"


def excluded_by(predicate: SlotPredicate, one: FactKey, other: FactKey) -> bool:
    """Whether two facts of a slot cannot both be true at the same time.

    They can unless they say the contrary of the same object, or name two objects of a slot that holds one.
    """
    if one.object == other.object:
        return one.polarity != other.polarity
    return one_value(predicate) and one.polarity == other.polarity == "+"


def affirmed(name: str, polarity: Polarity, table: Mapping[str, SlotPredicate]) -> tuple[str, Polarity]:
    """The predicate and polarity under which something is weighed, so that opposites meet in one slot.

    Of two opposite predicates that is the one that stands first in the table: not to like is to dislike, as far as
    contradictions are concerned.

    >>> from dataclasses import make_dataclass
    >>> Row = make_dataclass("Row", ["cardinality", "opposite"])
    >>> table = {"likes": Row("many", "dislikes"), "dislikes": Row("many", "likes")}
    >>> affirmed("dislikes", "+", table), affirmed("likes", "+", table), affirmed("juggles", "-", table)
    (('likes', '-'), ('likes', '+'), ('juggles', '-'))
    """
    found = table.get(name)
    if found is None or found.opposite is None:
        return name, polarity
    first = next(each for each in table if each in (name, found.opposite))
    if first == name:
        return name, polarity
    return first, "-" if polarity == "+" else "+"
