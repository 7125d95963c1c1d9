"""Embedding what was recorded without waiting for the encoder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphmem.episodic.policy import WritePolicy
from graphmem.episodic.prepare import Stamps
from graphmem.episodic.unite import Uniter
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder
from graphmem.rules.duplicates import SAME_WITHIN
from graphmem.rules.passages import event_passage
from graphmem.store.catalogue import global_query, tenant_query
from graphmem.store.connection import Database, Row
from graphmem.store.paging import user_rows
from graphmem.store.tenant import TenantStore

_USERS = global_query("embed.waiting_users")
_WAITING = tenant_query("embed.waiting")
_FILL = tenant_query("embed.fill")
_TWINS = tenant_query("episodic.twins")

BATCH = 128
"""Events that are embedded and stored at once."""

Progress = Callable[[int, int], object]
"""Told of events embedded by this run, and of how many there were to do."""


@dataclass(frozen=True)
class EmbedReport:
    """What was embedded."""

    users: int
    embedded: int
    united: int
    """Events that turned out to be another occurrence of one that was there."""
    facts: int = 0
    """Facts that were embedded besides."""


def embed_waiting(
    database: Database, encoder: Encoder, stamps: Stamps, policy: WritePolicy, *, progress: Progress | None = None
) -> EmbedReport:
    """Embed what waits for it, user by user; the longest waiting first within a user.

    Raises:
        EncoderError: the encoder cannot encode.
        StoreError: the store failed; running it again goes on.
    """
    users = list(_users(database))
    total = sum(row["waiting"] for row in users)
    embedded = united = 0
    for user in users:
        store = TenantStore(database, user["user_id"])
        while page := store.run(_WAITING, limit=BATCH):
            vectors = passage_vectors(encoder, [event_passage(row["actor"], row["content"]) for row in page])
            rows = [
                {"event_id": row["event_id"], "embedding": vector} for row, vector in zip(page, vectors, strict=True)
            ]
            store.run(_FILL, rows=rows)
            embedded += len(page)
            united += _unite(store, encoder, stamps, policy, [row["event_id"] for row in page])
            if progress:
                progress(embedded, max(total, embedded))
    return EmbedReport(len(users), embedded, united)


def _unite(store: TenantStore, encoder: Encoder, stamps: Stamps, policy: WritePolicy, event_ids: list[str]) -> int:
    if not policy.unite:
        return 0
    (row,) = store.run(_TWINS, event_ids=event_ids, same_within=SAME_WITHIN.days)
    if not row["twins"]:
        return 0
    events = Uniter(store, encoder.identity, stamps).unite(row["twins"], loops=policy.gate != "everything")
    return sum(1 for id, event in events.items() if id != event.event_id)


def _users(database: Database) -> Iterator[Row]:
    return user_rows(database, _USERS)
