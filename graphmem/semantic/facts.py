"""Reading facts: what is served now, at a time of the world, or as it was believed; and why."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.clock import BEGINNING, END
from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.rules.belief import Change, Fact, Provenance, present, served_facts
from graphmem.rules.facts import Status
from graphmem.rules.keys import entity_id, name_key, user_entity
from graphmem.rules.predicates import Predicate
from graphmem.semantic.read import is_user
from graphmem.store.beliefs import as_known, as_utc
from graphmem.store.catalogue import tenant_query
from graphmem.store.connection import Row
from graphmem.store.tenant import TenantStore

_FACTS = tenant_query("semantic.facts")
_BY_ID = tenant_query("semantic.facts_by_id")
_LOG = tenant_query("semantic.log")
_RESOLVE = tenant_query("semantic.resolve")

_ALL = tuple(status.value for status in Status)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A fact that is believed and contradicted, and what stands against it."""

    fact: Fact
    rivals: tuple[Fact, ...]

    def __str__(self) -> str:
        return "\n".join([str(self.fact), *(f"  against it: {rival}" for rival in self.rivals)])

    def as_json(self) -> dict[str, object]:
        return {"fact": self.fact.as_json(), "rivals": [rival.as_json() for rival in self.rivals]}


def named_entity(store: TenantStore, name: str) -> str:
    """The id of the entity that a name stands for, whether it is there or not."""
    if is_user(name):
        return user_entity(store.user_id)
    key = name_key(name)
    (row,) = store.run(_RESOLVE, keys=[key], event_ids=[])
    return next((each["entity_id"] for each in row["names"]), entity_id(store.user_id, key))


def facts(
    store: TenantStore,
    table: Mapping[str, Predicate],
    *,
    now: datetime,
    subject: str | None = None,
    predicate: str | None = None,
    status: str | None = None,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
) -> list[Fact]:
    """The user's facts, by subject, predicate and time.

    Args:
        store: the user's.
        table: of predicates.
        now: the time of the world.
        subject: name of an entity; "user" for the user.
        predicate: canonical or open.
        status: only of this status, or "all"; by default those that are served: believed ones, disputed ones with
            their rivals, and those said once where nothing else is known.
        as_of: those that held then, instead of now; with a status only if given.
        known_at: as they were believed then, about what was the present then where `as_of` says nothing else.

    Raises:
        InvalidInputError: there is no such status.
    """
    if status not in (None, "all", *_ALL):
        raise InvalidInputError(f"No fact has the status {status!r}. There are: {', '.join([*_ALL, 'all'])}.")
    within = as_of if status is not None else as_of or present(now, known_at)
    rows = store.run(
        _FACTS,
        predicate=predicate or "",
        subject_id="" if subject is None else named_entity(store, subject),
        statuses=[status] if status in _ALL and known_at is None else list(_ALL),
        after=within if within and known_at is None else BEGINNING,
        until=within if within and known_at is None else END,
    )
    found = [row["fact"] for row in rows]
    if known_at is not None:
        found = as_known(store, found, known_at)
    if status is not None:
        chosen = [fact for fact in found if status in ("all", fact["status"])]
        if within is not None:
            chosen = [fact for fact in chosen if fact["valid_from"] <= within < fact["valid_until"]]
        return [Fact.of(fact) for fact in chosen]
    return served_facts(found, table, within or now)


def of_ids(store: TenantStore, fact_ids: Sequence[str]) -> list[Fact]:
    """The facts of these ids, or of ids that begin so."""
    return [Fact.of(row["fact"]) for row in store.run(_BY_ID, fact_ids=list(fact_ids))]


def of_id(store: TenantStore, fact_id: str) -> Fact:
    """The fact of that id, or the only one whose id begins so.

    Raises:
        NotFoundError: there is none.
        InvalidInputError: several begin so.
    """
    found = of_ids(store, [fact_id]) if fact_id else []
    if not found:
        raise NotFoundError(kind="fact", id=fact_id)
    if len(found) > 1:
        raise InvalidInputError(f"{len(found)} facts have ids that begin with {fact_id!r}; give more of it.")
    return found[0]


def provenance(store: TenantStore, fact_id: str) -> Provenance:
    """Why a fact is believed: each step of its confidence, with the event and its words.

    Raises:
        NotFoundError: there is no such fact.
    """
    (row,) = store.run(_BY_ID, fact_ids=[of_id(store, fact_id).fact_id])
    fact = Fact.of(row["fact"])
    lines = [(_change(each["line"]), each["line"]["line"]) for each in store.run(_LOG, fact_ids=[fact.fact_id])]
    lines += _refolds(row["fact"])
    return Provenance(fact, tuple(change for change, _ in sorted(lines, key=lambda pair: (pair[0].at, pair[1]))))


def history(store: TenantStore, subject: str, predicate: str) -> list[Fact]:
    """All that was ever held about a subject and a predicate, in the order of the times at which it held."""
    rows = store.run(
        _FACTS,
        predicate=predicate,
        subject_id=named_entity(store, subject),
        statuses=list(_ALL),
        after=BEGINNING,
        until=END,
    )
    found = [Fact.of(row["fact"]) for row in rows]
    return sorted(found, key=lambda fact: (fact.valid_from, fact.valid_until, fact.recorded_at, fact.fact_id))


def disputes(store: TenantStore) -> list[Dispute]:
    """Every fact that is believed and contradicted, with what stands against it."""
    rows = store.run(_FACTS, predicate="", subject_id="", statuses=["disputed", "pending"], after=BEGINNING, until=END)
    slots: dict[str, list[Fact]] = defaultdict(list)
    for row in rows:
        slots[row["fact"]["slot"]].append(Fact.of(row["fact"]))
    found = [
        Dispute(fact, tuple(other for other in slot if other.rival_of))
        for slot in slots.values()
        for fact in slot
        if fact.status is Status.DISPUTED
    ]
    return sorted(found, key=lambda dispute: (dispute.fact.valid_from, dispute.fact.fact_id))


def _change(line: Row) -> Change:
    return Change(
        fact_id=line["fact_id"],
        support=line["type"].lower(),
        rule=line["rule"],
        delta=line["delta"],
        confidence_after=line["confidence_after"],
        status_after=Status(line["status_after"]),
        quote=line["quote"],
        event_id=line["stored_in"],
        occurred_at=line["occurred_at"],
        at=line["at"],
        run_id=line["run_id"],
    )


def _refolds(fact: Row) -> list[tuple[Change, int]]:
    found = []
    for line in map(json.loads, fact.get("refolds") or []):
        change = Change(
            fact_id=fact["fact_id"],
            support=line["support"],
            rule=line["rule"],
            delta=line["delta"],
            confidence_after=line["confidence_after"],
            status_after=Status(line["status_after"]),
            quote=line["quote"],
            event_id=None,
            occurred_at=None,
            at=as_utc(line["at"]),
            run_id=line["run_id"],
        )
        found.append((change, line["line"]))
    return found
