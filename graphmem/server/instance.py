"""One managed server: its name and where its things lie."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from graphmem.config import Settings
from graphmem.errors import ConfigurationError
from graphmem.server.lock import jars_lock

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")


def checked_name(name: str) -> str:
    """`name` if an instance can be called so, or a `ConfigurationError` with the rule."""
    if not _NAME.fullmatch(name):
        raise ConfigurationError(
            f"An instance cannot be called {name!r}. Use 1 to 41 lower-case letters, digits, '-' and '_', "
            f"beginning with a letter or a digit."
        )
    return name


@dataclass(frozen=True)
class Instance:
    """A managed server by name: own data, own ports, own password; the program files are shared.

    `bolt_port` and `http_port` are set where the caller insists on a port; otherwise free ones are chosen once and
    kept in `ports_file`.
    """

    name: str
    home: Path
    distribution: Path
    heap: str = "1g"
    page_cache: str = "512m"
    bolt_port: int | None = None
    http_port: int | None = None

    @classmethod
    def of(cls, settings: Settings, *, bolt_port: int | None = None, http_port: int | None = None) -> Self:
        """The instance that `settings` name."""
        return cls(
            name=checked_name(settings.instance),
            home=settings.data_dir.expanduser().resolve() / "instances" / settings.instance,
            distribution=settings.cache_dir.expanduser().resolve() / f"neo4j-{jars_lock().neo4j}",
            heap=settings.heap,
            page_cache=settings.page_cache,
            bolt_port=bolt_port,
            http_port=http_port,
        )

    @property
    def conf_dir(self) -> Path:
        return self.home / "conf"

    @property
    def conf_file(self) -> Path:
        return self.conf_dir / "neo4j.conf"

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def logs(self) -> Path:
        return self.home / "logs"

    @property
    def log_file(self) -> Path:
        """Neo4j's own log; it rotates at 20 MB."""
        return self.logs / "neo4j.log"

    @property
    def console_file(self) -> Path:
        """What the Java process of the latest start printed."""
        return self.logs / "console.log"

    @property
    def run(self) -> Path:
        return self.home / "run"

    @property
    def lock_file(self) -> Path:
        """Held by whoever starts or stops this instance."""
        return self.run / "graphmem.lock"

    @property
    def process_file(self) -> Path:
        """The process last started, with its ports; removed by a clean stop."""
        return self.run / "process.json"

    @property
    def ports_file(self) -> Path:
        return self.home / "ports.json"

    @property
    def password_file(self) -> Path:
        return self.home / "password"

    @property
    def initialised(self) -> bool:
        """Whether this instance has been started before, so that its password lives in its data."""
        return (self.data / "databases" / "system").exists()
