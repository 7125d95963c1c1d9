"""Users who have told the same with the same ids, for the experiment with two of them in test_tenancy.py."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from graph import Graph

from graphmem.clock import BEGINNING, END
from graphmem.models import MENTIONED_TYPES
from graphmem.rules.keys import id_key, tenant_key
from graphmem.store.catalogue import catalogue
from graphmem.store.contract import TenantQuery
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
