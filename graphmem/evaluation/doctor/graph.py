"""What is wrong with nodes and relationships: a query that walks the store for each check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from graphmem.evaluation.doctor.findings import EXAMPLES, Finding, Severity
from graphmem.evaluation.doctor.repairs import (
    Context,
    Key,
    Mend,
    embed,
    introduce,
    mending,
    name_events,
    recount_entities,
    relink,
    set_tenant_keys,
)
from graphmem.rules.keys import tenant_key
from graphmem.store.catalogue import global_query
from graphmem.store.connection import Database
from graphmem.store.contract import GlobalQuery

KEYS = 10_000
"""Keys of what is to be repaired that are held at once; what is more waits for the next round."""


@dataclass(frozen=True)
class Found:
    """Everything a check found, with the keys of what can be repaired, as many as are held at once."""

    finding: Finding | None
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True)
class GraphCheck:
    """A query that finds what is wrong, and what to do about it."""

    name: str
    severity: Severity
    query: GlobalQuery
    meaning: str
    way_out: str
    mend: Mend | None = None

    def look(self, context: Context) -> Found:
        """Walk the store.

        Raises:
            StoreError: one of its kinds, when Neo4j cannot do it.
        """
        count = 0
        examples: list[str] = []
        keys: list[Key] = []
        for user_id, id, key in _rows(context.database, self.query):
            count += 1
            if len(examples) < EXAMPLES:
                examples.append(f"{user_id}: {id}" if user_id else id)
            if user_id and len(keys) < KEYS:
                keys.append(Key(user_id, key))
        return found(self, count, examples, keys)


@dataclass(frozen=True)
class TenantKeyCheck(GraphCheck):
    """Compares with what the key should be, which only Python can make."""

    def look(self, context: Context) -> Found:
        wrong: Counter[str] = Counter()
        examples: list[str] = []
        for row in context.database.stream(self.query):
            user_id, key, events, example = row
            if isinstance(user_id, str) and key != tenant_key(user_id) and isinstance(events, int):
                wrong[user_id] += events
                examples.append(f"{user_id}: {example}")
        return found(self, sum(wrong.values()), examples, [Key(user_id, user_id) for user_id in wrong])


@dataclass(frozen=True)
class EmbeddingCheck(GraphCheck):
    """Says how many embeddings are wrong in which way."""

    def look(self, context: Context) -> Found:
        kinds: Counter[str] = Counter()
        examples: list[str] = []
        keys: list[Key] = []
        for user_id, id, kind in _rows(context.database, self.query):
            kinds[kind] += 1
            if len(examples) < EXAMPLES:
                examples.append(f"{user_id}: {id} ({kind})")
            if user_id and len(keys) < KEYS:
                keys.append(Key(user_id, id))
        return found(self, sum(kinds.values()), examples, keys if context.encoder_fits else [])


def found(check: GraphCheck, count: int, examples: list[str], keys: list[Key]) -> Found:
    """As a finding, where there is anything."""
    if not count:
        return Found(None)
    fixable = check.mend is not None and bool(keys)
    finding = Finding(
        check.name, check.severity, count, check.meaning, check.way_out, tuple(examples[:EXAMPLES]), fixable
    )
    return Found(finding, tuple(keys) if fixable else ())


def _rows(database: Database, query: GlobalQuery) -> Iterator[tuple[str, str, str]]:
    for user_id, id, key in database.stream(query):
        yield str(user_id or ""), str(id), str(key)


def _check(
    name: str, severity: Severity, file: str, meaning: str, way_out: str, mend: Mend | None = None
) -> GraphCheck:
    return GraphCheck(name, severity, global_query(f"doctor.{file}"), meaning, way_out, mend)


_FIX = "Run `graphmem doctor --fix`: it"

CHECKS: tuple[GraphCheck, ...] = (
    _check(
        "node_without_user", Severity.ERROR, "nodes_unowned",
        "Nodes carry no user_id, so nobody finds them and no deletion of a user reaches them.",
        "Whose they are cannot be told: look at them in Neo4j Browser, then set user_id or delete them.",
    ),
    _check(
        "link_across_users", Severity.ERROR, "links_across",
        "Relationships lead from one user to another.",
        f"{_FIX} removes those that carry a user_id; remove others in Neo4j Browser.",
        mending("doctor.cut_links"),
    ),
    _check(
        "link_without_user", Severity.ERROR, "links_unowned",
        "Relationships inside one user's memory carry no user_id, or that of another.",
        f"{_FIX} puts the user of both ends on them.",
        mending("doctor.own_links"),
    ),
    _check(
        "missing_user", Severity.ERROR, "user_missing",
        "Events or sessions belong to a user who has no node.",
        f"{_FIX} makes the node.",
        introduce,
    ),
    _check(
        "event_without_session_id", Severity.ERROR, "event_session_id",
        "Events are linked to a session by IN_SESSION, but have no session_id.",
        f"{_FIX} takes it from the session.",
        mending("doctor.name_sessions_of_events"),
    ),
    _check(
        "misplaced_event", Severity.ERROR, "event_place",
        "The IN_SESSION of events is missing, or leads elsewhere than their session_id says.",
        f"{_FIX} links them to the session of their session_id.",
        mending("doctor.place_events"),
    ),
    _check(
        "session_without_user", Severity.ERROR, "session_owner",
        "Sessions do not hang on their user by one HAS_SESSION.",
        f"{_FIX} links them.",
        mending("doctor.own_sessions"),
    ),
    _check(
        "chain_across_sessions", Severity.ERROR, "chain_leaves",
        "A NEXT leads into another session, or joins events without one.",
        f"{_FIX} removes it.",
        mending("doctor.cut_links"),
    ),
    _check(
        "chain_fork", Severity.ERROR, "chain_forks",
        "Events have more than one successor or predecessor in their session.",
        f"{_FIX} links the session anew, by occurred_at.",
        relink,
    ),
    _check(
        "chain_order", Severity.ERROR, "chain_order",
        "A NEXT leads to an event that is not later; it may close a cycle.",
        f"{_FIX} links the session anew, by occurred_at.",
        relink,
    ),
    _check(
        "chain_break", Severity.ERROR, "chain_breaks",
        "Events have no predecessor, but are not the first of their session.",
        f"{_FIX} links the session anew, by occurred_at.",
        relink,
    ),
    TenantKeyCheck(
        "tenant_key", Severity.ERROR, global_query("doctor.tenant_keys"),
        "Events carry no tenant_key, or that of another user, so full text does not find them.",
        f"{_FIX} makes it from user_id.",
        set_tenant_keys,
    ),
    EmbeddingCheck(
        "embedding", Severity.ERROR, global_query("doctor.embeddings"),
        "Embeddings are missing, of the wrong length, or damaged (zero or not a number), so vector search does not "
        "find these events.",
        f"{_FIX} embeds them from their text, when the configured encoder is the store's.",
        embed,
    ),
    _check(
        "event_label", Severity.WARNING, "event_labels",
        "The second label of events (UserEvent, AgentEvent, ToolEvent) is not that of their actor_role.",
        f"{_FIX} sets it.",
        mending("doctor.relabel_events"),
    ),
    _check(
        "event_name", Severity.WARNING, "event_names",
        "Events have no name, so Neo4j Browser shows nothing on them.",
        f"{_FIX} takes the first words.",
        name_events,
    ),
    _check(
        "owner_name", Severity.WARNING, "owner_names",
        "Users or sessions have no name, so Neo4j Browser shows nothing on them.",
        f"{_FIX} takes the beginning of the id.",
        mending("doctor.name_owners"),
    ),
    _check(
        "entity_count", Severity.WARNING, "entity_counts",
        "Entities say that more or fewer events mention them than do, or nothing mentions them any more.",
        f"{_FIX} counts them again, and removes what nothing is connected to: entities are made of events.",
        recount_entities,
    ),
    _check(
        "event_forgotten_by_analysis", Severity.WARNING, "not_analysed",
        "Events were not analysed and do not wait for it, so they are not reached through what they mention.",
        f"{_FIX} marks them; `graphmem worker --once` analyses them.",
        mending("doctor.await_analysis"),
    ),
    _check(
        "fact_unfounded", Severity.WARNING, "unfounded_facts",
        "Facts are there that no event states, or lines of the log of facts that are not there.",
        "Events were deleted by hand. Delete these relationships in Neo4j Browser too (FACT, or SUPPORTS and DOUBTS by "
        "their fact_id).",
    ),
    _check(
        "recorded_in_future", Severity.WARNING, "from_the_future",
        "Events say that they were recorded in the future, by the server's clock.",
        "Correct the clock of the machine that recorded them; recorded_at can be set in Neo4j Browser.",
    ),
)  # fmt: skip
"""In the order in which their repairs build on one another."""

DUPLICATES = _check(
    "duplicate", Severity.ERROR, "duplicates",
    "Users, sessions or events are there more than once, which a constraint that is missing would have prevented.",
    "Compare them in Neo4j Browser and delete all but one of each; events are never deleted here. Then run "
    "`graphmem doctor --fix`, which makes the constraint.",
)  # fmt: skip
