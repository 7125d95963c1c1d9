"""Counting which events and facts are recalled, off the way of recall: collected here, written in batches in the
background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from graphmem.errors import StoreError
from graphmem.store.catalogue import tenant_query
from graphmem.store.connection import Database
from graphmem.store.tenant import TenantStore

_COUNT = tenant_query("recall.count")
_log = logging.getLogger(__name__)

FLUSH_SECONDS = 5.0
"""Between two writes."""
MOST_WAITING = 10_000
"""Events and facts that wait to be written; whoever recalls one more writes them first."""
_ROWS = 1000
"""Events and facts of one transaction."""

_Kind = Literal["events", "facts"]
_Key = tuple[str, _Kind, str]
"""User, kind and id."""
_IDS: dict[_Kind, str] = {"events": "event_id", "facts": "fact_id"}


@dataclass(frozen=True)
class _Use:
    times: int
    at: datetime

    def __add__(self, other: _Use) -> _Use:
        return _Use(self.times + other.times, max(self.at, other.at))


class RecallCounter:
    """Collects recalls and writes them every few seconds, and at `close`; safe to share between threads.

    Nothing is lost silently: what cannot be written is tried again, and a warning says how much had to be given up.
    """

    def __init__(self, database: Database, *, seconds: float = FLUSH_SECONDS, most: int = MOST_WAITING) -> None:
        self._database, self._seconds, self._most = database, seconds, most
        self._waiting: dict[_Key, _Use] = {}
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def note(self, user_id: str, event_ids: Iterable[str], at: datetime, fact_ids: Iterable[str] = ()) -> None:
        """These events and facts were recalled.

        Raises nothing of the store's: an answer that was found is worth more than its count.
        """
        with self._lock:
            for event_id in event_ids:
                self._add((user_id, "events", event_id), _Use(1, at))
            for fact_id in fact_ids:
                self._add((user_id, "facts", fact_id), _Use(1, at))
            full = len(self._waiting) > self._most
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._run, name="graphmem-counts", daemon=True)
                self._thread.start()
        if full:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        with self._writing:
            with self._lock:
                taken, self._waiting = self._waiting, {}
            by_user: dict[str, list[tuple[_Key, _Use]]] = {}
            for key, use in sorted(taken.items(), key=lambda item: item[0]):
                by_user.setdefault(key[0], []).append((key, use))
            for user_id, uses in by_user.items():
                for start in range(0, len(uses), _ROWS):
                    self._write(user_id, uses[start : start + _ROWS])

    def close(self) -> None:
        """Write what waits, and stop."""
        self._stop.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join()
        self.flush()
        with self._lock:
            left = sum(use.times for use in self._waiting.values())
            self._waiting = {}
        if left:
            _log.warning("%d recalls could not be counted: the store did not take them before it was closed.", left)

    def _run(self) -> None:
        while not self._stop.wait(self._seconds):
            self.flush()

    def _write(self, user_id: str, uses: list[tuple[_Key, _Use]]) -> None:
        rows: dict[_Kind, list[dict[str, object]]] = {"events": [], "facts": []}
        for (_, kind, id), use in uses:
            rows[kind].append({_IDS[kind]: id, "times": use.times, "at": use.at})
        try:
            TenantStore(self._database, user_id).run(_COUNT, events=rows["events"], facts=rows["facts"])
        except StoreError as error:
            _log.debug("Counting recalls is tried again later: %s", error)
            self._keep(uses)

    def _keep(self, uses: list[tuple[_Key, _Use]]) -> None:
        """Let what was not written wait again, as far as there is room."""
        with self._lock:
            room = max(0, self._most - len(self._waiting))
            for key, use in uses[:room]:
                self._add(key, use)
        lost = sum(use.times for _, use in uses[room:])
        if lost:
            _log.warning("%d recalls were not counted: the store does not take them, and too many wait.", lost)

    def _add(self, key: _Key, use: _Use) -> None:
        known = self._waiting.get(key)
        self._waiting[key] = use if known is None else known + use
