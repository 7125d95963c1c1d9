"""What a user's facts are made of, as plain elements in a fixed order: for export, and to compare what came back.

Mentions are none of it: like counts of mentions and the types of entities they follow from the texts of events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graphmem.clock import BEGINNING
from graphmem.store.catalogue import tenant_query
from graphmem.store.elements import Element, Link, Node, keep_one_embedding
from graphmem.store.tenant import TenantStore

_ENTITIES = tenant_query("export.entities")
_FACTS = tenant_query("export.facts")
_EVIDENCE = tenant_query("export.evidence")

RESTORED = "restored"
"""What `awaits_facts` says of an event whose facts are still to come from the file of an import."""
COUNTED = frozenset({"event_count", "type_counts"})
"""Properties of an entity that are counted as mentions are found."""
FROM_MENTIONS = COUNTED | {"entity_type", "named"}
"""Properties that mentions may change."""
AWAITS_EMBEDDING = "awaits_embedding"

_PAGE, _SECONDS = 500, 300.0


@dataclass(frozen=True)
class Evidence:
    """What facts have of one event."""

    event_id: str
    consumed_at: datetime | None
    awaits: str | None
    """What the event waits for, such as "waiting"."""
    links: tuple[tuple[str, str, Mapping[str, Any]], ...]
    """STATES, SUPPORTS and DOUBTS: type, id of the object, properties."""

    def elements(self, user_id: str) -> Iterator[Element]:
        """As a fingerprint takes it. What an event waits for is none of a memory's."""
        source = {"user_id": user_id, "event_id": self.event_id}
        if self.consumed_at is not None:
            yield Node(("Consumed",), {**source, "consumed_at": self.consumed_at})
        for type, object_id, properties in self.links:
            yield Link(type, properties, source, {"user_id": user_id, "entity_id": object_id})


@dataclass(frozen=True)
class StoredFact:
    """A fact with its ends."""

    fact_id: str
    subject_id: str
    object_id: str
    properties: Mapping[str, Any]
    """With `EMBEDDING`, whichever slot it is in."""

    def element(self, user_id: str) -> Link:
        """As a fingerprint takes it."""
        kept = {key: value for key, value in self.properties.items() if key != AWAITS_EMBEDDING}
        ends = ({"user_id": user_id, "entity_id": id} for id in (self.subject_id, self.object_id))
        return Link("FACT", kept, *ends)


@dataclass(frozen=True)
class StoredEntity:
    """An entity that facts are about, or that was united with another."""

    entity_id: str
    properties: Mapping[str, Any]

    def element(self) -> Node:
        """As a fingerprint takes it."""
        return Node(
            ("Entity",), {key: value for key, value in self.properties.items() if key not in FROM_MENTIONS}
        )  # fmt: skip


Belief = Evidence | StoredFact | StoredEntity


def belief(store: TenantStore) -> Iterator[Belief]:
    """All that facts are: what events state with the log, by time; the facts, by id; their entities, by id.

    Raises:
        StoreError: one of its kinds.
    """
    named: set[str] = set()
    for evidence in _evidence(store):
        for _, object_id, properties in evidence.links:
            named.add(object_id)
            named.update(properties[end] for end in ("subject_id", "said_subject", "said_object") if end in properties)
        yield evidence
    for fact in _facts(store):
        named.update((fact.subject_id, fact.object_id))
        yield fact
    yield from _entities(store, named)


def belief_elements(store: TenantStore) -> Iterator[Element]:
    """The same as a fingerprint takes it.

    Raises:
        StoreError: one of its kinds.
    """
    for each in belief(store):
        match each:
            case Evidence():
                yield from each.elements(store.user_id)
            case StoredFact():
                yield each.element(store.user_id)
            case StoredEntity():
                yield each.element()


def _evidence(store: TenantStore) -> Iterator[Evidence]:
    since: datetime = BEGINNING
    after = ""
    while rows := store.run(_EVIDENCE, since=since, after=after, limit=_PAGE, timeout=_SECONDS):
        for row in rows:
            links = tuple((link["type"], link["object_id"], link["properties"]) for link in row["links"])
            awaits = None if row["awaits"] == RESTORED else row["awaits"]
            if links or awaits or row["consumed_at"]:
                yield Evidence(row["event_id"], row["consumed_at"], awaits, links)
        since, after = rows[-1]["occurred_at"], rows[-1]["event_id"]


def _facts(store: TenantStore) -> Iterator[StoredFact]:
    after, slot = "", store.slot.index_name
    while rows := store.run(_FACTS, after=after, limit=_PAGE, timeout=_SECONDS):
        for row in rows:
            keep_one_embedding(row["properties"], slot)
            yield StoredFact(**row)
        after = rows[-1]["fact_id"]


def _entities(store: TenantStore, named: set[str]) -> Iterator[StoredEntity]:
    after = ""
    while rows := store.run(_ENTITIES, after=after, limit=_PAGE, timeout=_SECONDS):
        for row in rows:
            properties = row["properties"]
            is_united = properties.get("united_into") is not None or properties.get("aliases")
            if is_united or row["entity_id"] in named:
                yield StoredEntity(row["entity_id"], {k: v for k, v in properties.items() if k not in COUNTED})
        after = rows[-1]["entity_id"]
