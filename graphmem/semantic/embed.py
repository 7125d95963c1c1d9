"""Embedding what facts say, after they were written: nobody who records waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder
from graphmem.rules.passages import fact_passage
from graphmem.semantic.everybody import for_everybody
from graphmem.store.catalogue import global_query, tenant_query
from graphmem.store.connection import Database
from graphmem.store.paging import user_rows
from graphmem.store.tenant import TenantStore

_USERS = global_query("embed.waiting_fact_users")
_WAITING = tenant_query("embed.waiting_facts")
_FILL = tenant_query("embed.fill_facts")

BATCH = 128
"""Facts that are embedded and stored at once."""


def embed_facts(store: TenantStore, encoder: Encoder, *, stop: Callable[[], bool] = lambda: False) -> int:
    """Embed the user's facts that wait for it; how many.

    Safe to interrupt and to run beside others: a fact that says something else meanwhile goes on waiting.

    Raises:
        EncoderError: the encoder cannot encode.
        StoreError: the store failed; running it again goes on.
    """
    embedded = 0
    while not stop() and (page := store.run(_WAITING, limit=BATCH)):
        vectors = passage_vectors(encoder, [fact_passage(row["text"]) for row in page])
        rows = [{**row, "embedding": vector} for row, vector in zip(page, vectors, strict=True)]
        (answer,) = store.run(_FILL, rows=rows)
        embedded += answer["filled"]
        if not answer["filled"]:  # others were quicker, with all of them
            break
    return embedded


def embed_waiting_facts(database: Database, encoder: Encoder, *, stop: Callable[[], bool] = lambda: False) -> int:
    """Embed the facts of all users that wait for it; how many.

    Raises:
        EncoderError: the encoder cannot encode.
        StoreError: the store failed; running it again goes on.
    """

    def embedded(user_id: str) -> int:
        return embed_facts(TenantStore(database, user_id), encoder, stop=stop)

    return for_everybody(_users(database), embedded, stop=stop)


def _users(database: Database) -> Iterator[str]:
    return (row["user_id"] for row in user_rows(database, _USERS))
