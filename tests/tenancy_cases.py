"""Parameters for every query of the catalogue, for the experiment with two users in test_tenancy.py."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from graph import Graph

from graphmem.clock import BEGINNING, END, SystemClock
from graphmem.episodic.policy import WritePolicy
from graphmem.episodic.prepare import Stamps, prepare
from graphmem.language.encoder import HashEncoder
from graphmem.models import MENTIONED_TYPES
from graphmem.rules.keys import id_key, tenant_key
from graphmem.store.catalogue import catalogue, tenant_query
from graphmem.store.contract import TenantQuery
from graphmem.store.schema import LEDGER, vector_options
from graphmem.store.slots import EVENT_INDEX, other_index
from graphmem.store.tenant import TenantStore
from graphmem.user import UserMemory

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
TEXTS = [
    "The payment failed because the card was declined",
    "Retried with the stored card and it worked",
    "导出的报表打开是乱码",
    "以后周报请用 PDF 发给我",
    "敏",
]
CUES = ["why did the payment fail?", "报表乱码", "敏", "weekly report as PDF 周报"]
ALWAYS = {"since": BEGINNING, "until": END}
NAMES = [name for name, query in catalogue().items() if isinstance(query, TenantQuery)]
GLOBAL_NAMES = [name for name in catalogue() if name not in NAMES]


@dataclass(frozen=True)
class Tenant:
    """A user, and a word that stands in all that is the user's: texts, actors, task types, metadata."""

    user: UserMemory
    store: TenantStore
    graph: Graph
    mark: str = field(default_factory=lambda: f"m{uuid.uuid4().hex}")

    @property
    def key(self) -> str:
        return tenant_key(self.user.id)

    @property
    def own_event(self) -> str:
        return f"event-{self.key}"

    @property
    def own_session(self) -> str:
        return f"session-{self.key}"

    def episodes(self) -> list[dict[str, Any]]:
        """The same ids, sessions, times and causes for everybody; then one event with an id and session of its own."""
        shared = [
            {
                "event_id": f"e{number}",
                "session_id": "talk",
                "content": f"{text} {self.mark}",
                "occurred_at": MAY + timedelta(minutes=number),
                "caused_by": [f"e{number - 1}"] if number else [],
            }
            for number, text in enumerate(TEXTS)
        ]
        same_words = {"event_id": "same", "content": "ok", "occurred_at": MAY, "metadata": {"mark": self.mark}}
        own = {"event_id": self.own_event, "session_id": self.own_session, "content": self.mark, "occurred_at": MAY}
        again = {"event_id": "again-kept", "content": f"again {self.mark}", "occurred_at": MAY}
        return [*shared, same_words, again, own | {"actor": f"actor {self.mark}", "task_type": self.mark}]

    def tell(self) -> None:
        assert not self.user.record_many(self.episodes()).refused
        self.graph.rows(
            "MATCH (e:Event {user_id: $u, event_id: 'again-kept'}) "
            "SET e.seen = [$at], e.seen_in = [''], e.seen_ids = ['again'], e.seen_keys = [$key], e.importance = 0.3",
            u=self.user.id,
            at=MAY,
            key=id_key(self.user.id, "again"),
        )
        self.graph.rows(
            "MATCH (e:Event {user_id: $u}) WHERE e.event_id IN ['again-kept', 'same'] "
            "SET e.wording_key = 'the same', e.own_keys = [e.event_id]",
            u=self.user.id,
        )
        self.graph.rows(
            "CREATE (:TransientEvent {user_id: $u, event_id: 'passing', content: $mark, name: 'passing', "
            "recorded_at: datetime('9999-01-01T00:00:00Z')})",
            u=self.user.id,
            mark=self.mark,
        )

        self.graph.rows(
            "MATCH (u:User {user_id: $u}) "
            "CREATE (own:Entity {user_id: $u, entity_id: $own, name: $mark, name_key: $mark}), "
            "(both:Entity {user_id: $u, entity_id: 'both', name: 'PDF', name_key: 'pdf'}) "
            "SET own += $new, both += $new CREATE (u)-[:IS {user_id: $u}]->(own) "
            "WITH own, both MATCH (e:Event {user_id: $u}) WHERE e.event_id IN ['e0', 'e3', $event] "
            "FOREACH (x IN [own, both] | "
            "CREATE (e)-[:MENTIONS {user_id: $u, surface: $mark, entity_type: 'thing'}]->(x) "
            "SET x.event_count = x.event_count + 1)",
            u=self.user.id,
            mark=self.mark,
            own=self.own_entity,
            event=self.own_event,
            new={"entity_type": "thing", "event_count": 0, "type_counts": [0] * len(MENTIONED_TYPES), "named": True},
        )

        self.believe()

    def believe(self) -> None:
        """A fact of the same id, slot and run as everybody's, and one of its own, each with its evidence."""
        state = {
            "predicate": "likes",
            "aspect": "",
            "polarity": "+",
            "weighed_as": "+",
            "spell": 1,
            "text": self.mark,
            "caption": self.mark,
            "fact_type": "profile",
            "confidence": 0.6,
            "status": "pending",
            "valid_from": MAY,
            "valid_until": END,
            "precision": "instant",
            "recorded_at": MAY,
            "retracted_at": END,
            "said": 1,
            "sessions": 1,
            "tenant_key": self.key,
            "embedding": [float(number) for number in vector(self, self.mark)],  # type: ignore[attr-defined]
            "awaits_embedding": True,
        }
        said = {
            "said_subject": self.own_entity,
            "said_object": "both",
            "predicate": "likes",
            "aspect": "",
            "polarity": "+",
            "quote": self.mark,
            "cues": "",
            "place": 0,
            "run_id": "run",
            "at": MAY,
            "subject_id": self.own_entity,
        }
        line = {
            "rule": "new",
            "quote": self.mark,
            "delta": 0.6,
            "confidence_after": 0.6,
            "status_after": "pending",
            "valid_from": MAY,
            "valid_until": END,
            "run_id": "run",
            "at": MAY,
            "line": 0,
        }
        self.graph.rows(
            "MATCH (own:Entity {user_id: $u, entity_id: $own}), (both:Entity {user_id: $u, entity_id: 'both'}) "
            "UNWIND [['fact', 'slot', 'e0'], [$key, $key, $event]] AS names "
            "MATCH (e:Event {user_id: $u, event_id: names[2]}) "
            "CREATE (own)-[f:FACT {user_id: $u, fact_id: names[0], slot: names[1]}]->(both) SET f += $state "
            "CREATE (e)-[s:STATES {user_id: $u, slot: names[1], counted: [names[2]]}]->(both) SET s += $said "
            "CREATE (e)-[l:SUPPORTS {user_id: $u, fact_id: names[0], event_id: names[2]}]->(both) SET l += $line "
            "SET e.awaits_facts = 'waiting'",
            u=self.user.id,
            own=self.own_entity,
            key=self.key,
            event=self.own_event,
            state=state,
            said=said,
            line=line,
        )

    @property
    def own_entity(self) -> str:
        return f"entity-{self.key}"

    @property
    def event_ids(self) -> list[str]:
        return [episode["event_id"] for episode in self.episodes()]

    def links(self) -> list[str]:
        """Element ids of the user's relationships."""
        links = "MATCH (n {user_id: $u})-[r]->() RETURN DISTINCT elementId(r) AS id"
        return [row["id"] for row in self.graph.rows(links, u=self.user.id)]

    def recalled(self) -> list[list[str]]:
        return [[hit.event.content for hit in self.user.recall(cue, k=50).events] for cue in [*CUES, self.mark]]


@dataclass(frozen=True)
class Case:
    """One way to run a query as its user."""

    params: dict[str, object]
    finds: bool | None = True
    """Whether something must come back, or nothing may; None where either is right."""


def vector(tenant: Tenant, text: str) -> object:
    return tenant.user._memory.encoder.passages([text])[0]


def record(own: Tenant, *episodes: dict[str, Any], links: tuple[tuple[str, str], ...] = (), **more: Any) -> Case:
    """`episodic.record` of new events, each given own words, and anything else as it is passed."""
    policy = WritePolicy(gate="everything")
    prepared = [
        prepare(
            {"content": f"new {own.mark}"} | episode,
            policy=policy,
            stamps=Stamps(SystemClock()),
            zone=lambda: None,
            session_id=None,
            task_type=None,
        )
        for episode in episodes
    ]
    sessions = {row.episode.session_id for row in prepared if row.episode.session_id}
    params: dict[str, object] = {
        "rows": [
            {
                "event_id": row.event_id,
                "properties": row.properties(policy, own.user.id),
                "embedding": vector(own, row.passage),
            }
            for row in prepared
        ],
        "transients": [],
        "lucene": " ".join(key for row in prepared for key in row.keys(own.user.id)),
        "refusals": [{"day": "2026-05-01", "reason": own.mark, "count": 1}],
        "expired": MAY,
        "same_within": 7,
        "sessions": [{"session_id": id, "task_type": own.mark, "started_at": MAY} for id in sessions],
        "links": [{"event_id": event, "cause_id": cause} for event, cause in links],
        "causes": [],
        "actors": [f"actor {own.mark}"],
        "tenant_key": own.key,
        "recorded_at": SystemClock().now(),
    }
    return Case(params | more)


def recording(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield record(own, {"event_id": "new", "session_id": "talk", "occurred_at": MAY}, links=(("new", "e0"),))
    yield record(own, *own.episodes())
    yield record(own, {"event_id": other.own_event, "session_id": other.own_session, "occurred_at": MAY})
    yield record(own, {"event_id": "effect"}, causes=[other.own_event])  # refused: not a cause of this user
    yield record(own, {"event_id": "linked"}, links=(("linked", other.own_event), (other.own_event, "e0")))
    yield record(own, {"event_id": "misfiled"}, tenant_key=other.key)
    theirs = id_key(other.user.id, "again")
    yield record(
        own, {"event_id": "said"}, links=(("said", "again"),), lucene=f"{theirs} {id_key(own.user.id, 'again')}"
    )
    yield record(own, {"event_id": "answer", "reply_to": other.own_event, "session_id": "talk", "tool_call_id": "call"})
    passing = {"session_id": "talk", "content": own.mark, "name": own.mark, "user_id": other.user.id}
    yield record(own, transients=[{"event_id": "passing", "properties": passing}], lucene="nothing")


def known(own: Tenant, other: Tenant) -> Iterator[Case]:
    replays = [record(own, episode).params["rows"][0]["properties"]["replay_key"] for episode in other.episodes()]  # type: ignore[index]
    keys, theirs = [id_key(own.user.id, "again")], [id_key(other.user.id, "again")]
    nobodys = {"event_id": "nobody's", "own_keys": []}
    ask = [{"event_id": id, "replay_key": None, "own_keys": []} for id in own.event_ids]
    yield Case({"rows": ask, "lucene": "nothing"})
    yield Case({"rows": [nobodys | {"replay_key": key} for key in replays], "lucene": "nothing"})  # "ok" is own, too
    yield Case({"rows": [nobodys | {"replay_key": None, "own_keys": keys}], "lucene": keys[0]})
    strange = nobodys | {"event_id": other.own_event, "replay_key": replays[-1], "own_keys": theirs}
    yield Case({"rows": [strange], "lucene": theirs[0]}, finds=False)


def one_event(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"event_id": "e0", "lucene": "nothing"})
    yield Case({"event_id": "again", "lucene": id_key(own.user.id, "again")})
    yield Case({"event_id": other.own_event, "lucene": id_key(other.user.id, "again")}, finds=False)


def weighing(_: Tenant, other: Tenant) -> Iterator[Case]:
    change = {"was": 0.3, "importance": 0.4, "reasons": ["useful"]}
    yield Case(change | {"event_id": "again-kept"})
    yield Case(change | {"event_id": other.own_event}, finds=False)


def uniting(own: Tenant, other: Tenant) -> Iterator[Case]:
    ask = {"threshold": 0.5, "same_within": 7, "loop_limit": 3, "day": "2026-05-01", "recorded_at": MAY}
    ask |= {"types": list(MENTIONED_TYPES)}
    yield Case(ask | {"event_ids": [*own.event_ids, "again", other.own_event]})
    yield Case(ask | {"event_ids": [other.own_event]})


def chained(_: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"event_id": "e2", "limit": 100})
    yield Case({"event_id": other.own_event, "limit": 100}, finds=False)


def rewriting(own: Tenant, other: Tenant) -> Iterator[Case]:
    def row(id: str) -> dict[str, object]:
        texts = {"content": f"rewritten {own.mark}", "user_id": other.user.id}
        return {"event_id": id, "length": len(own.mark), "seen": 0, "properties": texts, "redacted": ["password"],
                "replay_key": None, "own_keys": [own.mark]}  # fmt: skip

    rows = [row(id) | {"embedding": vector(own, id)} for id in (own.own_event, other.own_event, "passing")]
    yield Case({"rows": rows, "recorded_at": MAY, "types": list(MENTIONED_TYPES)})


def context(own: Tenant, other: Tenant) -> Iterator[Case]:
    ask = {"embedding": vector(own, other.mark), "units": 1000, **ALWAYS}
    yield Case(ask | {"event_ids": own.event_ids, "around": own.event_ids})
    yield Case(ask | {"event_ids": ["e2"], "around": []})
    yield Case(ask | {"event_ids": [], "around": ["e2"]})
    yield Case(ask | {"event_ids": [other.own_event], "around": [other.own_event]}, finds=False)


def nearest(own: Tenant, other: Tenant) -> Iterator[Case]:
    for text in (own.mark, other.mark, f"user: {TEXTS[0]} {other.mark}", f"user: {TEXTS[2]} {other.mark}"):
        yield Case({"embedding": vector(own, text), "k": 100, **ALWAYS})
    yield Case({"embedding": vector(own, own.mark), "k": 100, "since": END - timedelta(days=1), "until": END}, False)


def words(found: str) -> Callable[[Tenant, Tenant], Iterator[Case]]:
    def cases(own: Tenant, other: Tenant) -> Iterator[Case]:
        ask = {"k": 1000, **ALWAYS}
        yield Case(ask | {"lucene": f"+tenant_key:{own.key} +(content:{found})"})
        yield Case(ask | {"lucene": f"+tenant_key:{own.key} +(content:{other.mark})"}, finds=False)
        yield Case(ask | {"lucene": f"+tenant_key:{other.key} +(content:{found})"}, finds=False)
        yield Case(ask | {"lucene": f"content:{other.mark} OR content:{own.mark}"})
        yield Case(ask | {"lucene": f"tenant_key:{other.key} OR tenant_key:{own.key}"})
        yield Case(ask | {"lucene": f"content:{found}"}, finds=None)  # whoever else is in the store

    return cases


def neighbourhood(own: Tenant, other: Tenant) -> Iterator[Case]:
    ask = {
        "hub_share": 0.05,
        "hub_least": 5,
        "hub_most": 100,
        "counted": 2000,
        "unnamed": 0.02,
        "bridges": 60,
        "reached": 100,
        **ALWAYS,
    }
    for keys in ([own.mark, "pdf"], [other.mark], []):
        for ids in (["e0"], [other.own_event], []):
            yield Case(ask | {"event_ids": ids, "candidates": [*ids, "e1"], "keys": keys})


def introducing(own: Tenant, _: Tenant) -> Iterator[Case]:
    yield Case({"name": f"name {own.mark}", "time_zone": "Asia/Shanghai", "created_at": MAY})
    yield Case({"name": None, "time_zone": None, "created_at": MAY})


def everything(*_: Tenant) -> Iterator[Case]:
    yield Case({})


def erasing_done(own: Tenant, other: Tenant) -> Iterator[Case]:
    later = tenant_query("users.erase_later")
    own.store.run(later, ids=["nobody", other.user.id], created_at=MAY)  # the last one on the list would be own
    yield Case({"ids": [other.user.id]})


def filling(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"rows": [{"event_id": id, "embedding": vector(own, id)} for id in own.event_ids]})
    yield Case({"rows": [{"event_id": other.own_event, "embedding": vector(own, "")}]})


def filling_facts(own: Tenant, other: Tenant) -> Iterator[Case]:
    for id, text in (("fact", own.mark), (own.key, own.mark), (other.key, other.mark), ("fact", other.mark)):
        yield Case({"rows": [{"fact_id": id, "text": text, "embedding": vector(own, id)}]})


def recalling_facts(own: Tenant, other: Tenant) -> Iterator[Case]:
    ask = {
        "embeddings": [vector(own, own.mark), vector(own, other.mark)],
        "at": MAY + timedelta(days=1),
        "near": 1000,
        "english": f"text:{own.mark} text:{other.mark}",
        "cjk": f"text:{own.mark} text:{other.mark}",
        "keys": ["pdf", own.mark, other.mark],
        "event_ids": ["e0", own.own_event, other.own_event],
        "k": 100,
    }
    yield Case(ask)
    yield Case(ask | {"english": "tenant_key:nobody", "cjk": "tenant_key:nobody", "keys": [], "event_ids": []})
    yield Case(ask | {"embeddings": []})


def missing(*_: Tenant) -> Iterator[Case]:
    yield Case({"index_name": EVENT_INDEX, "after": "", "limit": 1000}, finds=False)  # all are embedded
    yield Case({"index_name": other_index(EVENT_INDEX), "after": "", "limit": 1000})


def restoring_events(own: Tenant, other: Tenant) -> Iterator[Case]:
    def row(id: str, **properties: object) -> dict[str, object]:
        told = {"content": f"restored {own.mark}", "occurred_at": MAY, **properties}
        return {"event_id": id, "labels": ["Event", "UserEvent"], "properties": told, "embedding": vector(own, id)}

    ask = {"tenant_key": own.key, "recorded_at": MAY, "awaits_facts": "restored"}
    span = {"session_id": "talk", "since": MAY, "until": MAY}
    yield Case(ask | {"rows": [row("restored", session_id="talk")], "spans": [span]})
    theirs = row(other.own_event, session_id=other.own_session)
    yield Case(ask | {"rows": [theirs], "spans": [span | {"session_id": other.own_session}]})
    disguised = row("disguised", user_id=other.user.id, tenant_key=other.key)
    yield Case(ask | {"rows": [disguised], "spans": []})


def restoring_links(own: Tenant, other: Tenant) -> Iterator[Case]:
    link = {"number": 1, "event_id": "e0", "properties": {"user_id": other.user.id, "method": own.mark}}
    yield Case({"rows": [link | {"cause_id": "e3"}, link | {"cause_id": other.own_event}]})
    yield Case({"rows": [link | {"event_id": other.own_event, "cause_id": "e0"}]})


def restoring_sessions(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"rows": [{"session_id": id, "properties": {"name": own.mark}} for id in ("talk", other.own_session)]})
    disguised = {"name": own.mark, "user_id": other.user.id}
    yield Case({"rows": [{"session_id": "new", "properties": disguised}]})


def restoring_entities(own: Tenant, other: Tenant) -> Iterator[Case]:
    told = {"name": own.mark, "name_key": own.mark, "entity_type": "user", "united_into": "both"}
    rows = [
        {"entity_id": id, "properties": told | disguise}
        for id, disguise in (
            ("restored", {"user_id": other.user.id}),
            (own.own_entity, {}),
            (other.own_entity, {}),
        )
    ]
    yield Case({"rows": rows, "types": list(MENTIONED_TYPES)})


def restoring_evidence(own: Tenant, other: Tenant) -> Iterator[Case]:
    disguised = {"user_id": other.user.id, "quote": own.mark}
    for event, thing, id in (("e1", "both", "new"), (other.own_event, "both", "new"), ("e1", other.own_entity, "fact")):
        line = {"object_id": thing, "fact_id": id, "event_id": event, "stored_in": event, "properties": disguised}
        said = {"event_id": event, "object_id": thing, "slot": id, "place": 0, "properties": disguised}
        consumed = {"event_id": event, "consumed_at": MAY}
        yield Case({"consumed": [consumed], "statements": [said], "supports": [line], "doubts": [line]})


def restoring_facts(own: Tenant, other: Tenant) -> Iterator[Case]:
    disguised = {"user_id": other.user.id, "tenant_key": other.key, "text": own.mark}
    rows = [
        {"fact_id": id, "subject_id": subject, "object_id": "both", "properties": disguised, "embedding": embedding}
        for id, subject, embedding in (
            ("restored", own.own_entity, vector(own, own.mark)),
            ("restored too", own.own_entity, None),
            ("theirs", other.own_entity, None),
        )
    ]
    yield Case({"rows": rows, "tenant_key": own.key})


def finishing_facts(own: Tenant, other: Tenant) -> Iterator[Case]:
    own.graph.rows("MATCH (e:Event {user_id: $u, event_id: 'e1'}) SET e.awaits_facts = 'restored'", u=own.user.id)
    waiting = [{"event_id": id, "mark": "due"} for id in ("e1", other.own_event)]
    yield Case({"version": 3, "waiting": waiting})
    yield Case({"version": 0, "waiting": []})


def keys(*shared: str) -> Callable[[Tenant, Tenant], Iterator[Case]]:
    """Things that both have, by their ids, and the event and the session that only the other has."""

    def cases(_: Tenant, other: Tenant) -> Iterator[Case]:
        yield Case({"keys": [*shared, other.own_event, other.own_session]})

    return cases


def links(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"keys": other.links()})
    yield Case({"keys": own.links()})


def contents(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"keys": own.event_ids})
    yield Case({"keys": [other.own_event]}, finds=False)


def naming(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"rows": [{"event_id": id, "name": own.mark} for id in ("e0", other.own_event)]})


def relinking(_: Tenant, other: Tenant) -> Iterator[Case]:
    for session_id in ("talk", other.own_session):
        yield Case({"session_id": session_id, "since": BEGINNING, "after": "", "limit": 1000})


def setting_tenant_key(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"tenant_key": other.key, "limit": 1000})
    yield Case({"tenant_key": own.key, "limit": 1000})


def inserting(own: Tenant, other: Tenant) -> Iterator[Case]:
    def row(id: str, session_id: str, **more: object) -> dict[str, object]:
        told = {"content": f"new {own.mark}", "session_id": session_id, "occurred_at": MAY, **more}
        ids = {"event_id": id, "session_id": session_id}
        return ids | {"labels": ["Event", "UserEvent"], "properties": told, "embedding": vector(own, id)}

    rows = [
        row("new", "talk"),
        row("disguised", "talk", user_id=other.user.id, tenant_key=other.key),
        row(other.own_event, other.own_session),
    ]
    sessions = [{"session_id": id, "started_at": MAY} for id in ("talk", other.own_session)]
    yield Case({"rows": rows, "sessions": sessions, "tenant_key": own.key, "recorded_at": MAY})


def scanning(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"embedding": vector(own, other.mark), "k": 1000, **ALWAYS})
    yield Case({"embedding": vector(own, own.mark), "k": 100, "since": END - timedelta(days=1), "until": END}, False)


def mentioning(own: Tenant, other: Tenant) -> Iterator[Case]:
    new = {"name": f"new {own.mark}", "name_key": own.mark}
    ids = ["both", "new", other.own_entity]
    mentions = [{"entity_id": id, "surface": own.mark, "entity_type": "person", "named": True} for id in ids]
    rows = [
        {"event_id": id, "length": length, "seen": 0, "redacted": 0, "mentions": mentions}
        for id, length in (("e0", len(f"{TEXTS[0]} {own.mark}")), (other.own_event, len(other.mark)))
    ]
    ask = {"entities": [new | {"entity_id": id} for id in ids], "types": list(MENTIONED_TYPES), "version": 1}
    yield Case(ask | {"rows": rows})


def dropping(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"entity_ids": ["both", own.own_entity, other.own_entity]})


def the_user_as_entity(own: Tenant, other: Tenant) -> Iterator[Case]:
    for id in ("both", other.own_entity):
        yield Case({"entity_id": id, "name_key": own.mark, "types": list(MENTIONED_TYPES)})


def believing(own: Tenant, other: Tenant) -> Iterator[Case]:
    """Everything that can be written, about things of the other user as well."""
    ends = {"subject_id": own.own_entity, "object_id": "both"}
    theirs = {"subject_id": other.own_entity, "object_id": "both"}
    entities = [
        {"entity_id": id, "name": own.mark, "name_key": own.mark, "entity_type": "user", "named": True}
        for id in (own.own_entity, "new", other.own_entity)
    ]
    lines = [
        {
            "stored_in": event,
            "object_id": "both",
            "fact_id": "new",
            "event_id": event,
            "support": support,
            "properties": {"rule": own.mark},
        }
        for event in ("e1", other.own_event)
        for support in ("supports", "doubts")
    ]
    events = [
        {"event_id": "e0", "length": len(f"{TEXTS[0]} {own.mark}"), "seen_count": 0, "redacted_count": 0},
    ]
    for version, consumed in ((0, events), (-1, [*events, {**events[0], "event_id": other.own_event}])):
        yield Case(
            {
                "version": version,
                "entities": entities,
                "types": list(MENTIONED_TYPES),
                "events": consumed,
                "forgotten": [
                    {"event_id": event, "slot": slot}
                    for event in ("e0", other.own_event)
                    for slot in ("slot", other.key)
                ],
                "statements": [
                    {"event_id": event, "object_id": "both", "properties": {"slot": "new", "quote": own.mark}}
                    for event in ("e1", other.own_event)
                ],
                "gone": [other.key, "nothing"],
                "moved": [
                    {"fact_id": id, "subject_id": "both", "object_id": own.own_entity} for id in ("fact", other.key)
                ],
                "facts": [
                    {"fact_id": id, "properties": {"text": own.mark, "slot": "new"}, **end}
                    for id, end in (("new", ends), ("theirs", theirs))
                ],
                "lines": lines,
                "refolds": [{"fact_id": id, "line": own.mark} for id in ("fact", other.key)],
                "undone_run": "run",
                "undone": [own.key, other.key],
                "tenant_key": own.key,
                "run_id": "new run",
                "at": MAY,
                "mark": None,
            }
        )


def listing_facts(own: Tenant, other: Tenant) -> Iterator[Case]:  # noqa: ARG001
    ask = {"statuses": ["pending", "active"], "after": BEGINNING, "until": END}
    yield Case(ask | {"predicate": "", "subject_id": ""})
    yield Case(ask | {"predicate": "likes", "subject_id": other.own_entity}, finds=False)


def facts_by_id(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"fact_ids": ["", "fact", own.key]})
    yield Case({"fact_ids": [other.key]}, finds=False)


def uniting_entities(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"entity_id": "both", "other_id": own.own_entity, "types": list(MENTIONED_TYPES)})
    yield Case({"entity_id": "both", "other_id": other.own_entity, "types": list(MENTIONED_TYPES)}, finds=False)


def splitting_entities(own: Tenant, other: Tenant) -> Iterator[Case]:
    own.graph.rows(
        "MATCH (n:Entity {user_id: $u, entity_id: $id}) SET n.united_into = 'both'", u=own.user.id, id=own.own_entity
    )
    yield Case({"entity_id": "both", "other_id": own.own_entity})
    yield Case({"entity_id": "both", "other_id": other.own_entity}, finds=False)


AS_A_USER: dict[str, Callable[[Tenant, Tenant], Iterator[Case]]] = {
    "bench.insert": inserting,
    "bench.scan": scanning,
    "bench.vectors": lambda own, _: iter([Case({"dimension": vector(own, "").shape[0]})]),  # type: ignore[attr-defined]
    "doctor.await_analysis": keys("e0"),
    "doctor.contents": contents,
    "doctor.cut_links": links,
    "doctor.introduce": lambda *_: iter([Case({"created_at": MAY})]),
    "doctor.name_events": naming,
    "doctor.name_owners": keys("talk"),
    "doctor.name_sessions_of_events": keys("e0"),
    "doctor.own_links": links,
    "doctor.own_sessions": keys("talk"),
    "doctor.place_events": keys("e0", "e1"),
    "doctor.recount_entities": lambda own, other: iter(
        [Case({"keys": ["both", own.own_entity, other.own_entity], "types": list(MENTIONED_TYPES)})]
    ),
    "doctor.relabel_events": keys("e0"),
    "doctor.relink": relinking,
    "doctor.set_tenant_key": setting_tenant_key,
    "embed.clear_facts": lambda *_: iter([Case({"after": "", "limit": 1}), Case({"after": "", "limit": 1000})]),
    "embed.fill_facts": filling_facts,
    "embed.missing_facts": lambda *_: iter(
        [
            Case({"index_name": EVENT_INDEX, "after": "", "limit": 1000}, finds=False),  # all are embedded
            Case({"index_name": other_index(EVENT_INDEX), "after": "", "limit": 1000}),
        ]
    ),
    "embed.waiting_facts": lambda *_: iter([Case({"limit": 100})]),
    "embed.clear": lambda *_: iter([Case({"after": "", "limit": 3}), Case({"after": "", "limit": 1000})]),
    "embed.fill": filling,
    "embed.missing": missing,
    "embed.waiting": lambda *_: iter([Case({"limit": 100}, finds=False)]),
    "episodic.chain": chained,
    "episodic.event": one_event,
    "episodic.known": known,
    "episodic.record": recording,
    "episodic.rewrite": rewriting,
    "episodic.set_importance": weighing,
    "episodic.texts": lambda *_: iter([Case({"after": "", "limit": 1000})]),
    "episodic.twins": lambda own, other: iter(
        [Case({"event_ids": [*own.event_ids, "again-kept", other.own_event], "same_within": 7})]
    ),
    "episodic.unite": uniting,
    "export.believed": lambda own, other: iter([Case({"event_ids": ["e0", own.own_event, other.own_event]})]),
    "export.entities": lambda *_: iter([Case({"after": "", "limit": 1000})]),
    "export.evidence": lambda *_: iter([Case({"since": BEGINNING, "after": "", "limit": 1000})]),
    "export.facts": lambda *_: iter([Case({"after": "", "limit": 1000})]),
    "export.finish_facts": finishing_facts,
    "export.restore_entities": restoring_entities,
    "export.restore_evidence": restoring_evidence,
    "export.restore_facts": restoring_facts,
    "export.events": lambda *_: iter([Case({"since": BEGINNING, "after": "", "limit": 1000})]),
    "export.restore_events": restoring_events,
    "export.restore_links": restoring_links,
    "export.restore_sessions": restoring_sessions,
    "export.restore_user": lambda own, other: iter(
        [Case({"properties": {"name": own.mark, "user_id": other.user.id}})]
    ),
    "export.sessions": lambda *_: iter([Case({"after": "", "limit": 1000})]),
    "export.user": everything,
    "forgetting.gate_audit": everything,
    "forgetting.model_audit": everything,
    "forgetting.kept": lambda *_: iter([Case({"limit": 1000})]),
    "recall.context": context,
    "recall.count": lambda own, other: iter(
        [
            Case(
                {
                    "events": [{"event_id": id, "times": 1, "at": MAY} for id in (*own.event_ids, other.own_event)],
                    "facts": [{"fact_id": id, "times": 1, "at": MAY} for id in ("fact", own.key, other.key)],
                }
            )
        ]
    ),
    "recall.events": lambda own, other: iter(
        [Case({"event_ids": own.event_ids}), Case({"event_ids": [other.own_event]}, finds=False)]
    ),
    "recall.nearest": nearest,
    "recall.neighbourhood": neighbourhood,
    "recall.nearest_b": nearest,
    "recall.outcome": lambda own, other: iter(
        [
            Case({"event_ids": own.event_ids, **ALWAYS}),
            Case({"event_ids": [other.own_event], **ALWAYS}, finds=False),
        ]
    ),
    "recall.span": lambda *_: iter([Case({**ALWAYS, "k": 10})]),
    "recall.words_cjk": words("报表"),
    "recall.words_english": words("payment"),
    "semantic.all_marked": lambda *_: iter([Case({"version": 1})]),
    "semantic.count_model": lambda *_: iter(
        [Case({"day": "2026-05-01", "model": "m", "prompts": 1, "tokens_read": 2, "tokens_written": 3})]
    ),
    "semantic.drop_unmentioned": dropping,
    "semantic.mark_outdated": lambda *_: iter([Case({"version": 1, "after": "", "limit": 1000})]),
    "semantic.mention": mentioning,
    "recall.facts": recalling_facts,
    "recall.facts_b": recalling_facts,
    "semantic.believe": believing,
    "semantic.entity_slots": lambda own, other: iter(
        [
            Case({"entity_id": "both"}),
            Case({"entity_id": own.own_entity}),
            Case({"entity_id": other.own_entity}, finds=False),
        ]
    ),
    "semantic.facts": listing_facts,
    "semantic.facts_by_id": facts_by_id,
    "semantic.log": lambda own, other: iter(
        [Case({"fact_ids": ["fact", own.key]}), Case({"fact_ids": [other.key]}, finds=False)]
    ),
    "semantic.named": lambda *_: iter([Case({"limit": 1000})]),
    "semantic.leave_alone": lambda own, other: iter(
        [Case({"slots": [own.key, other.key], "leave": True}), Case({"slots": [other.key], "leave": False})]
    ),
    "semantic.recurring": lambda *_: iter([Case({"since": BEGINNING, "least": 1, "limit": 1000})]),
    "semantic.reflected": lambda *_: iter([Case({"at": MAY})]),
    "semantic.resolve": lambda own, other: iter(
        [Case({"keys": ["pdf", own.mark, other.mark], "event_ids": ["e0", own.own_event, other.own_event]})]
    ),
    "semantic.run_statements": lambda *_: iter([Case({"run_id": "run"})]),
    "semantic.slots": lambda own, other: iter([Case({"slots": ["slot", own.key, other.key]})]),
    "semantic.split": splitting_entities,
    "semantic.to_consume": lambda own, other: iter(
        [
            Case({"event_ids": ["e0", own.own_event], "characters": 1000}),
            Case({"event_ids": [other.own_event], "characters": 1000}, finds=False),
        ]
    ),
    "semantic.unconsumed": lambda *_: iter([Case({"marks": ["waiting"], "characters": 1000, "limit": 1000})]),
    "semantic.unite": uniting_entities,
    "semantic.user_entity": the_user_as_entity,
    "semantic.waiting": lambda *_: iter([Case({"characters": 1000, "limit": 1000})]),
    "users.erase": lambda *_: iter([Case({"limit": 2}), Case({"limit": 1000})]),
    "users.erase_done": erasing_done,
    "users.erase_later": lambda _, other: iter([Case({"ids": [other.user.id], "created_at": MAY})]),
    "users.introduce": introducing,
    "users.profile": everything,
}

# Of a vector index that does not exist, so that the one of the other tests stays as it is.
_SLOT = {"index_name": "tests_tenancy", "ticket": "ticket", "claimed_at": MAY, **HashEncoder().identity.model_dump()}
_ACTIVE = {"active_index_name": "tests_tenancy_b", "active_ticket": "ticket"}
_PAGE = {"after": "", "limit": 10_000}
_OPTIONS = {"vector_options": vector_options(HashEncoder().identity)}
# A query without parameters needs no entry.
ABOUT_THE_STORE: dict[str, dict[str, object]] = {
    **{name: {} for name in GLOBAL_NAMES if not catalogue()[name].params},
    "doctor.types": {"described": {"Event": {"types": {"content": "INTEGER"}, "required": ["content"]}}},
    "embed.fact_users": {"index_name": EVENT_INDEX, **_PAGE},
    "embed.users": {"index_name": EVENT_INDEX, **_PAGE},
    "embed.waiting_fact_users": _PAGE,
    "embed.waiting_users": _PAGE,
    "export.users": _PAGE,
    "schema.await_indexes": {"seconds": 60},
    "schema.claim_encoder": _SLOT | {"other_index_name": "tests_tenancy_b"},
    "schema.is_current": {"index_name": EVENT_INDEX, "ticket": "ticket"},
    "schema.m001_first_light.110_event_embedding": _OPTIONS,
    "schema.m006_alike_facts.010_fact_embedding": _OPTIONS,
    "schema.mark_filling": _SLOT,
    "schema.record_migration": {
        "ledger": "tests.tenancy",
        "version": "m001",
        "name": "nothing",
        "checksum": "0",
        "applied_at": MAY,
    },
    "schema.release_slot": {"index_name": "tests_tenancy", "ticket": "ticket"},
    "schema.slots.make_event_embedding_b": _OPTIONS,
    "schema.slots.make_fact_embedding_b": _OPTIONS,
    "schema.state": {"ledger": LEDGER, "index_names": [EVENT_INDEX, other_index(EVENT_INDEX)]},
    "schema.switch_slots": {"index_name": "tests_tenancy", "ticket": "ticket", "retired_ticket": "r", **_ACTIVE},
    "schema.take_slot": _SLOT | _ACTIVE,
    "semantic.unconsumed_users": _PAGE,
    "semantic.outdated_users": {"version": 1, **_PAGE},
    "semantic.reflection_users": {"before": END, **_PAGE},
    "semantic.waiting_users": _PAGE,
    "schema.vector_indexes": {"index_names": [EVENT_INDEX, other_index(EVENT_INDEX)]},
}
