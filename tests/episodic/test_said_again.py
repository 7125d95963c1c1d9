"""The same thing said again within a week is one event, recorded once more."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.episodic.policy import WritePolicy
from graphmem.memory import GraphMemory

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


def days(number):
    return MAY + timedelta(days=number)


@pytest.fixture(scope="session")
def keen(database, encoder):
    """Refuses nothing, but unites what is said again."""
    return GraphMemory(database, encoder, policy=WritePolicy(gate="everything"))


@pytest.fixture
def cy(keen):
    return keen.user(f"cy-{uuid.uuid4().hex}")


def stored(graph, user):
    return graph.rows(
        "MATCH (e:Event {user_id: $u}) RETURN e.event_id AS id, e.content AS content, e.seen_ids AS again ORDER BY id",
        u=user.id,
    )


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("Please send the weekly report as PDF.", "please send the weekly report as PDF!!"),
        ("周报请用 PDF 发给我", "周报请用ＰＤＦ发给我。"),
    ],
)
def test_one_event_is_kept_and_every_occurrence_with_its_session(cy, graph, first, again):
    kept = cy.session("mon").record(first, event_id="one", occurred_at=days(0))
    other = cy.session("wed").record(again, event_id="two", occurred_at=days(2))

    assert kept.event_id == other.event_id == "one"
    assert other.count == 2
    assert other.seen[0].occurred_at == days(2)
    assert other.seen[0].session_id == "wed"
    assert [row["id"] for row in stored(graph, cy)] == ["one"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I paid 100", "I paid 1000"),
        ("I like it", "I don't like it"),
        ("我喜欢这个方案", "我不喜欢这个方案"),
        ("Anna called about the invoice", "Hanna called about the invoice"),
        ("张伟来过电话", "张炜来过电话"),
        ("the meeting is at 9 on Monday", "the meeting is at 9 on Tuesday"),
        ("你喜欢咖啡吗", "你喜欢咖啡"),
    ],
)
def test_what_differs_in_what_counts_is_never_united(cy, graph, first, second):
    cy.record(first, event_id="one", occurred_at=days(0))
    cy.record(second, event_id="two", occurred_at=days(0))

    assert [row["id"] for row in stored(graph, cy)] == ["one", "two"]


def test_after_more_than_a_week_it_is_said_anew(cy, graph):
    for number, day in enumerate((0, 6, 12, 20)):
        cy.record("Please send the weekly report as PDF.", event_id=str(number), occurred_at=days(day))

    assert [(row["id"], row["again"]) for row in stored(graph, cy)] == [("0", ["1", "2"]), ("3", None)]


def test_another_actor_says_something_of_their_own(cy, graph):
    cy.record("The report is due on Friday.", event_id="a", actor="Ann", actor_role="user", occurred_at=days(0))
    cy.record("The report is due on Friday.", event_id="b", actor="Ben", actor_role="user", occurred_at=days(1))

    assert len(stored(graph, cy)) == 2


def test_other_metadata_is_not_thrown_away(cy, graph):
    cy.record("Order shipped to the customer", event_id="a", metadata={"order": 1}, occurred_at=days(0))
    cy.record("Order shipped to the customer", event_id="b", metadata={"order": 2}, occurred_at=days(1))

    assert len(stored(graph, cy)) == 2


def test_the_same_error_in_another_session_is_another_incident(cy, graph):
    for session, event_id in (("mon", "a"), ("wed", "b")):
        cy.session(session).record("Deploy failed: disk full", event_type="tool_result", event_id=event_id)

    assert len(stored(graph, cy)) == 2


def test_the_text_that_says_more_stays(cy):
    cy.record("report as PDF, please", event_id="a", occurred_at=days(0))
    found = cy.record("Report as PDF, please, please!", event_id="b", occurred_at=days(1))

    assert found.event_id == "a"
    assert found.content == "Report as PDF, please, please!"


def test_handing_a_repetition_in_again_changes_nothing(cy, graph):
    episodes = [
        {"content": "Please send the weekly report as PDF.", "event_id": "a", "occurred_at": days(0)},
        {"content": "Please send the weekly report as PDF!", "event_id": "b", "occurred_at": days(1)},
        {"content": "please send the weekly report as PDF", "occurred_at": days(2)},
    ]
    cy.record_many(episodes)
    before = graph.fingerprint(cy.id)

    report = cy.record_many(episodes)
    single = [cy.record(**episode) for episode in episodes]

    assert report.already_there == 3
    assert {event.event_id for event in report.events} == {event.event_id for event in single} == {"a"}
    assert stored(graph, cy)[0]["again"][0] == "b"
    assert graph.rows("MATCH (e:Event {user_id: $u}) RETURN size(e.seen) AS n", u=cy.id) == [{"n": 2}]
    assert before["nodes"] == graph.fingerprint(cy.id)["nodes"] if isinstance(before, dict) else True


def test_an_effect_finds_its_cause_under_the_id_that_was_taken_up(cy, graph):
    cy.record("The printer is out of toner.", event_id="a", occurred_at=days(0))
    cy.record("the printer is out of toner", event_id="b", occurred_at=days(1))
    cy.record("Ordered toner", event_id="c", caused_by="b", occurred_at=days(2))

    links = graph.rows(
        "MATCH (e:Event {user_id: $u})-[:CAUSED_BY]->(k) RETURN e.event_id AS e, k.event_id AS k", u=cy.id
    )
    assert links == [{"e": "c", "k": "a"}]
    assert cy.chain("b").event.event_id == "a"


def test_of_a_loop_a_few_are_kept_and_the_rest_is_counted(database, encoder, clock, graph):
    choosy = GraphMemory(database, encoder, clock=clock)
    user = choosy.user(f"loop-{uuid.uuid4().hex}")
    session = user.session("run")
    for number in range(20):
        call = {"event_type": "tool_call", "tool_call_id": f"c{number}", "event_id": f"call {number}"}
        session.record("search_orders(customer=7)", occurred_at=MAY + timedelta(seconds=2 * number), **call)
        session.record("Error 502: upstream timed out", event_type="tool_result", tool_call_id=f"c{number}",
                       event_id=f"error {number}", occurred_at=MAY + timedelta(seconds=2 * number + 1))  # fmt: skip

    rows = graph.rows("MATCH (e:Event {user_id: $u}) RETURN e.event_id AS id, 1 + size(e.seen) AS times", u=user.id)
    assert sorted(row["id"] for row in rows) == ["call 0", "error 0"]
    times = {row["id"]: row["times"] for row in rows}
    assert times["error 0"] == times["call 0"] <= 5
    assert user.gate_audit().refused_by_reason["loop"] == 40 - sum(times.values())
    assert graph.chain(user.id, "run") == ["call 0", "error 0"]
    links = graph.rows(
        "MATCH (e:Event {user_id: $u})-[c:CAUSED_BY]->(k) RETURN e.event_id AS e, k.event_id AS k", u=user.id
    )
    assert links == [{"e": "error 0", "k": "call 0"}]


def test_a_loop_that_comes_in_one_batch_leaves_one_chain(database, encoder, clock, graph):
    user = GraphMemory(database, encoder, clock=clock).user(f"loop-{uuid.uuid4().hex}")
    again = [
        ({"content": "search_orders(customer=7)", "event_type": "tool_call"},
         {"content": "Error 502: upstream timed out", "event_type": "tool_result"})
        for _ in range(8)
    ]  # fmt: skip
    told = [
        {"content": "Please find the order of customer 7", "actor": "user"},
        *(each for pair in again for each in pair),
        {"content": "I asked the warehouse by phone instead.", "actor": "assistant", "actor_role": "agent"},
    ]
    user.record_many(
        [
            {"event_id": f"e{n:02d}", "session_id": "run", "occurred_at": MAY + timedelta(seconds=n), **each}
            for n, each in enumerate(told)
        ]
    )

    assert graph.chain(user.id, "run") == ["e00", "e01", "e02", "e17"]


def test_two_users_say_the_same_each_for_themselves(keen, graph):
    users = [keen.user(f"u{number}-{uuid.uuid4().hex}") for number in range(2)]
    for user in users:
        user.record("Please send the weekly report as PDF.", event_id="x", occurred_at=days(0))

    assert all(stored(graph, user)[0]["again"] is None for user in users)


def test_the_session_loses_a_link_of_its_chain_and_stays_one_chain(cy, graph):
    session = cy.session("s")
    for number, text in enumerate(
        ["first thing", "the plan stands", "second thing", "The plan stands!", "third thing"]
    ):
        session.record(text, event_id=str(number), occurred_at=MAY + timedelta(minutes=number))

    assert graph.chain(cy.id, "s") == ["0", "1", "2", "4"]


EPISODES = [
    {"content": "The report is due on Friday.", "event_id": "a", "session_id": "s", "occurred_at": days(0)},
    {"content": "the report is due on friday!", "event_id": "b", "session_id": "t", "occurred_at": days(5)},
    {"content": "Report is due on Friday", "event_id": "c", "session_id": "s", "occurred_at": days(11)},
    {"content": "Deploy failed: disk full", "event_id": "d", "session_id": "s", "event_type": "tool_result",
     "occurred_at": days(0)},
    {"content": "Because of that error I removed old images", "event_id": "e", "session_id": "s",
     "event_type": "agent_message", "occurred_at": days(0) + timedelta(minutes=2)},
    {"content": "run(x)", "event_id": "f", "session_id": "s", "event_type": "tool_call", "tool_call_id": "1",
     "occurred_at": days(2)},
    {"content": "done, 7 rows", "event_id": "g", "session_id": "s", "event_type": "tool_result", "tool_call_id": "1",
     "occurred_at": days(2)},
    {"content": "七行都对吗？", "event_id": "h", "session_id": "s", "reply_to": "g", "occurred_at": days(3)},
    {"content": "同样的话说了两遍", "event_id": "i", "occurred_at": days(1)},
    {"content": "同样的话，说了两遍。", "event_id": "j", "occurred_at": days(1)},
]  # fmt: skip


def shape(graph, user):
    """Everything of a user but what tells when and for whom it was recorded."""
    nodes = graph.rows(
        "MATCH (e:Event {user_id: $u}) RETURN e {.*, user_id: 0, tenant_key: 0, recorded_at: 0, own_keys: 0, "
        "seen_keys: size(e.seen_keys)} AS e ORDER BY e.event_id", u=user.id,
    )  # fmt: skip
    links = graph.rows(
        "MATCH (a {user_id: $u})-[r]->(b) RETURN coalesce(a.event_id, a.session_id, 'user') AS a, type(r) AS type, "
        "coalesce(b.event_id, b.session_id) AS b, r.method AS method ORDER BY a, type, b", u=user.id,
    )  # fmt: skip
    return nodes, links


@given(order=st.permutations(range(len(EPISODES))), cuts=st.sets(st.integers(1, len(EPISODES) - 1), max_size=3))
def test_any_order_of_arrival_and_any_cut_into_batches_makes_the_same_graph(keen, graph, order, cuts):
    expected, user = keen.user(f"x-{uuid.uuid4().hex}"), keen.user(f"y-{uuid.uuid4().hex}")
    expected.record_many(EPISODES)
    borders = [0, *sorted(cuts), len(EPISODES)]
    for start, end in pairwise(borders):
        assert not user.record_many([EPISODES[place] for place in order[start:end]]).refused

    assert shape(graph, user) == shape(graph, expected)
