"""Queries that give a row for each user, read a page at a time."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.store.connection import Database, Row
from graphmem.store.contract import GlobalQuery

_PAGE = 1000
_SECONDS = 300.0


def user_rows(database: Database, query: GlobalQuery, **params: object) -> Iterator[Row]:
    """The rows of `query` in the order of their `user_id`; a store may have more users than fit into memory.

    Args:
        database: the store.
        query: takes `$after`, the last user id of the page before, and `$limit`.
        params: those it takes besides.

    Raises:
        StoreError: the store failed.
    """
    after = ""
    while rows := database.run(query, {**params, "after": after, "limit": _PAGE}, timeout=_SECONDS):
        yield from rows
        after = rows[-1]["user_id"]
