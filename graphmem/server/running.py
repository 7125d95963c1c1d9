"""A server that runs: waiting until it answers, and stopping it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import SecretStr

from graphmem.errors import ServerStartError, ServerStopError
from graphmem.server.browser import browser_link
from graphmem.server.faults import why_it_ended, why_no_database
from graphmem.server.instance import Instance
from graphmem.server.password import read_password, refused
from graphmem.server.ports import Ports, remembered_ports
from graphmem.server.probe import Answer, answers, ask
from graphmem.server.process import alive, forget_process, recorded
from graphmem.server.progress import START, Progress

if TYPE_CHECKING:
    import psutil

_log = logging.getLogger(__name__)

USERNAME = "neo4j"
STOP_TIMEOUT = 60.0
"""Seconds for a clean stop: less than one is usual, a large store needs some to be written."""
_DATABASE_TIMEOUT = 45.0
"""Seconds for which the server may answer that its database is not open: none are usual, a database recovers before."""
_STEP = 0.1


@dataclass(frozen=True)
class RunningServer:
    """A server that answers and takes this user name and password."""

    bolt_uri: str
    http_port: int
    bolt_port: int
    username: str
    password: SecretStr
    pid: int
    started: bool
    """Whether this call started it; false when it ran before."""
    browser_url: str


def ports_of(instance: Instance, process: psutil.Process) -> Ports:
    """Where the running `process` of the instance listens."""
    record = recorded(instance)
    ports = record.ports if record is not None and record.pid == process.pid else remembered_ports(instance)
    if ports is None:
        raise ServerStartError(
            f"A server of instance {instance.name!r} runs (process {process.pid}), but {instance.ports_file}, which "
            f"says where it listens, is lost. Stop it with `graphmem down --instance {instance.name}` and try again."
        )
    return ports


def let_in(
    instance: Instance, process: psutil.Process, ports: Ports, *, started: bool, timeout: float, progress: Progress
) -> RunningServer:
    """The server, once it answers over Bolt and HTTP and has taken the password.

    Raises:
        ServerPasswordError: the password is lost or refused.
        ServerError: of the kind that fits, when the process ends meanwhile or `timeout` seconds pass.
    """
    if not await_answer(instance, process, lambda: answers(ports), timeout=timeout, progress=progress):
        raise _still_starting(instance, process)
    password = read_password(instance)

    failing_since: float | None = None

    def welcome() -> bool:
        nonlocal failing_since
        answer = ask(ports, "RETURN 1", password)
        if answer is Answer.REFUSED:
            raise refused(instance)
        if answer is not Answer.FAILED:
            failing_since = None
        elif failing_since is None:
            failing_since = time.monotonic()
        elif time.monotonic() - failing_since > _DATABASE_TIMEOUT:
            reason = why_no_database(instance)
            if started:
                stop(instance, process, STOP_TIMEOUT)  # useless as it is, and the next start shall be a fresh one
            raise reason
        return answer is Answer.WELCOME

    if not await_answer(instance, process, welcome, timeout=timeout, progress=progress):
        raise _still_starting(instance, process)
    return RunningServer(
        bolt_uri=f"bolt://127.0.0.1:{ports.bolt}",
        http_port=ports.http,
        bolt_port=ports.bolt,
        username=USERNAME,
        password=password,
        pid=process.pid,
        started=started,
        browser_url=browser_link(http_port=ports.http, bolt_port=ports.bolt, username=USERNAME),
    )


def await_answer(
    instance: Instance, process: psutil.Process, ready: Callable[[], bool], *, timeout: float, progress: Progress
) -> bool:
    """Wait until `ready`; false when `timeout` seconds pass.

    Raises:
        ServerError: of the kind that fits, when the process ends meanwhile.
    """
    begun = time.monotonic()
    while not ready():
        if not alive(process):
            forget_process(instance)
            raise why_it_ended(instance)
        waited = time.monotonic() - begun
        if waited > timeout:
            return False
        progress(START, int(waited), 0)
        time.sleep(_STEP)
    return True


def _still_starting(instance: Instance, process: psutil.Process) -> ServerStartError:
    return ServerStartError(
        f"The server of instance {instance.name!r} runs (process {process.pid}), but does not answer yet. "
        f"Recovering a large store takes a while: look at it with `graphmem logs --instance {instance.name}` "
        f"and try again, or stop it with `graphmem down --instance {instance.name}`."
    )


def stop(instance: Instance, process: psutil.Process, timeout: float) -> None:
    """End the server cleanly: it writes everything to its store first.

    Raises:
        ServerStopError: it still runs after `timeout` seconds. It is not killed: that is for people to decide.
    """
    import psutil

    try:
        process.terminate()
    except psutil.NoSuchProcess:
        _log.debug("The server of instance %r ended before it was asked to.", instance.name)
    deadline = time.monotonic() + timeout
    while alive(process):
        if time.monotonic() > deadline:
            raise ServerStopError(
                f"The server of instance {instance.name!r} (process {process.pid}) was asked to stop {timeout:.0f} "
                f"seconds ago and still runs. Wait and try again; or end it with `kill -9 {process.pid}`: "
                f"what was committed is safe, and the next start recovers."
            )
        time.sleep(_STEP)
    forget_process(instance)
    _log.info("The server of instance %r is stopped.", instance.name)
