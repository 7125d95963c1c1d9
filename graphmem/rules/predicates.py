"""The table of canonical predicates, read once from `predicates.toml`; operators add rows of their own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType

from pydantic import ValidationError

from graphmem.config import PredicateSettings
from graphmem.errors import ConfigurationError
from graphmem.rules.phrases import plain

_SEPARATORS = re.compile(r"[\s_\-]+")
_BASE = re.compile(r"(?<=[a-z]{3})s(?=_|$)")
"""The ending of the third person, without which models like to write verbs."""
_OPEN = re.compile(r"[^\W\d_][^\W_]*(?:_[^\W_]+){0,4}")
_LONGEST = 40
"""Characters of an open predicate."""


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is known about a predicate; the fields are those of `PredicateSettings`."""

    name: str
    cardinality: str = "many"
    """ "one", "many" or "one per aspect": how many objects can be true at once."""
    fact_type: str = "general"
    inverse: str | None = None
    """The predicate that says the same with subject and object exchanged."""
    opposite: str | None = None
    """The predicate that says the contrary of the same object."""
    en: str = ""
    zh: str = ""
    """How it reads between a subject and an object."""


@cache
def _built_in() -> Mapping[str, Predicate]:
    data = tomllib.loads(files("graphmem.rules").joinpath("predicates.toml").read_text(encoding="utf-8"))
    try:
        return MappingProxyType({name: _predicate(name, PredicateSettings(**row)) for name, row in data.items()})
    except ValidationError as error:
        raise ConfigurationError(f"predicates.toml: {error}") from None


def predicate_table(own: Mapping[str, PredicateSettings] | None = None) -> Mapping[str, Predicate]:
    """The canonical predicates by name, with an operator's `own` (`settings.predicates`) added or in their place."""
    if not own:
        return _built_in()
    return {**_built_in(), **{name: _predicate(name, row) for name, row in own.items()}}


def predicate_named(name: str, table: Mapping[str, Predicate] | None = None) -> Predicate:
    """The predicate `name`; one that is not in the table is open: many objects, of general type.

    >>> predicate_named("lives_in").cardinality, predicate_named("juggles").cardinality
    ('one', 'many')
    """
    found = (_built_in() if table is None else table).get(name)
    return found or Predicate(name, en=name.replace("_", " "), zh=name)


def canonical(said: str, table: Mapping[str, Predicate]) -> str | None:
    """The predicate that somebody means who was shown the table: by its name, or by how it reads in either language.

    Any other name of up to five words is an open predicate. None for what is no name.

    >>> [canonical(said, predicate_table()) for said in ("Lives in", "live_in", "住在", "listens to", "?!")]
    ['lives_in', 'lives_in', 'lives_in', 'listens_to', None]
    """
    name = "_".join(_SEPARATORS.sub(" ", plain(said)).split())
    if name in table:
        return name
    known = _named(tuple(table.values())).get(name)
    return known or (name if len(name) <= _LONGEST and _OPEN.fullmatch(name) else None)


@lru_cache(8)
def _named(rows: Sequence[Predicate]) -> Mapping[str, str]:
    """By how they read in either language, and by the base form of that, the names of predicates; the first has it."""
    named: dict[str, str] = {}
    for row in rows:
        for form in ("_".join(wording.split()) for wording in (row.name, plain(row.en), plain(row.zh))):
            named.setdefault(form, row.name)
            named.setdefault(_BASE.sub("", form), row.name)
    return named


def _predicate(name: str, row: PredicateSettings) -> Predicate:
    return Predicate(
        name,
        cardinality=row.cardinality,
        fact_type=row.fact_type,
        inverse=row.inverse,
        opposite=row.opposite,
        en=row.en or name.replace("_", " "),
        zh=row.zh or name,
    )


class _OpenTable(dict[str, Predicate]):
    def __missing__(self, name: str) -> Predicate:
        return predicate_named(name, {})


def open_table(own: Mapping[str, PredicateSettings] | None = None) -> Mapping[str, Predicate]:
    """`predicate_table`, which has a row for every name that is asked for: open predicates are not in it, but there.

    >>> open_table()["juggles"].cardinality
    'many'
    """
    return _OpenTable(predicate_table(own))
