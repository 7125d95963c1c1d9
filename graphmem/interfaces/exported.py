"""Exported memories brought back as they were: `graphmem import` of a file in the lossless format."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.checks import checked_id, checked_zone
from graphmem.config import BATCH_CHARACTERS
from graphmem.errors import InvalidInputError
from graphmem.interfaces.comparing import DIFFERS, MERGED, UNKNOWN, compare_events
from graphmem.interfaces.exported_facts import BroughtFacts
from graphmem.interfaces.exported_lines import (
    ExportedEvent,
    checked_encoder,
    checked_event,
    checked_object,
    checked_properties,
    object_or_empty,
)
from graphmem.interfaces.jsonl import ExportedReport, FileReport, RefusedLine
from graphmem.interfaces.lines import EVENTS, FACTS, FORMAT, HEADER, read
from graphmem.language.checked import passage_vectors
from graphmem.memory import GraphMemory
from graphmem.rules.keys import id_key
from graphmem.rules.passages import event_passage
from graphmem.semantic.embed import embed_facts
from graphmem.store.belief_elements import RESTORED
from graphmem.store.catalogue import tenant_query
from graphmem.store.elements import EMBEDDING
from graphmem.store.tenant import TenantStore

_USER = tenant_query("export.restore_user")
_SESSIONS = tenant_query("export.restore_sessions")
_EVENTS = tenant_query("export.restore_events")
_LINKS = tenant_query("export.restore_links")
_KNOWN = tenant_query("episodic.known")

_BATCH = 256
_COUNTED = {
    "session": "sessions",
    "event": "events",
    "link": "links",
    "evidence": "evidence",
    "fact": "facts",
    "entity": "entities",
}
"""Kinds of lines that are counted, and how the counts are called."""
_LONGEST_HEADER = 100_000

Progress = Callable[[int], object]
"""Called with the number of lines just read."""


def is_export(file: Path) -> bool:
    """Whether a file begins like an export."""
    with file.open("rb") as lines:
        return object_or_empty(lines.readline(_LONGEST_HEADER)).get("kind") == HEADER


def import_export(
    memory: GraphMemory, file: Path, *, only: str | None = None, progress: Progress | None = None
) -> FileReport:
    """Bring back what `graphmem export` wrote; what is there already stays, so it may be interrupted and run again.

    Embeddings are taken over when the encoder is the one that made them, else made anew. Every user is compared with
    what was exported by a fingerprint. A user who has facts here keeps them; those of the file are left out then.

    Args:
        memory: where to.
        file: written by `export_file`.
        only: "events" or "facts" of it; by default all that it holds.
        progress: is told of lines.

    Raises:
        InvalidInputError: the file was made by a newer graphmem.
        StoreError: the store failed; run it again to go on.
    """
    begun = time.monotonic()
    report = FileReport()
    with file.open("rb") as lines:
        reader = _Reader(memory, report, object_or_empty(lines.readline(_LONGEST_HEADER)), only)
        if progress:
            progress(1)
        for number, text in enumerate(lines, start=2):
            if text.strip():
                reader.take(number, text)
            if progress:
                progress(1)
    reader.close()
    reader.tell()
    report.refused.sort(key=lambda line: line.number)
    report.seconds = time.monotonic() - begun
    return report


@dataclass
class _Block:
    """What the file has of one user, between its first line and its last."""

    store: TenantStore
    facts: BroughtFacts
    counts: Counter[str] = field(default_factory=Counter)
    """Lines by kind."""
    session_ids: set[str] = field(default_factory=set)
    waiting_sessions: list[dict[str, object]] = field(default_factory=list)
    waiting_events: list[ExportedEvent] = field(default_factory=list)
    waiting_links: list[dict[str, object]] = field(default_factory=list)
    characters: int = 0


class _Reader:
    """Takes the lines of a file after its header, one by one."""

    def __init__(
        self, memory: GraphMemory, report: FileReport, header: dict[str, Any], only: str | None = None
    ) -> None:
        self._memory, self._report = memory, report
        self._outcome = report.exported = ExportedReport()
        self._block: _Block | None = None
        self._redacted = 0
        self._lines: Counter[str] = Counter()
        if not isinstance(header.get("format"), int) or header["format"] > FORMAT:
            raise InvalidInputError(
                f"This file was written by graphmem {header.get('graphmem')} in a newer format. Upgrade graphmem "
                f"(pip install --upgrade graphmem), then import it."
            )
        holds = header.get("holds", [EVENTS])
        self._takes = [kind for kind in (EVENTS, FACTS) if kind in holds and only in (None, kind)]
        if not self._takes:
            raise InvalidInputError(f"There are no {only or 'memories'} in this file, only {' and '.join(holds)}.")
        made_by = checked_encoder(header)
        has_embeddings = bool(header.get("embeddings"))
        self._takes_embeddings = has_embeddings and made_by == memory.encoder.identity
        if not self._takes_embeddings:
            why = f"were made by {made_by}" if has_embeddings else "are not in the file"
            self._outcome.notes.append(f"The embeddings {why}; they are made anew by {memory.encoder.identity}.")

    @property
    def _dimension(self) -> int | None:
        return self._memory.encoder.identity.dimension if self._takes_embeddings else None

    def take(self, number: int, text: bytes) -> None:
        """One line; a refusal goes into the report."""
        try:
            data = checked_object(text)
            kind = data.get("kind")
            if kind == "user":
                self._begin(data)
            elif kind == "check":
                self._check(self._of(data), data)
            elif kind == "end":
                self._end(data)
            elif kind in _COUNTED:
                self._count(self._of(data), number, str(kind), data)
            else:
                raise InvalidInputError(f"Lines of kind {kind!r} are not known to this version of graphmem.")
        except InvalidInputError as error:
            self._report.refused.append(RefusedLine(number, str(error)))

    def close(self) -> None:
        """Store what waits; the file is over."""
        if self._block is not None:
            self._flush(self._block)
            self._outcome.unverified.append(self._block.store.user_id)
            if FACTS in self._takes:
                self._outcome.notes.append(
                    f"The facts of {self._block.store.user_id!r} did not arrive whole, and are not stored. Import the "
                    f"whole file; or have them made of the events, by `graphmem consolidate`."
                )
            self._block = None

    def tell(self) -> None:
        """Say what was not taken over as it was."""
        if self._redacted:
            self._outcome.notes.append(
                f"Something was redacted in {self._redacted:,} events, which therefore differ from the file."
            )

    def _begin(self, data: dict[str, Any]) -> None:
        self.close()
        store = TenantStore(self._memory.database, checked_id("user_id", data.get("user_id")))
        properties = checked_properties(read(data.get("properties")))
        if properties.get("time_zone") is not None:
            checked_zone(str(properties["time_zone"]))
        self._block = _Block(store, BroughtFacts(store, self._memory.policy.redactor, self._dimension))
        self._report.users += 1
        store.run(_USER, properties=properties)

    def _of(self, data: dict[str, Any]) -> _Block:
        """The block the line is in, if it is there rightly."""
        if self._block is None or data.get("user_id") != self._block.store.user_id:
            raise InvalidInputError("The line belongs to another user than those around it.")
        return self._block

    def _count(self, block: _Block, number: int, kind: str, data: dict[str, Any]) -> None:
        """A line of those that are counted."""
        block.counts[_COUNTED[kind]] += 1
        if kind in ("evidence", "fact", "entity"):
            if FACTS in self._takes:
                block.facts.take(data)
        elif EVENTS not in self._takes:
            return
        elif kind == "session":
            self._session(block, data)
        elif kind == "event":
            self._event(block, number, data)
        else:
            self._link(block, number, data)

    def _session(self, block: _Block, data: dict[str, Any]) -> None:
        session_id = checked_id("session_id", data.get("session_id"))
        properties = checked_properties(read(data.get("properties")))
        block.session_ids.add(session_id)
        block.waiting_sessions.append({"session_id": session_id, "properties": properties})
        if len(block.waiting_sessions) >= _BATCH:
            self._flush_sessions(block)

    def _event(self, block: _Block, number: int, data: dict[str, Any]) -> None:
        event = checked_event(
            number,
            data,
            session_ids=block.session_ids,
            redactor=self._memory.policy.redactor,
            dimension=self._dimension,
        )
        if event.redacted:
            self._redacted += 1
            block.facts.hinder("something was redacted in their events")
        block.waiting_events.append(event)
        block.characters += len(event.episode.content)
        if len(block.waiting_events) >= _BATCH or block.characters > BATCH_CHARACTERS:
            self._flush(block)

    def _link(self, block: _Block, number: int, data: dict[str, Any]) -> None:
        if data.get("type") != "CAUSED_BY":
            raise InvalidInputError(f"Links of type {data.get('type')!r} are not known to this version of graphmem.")
        block.waiting_links.append(
            {
                "number": number,
                "event_id": checked_id("event_id", data.get("event_id")),
                "cause_id": checked_id("cause_id", data.get("cause_id")),
                "properties": checked_properties(read(data.get("properties"))),
            }
        )

    def _check(self, block: _Block, data: dict[str, Any]) -> None:
        """The last line of a user: everything is stored, and compared."""
        self._flush(block)
        self._flush_links(block, final=True)
        self._block = None
        self._lines.update(block.counts)
        compared = [
            *([compare_events(block.store, data, self._takes_embeddings)] if EVENTS in self._takes else []),
            *([self._compare_facts(block, data.get("facts"))] if FACTS in self._takes else []),
        ]
        user_id, outcome = block.store.user_id, self._outcome
        for result, users in (
            (DIFFERS, outcome.differing),
            (MERGED, outcome.merged),
            (UNKNOWN, outcome.unverified),
        ):
            if result in compared:
                users.append(user_id)
                return
        outcome.verified += 1

    def _compare_facts(self, block: _Block, check: object) -> str:
        expected = check if isinstance(check, dict) else {}
        settled = block.facts.settle(expected, block.counts)
        if settled.note:
            self._outcome.notes.append(settled.note)
        if settled.taken:
            self._outcome.facts += len(block.facts.facts)
            self._outcome.embeddings_made += embed_facts(block.store, self._memory.encoder)
        return settled.result

    def _end(self, data: dict[str, Any]) -> None:
        self.close()
        kinds = [kind for kind in _COUNTED.values() if kind in data or kind in ("sessions", "events", "links")]
        whole = {"users": self._report.users, **{kind: self._lines[kind] for kind in kinds}}
        self._outcome.complete = all(data.get(kind) == found for kind, found in whole.items())

    def _flush(self, block: _Block) -> None:
        self._flush_sessions(block)
        self._flush_events(block)
        self._flush_links(block)

    def _flush_sessions(self, block: _Block) -> None:
        if block.waiting_sessions:
            block.store.run(_SESSIONS, rows=block.waiting_sessions)
            block.waiting_sessions = []

    def _flush_events(self, block: _Block) -> None:
        waiting, block.waiting_events, block.characters = block.waiting_events, [], 0
        new = self._new(block.store, waiting)
        if new:
            rows = [
                {"event_id": event.event_id, "labels": event.labels, "properties": event.properties, EMBEDDING: v}
                for event, v in zip(new, self._embeddings(new), strict=True)
            ]
            answer = block.store.run(
                _EVENTS,
                rows=rows,
                spans=_spans(new),
                tenant_key=block.store.tenant_key,
                recorded_at=self._memory.clock.now(),
                awaits_facts=RESTORED if FACTS in self._takes else None,
            )[0]
            self._report.stored += len(answer["restored"])

    def _new(self, store: TenantStore, events: list[ExportedEvent]) -> list[ExportedEvent]:
        """Those that are not there yet; the others are counted, or refused where they are there under another id."""
        own_keys = {event.event_id: [id_key(store.user_id, event.event_id)] for event in events}
        keys = [
            {"event_id": event.event_id, "replay_key": event.replay_key, "own_keys": own_keys[event.event_id]}
            for event in events
        ]
        lucene = " ".join(key for found in own_keys.values() for key in found)
        known = store.run(_KNOWN, rows=keys, lucene=lucene) if keys else []
        there = {found["row"]: found["event"]["event_id"] for found in known}
        seen: dict[str, str] = {}
        new = []
        for event in events:
            event_id, replay_key = event.event_id, event.replay_key
            as_id = there.get(event_id) or seen.get(event_id) or seen.get(replay_key or event_id)
            if as_id is None:
                new.append(event)
                seen |= {key: event_id for key in (event_id, replay_key) if key}
            elif as_id == event_id:
                self._report.already_there += 1
            else:
                reason = f"The same episode is there already, as event {as_id!r}."
                self._report.refused.append(RefusedLine(event.number, reason))
        return new

    def _embeddings(self, events: list[ExportedEvent]) -> list[NDArray[np.float32] | None]:
        """Those of the file where there are some, the others made from the text, unless they still wait for theirs."""
        without = [
            event_passage(event.episode.actor, event.episode.content)
            for event in events
            if event.embedding is None and not event.waits
        ]
        made = iter(passage_vectors(self._memory.encoder, without)) if without else iter(())
        self._outcome.embeddings_made += len(without)
        return [next(made) if event.embedding is None and not event.waits else event.embedding for event in events]

    def _flush_links(self, block: _Block, *, final: bool = False) -> None:
        """Links whose events come later in the file wait until the end."""
        if not block.waiting_links:
            return
        missing = set(block.store.run(_LINKS, rows=block.waiting_links)[0]["missing"])
        waiting, block.waiting_links = block.waiting_links, []
        self._outcome.links += len(waiting) - len(missing)
        if not final:
            block.waiting_links = [row for row in waiting if row["number"] in missing]
            return
        for number in missing:
            self._report.refused.append(RefusedLine(number, "The link leads to an event that is not there."))


def _spans(events: list[ExportedEvent]) -> list[dict[str, object]]:
    """Of every session, from when to when there are new events."""
    times: dict[str, list[datetime]] = {}
    for event in events:
        if event.episode.session_id is not None:
            times.setdefault(event.episode.session_id, []).append(event.occurred_at)
    return [{"session_id": id, "since": min(found), "until": max(found)} for id, found in times.items()]
