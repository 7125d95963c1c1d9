"""Memories written as lines, losslessly, from a running server, in bounded memory."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, field
from pathlib import Path

from graphmem._version import __version__
from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.interfaces.fact_lines import entity_line, evidence_line, fact_line
from graphmem.interfaces.lines import DERIVED_TYPES, EVENTS, FACTS, FORMAT, HEADER, line, written
from graphmem.memory import GraphMemory
from graphmem.store.belief_elements import Evidence, StoredEntity, StoredFact, belief
from graphmem.store.catalogue import tenant_query
from graphmem.store.elements import EMBEDDING, Element, Extent, Link, Node, user_elements, user_node, users_of
from graphmem.store.fingerprint import STAMP, Fingerprint, Fingerprinter
from graphmem.store.tenant import TenantStore

_BELIEVED = tenant_query("export.believed")

COUNTED_KINDS = ("sessions", "events", "links", "entities", "facts", "evidence")
"""Lines that the last one counts, besides users."""

Progress = Callable[[int], object]
"""Called with the number of events just written."""


@dataclass
class ExportReport:
    """What was written."""

    users: int = 0
    sessions: int = 0
    events: int = 0
    links: int = 0
    entities: int = 0
    """That facts are about."""
    facts: int = 0
    evidence: int = 0
    """Events of which facts have something: what they state, or that they are consumed."""
    changed: list[str] = field(default_factory=list)
    """Users whose memory changed while they were exported: their lines bear no fingerprint."""
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
    only: str | None = None,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> ExportReport:
    """Write the memories of `users` into `file`, readable by its owner only; it appears when it is complete.

    Args:
        memory: where they are.
        file: that is made.
        users: from `extents`.
        embeddings: of events and facts; they are half the file.
        only: "events" or "facts"; by default both.
        overwrite: replace the file where it is there.
        progress: is told of events, or with facts alone of what facts have of them.

    Raises:
        InvalidInputError: the file is there already, or cannot be written.
        StoreError: the store failed.
    """
    if file.exists() and not overwrite:
        raise InvalidInputError(f"{file} is there already. Name another file, or use --force to replace it.")
    unfinished = file.with_name(f".{file.name}.{os.getpid()}.part")
    lines = export_lines(memory, users, embeddings=embeddings, only=only, progress=progress)
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
    memory: GraphMemory,
    users: Sequence[Extent],
    *,
    embeddings: bool = True,
    only: str | None = None,
    progress: Progress | None = None,
) -> ExportLines:
    """The lines of an export, made one by one as they are asked for; see `graphmem.interfaces.lines`."""
    holds = (EVENTS, FACTS) if only is None else (only,)
    return ExportLines(memory, users, embeddings=embeddings, holds=holds, progress=progress)


class ExportLines:
    """An iterator over the lines; `report` counts what it has given so far."""

    def __init__(
        self,
        memory: GraphMemory,
        users: Sequence[Extent],
        *,
        embeddings: bool,
        holds: Sequence[str],
        progress: Progress | None,
    ) -> None:
        self.report = ExportReport()
        self._memory, self._users, self._embeddings, self._progress = memory, users, embeddings, progress
        self._holds = holds

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
        yield line("end", users=report.users, **self._counts())
        report.seconds = time.monotonic() - begun

    def _header(self) -> bytes:
        return line(
            HEADER,
            format=FORMAT,
            graphmem=__version__,
            exported_at=self._memory.clock.now().isoformat(),
            encoder=self._memory.encoder.identity.model_dump(),
            embeddings=self._embeddings,
            holds=list(self._holds),
            users=len(self._users),
            sessions=sum(extent.sessions for extent in self._users),
            events=sum(extent.events for extent in self._users),
        )

    def _counts(self) -> dict[str, int]:
        return {kind: getattr(self.report, kind) for kind in COUNTED_KINDS}

    def _user(self, user_id: str) -> Iterator[bytes]:
        store = TenantStore(self._memory.database, user_id)
        before = self._counts()
        at_first, version = user_node(store), _version(store)
        events = yield from self._taken(user_id, self._elements(store, at_first[0]))
        facts = (yield from self._believed(store)) if FACTS in self._holds else None
        counts = {kind: count - before[kind] for kind, count in self._counts().items()}
        # Also when an event has no time, and so no place in the order in which events are read.
        whole = EVENTS not in self._holds or (counts["sessions"], counts["events"]) == astuple(at_first[1])[1:]
        unchanged = user_node(store) == at_first and whole
        if not unchanged:
            self.report.changed.append(user_id)
        of_events = events if unchanged and EVENTS in self._holds else None
        yield line(
            "check",
            user_id=user_id,
            **{kind: counts[kind] for kind in ("sessions", "events", "links")},
            **_digests(of_events),
            facts=None
            if facts is None
            else {
                **{kind: counts[kind] for kind in ("entities", "facts", "evidence")},
                "version": version,
                **_digests(facts if unchanged else None),
            },
        )

    def _elements(self, store: TenantStore, user: Node) -> Iterable[Element]:
        return user_elements(store) if EVENTS in self._holds else [user]

    def _taken(self, user_id: str, elements: Iterable[Element]) -> Generator[bytes, None, Fingerprint]:
        taken = Fingerprinter()
        for element in elements:
            taken.add(element)
            text = self._link(user_id, element) if isinstance(element, Link) else self._node(user_id, element)
            if text is not None:
                yield text
        return taken.result()

    def _believed(self, store: TenantStore) -> Generator[bytes, None, Fingerprint]:
        taken = Fingerprinter()
        for each in belief(store):
            match each:
                case Evidence():
                    self.report.evidence += 1
                    if EVENTS not in self._holds and self._progress:
                        self._progress(1)
                    yield evidence_line(store.user_id, each)
                    for element in each.elements(store.user_id):
                        taken.add(element)
                case StoredFact():
                    self.report.facts += 1
                    yield fact_line(store.user_id, each, embeddings=self._embeddings)
                    taken.add(each.element(store.user_id))
                case StoredEntity():
                    self.report.entities += 1
                    yield entity_line(store.user_id, each)
                    taken.add(each.element())
        return taken.result()

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


def _version(store: TenantStore) -> int:
    (row,) = store.run(_BELIEVED, event_ids=[]) or [{"version": 0}]
    return int(row["version"])


def _digests(found: Fingerprint | None) -> dict[str, str | None]:
    return {
        "fingerprint": found.digest if found else None,
        "fingerprint_without_embeddings": found.digest_without_embeddings if found else None,
    }
