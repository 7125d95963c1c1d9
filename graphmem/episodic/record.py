"""Recording: episodes become events, in batches, each batch one transaction, acknowledged after commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.config import BATCH_CHARACTERS, BATCH_ROWS
from graphmem.episodic.prepare import Row, Stamps, Zone, prepare
from graphmem.errors import GraphmemError, InvalidInputError, UnknownEventError
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder
from graphmem.models import Episode, Event
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_RECORD = tenant_query("episodic.record")
_KNOWN = tenant_query("episodic.known")

Progress = Callable[[int], object]
"""Called with the number of episodes just dealt with."""


@dataclass(frozen=True)
class Refusal:
    """An episode of a batch that was not stored, and why."""

    position: int
    """Its place in what was handed in, from 0."""
    error: GraphmemError

    @property
    def reason(self) -> str:
        return str(self.error)


@dataclass(frozen=True)
class RecordReport:
    """What became of the episodes of one `record_many`."""

    events: tuple[Event | None, ...]
    """The stored event of each episode, in the order handed in; None where it was refused."""
    stored: int
    """Events that are new in the store."""
    already_there: int
    """Episodes that were a replay of a stored event."""
    refused: tuple[Refusal, ...]


class Recorder:
    """Writes the episodes of one user.

    Args:
        store: the user's part of the store.
        encoder: makes the embeddings.
        stamps: gives times to episodes that have none.
    """

    def __init__(self, store: TenantStore, encoder: Encoder, stamps: Stamps) -> None:
        self._store, self._encoder, self._stamps = store, encoder, stamps

    def record_many(
        self,
        episodes: Sequence[Episode | Mapping[str, Any]],
        *,
        zone: Zone,
        session_id: str | None = None,
        task_type: str | None = None,
        progress: Progress | None = None,
    ) -> RecordReport:
        """Store what is new among `episodes`; what cannot be used is refused with its reason, the rest is stored.

        Raises:
            StoreError: the store failed; batches before this one are stored, and recording the same again is safe.
        """
        if isinstance(episodes, str | bytes | Mapping) or not isinstance(episodes, Iterable):
            raise InvalidInputError("record_many takes a list of episodes, each a map with at least 'content'.")
        outcomes: dict[int, tuple[Event, bool] | GraphmemError] = {}
        rows: dict[int, Row] = {}
        for position, given in enumerate(episodes):
            try:
                rows[position] = prepare(
                    given, stamps=self._stamps, zone=zone, session_id=session_id, task_type=task_type
                )
            except GraphmemError as error:
                outcomes[position] = error
        if progress and outcomes:
            progress(len(outcomes))
        while rows:
            # A repetition is a replay of the first of its kind that was handed in, unless that one is refused.
            first_of = _first_of(rows)
            for batch in _batches({position: rows[position] for position in set(first_of.values())}):
                outcomes.update(self._store_batch(batch))
                if progress:
                    progress(len(batch))
            again: dict[int, Row] = {}
            for position, first in first_of.items():
                outcome = outcomes[first]
                if position == first:
                    continue
                if isinstance(outcome, GraphmemError):
                    again[position] = rows[position]
                    continue
                outcomes[position] = (outcome[0], False)
                if progress:
                    progress(1)
            rows = again
        return _report(outcomes)

    def _store_batch(self, batch: dict[int, Row]) -> dict[int, tuple[Event, bool] | GraphmemError]:
        """Outcome by position. What is stored already is neither encoded nor written again."""
        rows = {row.event_id: row for row in batch.values()}
        events = self._known(rows)
        new, refused = self._write({id: row for id, row in rows.items() if id not in events})
        events |= new
        return {
            position: refused[row.event_id] if row.event_id in refused else events[row.event_id]
            for position, row in batch.items()
        }

    def _known(self, rows: dict[str, Row]) -> dict[str, tuple[Event, bool]]:
        keys = [{"event_id": row.event_id, "replay_key": row.replay_key} for row in rows.values()]
        return {found["row"]: (Event.stored(found["event"]), False) for found in self._store.run(_KNOWN, rows=keys)}

    def _write(self, rows: dict[str, Row]) -> tuple[dict[str, tuple[Event, bool]], dict[str, GraphmemError]]:
        """Events and refusals by row id. A row whose cause is unknown is refused, and so is what it caused."""
        refused: dict[str, GraphmemError] = {}
        embeddings = self._embeddings(rows)
        while rows:
            answer = self._store.run(_RECORD, **self._parameters(rows, embeddings))[0]
            missing = set(answer["missing"])
            if not missing:
                found = {item["row"]: (Event.stored(item["event"]), item["new"]) for item in answer["recorded"]}
                return found, refused
            lost = _lost(rows, missing)
            refused |= {id: UnknownEventError(event_ids=sorted(unknown)) for id, unknown in lost.items()}
            rows = {id: row for id, row in rows.items() if id not in lost}
        return {}, refused

    def _embeddings(self, rows: dict[str, Row]) -> dict[str, NDArray[np.float32]]:
        vectors = passage_vectors(self._encoder, [row.passage for row in rows.values()])
        return dict(zip(rows, vectors, strict=True))

    def _parameters(self, rows: dict[str, Row], embeddings: dict[str, NDArray[np.float32]]) -> dict[str, Any]:
        sessions: dict[str, dict[str, Any]] = {}
        for row in rows.values():
            if (session_id := row.episode.session_id) is not None:
                session = sessions.setdefault(
                    session_id,
                    {"session_id": session_id, "task_type": row.episode.task_type, "started_at": row.occurred_at},
                )
                session["started_at"] = min(session["started_at"], row.occurred_at)
                session["task_type"] = row.episode.task_type or session["task_type"]
        links = [{"event_id": id, "cause_id": cause} for id, row in rows.items() for cause in row.episode.caused_by]
        return {
            "rows": [row.properties(embeddings[id]) for id, row in rows.items()],
            "sessions": list(sessions.values()),
            "links": links,
            "causes": sorted({link["cause_id"] for link in links} - rows.keys()),
            "actors": sorted({row.episode.actor for row in rows.values()}),
            "tenant_key": self._store.tenant_key,
            "recorded_at": self._stamps.next(),
        }


def _lost(rows: dict[str, Row], missing: set[str]) -> dict[str, set[str]]:
    """The rows that name a missing cause, and the rows caused by those; each with the ids it lacks."""
    lost: dict[str, set[str]] = {}
    unknown = missing
    while more := {
        id: unknown & set(row.episode.caused_by)
        for id, row in rows.items()
        if id not in lost and unknown & set(row.episode.caused_by)
    }:
        lost |= more
        unknown = set(more)
    return lost


def _first_of(rows: dict[int, Row]) -> dict[int, int]:
    """By position, that of the first row with the same id or replay key (its own, when it is the first)."""
    seen: dict[str, int] = {}
    first_of: dict[int, int] = {}
    for position in sorted(rows):
        keys = [f"id {rows[position].event_id}", *([f"key {key}"] if (key := rows[position].replay_key) else [])]
        first_of[position] = next((seen[key] for key in keys if key in seen), position)
        if first_of[position] == position:
            seen |= dict.fromkeys(keys, position)
    return first_of


def _batches(rows: dict[int, Row]) -> Iterator[dict[int, Row]]:
    """The rows in order of time, causes before effects, cut by number and by size."""
    batch: dict[int, Row] = {}
    characters = 0
    for position in _causes_first(rows):
        size = rows[position].size
        if batch and (len(batch) == BATCH_ROWS or characters + size > BATCH_CHARACTERS):
            yield batch
            batch, characters = {}, 0
        batch[position] = rows[position]
        characters += size
    if batch:
        yield batch


def _causes_first(rows: dict[int, Row]) -> Iterator[int]:
    place = {row.event_id: position for position, row in rows.items()}
    seen: set[int] = set()
    for start in sorted(rows, key=lambda position: (rows[position].occurred_at, rows[position].event_id)):
        stack = [start]
        while stack:
            position = stack[-1]
            causes = [place[id] for id in rows[position].episode.caused_by if id in place]
            waiting = [cause for cause in causes if cause not in seen and cause not in stack]
            if waiting:
                stack.extend(waiting)
                continue
            stack.pop()
            if position not in seen:
                seen.add(position)
                yield position


def _report(outcomes: dict[int, tuple[Event, bool] | GraphmemError]) -> RecordReport:
    events: list[Event | None] = []
    refused: list[Refusal] = []
    stored = 0
    for position in sorted(outcomes):
        outcome = outcomes[position]
        if isinstance(outcome, GraphmemError):
            refused.append(Refusal(position, outcome))
            events.append(None)
        else:
            events.append(outcome[0])
            stored += outcome[1]
    return RecordReport(tuple(events), stored, len(events) - len(refused) - stored, tuple(refused))
