"""Repairs. Each runs as the user whose data it is; none deletes an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from graphmem.clock import BEGINNING, Clock
from graphmem.episodic.prepare import caption
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder
from graphmem.models import MENTIONED_TYPES
from graphmem.rules.passages import event_passage
from graphmem.store.catalogue import tenant_query
from graphmem.store.connection import Database
from graphmem.store.slots import Slot
from graphmem.store.tenant import TenantStore

_RELINK = tenant_query("doctor.relink")
_INTRODUCE = tenant_query("doctor.introduce")
_TENANT_KEY = tenant_query("doctor.set_tenant_key")
_CONTENTS = tenant_query("doctor.contents")
_NAME = tenant_query("doctor.name_events")
_RECOUNT = tenant_query("doctor.recount_entities")
_FILL = tenant_query("embed.fill")

_BATCH = 500
"""Things repaired in one transaction."""
_EMBEDDED = 64
"""Events embedded and stored at once."""


@dataclass(frozen=True)
class Key:
    """What is to be repaired, and whose it is."""

    user_id: str
    key: str


@dataclass(frozen=True)
class Context:
    """What checks and repairs work with."""

    database: Database
    clock: Clock
    encoder: Encoder | None
    """None where the configured one cannot be used."""
    encoder_fits: bool
    """Whether it is the store's, so that what it makes may be put in."""
    slot: Slot | None
    """The active one."""


Mend = Callable[[Context, Sequence[Key]], None]
"""Repairs what the keys name."""


def mending(name: str) -> Mend:
    """A repair that is one query over `$keys`."""
    query = tenant_query(name)

    def mend(context: Context, keys: Sequence[Key]) -> None:
        for store, batch in _batches(context, keys):
            store.run(query, keys=batch)

    return mend


def relink(context: Context, keys: Sequence[Key]) -> None:
    """Link sessions anew, in pages."""
    for store, sessions in _batches(context, keys):
        for session_id in sorted(set(sessions)):
            since, after, full = BEGINNING, "", True
            while full:
                rows = store.run(_RELINK, session_id=session_id, since=since, after=after, limit=_BATCH)
                full = bool(rows) and rows[0]["events"] == _BATCH
                if full:
                    since, after = rows[0]["last_at"], rows[0]["last_id"]


def introduce(context: Context, keys: Sequence[Key]) -> None:
    """Make the nodes of users."""
    for user_id in _users(keys):
        TenantStore(context.database, user_id).run(_INTRODUCE, created_at=context.clock.now())


def set_tenant_keys(context: Context, keys: Sequence[Key]) -> None:
    """Put the right tenant keys on the users' events."""
    for user_id in _users(keys):
        store = TenantStore(context.database, user_id)
        while store.run(_TENANT_KEY, tenant_key=store.tenant_key, limit=_BATCH)[0]["repaired"] == _BATCH:
            pass


def name_events(context: Context, keys: Sequence[Key]) -> None:
    """Name events after their first words."""
    for store, ids in _batches(context, keys):
        rows = store.run(_CONTENTS, keys=ids)
        named = [{"event_id": row["event_id"], "name": caption(row["content"])} for row in rows if row["content"]]
        store.run(_NAME, rows=named)


def embed(context: Context, keys: Sequence[Key]) -> None:
    """Embed events from their text, with the store's encoder."""
    if context.encoder is None or context.slot is None or not context.encoder_fits:
        return
    for store, ids in _batches(context, keys, size=_EMBEDDED):
        rows = [row for row in store.run(_CONTENTS, keys=ids) if row["content"]]
        vectors = passage_vectors(context.encoder, [event_passage(row["actor"], row["content"]) for row in rows])
        filled = [{"event_id": row["event_id"], "embedding": vector} for row, vector in zip(rows, vectors, strict=True)]
        store.run(_FILL, rows=filled, index_name=context.slot.index_name, ticket=context.slot.ticket)


def recount_entities(context: Context, keys: Sequence[Key]) -> None:
    """Count again which events mention entities; those that nothing is connected to go."""
    for store, ids in _batches(context, keys):
        store.run(_RECOUNT, keys=ids, types=list(MENTIONED_TYPES))


def _users(keys: Iterable[Key]) -> list[str]:
    return sorted({key.user_id for key in keys})


def _batches(context: Context, keys: Sequence[Key], *, size: int = _BATCH) -> Iterator[tuple[TenantStore, list[str]]]:
    ordered = sorted(set(keys), key=lambda key: (key.user_id, key.key))
    for user_id, group in groupby(ordered, key=lambda key: key.user_id):
        store, of_user = TenantStore(context.database, user_id), [key.key for key in group]
        for start in range(0, len(of_user), size):
            yield store, of_user[start : start + size]
