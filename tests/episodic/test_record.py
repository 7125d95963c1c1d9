"""Recording: what is handed in is kept, once, in its place."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from moments import MAY, minutes

from graphmem.errors import InvalidIdError, InvalidInputError, NaiveDatetimeError, UnknownEventError
from graphmem.models import ActorRole, EventType


def test_content_is_kept_verbatim(ada, graph):
    content = "  Zahlung fehlgeschlagen:\tKarte abgelehnt…\n\n付款失败 🙁  "

    event = ada.record(content)

    assert event.content == content
    stored = graph.rows("MATCH (e:Event {user_id: $u}) RETURN e.content AS content", u=ada.id)
    assert stored == [{"content": content}]


@pytest.mark.parametrize("id", ["a-b.c d@e", "中文用户", "🙂", "o'brien\"; DROP", "-", "x" * 1000, "a/b\\c:*?~^[]{}()"])
def test_any_text_is_a_user_id(memory, graph, id):
    user = memory.user(id)

    event = user.record("hello there", session_id=id, event_id=id)

    assert event.event_id == id
    assert [hit.event.event_id for hit in user.recall("hello").events] == [id]
    assert graph.chain(id, id) == [id]


@pytest.mark.parametrize(
    ("id", "reason"),
    [
        ("", "is empty"),
        ("   ", "is empty"),
        ("x" * 1001, "more than 1,000 bytes"),
        ("字" * 400, "more than 1,000 bytes"),
        ("a\x00b", "NUL"),
        ("a\ud800", "surrogate"),
        (7, "is int, not text"),
        (None, "is NoneType, not text"),
    ],
)
def test_what_is_no_id_is_refused_with_the_reason(memory, id, reason):
    with pytest.raises(InvalidIdError, match=reason):
        memory.user(id)


def test_events_stand_in_the_order_in_which_they_occurred_whatever_the_order_of_arrival(new_user, graph):
    for order in permutations(range(4)):
        user = new_user()
        session = user.session("talk")
        for number in order:
            session.record(f"number {number}", event_id=str(number), occurred_at=minutes(number))

        assert graph.chain(user.id, "talk") == ["0", "1", "2", "3"], order


def test_a_batch_that_arrives_late_is_woven_into_the_chain(ada, graph):
    session = ada.session("talk")
    session.record_many([{"content": "x", "event_id": f"{n:02}", "occurred_at": minutes(n)} for n in (0, 3, 6, 9, 12)])
    session.record_many(
        [{"content": "y", "event_id": f"{n:02}", "occurred_at": minutes(n)} for n in (11, 1, 2, 7, 5, 14, 4)]
    )

    assert graph.chain(ada.id, "talk") == ["00", "01", "02", "03", "04", "05", "06", "07", "09", "11", "12", "14"]


def test_events_of_the_same_moment_stand_in_the_order_of_their_ids(ada, graph):
    session = ada.session("talk")
    for id in ("b", "d", "a", "c"):
        session.record("at once", event_id=id, occurred_at=MAY, actor=id)

    assert graph.chain(ada.id, "talk") == ["a", "b", "c", "d"]


def test_episodes_without_a_time_keep_the_order_in_which_they_were_handed_in(ada, graph):
    report = ada.session("talk").record_many([{"content": f"line {n}"} for n in range(20)])

    assert graph.chain(ada.id, "talk") == [event.event_id for event in report.events]


def test_sessions_have_chains_of_their_own(ada, graph):
    for number in range(6):
        ada.session(f"s{number % 2}").record("x", event_id=str(number), occurred_at=minutes(number))

    assert graph.chain(ada.id, "s0") == ["0", "2", "4"]
    assert graph.chain(ada.id, "s1") == ["1", "3", "5"]


def test_one_by_one_and_all_at_once_make_the_same_graph(new_user, graph):
    episodes = [
        {"content": f"text {n}", "event_id": str(n), "occurred_at": minutes(n), "caused_by": [str(n - 1)] if n else []}
        for n in range(5)
    ]
    single, batch = new_user(), new_user()
    for episode in episodes:
        single.session("s").record(**episode)
    batch.session("s").record_many(episodes)

    def shape(user):
        rows = graph.rows(
            "MATCH (e:Event {user_id: $u}) OPTIONAL MATCH (e)-[r]->(n) "
            "RETURN e {.*, user_id: 0, tenant_key: 0, recorded_at: 0, replay_key: 0, own_keys: 0} AS event, "
            "type(r) AS link, n.event_id AS to ORDER BY event.event_id, link, to",
            u=user.id,
        )
        return [(row["event"], row["link"], row["to"]) for row in rows]

    assert shape(single) == shape(batch)


def test_causes_are_linked(ada, graph):
    error = ada.record("Payment failed", event_type="tool_result")
    ada.record("Retried, it worked", event_id="fix", caused_by=error.event_id)

    links = graph.rows(
        "MATCH (e:Event {user_id: $u})-[r:CAUSED_BY]->(c) RETURN e.event_id AS e, r.method AS m, c.event_id AS c",
        u=ada.id,
    )
    assert links == [{"e": "fix", "m": "given", "c": error.event_id}]


def test_an_unknown_cause_is_refused_and_nothing_is_stored(ada, graph):
    with pytest.raises(UnknownEventError, match="does not have: ghost"):
        ada.record("because of a ghost", caused_by="ghost", session_id="s")

    assert graph.fingerprint(ada.id) == []


def test_a_cause_of_another_user_is_unknown(ada, bob):
    theirs = bob.record("theirs")

    with pytest.raises(UnknownEventError):
        ada.record("mine", caused_by=theirs.event_id)


def test_in_a_batch_a_row_with_an_unknown_cause_falls_with_what_it_caused_and_the_rest_stays(ada, graph):
    report = ada.record_many(
        [
            {"content": "effect of an effect", "event_id": "c", "caused_by": ["b"]},
            {"content": "good", "event_id": "a"},
            {"content": "effect of a ghost", "event_id": "b", "caused_by": ["ghost", "a"]},
            {"content": "effect of the good", "event_id": "d", "caused_by": ["a"]},
        ]
    )

    assert [(refusal.position, type(refusal.error)) for refusal in report.refused] == [
        (0, UnknownEventError),
        (2, UnknownEventError),
    ]
    assert [event and event.event_id for event in report.events] == [None, "a", None, "d"]
    assert graph.count(ada.id) == 2


def test_a_cause_may_stand_anywhere_in_the_batch(ada, graph):
    late_cause = [{"content": "effect", "event_id": "e", "caused_by": "c", "occurred_at": minutes(0)}]
    filler = [{"content": f"f{n}", "occurred_at": minutes(1) + timedelta(seconds=n)} for n in range(600)]

    report = ada.record_many([*late_cause, *filler, {"content": "cause", "event_id": "c", "occurred_at": minutes(60)}])

    assert not report.refused
    assert graph.rows("MATCH (e:Event {user_id: $u})-[:CAUSED_BY]->(c) RETURN c.event_id AS c", u=ada.id) == [
        {"c": "c"}
    ]


def test_naive_times_are_refused_until_a_zone_is_declared(memory, ada):
    naive = datetime(2026, 5, 1, 9, 30)  # noqa: DTZ001  # that is the point

    with pytest.raises(NaiveDatetimeError, match=r"occurred_at has no time zone.*time_zone="):
        ada.record("hello", occurred_at=naive)

    in_shanghai = memory.user(ada.id, time_zone="Asia/Shanghai").record("hello", occurred_at=naive)
    assert in_shanghai.occurred_at == datetime(2026, 5, 1, 1, 30, tzinfo=UTC)
    remembered = memory.user(ada.id).record("later", occurred_at=naive + timedelta(hours=1))
    assert remembered.occurred_at == datetime(2026, 5, 1, 2, 30, tzinfo=UTC)


def test_an_unknown_time_zone_is_refused(memory):
    with pytest.raises(InvalidInputError, match=r"no time zone 'Mars/Olympus'.*'Asia/Shanghai'"):
        memory.user("x", time_zone="Mars/Olympus")


@pytest.mark.parametrize(
    ("episode", "message"),
    [
        ({"content": ""}, "content is empty"),
        ({"content": " \n "}, "content is empty"),
        ({}, "content is missing"),
        ({"content": "x\x00y"}, "NUL"),
        ({"content": "x\udc00"}, "surrogate"),
        ({"content": "x" * 1_000_001}, "1,000,001 characters"),
        ({"content": "x", "event_type": "gossip"}, "event_type should be 'user_message'"),
        ({"content": "x", "mood": "good"}, "mood is not a field of an episode"),
        ({"content": "x", "metadata": {"a": {1, 2}}}, "metadata is not JSON"),
        ({"content": "x", "metadata": {"a": float("nan")}}, "metadata is not JSON"),
        ({"content": "x", "metadata": {"a": "y" * 100_001}}, "more than 100,000 bytes"),
        ({"content": "x", "event_id": "y" * 1001}, "event_id has more than 1,000 bytes"),
        ({"content": "x", "session_id": ""}, "session_id is empty"),
        ({"content": "x", "occurred_at": "yesterday"}, "occurred_at should be a valid datetime"),
        ({"content": "x", "event_id": "e", "caused_by": ["e"]}, "caused_by names the event itself"),
        ({"content": "x", "occurred_at": minutes(1), "ended_at": MAY}, "ended_at is before occurred_at"),
        ("just text", "An episode is a map"),
    ],
)
def test_what_cannot_be_used_is_refused_by_field_and_the_rest_of_the_batch_is_stored(ada, graph, episode, message):
    report = ada.record_many([{"content": "good"}, episode, {"content": "also good"}])

    assert [refusal.position for refusal in report.refused] == [1]
    assert message in report.refused[0].reason
    assert (report.stored, graph.count(ada.id)) == (2, 2)


@pytest.mark.parametrize(
    ("fields", "event_type", "actor", "role"),
    [
        ({}, "user_message", "user", "user"),
        ({"actor": "assistant"}, "agent_message", "assistant", "agent"),
        ({"event_type": "tool_result"}, "tool_result", "tool", "tool"),
        ({"actor": "Caroline"}, "user_message", "Caroline", "user"),
        ({"actor": "Billing bot", "actor_role": "agent"}, "agent_message", "Billing bot", "agent"),
        ({"event_type": "decision"}, "decision", "assistant", "agent"),
    ],
)
def test_type_actor_and_role_follow_from_one_another(ada, graph, fields, event_type, actor, role):
    event = ada.record("hello", **fields)

    assert (event.event_type, event.actor, event.actor_role) == (EventType(event_type), actor, ActorRole(role))
    label = {"user": "UserEvent", "agent": "AgentEvent", "tool": "ToolEvent"}[role]
    assert graph.rows("MATCH (e:Event {user_id: $u}) RETURN labels(e) AS l", u=ada.id) == [{"l": ["Event", label]}]


def test_metadata_and_summary_come_back_as_they_were(ada):
    metadata = {"城市": "杭州", "n": [1, 2.5, None, True], "deep": {"a": {"b": "c"}}}

    event = ada.record("x", metadata=metadata, summary="short")

    assert (event.metadata, event.summary) == (metadata, "short")


def test_a_session_knows_its_task_and_its_start(ada, graph):
    with ada.session("s", task_type="refund") as session:
        session.record("later", occurred_at=minutes(5))
        session.record("earlier", occurred_at=minutes(1))

    row = graph.rows(
        "MATCH (u:User {user_id: $u})-[:HAS_SESSION]->(s:Session)<-[:IN_SESSION]-(e) "
        "RETURN s.task_type AS task, s.started_at = datetime($start) AS started, count(e) AS events",
        u=ada.id,
        start=minutes(1).isoformat(),
    )
    assert row == [{"task": "refund", "started": True, "events": 2}]


def test_every_node_has_a_caption_for_browser(ada, graph):
    ada.session("support-42").record("A long story about a payment that failed because the card was declined twice")

    names = graph.rows("MATCH (n {user_id: $u}) RETURN labels(n)[0] AS label, n.name AS name ORDER BY label", u=ada.id)
    assert names == [
        {"label": "Event", "name": "A long story about a payment that faile…"},
        {"label": "Session", "name": "support-42"},
        {"label": "User", "name": ada.id[:40]},
    ]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"metadata": {"a": {1: 2, "b": {None: 3}}}}, None),
        ({"metadata": {"a": [[[[[]]]]] * 2}}, None),
        ({"occurred_at": "5"}, "is a number"),
        ({"occurred_at": 1.7e9}, "is a number"),
        ({"content": b"abc"}, "is bytes"),
        ({"occurred_at": MAY, "ended_at": "2026-05-01T08:00:00+00:00"}, "ended_at is before occurred_at"),
    ],
)
def test_odd_values_are_kept_as_json_or_refused_with_the_reason(ada, fields, message):
    episode = {"content": "x", **fields}
    if message is None:
        assert ada.record_many([episode]).stored == 1
    else:
        assert message in ada.record_many([episode]).refused[0].reason


def test_metadata_nested_beyond_reason_is_refused(ada):
    deep: dict = {}
    for _ in range(60):
        deep = {"a": deep}

    with pytest.raises(InvalidInputError, match="nested more than 50 deep"):
        ada.record("x", metadata=deep)


def test_an_ended_at_before_the_present_is_refused_when_no_start_is_given(ada):
    with pytest.raises(InvalidInputError, match="ended_at is before occurred_at"):
        ada.record("x", ended_at=datetime(2020, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize("given", [None, 5, "text", {"content": "x"}])
def test_what_is_no_list_of_episodes_is_refused(ada, given):
    with pytest.raises(InvalidInputError, match="takes a list of episodes"):
        ada.record_many(given)
