"""Ways to run the queries about entities and facts."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from tenants import MAY, TEXTS, Case, Tenant, vector

from graphmem.clock import BEGINNING, END
from graphmem.models import MENTIONED_TYPES


def filling_facts(own: Tenant, other: Tenant) -> Iterator[Case]:
    for id, text in (("fact", own.mark), (own.key, own.mark), (other.key, other.mark), ("fact", other.mark)):
        yield Case({"rows": [{"fact_id": id, "text": text, "embedding": vector(own, id)}]})


def recalling_facts(own: Tenant, other: Tenant) -> Iterator[Case]:
    ask = {
        "embeddings": [vector(own, own.mark), vector(own, other.mark)],
        "at": MAY + timedelta(days=1),
        "near": 1000,
        "kept": 100,
        "logs": True,
        "english": f"text:{own.mark} text:{other.mark}",
        "cjk": f"text:{own.mark} text:{other.mark}",
        "keys": ["pdf", own.mark, other.mark],
        "event_ids": ["e0", own.own_event, other.own_event],
        "k": 100,
    }
    yield Case(ask)
    yield Case(ask | {"english": "tenant_key:nobody", "cjk": "tenant_key:nobody", "keys": [], "event_ids": []})
    yield Case(ask | {"embeddings": []})


def restoring_entities(own: Tenant, other: Tenant) -> Iterator[Case]:
    told = {"name": own.mark, "name_key": own.mark, "entity_type": "user", "united_into": "both"}
    rows = [
        {"entity_id": id, "properties": told | disguise}
        for id, disguise in (
            ("restored", {"user_id": other.user.id}),
            (own.own_entity, {}),
            (other.own_entity, {}),
        )
    ]
    yield Case({"rows": rows, "types": list(MENTIONED_TYPES)})


def restoring_evidence(own: Tenant, other: Tenant) -> Iterator[Case]:
    disguised = {"user_id": other.user.id, "quote": own.mark}
    for event, thing, id in (("e1", "both", "new"), (other.own_event, "both", "new"), ("e1", other.own_entity, "fact")):
        line = {"object_id": thing, "fact_id": id, "event_id": event, "stored_in": event, "properties": disguised}
        said = {"event_id": event, "object_id": thing, "slot": id, "place": 0, "properties": disguised}
        consumed = {"event_id": event, "consumed_at": MAY}
        yield Case({"consumed": [consumed], "statements": [said], "supports": [line], "doubts": [line]})


def restoring_facts(own: Tenant, other: Tenant) -> Iterator[Case]:
    disguised = {"user_id": other.user.id, "tenant_key": other.key, "text": own.mark}
    rows = [
        {"fact_id": id, "subject_id": subject, "object_id": "both", "properties": disguised, "embedding": embedding}
        for id, subject, embedding in (
            ("restored", own.own_entity, vector(own, own.mark)),
            ("restored too", own.own_entity, None),
            ("theirs", other.own_entity, None),
        )
    ]
    yield Case({"rows": rows, "tenant_key": own.key})


def finishing_facts(own: Tenant, other: Tenant) -> Iterator[Case]:
    own.graph.rows("MATCH (e:Event {user_id: $u, event_id: 'e1'}) SET e.awaits_facts = 'restored'", u=own.user.id)
    waiting = [{"event_id": id, "mark": "due"} for id in ("e1", other.own_event)]
    yield Case({"version": 3, "waiting": waiting})
    yield Case({"version": 0, "waiting": []})


def mentioning(own: Tenant, other: Tenant) -> Iterator[Case]:
    new = {"name": f"new {own.mark}", "name_key": own.mark}
    ids = ["both", "new", other.own_entity]
    mentions = [{"entity_id": id, "surface": own.mark, "entity_type": "person", "named": True} for id in ids]
    rows = [
        {"event_id": id, "length": length, "seen": 0, "redacted": 0, "mentions": mentions}
        for id, length in (("e0", len(f"{TEXTS[0]} {own.mark}")), (other.own_event, len(other.mark)))
    ]
    ask = {"entities": [new | {"entity_id": id} for id in ids], "types": list(MENTIONED_TYPES), "version": 1}
    yield Case(ask | {"rows": rows})


def dropping(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"entity_ids": ["both", own.own_entity, other.own_entity]})


def the_user_as_entity(own: Tenant, other: Tenant) -> Iterator[Case]:
    for id in ("both", other.own_entity):
        yield Case({"entity_id": id, "name_key": own.mark, "types": list(MENTIONED_TYPES)})


def believing(own: Tenant, other: Tenant) -> Iterator[Case]:
    """Everything that can be written, about things of the other user as well."""
    ends = {"subject_id": own.own_entity, "object_id": "both"}
    theirs = {"subject_id": other.own_entity, "object_id": "both"}
    entities = [
        {"entity_id": id, "name": own.mark, "name_key": own.mark, "entity_type": "user", "named": True}
        for id in (own.own_entity, "new", other.own_entity)
    ]
    lines = [
        {
            "stored_in": event,
            "object_id": "both",
            "fact_id": "new",
            "event_id": event,
            "support": support,
            "properties": {"rule": own.mark},
        }
        for event in ("e1", other.own_event)
        for support in ("supports", "doubts")
    ]
    events = [
        {"event_id": "e0", "length": len(f"{TEXTS[0]} {own.mark}"), "seen_count": 0, "redacted_count": 0},
    ]
    for version, consumed in ((0, events), (-1, [*events, {**events[0], "event_id": other.own_event}])):
        yield Case(
            {
                "version": version,
                "entities": entities,
                "types": list(MENTIONED_TYPES),
                "events": consumed,
                "forgotten": [
                    {"event_id": event, "slot": slot}
                    for event in ("e0", other.own_event)
                    for slot in ("slot", other.key)
                ],
                "statements": [
                    {"event_id": event, "object_id": "both", "properties": {"slot": "new", "quote": own.mark}}
                    for event in ("e1", other.own_event)
                ],
                "gone": [other.key, "nothing"],
                "moved": [
                    {"fact_id": id, "subject_id": "both", "object_id": own.own_entity} for id in ("fact", other.key)
                ],
                "facts": [
                    {"fact_id": id, "properties": {"text": own.mark, "slot": "new"}, **end}
                    for id, end in (("new", ends), ("theirs", theirs))
                ],
                "lines": lines,
                "refolds": [{"fact_id": id, "line": own.mark} for id in ("fact", other.key)],
                "undone_run": "run",
                "undone": [own.key, other.key],
                "tenant_key": own.key,
                "run_id": "new run",
                "at": MAY,
                "mark": None,
            }
        )


def listing_facts(own: Tenant, other: Tenant) -> Iterator[Case]:  # noqa: ARG001
    ask = {"statuses": ["pending", "active"], "after": BEGINNING, "until": END}
    yield Case(ask | {"predicate": "", "subject_id": ""})
    yield Case(ask | {"predicate": "likes", "subject_id": other.own_entity}, finds=False)


def facts_by_id(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"fact_ids": ["", "fact", own.key]})
    yield Case({"fact_ids": [other.key]}, finds=False)


def uniting_entities(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"entity_id": "both", "other_id": own.own_entity, "types": list(MENTIONED_TYPES)})
    yield Case({"entity_id": "both", "other_id": other.own_entity, "types": list(MENTIONED_TYPES)}, finds=False)


def splitting_entities(own: Tenant, other: Tenant) -> Iterator[Case]:
    own.graph.rows(
        "MATCH (n:Entity {user_id: $u, entity_id: $id}) SET n.united_into = 'both'", u=own.user.id, id=own.own_entity
    )
    yield Case({"entity_id": "both", "other_id": own.own_entity})
    yield Case({"entity_id": "both", "other_id": other.own_entity}, finds=False)
