"""The server's program files: fetched once, checked by sha256, repaired when something is wrong with them."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.errors import DiskFullError, ServerDownloadError
from graphmem.server.disk import folder, is_full, need_space, storage
from graphmem.server.lock import Jar, JarsLock, jars_lock
from graphmem.server.locking import exclusive
from graphmem.server.progress import JARS, Progress, silent

if TYPE_CHECKING:
    from jgo.maven import MavenContext

_log = logging.getLogger(__name__)

_SETTING = "GRAPHMEM_CACHE_DIR"
_AT_ONCE = 8
_ATTEMPTS = 2
_TIMEOUT = 30
"""Seconds without a byte."""


def lib_of(distribution: Path) -> Path:
    """The folder that goes on the class path."""
    return distribution / "lib"


def complete(distribution: Path, lock: JarsLock | None = None) -> bool:
    """Whether the folder was completed for this lock and nobody has removed, cut or added a jar since.

    Looks at names and sizes only (a few milliseconds); `install_jars(thorough=True)` reads every byte.
    """
    lock, lib = lock or jars_lock(), lib_of(distribution)
    try:
        marked = _marker(distribution).read_text(encoding="utf-8") == lock.digest
    except OSError:
        return False
    return marked and not _strangers(lib, lock) and all(jar.has_size_at(lib / jar.file_name) for jar in lock.jars)


def install_jars(
    distribution: Path, *, progress: Progress = silent, thorough: bool = False, lock: JarsLock | None = None
) -> int:
    """Make `distribution` hold exactly the pinned jars; returns how many had to be fetched.

    A jar is fetched through jgo, or copied from the user's Maven repository when the same file lies there; it gets
    its name only when its sha256 is right, so what has the name is whole. A marker is written last.

    Raises:
        ServerDownloadError: no network, or what was sent is not what is pinned.
        DiskFullError: there is no room for the jars.
    """
    lock = lock or jars_lock()
    if _whole(distribution, lock, thorough):
        return 0
    folder(lib_of(distribution), setting=_SETTING)
    with exclusive(distribution / "install.lock", doing="downloading Neo4j", setting=_SETTING, progress=progress):
        return 0 if _whole(distribution, lock, thorough) else _repair(distribution, lock, progress)


def _whole(distribution: Path, lock: JarsLock, thorough: bool) -> bool:
    lib = lib_of(distribution)
    return complete(distribution, lock) and (not thorough or all(jar.is_at(lib / jar.file_name) for jar in lock.jars))


def _repair(distribution: Path, lock: JarsLock, progress: Progress) -> int:
    lib = lib_of(distribution)
    for stranger in _strangers(lib, lock):
        _log.info("Removing %s, which does not belong to the server.", stranger.name)
        stranger.unlink()
    missing = [jar for jar in lock.jars if not jar.is_at(lib / jar.file_name)]
    if missing:
        size = sum(jar.size for jar in missing)
        need_space(lib, size + size // 10, what="Downloading Neo4j", setting=_SETTING)
        _log.info("Fetching %d of the %d jars of Neo4j %s.", len(missing), len(lock.jars), lock.neo4j)
        _fetch_all(missing, distribution, progress)
    with storage(distribution, setting=_SETTING):
        _marker(distribution).write_text(lock.digest, encoding="utf-8")
    return len(missing)


def _fetch_all(jars: Sequence[Jar], distribution: Path, progress: Progress) -> None:
    staging = distribution / "downloads"
    shutil.rmtree(staging, ignore_errors=True)  # left by a download that was cut off
    context = _context(staging)
    total, done = sum(jar.size for jar in jars), 0
    progress(JARS, 0, total)
    pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="graphmem-jars")
    try:
        running = {pool.submit(_fetch, jar, context, lib_of(distribution)): jar for jar in jars}
        for finished in as_completed(running):
            finished.result()
            done += running[finished].size
            progress(JARS, done, total)
    finally:
        pool.shutdown(cancel_futures=True)
        shutil.rmtree(staging, ignore_errors=True)


def _context(staging: Path) -> MavenContext:
    """jgo, downloading into a folder of ours: it writes files under their final name, and may be cut off."""
    from jgo.config import GlobalSettings
    from jgo.maven import MavenContext

    context = MavenContext(repo_cache=staging, timeout=_TIMEOUT)
    context.remote_repos.update(GlobalSettings.load().repositories)
    return context


def _fetch(jar: Jar, context: MavenContext, lib: Path) -> None:
    """Put one jar into `lib`, under its name only when it is whole and right."""
    try:
        if _copied(jar, lib):
            return
        artifact = context.project(jar.group, jar.artifact).at_version(jar.version).artifact(jar.classifier, "jar")
        for _ in range(_ATTEMPTS):
            if artifact.cached_path is not None:
                artifact.cached_path.unlink(missing_ok=True)
            path = artifact.resolve()
            if jar.is_at(path):
                path.replace(lib / jar.file_name)
                return
            _log.warning("%s arrived damaged; fetching it again.", jar.file_name)
    except OSError as error:  # requests' errors are OSErrors as well
        raise _explained(error, jar, lib) from error
    except RuntimeError as error:  # jgo: no repository has it
        raise ServerDownloadError(
            f"No Maven repository offered {jar.coordinate}. Check the proxy or mirror you use "
            f"(the [repositories] of jgo's configuration), then try again."
        ) from error
    raise ServerDownloadError(
        f"{jar.coordinate} arrived {_ATTEMPTS} times with another sha256 than the pinned one and was thrown away. "
        f"Something between here and the Maven repository changes files (a proxy, a mirror); go around it."
    )


def _copied(jar: Jar, lib: Path) -> bool:
    """Whether the jar could be taken from the user's Maven repository, which is only read, never changed."""
    from jgo.constants import default_maven_repo

    there = default_maven_repo().joinpath(*jar.group.split("."), jar.artifact, jar.version, jar.file_name)
    if not there.exists():
        return False
    if not jar.is_at(there):
        _log.warning("%s in the Maven repository is damaged or another file; fetching it anew.", jar.file_name)
        return False
    unfinished = lib / f"{jar.file_name}.{os.getpid()}.part"
    try:
        shutil.copyfile(there, unfinished)
        unfinished.replace(lib / jar.file_name)
    finally:
        unfinished.unlink(missing_ok=True)
    return True


def _explained(error: OSError, jar: Jar, lib: Path) -> DiskFullError | ServerDownloadError:
    if is_full(error):
        return DiskFullError(
            f"The disk became full while Neo4j was downloaded to {lib}. Free some space, "
            f"or set {_SETTING} to a folder on another disk; what has arrived is kept."
        )
    return ServerDownloadError(
        f"{jar.coordinate} could not be downloaded ({type(error).__name__}). Neo4j is fetched from Maven Central "
        f"once: connect to the network (HTTPS_PROXY is respected) and try again; what has arrived is kept. "
        f"Or set NEO4J_URI to use a Neo4j of your own."
    )


def _marker(distribution: Path) -> Path:
    return distribution / "complete"


def _strangers(lib: Path, lock: JarsLock) -> list[Path]:
    """Jars in `lib` that are not pinned: the class path would take them in."""
    pinned = {jar.file_name for jar in lock.jars}
    return sorted(path for path in lib.glob("*.jar") if path.name not in pinned)
