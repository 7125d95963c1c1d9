"""What the write gate does in the store: what it refuses leaves no trace but a count, or is there for a day."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest

from graphmem.episodic.policy import WritePolicy
from graphmem.memory import GraphMemory


@pytest.fixture
def cy(choosy):
    return choosy.user(f"cy-{uuid.uuid4().hex}")


def nodes(graph, user, label):
    return graph.rows(f"MATCH (n:{label} {{user_id: $u}}) RETURN n.content AS content ORDER BY content", u=user.id)


@pytest.mark.parametrize("small_talk", ["haha ok", "哈哈好的"])
def test_what_is_not_worth_keeping_is_not_kept_but_counted_by_reason_and_day(cy, graph, small_talk):
    event = cy.record(small_talk)

    assert not event.kept
    assert event.gate_reason
    assert nodes(graph, cy, "Event") == []
    assert nodes(graph, cy, "TransientEvent") == []
    assert cy.gate_audit().refused == {"2026-06-01": {event.gate_reason: 1}}
    assert cy.recall(small_talk).events == ()


def test_counts_grow_and_stand_beside_one_another(cy, clock):
    reasons = [cy.record(text).gate_reason for text in ("ok", "👍", "thanks!")]
    clock.forward(days=1)
    again = cy.record("ok").gate_reason

    counted = cy.gate_audit().refused
    assert sum(counted["2026-06-01"].values()) == 3
    assert set(counted["2026-06-01"]) == set(reasons)
    assert counted["2026-06-02"] == {again: 1}


def test_within_a_session_it_stays_for_a_day(cy, graph, clock):
    session = cy.session("talk")
    event = session.record("haha ok", event_id="aside")

    assert not event.kept
    assert nodes(graph, cy, "TransientEvent") == [{"content": "haha ok"}]
    assert cy.recall("haha ok").events == ()

    clock.forward(hours=25)
    session.record("I moved to Lyon in March.")
    assert nodes(graph, cy, "TransientEvent") == []


def test_an_aside_of_a_session_long_past_is_not_kept_even_for_a_day(cy, graph, clock):
    cy.session("old").record("haha ok", occurred_at=clock.time - timedelta(days=30))

    assert nodes(graph, cy, "TransientEvent") == []


def test_what_was_caused_by_a_refused_aside_is_stored_all_the_same(cy, choosy, graph):
    aside = cy.record("ok")
    passing = cy.session("talk").record("haha ok")
    kept = cy.record("I moved to Lyon in March.", caused_by=[aside.event_id])
    other_process = choosy.user(cy.id)
    also_kept = other_process.record("My flight leaves on Friday at 7.", caused_by=[passing.event_id])

    assert kept.kept
    assert also_kept.kept
    assert graph.rows("MATCH (e:Event {user_id: $u})-[c:CAUSED_BY]->() RETURN c", u=cy.id) == []


def test_a_batch_tells_what_became_of_each_of_its_episodes(cy):
    report = cy.record_many(
        [
            {"content": "ok"},
            {"content": "I moved to Lyon in March.", "event_id": "lyon"},
            {"content": "x" * 1_000_001},
            {"content": "以后周报请用 PDF 发给我"},
            {"content": "I moved to Lyon in March.", "event_id": "lyon"},
        ]
    )

    assert report.stored == 2
    assert report.already_there == 1
    assert sum(report.not_kept.values()) == 1
    assert [refusal.position for refusal in report.refused] == [2]
    assert [event is not None and event.kept for event in report.events] == [False, True, False, True, True]


def test_the_policy_everything_keeps_everything(database, encoder, clock):
    keen = GraphMemory(database, encoder, clock=clock, policy=WritePolicy(gate="everything"))
    user = keen.user(f"keen-{uuid.uuid4().hex}")

    assert user.record("ok").kept


def test_the_gate_can_be_asked_without_writing(cy, graph):
    verdict = cy.gate("Please remember that I am allergic to peanuts.")

    assert verdict.keep
    assert verdict.importance.explicit
    assert verdict.importance.value >= 0.8
    assert graph.rows("MATCH (n {user_id: $u}) RETURN n", u=cy.id) == []


def test_importance_comes_with_its_reasons_and_is_stored(cy, graph):
    event = cy.record("I want to complain: my order was cancelled and I was charged twice.")

    assert event.importance >= 0.8
    assert event.importance_reasons
    (row,) = graph.rows("MATCH (e:Event {user_id: $u}) RETURN e.importance AS i, e.importance_reasons AS r", u=cy.id)
    assert (row["i"], tuple(row["r"])) == (event.importance, event.importance_reasons)


def test_feedback_moves_importance_but_never_below_the_floor(cy):
    plain = cy.record("The meeting room on the third floor has a projector.")
    complaint = cy.record("I want to complain about the broken heater.")

    assert cy.feedback(plain.event_id, useful=True).importance > plain.importance
    for _ in range(20):
        lowered = cy.feedback(complaint.event_id, useful=False)
    assert lowered.importance == pytest.approx(0.8)
    assert "not_useful" in lowered.importance_reasons


def test_the_audit_says_what_was_kept_and_why(cy):
    cy.record("Please remember that I am allergic to peanuts.")
    cy.record("ok")
    cy.record("thanks!!")
    cy.record("My password is hunter2!Tr0ub4dor, keep it safe. The meeting is on Friday at 9.")

    found = cy.gate_audit()

    assert found.events == 2
    assert sum(found.refused_by_reason.values()) == 2
    assert found.junk_rate == pytest.approx(0.5)
    assert found.explicit == 1
    assert found.redacted == {"password": 1}
    assert {event.gate_reason for event in found.latest} == {reason.reason for reason in found.kept}


def test_two_users_are_counted_apart(choosy, cy):
    other = choosy.user(f"other-{uuid.uuid4().hex}")
    cy.record("ok")

    assert other.gate_audit().refused == {}
    assert other.gate_audit().events == 0


def opinionated(database, encoder, clock, opinion):
    memory = GraphMemory(database, encoder, clock=clock, policy=WritePolicy(opinion=opinion))
    return memory.user(f"model-{uuid.uuid4().hex}")


def test_a_model_may_raise_an_importance_but_not_lower_it(database, encoder, clock):
    text = "The meeting room on the third floor has a projector."
    plain = opinionated(database, encoder, clock, None).record(text)
    raised = opinionated(database, encoder, clock, lambda _: 0.95).record(text)
    lowered = opinionated(database, encoder, clock, lambda _: 0.0).record(text)

    assert raised.importance == pytest.approx(0.95)
    assert lowered.importance == plain.importance


def test_a_model_sees_the_text_after_redaction(database, encoder, clock):
    seen = []
    user = opinionated(database, encoder, clock, lambda text: seen.append(text) or 0.5)

    user.record("My password is Tr0ub4dor&3xyz, the meeting is on Friday at 9.")

    assert seen == ["My password is [PASSWORD], the meeting is on Friday at 9."]


def test_a_model_that_fails_costs_no_episode_and_its_error_is_not_logged(database, encoder, clock, caplog):
    def broken(text):
        raise TimeoutError(text)

    event = opinionated(database, encoder, clock, broken).record("The meeting is on Friday at 9.")

    assert event.kept
    assert "TimeoutError" in caplog.text
    assert "Friday" not in caplog.text
