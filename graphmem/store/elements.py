"""The graph as plain elements, walked in bounded memory: of one user in a fixed order, or all of the store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from graphmem.clock import BEGINNING
from graphmem.errors import NotFoundError
from graphmem.store.catalogue import global_query, tenant_query
from graphmem.store.connection import Database, Row
from graphmem.store.paging import user_rows
from graphmem.store.slots import other_index, property_name
from graphmem.store.tenant import TenantStore

_USER = tenant_query("export.user")
_SESSIONS = tenant_query("export.sessions")
_EVENTS = tenant_query("export.events")
_USERS = global_query("export.users")
_NODES = global_query("export.nodes")
_RELATIONSHIPS = global_query("export.relationships")

EMBEDDING = "embedding"
"""The property that holds an element's embedding; of one user's elements, whichever slot it is in."""
META = frozenset({"Encoder", "Migration"})
"""Labels of what belongs to the store itself; a store that has nothing else is empty."""
OF_ANALYSIS = frozenset({"MENTIONS", "STATES", "SUPPORTS", "DOUBTS"})
"""Relationships of an event that follow from its text."""
MARKS_OF_ANALYSIS = frozenset(
    {"awaits_analysis", "analysed_as", "awaits_facts", "consumed_at", "facts_version", "reflected_at", "read_by"}
)
"""Properties that say whether an event, or all of a user's, was analysed and made into facts."""

_FIRST_PAGE, _LARGEST_PAGE = 16, 500
_PAGE_CHARACTERS = 2_000_000
"""Of contents in a page of events, about: the pages of a user with very long events are shorter."""
_SECONDS = 300.0
"""For one page: a user may have a great many relationships."""


@dataclass(frozen=True)
class Node:
    """A node with its properties as stored."""

    labels: tuple[str, ...]
    properties: Mapping[str, object]


@dataclass(frozen=True)
class Link:
    """A relationship with its properties, and its ends by their keys (`user_id`, `event_id` …)."""

    type: str
    properties: Mapping[str, object]
    source: Mapping[str, object]
    target: Mapping[str, object]


Element = Node | Link


@dataclass(frozen=True)
class Extent:
    """How much a user has."""

    user_id: str
    sessions: int
    events: int


def users_of(database: Database) -> Iterator[Extent]:
    """All users of the store, by id.

    Raises:
        StoreError: one of its kinds.
    """
    return (Extent(**row) for row in user_rows(database, _USERS))


def all_elements(database: Database) -> Iterator[Element]:
    """Every node, then every relationship of the store, in no order; values as the driver gives them.

    Raises:
        StoreError: one of its kinds.
    """
    for labels, properties in database.stream(_NODES):
        yield Node(tuple(cast("list[str]", labels)), cast("dict[str, object]", properties))
    for kind, properties, source, target in database.stream(_RELATIONSHIPS):
        yield Link(
            cast("str", kind), cast("dict[str, object]", properties), _keys(cast("Row", source)),
            _keys(cast("Row", target)),
        )  # fmt: skip


def holds_memories(database: Database) -> bool:
    """Whether there is anything in the store besides its own bookkeeping.

    Raises:
        StoreError: one of its kinds.
    """
    return any(not META.issuperset(cast("list[str]", labels)) for labels, _ in database.stream(_NODES))


def user_node(store: TenantStore) -> tuple[Node, Extent]:
    """The user's own node, and how much there is of the user.

    Raises:
        NotFoundError: there is no such user.
        StoreError: one of its kinds.
    """
    rows = store.run(_USER)
    if not rows:
        raise NotFoundError(kind="user", id=store.user_id)
    row = rows[0]
    return _without_analysis(_node(row)), Extent(store.user_id, row["sessions"], row["events"])


def user_elements(store: TenantStore) -> Iterator[Element]:
    """All of one user: the user, the sessions by id, the events by time; each with the relationships it brings.

    Relationships follow their node: `HAS_SESSION` its session, those of an event the event they start from. Entities
    and mentions are left out, and what says whether events were analysed: they follow from the events' texts. Facts are
    told by `graphmem.store.belief_elements`.

    Raises:
        NotFoundError: there is no such user.
        StoreError: one of its kinds.
    """
    yield user_node(store)[0]
    yield from _session_elements(store)
    yield from _event_elements(store)


def _session_elements(store: TenantStore) -> Iterator[Element]:
    after = ""
    while rows := store.run(_SESSIONS, after=after, limit=_LARGEST_PAGE, timeout=_SECONDS):
        for row in rows:
            yield _node(row)
            target = {"user_id": store.user_id, "session_id": row["session_id"]}
            for link in row["links"]:
                yield Link(link["type"], link["properties"], {"user_id": store.user_id}, target)
        after = rows[-1]["session_id"]


def _event_elements(store: TenantStore) -> Iterator[Element]:
    since: datetime = BEGINNING
    after, limit = "", _FIRST_PAGE
    slot = store.slot.index_name
    while rows := store.run(_EVENTS, since=since, after=after, limit=limit, timeout=_SECONDS):
        characters = 0
        for row in rows:
            characters += len(str(row["properties"].get("content", "")))
            keep_one_embedding(row["properties"], slot)
            yield _without_analysis(_node(row))
            for link in row["links"]:
                if link["type"] in OF_ANALYSIS:
                    continue
                yield Link(link["type"], link["properties"], _keys(row["properties"]), _keys(link["target"]))
        since, after = rows[-1]["occurred_at"], rows[-1]["event_id"]
        limit = max(1, min(_LARGEST_PAGE, limit * 4, len(rows) * _PAGE_CHARACTERS // max(1, characters)))


def keep_one_embedding(properties: dict[str, object], index_name: str) -> None:
    """The one in the slot in use, as `EMBEDDING`: what a rebuild has in the other slot is none of a memory's."""
    properties.pop(property_name(other_index(index_name)), None)
    embedding = properties.pop(property_name(index_name), None)
    if embedding is not None:
        properties[EMBEDDING] = embedding


def _without_analysis(node: Node) -> Node:
    return Node(node.labels, {key: value for key, value in node.properties.items() if key not in MARKS_OF_ANALYSIS})


def _node(row: Row) -> Node:
    return Node(tuple(row["labels"]), row["properties"])


def _keys(properties: Mapping[str, Any]) -> dict[str, object]:
    """What identifies a node among those of its kind; without what it has not."""
    return {key: properties[key] for key in _KEYS if properties.get(key) is not None}


_KEYS = ("user_id", "session_id", "event_id", "entity_id", "procedure_id")
