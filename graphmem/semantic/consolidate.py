"""From events to facts: what is unconsumed is grouped by topic, read, resolved, folded and stored, group by group."""

from __future__ import annotations

import logging
import time
import uuid
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from graphmem.clock import Clock
from graphmem.language.llm import ModelReader, ModelUse
from graphmem.language.triples import LONGEST
from graphmem.rules.evidence import Cue
from graphmem.rules.keys import name_key
from graphmem.rules.predicates import Predicate
from graphmem.semantic.believe import Changed, News, Run, believe, until_written
from graphmem.semantic.everybody import for_everybody
from graphmem.semantic.groups import Topical, groups
from graphmem.semantic.read import Found, Names, entities, read
from graphmem.semantic.refold import Outcome
from graphmem.store.belief_elements import RESTORED
from graphmem.store.catalogue import global_query, tenant_query
from graphmem.store.connection import Database, Row
from graphmem.store.paging import user_rows
from graphmem.store.tenant import TenantStore

_UNCONSUMED = tenant_query("semantic.unconsumed")
_TO_CONSUME = tenant_query("semantic.to_consume")
_USERS = global_query("semantic.unconsumed_users")
_RESOLVE = tenant_query("semantic.resolve")
_COUNT_MODEL = tenant_query("semantic.count_model")
_log = logging.getLogger(__name__)

WAITING, DUE, ON_REQUEST = "waiting", "due", "on request"
"""What `awaits_facts` says: for others to come, for nothing, or (a run was rolled back) for `consolidate()` itself. An
import that was interrupted leaves `RESTORED`, which the background leaves alone as well."""
BY_ITSELF = (WAITING, DUE)
"""What is made into facts without anybody asking for it."""
ENOUGH = 10
"""Events that wait, from which a user is consolidated in the background."""
_UTC = ZoneInfo("UTC")
_ALL = 1_000_000
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
    model: ModelUse | None = None
    """What asking the language model came to, where one is configured."""

    def __str__(self) -> str:
        made = sum(each.before is None for each in self.outcomes)
        head = (
            f"{'Would consume' if self.dry_run else 'Consumed'} {self.events} events: {self.statements} statements, "
            f"{made} new facts, {len(self.outcomes) - made} changes of facts"
            + ("" if self.dry_run else f" (run {self.run_id})")
        )
        asked = [str(self.model)] if self.model else []
        return "\n".join([head, *asked, *(f"  {each}" for each in self.outcomes)])

    def as_json(self) -> dict[str, object]:
        return {
            "run_id": self.run_id,
            "dry_run": self.dry_run,
            "events": self.events,
            "groups": self.groups,
            "statements": self.statements,
            "outcomes": [each.as_json() for each in self.outcomes],
            "seconds": {step: round(seconds, 3) for step, seconds in self.seconds.items()},
            "model": self.model.as_json() if self.model else None,
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
    reader: ModelReader | None = None,
) -> ConsolidationReport:
    """Make facts of the user's events that wait for it.

    Safe to interrupt, to run again and to run beside others: a group's facts and the marks that its events are
    consumed are stored in one transaction. A model that cannot be asked is no reason to fail or to wait: rules read
    what it does not, and the report and one line of the log say so.

    Args:
        run: whose events, and the rules.
        marks: which of them.
        dry_run: write nothing; what would be written is in the report.
        progress: is told of every group.
        stop: asked before every group; True ends the run.
        reader: asks a language model for what a group states; by default rules read it.

    Raises:
        StoreError: the store failed; running it again goes on.
    """
    report = ConsolidationReport(run.run_id, dry_run, model=reader.use() if reader else None)
    try:
        _run(run, report, marks, reader, progress, stop)
    finally:
        if report.model:
            _tell_of_model(run, report.model, dry_run=dry_run)
    return report


def _run(
    run: Run,
    report: ConsolidationReport,
    marks: Sequence[str],
    reader: ModelReader | None,
    progress: Progress | None,
    stop: Callable[[], bool],
) -> None:
    def fetch(limit: int) -> list[Row]:
        query = partial(run.store.run, _UNCONSUMED, marks=list(marks), characters=LONGEST, limit=limit)
        rows: list[Row] = _timed(report, "fetching", query)
        return rows

    if report.dry_run:
        rows = fetch(_ALL)
        pages = [rows[start : start + _PAGE] for start in range(0, len(rows), _PAGE)]
        if rows:
            _consume(_in_zone(run, rows), [group for page in pages for group in _grouped(page, report)], report, reader)
        return
    while not stop():
        rows = fetch(_PAGE)
        if not rows:
            break
        for group in _grouped(rows, report):
            if stop():
                break
            _consume(_in_zone(run, rows), [group], report, reader)
            if progress:
                progress(len(group))


def _grouped(rows: Sequence[Row], report: ConsolidationReport) -> list[list[Mapping[str, Any]]]:
    """The events of a page by topic."""
    topical = [Topical(row["embedding"], tuple(row["entities"])) for row in rows]
    grouped: list[list[int]] = _timed(report, "grouping", lambda: groups(topical))
    return [[rows[place]["event"] for place in group] for group in grouped]


def _tell_of_model(run: Run, use: ModelUse, *, dry_run: bool) -> None:
    """Count for the user what was asked, and log (without a text) what the model did not read."""
    if use.left_to_rules:
        _log.warning(
            "Rules read %d events in place of the language model %s, since it %s.",
            use.left_to_rules.total(),
            use.model,
            "; it ".join(sorted(use.left_to_rules)),
        )
    if use.prompts and not dry_run:
        run.store.run(
            _COUNT_MODEL,
            day=f"{run.at.astimezone(UTC):%Y-%m-%d}",
            model=use.model,
            prompts=use.prompts,
            tokens_read=use.tokens_read,
            tokens_written=use.tokens_written,
        )


def consume(run: Run, event_ids: Sequence[str]) -> ConsolidationReport:
    """Make facts of some of the user's events, whether they wait for it or not.

    Raises:
        StoreError: the store failed; the events still wait.
    """
    report = ConsolidationReport(run.run_id)
    rows = run.store.run(_TO_CONSUME, event_ids=list(event_ids), characters=LONGEST)
    _consume(run, [[row["event"] for row in rows]], report)
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
    reader: ModelReader | None = None,
    use: ModelUse | None = None,
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
        reader: asks a language model, where one is configured.
        use: counts what asking came to, of all users.

    Raises:
        StoreError: the store failed; running it again goes on.
    """

    def consume(user_id: str) -> int:
        run = new_run(TenantStore(database, user_id), table, clock.now())
        report = consolidate(run, marks=BY_ITSELF, stop=stop, progress=progress, reader=reader)
        if use and report.model:
            use.add(report.model)
        return report.events

    return for_everybody(_ready(database, only, at_once), consume, stop=stop)


def _ready(database: Database, only: Container[str] | None, at_once: Container[str]) -> Iterator[str]:
    """The users of whom enough waits."""
    for row in user_rows(database, _USERS):
        is_ready = row["due"] or row["waiting"] >= ENOUGH or row["user_id"] in at_once
        if is_ready and (only is None or row["user_id"] in only):
            yield row["user_id"]


def _in_zone(run: Run, rows: Sequence[Row]) -> Run:
    return replace(run, zone=ZoneInfo(rows[0]["time_zone"] or "UTC"))


def _consume(
    run: Run,
    grouped: Sequence[Sequence[Mapping[str, Any]]],
    report: ConsolidationReport,
    reader: ModelReader | None = None,
) -> None:
    """Read each of the groups, and write what follows from all of them at once."""
    events = [event for group in grouped for event in group]
    found: list[Found] = []
    read_by: dict[str, str] = {}
    for group in grouped:
        stated, by_model = _timed(
            report,
            "reading",
            lambda: read(group, run.store.user_id, run.zone, run.table, reader, report.model),  # noqa: B023
        )
        found += stated
        read_by |= by_model

    def attempt() -> list[Outcome]:
        return believe(run, _news(run, events, found, read_by), dry_run=report.dry_run)

    try:
        outcomes = _timed(report, "storing", lambda: until_written(attempt))
    except Changed:  # such events still wait, and are read again
        return
    report.outcomes += outcomes
    report.events += len(events)
    report.groups += 1
    report.statements += len(found)


def _news(run: Run, events: Sequence[Mapping[str, Any]], found: Sequence[Found], read_by: Mapping[str, str]) -> News:
    """What is new by that reading; what a model has read before stays as it read it, also if that was just now."""
    keys = sorted({name_key(name) for each in found for name in (each.triple.subject, each.triple.object)})
    ids = [event["event_id"] for event in events]
    (row,) = run.store.run(_RESOLVE, keys=keys, event_ids=ids)
    names = Names(
        run.store.user_id, {each["name_key"]: (each["entity_id"], each["name"], each["said"]) for each in row["names"]}
    )
    kept = {each["event_id"]: each["read_by"] for each in row["read"]}
    found = [each for each in found if each.event["event_id"] not in kept]
    rows = entities(found, names)
    read_again = frozenset(ids) - kept.keys()
    redacted = frozenset(event["event_id"] for event in events if event["redacted_count"])
    return News(
        statements=[names.statement(each, run.table) for each in found],
        entities=rows,
        names={str(each["entity_id"]): str(each["name"]) for each in rows}
        | {each["entity_id"]: each["name"] for each in row["names"]},
        events=events,
        read_by={**read_by, **kept},
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
