"""The ports of an instance: chosen once, kept, and moved only when another program has taken one."""

from __future__ import annotations

import json
import logging
import random
import socket
from dataclasses import asdict, dataclass
from pathlib import Path

from graphmem.errors import PortBusyError
from graphmem.server.disk import storage
from graphmem.server.instance import Instance

_log = logging.getLogger(__name__)

_PREFERRED_BY = "default"
"""The instance that gets Neo4j's well-known ports when they are free."""
_WELL_KNOWN = (7687, 7474)
_RANGE = range(20_000, 32_000)
"""Below the ports that systems hand out to outgoing connections."""
_TRIES = 200


@dataclass(frozen=True)
class Ports:
    """Where a server listens, on the loopback interface only."""

    bolt: int
    http: int


def remembered_ports(instance: Instance) -> Ports | None:
    """The ports this instance last had, or None before its first start."""
    return _read(instance.ports_file)


def settle_ports(instance: Instance) -> Ports:
    """Free ports for the instance, the ones it had before where possible; writes them down.

    Raises:
        PortBusyError: a port that the caller insists on is used by another program.
    """
    before = remembered_ports(instance)
    taken = _of_siblings(instance)
    bolt = _settle(instance, "Bolt", instance.bolt_port, before.bolt if before else None, _WELL_KNOWN[0], taken)
    http = _settle(
        instance, "HTTP", instance.http_port, before.http if before else None, _WELL_KNOWN[1], taken | {bolt}
    )
    ports = Ports(bolt, http)
    if ports != before:
        with storage(instance.ports_file, setting="GRAPHMEM_DATA_DIR"):
            instance.ports_file.write_text(json.dumps(asdict(ports)) + "\n", encoding="utf-8")
    return ports


def any_ports(instance: Instance) -> Ports:
    """Free ports that are not written down anywhere."""
    taken = _of_siblings(instance)
    bolt = _any_free(taken)
    return Ports(bolt, _any_free(taken | {bolt}))


def is_free(port: int) -> bool:
    """Whether a server could listen on this loopback port now, over IPv4 and, where there is one, IPv6.

    Neo4j listens on IPv4 only, but a browser tries `localhost` over IPv6 first, and would talk to somebody else.
    """
    return _can_bind(socket.AF_INET, "127.0.0.1", port) and (
        not _can_bind(socket.AF_INET6, "::1", 0) or _can_bind(socket.AF_INET6, "::1", port)
    )


def _settle(
    instance: Instance, protocol: str, wanted: int | None, before: int | None, well_known: int, taken: set[int]
) -> int:
    if wanted is not None:
        if not is_free(wanted):
            raise PortBusyError(
                f"Port {wanted}, asked for as the {protocol} port of instance {instance.name!r}, is used by "
                f"{holder(wanted)}. End that program, ask for another port, or for none to get a free one."
            )
        return wanted
    if before is not None and is_free(before):
        return before
    if before is None and instance.name == _PREFERRED_BY and is_free(well_known):
        return well_known
    port = _any_free(taken)
    if before is not None:
        _log.warning(
            "The %s port %d of instance %r is used by %s; the server moves to port %d.",
            protocol, before, instance.name, holder(before), port,
        )  # fmt: skip
    return port


def _any_free(taken: set[int]) -> int:
    for port in random.sample(_RANGE, _TRIES):
        if port not in taken and is_free(port):
            return port
    raise PortBusyError(f"No free port was found between {_RANGE.start} and {_RANGE.stop}. End some programs.")


def _can_bind(family: socket.AddressFamily, address: str, port: int) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port in TIME_WAIT is free
            probe.bind((address, port))
    except OSError:
        return False
    return True


def holder(port: int) -> str:
    """Who listens on a port, as far as the system tells."""
    import psutil

    try:
        connections = psutil.net_connections(kind="tcp")
        pid = next((c.pid for c in connections if c.laddr and c.laddr.port == port and c.status == "LISTEN"), None)
        if pid:
            return f"{psutil.Process(pid).name()} (process {pid})"
    except (psutil.Error, OSError) as error:  # macOS shows it to root only
        _log.debug("Who listens on port %d is not known: %s", port, error)
    return "another program"


def _of_siblings(instance: Instance) -> set[int]:
    """Ports of the other instances in the same folder, which may be stopped now."""
    others = (_read(path) for path in instance.home.parent.glob("*/ports.json") if path != instance.ports_file)
    return {port for ports in others if ports for port in (ports.bolt, ports.http)}


def _read(path: Path) -> Ports | None:
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
        return Ports(bolt=int(row["bolt"]), http=int(row["http"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        _log.warning("%s cannot be read (%s); new ports are chosen.", path, error)
        return None
