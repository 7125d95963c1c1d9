"""Who is connected to a server."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphmem.errors import BackupError
from graphmem.server.instance import Instance
from graphmem.server.ports import Ports

if TYPE_CHECKING:
    import psutil

_log = logging.getLogger(__name__)

_STEP = 0.5
_NAMED = 5
"""Clients that an error names, at most."""


def await_nobody(instance: Instance, process: psutil.Process, ports: Ports, *, seconds: float) -> None:
    """Return when no other program is connected to the running server; wait `seconds` for that.

    Raises:
        BackupError: somebody still is; names them.
    """
    deadline = time.monotonic() + seconds
    while connected := sorted(set(_clients(process, ports))):
        if time.monotonic() >= deadline:
            more = f" and {len(connected) - _NAMED} more" if len(connected) > _NAMED else ""
            raise BackupError(
                f"The server of instance {instance.name!r} must be stopped for this, but it is in use by "
                f"{', '.join(connected[:_NAMED])}{more}. End these programs, give them time with --wait SECONDS, or "
                f"let them lose their connection with --disconnect."
            )
        time.sleep(_STEP)


def _clients(process: psutil.Process, ports: Ports) -> Iterator[str]:
    """The programs connected to the ports of the server, this one excepted."""
    import psutil

    try:
        held = process.net_connections(kind="tcp")
    except psutil.NoSuchProcess:
        return
    except psutil.AccessDenied:
        _log.warning("The system does not tell who is connected to the server.")
        return
    remote = {
        connection.raddr.port
        for connection in held
        if connection.status == psutil.CONN_ESTABLISHED
        and connection.raddr
        and connection.laddr.port in (ports.bolt, ports.http)
    }
    owners = _owners(remote)
    for port in remote:
        owner = owners.get(port)
        if owner != os.getpid():
            yield _described(owner)


def _owners(ports: set[int]) -> dict[int, int | None]:
    """Which process holds which of the local ports, as far as the system tells."""
    import psutil

    try:
        holders = {c.laddr.port: c.pid for c in psutil.net_connections(kind="tcp") if c.laddr}
    except psutil.AccessDenied:  # macOS shows other processes to root only
        holders = {c.laddr.port: os.getpid() for c in psutil.Process().net_connections(kind="tcp") if c.laddr}
    return {port: holders.get(port) for port in ports}


def _described(pid: int | None) -> str:
    import psutil

    if pid is None:
        return "another program"
    try:
        return f"{psutil.Process(pid).name()} (process {pid})"
    except psutil.Error:
        return f"process {pid}"
