"""How long a recall may take, and what was left out to keep to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import TypeVar

from graphmem.errors import StoreTimeoutError

T = TypeVar("T")
Job = Callable[[float | None], T]
"""Does something within so many seconds; None for as long as the store allows."""


class Deadline:
    """The end of a recall's time. What is not there by then is done without, and named in `degraded`.

    Args:
        milliseconds: from now on; None for no end but the store's own.
        side: runs what goes on beside the caller.
    """

    def __init__(self, milliseconds: int | None, side: Executor) -> None:
        self._end = None if milliseconds is None else time.monotonic() + milliseconds / 1000
        self._side = side
        self.degraded: list[str] = []

    @property
    def is_set(self) -> bool:
        return self._end is not None

    def left(self) -> float | None:
        """Seconds; None where there is no end."""
        return None if self._end is None else self._end - time.monotonic()

    def start(self, job: Job[T]) -> Future[T]:
        """Begin a job beside the caller."""
        return self._side.submit(self._in_time, job)

    def wait(self, name: str, future: Future[T]) -> T | None:
        """What the job gives; None, and noted, where it is not done in time."""
        try:
            return future.result(timeout=self.left() if self._end is not None else None)
        except (FutureTimeoutError, StoreTimeoutError):
            future.cancel()
            self.degraded.append(name)
            return None

    def run(self, name: str, job: Job[T]) -> T | None:
        """The same for a job that the caller waits for. Only where there is an end is it run beside."""
        if self._end is not None:
            return self.wait(name, self.start(job))
        try:
            return job(None)
        except StoreTimeoutError:
            self.degraded.append(name)
            return None

    def _in_time(self, job: Job[T]) -> T:
        left = self.left()
        if left is not None and left <= 0:
            raise StoreTimeoutError("There was no time left.")
        return job(left)
