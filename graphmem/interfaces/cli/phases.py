"""Long work on the server, shown phase by phase with its time."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import NoReturn, Self

from tqdm import tqdm

_TITLES = {
    "wait": "Waiting for another process that starts or stops the server",
    "jars": "Downloading Neo4j",
    "java": "Looking for Java",
    "prepare": "Preparing",
    "start": "Starting Neo4j",
    "stop": "Stopping Neo4j",
    "read graph": "Reading the graph",
    "dump": "Dumping the store",
    "load": "Loading the store",
    "check file": "Checking the file",
    "write file": "Writing",
    "compare graph": "Comparing the graph",
}
_IN_BYTES = frozenset({"jars", "check file", "write file"})
_WORTH_SAYING = 0.5
"""Seconds; what took less is not reported."""


class Phases:
    """A progress bar while a phase runs on a terminal, a line with its seconds when it is over."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._phase: str | None = None
        self._begun = 0.0
        self._bar: tqdm[NoReturn] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end(finished=kind is None)

    def __call__(self, phase: str, done: int, total: int) -> None:
        if self._quiet:
            return
        if phase != self._phase:
            self._end(finished=True)
            self._begin(phase, total)
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def _begin(self, phase: str, total: int) -> None:
        self._phase, self._begun = phase, time.monotonic()
        in_bytes = phase in _IN_BYTES
        self._bar = tqdm(
            desc=_TITLES.get(phase, phase),
            total=total or None,
            unit="B" if in_bytes else "s",
            unit_scale=in_bytes,
            leave=False,
            disable=None,  # where standard error is no terminal
            bar_format=None if in_bytes else "{desc} … {elapsed}",
        )

    def _end(self, *, finished: bool) -> None:
        if self._bar is not None:
            self._bar.close()
        seconds = time.monotonic() - self._begun
        if self._phase is not None and finished and seconds >= _WORTH_SAYING:
            title = _TITLES.get(self._phase, self._phase)
            sys.stderr.write(f"{title}: {seconds:.1f} s\n")
        self._bar = self._phase = None
