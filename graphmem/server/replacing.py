"""One store in place of another: the new one is made and verified beside the old one, then the two change places.

Until the new store is verified the old one is where it always was, so whatever interrupts a restore leaves the old
one in force. From then on everything that is left to do is renaming, and `settle` finishes it from any point.
"""

from __future__ import annotations

import logging
import os
import shutil
from dataclasses import replace
from pathlib import Path

from graphmem.server.disk import folder, storage
from graphmem.server.instance import Instance
from graphmem.server.process import find
from graphmem.server.running import STOP_TIMEOUT, stop

_log = logging.getLogger(__name__)

_SETTING = "GRAPHMEM_DATA_DIR"
_VERIFIED = "verified"
"""A file in the home of the new store once it may take the old one's place."""
_PARTS = (Path("databases") / "neo4j", Path("transactions") / "neo4j")
"""What a database is made of. Users and passwords are in the database `system`, which stays."""


def beside(instance: Instance) -> Instance:
    """A server of its own, inside the instance's home, for the store that may replace its store."""
    return replace(
        instance, name=f"{instance.name}-restored", home=instance.home / "restored", bolt_port=None, http_port=None
    )


def replaced(instance: Instance) -> Path:
    """Where a store goes that was replaced, until the new one has been started in its place."""
    return instance.home / "replaced"


def loads_from(instance: Instance) -> Path:
    """The folder from which neo4j-admin loads the new store."""
    return beside(instance).home / "dump"


def discard(instance: Instance) -> None:
    """Remove the instance `beside` with all that is in it; what runs there is stopped."""
    new = beside(instance)
    process = find(new)
    if process is not None:
        stop(new, process, STOP_TIMEOUT)
    if new.home.exists():
        _stop_loading(instance)
    _remove(new.home)


def _stop_loading(instance: Instance) -> None:
    """End the neo4j-admin of a restore that was killed, which would go on writing into the folder."""
    import psutil

    mark = f"--from-path={loads_from(instance)}"
    for process in psutil.process_iter():
        try:
            if mark in process.cmdline():
                process.kill()
                process.wait(STOP_TIMEOUT)
        except psutil.Error:  # gone, or somebody else's
            continue


def put_in_place(instance: Instance) -> None:
    """Let the verified store beside the instance take its store's place; the old one goes to `replaced`.

    Both servers are stopped.

    Raises:
        DiskFullError, ServerStartError: something could not be written or renamed; `settle` finishes it later.
    """
    _remove(replaced(instance))
    new = beside(instance).home
    with storage(new, setting=_SETTING), (new / _VERIFIED).open("wb") as mark:
        os.fsync(mark.fileno())
    _change_places(instance)


def take_back(instance: Instance) -> None:
    """Put the store in `replaced` back into its place."""
    for part in _PARTS:
        old, place = replaced(instance) / part, instance.data / part
        if old.exists():
            with storage(place, setting=_SETTING):
                _remove(place)
                old.rename(place)
    _remove(replaced(instance))


def forget_replaced(instance: Instance) -> None:
    """Remove the store that was replaced."""
    _remove(replaced(instance))


def settle(instance: Instance) -> None:
    """Bring a restore that was interrupted to an end; only for whoever holds the instance.

    One whose store was not verified yet is undone, which leaves everything as it was; one that was is finished.
    """
    new = beside(instance).home
    if (new / _VERIFIED).exists():
        _change_places(instance)
        _log.warning(
            "A restore of instance %r was interrupted after its store had been verified; that store is in place now. "
            "The one from before is in %s; delete it when nobody needs it any more.",
            instance.name, replaced(instance),
        )  # fmt: skip
    elif new.exists():
        discard(instance)
        _log.warning(
            "A restore of instance %r was interrupted; everything is as it was before. Run `graphmem restore` again.",
            instance.name,
        )


def _change_places(instance: Instance) -> None:
    new = beside(instance)
    for part in _PARTS:
        source, place, aside = new.data / part, instance.data / part, replaced(instance) / part
        if source.exists():  # otherwise it was done before an interruption
            folder(aside.parent, setting=_SETTING)
            folder(place.parent, setting=_SETTING)
            with storage(place, setting=_SETTING):
                if place.exists():
                    place.rename(aside)
                source.rename(place)
    rest = folder(replaced(instance), setting=_SETTING) / new.home.name
    with storage(new.home, setting=_SETTING):
        new.home.rename(rest)  # at once, while removing it would leave a time in which it looks unfinished
    _remove(rest)


def _remove(path: Path) -> None:
    """A folder and all that is in it."""
    if path.exists():
        with storage(path, setting=_SETTING):
            shutil.rmtree(path)
