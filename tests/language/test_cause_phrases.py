"""Phrases that name an earlier event of the session as a cause, and those that only look like it."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.causes import points_back

POINTING = """
    Because of that error I switched to version 2 | error
    Due to the failure above, we rolled back | error
    After that error I restarted the server | error
    The fix for that error was to raise the limit | error
    The fix for that was a new certificate. | error
    I rolled back because of this crash. | error
    Retried with another card to get around that problem | error
    That's why I moved the meeting | any
    That is why we use tabs. | any
    As a result, the customer cancelled. | any
    For this reason I chose Postgres | any
    Because of that, we moved to Friday | any
    As requested, I sent the invoice | request
    Because you asked, I cancelled the order | request
    At your request the order was cancelled. | request
    As we agreed earlier, I booked the hotel | decision
    Based on that decision I deleted the branch | decision
    Given the previous failure, I raised the timeout | error
    因为这个错误，我换了版本 | error
    由于刚才的失败，我们回滚了 | error
    所以我改用了缓存 | any
    因此我们推迟了发布 | any
    针对这个报错，我加了重试 | error
    修复了刚才的错误 | error
    这个故障导致服务下线 | error
    按照您的要求，我取消了订单 | request
    根据刚才的决定，我删了分支 | decision
    因為這個錯誤，我換了版本 | error
    于是我重启了服务 | any
    这就是为什么我们用 tabs | any
    由于上面的超时，我重试了三次 | error
"""

NOT_POINTING = """
    Because I like it
    I moved because of the commute
    I quit because of the pay
    I'm late due to traffic
    Not because of that error, but I switched
    It wasn't because of that error
    What was the fix for that error?
    Is that why it failed?
    Why did it fail?
    The error was a timeout
    I got an error
    That's my brother
    As a rule I run on Mondays
    I asked you to book a table
    If it fails because of that error, call me
    The result was good
    After that I went home
    So what
    So many people came
    因为我喜欢
    因为下雨我没去
    我因为工作搬到了上海
    所以呢？
    这个错误是什么
    不是因为这个错误
    为什么失败了？
    错误很多
    由于交通拥堵我迟到了
    我决定买车
    如果因为这个错误失败了，告诉我
    My car broke. That's why I took the train.
    我的车坏了。所以我坐了火车。
    他因病请假
    I need this because my boss asked
"""


@pytest.mark.parametrize("line", POINTING.strip().splitlines())
def test_a_cause_phrase_says_what_kind_of_event_it_points_at(line: str) -> None:
    text, kind = line.strip().split(" | ")
    pointer = points_back(text)
    assert pointer is not None
    assert pointer.to == kind
    assert 0.6 <= pointer.confidence <= 0.8


@pytest.mark.parametrize("text", [line.strip() for line in NOT_POINTING.strip().splitlines()])
def test_reasons_questions_and_denials_point_at_nothing(text: str) -> None:
    assert points_back(text) is None


def test_what_points_at_another_sentence_of_the_same_text_points_at_no_event() -> None:
    assert points_back("That's why I left early.") is not None
    assert points_back("The train was late. That's why I left early.") is None
    assert points_back("火车晚点了。因此我提前走了。") is None


def test_every_phrase_of_the_table_can_be_reached_by_a_hint() -> None:
    table = tomllib.loads(files("graphmem.language").joinpath("causes.toml").read_text(encoding="utf-8"))

    def hinted(text: str) -> bool:
        """Whether a hint is in `text` whatever is chosen: in its words, in all of a set, or in all of a choice."""
        if any(hint in re.sub(r"\([^()]*\)\??|\{[^}]+\}", "|", text) for hint in table["hints"]):
            return True
        chosen = [table["sets"][name] for name in re.findall(r"\{([^}]+)\}", text)]
        chosen += [choice.split("|") for choice, optional in re.findall(r"\(([^()]*)\)(\??)", text) if not optional]
        return any(all(any(hint in f"{each} " for hint in table["hints"]) for each in choices) for choices in chosen)

    assert [phrase for entry in table["points"] for phrase in entry["phrases"] if not hinted(phrase)] == []


@given(st.text(max_size=300))
def test_any_text_points_back_or_not(text: str) -> None:
    assert points_back(text) == points_back(text)
