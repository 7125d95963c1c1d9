"""Whether the facts that a recall serves are those that a question expects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from graphmem.clock import BEGINNING, END
from graphmem.evaluation.scenarios.suite import Expectation, ExpectedFact
from graphmem.language.identify import HAN
from graphmem.rules.belief import Fact
from graphmem.rules.keys import USER_KEY, name_key, user_entity
from graphmem.user import UserMemory

_HAN = re.compile(f"[{HAN}]")


@dataclass(frozen=True)
class Held:
    """A fact, and the last step that made it what it is."""

    fact: Fact
    why: str
    """When it was said, by which rule it counted, and the words."""


@dataclass(frozen=True)
class WantedFact:
    """A fact that is expected, and what came of it."""

    expected: ExpectedFact
    served: Fact | None
    """The one that meets it."""
    held: tuple[Held, ...] = ()
    """Of one that is missing: all that is held of such an object, served or not."""


@dataclass(frozen=True)
class FactAnswer:
    """The facts of an answer."""

    wanted: tuple[WantedFact, ...] = ()
    unwanted: tuple[Fact, ...] = ()
    """Served ones that must not be."""
    served: tuple[Held, ...] = ()
    """All that were, where something is wrong; nothing else is told of what is right."""

    @property
    def found(self) -> int:
        """How many of the expected facts were served."""
        return sum(each.served is not None for each in self.wanted)

    @property
    def passed(self) -> bool:
        return self.found == len(self.wanted) and not self.unwanted


def judged(
    expect: Expectation, served: Sequence[Fact], user: UserMemory, zone: tzinfo, known_at: datetime | None
) -> FactAnswer:
    """What of the expected facts is among the `served`, and what of them should not be there.

    Raises:
        StoreError: the store failed, which is asked only about what is wrong.
    """
    wanted = tuple(
        WantedFact(each, next((fact for fact in served if meets(fact, each, user.id, zone)), None))
        for each in expect.facts
    )
    unwanted = tuple(fact for fact in served if any(_alike(fact.object, name) for name in expect.no_facts))
    answer = FactAnswer(wanted, unwanted)
    if answer.passed:
        return answer
    every = user.facts(status="all", known_at=known_at) if answer.found < len(wanted) else []
    missing = [
        each
        if each.served
        else WantedFact(each.expected, None, tuple(_held(user, f) for f in every if _of_object(f, each.expected)))
        for each in wanted
    ]
    return FactAnswer(tuple(missing), unwanted, tuple(_held(user, fact) for fact in served))


def meets(fact: Fact, expected: ExpectedFact, user_id: str, zone: tzinfo) -> bool:
    """Whether a fact of a user is what is expected, in all that is said of it."""
    return (
        _of_object(fact, expected)
        and (expected.subject is None or _is(fact, expected.subject, user_id))
        and expected.predicate in (None, fact.predicate)
        and (not expected.status or fact.status in expected.status)
        and (expected.since is None or expected.since == day(fact.valid_from, zone))
        and (expected.until is None or expected.until == day(fact.valid_until, zone))
    )


def day(moment: datetime, zone: tzinfo) -> date | None:
    """The day of a bound of an interval in a zone; None where it is open."""
    return moment.astimezone(zone).date() if BEGINNING < moment < END else None


def _of_object(fact: Fact, expected: ExpectedFact) -> bool:
    return any(_alike(fact.object, name) for name in expected.object)


def _is(fact: Fact, subject: str, user_id: str) -> bool:
    if name_key(subject) == USER_KEY:
        return fact.subject_id == user_entity(user_id)
    return name_key(subject) == name_key(fact.subject)


def _alike(one: str, other: str) -> bool:
    """Whether one name, folded, holds the words of the other; in Chinese, two characters or more of it."""
    shorter, longer = sorted((name_key(one), name_key(other)), key=len)
    if _HAN.search(shorter):
        return shorter == longer or (len(shorter) > 1 and shorter in longer)
    return f" {shorter} " in f" {longer} "


def _held(user: UserMemory, fact: Fact) -> Held:
    last = user.provenance(fact).changes[-1:]
    return Held(fact, "; ".join(f"{each.rule}: {' '.join(each.quote.split())}" for each in last))
