"""Memories written as lines, losslessly, from a running server, in bounded memory."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from graphmem._version import __version__
from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.interfaces.lines import DERIVED_TYPES, FORMAT, HEADER, line, written
from graphmem.memory import GraphMemory
from graphmem.store.elements import EMBEDDING, Element, Extent, Link, Node, user_elements, user_node, users_of
from graphmem.store.fingerprint import STAMP, Fingerprinter
from graphmem.store.tenant import TenantStore

Progress = Callable[[int], object]
"""Called with the number of events just written."""


@dataclass
class ExportReport:
    """What was written."""

    users: int = 0
    sessions: int = 0
    events: int = 0
    links: int = 0
    changed: list[str] = field(default_factory=list)
    """Users who recorded something while they were exported: their lines bear no fingerprint."""
    seconds: float = 0.0

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def extents(memory: GraphMemory, users: Sequence[str] = ()) -> list[Extent]:
    """The users to be exported, by id, with how much they have; all of the store when none is named.

    Raises:
        NotFoundError: one of them has no memory here.
    """
    if users:
        return [user_node(TenantStore(memory.database, user_id))[1] for user_id in sorted(set(users))]
    return list(users_of(memory.database))


def export_file(
    memory: GraphMemory,
    file: Path,
    users: Sequence[Extent],
    *,
    embeddings: bool = True,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> ExportReport:
    """Write the memories of `users` into `file`, readable by its owner only; it appears when it is complete.

    Raises:
        InvalidInputError: the file is there already, or cannot be written.
        StoreError: the store failed.
    """
    if file.exists() and not overwrite:
        raise InvalidInputError(f"{file} is there already. Name another file, or use --force to replace it.")
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.part")
    lines = export_lines(memory, users, embeddings=embeddings, progress=progress)
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as target:
            target.writelines(lines)
            target.flush()
            os.fsync(target.fileno())
        unfinished.replace(file)
    except OSError as error:
        raise InvalidInputError(
            f"{file} cannot be written ({error.strerror}). Name a file in a folder of yours on a disk with room."
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return lines.report


def export_lines(
    memory: GraphMemory, users: Sequence[Extent], *, embeddings: bool = True, progress: Progress | None = None
) -> ExportLines:
    """The lines of an export, made one by one as they are asked for; see `graphmem.interfaces.lines`."""
    return ExportLines(memory, users, embeddings=embeddings, progress=progress)


class ExportLines:
    """An iterator over the lines; `report` counts what it has given so far."""

    def __init__(
        self, memory: GraphMemory, users: Sequence[Extent], *, embeddings: bool, progress: Progress | None
    ) -> None:
        self.report = ExportReport()
        self._memory, self._users, self._embeddings, self._progress = memory, users, embeddings, progress

    def __iter__(self) -> Iterator[bytes]:
        begun = time.monotonic()
        report = self.report
        yield self._header()
        for extent in self._users:
            try:
                yield from self._user(extent.user_id)
            except NotFoundError:  # deleted since the users were listed
                continue
            report.users += 1
        yield line("end", users=report.users, sessions=report.sessions, events=report.events, links=report.links)
        report.seconds = time.monotonic() - begun

    def _header(self) -> bytes:
        return line(
            HEADER,
            format=FORMAT,
            graphmem=__version__,
            exported_at=self._memory.clock.now().isoformat(),
            encoder=self._memory.encoder.identity.model_dump(),
            embeddings=self._embeddings,
            users=len(self._users),
            sessions=sum(extent.sessions for extent in self._users),
            events=sum(extent.events for extent in self._users),
        )

    def _user(self, user_id: str) -> Iterator[bytes]:
        store = TenantStore(self._memory.database, user_id)
        before = self.report.sessions, self.report.events, self.report.links
        at_first = user_node(store)
        taken = Fingerprinter()
        for element in user_elements(store):
            taken.add(element)
            text = self._line(user_id, element)
            if text is not None:
                yield text
        found = taken.result()
        now = self.report.sessions, self.report.events, self.report.links
        sessions, events, links = (after - earlier for after, earlier in zip(now, before, strict=True))
        # Also when an event has no time, and so no place in the order in which events are read.
        unchanged = user_node(store) == at_first and (sessions, events) == (at_first[1].sessions, at_first[1].events)
        if not unchanged:
            self.report.changed.append(user_id)
        yield line(
            "check",
            user_id=user_id,
            sessions=sessions,
            events=events,
            links=links,
            fingerprint=found.digest if unchanged else None,
            fingerprint_without_embeddings=found.digest_without_embeddings if unchanged else None,
        )

    def _line(self, user_id: str, element: Element) -> bytes | None:
        if isinstance(element, Link):
            return self._link(user_id, element)
        return self._node(user_id, element)

    def _node(self, user_id: str, node: Node) -> bytes:
        kept = {
            key: value for key, value in node.properties.items() if key != EMBEDDING or self._embeddings
        }  # fmt: skip
        if "User" in node.labels:
            kept.pop(STAMP, None)
        properties = written(kept)
        if "User" in node.labels:
            return line("user", user_id=user_id, properties=properties)
        if "Session" in node.labels:
            self.report.sessions += 1
            return line("session", user_id=user_id, session_id=properties.pop("session_id"), properties=properties)
        self.report.events += 1
        if self._progress:
            self._progress(1)
        event_id = properties.pop("event_id")
        return line("event", user_id=user_id, event_id=event_id, labels=sorted(node.labels), properties=properties)

    def _link(self, user_id: str, link: Link) -> bytes | None:
        if link.type in DERIVED_TYPES:
            return None
        self.report.links += 1
        return line(
            "link",
            user_id=user_id,
            type=link.type,
            event_id=link.source.get("event_id"),
            cause_id=link.target.get("event_id"),
            properties=written(link.properties),
        )
