"""What went wrong answers a "why", what came of it a "what did we do about it", in both languages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.models import ActorRole
from graphmem.recall.candidates import Candidate
from graphmem.recall.graph import NOWHERE
from graphmem.recall.outcome import Way, first
from graphmem.recall.rank import Ranked, Whole
from graphmem.recall.reading import read

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
BEGAN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def ids(found):
    return [hit.event.event_id for hit in found.events]


def told(user, session_id, events, began=BEGAN):
    """Events of a session, a minute apart: id, type, content, cause."""
    session = user.session(session_id)
    for minute, (id, kind, content, cause) in enumerate(events):
        session.record(
            content,
            event_id=id,
            event_type=kind,
            actor="user" if kind == "user_message" else "tool" if kind == "tool_result" else "assistant",
            occurred_at=began + timedelta(minutes=minute),
            **({"caused_by": cause} if cause else {}),
        )


@pytest.fixture
def shop(ada):
    """A payment that failed, with what was done, and talk that shares words with it."""
    told(
        ada,
        "pay",
        [
            ("fail", "user_message", "Card payments are stuck at the till again", None),
            ("call", "tool_call", "till.diagnose(card, payments, till)", "fail"),
            ("error", "tool_result", "KeyError: merchant_id", "call"),
            ("said", "agent_message", "The number of the shop was never filled in.", "error"),
            ("chose", "decision", "Fill it in and restart.", "said"),
            ("end", "outcome", "Customers can pay again.", "chose"),
            ("bill", "user_message", "Send the firm a bill for the hour", None),
            ("paid", "outcome", "They paid.", "bill"),
        ],
    )
    told(
        ada,
        "talk",
        [
            ("card", "user_message", "For card payments at the till call me, do not mail", None),
            ("noted", "agent_message", "Noted: a call for card payments at the till.", None),
        ],
        BEGAN + timedelta(days=9),
    )
    return ada


@pytest.mark.parametrize(
    "cue", ["Why were card payments stuck at the till?", "what was behind the stuck card payments at the till"]
)
def test_a_why_is_answered_by_what_went_wrong_before_what_shares_its_words(shop, cue):
    found = shop.recall(cue, now=NOW)

    assert ids(found).index("error") < ids(found).index("noted")
    assert "tells what went wrong" in next(h for h in found.events if h.event.event_id == "error").explain()


def test_a_chinese_why_is_answered_by_what_went_wrong(ada):
    told(
        ada,
        "s",
        [
            ("fail", "user_message", "收银台又刷不了卡", None),
            ("call", "tool_call", "收银.诊断(刷卡)", "fail"),
            ("error", "tool_result", "错误:设备离线", "call"),
            ("other", "user_message", "收银台刷卡的手续费记一下", None),
        ],
    )

    found = ada.recall("收银台为什么刷不了卡?", now=NOW)

    assert ids(found).index("error") < ids(found).index("other")
    assert "问的是原因" in next(h for h in found.events if h.event.event_id == "error").explain()


def test_the_call_of_a_tool_comes_behind_what_it_was_made_for(shop):
    found = ids(shop.recall("card payments stuck at the till", now=NOW))

    assert found.index("fail") < found.index("call")


@pytest.mark.parametrize(
    "cue",
    [
        "Card payments were stuck at the till; what did we do about it?",
        "How did we handle the stuck card payments at the till?",
        "收银台 card payments stuck 之后我们怎么办的?",
    ],
)
def test_what_was_done_about_something_is_its_chain_without_the_calls_of_tools(shop, cue):
    found = shop.recall(cue, now=NOW, k=5)

    assert {"chose", "end"} <= set(ids(found))
    assert "call" not in ids(found)


def test_another_outcome_soon_after_the_first_belongs_to_what_came_of_it(shop):
    found = shop.recall("Card payments stuck at the till: how did that turn out?", now=NOW)

    assert ids(found)[0] == "paid"
    assert found.events[0].way[-3:] == ("end", "bill", "paid")


def test_an_incident_that_several_events_tell_of_is_preferred_to_one_that_sounds_like_it(ada):
    told(
        ada,
        "leak",
        [
            ("drip", "user_message", "Water drips from the roof of the store", None),
            ("wet", "user_message", "The roof leaks right over the tea in the store", None),
            ("mend", "outcome", "A roofer mended it.", "wet"),
        ],
    )
    told(
        ada,
        "tap",
        [
            ("tap", "user_message", "The roof over the store leaks money, says the bank", None),
            ("loan", "outcome", "They agreed to a loan.", "tap"),
        ],
        BEGAN + timedelta(days=3),
    )

    assert ids(ada.recall("The roof of the store was leaking; what did we do about it?", now=NOW))[0] == "mend"


def test_simplified_and_traditional_characters_are_the_same_words(ada):
    ada.record("飯店要離車站近", event_id="hotel", occurred_at=BEGAN)
    ada.record("今天天氣很好", event_id="sun", occurred_at=BEGAN)

    found = ada.recall("饭店离车站", now=NOW)

    assert ids(found)[0] == "hotel"
    assert found.events[0].parts["lexical"] > 0


def test_what_a_tool_returns_is_not_held_against_my_own_matters(ada):
    told(
        ada, "s", [("book", "tool_result", "Hotel booked: three nights", None), ("hi", "agent_message", "Hello", None)]
    )

    parts = {hit.event.event_id: hit.parts["speaker"] for hit in ada.recall("Where is my hotel?", now=NOW).events}

    assert parts["book"] == 0
    assert parts["hi"] < 0


def test_what_came_of_it_comes_first_also_where_the_end_of_the_story_was_not_found():
    def ranked(event_id: str) -> Ranked:
        event = Candidate(event_id, ActorRole.USER, read("ada", event_id), False, NOW, 0.5, None, {})
        return Ranked(event, 1.0, 0, Whole({}, NOWHERE, ()))

    way = Way("fail", ("error", "outcome", "thanks", "later outcome"), "outcome")
    found = first(way, [ranked("fail"), ranked("error"), ranked("outcome")])

    assert [each.candidate.event_id for each in found] == ["outcome", "error", "fail"]
    assert found[0].way == ("fail", "error", "outcome")
