"""Start and stop a managed server."""

from __future__ import annotations

import logging
from contextlib import AbstractContextManager
from importlib.util import find_spec

from graphmem.errors import PortBusyError, ServerError, ServerPasswordError, ServerStartError
from graphmem.server.admin import set_initial_password
from graphmem.server.command import server_command
from graphmem.server.configuration import write_configuration
from graphmem.server.disk import folder, need_space
from graphmem.server.instance import Instance
from graphmem.server.jars import install_jars
from graphmem.server.java import Java, find_java
from graphmem.server.locking import exclusive
from graphmem.server.password import new_password, read_password
from graphmem.server.ports import Ports, any_ports, settle_ports
from graphmem.server.probe import Answer, answers, ask
from graphmem.server.process import find, forget_process, launch, recorded
from graphmem.server.progress import JAVA, PREPARE, Progress, silent
from graphmem.server.replacing import settle
from graphmem.server.running import (
    STOP_TIMEOUT,
    USERNAME,
    RunningServer,
    await_answer,
    let_in,
    ports_of,
    stop,
)

_log = logging.getLogger(__name__)

_SETTING = "GRAPHMEM_DATA_DIR"
_NEEDED_SPACE = 300_000_000
"""Bytes that must be free before a start; the logs and stores that a new server allocates take half of it."""
START_TIMEOUT = 180.0
"""Seconds for a server to answer: 10 are usual, recovering a large store after a crash takes longer."""


def up(instance: Instance, *, progress: Progress | None = None, timeout: float = START_TIMEOUT) -> RunningServer:
    """Start the instance's server, or find the one that runs; it keeps running when this program ends.

    The first call downloads Neo4j. Of several processes that call at once, one starts the server and the others
    wait for it. A server that was killed is started again and recovers by itself.

    Raises:
        ServerDownloadError: no network at the first start, or damaged files.
        JavaNotUsableError: no Java 21 or newer.
        PortBusyError: a port that the instance insists on is taken.
        DiskFullError: less than 300 MB are free for the data, or there is no room for the download.
        StoreLockedError: another program has the data open.
        ServerPasswordError: the password file is lost or wrong.
        ServerStartError: anything else; says what the server printed.
        ServerError: the packages of the extra `server` are missing.
    """
    check_packages()
    report = progress or silent
    make_home(instance)
    with alone(instance, report):
        process = find(instance)
        if process is None:
            return start(instance, report, timeout)
        ports = ports_of(instance, process)
        _check_asked_for(instance, ports)
        return let_in(instance, process, ports, started=False, timeout=timeout, progress=report)


def down(instance: Instance, *, timeout: float = STOP_TIMEOUT) -> bool:
    """Stop the instance's server cleanly; returns whether one was running.

    Raises:
        ServerStopError: it is still running after `timeout` seconds.
    """
    check_packages()
    if not instance.run.exists():
        return False
    with alone(instance):
        process = find(instance)
        if process is not None:
            stop(instance, process, timeout)
        forget_process(instance)
        settle(instance)  # an interrupted restore may have left a server of its own
        return process is not None


def reset_password(instance: Instance, *, timeout: float = START_TIMEOUT) -> None:
    """Give the instance a new password when the old one is lost; its server is stopped, the data stays.

    As Neo4j's manual has it: started once without authentication, here on loopback, on ports nobody knows, for some
    seconds.

    Raises:
        ServerPasswordError: Neo4j did not take the new password.
        ServerError: as `up` and `down`.
    """
    check_packages()
    make_home(instance)
    with alone(instance):
        process = find(instance)
        if process is not None:
            stop(instance, process, STOP_TIMEOUT)
        if instance.initialised:
            _replace_password(instance, timeout)


def check_packages() -> None:
    """Raise `ServerError` when the packages of the extra `server` are not installed."""
    missing = [name for name in ("filelock", "jgo", "psutil") if find_spec(name) is None]
    if missing:
        raise ServerError(
            f"The managed local server needs packages that are not installed ({', '.join(missing)}). "
            f'Run `pip install "graphmem[server]"`, or set NEO4J_URI to use a Neo4j of your own.'
        )


def alone(instance: Instance, progress: Progress = silent) -> AbstractContextManager[None]:
    """Hold the instance: nobody else starts, stops, backs up or restores it meanwhile."""
    doing = f"starting or stopping instance {instance.name!r}"
    return exclusive(instance.lock_file, doing=doing, setting=_SETTING, progress=progress)


def _check_asked_for(instance: Instance, ports: Ports) -> None:
    for wanted, there in ((instance.bolt_port, ports.bolt), (instance.http_port, ports.http)):
        if wanted not in (None, there):
            raise ServerStartError(
                f"The server of instance {instance.name!r} runs already, on port {there} instead of {wanted}. "
                f"Stop it first with `graphmem down --instance {instance.name}`."
            )


def make_home(instance: Instance) -> None:
    """The instance's folders; only the owner can look into them, since they hold what people said."""
    new = not instance.home.exists()
    for path in (instance.home, instance.conf_dir, instance.data, instance.logs, instance.run):
        folder(path, setting=_SETTING)
    if new:
        instance.home.chmod(0o700)


def start(
    instance: Instance, progress: Progress = silent, timeout: float = START_TIMEOUT, *, private: bool = False
) -> RunningServer:
    """Start the server of an instance that is held (`alone`) and does not run.

    `private` puts it on ports nobody knows for this once, so that nobody else is connected.

    Raises:
        ServerError: as `up`.
    """
    if recorded(instance) is not None:
        _log.warning("The server of instance %r ended without a clean stop; it recovers now.", instance.name)
        forget_process(instance)
    if instance.initialised:
        read_password(instance)  # a lost one is better known before a long start
    java = ready_to_run(instance, progress)
    try:
        return _launched(instance, java, progress, timeout, private=private)
    except PortBusyError:
        if instance.bolt_port is not None or instance.http_port is not None:
            raise
        _log.info("A port was taken while the server was starting; choosing another.")
        return _launched(instance, java, progress, timeout, private=private)


def ready_to_run(instance: Instance, progress: Progress) -> Java:
    """Room, a Java, the program files, and no restore that stopped half-way.

    Raises:
        ServerError: as `up`.
    """
    settle(instance)
    need_space(instance.home, _NEEDED_SPACE, what="A server", setting=_SETTING)
    progress(JAVA, 0, 1)
    java = find_java()
    progress(JAVA, 1, 1)
    # Reads every byte of the jars (.2 s), so that no start fails strangely over a damaged one.
    install_jars(instance.distribution, progress=progress, thorough=True)
    return java


def _launched(
    instance: Instance, java: Java, progress: Progress, timeout: float, *, private: bool = False
) -> RunningServer:
    progress(PREPARE, 0, 1)
    ports = any_ports(instance) if private else settle_ports(instance)
    write_configuration(instance, ports)
    if not instance.initialised:
        set_initial_password(instance, new_password(instance), java)
    progress(PREPARE, 1, 1)
    process = launch(instance, server_command(instance, java), ports)
    server = let_in(instance, process, ports, started=True, timeout=timeout, progress=progress)
    _log.info("Neo4j of instance %r runs at %s (process %d).", instance.name, server.bolt_uri, server.pid)
    return server


def _replace_password(instance: Instance, timeout: float) -> None:
    java = ready_to_run(instance, silent)
    ports = any_ports(instance)
    write_configuration(instance, ports, auth=False)
    process = launch(instance, server_command(instance, java), ports)
    try:
        if not await_answer(instance, process, lambda: answers(ports), timeout=timeout, progress=silent):
            raise ServerStartError(f"The server of instance {instance.name!r} does not answer. Try again.")
        password = new_password(instance)
        statement = f"ALTER USER {USERNAME} SET PASSWORD $password CHANGE NOT REQUIRED"
        parameters = {"password": password.get_secret_value()}
        answer = ask(ports, statement, None, database="system", parameters=parameters, patience=timeout)
        if answer is not Answer.WELCOME:
            raise ServerPasswordError(
                f"Neo4j did not take a new password for user {USERNAME!r} of instance {instance.name!r}. "
                f"The log is {instance.log_file}."
            )
    finally:
        stop(instance, process, STOP_TIMEOUT)
