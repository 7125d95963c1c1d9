"""A backup file: one archive with the dump of the store and a manifest that says what is in it."""

from __future__ import annotations

import hashlib
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

from pydantic import BaseModel, ConfigDict, ValidationError

from graphmem.errors import BackupError, DiskFullError
from graphmem.models import EncoderIdentity
from graphmem.server.disk import is_full

FORMAT = 1
"""Version of the archive; a reader refuses one that is newer."""
DUMP = "neo4j.dump"
"""Name of the dump in the archive; neo4j-admin wants it so."""
_MANIFEST = "manifest.json"
_ONLY_ME = 0o600
_CHUNK = 1 << 20

Advance = Callable[[int, int], object]
"""Called with the bytes done and the bytes there are."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class GraphSummary(_Frozen):
    """What is in a graph, in short."""

    fingerprint: str
    """Equal for equal graphs."""
    nodes: int
    relationships: int
    labels: dict[str, int]
    """Nodes by label."""
    types: dict[str, int]
    """Relationships by type."""
    encoder: EncoderIdentity | None = None
    """What made the embeddings."""


class Manifest(_Frozen):
    """What a backup says about itself."""

    format: int = FORMAT
    graphmem: str
    """Version of graphmem that made it."""
    neo4j: str
    """Version of Neo4j that made the dump."""
    instance: str
    created_at: datetime
    store_bytes: int
    """Size of the store on disk."""
    dump_bytes: int = 0
    dump_sha256: str = ""
    graph: GraphSummary


def write_archive(dump: Path, file: Path, manifest: Manifest, advance: Advance) -> Manifest:
    """Put `dump` and `manifest` into the new archive `file`, readable by its owner only.

    Returns:
        The manifest with the size and the checksum of the dump.

    Raises:
        DiskFullError, BackupError: it could not be written; nothing is left.
    """
    try:
        with writing(file):
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, _ONLY_ME)
            with os.fdopen(descriptor, "w+b") as target:
                with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
                    with dump.open("rb") as source, archive.open(DUMP, "w", force_zip64=True) as member:
                        size, sha256 = _copy(source, member, dump.stat().st_size, advance)
                    manifest = manifest.model_copy(update={"dump_bytes": size, "dump_sha256": sha256})
                    archive.writestr(_MANIFEST, manifest.model_dump_json(indent=2))
                target.flush()
                os.fsync(target.fileno())
    except BaseException:
        file.unlink(missing_ok=True)
        raise
    return manifest


def read_manifest(file: Path) -> Manifest:
    """What the backup `file` says about itself.

    Raises:
        BackupError: it cannot be read, is no backup, is incomplete, or was made by a newer graphmem.
    """
    with _archive(file) as archive:
        names = set(archive.namelist())
        if not {DUMP, _MANIFEST} <= names:
            raise BackupError(f"{file} is an archive, but no backup of graphmem. Name a file `graphmem backup` made.")
        text = archive.read(_MANIFEST)
    try:
        manifest = Manifest.model_validate_json(text)
    except ValidationError as error:
        raise _damaged(file, "its manifest cannot be read") from error
    if manifest.format > FORMAT:
        raise BackupError(
            f"{file} was made by graphmem {manifest.graphmem} in a newer format. Upgrade graphmem "
            f"(pip install --upgrade graphmem), then restore it."
        )
    return manifest


def extract_dump(file: Path, manifest: Manifest, dump: Path, advance: Advance) -> None:
    """Write the dump of the backup `file` to the new file `dump`, or read it through without one, to be sure of it.

    Raises:
        DiskFullError: there is no room.
        BackupError: the dump is not the one the manifest speaks of.
    """
    with _archive(file) as archive, archive.open(DUMP) as source, writing(dump), dump.open("xb") as target:
        _check(file, manifest, _read(file, source, target, manifest, advance))


def check_dump(file: Path, manifest: Manifest, advance: Advance) -> None:
    """Make sure that the dump in the backup `file` is the one its manifest speaks of.

    Raises:
        BackupError: it is not.
    """
    with _archive(file) as archive, archive.open(DUMP) as source, Path(os.devnull).open("wb") as nowhere:
        _check(file, manifest, _read(file, source, nowhere, manifest, advance))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn the system's complaints about writing to `path` into errors that say what to do."""
    try:
        yield
    except OSError as error:
        if is_full(error):
            raise DiskFullError(
                f"The disk is full: {path} could not be written. Free some space, or use another disk. "
                f"Nothing was changed."
            ) from error
        raise BackupError(f"{path} cannot be written ({error.strerror}). Nothing was changed.") from error


def _read(file: Path, source: IO[bytes], target: IO[bytes], manifest: Manifest, advance: Advance) -> tuple[int, str]:
    try:
        return _copy(source, target, manifest.dump_bytes, advance)
    except (zipfile.BadZipFile, EOFError) as error:
        raise _damaged(file, "a part of it was altered") from error


def _check(file: Path, manifest: Manifest, found: tuple[int, str]) -> None:
    if found != (manifest.dump_bytes, manifest.dump_sha256):
        raise _damaged(file, "its checksum is not the one it was made with")


def _copy(source: IO[bytes], target: IO[bytes], size: int, advance: Advance) -> tuple[int, str]:
    """Copy everything; its length and SHA-256."""
    done, digest = 0, hashlib.sha256()
    while chunk := source.read(_CHUNK):
        target.write(chunk)
        digest.update(chunk)
        done += len(chunk)
        advance(done, size)
    return done, digest.hexdigest()


@contextmanager
def _archive(file: Path) -> Iterator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(file)
    except FileNotFoundError as error:
        raise BackupError(f"There is no file {file}.") from error
    except zipfile.BadZipFile as error:
        raise BackupError(
            f"{file} is no backup of graphmem, or only the beginning of one. A complete one has a manifest at its end."
        ) from error
    except OSError as error:
        raise BackupError(f"{file} cannot be read ({error.strerror}).") from error
    with archive:
        yield archive


def _damaged(file: Path, what: str) -> BackupError:
    return BackupError(f"{file} is damaged: {what}. Nothing was changed. Use another copy of it.")


def free_space(path: Path) -> int:
    """Bytes that are free where `path` is."""
    return shutil.disk_usage(path).free
