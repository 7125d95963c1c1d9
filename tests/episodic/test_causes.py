"""Causes: given, by tool-call ids, by replies and by phrases; the chain from root to outcome."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from graphmem.errors import CircularCauseError, NotFoundError
from graphmem.models import EventType

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


def minutes(number):
    return MAY + timedelta(minutes=number)


def causes(graph, user):
    rows = graph.rows(
        "MATCH (e:Event {user_id: $u})-[c:CAUSED_BY]->(k:Event) "
        "RETURN e.event_id AS event, k.event_id AS cause, c.method AS method ORDER BY event, cause",
        u=user.id,
    )
    return [(row["event"], row["cause"], row["method"]) for row in rows]


CALL = {"event_id": "call", "content": "get_weather(Lyon)", "event_type": "tool_call", "tool_call_id": "call_1"}
RESULT = {"event_id": "result", "content": "18 °C, rain", "event_type": "tool_result", "tool_call_id": "call_1"}


@pytest.mark.parametrize("order", [(CALL, RESULT), (RESULT, CALL)], ids=["call first", "result first"])
def test_a_tools_result_is_caused_by_its_call_whichever_arrives_first(ada, graph, order):
    for episode in order:
        ada.session("s").record(**episode)

    assert causes(graph, ada) == [("result", "call", "tool_call")]


def test_the_same_tool_call_id_in_another_session_is_another_call(ada, graph):
    ada.session("s").record(**CALL)
    ada.session("t").record(**RESULT)

    assert causes(graph, ada) == []


@pytest.mark.parametrize("late", [False, True])
def test_an_answer_is_caused_by_what_it_answers_whichever_arrives_first(ada, graph, late):
    episodes = [
        {"content": "Which terminal does it leave from?", "event_id": "question", "occurred_at": MAY},
        {"content": "Terminal 2", "event_id": "answer", "reply_to": "question", "occurred_at": minutes(1)},
    ]
    for episode in reversed(episodes) if late else episodes:
        ada.record(**episode)

    assert causes(graph, ada) == [("answer", "question", "reply")]


STORY = [
    ("error", "Deploy failed: the disk is full", "tool_result"),
    ("other", "The weather in Lyon is fine", "tool_result"),
    ("fix", "Because of that error I removed the old images", "agent_message"),
]
STORY_ZH = [
    ("error", "部署失败：磁盘已满", "tool_result"),
    ("other", "里昂今天天气很好", "tool_result"),
    ("fix", "因为这个错误，我删掉了旧镜像", "agent_message"),
]


@pytest.mark.parametrize("story", [STORY, STORY_ZH], ids=["en", "zh"])
def test_a_phrase_points_at_the_error_before_it_in_any_order_of_arrival(new_user, graph, story):
    for order in permutations(range(3)):
        user = new_user()
        for number in order:
            event_id, content, event_type = story[number]
            user.session("s").record(content, event_id=event_id, event_type=event_type, occurred_at=minutes(number))

        assert causes(graph, user) == [("fix", "error", "phrase")], order


def test_an_error_that_arrives_late_between_takes_the_phrase_over(ada, graph):
    session = ada.session("s")
    session.record("Login failed: wrong realm", event_id="first", event_type="tool_result", occurred_at=minutes(0))
    session.record(
        "Because of that error I changed the realm", actor="assistant", event_id="fix", occurred_at=minutes(9)
    )
    session.record("Login failed: clock skew", event_id="second", event_type="tool_result", occurred_at=minutes(5))

    assert causes(graph, ada) == [("fix", "second", "phrase")]


def test_a_circle_of_causes_is_refused_as_a_whole_and_named(ada, graph):
    report = ada.record_many(
        [
            {"content": "a", "event_id": "a", "caused_by": "c"},
            {"content": "b", "event_id": "b", "caused_by": "a"},
            {"content": "c", "event_id": "c", "caused_by": "b"},
            {"content": "d", "event_id": "d"},
        ]
    )

    assert [refusal.position for refusal in report.refused] == [0, 1, 2]
    assert all(isinstance(refusal.error, CircularCauseError) for refusal in report.refused)
    assert "circle: a, b, c" in report.refused[0].reason
    assert report.stored == 1
    assert causes(graph, ada) == []


def test_no_reply_closes_a_circle(ada, graph):
    ada.record("first", event_id="a", reply_to="b")
    ada.record("second", event_id="b", caused_by="a")

    assert causes(graph, ada) == [("b", "a", "given")]


def test_the_chain_goes_from_the_root_to_the_outcome(ada):
    session = ada.session("s")
    session.record("Please pay the invoice", event_id="request", occurred_at=minutes(0))
    session.record("Payment failed: card declined", event_id="error", event_type="tool_result", caused_by="request",
                   occurred_at=minutes(1))  # fmt: skip
    session.record("Ask for another card", event_id="decision", event_type="decision", caused_by="error",
                   occurred_at=minutes(2))  # fmt: skip
    session.record("Paid with the new card", event_id="paid", event_type="outcome", caused_by="decision",
                   occurred_at=minutes(3))  # fmt: skip
    session.record("It is raining", event_id="rain", occurred_at=minutes(4))

    chain = ada.chain("error")

    assert [event.event_id for event in chain.events] == ["request", "error", "decision", "paid"]
    assert chain.root.event_id == "request"
    assert chain.outcome is not None
    assert chain.outcome.event_id == "paid"
    assert chain.outcome.event_type is EventType.OUTCOME
    assert "because of 1 (given)" in str(chain)


def test_an_event_that_stands_alone_is_a_chain_of_its_own(ada):
    ada.record("It is raining", event_id="rain")

    chain = ada.chain("rain")

    assert chain.root.event_id == "rain"
    assert chain.outcome is None


def test_no_one_walks_the_chain_of_another_user(ada, bob):
    bob.record("mine", event_id="e")

    with pytest.raises(NotFoundError, match="There is no event 'e'"):
        ada.chain("e")


def test_a_net_of_a_thousand_causes_is_walked_at_once(ada):
    """Sixteen layers of two, each caused by both of the layer before: 65,536 paths, 32 events."""
    episodes = [
        {
            "content": f"step {layer} {side}",
            "event_id": f"{layer} {side}",
            "caused_by": [f"{layer - 1} a", f"{layer - 1} b"] if layer else [],
            "occurred_at": minutes(layer),
        }
        for layer in range(16)
        for side in "ab"
    ]
    ada.record_many(episodes)

    chain = ada.chain("0 a")

    assert len(chain.effects) == 30
    assert len(ada.chain("15 b").causes) == 30
