"""Users of one run only: made for it, erased after it, whatever happens.

Their ids stand on a list in the store before anything is stored for them, so that the next run finds those of a run
that was killed. That a run is over shows at once on its own machine, where a lock ends with the process that held it;
for runs of other machines it is taken to be so after a day.
"""

from __future__ import annotations

import logging
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from filelock import FileLock, Timeout

from graphmem.memory import GraphMemory
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_ERASE = tenant_query("users.erase")
_ERASE_LATER = tenant_query("users.erase_later")
_ERASE_DONE = tenant_query("users.erase_done")

KEEPER = "graphmem-eval"
"""The user who keeps the list; gone when the list is empty."""
PREFIX = f"{KEEPER}-"
LONGEST_RUN = timedelta(days=1)
ERASED_AT_ONCE = 1000
"""Nodes of one transaction."""
_TIME = "%Y%m%dT%H%M%SZ"

_log = logging.getLogger(__name__)


@contextmanager
def temporary_users(memory: GraphMemory, count: int) -> Iterator[list[str]]:
    """Ids of `count` users whom nobody has; what is stored for them is erased at the end, by error or Ctrl-C too.

    What runs that were killed left behind is erased first.

    Raises:
        StoreError: the store failed.
    """
    erase_leftovers(memory)
    run = f"{PREFIX}{memory.clock.now():{_TIME}}-{secrets.token_hex(4)}"
    user_ids = [f"{run}-{number}" for number in range(count)]
    lock = FileLock(_lock_file(run))
    lock.acquire()
    try:
        _note(memory, user_ids)
        yield user_ids
    finally:
        try:
            _erase_all(memory, user_ids)
        finally:
            lock.release()
            _lock_file(run).unlink(missing_ok=True)


def erase(memory: GraphMemory, user_id: str) -> int:
    """Erase everything of one user; the number of nodes that are gone.

    Raises:
        StoreError: the store failed; erasing again goes on where it stopped.
    """
    store, erased = TenantStore(memory.database, user_id), 0
    while batch := int(store.run(_ERASE, limit=ERASED_AT_ONCE)[0]["erased"]):
        erased += batch
    return erased


def erase_leftovers(memory: GraphMemory) -> list[str]:
    """Erase the users of runs that are over; their ids."""
    waiting, now = _strike(memory, []), memory.clock.now()
    runs = {run for run in set(map(_run_of, waiting)) if _is_over(run, now)}
    over = [id for id in waiting if _run_of(id) in runs]
    if over:
        _log.info("Erasing %d users that an earlier run left behind.", len(over))
        _erase_all(memory, over)
    return over


def _erase_all(memory: GraphMemory, user_ids: Sequence[str]) -> None:
    for user_id in user_ids:
        erase(memory, user_id)
    _strike(memory, user_ids)


def _note(memory: GraphMemory, user_ids: Sequence[str]) -> None:
    """Put users on the list."""
    keeper = TenantStore(memory.database, KEEPER)
    keeper.run(_ERASE_LATER, ids=list(user_ids), created_at=memory.clock.now())


def _strike(memory: GraphMemory, user_ids: Sequence[str]) -> list[str]:
    """Strike users off the list; those that still stand on it."""
    rows = TenantStore(memory.database, KEEPER).run(_ERASE_DONE, ids=list(user_ids))
    return list(rows[0]["waiting"]) if rows else []


def _run_of(user_id: str) -> str:
    return user_id.rpartition("-")[0]


def _lock_file(run: str) -> Path:
    return Path(tempfile.gettempdir()) / f"{run}.lock"


def _is_over(run: str, now: datetime) -> bool:
    file = _lock_file(run)
    if file.exists():
        try:
            with FileLock(file, timeout=0):
                pass
        except (Timeout, OSError):
            return False
        file.unlink(missing_ok=True)
        return True
    started = datetime.strptime(run.removeprefix(PREFIX).partition("-")[0], _TIME).replace(tzinfo=UTC)
    return now - started > LONGEST_RUN
