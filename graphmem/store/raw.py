"""The driver without what graphmem puts around it: for measuring, and for nothing else."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import neo4j

from graphmem.store.connection import Database, Row
from graphmem.store.contract import Query, TenantQuery
from graphmem.store.translate import DRIVER_ERRORS, translated
from graphmem.store.values import to_store


class RawStore:
    """Runs queries as one user straight on the driver: nothing is checked and nothing converted on the way."""

    def __init__(self, database: Database, user_id: str) -> None:
        self._database, self._user_id = database, user_id

    def converted(self, query: TenantQuery, params: Mapping[str, object]) -> dict[str, object]:
        """`params` as the driver takes them; done ahead, so that it need not be measured."""
        sent = {name: to_store(value, f"${name} of {query.name}") for name, value in params.items()}
        return {**sent, "user_id": self._user_id}

    def run(self, query: TenantQuery, converted: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """Run it in a transaction of its own, retried as the driver does by itself; rows as the driver gives them.

        Raises:
            StoreError: the driver failed.
        """
        routing = neo4j.RoutingControl.READ if query.access == "read" else neo4j.RoutingControl.WRITE
        columns = [column.name for column in query.columns]
        try:
            result = self._database._driver.execute_query(
                neo4j.Query(query.statement), dict(converted), routing_=routing, database_=self._database.name
            )
        except DRIVER_ERRORS as error:
            failure = translated(error, f"running {query.name}")
        else:
            return [tuple(record[column] for column in columns) for record in result.records]
        raise failure


@contextmanager
def counted(database: Database) -> Iterator[Counter[str]]:
    """Counts the queries that are sent while inside, by name; each is a transaction of its own."""
    counts: Counter[str] = Counter()
    run, lock = database._run, threading.Lock()  # the channels of recall run side by side

    def counting(query: Query, *arguments: Any, **more: Any) -> list[Row]:
        with lock:
            counts[query.name] += 1
        return run(query, *arguments, **more)

    database._run = counting  # type: ignore[method-assign]  # of this one
    try:
        yield counts
    finally:
        del database._run
