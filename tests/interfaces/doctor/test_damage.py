"""Damages, planted one by one and together: each is found alone, told and repaired."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from wards import EVENT


@dataclass(frozen=True)
class Damage:
    check: str
    count: int
    plant: str
    """Cypher."""
    fixed: bool = True


DAMAGES = {
    "an event with two successors": Damage(
        "chain_fork", 2,
        "MATCH (a:Event {user_id: 'ada', event_id: 'a0'}), (c:Event {user_id: 'ada', event_id: 'a2'}) "
        "CREATE (a)-[:NEXT {user_id: 'ada'}]->(c)",
    ),
    "the same link twice": Damage(
        "chain_fork", 2,
        "MATCH (a:Event {user_id: 'ada', event_id: 'a0'}), (b:Event {user_id: 'ada', event_id: 'a1'}) "
        "CREATE (a)-[:NEXT {user_id: 'ada'}]->(b)",
    ),
    "a link that is gone": Damage(
        "chain_break", 2, "MATCH (e:Event {event_id: 'a2'})-[r:NEXT]->() DELETE r"
    ),
    "an event outside of its session's chain": Damage(
        "chain_break", 2,
        "MATCH (x:Event {user_id: '林'})-[in:NEXT]->(e:Event {event_id: 'b2'})-[out:NEXT]->(y) DELETE in, out",
    ),
    "a cycle": Damage(
        "chain_order", 1,
        "MATCH (a:Event {user_id: 'ada', event_id: 'a0'}), (e:Event {user_id: 'ada', event_id: 'a4'}) "
        "CREATE (e)-[:NEXT {user_id: 'ada'}]->(a)",
    ),
    "an event that follows itself": Damage(
        "chain_order", 1, "MATCH (e:Event {user_id: 'ada', event_id: 'alone'}) SET e.session_id = 'c' WITH e "
        "CREATE (s:Session {user_id: 'ada', session_id: 'c', name: 'c', started_at: e.occurred_at}) "
        "WITH e, s MATCH (u:User {user_id: 'ada'}) "
        "CREATE (e)-[:NEXT {user_id: 'ada'}]->(e), (u)-[:HAS_SESSION {user_id: 'ada'}]->(s), "
        "(e)-[:IN_SESSION {user_id: 'ada'}]->(s)",
    ),
    "a link into another session": Damage(
        "chain_across_sessions", 1,
        "MATCH (a:Event {user_id: 'ada', event_id: 'a4'}), (b:Event {user_id: 'ada', event_id: 'b0'}) "
        "CREATE (a)-[:NEXT {user_id: 'ada'}]->(b)",
    ),
    "an event without IN_SESSION": Damage("misplaced_event", 1, EVENT + "MATCH (e)-[r:IN_SESSION]->() DELETE r"),
    "an event in the wrong session": Damage(
        "misplaced_event", 1,
        EVENT + "MATCH (e)-[r:IN_SESSION]->() DELETE r WITH e MATCH (s:Session {user_id: 'ada', session_id: 'b'}) "
        "CREATE (e)-[:IN_SESSION {user_id: 'ada'}]->(s)",
    ),
    "a session that is gone": Damage(
        "misplaced_event", 5, "MATCH (s:Session {user_id: 'ada', session_id: 'a'}) DETACH DELETE s"
    ),
    "a session without its user": Damage(
        "session_without_user", 2, "MATCH (:User {user_id: 'ada'})-[r:HAS_SESSION]->() DELETE r"
    ),
    "a relationship without user_id": Damage("link_without_user", 1, EVENT + "MATCH (e)-[r:NEXT]->() REMOVE r.user_id"),
    "a relationship with another's user_id": Damage(
        "link_without_user", 1, EVENT + "MATCH (e)-[r:CAUSED_BY]->() SET r.user_id = '林'"
    ),
    "a relationship to another user's event": Damage(
        "link_across_users", 1,
        EVENT + "MATCH (o:Event {user_id: '林', event_id: 'b1'}) "
        "CREATE (e)-[:CAUSED_BY {user_id: 'ada', method: 'given', confidence: 1.0}]->(o)",
    ),
    "a relationship to another user's event, of a third": Damage(
        "link_across_users", 1,
        EVENT + "MATCH (o:Event {user_id: '林', event_id: 'b1'}) CREATE (e)-[:NEXT {user_id: 'eve'}]->(o)",
    ),
    "a wrong tenant key": Damage("tenant_key", 2, "MATCH (e:Event {event_id: 'a2'}) SET e.tenant_key = 'u0'"),
    "no tenant key": Damage("tenant_key", 1, EVENT + "REMOVE e.tenant_key"),
    "a wrong second label": Damage("event_label", 1, EVENT + "REMOVE e:ToolEvent SET e:UserEvent"),
    "two second labels": Damage("event_label", 1, EVENT + "SET e:UserEvent"),
    "no second label": Damage("event_label", 2, "MATCH (e:Event {event_id: 'a0'}) REMOVE e:UserEvent"),
    "an event without a name": Damage("event_name", 1, EVENT + "REMOVE e.name"),
    "sessions and a user without a name": Damage(
        "owner_name", 3, "MATCH (n:User|Session {user_id: 'ada'}) REMOVE n.name"
    ),
    "a missing embedding": Damage("embedding", 2, "MATCH (e:Event {event_id: 'a2'}) REMOVE e.embedding, e.embedding_b"),
    "an embedding of the wrong length": Damage("embedding", 1, EVENT + "SET e.embedding = [1.0, 2.0]"),
    "an embedding of zeros": Damage("embedding", 1, EVENT + "SET e.embedding = [x IN e.embedding | 0.0]"),
    "an embedding that is no number": Damage(
        "embedding", 1, EVENT + "SET e.embedding = [x IN e.embedding | toFloat('NaN')]"
    ),
    "an embedding of text": Damage("embedding", 1, EVENT + "SET e.embedding = [x IN e.embedding | toString(x)]"),
    "a node without user_id": Damage(
        "node_without_user", 1, "CREATE (:Session {session_id: 'x', name: 'x', started_at: datetime()})", fixed=False
    ),
    "a time that is text": Damage("property_type", 1, EVENT + "SET e.ended_at = 'yesterday'", fixed=False),
    "a time that is no moment": Damage(
        "property_type", 2, "MATCH (s:Session {session_id: 'a'}) SET s.started_at = date()", fixed=False
    ),
    "a certainty that is an integer": Damage(
        "property_type", 1, EVENT + "MATCH (e)-[r:CAUSED_BY]->() SET r.confidence = 1", fixed=False
    ),
    "an entity that nothing mentions": Damage(
        "entity_count", 1,
        "CREATE (:Entity {user_id: 'ada', entity_id: 'x', name: 'X', name_key: 'x', entity_type: 'thing', named: true, "
        "event_count: 3, type_counts: [0, 0, 0, 3, 0, 0]})",
    ),
    "a fact that nothing states": Damage(
        "fact_unfounded", 1,
        EVENT + "CREATE (e)-[:MENTIONS {user_id: 'ada', surface: 'Z', entity_type: 'thing', said_id: 'z'}]->"
        "(x:Entity {user_id: 'ada', entity_id: 'z', name: 'Z', name_key: 'z', entity_type: 'thing', named: true, "
        "event_count: 1, type_counts: [0, 0, 0, 1, 0, 0]}) "
        "CREATE (x)-[:FACT {user_id: 'ada', fact_id: 'f', slot: 's', predicate: 'is', aspect: '', polarity: '+', "
        "weighed_as: '+', spell: 1, text: 'Z is Z', caption: 'is', fact_type: 'general', confidence: 0.6, "
        "status: 'pending', valid_from: e.occurred_at, valid_until: datetime('9999-12-31T00:00:00Z'), "
        "precision: 'instant', recorded_at: e.recorded_at, retracted_at: datetime('9999-12-31T00:00:00Z'), said: 1, "
        "sessions: 1, tenant_key: e.tenant_key}]->(x)",
        fixed=False,
    ),
    "an entity that counts wrongly": Damage(
        "entity_count", 1,
        EVENT + "CREATE (e)-[:MENTIONS {user_id: 'ada', surface: 'Y', entity_type: 'thing', said_id: 'y'}]->"
        "(:Entity {user_id: 'ada', entity_id: 'y', name: 'Y', name_key: 'y', entity_type: 'thing', named: true, "
        "event_count: 3, type_counts: [0, 0, 0, 3, 0, 0]})",
    ),
    "an event that was passed over": Damage(
        "event_forgotten_by_analysis", 1,
        EVENT + "REMOVE e.awaits_analysis WITH e MATCH (u:User {user_id: 'ada'}) SET u.analysed_as = 1",
    ),
    "an event without content": Damage("property_missing", 1, EVENT + "REMOVE e.content", fixed=False),
    "a time of recording in the future": Damage(
        "recorded_in_future", 1, EVENT + "SET e.recorded_at = datetime() + duration('P1D')", fixed=False
    ),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_is_found_alone_with_its_count_and_repaired(damage, ward):
    ward.graph.rows(damage.plant)
    events = ward.graph.rows("MATCH (e:Event) RETURN count(e) AS n")

    assert ward.found() == {damage.check: damage.count}

    fixed = ward.doctor().fix()
    assert {finding.check for finding in fixed.findings} == (set() if damage.fixed else {damage.check})
    if damage.fixed:
        assert (fixed.repairs[0].check, fixed.repairs[0].before, fixed.repairs[0].after) == (
            damage.check,
            damage.count,
            0,
        )
        assert all(repair.after == 0 for repair in fixed.repairs)
    assert ward.graph.rows("MATCH (e:Event) RETURN count(e) AS n") == events
    if "content" not in damage.plant:
        for user_id in ("ada", "林"):
            for session in ("a", "b"):
                if damage.fixed:
                    assert ward.graph.chain(user_id, session) == [f"{session}{number}" for number in range(5)]


def test_a_user_whose_node_is_gone_comes_back_with_the_sessions(ward):
    ward.graph.rows("MATCH (u:User {user_id: 'ada'}) DETACH DELETE u")

    assert ward.found() == {"missing_user": 13}
    assert ward.doctor().fix().findings == ()
    assert ward.graph.rows("MATCH (:User {user_id: 'ada'})-[:HAS_SESSION]->(s) RETURN count(s) AS n") == [{"n": 2}]


def test_an_event_that_lost_its_session_id_gets_that_of_the_session_it_is_linked_to(ward):
    ward.graph.rows(EVENT + "REMOVE e.session_id")

    found = ward.found()
    assert found.pop("event_without_session_id") == 1
    assert set(found) <= {"chain_break", "chain_across_sessions"}  # what its absence does to the chain
    assert ward.doctor().fix().findings == ()
    assert ward.graph.chain("ada", "a") == [f"a{number}" for number in range(5)]


def test_many_damages_at_once_are_all_repaired_and_told_on_the_command_line(ward):
    for damage in DAMAGES.values():
        if damage.fixed:
            ward.graph.rows(damage.plant)

    before = ward.run()
    repaired = ward.run("--fix")
    after = ward.run("--json")

    assert before.exit_code == 5
    assert before.output.splitlines()[-1].endswith("problems found")
    assert repaired.exit_code == 0, repaired.output
    assert repaired.output.splitlines()[-1] == "healthy"
    assert "before, 0 after" in repaired.output
    assert after.exit_code == 0
    assert json.loads(after.stdout)["findings"] == []
