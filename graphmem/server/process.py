"""The Java process of an instance: launched, found again, told from others."""

from __future__ import annotations

import json
import logging
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from graphmem.server.command import SERVER, home_argument
from graphmem.server.disk import storage
from graphmem.server.instance import Instance
from graphmem.server.ports import Ports

if TYPE_CHECKING:
    import psutil

_log = logging.getLogger(__name__)

_SETTING = "GRAPHMEM_DATA_DIR"

# Servers launched by this very process: the system keeps an ended child until its parent has asked for it.
_children: dict[int, subprocess.Popen[bytes]] = {}


@dataclass(frozen=True)
class ProcessRecord:
    """What is written down about a launched server."""

    pid: int
    bolt: int
    http: int

    @property
    def ports(self) -> Ports:
        return Ports(self.bolt, self.http)


def launch(instance: Instance, command: Sequence[str], ports: Ports) -> psutil.Process:
    """Start the server so that it outlives this process, and write down which one it is."""
    import psutil

    with storage(instance.console_file, setting=_SETTING):
        if instance.console_file.exists():
            instance.console_file.replace(instance.console_file.with_suffix(".log.1"))
        with instance.console_file.open("wb") as console:
            child = subprocess.Popen(
                command,
                cwd=instance.home,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # neither Ctrl-C nor the end of a terminal reaches it
            )
        _children[child.pid] = child
        record = ProcessRecord(child.pid, ports.bolt, ports.http)
        instance.process_file.write_text(json.dumps(asdict(record)) + "\n", encoding="utf-8")
    return psutil.Process(child.pid)


def recorded(instance: Instance) -> ProcessRecord | None:
    """The record of the last launch, or None after a clean stop."""
    try:
        row = json.loads(instance.process_file.read_text(encoding="utf-8"))
        return ProcessRecord(pid=int(row["pid"]), bolt=int(row["bolt"]), http=int(row["http"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:  # cut off while it was written
        _log.debug("%s cannot be read: %s", instance.process_file, error)
        return None


def forget_process(instance: Instance) -> None:
    """Note that nothing runs any more."""
    with storage(instance.process_file, setting=_SETTING):
        instance.process_file.unlink(missing_ok=True)


def find(instance: Instance) -> psutil.Process | None:
    """The running server of this instance, whoever launched it; a process id that was given away again is not it."""
    import psutil

    record = recorded(instance)
    if record is not None and psutil.pid_exists(record.pid):
        process = _process(record.pid)
        if process is not None and _serves(process, instance):
            return process
    if not instance.conf_file.exists():
        return None
    # Nothing written down, or something stale: the launcher may have been killed before it could write.
    return next((process for process in psutil.process_iter() if _serves(process, instance)), None)


def alive(process: psutil.Process) -> bool:
    """Whether it still runs; an ended one that nobody has asked for is dead."""
    import psutil

    child = _children.get(process.pid)
    if child is not None and child.poll() is not None:
        del _children[process.pid]
        return False
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _process(pid: int) -> psutil.Process | None:
    import psutil

    try:
        return psutil.Process(pid)
    except psutil.NoSuchProcess:
        return None


def _serves(process: psutil.Process, instance: Instance) -> bool:
    import psutil

    try:
        line = process.cmdline()
    except (psutil.Error, OSError):  # gone, or somebody else's
        return False
    return SERVER in line and home_argument(instance) in line and alive(process)
