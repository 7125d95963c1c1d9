"""From events to facts: what is unconsumed is grouped by topic, read, resolved, folded and stored, group by group."""

from __future__ import annotations

import time
import uuid
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from graphmem.clock import Clock
from graphmem.language.triples import LONGEST
from graphmem.rules.evidence import Cue
from graphmem.rules.keys import name_key
from graphmem.rules.predicates import Predicate
from graphmem.semantic.believe import Changed, News, Run, believe, until_written
from graphmem.semantic.groups import Topical, groups
from graphmem.semantic.read import Found, Names, entities, read
from graphmem.semantic.refold import Outcome
from graphmem.store.belief_elements import RESTORED
from graphmem.store.catalogue import global_query, tenant_query
from graphmem.store.connection import Database, Row
from graphmem.store.tenant import TenantStore

_UNCONSUMED = tenant_query("semantic.unconsumed")
_TO_CONSUME = tenant_query("semantic.to_consume")
_USERS = global_query("semantic.unconsumed_users")
_RESOLVE = tenant_query("semantic.resolve")

WAITING, DUE, ON_REQUEST = "waiting", "due", "on request"
"""What `awaits_facts` says: for others to come, for nothing, or (a run was rolled back) for `consolidate()` itself. An
import that was interrupted leaves `RESTORED`, which the background leaves alone as well."""
ENOUGH = 10
"""Events that wait, from which a user is consolidated in the background."""
_UTC = ZoneInfo("UTC")
_ALL, _PAGE_USERS, _SECONDS = 1_000_000, 1000, 300.0
_PAGE = 64
"""Events that are grouped at once."""

Progress = Callable[[int], object]
"""Told how many more events are consumed."""


@dataclass(slots=True)
class ConsolidationReport:
    """What a run of consolidation made of the events that waited."""

    run_id: str
    dry_run: bool = False
    events: int = 0
    groups: int = 0
    statements: int = 0
    """Triples that were found."""
    outcomes: list[Outcome] = field(default_factory=list)
    """What became of each fact that was touched, in the order in which it was."""
    seconds: Counter[str] = field(default_factory=Counter)
    """By step: fetching, grouping, reading, storing, embedding."""

    def __str__(self) -> str:
        made = sum(each.before is None for each in self.outcomes)
        head = (
            f"{'Would consume' if self.dry_run else 'Consumed'} {self.events} events: {self.statements} statements, "
            f"{made} new facts, {len(self.outcomes) - made} changes of facts"
            + ("" if self.dry_run else f" (run {self.run_id})")
        )
        return "\n".join([head, *(f"  {each}" for each in self.outcomes)])

    def as_json(self) -> dict[str, object]:
        return {
            "run_id": self.run_id,
            "dry_run": self.dry_run,
            "events": self.events,
            "groups": self.groups,
            "statements": self.statements,
            "outcomes": [each.as_json() for each in self.outcomes],
            "seconds": {step: round(seconds, 3) for step, seconds in self.seconds.items()},
        }


def new_run(store: TenantStore, table: Mapping[str, Predicate], at: datetime, zone: ZoneInfo = _UTC) -> Run:
    """A run with an id of its own."""
    return Run(store, table, zone, run_id=uuid.uuid4().hex, at=at)


def consolidate(
    run: Run,
    *,
    marks: Sequence[str] = (WAITING, DUE, ON_REQUEST, RESTORED),
    dry_run: bool = False,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> ConsolidationReport:
    """Make facts of the user's events that wait for it.

    Safe to interrupt, to run again and to run beside others: a group's facts and the marks that its events are
    consumed are stored in one transaction.

    Args:
        run: whose events, and the rules.
        marks: which of them.
        dry_run: write nothing; what would be written is in the report.
        progress: is told of every group.
        stop: asked before every group; True ends the run.

    Raises:
        StoreError: the store failed; running it again goes on.
    """
    report = ConsolidationReport(run.run_id, dry_run)

    def fetch(limit: int) -> list[Row]:
        query = partial(run.store.run, _UNCONSUMED, marks=list(marks), characters=LONGEST, limit=limit)
        rows: list[Row] = _timed(report, "fetching", query)
        return rows

    if dry_run:
        rows = fetch(_ALL)
        if rows:
            _consume(_in_zone(run, rows), [row["event"] for row in rows], report)
        return report
    while not stop():
        rows = fetch(_PAGE)
        if not rows:
            break
        topical = [Topical(row["embedding"], tuple(row["entities"])) for row in rows]
        for group in _timed(report, "grouping", lambda: groups(topical)):  # noqa: B023
            if stop():
                break
            _consume(_in_zone(run, rows), [rows[place]["event"] for place in group], report)
            if progress:
                progress(len(group))
    return report


def consume(run: Run, event_ids: Sequence[str]) -> ConsolidationReport:
    """Make facts of some of the user's events, whether they wait for it or not.

    Raises:
        StoreError: the store failed; the events still wait.
    """
    report = ConsolidationReport(run.run_id)
    rows = run.store.run(_TO_CONSUME, event_ids=list(event_ids), characters=LONGEST)
    _consume(run, [row["event"] for row in rows], report)
    return report


def consolidate_waiting(
    database: Database,
    table: Mapping[str, Predicate],
    clock: Clock,
    *,
    only: Container[str] | None = None,
    at_once: Container[str] = (),
    stop: Callable[[], bool] = lambda: False,
    progress: Progress | None = None,
) -> int:
    """Consolidate every user of whom enough events wait, or one that does not wait for others; how many events.

    Args:
        database: the store.
        table: of predicates.
        clock: tells belief time.
        only: these users; by default all.
        at_once: users whose events do not wait for others, since a session of theirs has ended.
        stop: asked before every group; True ends the run.
        progress: is told of every group.

    Raises:
        StoreError: the store failed; running it again goes on.
    """
    after, consumed = "", 0
    while rows := database.run(_USERS, {"after": after, "limit": _PAGE_USERS}, timeout=_SECONDS):
        for row in rows:
            if only is not None and row["user_id"] not in only:
                continue
            if row["due"] or row["waiting"] >= ENOUGH or row["user_id"] in at_once:
                run = new_run(TenantStore(database, row["user_id"]), table, clock.now())
                consumed += consolidate(run, marks=(WAITING, DUE), stop=stop, progress=progress).events
        after = rows[-1]["user_id"]
    return consumed


def _in_zone(run: Run, rows: Sequence[Row]) -> Run:
    return replace(run, zone=ZoneInfo(rows[0]["time_zone"] or "UTC"))


def _consume(run: Run, events: Sequence[Mapping[str, Any]], report: ConsolidationReport) -> None:
    found = _timed(
        report,
        "reading",
        lambda: [each for event in events for each in read(event, run.store.user_id, run.zone, run.table)],
    )

    def attempt() -> list[Outcome]:
        return believe(run, _news(run, events, found), dry_run=report.dry_run)

    try:
        outcomes = _timed(report, "storing", lambda: until_written(attempt))
    except Changed:  # such events still wait, and are read again
        return
    report.outcomes += outcomes
    report.events += len(events)
    report.groups += 1
    report.statements += len(found)


def _news(run: Run, events: Sequence[Mapping[str, Any]], found: Sequence[Found]) -> News:
    keys = sorted({name_key(name) for each in found for name in (each.triple.subject, each.triple.object)})
    ids = [event["event_id"] for event in events]
    (row,) = run.store.run(_RESOLVE, keys=keys, event_ids=ids)
    names = Names(
        run.store.user_id, {each["name_key"]: (each["entity_id"], each["name"], each["said"]) for each in row["names"]}
    )
    rows = entities(found, names)
    read_again = frozenset(ids)
    redacted = frozenset(event["event_id"] for event in events if event["redacted_count"])
    return News(
        statements=[names.statement(each, run.table) for each in found],
        entities=rows,
        names={str(each["entity_id"]): str(each["name"]) for each in rows}
        | {each["entity_id"]: each["name"] for each in row["names"]},
        events=events,
        touched=frozenset(each["slot"] for each in row["said"]),
        without=lambda statement: (
            statement.source.event_id in read_again
            and (Cue.RECURS not in statement.cues or statement.source.event_id in redacted)
        ),
    )


def _timed(report: ConsolidationReport, step: str, work: Callable[[], Any]) -> Any:
    started = time.monotonic()
    try:
        return work()
    finally:
        report.seconds[step] += time.monotonic() - started  # type: ignore[assignment]
