"""What a cue asks for (a time, a rule, the present, a reason) decides what of an event counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.clock import BEGINNING, END
from graphmem.models import ActorRole
from graphmem.recall.candidates import Candidate
from graphmem.recall.cue import read_cue
from graphmem.recall.features import features
from graphmem.recall.rank import rank
from graphmem.recall.reading import Reading
from graphmem.rules.ranking import ranking

NOW = datetime(2026, 6, 10, 9, tzinfo=UTC)


def cue(text):
    return read_cue(text, now=NOW, since=BEGINNING, until=END, actors=["user", "assistant"])


def told(number, text, **fields):
    """A candidate of day `number`, in a session of its own, as near to any cue as the others."""
    given = {"role": ActorRole.USER, "event_type": "user_message", "cosine": 0.5, "session_id": f"s{number}"} | fields
    role = given.pop("role")
    return Candidate(
        event_id=f"{number:02d}",
        actor_role=role,
        reading=Reading(role.value, text),
        asks=False,
        occurred_at=datetime(2026, 5, 1, tzinfo=UTC) + timedelta(days=number),
        previous=None,
        ranks={},
        **given,
    )


def first(text, candidates):
    return rank(cue(text), candidates, ranking())[0].candidate.event_id


@pytest.mark.parametrize(
    "text",
    [
        "Catch me up on last month.",
        "What did we deal with on 29 May?",
        "What kept us busy in May?",
        "What did we decide in May?",
        "五月我们办了哪些事？",
        "五月發生了哪些事？",
        "上个月处理了什么？",
        "五月做了哪些决定？",
    ],
)
def test_a_time_and_nothing_else_is_asked_for_in_many_words(text):
    assert cue(text).only_time


@pytest.mark.parametrize(
    "text", ["Which pump failed in May?", "五月坏的是哪台水泵？", "What did the roof cost in May?"]
)
def test_a_matter_besides_the_time_is_looked_for(text):
    assert not cue(text).only_time


@pytest.mark.parametrize("text", ["What happened in May?", "五月发生了什么？"])
def test_of_a_time_what_matters_comes_first_and_every_occasion_is_told(text):
    days = [
        told(0, "what happened, what happened", session_id="chat", importance=0.2, cosine=0.9),
        told(1, "The kiln cracked", session_id="kiln", importance=0.8),
        told(2, "The kiln cooled", session_id="kiln", importance=0.7),
        told(3, "The grant came through", session_id="grant", importance=0.6),
    ]

    best = [each.candidate.event_id for each in rank(cue(text), days, ranking())]

    assert best.index("01") == 0
    assert best.index("03") < best.index("00")
    assert best.index("03") < best.index("02")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("How should labels be printed?", "No capitals on labels, please."),
        ("Until what hour may you ring the studio?", "Never ring the studio after six."),
        ("给学员发通知有什么讲究？", "以后通知都用短信发。"),
        ("安排外婆的行程要注意什么？", "外婆怕坐船，别订渡轮。"),
    ],
)
def test_what_is_wanted_is_told_by_what_lays_it_down(text, rule):
    assert first(text, [told(0, rule), told(1, "Forty are done"), told(2, "昨天来了三位客人")]) == "00"


@pytest.mark.parametrize("text", ["Which glaze do we use these days?", "现在用的是哪种釉？"])
def test_of_what_is_said_of_the_present_the_newest_comes_first(text):
    old, new = told(0, "ash it is"), told(9, "slip it is")

    assert first(text, [old, told(5, "forty pots", cosine=0.2), new]) == "09"
    assert first("Which glaze did we use?", [old, new]) == first("用过哪种釉？", [old, new])


@pytest.mark.parametrize("text", ["Which yarn do we use for scarves today?", "Why not the same yarn as in spring?"])
def test_a_time_that_is_not_asked_about_limits_nothing(text):
    assert cue(text).span is None


@pytest.mark.parametrize(
    ("choice", "incident"),
    [("Why did we leave the old mill?", "Why did the mill stop?"), ("我们为什么换掉磨坊？", "磨坊停了是怎么回事？")],
)
def test_a_failure_is_the_cause_of_an_incident_and_seldom_the_reason_of_a_choice(choice, incident):
    failed = told(0, "ERROR motor overheated", event_type="tool_result", reasons=["failure"], role=ActorRole.TOOL)
    rest = [failed, told(1, "fine")]

    assert features(cue(choice), rest, ranking())["why"][0] < features(cue(incident), rest, ranking())["why"][0]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("The oven tripped the fuse; what did we do about it?", "the oven tripped the fuse"),
        ("烤箱跳闸了，后来怎么处理的？", "烤箱跳闸了"),
        ("厨房的烤箱跳闸后来怎么解决的？", "厨房的烤箱跳闸 ?"),
        ("烤箱跳闸后来怎么解决的？", "烤箱跳闸后来怎么解决的？"),
        ("On which day did the new oven arrive?", "did the new oven arrive?"),
    ],
)
def test_a_cue_is_about_what_happened_not_about_what_came_of_it_or_when(text, about):
    assert cue(text).meaning.strip() == about


@pytest.mark.parametrize(
    "text", ["哪天跟你说过烤箱坏了？", "On which mornings must you leave me alone?", "你应该先问谁？"]
)
def test_what_the_agent_was_told_was_said_by_the_user(text):
    assert cue(text).role is ActorRole.USER


def test_what_we_did_is_not_only_what_the_user_said():
    assert cue("我们订的是哪家？").role is None
    assert cue("我订的是哪家？").role is ActorRole.USER


def test_one_shared_word_of_many_weighs_less_than_all_of_few():
    events = [told(0, "the quiet kiln"), told(1, "a harbour"), told(2, "some rope")]

    sure = features(cue("quiet kiln"), events, ranking())["lexical"][0]
    by_chance = features(cue("quiet evenings beside slow rivers"), events, ranking())["lexical"][0]

    assert sure > by_chance > 0


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("At the checkup before the latest one, what was wrong?", "before_last"),
        ("What tripped up the very first launch?", "first"),
        ("大上次停电是什么原因？", "before_last"),
        ("最近这次停电是什么原因？", "last"),
    ],
)
def test_order_words_of_more_kinds(text, order):
    assert cue(text).occasion == order


@pytest.mark.parametrize("text", ["Why did the lift stop the first time?", "电梯第一次停是什么原因？"])
def test_where_a_cause_is_asked_for_only_occasions_count_on_which_something_went_wrong(text):
    visit = told(0, "the lift was praised", cosine=0.9)
    failed = told(3, "lift 电梯 ERROR door", event_type="tool_result", reasons=["failure"], role=ActorRole.TOOL)
    later = told(6, "lift 电梯 ERROR cable", event_type="tool_result", reasons=["failure"], role=ActorRole.TOOL)

    assert first(text, [visit, failed, later]) == "03"
