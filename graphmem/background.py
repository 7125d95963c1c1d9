"""Work that nobody waits for: one thread of a memory, which does what others left to be done."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from graphmem.errors import GraphmemError

_log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds after which it looks for work without being told: what other programs recorded, or a killed one left."""
GATHERING = 0.3
"""Seconds it waits after it was told of work: there is more to come, and larger batches are quicker."""
DRAINING = 10.0
"""Seconds it may go on when the memory is closed."""

Stop = Callable[[], bool]
Work = Callable[[Stop, Stop], object]
"""Does what there is to do. Asks the first now and then whether to stop, and the second whether to do no more than what
it was told of, since the memory is being closed."""


class Background:
    """A thread that works whenever it is told that there is something to do, and now and then unasked.

    What fails is logged, without any text of an event, and tried again the next time.
    """

    def __init__(self, work: Work, *, every: float = EVERY) -> None:
        self._work, self._every = work, every
        self._told = threading.Condition()
        self._due = self._closing = False
        self._deadline = float("inf")
        self.failure: GraphmemError | None = None
        """What the last attempt failed with; None where it did not."""
        self._thread = threading.Thread(target=self._run, name="graphmem-background", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There is something to do."""
        with self._told:
            self._due = True
            self._told.notify()

    def close(self, seconds: float | None = None) -> bool:
        """Finish what is due, for so many seconds at most (by default 10), and end; whether it has ended."""
        seconds = DRAINING if seconds is None else seconds
        with self._told:
            self._deadline = time.monotonic() + seconds
            self._closing = True
            self._told.notify()
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def when_ended(self, then: Callable[[], object]) -> None:
        """Do this as soon as the thread has ended, and do not wait for it."""

        def wait() -> None:
            self._thread.join()
            then()

        threading.Thread(target=wait, name="graphmem-closing", daemon=True).start()

    def _run(self) -> None:
        while self._wait():
            self._attempt()

    def _wait(self) -> bool:
        """Until there is work, or it is time to look; False when there is none and none will come."""
        with self._told:
            self._told.wait_for(lambda: self._due or self._closing, self._every)
            if self._due and not self._closing:
                self._told.wait_for(lambda: self._closing, GATHERING)
            is_last = self._closing and not self._due
            self._due = False
        return not is_last

    def _attempt(self) -> None:
        try:
            self._work(lambda: time.monotonic() >= self._deadline, lambda: self._closing)
            self.failure = None
        except GraphmemError as error:
            if self.failure is None and not self._closing:
                _log.warning("Work in the background failed, and is tried again later: %s", error)
            self.failure = error
        except Exception as error:  # a fault here must end neither the thread nor the program
            _log.error("Work in the background failed by a fault in graphmem (%s).", type(error).__name__)
            self.failure = GraphmemError(f"A fault in graphmem: {type(error).__name__}.")
