"""Reflection: what recurs in somebody's life becomes a judgement, with the events that show it as its evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from graphmem.clock import BEGINNING, END, Clock
from graphmem.language.triples import USER
from graphmem.rules.evidence import Cue
from graphmem.rules.facts import Status
from graphmem.rules.keys import USER_KEY, entity_id, name_key, user_entity
from graphmem.rules.predicates import Predicate
from graphmem.rules.recurring import TURNS_TO, Mention, Recurrence, recurrences, recurring_rules
from graphmem.semantic.believe import News, Run, believe, until_written
from graphmem.semantic.consolidate import new_run
from graphmem.semantic.everybody import for_everybody
from graphmem.semantic.read import speaker
from graphmem.semantic.refold import Outcome
from graphmem.semantic.statements import Source, Statement, slot_key
from graphmem.store.catalogue import global_query, tenant_query
from graphmem.store.connection import Database, Row
from graphmem.store.paging import user_rows
from graphmem.store.tenant import TenantStore

_RECURRING = tenant_query("semantic.recurring")
_REFLECTED = tenant_query("semantic.reflected")
_LEAVE_ALONE = tenant_query("semantic.leave_alone")
_TO_CONSUME = tenant_query("semantic.to_consume")
_FACTS = tenant_query("semantic.facts")
_USERS = global_query("semantic.reflection_users")

EVERY = timedelta(days=1)
"""At most so often somebody's life is looked at in the background."""
_THINGS = 1000
"""That are looked at, the most mentioned."""


@dataclass(slots=True)
class ReflectionReport:
    """What a run of reflection made of what recurs."""

    run_id: str
    dry_run: bool = False
    recurring: int = 0
    """Things that recur, whether they were known or not."""
    outcomes: list[Outcome] = field(default_factory=list)
    """What became of each judgement that was touched."""

    def __str__(self) -> str:
        made = sum(each.before is None for each in self.outcomes)
        would = "Would make" if self.dry_run else "Made"
        run = "" if self.dry_run else f" (run {self.run_id})"
        head = f"{would} {made} new judgements of {self.recurring} things that recur{run}"
        return "\n".join([head, *(f"  {each}" for each in self.outcomes)])

    def as_json(self) -> dict[str, object]:
        return {
            "run_id": self.run_id,
            "dry_run": self.dry_run,
            "recurring": self.recurring,
            "outcomes": [each.as_json() for each in self.outcomes],
        }


def reflect(run: Run, *, dry_run: bool = False, anew: bool = True) -> ReflectionReport:
    """Look for what recurs, and make at most three new judgements of it; known ones get the evidence that is new.

    The same again changes nothing. A judgement is a fact like others: its evidence can be forgotten, it can be
    confirmed, retracted and rolled back.

    Args:
        run: whose life, and the rules.
        dry_run: write nothing; what would be written is in the report.
        anew: also what was rolled back before.

    Raises:
        StoreError: the store failed; nothing was changed.
    """
    report = ReflectionReport(run.run_id, dry_run)
    rules = recurring_rules()
    rows = run.store.run(_RECURRING, since=run.at - rules.looked_back, least=rules.weeks, limit=_THINGS)
    if rows:
        run = replace(run, zone=ZoneInfo(rows[0]["time_zone"] or "UTC"))
        found = recurrences(_mentions(run.store.user_id, rows), run.zone)
        report.recurring = len(found)
        chosen = _chosen(run, found, () if anew else rows[0]["left_alone"])
        if chosen:
            names = {row["entity_id"]: row["name"] for row in rows}
            report.outcomes = until_written(lambda: _judge(run, chosen, names, dry_run=dry_run))
            if anew and rows[0]["left_alone"] and not dry_run:
                run.store.run(_LEAVE_ALONE, slots=[_slot(run, each) for each in chosen], leave=False)
    if not dry_run:
        run.store.run(_REFLECTED, at=run.at)
    return report


def reflect_waiting(
    database: Database, table: Mapping[str, Predicate], clock: Clock, *, stop: Callable[[], bool] = lambda: False
) -> int:
    """Reflect on every user for whom it is time: a day after the last time, if something was recorded since.

    Returns:
        How many judgements are new or have changed.

    Raises:
        StoreError: the store failed; running it again goes on.
    """

    def touched(user_id: str) -> int:
        return len(reflect(new_run(TenantStore(database, user_id), table, clock.now()), anew=False).outcomes)

    return for_everybody(_users(database, clock), touched, stop=stop)


def _users(database: Database, clock: Clock) -> Iterator[str]:
    return (row["user_id"] for row in user_rows(database, _USERS, before=clock.now() - EVERY))


def _mentions(user_id: str, rows: Sequence[Row]) -> Iterator[Mention]:
    """Every time at which a user mentioned something; what the user in person says of herself is about her things."""
    for row in rows:
        for event in row["events"]:
            who = _who(user_id, event)
            if who != row["entity_id"]:
                for at in (event["occurred_at"], *(event["seen"] or ())):
                    yield Mention(who, row["entity_id"], event["event_id"], at)


def _who(user_id: str, event: Mapping[str, Any]) -> str:
    """The id of the entity that speaks."""
    name = speaker(event, user_id)
    return user_entity(user_id) if name == USER else entity_id(user_id, name_key(name))


def _chosen(run: Run, found: Sequence[Recurrence], left_alone: Sequence[str]) -> list[Recurrence]:
    """Those that are known, and the surest of the new ones, of which none takes the time of a known one."""
    rows = run.store.run(
        _FACTS, predicate=TURNS_TO, subject_id="", statuses=[each.value for each in Status], after=BEGINNING, until=END
    )
    known = {row["fact"]["slot"] for row in rows}
    taken = {
        (row["fact"]["subject_id"], row["fact"]["aspect"])
        for row in rows
        if row["fact"]["status"] == Status.ACTIVE.value
    }
    again = [each for each in found if _slot(run, each) in known]
    new = [
        each for each in found if _slot(run, each) not in known | set(left_alone) and (each.who, each.when) not in taken
    ]
    return again + new[: recurring_rules().a_run]


def _slot(run: Run, each: Recurrence) -> str:
    return slot_key(each.who, run.table[TURNS_TO], each.when, each.what)


def _judge(run: Run, chosen: Sequence[Recurrence], names: Mapping[str, str], *, dry_run: bool) -> list[Outcome]:
    ids = sorted({event_id for each in chosen for event_id in each.event_ids})
    events = {row["event"]["event_id"]: row["event"] for row in run.store.run(_TO_CONSUME, event_ids=ids, characters=1)}
    speakers = {event["event_id"]: str(event["actor"]) for event in events.values()}
    statements = [
        _statement(each, events[event_id], names[each.what])
        for each in chosen
        for event_id in each.event_ids
        if event_id in events
    ]
    restated = {(statement.slot(run.table), statement.source.event_id) for statement in statements}
    whole = {_slot(run, each) for each in chosen}
    since = run.at - recurring_rules().looked_back

    def without(statement: Statement) -> bool:
        """What is stated anew, and what was found to recur and no longer does."""
        if Cue.RECURS not in statement.cues:
            return False
        slot = statement.slot(run.table)
        is_seen = statement.source.occurred_at >= since
        return (slot, statement.source.event_id) in restated or (slot in whole and is_seen)

    people = {each.who: speakers[each.event_ids[0]] for each in chosen if each.event_ids[0] in speakers}
    news = News(
        statements=statements,
        entities=[_person(run.store.user_id, who, name) for who, name in sorted(people.items())],
        names={**names, **{who: " ".join(name.split()) for who, name in people.items()}},
        without=without,
    )
    return believe(run, news, dry_run=dry_run)


def _statement(each: Recurrence, event: Mapping[str, Any], name: str) -> Statement:
    """One of the times. Its words are the name of the thing: the text of an event may change."""
    return Statement(
        source=Source.of(event),
        subject_id=each.who,
        object_id=each.what,
        said_subject=each.who,
        said_object=each.what,
        predicate=TURNS_TO,
        aspect=each.when,
        polarity="+",
        quote=name,
        cues=frozenset({Cue.RECURS}),
    )


def _person(user_id: str, who: str, name: str) -> dict[str, object]:
    """The row of the entity of who speaks: made where it is not there yet."""
    of_user = who == user_entity(user_id)
    return {
        "entity_id": who,
        "name": USER_KEY if of_user else " ".join(name.split()),
        "name_key": USER_KEY if of_user else name_key(name),
        "entity_type": "user" if of_user else "person",
        "named": True,
    }
