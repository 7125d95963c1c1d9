"""How much an event matters, by the rules of `importance.toml`: a number with its reasons."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from graphmem.config import ImportanceRule
from graphmem.errors import ConfigurationError, InvalidInputError
from graphmem.models import ActorRole, EventType
from graphmem.rules.phrases import Hit, Phrases, Token, plain, tokens_of

OPINION = "model_opinion"
"""The reason that is added where a model's opinion raised an importance."""
READ = 2_000
"""Characters that are looked at of the beginning, and of the end, of a long text."""


@dataclass(frozen=True, slots=True)
class Importance:
    """The weight given to an event once, when it is recorded."""

    value: float
    """0 to 1, in hundredths."""
    reasons: tuple[str, ...] = ()
    """Codes of the rules that hold, the weightiest first; `importance.toml` says what each means."""
    floor: float = 0.0
    """What neither a model's opinion nor feedback may go below."""
    explicit: bool = False
    """Somebody asked to remember it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the table, without its phrases."""

    name: str
    meaning: str
    weight: float
    floor: float
    explicit: bool
    needs: frozenset[str]
    """Groups of phrases of each of which one must be there, too."""
    roles: frozenset[str]
    event_types: frozenset[str]
    own: bool
    """Added by the operator."""

    @property
    def unless(self) -> str:
        """The group of phrases that only look like it."""
        return f"unless {self.name}"

    def applies(self, event_type: str, actor_role: str) -> bool:
        return (not self.roles or actor_role in self.roles) and (not self.event_types or event_type in self.event_types)


@dataclass(frozen=True)
class ImportanceTable:
    """The rules in force, compiled; make one with `importance_table`."""

    base: Mapping[str, float]
    """What an event is worth by its type alone."""
    step: float
    """What `moved` moves by."""
    rules: Mapping[str, Rule]
    """By name, the weightiest first."""
    phrases: Phrases
    """Of the rules; of what they are not to be taken for ("unless NAME"); of the groups of "with" ("with NAME")."""

    def holding(self, tokens: list[Token], *, event_type: str, actor_role: str) -> list[Rule]:
        """The rules that hold for a text of these tokens (see `phrases.tokens_of`), the weightiest first."""
        places: dict[str, list[Hit]] = {}
        for hit in self.phrases.hits(tokens):
            places.setdefault(hit.name, []).append(hit)
        return [
            rule
            for name, rule in self.rules.items()
            if name in places
            and rule.applies(event_type, actor_role)
            and rule.needs <= places.keys()
            and outside(places[name], places.get(rule.unless, []))
        ]

    def weighed(self, rules: list[Rule], *, event_type: str) -> Importance:
        """The importance of an event for which `rules` hold.

        Each weight w takes what is missing to 1 down to 1 - w of it: independent reasons, joined by noisy-or.
        """
        missing = 1 - self.base.get(event_type, 0.3)
        floor, explicit = 0.0, False
        for rule in rules:
            missing *= 1 - rule.weight
            floor = max(floor, rule.floor)
            explicit = explicit or rule.explicit
        value = round(max(1 - missing, floor), 2)
        return Importance(value, tuple(rule.name for rule in rules), floor, explicit)


@cache
def importance_table(extra: tuple[ImportanceRule, ...] = ()) -> ImportanceTable:
    """The built-in rules together with an operator's (`settings.importance_rules`); made once for the same ones.

    Raises:
        ConfigurationError: a rule cannot be used; says which and why.
    """
    data = tomllib.loads(files("graphmem.rules").joinpath("importance.toml").read_text(encoding="utf-8"))
    rows = [_built_in(row) for row in data["rule"]]
    taken = {name for name, *_ in rows}
    for own in extra:
        if own.name in taken:
            raise ConfigurationError(
                f"There is a rule of importance {own.name!r} already. Give the one in graphmem.toml another name."
            )
        taken.add(own.name)
        rows.append(_own(own))
    rows.sort(key=lambda row: (-row[1].weight, -row[1].floor))
    return ImportanceTable(
        base=data["base"],
        step=data["feedback"]["step"],
        rules={name: rule for name, rule, _, _ in rows},
        phrases=Phrases(
            {name: phrases for name, _, phrases, _ in rows}
            | {rule.unless: unless for _, rule, _, unless in rows}
            | {f"with {name}": phrases for name, phrases in data["with"].items()}
        ),
    )


def outside(hits: list[Hit], unless: list[Hit]) -> bool:
    """Whether one of `hits` lies outside all of `unless`."""
    return not unless or any(all(hit.end <= no.start or hit.start >= no.end for no in unless) for hit in hits)


_Row = tuple[str, Rule, list[str], list[str]]
"""Name, rule, phrases, phrases of `unless`."""


def _built_in(row: dict[str, Any]) -> _Row:
    rule = Rule(
        name=row["name"],
        meaning=row["meaning"],
        weight=row["weight"],
        floor=row.get("floor", 0.0),
        explicit=row.get("explicit", False),
        needs=frozenset(f"with {name}" for name in row.get("with", ())),
        roles=frozenset(row.get("roles", ())),
        event_types=frozenset(row.get("event_types", ())),
        own=False,
    )
    return rule.name, rule, row["en"] + row["zh"], row.get("unless", [])


def _own(given: ImportanceRule) -> _Row:
    known = {event_type.value for event_type in EventType}
    if unknown := sorted(set(given.event_types) - known):
        raise ConfigurationError(
            f"The rule of importance {given.name!r} in graphmem.toml names the event type {unknown[0]!r}. "
            f"There are {', '.join(sorted(known))}."
        )
    rule = Rule(
        name=given.name,
        meaning="a rule of the operator",
        weight=given.weight,
        floor=given.floor,
        explicit=False,
        needs=frozenset(),
        roles=frozenset(given.roles),
        event_types=frozenset(given.event_types),
        own=True,
    )
    return given.name, rule, list(given.patterns), []


def looked_at(text: str) -> str:
    """What the rules look at: all of a text, or of a long one the first and the last 2,000 characters."""
    return text if len(text) <= 2 * READ else f"{text[:READ]}\n{text[-READ:]}"


def importance(
    text: str,
    *,
    event_type: str = EventType.USER_MESSAGE,
    actor_role: str = ActorRole.USER,
    table: ImportanceTable | None = None,
) -> Importance:
    """How much an event matters, by the built-in table unless another is given.

    >>> importance("Please cancel my order, I never got it.")
    Importance(value=0.82, reasons=('cancellation', 'preference', 'identity'), floor=0.8, explicit=False)
    """
    table = table or importance_table()
    folded = plain(looked_at(text))
    rules = table.holding(tokens_of(folded), event_type=event_type, actor_role=actor_role)
    return table.weighed(rules, event_type=event_type)


def raised(importance: Importance, opinion: float) -> Importance:
    """`importance` after a model said that the event matters `opinion`, 0 to 1: more than before, or the same.

    Raises:
        InvalidInputError: the opinion is no number from 0 to 1.
    """
    if isinstance(opinion, bool) or not isinstance(opinion, int | float) or not 0 <= opinion <= 1:
        raise InvalidInputError(f"An opinion on importance is a number from 0 to 1, not {opinion!r}.")
    value = round(float(opinion), 2)
    if value <= importance.value:
        return importance
    return replace(importance, value=value, reasons=(*importance.reasons, OPINION))


def moved(value: float, floor: float, *, useful: bool) -> float:
    """An importance of `value` after somebody said whether the event was useful: .1 more or less, `floor` to 1.

    >>> moved(0.45, 0.0, useful=True), moved(0.85, 0.8, useful=False), moved(0.05, 0.0, useful=False)
    (0.55, 0.8, 0.0)
    """
    step = importance_table().step
    return round(min(1.0, value + step) if useful else max(floor, value - step, 0.0), 2)
