"""The rules of entities, read once from `rules.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graphmem.models import EntityType


@dataclass(frozen=True)
class EntityRules:
    """`rules.toml` says what each means."""

    version: int
    types: dict[str, EntityType]
    """By label of spaCy or tag of LAC."""
    no_entity: frozenset[str]
    general: frozenset[str]
    known: dict[str, str]
    """Chinese names that are never cut up, with their tag."""
    shapes: tuple[tuple[EntityType, re.Pattern[str]], ...]
    longest_name: int
    longest_name_words: int
    longest_title: int
    most_mentions: int
    most_shared: int
    talk_words: int


_TAGS = {"organisation": "ORG", "thing": "nz", "place": "LOC", "person": "PER"}


@cache
def entity_rules() -> EntityRules:
    """The rules in force."""
    data = tomllib.loads(files("graphmem.language.entities").joinpath("rules.toml").read_text(encoding="utf-8"))
    english, chinese, longest = data["english"], data["chinese"], data["longest"]
    return EntityRules(
        version=data["version"],
        types={label: EntityType(name) for label, name in data["types"].items()},
        no_entity=frozenset(english["no_entity"]) | frozenset(chinese["no_entity"]),
        general=frozenset(english["general"]) | frozenset(chinese["general"]),
        known={name: _TAGS[kind] for kind, names in chinese["known"].items() for name in names},
        shapes=tuple(
            (EntityType(kind), re.compile(pattern)) for kind, patterns in data["shapes"].items() for pattern in patterns
        ),
        longest_name=longest["name"],
        longest_name_words=longest["name_words"],
        longest_title=longest["title"],
        most_mentions=longest["mentions"],
        most_shared=longest["shared"],
        talk_words=longest["talk"],
    )
