"""Lines of an exported file that are about facts: written, and checked before anything of them is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.checks import checked_id
from graphmem.errors import InvalidInputError
from graphmem.interfaces.exported_lines import checked_properties, checked_vector
from graphmem.interfaces.lines import line, read, written
from graphmem.rules.facts import Status
from graphmem.store.belief_elements import AWAITS_EMBEDDING, Evidence, StoredEntity, StoredFact
from graphmem.store.elements import EMBEDDING

_MARKS = frozenset({"waiting", "due", "on request"})
_LINKS = frozenset({"STATES", "SUPPORTS", "DOUBTS"})
_TIME, _TEXT, _NUMBER, _WHOLE = datetime, str, (int, float), int
_Kinds = Mapping[str, type | tuple[type, ...]]
_FACT: _Kinds = {
    **dict.fromkeys(("slot", "predicate", "aspect", "polarity", "weighed_as", "text", "caption", "fact_type"), _TEXT),
    **dict.fromkeys(("precision", "status"), _TEXT),
    **dict.fromkeys(("valid_from", "valid_until", "recorded_at", "retracted_at"), _TIME),
    **dict.fromkeys(("spell", "said", "sessions"), _WHOLE),
    "confidence": _NUMBER,
}
_STATES: _Kinds = {
    **dict.fromkeys(("slot", "subject_id", "said_subject", "said_object", "predicate", "aspect", "polarity"), _TEXT),
    **dict.fromkeys(("quote", "cues", "run_id"), _TEXT),
    "place": _WHOLE,
    "counted": list,
    "at": _TIME,
}
_LINE: _Kinds = {
    **dict.fromkeys(("fact_id", "event_id", "rule", "quote", "status_after", "run_id"), _TEXT),
    **dict.fromkeys(("delta", "confidence_after"), _NUMBER),
    **dict.fromkeys(("valid_from", "valid_until", "at"), _TIME),
    "line": _WHOLE,
}
_ENTITY: _Kinds = dict.fromkeys(("name", "name_key", "entity_type"), _TEXT)


def evidence_line(user_id: str, evidence: Evidence) -> bytes:
    """What facts have of an event."""
    links = [
        {"type": type, "object_id": object_id, "properties": written(properties)}
        for type, object_id, properties in evidence.links
    ]
    consumed = written({"consumed_at": evidence.consumed_at})
    return line(
        "evidence", user_id=user_id, event_id=evidence.event_id, **consumed, awaits=evidence.awaits, links=links
    )


def fact_line(user_id: str, fact: StoredFact, *, embeddings: bool) -> bytes:
    """A fact with its ends."""
    left_out = {"fact_id", AWAITS_EMBEDDING} | (set() if embeddings else {EMBEDDING})
    properties = written({key: value for key, value in fact.properties.items() if key not in left_out})
    ends = {"subject_id": fact.subject_id, "object_id": fact.object_id}
    return line("fact", user_id=user_id, fact_id=fact.fact_id, **ends, properties=properties)


def entity_line(user_id: str, entity: StoredEntity) -> bytes:
    """An entity that facts are about."""
    properties = written({key: value for key, value in entity.properties.items() if key != "entity_id"})
    return line("entity", user_id=user_id, entity_id=entity.entity_id, properties=properties)


@dataclass(frozen=True)
class FactLine:
    """A fact of the file, checked."""

    fact: StoredFact
    embedding: NDArray[np.float32] | None


def checked_evidence(data: dict[str, Any]) -> Evidence:
    """The evidence of a line, or an `InvalidInputError`."""
    consumed_at = read({"consumed_at": data.get("consumed_at")})["consumed_at"]
    awaits, links = data.get("awaits"), data.get("links")
    if not (consumed_at is None or isinstance(consumed_at, datetime)) or not (awaits is None or awaits in _MARKS):
        raise InvalidInputError("The line does not say whether its event is consumed.")
    if not isinstance(links, list) or not all(isinstance(link, dict) for link in links):
        raise InvalidInputError("The line has no list 'links'.")
    return Evidence(
        event_id=checked_id("event_id", data.get("event_id")),
        consumed_at=consumed_at,
        awaits=awaits,
        links=tuple(map(_link, links)),
    )


def checked_fact(data: dict[str, Any], *, dimension: int | None) -> FactLine:
    """The fact of a line, or an `InvalidInputError`.

    Args:
        data: what the line holds.
        dimension: of embeddings; None where those of the file cannot be taken over.
    """
    properties = checked_properties(read(data.get("properties")))
    embedding = properties.pop(EMBEDDING, None)
    ids = {key: checked_id(key, data.get(key)) for key in ("fact_id", "subject_id", "object_id")}
    _check(properties, _FACT, "fact")
    if properties["status"] not in [each.value for each in Status]:
        raise InvalidInputError(f"No fact has the status {properties['status']!r}.")
    vector = checked_vector(embedding, dimension) if dimension is not None and embedding is not None else None
    return FactLine(StoredFact(**ids, properties=properties), vector)


def checked_entity(data: dict[str, Any]) -> StoredEntity:
    """The entity of a line, or an `InvalidInputError`."""
    properties = checked_properties(read(data.get("properties")))
    _check(properties, _ENTITY, "entity")
    return StoredEntity(checked_id("entity_id", data.get("entity_id")), properties)


def _link(link: dict[str, Any]) -> tuple[str, str, dict[str, object]]:
    type, object_id = link.get("type"), checked_id("object_id", link.get("object_id"))
    if type not in _LINKS:
        raise InvalidInputError(f"Links of type {type!r} are not known to this version of graphmem.")
    properties = checked_properties(read(link.get("properties")))
    _check(properties, _STATES if type == "STATES" else _LINE, str(type))
    return str(type), object_id, properties


def _check(properties: Mapping[str, object], kinds: _Kinds, what: str) -> None:
    for key, kind in kinds.items():
        value = properties.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise InvalidInputError(f"The property {key!r} of the {what} is missing, or of another type.")
