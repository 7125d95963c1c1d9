"""How an instance is."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.clock import Clock, SystemClock
from graphmem.server.instance import Instance
from graphmem.server.lifecycle import check_packages
from graphmem.server.ports import Ports, remembered_ports
from graphmem.server.probe import answers, version
from graphmem.server.process import find, recorded

if TYPE_CHECKING:
    import psutil


class State(StrEnum):
    """What a server is doing."""

    RUNNING = "running"
    STARTING = "starting"
    """Its process runs and does not answer yet, or no longer while it stops."""
    STOPPED = "stopped"
    CRASHED = "crashed"
    """It ended without a clean stop; the next start recovers."""


@dataclass(frozen=True)
class Status:
    """What is known about an instance without its password; `as_json` is for programs."""

    name: str
    state: State
    home: Path
    log_file: Path
    password_file: Path
    data_bytes: int
    bolt_port: int | None = None
    http_port: int | None = None
    pid: int | None = None
    version: str | None = None
    uptime_seconds: int | None = None

    @property
    def bolt_uri(self) -> str | None:
        """Where drivers connect, once it has ports."""
        return f"bolt://127.0.0.1:{self.bolt_port}" if self.bolt_port else None

    def as_json(self) -> dict[str, str | int | None]:
        """Strings, numbers and nulls only."""
        row = asdict(self) | {"bolt_uri": self.bolt_uri}
        return {key: str(value) if isinstance(value, Path) else value for key, value in row.items()}


def status(instance: Instance, *, clock: Clock | None = None) -> Status:
    """The instance as it is now; never waits for somebody who is starting or stopping it."""
    check_packages()
    process = find(instance)
    record = recorded(instance)
    running_ports = record.ports if process is not None and record is not None and record.pid == process.pid else None
    ports = running_ports or remembered_ports(instance)
    if process is None:
        state = State.STOPPED if record is None else State.CRASHED
    else:
        state = State.RUNNING if ports is not None and answers(ports) else State.STARTING
    now = (clock or SystemClock()).now().timestamp()
    return Status(
        name=instance.name,
        state=state,
        home=instance.home,
        log_file=instance.log_file,
        password_file=instance.password_file,
        data_bytes=_size(instance.data),
        bolt_port=ports.bolt if ports else None,
        http_port=ports.http if ports else None,
        pid=process.pid if process else None,
        version=_version(state, ports),
        uptime_seconds=_uptime(process, now) if process else None,
    )


def _version(state: State, ports: Ports | None) -> str | None:
    return version(ports) if state is State.RUNNING and ports is not None else None


def _uptime(process: psutil.Process, now: float) -> int | None:
    import psutil

    try:
        return max(0, int(now - process.create_time()))
    except psutil.NoSuchProcess:  # ended since it was found
        return None


def _size(folder: Path) -> int:
    """Bytes of the files in a folder, some of which may vanish meanwhile."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(place) / name).stat().st_size
            except FileNotFoundError:
                continue
    return total
