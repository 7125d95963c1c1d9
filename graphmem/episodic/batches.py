"""In which order and in which portions rows are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphmem.config import BATCH_CHARACTERS, BATCH_ROWS
from graphmem.episodic.prepare import Row


def first_of(rows: Mapping[int, Row]) -> dict[int, int]:
    """By position, that of the first row with the same id or replay key (its own, when it is the first)."""
    seen: dict[str, int] = {}
    first: dict[int, int] = {}
    for position in sorted(rows):
        keys = [f"id {rows[position].event_id}", *([f"key {key}"] if (key := rows[position].replay_key) else [])]
        first[position] = next((seen[key] for key in keys if key in seen), position)
        if first[position] == position:
            seen |= dict.fromkeys(keys, position)
    return first


def batches(rows: Mapping[int, Row]) -> Iterator[dict[int, Row]]:
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


def lost(rows: Mapping[str, Row], missing: set[str]) -> dict[str, set[str]]:
    """The rows that name a missing cause, and the rows caused by those; each with the ids it lacks."""
    found: dict[str, set[str]] = {}
    unknown = missing
    while more := {
        id: unknown & set(row.episode.caused_by)
        for id, row in rows.items()
        if id not in found and unknown & set(row.episode.caused_by)
    }:
        found |= more
        unknown = set(more)
    return found


def circles(rows: Mapping[int, Row]) -> dict[int, list[str]]:
    """The rows that are their own cause over others, by position, with the ids of all who share the circle."""
    place = {row.event_id: position for position, row in rows.items()}
    graph = {
        position: [place[id] for id in row.episode.caused_by if id in place and place[id] != position]
        for position, row in rows.items()
        if row.episode.caused_by
    }
    if not graph:
        return {}
    import networkx

    found: dict[int, list[str]] = {}
    directed = networkx.DiGraph([(effect, cause) for effect, causes in graph.items() for cause in causes])
    for component in networkx.strongly_connected_components(directed):
        if len(component) > 1:
            found |= dict.fromkeys(component, sorted(rows[position].event_id for position in component))
    return found


def _causes_first(rows: Mapping[int, Row]) -> Iterator[int]:
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
