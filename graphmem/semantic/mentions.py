"""Analysing events that wait for it: the entities they mention become nodes, each mention a relationship."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from graphmem.errors import StoreBusyError, StoreConflictError
from graphmem.language.entities import Mention, entities, entity_rules
from graphmem.language.parsing import english
from graphmem.models import MENTIONED_TYPES, ActorRole, EntityType
from graphmem.rules.keys import USER_KEY, entity_id, is_user_in_person, name_key, user_entity
from graphmem.store.catalogue import global_query, tenant_query
from graphmem.store.connection import Database, Row
from graphmem.store.paging import user_rows
from graphmem.store.tenant import TenantStore

_USERS = global_query("semantic.waiting_users")
_OUTDATED = global_query("semantic.outdated_users")
_MARK_OUTDATED = tenant_query("semantic.mark_outdated")
_ALL_MARKED = tenant_query("semantic.all_marked")
_WAITING = tenant_query("semantic.waiting")
_MENTION = tenant_query("semantic.mention")
_DROP = tenant_query("semantic.drop_unmentioned")
_USER_ENTITY = tenant_query("semantic.user_entity")

BATCH = 32
"""Events that are analysed and stored at once: about half a second of work, less than a caller waits for."""
_PAGE_MARKED = 2000
_ATTEMPTS = 5
"""At a batch that got into another worker's way."""

_USER_SPOKEN_OF = re.compile(r"\bthe user\b|用户", re.IGNORECASE)

Progress = Callable[[int, int], object]
"""Told of events analysed by this run, and of how many there were to do."""


@dataclass(frozen=True)
class AnalysisReport:
    """What was analysed."""

    users: int
    analysed: int
    """Events."""
    mentions: int


def analyse_waiting(
    database: Database,
    *,
    user_id: str | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> AnalysisReport:
    """Find the entities of events that wait for it, user by user, or of one user only.

    Events that were analysed by older rules are analysed again. Safe to interrupt, and to run beside others: what a
    batch finds is stored in one transaction, which also notes that its events are done.

    Args:
        database: the store.
        user_id: whose events; by default everybody's.
        progress: is told of every batch.
        stop: asked before every batch; True ends the run.

    Raises:
        StoreError: the store failed; running it again goes on.
    """
    _mark_outdated(database, user_id, stop)
    users = {user_id: _waiting_of(database, user_id)} if user_id else dict(_users(database))
    total, analysed, mentions = sum(users.values()), 0, 0
    for each in users:
        store = TenantStore(database, each)
        skipped: set[str] = set()
        while not stop() and (page := _page(store, skipped)):
            done, made = _analyse(store, page)
            skipped.update(row["event_id"] for row in page if row["event_id"] not in done)
            analysed, mentions = analysed + len(done), mentions + made
            if progress:
                progress(analysed, max(total, analysed))
    return AnalysisReport(len(users), analysed, mentions)


def mark_all_outdated(store: TenantStore) -> None:
    """Have every event of a user analysed again that the rules in force have not analysed.

    Raises:
        StoreError: the store failed; run it again.
    """
    version, after = entity_rules().version, ""
    while last := store.run(_MARK_OUTDATED, version=version, after=after, limit=_PAGE_MARKED)[0]["last"]:
        after = last
    store.run(_ALL_MARKED, version=version)


def _mark_outdated(database: Database, user_id: str | None, stop: Callable[[], bool]) -> None:
    for row in user_rows(database, _OUTDATED, version=entity_rules().version):
        if stop():
            return
        if user_id in (None, row["user_id"]):
            mark_all_outdated(TenantStore(database, row["user_id"]))


def _users(database: Database) -> Iterator[tuple[str, int]]:
    return ((row["user_id"], row["waiting"]) for row in user_rows(database, _USERS))


def _waiting_of(database: Database, user_id: str) -> int:
    return next((waiting for each, waiting in _users(database) if each == user_id), 0)


def _page(store: TenantStore, skipped: set[str]) -> list[Row]:
    """The next events; without those that changed while this run looked at them, which wait for the next run."""
    rows = store.run(_WAITING, characters=english.LONGEST, limit=BATCH + len(skipped))
    return [row for row in rows if row["event_id"] not in skipped][:BATCH]


def _analyse(store: TenantStore, page: Sequence[Row]) -> tuple[set[str], int]:
    """Event ids that are done, and how many mentions they have."""
    found = entities([row["content"] for row in page])
    of_the_user = user_entity(store.user_id)
    named: dict[str, dict[str, object]] = {}
    rows, of_user = [], False
    for event, mentions in zip(page, found, strict=True):
        made: dict[str, dict[str, object]] = {}
        for each in [*mentions, *_spoken_of(event)]:
            resolved = _resolved(store, each, event)
            if resolved is None:
                continue
            id, name, kind = resolved
            if id != of_the_user:
                key = name_key(name)
                known = named.setdefault(id, {"entity_id": id, "name": name, "name_key": key})
                known["name"] = min(str(known["name"]), name, key=_calm)
            of_user |= id == of_the_user
            surface = each.surface[:200]
            made.setdefault(id, {"entity_id": id, "surface": surface, "entity_type": kind, "named": each.named})
        kept = {key: event[key] for key in ("event_id", "length", "seen", "redacted")}
        rows.append({**kept, "mentions": [made[id] for id in sorted(made)]})
    if of_user:
        store.run(_USER_ENTITY, entity_id=of_the_user, name_key=USER_KEY, types=list(MENTIONED_TYPES))
    return _stored(store, [named[id] for id in sorted(named)], rows)


def _stored(store: TenantStore, named: list[dict[str, object]], rows: list[dict[str, object]]) -> tuple[set[str], int]:
    for attempt in range(_ATTEMPTS):
        try:
            (answer,) = store.run(
                _MENTION, entities=named, rows=rows, types=list(MENTIONED_TYPES), version=entity_rules().version
            )
            break
        except (
            StoreConflictError,
            StoreBusyError,
        ):  # another worker made the same entity, or removed it, at the same moment
            if attempt == _ATTEMPTS - 1:
                raise
    if answer["unmentioned"]:
        store.run(_DROP, entity_ids=sorted(set(answer["unmentioned"])))
    return set(answer["analysed"]), answer["mentions"]


def _calm(name: str) -> tuple[bool, str]:
    """Least for the name to be shown, as `semantic.mention` has it."""
    return len(name) > 4 and name == name.upper(), name


def _spoken_of(event: Row) -> Iterator[Mention]:
    """The user, where an agent speaks of "the user" or 用户."""
    match = _USER_SPOKEN_OF.search(event["content"]) if event["actor_role"] == ActorRole.AGENT else None
    if match:
        yield Mention(match[0], USER_KEY, EntityType.USER, match.start())


def _resolved(store: TenantStore, mention: Mention, event: Row) -> tuple[str, str, str] | None:
    """The id, the name and the type of the entity that an event means by a mention; None for what is nobody's."""
    if mention.entity_type is EntityType.USER:
        return user_entity(store.user_id), USER_KEY, EntityType.PERSON.value
    if not mention.speaker:
        return entity_id(store.user_id, mention.key), mention.name, mention.entity_type.value
    if event["actor_role"] != ActorRole.USER:
        return None
    actor = str(event["actor"])
    key = name_key(actor)
    if is_user_in_person(actor, store.user_id):
        return user_entity(store.user_id), USER_KEY, EntityType.PERSON.value
    return (entity_id(store.user_id, key), " ".join(actor.split()), EntityType.PERSON.value) if key else None
