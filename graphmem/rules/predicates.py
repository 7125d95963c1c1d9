"""The table of canonical predicates, read once from `predicates.toml`; callers may add rows of their own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, cast

from graphmem.errors import ConfigurationError

Cardinality = Literal["one", "many", "one per aspect"]
FactType = Literal["preference", "profile", "project", "date", "need", "general"]

_CARDINALITIES = ("one", "many", "one per aspect")
_FACT_TYPES = ("preference", "profile", "project", "date", "need", "general")


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is known about a predicate."""

    name: str
    cardinality: Cardinality = "many"
    """How many objects can be true at once."""
    fact_type: FactType = "general"
    inverse: str | None = None
    """The predicate that says the same with subject and object exchanged."""
    opposite: str | None = None
    """The predicate that says the contrary of the same object."""
    en: str = ""
    zh: str = ""
    """How it reads between a subject and an object."""


@cache
def predicates() -> Mapping[str, Predicate]:
    """The canonical predicates by name, in the order of the table."""
    data = tomllib.loads(files("graphmem.rules").joinpath("predicates.toml").read_text(encoding="utf-8"))
    return {name: predicate(name, row) for name, row in data.items()}


def predicate_named(name: str, table: Mapping[str, Predicate] | None = None) -> Predicate:
    """The predicate `name`; one that is not in the table is open: many objects, of general type.

    >>> predicate_named("lives_in").cardinality, predicate_named("juggles").cardinality
    ('one', 'many')
    """
    found = (predicates() if table is None else table).get(name)
    return found or Predicate(name, en=name.replace("_", " "), zh=name)


def predicate(name: str, row: Mapping[str, object]) -> Predicate:
    """A row of the table, checked.

    Raises:
        ConfigurationError: a field is unknown, or has a value that it cannot have; says which.
    """
    known = {"cardinality": _CARDINALITIES, "fact_type": _FACT_TYPES, "inverse": (), "opposite": (), "en": (), "zh": ()}
    for field, value in row.items():
        if field not in known:
            raise ConfigurationError(f"Predicate {name!r} has a field {field!r}. It can have: {', '.join(known)}.")
        if not isinstance(value, str) or (known[field] and value not in known[field]):
            allowed = ", ".join(map(repr, known[field])) or "a text"
            raise ConfigurationError(f"Predicate {name!r}: {field} is {value!r}. It must be {allowed}.")
    return Predicate(
        name,
        cardinality=cast(Cardinality, row.get("cardinality", "many")),
        fact_type=cast(FactType, row.get("fact_type", "general")),
        inverse=cast("str | None", row.get("inverse")),
        opposite=cast("str | None", row.get("opposite")),
        en=str(row.get("en", name.replace("_", " "))),
        zh=str(row.get("zh", name)),
    )
