"""How long work tells what it is doing."""

from __future__ import annotations

from typing import Protocol

WAIT = "wait"
"""Another process is starting, stopping or downloading; 0 or 1."""
JARS = "jars"
"""Downloading the server; in bytes."""
JAVA = "java"
"""Looking for a Java that can run it; 0 or 1."""
PREPARE = "prepare"
"""Configuration, ports and, the first time, the password; 0 or 1."""
START = "start"
"""Waiting until the server answers; in seconds since its launch, without a total."""


class Progress(Protocol):
    """Called with a phase, how much of it is done and how much there is (0: unknown).

    A phase begins with its first call and ends when `done` reaches a known `total`, or with the first call of the
    next phase. Calls come from one thread at a time.
    """

    def __call__(self, phase: str, done: int, total: int) -> None: ...


def silent(phase: str, done: int, total: int) -> None:
    """Tells nobody."""
