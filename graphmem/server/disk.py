"""Folders and free space, with errors that say what to do."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graphmem.errors import DiskFullError, ServerStartError

_MB = 1_000_000


def folder(path: Path, *, setting: str) -> Path:
    """`path`, made when it was not there; `setting` is what moves it elsewhere."""
    with storage(path, setting=setting):
        path.mkdir(parents=True, exist_ok=True)
    return path


def need_space(path: Path, size: int, *, what: str, setting: str) -> None:
    """Raise `DiskFullError` unless `size` bytes are free where `path` is or will be."""
    there = next(parent for parent in (path, *path.parents) if parent.exists())
    free = shutil.disk_usage(there).free
    if free < size:
        raise DiskFullError(
            f"{what} needs {size / _MB:,.0f} MB at {path}, but only {free / _MB:,.0f} MB are free. "
            f"Free some space, or set {setting} to a folder on another disk."
        )


def is_full(error: OSError) -> bool:
    """Whether the disk, or this user's share of it, is full."""
    return error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


@contextmanager
def storage(path: Path, *, setting: str) -> Iterator[None]:
    """Turn the system's complaints about writing to `path` into errors that say what to do."""
    try:
        yield
    except OSError as error:
        if is_full(error):
            raise DiskFullError(
                f"The disk is full: {path} could not be written. Free some space, "
                f"or set {setting} to a folder on another disk."
            ) from error
        raise ServerStartError(
            f"{path} cannot be written ({error.strerror}). Give yourself the right to write there, "
            f"or set {setting} to a folder of your own."
        ) from error
