"""What a cue asks for, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.clock import BEGINNING, END
from graphmem.errors import InvalidInputError, NaiveDatetimeError
from graphmem.language.questions import read
from graphmem.recall.cue import read_cue

NOW = datetime(2026, 6, 17, 10, 30, tzinfo=UTC)


def reading(text, **more):
    return read(text, now=NOW, time_zone="UTC", **more)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("What did we decide last week?", {"episodic", "temporal"}),
        ("上周我们决定了什么", {"episodic", "temporal"}),
        ("When did the printer break?", {"temporal"}),
        ("打印机是什么时候坏的", {"temporal"}),
        ("How do I reset the router?", {"procedural"}),
        ("重置路由器的步骤是什么", {"procedural"}),
        ("How did I fix the build last time?", {"procedural", "episodic"}),
        ("Which editor does Tom prefer?", {"preference"}),
        ("小李更喜欢用哪个编辑器", {"preference"}),
        ("What do I do for a living?", {"semantic"}),
        ("What's my sister's phone number?", {"semantic"}),
        ("我姐姐的电话是多少", {"semantic"}),
        ("What have we been discussing recently?", {"episodic"}),
        ("最近我们聊了什么", {"episodic"}),
        ("The export timed out; how was it solved in the end?", {"episodic", "and_then"}),
        ("上次超时后来怎么解决的", {"episodic", "and_then"}),
    ],
)
def test_the_kind_of_question(text, kinds):
    assert set(reading(text).kinds) == kinds


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("What did we do about the leak?", True),
        ("what have we tried against the mould", True),
        ("漏水之后怎么处理的", True),
        ("What do I do for a living?", False),
        ("What did I do last weekend?", False),
    ],
)
def test_what_was_done_about_something_is_told_from_what_somebody_does(text, asked):
    assert read_cue(text, now=NOW, since=BEGINNING, until=END, actors=()).asks_outcome is asked


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("the last time we talked about pricing", "last"),
        ("What was the most recent address I gave you?", "last"),
        ("上次我们聊到哪了", "last"),
        ("最近一次备份", "last"),
        ("When did I first mention Rust?", "first"),
        ("我第一次提到吉他", "first"),
        ("and the time before last?", "before_last"),
        ("上上次去的餐厅", "before_last"),
        ("what was my previous phone number", "previous"),
        ("前一次尝试错在哪", "previous"),
        ("what is on the last page", None),
        ("last week's plan", None),
        ("上上周的计划", None),
    ],
)
def test_an_order_word_is_an_order_and_no_date(text, order):
    assert reading(text).order == order


@pytest.mark.parametrize(
    ("text", "actors"),
    [
        ("what did I ask you yesterday", ("user",)),
        ("what did you advise", ("assistant",)),
        ("what did the tool return", ("tool",)),
        ("What did Priya tell you?", ("Priya",)),
        ("what did we ship", ()),
        ("我昨天问过你什么", ("user",)),
        ("你建议我去哪里", ("assistant",)),
        ("工具返回了什么", ("tool",)),
    ],
)
def test_who_is_asked_about(text, actors):
    assert reading(text).actors == actors


def test_known_actors_are_found_by_name_in_any_script():
    assert reading("小明昨天说了什么", actors=["小明", "Ada"]).actors == ("小明",)
    assert reading("Where does Ada live?", actors=["Ada Lovelace"]).actors == ("Ada Lovelace",)


def test_names_and_quotations_are_entities():
    assert reading("Did Anna Berg read 'Snow Country' in Kyoto?").entities == ("Anna Berg", "Snow Country", "Kyoto")
    assert reading("《三体》和 Redis 有什么关系").entities == ("三体", "Redis")
    assert reading("what did I say yesterday").entities == ()


def test_types_of_events():
    assert reading("what did we decide in March").event_types == ("decision",)
    assert reading("上周的笔记").event_types == ("note",)
    assert reading("which tool calls failed").event_types == ("tool_call",)


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(NaiveDatetimeError):
        read("yesterday", now=NOW.replace(tzinfo=None), time_zone="UTC")
    with pytest.raises(InvalidInputError, match="time zone"):
        read("yesterday", now=NOW, time_zone="Mars/Olympus")


def test_only_the_beginning_of_a_long_cue_is_read():
    assert reading("x" * 600 + " yesterday").interval is None
