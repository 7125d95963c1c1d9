"""Times, order words and "what came of it" in a cue decide what comes first."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.memory import GraphMemory
from graphmem.rules.ranking import ranking

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)  # a Monday


def ids(found):
    return [hit.event.event_id for hit in found.events]


@pytest.fixture
def ops(new_user):
    """Three incidents in a year and other things, in two languages."""
    user = new_user("ops", time_zone="Asia/Shanghai")
    for number, (day, cause, fix) in enumerate(
        [
            ("2026-01-10", "The disk was full", "Deleted old logs"),
            ("2026-03-05", "A migration locked the table", "Ran it at night"),
            ("2026-05-20", "The certificate had expired", "Renewed it"),
        ],
        start=1,
    ):
        at = datetime.fromisoformat(f"{day}T10:00+08:00")
        session = user.session(f"incident-{number}")
        session.record("The nightly deploy failed again", event_id=f"fail{number}", occurred_at=at)
        session.record(
            cause, event_id=f"cause{number}", occurred_at=at + timedelta(minutes=5), event_type="tool_result"
        )
        session.record(
            fix,
            event_id=f"fix{number}",
            occurred_at=at + timedelta(minutes=9),
            event_type="decision",
            caused_by=f"fail{number}",
        )
        session.record(
            "Works now",
            event_id=f"end{number}",
            occurred_at=at + timedelta(hours=1),
            event_type="outcome",
            caused_by=f"fix{number}",
        )
    chats = [
        ("tea", "2026-05-25T23:30+08:00", "在北京路买了龙井茶叶"),
        ("run", "2026-05-26T08:00+08:00", "Ran ten kilometres along the river"),
        ("film", "2026-05-26T21:00+08:00", "Saw a film about whales"),
        ("cake", "2026-05-28T12:00+08:00", "Baked a lemon cake"),
    ]
    for id, at, content in chats:
        user.session("chat").record(content, event_id=id, occurred_at=at)
    return user


@pytest.mark.parametrize("cue", ["What happened last Tuesday?", "上周二发生了什么？"])
def test_a_cue_that_asks_for_a_day_gets_that_day_in_order_of_time_in_the_users_zone(ops, cue):
    found = ops.recall(cue, now=NOW)

    assert ids(found) == ["run", "film"]
    assert found.in_order_of_time
    assert found.interval.since == datetime(2026, 5, 25, 16, tzinfo=UTC)
    assert found.interval.until == datetime(2026, 5, 26, 16, tzinfo=UTC)
    assert "the time asked about" in found.events[0].explain() or "所问的时间" in found.events[0].explain()


def test_what_lies_in_the_time_asked_about_comes_first_and_the_rest_stays(ops):
    found = ops.recall("Which deploy failed in March?", now=NOW)

    assert ids(found)[0] == "fail2"
    assert {"fail1", "fail3"} == set(found.events[0].same)
    assert {"cause1", "cause3"} <= set(ids(found))


def test_a_time_in_which_nothing_happened_does_not_empty_the_answer(ops):
    assert "cake" in ids(ops.recall("the lemon cake in February", now=NOW))


def test_a_time_in_the_cue_is_looked_for_inside_the_index(new_user):
    crowd = [{"content": f"the deploy failed, case {n}", "occurred_at": NOW - timedelta(hours=n)} for n in range(600)]
    user = new_user("many")
    user.record_many(crowd)
    user.record("the deploy failed on a ship", event_id="old", occurred_at=NOW - timedelta(days=300))

    found = user.recall(f"Did the deploy fail in {NOW - timedelta(days=300):%B %Y}?", now=NOW)

    assert ids(found)[0] == "old"
    assert "meaning_in_time" in found.events[0].found_by


def test_the_callers_bounds_are_kept_whatever_time_the_cue_names(ops):
    found = ops.recall("What happened last Tuesday?", now=NOW, since=NOW - timedelta(days=5))

    assert ids(found) == ["cake"]


@pytest.mark.parametrize(
    ("cue", "incident"),
    [
        ("Why did the nightly deploy fail the last time?", 3),
        ("Why did the nightly deploy fail the first time?", 1),
        ("the time before last that the nightly deploy failed", 2),
    ],
)
def test_order_words_choose_the_occasion_by_walking_them(ops, cue, incident):
    found = ops.recall(cue, now=NOW, k=4)

    assert set(ids(found)) == {f"{part}{incident}" for part in ("fail", "cause", "fix", "end")}
    assert "the occasion the cue means" in found.events[0].explain()


def test_the_session_that_asks_is_not_the_last_time(ops):
    found = ops.recall("Why did the nightly deploy fail the last time?", now=NOW, session_id="incident-3", k=4)

    assert "cause2" in ids(found)


@pytest.mark.parametrize(
    "cue", ["The nightly deploy failed in March. How was it resolved?", "三月 deploy failed 后来怎么解决的"]
)
def test_what_came_of_it_is_the_outcome_and_then_the_way_there(ops, cue):
    found = ops.recall(cue, now=NOW)

    assert ids(found)[:2] == ["end2", "fix2"]
    assert found.events[0].way == ("fail2", "fix2", "end2")
    assert "fail2" in found.events[0].explain()


def test_without_causes_the_next_outcome_of_the_session_is_what_came_of_it(ada):
    session = ada.session("s")
    session.record("The kettle leaked", event_id="leak", occurred_at=NOW)
    session.record("Hm", event_id="hm", occurred_at=NOW + timedelta(minutes=1))
    session.record("A new one is on the stove", event_id="new", occurred_at=NOW + timedelta(2), event_type="outcome")

    assert ids(ada.recall("The kettle leaked. How did that turn out?", now=NOW + timedelta(9)))[0] == "new"


def test_recently_prefers_what_is_fresh(ada):
    for days in (300, 100, 2):
        ada.record("Went swimming", event_id=f"swim{days}", occurred_at=NOW - timedelta(days=days), actor=f"a{days}")

    assert ids(ada.recall("Did I go swimming recently?", now=NOW))[0] == "swim2"


def test_what_is_said_in_the_same_words_takes_one_place(ada):
    ada.record_many(
        [
            {"content": f"The heating is broken{'!' * n}", "event_id": f"h{n}", "occurred_at": NOW + timedelta(days=n)}
            for n in range(5)
        ]
    )
    ada.record("The heating is not broken", event_id="not", occurred_at=NOW)

    found = ada.recall("heating broken", k=3)

    assert len(found.events) == 2
    first = next(hit for hit in found.events if hit.event.event_id != "not")
    assert len(first.same) == 4
    assert "4 more in the same words" in first.explain()


def test_a_switched_off_part_is_not_used(ops, memory):
    bare = GraphMemory(
        memory.database, memory.encoder, ranking=replace(ranking(), without=frozenset({"order", "date", "in_time"}))
    )

    found = bare.user(ops.id).recall("Why did the nightly deploy fail the first time?", now=NOW)

    assert "order" not in found.events[0].parts


def test_a_chinese_cue_is_explained_in_chinese(ops):
    explained = ops.recall("茶叶在哪买的？", now=NOW).events[0].explain()

    assert explained.startswith("在查看的 ")
    assert "支持它的是" in explained
