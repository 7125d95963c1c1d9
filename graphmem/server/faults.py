"""Why a server did not start, from what it printed."""

from __future__ import annotations

from pathlib import Path

from graphmem.errors import DiskFullError, GraphmemError, PortBusyError, ServerStartError, StoreLockedError
from graphmem.server.instance import Instance

_TAIL = 64_000
_START_MARK = "Logging config in use"
"""Begins every start in debug.log."""
_TOO_LARGE = (
    "Could not reserve enough space",
    "insufficient memory for the Java Runtime",
    "exceeds physical memory",
    "Invalid maximum heap size",
)


def why_it_ended(instance: Instance) -> GraphmemError:
    """The error for a server that ended by itself while it was starting."""
    said = tail(instance.console_file)
    if "is already in use" in said or "Address already in use" in said:
        return PortBusyError(
            f"Another program took a port of instance {instance.name!r} while its server was starting. Try again."
        )
    if _says_full(said):
        return _full(instance)
    if "Lock file has been locked" in said:
        return StoreLockedError(
            f"The data of instance {instance.name!r} is in use by {_locker(instance)} ({instance.data}). "
            f"End that process, or use another instance."
        )
    if any(sign in said for sign in _TOO_LARGE):
        return ServerStartError(
            f"There is not enough memory for the server: its heap is {instance.heap} and its page cache "
            f"{instance.page_cache}. End some programs, or set GRAPHMEM_HEAP and GRAPHMEM_PAGE_CACHE to less."
        )
    if "java.lang.OutOfMemoryError" in said:
        return ServerStartError(
            f"The heap of {instance.heap} is too small for the server of instance {instance.name!r}. "
            f"Set GRAPHMEM_HEAP to more; 1g is usual."
        )
    return ServerStartError(
        f"The server of instance {instance.name!r} ended while it was starting: {_reason(said)} "
        f"The log is {instance.console_file}."
    )


def why_no_database(instance: Instance) -> GraphmemError:
    """The error for a server that answers but has not opened its database."""
    path = instance.logs / "debug.log"
    since_start = tail(path, 1_000_000).rpartition(_START_MARK)[2]
    if _says_full(since_start):
        return _full(instance)
    return ServerStartError(
        f"The server of instance {instance.name!r} could not open its database. "
        f"The reason is in {path}, in the last lines with ERROR; then stop it with `graphmem down` and try again."
    )


def _says_full(said: str) -> bool:
    return "No space left on device" in said or "Disk quota exceeded" in said or "not enough space on the disk" in said


def _full(instance: Instance) -> DiskFullError:
    return DiskFullError(
        f"The disk became full while the server of instance {instance.name!r} was starting in {instance.home}. "
        f"Free some space and try again, or set GRAPHMEM_DATA_DIR to a folder on another disk."
    )


def tail(path: Path, size: int = _TAIL) -> str:
    """The last `size` bytes of a log as text, empty when there is none."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - size))
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def _reason(said: str) -> str:
    """The line that says most: Java puts the deepest cause last."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    for mark in ("Caused by: ", " ERROR ", "Error: ", "Exception"):
        marked = [line for line in lines if mark in line]
        if marked:
            return marked[-1].split(mark, 1)[-1].rstrip(".") + "." if mark != "Exception" else marked[-1] + "."
    return (lines[-1] if lines else "it printed nothing").rstrip(".") + "."


def _locker(instance: Instance) -> str:
    """The process that has the store open, as far as the system tells."""
    import psutil

    lock = str(instance.data / "databases" / "store_lock")
    for process in psutil.process_iter():
        try:
            if any(file.path == lock for file in process.open_files()):
                return f"{process.name()} (process {process.pid})"
        except (psutil.Error, OSError):  # gone, or somebody else's
            continue
    return "another process"
