"""Reading a server's logs."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TextIO

from graphmem.errors import ServerError
from graphmem.server.instance import Instance

Log = Literal["neo4j", "console", "debug"]
_STEP = 0.25


def log_lines(instance: Instance, *, lines: int = 50, follow: bool = False, log: Log = "neo4j") -> Iterator[str]:
    """The last `lines` lines of a log, without line ends; with `follow` also those to come, for ever.

    `neo4j` is the server's log for people, `debug` its long one, `console` what the latest process printed (a
    complaint of Java is only there).

    Raises:
        ServerError: there is no log, because the instance has never been started.
    """
    path = {"neo4j": instance.log_file, "console": instance.console_file, "debug": instance.logs / "debug.log"}[log]
    if not path.exists():
        raise ServerError(
            f"Instance {instance.name!r} has no log yet ({path}). "
            f"Start it with `graphmem up --instance {instance.name}`."
        )
    return _lines(path, lines, follow)


def _lines(path: Path, lines: int, follow: bool) -> Iterator[str]:
    file = path.open(encoding="utf-8", errors="replace")
    try:
        for line in deque(file, maxlen=lines):
            yield line.rstrip("\n")
        while follow:
            if line := file.readline():
                yield line.rstrip("\n")
            elif _moved(file, path):
                file.close()
                file = path.open(encoding="utf-8", errors="replace")
            else:
                time.sleep(_STEP)
    finally:
        file.close()


def _moved(file: TextIO, path: Path) -> bool:
    """Whether the log was rotated or begun anew since it was opened."""
    try:
        now = path.stat()
    except FileNotFoundError:  # in the middle of a rotation
        return False
    return now.st_ino != os.fstat(file.fileno()).st_ino or now.st_size < file.tell()
