"""The server and the machine it runs on: clocks, memory, disk, the password's file."""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from graphmem.clock import Clock
from graphmem.errors import StoreVersionError
from graphmem.evaluation.doctor.findings import Finding, Severity
from graphmem.server import Instance
from graphmem.store.catalogue import global_query
from graphmem.store.connection import Database, check_version

_CLOCK = global_query("doctor.clock")
_SERVER = global_query("doctor.server")

MOST_SKEW = timedelta(seconds=5)
"""Between the clocks of client and server, beyond the time of the question itself."""
LEAST_FREE, LITTLE_FREE = 500_000_000, 2_000_000_000
"""Bytes free on the disk of the data: below the first it is an error, below the second a warning."""
MOST_LOG = 1_000_000_000
"""Bytes of transaction logs; the managed server keeps about 160 MB."""
MOST_MEMORY = 0.8
"""Share of the machine's memory for heap and page cache together; the vectors live in what is left."""
LEAST_HEAP = 500_000_000
"""Bytes of heap below which Neo4j is slow or gives up."""
ONLY_OWNER = 0o600
_UNITS = {"": 1, "k": 2**10, "kib": 2**10, "m": 2**20, "mib": 2**20, "g": 2**30, "gib": 2**30}
_AMOUNT = re.compile(r"([0-9.]+)\s*([a-z]*)")


def version_findings(version: str) -> list[Finding]:
    """Whether this Neo4j is new enough and not a broken release."""
    try:
        check_version(version)
    except StoreVersionError as error:
        return [refused_version(error)]
    return []


def refused_version(error: StoreVersionError) -> Finding:
    """A server that is not even connected to."""
    return Finding("server_version", Severity.ERROR, 1, str(error), "Upgrade Neo4j to 2026.09.0.")


def clock_findings(database: Database, clock: Clock) -> list[Finding]:
    """Whether client and server agree on the time.

    Raises:
        StoreError: one of its kinds, when Neo4j cannot do it.
    """
    before = clock.now()
    now = database.run(_CLOCK)[0]["now"]
    after = clock.now()
    skew = max(before - now, now - after)
    if skew <= MOST_SKEW:
        return []
    return [
        Finding(
            "clock_skew", Severity.WARNING, 1,
            f"The clocks of this machine and of the server differ by {skew.total_seconds():,.0f} s, so events without "
            f"a time of their own are put at the wrong one.",
            "Set both clocks by NTP.",
        )
    ]  # fmt: skip


def memory_settings(database: Database) -> dict[str, int]:
    """Bytes of heap and page cache as configured; without what is left to the server.

    Raises:
        StoreError: one of its kinds, when Neo4j cannot do it.
    """
    found = {}
    for row in database.run(_SERVER):
        amount = amount_of(str(row["value"] or ""))
        if amount is not None:
            found["heap_bytes" if "heap" in row["name"] else "page_cache_bytes"] = amount
    return found


def amount_of(text: str) -> int | None:
    """Bytes of a setting such as `512m` or `1.00GiB`; None for one that is no amount.

    >>> amount_of("512m"), amount_of("1.50GiB"), amount_of("No Value")
    (536870912, 1610612736, None)
    """
    match = _AMOUNT.fullmatch(text.strip().lower())
    if match is None or match[2] not in _UNITS:
        return None
    return int(float(match[1]) * _UNITS[match[2]])


def memory_findings(heap: int | None, page_cache: int | None, machine: int) -> Iterator[Finding]:
    """Whether heap and page cache (bytes) fit the machine; `machine` is its memory, 0 where it is another one."""
    together = (heap or 0) + (page_cache or 0)
    if machine and together > MOST_MEMORY * machine:
        yield Finding(
            "memory_overcommitted", Severity.WARNING, 1,
            f"Heap and page cache of the server are {_mb(together)} of the machine's {_mb(machine)}; it will swap, and "
            f"nothing is left for the vectors, which live in the operating system's cache.",
            "Lower GRAPHMEM_HEAP or GRAPHMEM_PAGE_CACHE (server.memory.* of a server of your own) and restart it.",
        )  # fmt: skip
    if heap is not None and heap < LEAST_HEAP:
        yield Finding(
            "heap_small", Severity.WARNING, 1,
            f"The server's heap is {_mb(heap)}; large batches will fail.",
            "Set GRAPHMEM_HEAP (server.memory.heap.max_size) to 1g or more and restart the server.",
        )  # fmt: skip


def machine_memory() -> int:
    """Bytes of this machine's memory."""
    import psutil

    return int(psutil.virtual_memory().total)


def sizes(instance: Instance) -> dict[str, int]:
    """Bytes of the store, its transaction logs, and what is free on their disk."""
    return {
        "store_bytes": _size(instance.data / "databases"),
        "transaction_log_bytes": _size(instance.data / "transactions"),
        "disk_free_bytes": shutil.disk_usage(instance.home).free,
    }


def disk_findings(free: int, transaction_logs: int) -> Iterator[Finding]:
    """Whether the disk is nearly full, or filled by transaction logs; in bytes."""
    if free < LITTLE_FREE:
        yield Finding(
            "disk_space", Severity.ERROR if free < LEAST_FREE else Severity.WARNING, 1,
            f"Only {_mb(free)} are free on the disk of the store; Neo4j stops when there are none.",
            "Free some space, or set GRAPHMEM_DATA_DIR to a folder on another disk and move the data there.",
        )  # fmt: skip
    if transaction_logs > MOST_LOG:
        yield Finding(
            "transaction_logs", Severity.WARNING, 1,
            f"The transaction logs have {_mb(transaction_logs)}.",
            "Restart the server (`graphmem down`, `graphmem up`): it makes a checkpoint and drops what is older.",
        )  # fmt: skip


def password_findings(file: Path) -> list[Finding]:
    """Whether others on this machine may read the password."""
    if os.name != "posix" or not file.exists():
        return []
    mode = stat.S_IMODE(file.stat().st_mode)
    if not mode & ~ONLY_OWNER:
        return []
    return [
        Finding(
            "password_readable", Severity.ERROR, 1,
            f"The file with the server's password has the mode {mode:o}, so others on this machine may read it or "
            f"change it.",
            "Run `graphmem doctor --fix`: it sets the mode 600. Then make a new one: `graphmem up --reset-password`.",
            (file.name,), fixable=True,
        )
    ]  # fmt: skip


def close_password(file: Path) -> None:
    """Let only the owner read and write it."""
    file.chmod(ONLY_OWNER)


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


def _size(folder: Path) -> int:
    total = 0
    for place, _, files in os.walk(folder):
        for name in files:
            try:
                total += (Path(place) / name).stat().st_size
            except FileNotFoundError:  # rotated away meanwhile
                continue
    return total
