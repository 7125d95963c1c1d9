"""Entities that are one: uniting and splitting them with their facts, and finding those that may be."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.models import MENTIONED_TYPES
from graphmem.rules.keys import name_key
from graphmem.semantic.believe import News, Run, believe, until_written
from graphmem.semantic.facts import named_entity
from graphmem.semantic.refold import Outcome, StoredSlot
from graphmem.semantic.statements import Statement
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_ENTITY = tenant_query("semantic.entity_slots")
_UNITE = tenant_query("semantic.unite")
_SPLIT = tenant_query("semantic.split")
_SLOTS = tenant_query("semantic.slots")
_NAMED = tenant_query("semantic.named")
_RESOLVE = tenant_query("semantic.resolve")

_LOOKED_AT = 3000
_DOUBTFUL = 0.85
"""Likeness of spelling from which two names may be one, of 5 characters and more."""
_PART = 0.8
"""Likeness of a name to one that has all of its words and more (Anna, Anna Schmidt)."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Two entities that may be one: for somebody to decide, with `unite`."""

    one: str
    other: str
    one_id: str
    other_id: str
    likeness: float

    def __str__(self) -> str:
        return f"{self.one} ~ {self.other} ({self.likeness:.2f})"

    def as_json(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that facts are about."""

    entity_id: str
    name: str
    entity_type: str
    aliases: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}


def entity(store: TenantStore, name: str) -> Entity:
    """The entity that a name stands for.

    Raises:
        NotFoundError: there is none.
    """
    known, _ = _known(store, named_entity(store, name), name)
    return Entity(known["entity_id"], known["name"], known["entity_type"], tuple(known["aliases"] or ()))


def unite(run: Run, name: str, other: str) -> list[Outcome]:
    """Let one entity stand for two names: facts and mentions of `other` are those of `name` from now on.

    Every statement keeps the name that was said, so `split` can undo it.

    Raises:
        NotFoundError: there is no entity of such a name.
        InvalidInputError: they are one already, or `other` is the user.
    """
    into, out_of = named_entity(run.store, name), named_entity(run.store, other)
    if into == out_of:
        raise InvalidInputError(f"{name!r} and {other!r} are one already.")
    target, _ = _known(run.store, into, name)
    known, slots = _known(run.store, out_of, other)
    if known["entity_type"] == "user":
        raise InvalidInputError(f"{other!r} is the user; unite the other way round.")

    def moved(statement: Statement) -> Statement:
        return replace(
            statement,
            subject_id=into if statement.subject_id == out_of else statement.subject_id,
            object_id=into if statement.object_id == out_of else statement.object_id,
        )

    run.store.run(_UNITE, entity_id=into, other_id=out_of, types=list(MENTIONED_TYPES))
    return _move(run, slots, moved, {into: target["name"], out_of: known["name"]})


def split(run: Run, other: str) -> list[Outcome]:
    """Undo `unite`: what was said of `other` by that name is its own again.

    Raises:
        NotFoundError: no entity has such a name.
        InvalidInputError: it was not united with another.
    """
    own = run.store.run(_RESOLVE, keys=[name_key(other)], event_ids=[])[0]["names"]
    united = [each for each in own if each["said"] != each["entity_id"]]
    if not own:
        raise NotFoundError(kind="entity", id=other)
    if not united:
        raise InvalidInputError(f"{other!r} was not united with another entity.")
    into, out_of = united[0]["entity_id"], united[0]["said"]
    _, slots = _known(run.store, into, other)

    def moved(statement: Statement) -> Statement:
        return replace(
            statement,
            subject_id=out_of if statement.said_subject == out_of else statement.subject_id,
            object_id=out_of if statement.said_object == out_of else statement.object_id,
        )

    run.store.run(_SPLIT, entity_id=into, other_id=out_of)
    return _move(run, slots, moved, {into: united[0]["name"], out_of: other})


def _move(
    run: Run, slots: list[str], moved: Callable[[Statement], Statement], names: Mapping[str, str]
) -> list[Outcome]:
    def attempt() -> list[Outcome]:
        rows = run.store.run(_SLOTS, slots=slots) if slots else []
        statements = [each for row in rows for each in StoredSlot.of(row).statements if moved(each) != each]
        gone = {(each.source.event_id, each.subject_id, each.object_id) for each in statements}
        news = News(
            statements=[moved(each) for each in statements],
            names=names,
            touched=frozenset(slots),
            without=lambda each: (each.source.event_id, each.subject_id, each.object_id) in gone,
        )
        return believe(run, news)

    return until_written(attempt)


def _known(store: TenantStore, id: str, name: str) -> tuple[dict[str, Any], list[str]]:
    rows = store.run(_ENTITY, entity_id=id)
    if not rows:
        raise NotFoundError(kind="entity", id=name)
    return rows[0]["entity"], rows[0]["slots"]


def doubtful(store: TenantStore) -> list[Doubtful]:
    """Entities that may be one, the likeliest first: nothing is united by likeness alone.

    Compared are names of the same letters and digits, names that hold all words of another, and names spelled alike.
    """
    rows = [row["entity"] for row in store.run(_NAMED, limit=_LOOKED_AT)]
    by_word: dict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        words = set(row["name_key"].split()) | {_letters(row["name_key"]), row["name_key"][:3]}
        for word in words:
            by_word[word].append(place)
    pairs = {
        (one, other)
        for places in by_word.values()
        if len(places) <= 100
        for index, one in enumerate(places)
        for other in places[index + 1 :]
    }
    found = []
    for one, other in sorted(pairs):
        likeness = _likeness(rows[one]["name_key"], rows[other]["name_key"])
        if likeness and not {rows[one]["entity_type"], rows[other]["entity_type"]} & {"time"}:
            ids = rows[one]["entity_id"], rows[other]["entity_id"]
            found.append(Doubtful(rows[one]["name"], rows[other]["name"], *ids, round(likeness, 2)))
    return sorted(found, key=lambda pair: (-pair.likeness, pair.one, pair.other))


def _likeness(one: str, other: str) -> float:
    if _letters(one) == _letters(other):
        return 1.0
    shorter, longer = sorted((set(one.split()), set(other.split())), key=len)
    if shorter < longer and not any(word.isdigit() for word in longer - shorter):
        return _PART
    if min(len(one), len(other)) < 5 or [c for c in one if c.isdigit()] != [c for c in other if c.isdigit()]:
        return 0.0
    ratio = SequenceMatcher(None, one, other).ratio()
    return ratio if ratio >= _DOUBTFUL else 0.0


def _letters(key: str) -> str:
    return "".join(letter for letter in key if letter.isalnum())
