"""Parameters for every query of the catalogue, for the experiment with two users in test_tenancy.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tenancy_events import (
    chained,
    context,
    inserting,
    known,
    nearest,
    neighbourhood,
    one_event,
    recording,
    rewriting,
    scanning,
    uniting,
    weighing,
    words,
)
from tenancy_facts import (
    believing,
    dropping,
    facts_by_id,
    filling_facts,
    finishing_facts,
    listing_facts,
    mentioning,
    recalling_facts,
    restoring_entities,
    restoring_evidence,
    restoring_facts,
    splitting_entities,
    the_user_as_entity,
    uniting_entities,
)
from tenancy_upkeep import (
    contents,
    erasing_done,
    everything,
    filling,
    introducing,
    keys,
    links,
    missing,
    naming,
    relinking,
    restoring_events,
    restoring_links,
    restoring_sessions,
    setting_tenant_key,
)
from tenants import ALWAYS, GLOBAL_NAMES, MAY, Case, Tenant, vector

from graphmem.clock import BEGINNING, END
from graphmem.language.encoder import HashEncoder
from graphmem.models import MENTIONED_TYPES
from graphmem.store.catalogue import catalogue
from graphmem.store.schema import LEDGER, vector_options
from graphmem.store.slots import EVENT_INDEX, other_index

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
