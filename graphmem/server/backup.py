"""The store of a managed server into one file, and back.

Both are done offline, by neo4j-admin, on a server that is stopped and held: nobody can write between the moment at
which the graph's fingerprint is taken and the dump, or to a store that is not verified yet.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from graphmem.clock import Clock, SystemClock
from graphmem.errors import BackupError, DiskFullError, GraphmemError
from graphmem.server.admin import admin
from graphmem.server.archive import (
    DUMP,
    GraphSummary,
    Manifest,
    check_dump,
    extract_dump,
    free_space,
    read_manifest,
    write_archive,
    writing,
)
from graphmem.server.clients import await_nobody
from graphmem.server.configuration import write_configuration
from graphmem.server.disk import folder, need_space
from graphmem.server.instance import Instance
from graphmem.server.lifecycle import alone, check_packages, make_home, ready_to_run, start
from graphmem.server.lock import jars_lock
from graphmem.server.ports import any_ports
from graphmem.server.process import find
from graphmem.server.progress import Progress, silent
from graphmem.server.replacing import beside, discard, forget_replaced, loads_from, put_in_place, take_back
from graphmem.server.running import STOP_TIMEOUT, RunningServer, ports_of, stop

_log = logging.getLogger(__name__)

STOP, READ, DUMP_STORE, WRITE, CHECK, LOAD, COMPARE = (
    "stop", "read graph", "dump", "write file", "check file", "load", "compare graph",
)  # fmt: skip
"""Phases of the progress; those of a start come in between."""
_DATABASE = "neo4j"
_SETTING = "GRAPHMEM_DATA_DIR"
_SPARE = 300_000_000
"""Bytes that a server needs beside its store."""


@dataclass(frozen=True)
class Survey:
    """How to look into a store; handed in, since this room knows no driver."""

    summary: Callable[[RunningServer], GraphSummary]
    """All of it."""
    is_empty: Callable[[RunningServer], bool]
    """Whether it holds no memories."""


def backup(
    instance: Instance,
    file: Path,
    *,
    survey: Survey,
    version: str,
    overwrite: bool = False,
    disconnect: bool = False,
    wait: float = 0.0,
    clock: Clock | None = None,
    progress: Progress | None = None,
) -> Manifest:
    """Write the store of the instance into `file`. Its server is stopped for that, and started again if it ran.

    Args:
        instance: the managed server.
        file: a new file; it appears when it is complete.
        survey: looks into the store.
        version: of graphmem, for the manifest.
        overwrite: replace `file` when it is there.
        disconnect: go on although other programs are connected.
        wait: seconds to wait for them to disconnect.
        clock: tells the time for the manifest.
        progress: is told how it goes.

    Raises:
        BackupError: the file is there, programs are connected, there is nothing to back up, or it cannot be written.
        DiskFullError: there is no room for it.
        ServerError: as `up`.
    """
    check_packages()
    report, file = progress or silent, file.absolute()
    _check_target(file, overwrite)
    if not instance.initialised:
        raise BackupError(f"Instance {instance.name!r} has no data yet ({instance.home}); there is nothing to back up.")
    with alone(instance, report), _stopped(instance, disconnect, wait, report):
        size = _store_bytes(instance)
        _need_room(file.parent, 2 * size)
        with _private(instance, report) as server:
            report(READ, 0, 1)
            graph = survey.summary(server)
            report(READ, 1, 1)
        manifest = Manifest(
            graphmem=version, neo4j=jars_lock().neo4j, instance=instance.name,
            created_at=(clock or SystemClock()).now(), store_bytes=size, graph=graph,
        )  # fmt: skip
        return _write(instance, file, manifest, overwrite, report)


def restore(
    instance: Instance,
    file: Path,
    *,
    survey: Survey,
    replace: bool = False,
    disconnect: bool = False,
    wait: float = 0.0,
    progress: Progress | None = None,
) -> Manifest:
    """Put the store in `file` in place of the instance's, once it is loaded and its graph is the one backed up.

    Until then the old store stays where it is; an interrupted restore leaves it in force.

    Args:
        instance: the managed server; made when it is not there.
        file: from `backup`.
        survey: looks into the stores.
        replace: also when the instance's store holds memories.
        disconnect: go on although other programs are connected.
        wait: seconds to wait for them to disconnect.
        progress: is told how it goes.

    Raises:
        BackupError: the file is no backup, damaged or newer; the store holds memories; programs are connected; what
            was loaded is not what was backed up.
        DiskFullError: there is no room for both stores.
        ServerError: as `up`.
    """
    check_packages()
    report, file = progress or silent, file.absolute()
    manifest = read_manifest(file)
    _check_version(file, manifest)
    check_dump(file, manifest, lambda done, size: report(CHECK, done, size))
    make_home(instance)
    with alone(instance, report), _stopped(instance, disconnect, wait, report) as ran:
        ready_to_run(instance, report)
        if instance.initialised and not replace:
            _check_empty(instance, survey, report)
        need_space(instance.home, manifest.dump_bytes + manifest.store_bytes + _SPARE, what="It", setting=_SETTING)
        try:
            _load_beside(instance, file, manifest, report)
            _compare(instance, manifest, survey, report)
        except BaseException:
            discard(instance)
            raise
        put_in_place(instance)
        _try_out(instance, report, stay=ran)
    return manifest


@contextmanager
def _stopped(instance: Instance, disconnect: bool, wait: float, report: Progress) -> Iterator[bool]:
    """The server is stopped meanwhile, and runs again afterwards if it did before (which is told), whatever happens."""
    process = find(instance)
    if process is None:
        yield False
        return
    if not disconnect:
        await_nobody(instance, process, ports_of(instance, process), seconds=wait)
    report(STOP, 0, 1)
    stop(instance, process, STOP_TIMEOUT)
    report(STOP, 1, 1)
    try:
        yield True
    except BaseException:
        try:
            start(instance, report)
        except GraphmemError as error:  # what went wrong first is what counts
            _log.error("The server could not be started again: %s", error)
        raise
    if find(instance) is None:
        start(instance, report)


@contextmanager
def _private(instance: Instance, report: Progress) -> Iterator[RunningServer]:
    """The server of the instance runs on ports nobody knows."""
    server = start(instance, report, private=True)
    try:
        yield server
    finally:
        process = find(instance)
        if process is not None:
            stop(instance, process, STOP_TIMEOUT)


def _write(instance: Instance, file: Path, manifest: Manifest, overwrite: bool, report: Progress) -> Manifest:
    """Dump into a folder beside the file, so that no other disk fills up; what an earlier run left there goes first."""
    work = file.with_name(f".{file.name}.{instance.name}.part")
    with writing(work):
        if work.exists():
            shutil.rmtree(work)
        work.mkdir(mode=0o700)
    try:
        report(DUMP_STORE, 0, 1)
        admin(instance, "database", "dump", _DATABASE, f"--to-path={work}")
        report(DUMP_STORE, 1, 1)
        unfinished = work / file.name
        manifest = write_archive(
            work / DUMP, unfinished, manifest, lambda done, size: report(WRITE, done, size)
        )  # fmt: skip
        _check_target(file, overwrite)  # somebody may have put one there meanwhile
        with writing(file):
            unfinished.replace(file)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return manifest


def _load_beside(instance: Instance, file: Path, manifest: Manifest, report: Progress) -> None:
    new = beside(instance)
    discard(instance)
    make_home(new)
    source = folder(loads_from(instance), setting=_SETTING)
    extract_dump(file, manifest, source / DUMP, lambda done, size: report(WRITE, done, size))
    write_configuration(new, any_ports(new))
    report(LOAD, 0, 1)
    admin(new, "database", "load", _DATABASE, f"--from-path={source}")
    report(LOAD, 1, 1)
    shutil.rmtree(source)


def _compare(instance: Instance, manifest: Manifest, survey: Survey, report: Progress) -> None:
    with _private(beside(instance), report) as server:
        report(COMPARE, 0, 1)
        found = survey.summary(server)
        report(COMPARE, 1, 1)
    if found.fingerprint != manifest.graph.fingerprint:
        expected = manifest.graph
        raise BackupError(
            f"What was loaded is not what was backed up: {found.nodes:,} nodes and {found.relationships:,} "
            f"relationships instead of {expected.nodes:,} and {expected.relationships:,}, fingerprint "
            f"{found.fingerprint[:16]} instead of {expected.fingerprint[:16]}. The store of instance "
            f"{instance.name!r} was not touched. Use another copy of the backup."
        )


def _try_out(instance: Instance, report: Progress, *, stay: bool) -> None:
    """Start the server with its new store, for good or once; the old store comes back when that fails."""
    try:
        if stay:
            start(instance, report)
        else:
            with _private(instance, report):
                _log.debug("Instance %r starts with its restored store.", instance.name)
    except GraphmemError:
        process = find(instance)
        if process is not None:  # it runs, but does not answer
            stop(instance, process, STOP_TIMEOUT)
        take_back(instance)
        raise
    forget_replaced(instance)


def _check_empty(instance: Instance, survey: Survey, report: Progress) -> None:
    with _private(instance, report) as server:
        is_empty = survey.is_empty(server)
    if not is_empty:
        raise BackupError(
            f"Instance {instance.name!r} holds memories already, which a restore would replace. Back it up first, "
            f"then use --force to replace them; or restore into another instance with --instance NAME."
        )


def _check_target(file: Path, overwrite: bool) -> None:
    if file.is_dir():
        raise BackupError(f"{file} is a folder. Name a file in it.")
    if not file.parent.is_dir():
        raise BackupError(f"There is no folder {file.parent}. Make it first, or name another one.")
    if file.exists() and not overwrite:
        raise BackupError(f"{file} is there already. Name another file, or use --force to replace it.")
    if not os.access(file.parent, os.W_OK):
        raise BackupError(f"{file.parent} cannot be written to. Name a file in another folder.")


def _check_version(file: Path, manifest: Manifest) -> None:
    def numbers(version: str) -> list[int]:
        return [int(number) for number in re.findall(r"\d+", version)]

    ours = jars_lock().neo4j
    if numbers(manifest.neo4j) > numbers(ours):
        raise BackupError(
            f"{file} was made with Neo4j {manifest.neo4j}, which is newer than the {ours} of this graphmem. "
            f"Upgrade graphmem (pip install --upgrade graphmem), then restore it."
        )


def _need_room(place: Path, size: int) -> None:
    free = free_space(place)
    if free < size:
        raise DiskFullError(
            f"The backup may need {size / 1e6:,.0f} MB in {place} while it is made, but only {free / 1e6:,.0f} MB are "
            f"free. Free some space, or name a file on another disk."
        )


def _store_bytes(instance: Instance) -> int:
    """Bytes of the database on disk; nobody writes to it."""
    folders = (instance.data / "databases" / _DATABASE, instance.data / "transactions" / _DATABASE)
    return sum(path.stat().st_size for part in folders for path in part.rglob("*") if path.is_file())
