"""Everything that carries an embedding, and how a slot is filled, emptied and counted over all users."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.rules.passages import event_passage, fact_passage
from graphmem.store.catalogue import global_query, tenant_query
from graphmem.store.connection import Database, Row
from graphmem.store.contract import GlobalQuery, TenantQuery
from graphmem.store.slots import EVENT_INDEX, FACT_INDEX, Slot, other_index
from graphmem.store.tenant import TenantStore

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_INDEXES = global_query("schema.vector_indexes")

_SECOND = other_index(EVENT_INDEX)
Embed = Callable[[Sequence[str]], "NDArray[np.float32]"]
"""Makes the embeddings (n, dimension) of n texts."""
Progress = Callable[[str, int, int], object]
"""Told of every step: "emptying", "embedding" or "cleaning", events and facts done in it, and what it is about."""

BATCH = 64
"""Events or facts that are embedded and stored at once."""
_USERS = 100
"""Users that are looked at at once."""
_CLEARED = 2000
"""Embeddings removed in one transaction."""
_SECONDS = 300.0
"""For looking at so many users."""


@dataclass(frozen=True)
class Embedded:
    """A kind of thing that carries an embedding, with the queries that go through all of its kind."""

    users: GlobalQuery
    missing: TenantQuery
    fill: TenantQuery
    clear: TenantQuery
    make_index: Mapping[str, GlobalQuery]
    """By slot."""
    drop_index: Mapping[str, GlobalQuery]
    indexes: Mapping[str, str]
    """The name of its index, by that of the events' index of the same slot, which names the slot."""
    key: str
    """Column of `missing` that says which of the user's things it is."""
    kept: tuple[str, ...]
    """Columns of `missing` that `fill` takes, beside `embedding`."""
    passage: Callable[[Row], str]
    """The text that is embedded, from a row of `missing`."""


EMBEDDED = (
    Embedded(
        users=global_query("embed.users"),
        missing=tenant_query("embed.missing"),
        fill=tenant_query("embed.fill"),
        clear=tenant_query("embed.clear"),
        make_index={
            EVENT_INDEX: global_query("schema.m001_first_light.110_event_embedding"),
            _SECOND: global_query("schema.slots.make_event_embedding_b"),
        },
        drop_index={
            EVENT_INDEX: global_query("schema.slots.drop_event_embedding"),
            _SECOND: global_query("schema.slots.drop_event_embedding_b"),
        },
        indexes={name: name for name in (EVENT_INDEX, _SECOND)},
        key="event_id",
        kept=("event_id",),
        passage=lambda row: event_passage(row["actor"], row["content"]),
    ),
    Embedded(
        users=global_query("embed.fact_users"),
        missing=tenant_query("embed.missing_facts"),
        fill=tenant_query("embed.fill_facts"),
        clear=tenant_query("embed.clear_facts"),
        make_index={
            EVENT_INDEX: global_query("schema.m006_alike_facts.010_fact_embedding"),
            _SECOND: global_query("schema.slots.make_fact_embedding_b"),
        },
        drop_index={
            EVENT_INDEX: global_query("schema.slots.drop_fact_embedding"),
            _SECOND: global_query("schema.slots.drop_fact_embedding_b"),
        },
        indexes={EVENT_INDEX: FACT_INDEX, _SECOND: other_index(FACT_INDEX)},
        key="fact_id",
        kept=("fact_id", "text"),
        passage=lambda row: fact_passage(row["text"]),
    ),
)
"""Everything that is embedded."""


@dataclass(frozen=True)
class Count:
    """How many events and facts there are, and how many of them have an embedding in a slot."""

    all: int
    embedded: int


@dataclass(frozen=True)
class IndexState:
    """A vector index as the server sees it."""

    name: str
    state: str
    """ONLINE, POPULATING or FAILED."""
    percent: float
    """How far it is filled from what was there before it."""
    dimension: int


def count_embedded(database: Database, index_name: str) -> Count:
    """How many events and facts there are, and how many are embedded in that slot. Goes through the whole store.

    Raises:
        StoreError: one of its kinds, when Neo4j cannot do it.
    """
    everything = embedded = 0
    for each in EMBEDDED:
        for row in _users(database, each, index_name):
            everything += row["things"]
            embedded += row["embedded"]
    return Count(everything, embedded)


def index_states(database: Database) -> tuple[IndexState, ...]:
    """The vector indexes of both slots, those that are there, by name.

    Raises:
        StoreError: one of its kinds, when Neo4j cannot do it.
    """
    wanted = [name for each in EMBEDDED for name in each.indexes.values()]
    return tuple(IndexState(**row) for row in database.run(_INDEXES, {"index_names": wanted}))


def fill(database: Database, slot: Slot, embed: Embed, *, batch: int = BATCH, progress: Progress) -> int:
    """Embed everything that has no embedding in the slot when its turn comes; how many that were.

    Raises:
        EncoderReplacedError: the slot's ticket is no longer on record.
        EncoderError: the encoder cannot encode.
        StoreError: one of its kinds, when Neo4j cannot do it.
    """
    count = count_embedded(database, slot.index_name)
    if count.embedded == count.all:
        return 0
    progress("embedding", count.embedded, count.all)
    embedded = 0
    for each in EMBEDDED:
        for found in _batches(_missing(database, each, slot, page=batch), batch):
            embedded += _store(database, each, slot, found, embed)
            done = count.embedded + embedded
            progress("embedding", done, max(count.all, done))
    return embedded


def empty(database: Database, slot: Slot, *, step: str, progress: Progress) -> int:
    """Remove all embeddings of the slot; how many there were.

    Raises:
        EncoderReplacedError: the slot's ticket is no longer on record.
        StoreError: one of its kinds, when Neo4j cannot do it.
    """
    total = count_embedded(database, slot.index_name).embedded
    done = 0
    if total:
        progress(step, 0, total)
    for each in EMBEDDED:
        for row in _users(database, each, slot.index_name):
            store, after = TenantStore(database, row["user_id"]), "" if row["embedded"] else None
            while after is not None:
                (page,) = store.run(
                    each.clear, after=after, limit=_CLEARED, index_name=slot.index_name, ticket=slot.ticket
                )
                after, done = page["last"], done + page["cleared"]
                progress(step, done, max(total, done))
    return done


def _users(database: Database, each: Embedded, index_name: str) -> Iterator[Row]:
    after = ""
    while True:
        params = {"index_name": index_name, "after": after, "limit": _USERS}
        rows = database.run(each.users, params, timeout=_SECONDS)
        yield from rows
        if len(rows) < _USERS:
            return
        after = rows[-1]["user_id"]


def _missing(database: Database, each: Embedded, slot: Slot, *, page: int) -> Iterator[tuple[str, Row]]:
    """Users and rows of what has no embedding in the slot, by the order of their keys."""
    for user in _users(database, each, slot.index_name):
        store, after = TenantStore(database, user["user_id"]), "" if user["embedded"] < user["things"] else None
        while after is not None:
            rows = store.run(each.missing, index_name=slot.index_name, after=after, limit=page)
            yield from ((store.user_id, row) for row in rows)
            after = rows[-1][each.key] if len(rows) == page else None


def _batches(found: Iterator[tuple[str, Row]], size: int) -> Iterator[list[tuple[str, Row]]]:
    """Full batches, whosever the things are: an encoder is slow at small ones."""
    batch: list[tuple[str, Row]] = []
    for item in found:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def _store(database: Database, each: Embedded, slot: Slot, found: Sequence[tuple[str, Row]], embed: Embed) -> int:
    """Embed a batch and store it as its users; how many of its things were still there."""
    vectors = embed([each.passage(row) for _, row in found])
    of_user: dict[str, list[dict[str, object]]] = {}
    for (user_id, row), vector in zip(found, vectors, strict=True):
        kept = {name: row[name] for name in each.kept}
        of_user.setdefault(user_id, []).append({**kept, "embedding": vector})
    return sum(
        TenantStore(database, user_id).run(each.fill, rows=rows, index_name=slot.index_name, ticket=slot.ticket)[0][
            "filled"
        ]
        for user_id, rows in of_user.items()
    )
