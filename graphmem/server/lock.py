"""The pinned parts of the server, and whether a folder holds them."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from graphmem.errors import ServerError

_LOCK_FILE = Path(__file__).with_name("jars.lock.toml")


@dataclass(frozen=True, order=True)
class Jar:
    """One pinned file of the server."""

    group: str
    artifact: str
    version: str
    classifier: str
    sha256: str
    size: int

    @property
    def file_name(self) -> str:
        return f"{self.artifact}-{self.version}{'-' if self.classifier else ''}{self.classifier}.jar"

    @property
    def coordinate(self) -> str:
        """As jgo and Maven write it."""
        classifier = f":{self.classifier}" if self.classifier else ""
        return f"{self.group}:{self.artifact}:jar{classifier}:{self.version}"

    def has_size_at(self, path: Path) -> bool:
        """Whether `path` is a file as long as this jar: cheap, and enough to see a broken download."""
        try:
            return path.stat().st_size == self.size
        except OSError:
            return False

    def is_at(self, path: Path) -> bool:
        """Whether `path` holds exactly this jar."""
        if not self.has_size_at(path):
            return False
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == self.sha256


@dataclass(frozen=True)
class JarsLock:
    """Everything the server is made of."""

    neo4j: str
    browser: str
    jars: tuple[Jar, ...]
    digest: str
    """sha256 of the lock itself; a folder completed for another lock is not complete."""

    @property
    def size(self) -> int:
        """Bytes of all jars."""
        return sum(jar.size for jar in self.jars)


@cache
def jars_lock() -> JarsLock:
    """The lock that comes with graphmem."""
    try:
        content = _LOCK_FILE.read_bytes()
        table = tomllib.loads(content.decode())
        return JarsLock(
            neo4j=table["neo4j"],
            browser=table["browser"],
            jars=tuple(Jar(**row) for row in table["jars"]),
            digest=hashlib.sha256(content).hexdigest(),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ServerError(f"{_LOCK_FILE.name} of graphmem is damaged ({error}). Install graphmem again.") from error
