"""One process at a time."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.errors import ServerStartError
from graphmem.server.disk import storage
from graphmem.server.progress import WAIT, Progress, silent

if TYPE_CHECKING:
    from filelock import BaseFileLock

_log = logging.getLogger(__name__)

_LONGEST_WAIT = 1800.0
"""Seconds; somebody may be downloading the whole server over a slow line."""


@contextmanager
def exclusive(path: Path, *, doing: str, setting: str, progress: Progress = silent) -> Iterator[None]:
    """Hold the lock at `path`; another process or thread that asks for it waits, saying that somebody is `doing` it.

    The system frees the lock when its holder ends, however that happens.
    """
    from filelock import FileLock

    lock = FileLock(path)
    with storage(path, setting=setting):
        _acquire(lock, doing, progress)
    try:
        yield
    finally:
        lock.release()


def _acquire(lock: BaseFileLock, doing: str, progress: Progress) -> None:
    from filelock import Timeout

    try:
        lock.acquire(timeout=0.5)
    except Timeout:
        _log.info("Waiting for another process that is %s.", doing)
        progress(WAIT, 0, 1)
    else:
        return
    try:
        lock.acquire(timeout=_LONGEST_WAIT)
    except Timeout:
        raise ServerStartError(
            f"Another process has been {doing} for {_LONGEST_WAIT / 60:.0f} minutes. End it, then try again."
        ) from None
    progress(WAIT, 1, 1)
