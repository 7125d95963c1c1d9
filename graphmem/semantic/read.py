"""What events state: as rules or a language model read it, or as `assert_fact` and its like were given it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from graphmem.errors import InvalidInputError
from graphmem.language.llm import ModelReader, ModelUse, Passage
from graphmem.language.triples import USER, Triple, extract
from graphmem.language.triples.triple import Said
from graphmem.models import ActorRole
from graphmem.rules.aspects import aspect_key
from graphmem.rules.evidence import Cue
from graphmem.rules.facts import Polarity, affirmed, of_slot, one_value
from graphmem.rules.keys import USER_KEY, entity_id, is_user_in_person, name_key, user_entity
from graphmem.rules.predicates import Predicate
from graphmem.semantic.statements import Method, Source, Statement

VERB = "graphmem_fact"
"""In the metadata of an event: the triple that a verb of the API says with it, instead of its text."""
_USERS_NAMES = frozenset({USER_KEY, "me", "i", "我", "用户", "the user"})
"""As subject or object of what the API is given."""


@dataclass(frozen=True, slots=True)
class Found:
    """A triple, and the event that states it."""

    event: Mapping[str, Any]
    triple: Triple
    cues: frozenset[Cue]
    place: int
    method: Method = "rules"
    model: str | None = None


def read(
    events: Sequence[Mapping[str, Any]],
    user_id: str,
    zone: ZoneInfo,
    table: Mapping[str, Predicate],
    reader: ModelReader | None = None,
    use: ModelUse | None = None,
) -> tuple[list[Found], dict[str, str]]:
    """The triples that events of one user state, in their order; and the models that read, by the ids of the events.

    What a model has read before, and what has not changed since, is not read again: its statements stay.

    Args:
        events: as `semantic.unconsumed` has them.
        user_id: whose they are.
        zone: whose days "Friday" means.
        table: the predicates.
        reader: asks a language model, where one is configured; what it cannot read, the rules do.
        use: counts what asking came to.
    """
    fresh = [event for event in events if not event["read_by"]]
    told = {event["event_id"]: each for event in fresh if (each := _what_was_told(event)) is not None}
    passages = [_passage(event, user_id, zone) for event in fresh if event["event_id"] not in told]
    by_model = reader.read(passages, use or reader.use()) if reader else {}
    found: list[Found] = []
    for event in fresh:
        id = event["event_id"]
        if id in told:
            found.append(_told(event, told[id]))
        elif reader and id in by_model:
            found += _stated(event, by_model[id], table, "model", reader.model)
        else:
            found += _stated(event, _by_rules(event, user_id, zone), table)
    return found, dict.fromkeys(by_model, reader.model) if reader else {}


def _what_was_told(event: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What a verb of the API stated with an event."""
    told = json.loads(event["metadata"] or "{}").get(VERB)
    return told if isinstance(told, Mapping) else None


def _passage(event: Mapping[str, Any], user_id: str, zone: ZoneInfo) -> Passage:
    return Passage(
        event_id=event["event_id"],
        text=event["content"],
        speaker=speaker(event, user_id),
        actor_role=ActorRole(event["actor_role"]),
        occurred_at=event["occurred_at"],
        zone=zone,
    )


def _by_rules(event: Mapping[str, Any], user_id: str, zone: ZoneInfo) -> list[Triple]:
    return extract(
        event["content"],
        actor=speaker(event, user_id),
        actor_role=event["actor_role"],
        occurred_at=event["occurred_at"],
        time_zone=zone,
    )


def _stated(
    event: Mapping[str, Any],
    triples: Sequence[Triple],
    table: Mapping[str, Predicate],
    method: Method = "rules",
    model: str | None = None,
) -> list[Found]:
    found = [
        Found(event, triple, _cues(triple.said), place, method, model)
        for place, triple in enumerate(triples)
        if not triple.said.one_off and name_key(triple.object) and name_key(triple.subject)
    ]
    return _exchanged(found, table)


def _exchanged(found: Sequence[Found], table: Mapping[str, Predicate]) -> list[Found]:
    """The same, where an event says that one thing is over and another holds instead.

    What is over then only ends what was held of it: that it is not so is no news besides. And what holds instead is a
    change though the sentence beside it says so ("I no longer work at Fiat. I work at Iveco."), where only one can.
    """
    over: dict[tuple[str, ...], list[Found]] = defaultdict(list)
    for each in found:
        if each.triple.polarity == "-" and Cue.CHANGE in each.cues and not table[each.triple.predicate].opposite:
            over[_of(each)].append(each)
    instead: dict[int, Found] = {}
    for each in found:
        ended = over.get(_of(each), ())
        if each.triple.polarity != "+" or not ended or Cue.DENIAL in each.cues:
            continue
        if Cue.CHANGE not in each.cues:
            if not one_value(of_slot(table[each.triple.predicate], each.triple.aspect)):
                continue
            instead[each.place] = replace(each, cues=each.cues | {Cue.CHANGE})
        for other in ended:
            instead[other.place] = replace(other, cues=other.cues | {Cue.GIVES_WAY})
    return [instead.get(each.place, each) for each in found]


def _of(found: Found) -> tuple[str, ...]:
    return name_key(found.triple.subject), found.triple.predicate, aspect_key(found.triple.aspect)


def speaker(event: Mapping[str, Any], user_id: str) -> str:
    """Whom "I" means: "user" for the user in person, else the actor's name."""
    if event["actor_role"] == ActorRole.USER and is_user_in_person(event["actor"], user_id):
        return USER
    return str(event["actor"])


def is_user(name: str) -> bool:
    """Whether a name that was given as a subject or object means the user."""
    return name_key(name) in _USERS_NAMES


def _told(event: Mapping[str, Any], told: Mapping[str, Any]) -> Found:
    triple = Triple(
        subject=told["subject"],
        predicate=told["predicate"],
        object=told["object"],
        aspect=told.get("aspect", ""),
        polarity=told.get("polarity", "+"),
        quote=event["content"],
        span=(0, len(event["content"])),
        valid_from=_moment(told.get("valid_from")),
        valid_until=_moment(told.get("valid_until")),
    )
    return Found(event, triple, frozenset({Cue(told["verb"])}), 0, "given")


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _cues(said: Said) -> frozenset[Cue]:
    return frozenset(cue for cue in (Cue.CHANGE, Cue.DENIAL, Cue.REMEMBER) if getattr(said, cue.value))


@dataclass(frozen=True, slots=True)
class Names:
    """Which entities are meant by names."""

    user_id: str
    known: Mapping[str, tuple[str, str, str]]
    """By key: id of the entity that stands for it, its name, id of the entity of that very name."""

    def resolve(self, name: str) -> tuple[str, str]:
        """The id of the entity, and that of the very name."""
        key = name_key(name)
        if is_user(name):
            return user_entity(self.user_id), user_entity(self.user_id)
        own = entity_id(self.user_id, key)
        found = self.known.get(key)
        return (found[0], found[2]) if found else (own, own)

    def statement(self, found: Found, table: Mapping[str, Predicate]) -> Statement:
        """The triple with entities in the place of names, and opposites under one predicate."""
        triple = found.triple
        predicate, polarity = affirmed(triple.predicate, _polarity(triple.polarity), table)
        subject, said_subject = self.resolve(triple.subject)
        thing, said_object = self.resolve(triple.object)
        return Statement(
            source=Source.of(found.event),
            subject_id=subject,
            object_id=thing,
            said_subject=said_subject,
            said_object=said_object,
            predicate=predicate,
            aspect=triple.aspect,
            polarity=polarity,
            quote=triple.quote,
            cues=found.cues,
            place=found.place,
            valid_from=triple.valid_from,
            valid_until=triple.valid_until,
            method=found.method,
            model=found.model,
        )


def entities(found: Sequence[Found], names: Names) -> list[dict[str, object]]:
    """Rows of the entities that the triples name: made where they are not there yet."""
    rows: dict[str, dict[str, object]] = {}
    for each in found:
        for name in (each.triple.subject, each.triple.object):
            id, said = names.resolve(name)
            of_user = id == user_entity(names.user_id)
            rows[said] = {
                "entity_id": said,
                "name": USER_KEY if of_user else " ".join(name.split()),
                "name_key": USER_KEY if of_user else name_key(name),
                "entity_type": "user" if of_user else "value",
                "named": of_user,
            }
    return [rows[id] for id in sorted(rows)]


def _polarity(text: str) -> Polarity:
    if text == "+":
        return "+"
    if text == "-":
        return "-"
    raise InvalidInputError(f"polarity is {text!r}; it is '+' for what is so and '-' for what is not.")
