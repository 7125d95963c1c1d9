"""Answers that are given again while nothing of the user changes.

An answer is kept with the stamp that the user's node had before anything was looked for: whatever changes what recall
may find, in whichever process, changes the stamp, and with a user's erasure it is gone. The stamp is read for every
recall, so nothing is answered that does not hold any more. What this process writes also empties it at once.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from graphmem.recall.recollection import Recollection

K = TypeVar("K")
V = TypeVar("V")

MOST_ANSWERS = 1000
MOST_USERS = 10_000
_NO_CHANGE = frozenset({"recall.count", "users.erase_later", "users.erase_done"})
"""Writing queries that change no answer."""

Key = tuple[str, Hashable]
"""The user's id, and all that was asked."""
Stamp = Hashable
"""Of a user's memory; None where there is none."""


@dataclass(frozen=True)
class _Kept:
    answer: Recollection
    stamp: Stamp
    until: float


class AnswerCache:
    """Keeps answers for some seconds; safe to share between threads.

    Args:
        seconds: how long; 0 keeps nothing.
        now: tells the seconds that pass.
    """

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._now = seconds, now
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._versions: OrderedDict[str, int] = OrderedDict()
        self._all_changes = 0
        self._lock = threading.Lock()

    def get(self, key: Key, stamp: Stamp) -> Recollection | None:
        """The answer, if the user's memory has had no other stamp since."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None:
                return None
            if kept.stamp != stamp or kept.until <= self._now():
                del self._kept[key]
                return None
            self._kept.move_to_end(key)
            return kept.answer

    def has(self, key: Key) -> bool:
        """Whether an answer is kept, which may be out of date."""
        with self._lock:
            kept = self._kept.get(key)
            return kept is not None and kept.until > self._now()

    def version(self, user_id: str) -> int:
        """Counts what this process has written for the user. To be taken before the stamp is read."""
        with self._lock:
            return self._version(user_id)

    def put(self, key: Key, version: int, stamp: Stamp, answer: Recollection) -> None:
        """Keep an answer that was looked for after `version` and then `stamp` were taken."""
        with self._lock:
            if self._seconds and stamp is not None and version == self._version(key[0]):
                _bounded(self._kept, key, _Kept(answer, stamp, self._now() + self._seconds), MOST_ANSWERS)

    def changed(self, user_id: str | None, query: str) -> None:
        """Something was written by `query`: for a user, or for the whole store (None)."""
        if query in _NO_CHANGE or not self._seconds:
            return
        with self._lock:
            if user_id is None:
                self._all_changes += 1
                self._kept.clear()
                return
            _bounded(self._versions, user_id, self._versions.get(user_id, 0) + 1, MOST_USERS)
            for key in [key for key in self._kept if key[0] == user_id]:
                del self._kept[key]

    def _version(self, user_id: str) -> int:
        return self._versions.get(user_id, 0) + self._all_changes


def _bounded(kept: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
