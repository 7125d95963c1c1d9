"""Writing what follows from new, changed or forgotten statements: read the slots, fold them, write what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from graphmem.errors import StoreBusyError, StoreConflictError
from graphmem.models import MENTIONED_TYPES
from graphmem.rules.predicates import Predicate
from graphmem.semantic.refold import Outcome, Refolding, StoredSlot
from graphmem.semantic.statements import Statement
from graphmem.store.catalogue import tenant_query
from graphmem.store.connection import Row
from graphmem.store.tenant import TenantStore

_SLOTS = tenant_query("semantic.slots")
_BELIEVE = tenant_query("semantic.believe")
_DROP = tenant_query("semantic.drop_unmentioned")

_ANY = -1
"""Version of the facts where none is changed."""
_LINES = 1_000_000
"""More than a run writes."""
ATTEMPTS = 20
"""At a write that somebody else was quicker than: each time one of them gets through."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run that changes facts of a user."""

    store: TenantStore
    table: Mapping[str, Predicate]
    zone: ZoneInfo
    run_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class News:
    """What is stated anew, and what no longer is."""

    statements: Sequence[Statement] = ()
    entities: Sequence[Mapping[str, object]] = ()
    names: Mapping[str, str] | None = None
    """Of entities by id, as far as they are known."""
    events: Sequence[Mapping[str, Any]] = ()
    """That are consumed, as they were read."""
    read_by: Mapping[str, str] = field(default_factory=dict)
    """The language models that read the events, by their ids; of those that rules read nothing."""
    touched: frozenset[str] = frozenset()
    """Slots that are folded again, besides those of the statements."""
    without: Callable[[Statement], bool] = lambda _: False
    """Which of the stored statements are no longer there."""
    mark: str | None = None
    """What the events wait for afterwards."""
    undone_run: str = ""
    """A run of which the log keeps nothing."""


class Outrun(Exception):
    """Somebody else changed the facts that were read."""


class Changed(Exception):
    """An event is no longer what was read."""


def believe(run: Run, news: News, *, dry_run: bool = False) -> list[Outcome]:
    """Fold the slots that `news` touches and write what differs, all or nothing; what became of facts.

    Raises:
        Outrun: the facts changed between reading and writing; nothing was written.
        Changed: an event did.
        StoreError: the store failed; nothing was written.
    """
    touched = sorted({each.slot(run.table) for each in news.statements} | news.touched)
    rows = run.store.run(_SLOTS, slots=touched) if touched else []
    before = [StoredSlot.of(row) for row in rows]
    known = {slot.slot for slot in before}
    before += [StoredSlot(slot) for slot in touched if slot not in known]
    names = {**_names(rows), **(news.names or {})}
    after: dict[str, list[Statement]] = {
        slot.slot: [each for each in slot.statements if not news.without(each)] for slot in before
    }
    for each in news.statements:
        after[each.slot(run.table)].append(each)
    version = rows[0]["version"] if rows else _ANY
    first_line = max(version, 0) * _LINES
    refolding = Refolding(run.store.user_id, run.table, names, run.run_id, run.at, run.zone, first_line)
    changed = refolding.rows(before, after)
    if dry_run:
        return changed.outcomes
    forgotten, stated = _restated(before, after)
    if not news.events and not forgotten and not stated and not changed.facts and not changed.gone:
        return changed.outcomes
    (answer,) = run.store.run(
        _BELIEVE,
        version=version,
        entities=list(news.entities),
        types=list(MENTIONED_TYPES),
        events=[
            {name: event[name] for name in ("event_id", "length", "seen_count", "redacted_count")}
            | {"read_by": news.read_by.get(event["event_id"])}
            for event in news.events
        ],
        forgotten=forgotten,
        statements=stated,
        gone=changed.gone,
        moved=changed.moved,
        facts=changed.facts,
        lines=changed.lines,
        refolds=changed.refolds,
        undone_run=news.undone_run,
        undone=sorted(fact.fact_id for slot in before for fact in slot.facts) if news.undone_run else [],
        tenant_key=run.store.tenant_key,
        run_id=run.run_id,
        at=run.at,
        mark=news.mark,
    )
    if not answer["unchanged"]:
        raise Changed
    if not answer["written"]:
        raise Outrun
    lost = {each.state.key.object for slot in before for each in slot.facts if each.fact_id in set(changed.gone)}
    lost |= {each.object_id for slot in before for each in slot.statements if news.without(each)}
    if lost:
        run.store.run(_DROP, entity_ids=sorted(lost))
    return changed.outcomes


def until_written(attempt: Callable[[], list[Outcome]]) -> list[Outcome]:
    """Try again as long as others are quicker.

    Raises:
        Changed: an event is no longer what was read.
        StoreConflictError: they always were.
        StoreError: the store failed.
    """
    for number in range(ATTEMPTS):
        try:
            return attempt()
        except Outrun:
            continue
        except (StoreConflictError, StoreBusyError):
            if number == ATTEMPTS - 1:
                raise
    raise StoreConflictError("Others change this user's facts all the time. Try again.")


def _names(rows: Sequence[Row]) -> dict[str, str]:
    names: dict[str, str] = {}
    for row in rows:
        for each in row["evidence"]:
            names[each["object_id"]] = each["object_name"]
            if each["subject_name"]:
                names[each["said"]["subject_id"]] = each["subject_name"]
    return names


def _restated(
    before: Sequence[StoredSlot], after: Mapping[str, Sequence[Statement]]
) -> tuple[list[dict[str, object]], list[dict[str, object]]]:
    """The relationships STATES that go, and those that are made: of an event and a slot all or none.

    What was counted differs when evidence was added to an event, so such an event states it anew.
    """
    forgotten: list[dict[str, object]] = []
    stated: list[dict[str, object]] = []
    old = {slot.slot: slot.statements for slot in before}
    for slot, statements in after.items():
        then, now = _by_event(old.get(slot, ())), _by_event(statements)
        for event_id in sorted(then.keys() | now.keys()):
            current = [replace(each, counted=frozenset(each.source.occurrences)) for each in now.get(event_id, ())]
            if _rows(then.get(event_id, ())) == _rows(current):
                continue
            if event_id in then:
                forgotten.append({"event_id": event_id, "slot": slot})
            stated += [
                {"event_id": event_id, "object_id": each.object_id, "properties": each.properties(slot)}
                for each in now.get(event_id, ())
            ]
    return forgotten, stated


def _by_event(statements: Sequence[Statement]) -> dict[str, list[Statement]]:
    found: dict[str, list[Statement]] = {}
    for each in statements:
        found.setdefault(each.source.event_id, []).append(each)
    return found


def _rows(statements: Sequence[Statement]) -> list[tuple[object, ...]]:
    """What two lists of statements of an event are compared by."""
    return sorted(
        (
            (
                each.place,
                each.object_id,
                each.subject_id,
                each.polarity,
                each.quote,
                sorted(each.cues),
                str(each.valid_from),
                str(each.valid_until),
                sorted(each.counted or each.source.occurrences),
                each.method,
                each.model,
            )
            for each in statements
        ),
        key=str,
    )
