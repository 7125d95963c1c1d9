"""Time expressions in Chinese, asked on a Wednesday in June."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.time import read_time
from graphmem.language.time.lunar import lunar_day

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 6, 17, 10, 30, tzinfo=ZONE)


def local(text, now=NOW):
    found = read_time(text, now=now, time_zone=ZONE).interval
    if found is None:
        return None
    ends = [
        None if end is None else end.astimezone(ZONE).strftime("%Y-%m-%d %H:%M") for end in (found.since, found.until)
    ]
    return tuple(end and end.removesuffix(" 00:00") for end in ends)


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("昨天我说了什么", "2026-06-16", "2026-06-17"),
        ("大前天谁来过", "2026-06-14", "2026-06-15"),
        ("上周的会", "2026-06-08", "2026-06-15"),
        ("上週三的會議", "2026-06-10", "2026-06-11"),
        ("上上周读了什么", "2026-06-01", "2026-06-08"),
        ("上上个月去了哪", "2026-04-01", "2026-05-01"),
        ("三周前的故障", "2026-05-25", "2026-06-01"),
        ("半年前我住哪", "2025-12-01", "2026-01-01"),
        ("三个月前", "2026-03-01", "2026-04-01"),
        ("十天前", "2026-06-07", "2026-06-08"),
        ("周一答应了谁", "2026-06-15", "2026-06-16"),
        ("上周五下午", "2026-06-12 12:00", "2026-06-12 18:00"),
        ("昨天下午三点的电话", "2026-06-16 15:00", "2026-06-16 16:00"),
        ("昨天下午三点半", "2026-06-16 15:30", "2026-06-16 15:31"),
        ("昨天下午两点到四点", "2026-06-16 14:00", "2026-06-16 16:00"),
        ("昨晚聊了什么", "2026-06-16 18:00", "2026-06-17 06:00"),
        ("上周末干什么了", "2026-06-13", "2026-06-15"),
        ("三月份买了什么", "2026-03-01", "2026-04-01"),
        ("十二月看了哪个医生", "2025-12-01", "2026-01-01"),
        ("去年十月换的手机", "2025-10-01", "2025-11-01"),
        ("四月初谁来过", "2026-04-01", "2026-04-11"),
        ("五月中旬住哪", "2026-05-11", "2026-05-21"),
        ("上月底担心什么", "2026-05-21", "2026-06-01"),
        ("去年年底", "2025-11-01", "2026-01-01"),
        ("上个季度的目标", "2026-01-01", "2026-04-01"),
        ("去年下半年", "2025-07-01", "2026-01-01"),
        ("去年夏天去哪了", "2025-06-01", "2025-09-01"),
        ("二〇二四年的会议", "2024-01-01", "2025-01-01"),
        ("2025年5月3号", "2025-05-03", "2025-05-04"),
        ("5月3日到5月10日之间", "2026-05-03", "2026-05-11"),
        ("5月3号到10号", "2026-05-03", "2026-05-11"),
        ("上周一到周三", "2026-06-08", "2026-06-11"),
        ("从周一到现在", "2026-06-15", "2026-06-17 10:30"),
        ("6月1日之前的地址", None, "2026-06-01"),
        ("5月20日以后学会了什么", "2026-05-21", "2026-06-17 10:30"),
        ("周一以来的进展", "2026-06-15", "2026-06-17 10:30"),
        ("过去两周跑了几次", "2026-06-03 10:30", "2026-06-17 10:30"),
        ("这两天的报错", "2026-06-16", "2026-06-18"),
        ("上个月15号签的合同", "2026-05-15", "2026-05-16"),
        ("国庆节去了哪", "2025-10-01", "2025-10-02"),
        ("除夕吃了什么", "2026-02-16", "2026-02-17"),
        ("去年中秋在哪过的", "2025-10-06", "2025-10-07"),
        ("正月初五", "2026-02-21", "2026-02-22"),
        ("清明那天", "2026-04-05", "2026-04-06"),
        ("五月第一个周一", "2026-05-04", "2026-05-05"),
        ("周五我约了谁", "2026-06-19", "2026-06-20"),
        ("后天有什么安排", "2026-06-19", "2026-06-20"),
    ],
)
def test_an_expression_is_read_as_the_time_that_was(text, since, until):
    assert local(text) == (since, until)


@pytest.mark.parametrize(
    "text",
    [
        "我的三点建议分别是什么",
        "五一广场店的电话是多少",
        "八一路的房子多少平",
        "三月是我的猫吗",
        "周五一的工位在哪",
        "我每周五固定做什么",
        "我周末一般喜欢做什么",
        "第一医院的电话",
        "怎么设置两步验证",
        "一点也不喜欢香菜",
        "最近我在忙什么",
        "刚才我说了什么",
        "前两天我让你记的东西",
        "上次我们聊到哪儿了",
    ],
)
def test_what_only_looks_like_a_time_is_none(text):
    assert local(text) is None


def test_vague_words_are_told_instead_of_guessed():
    found = [read_time(text, now=NOW, time_zone=ZONE).vague for text in ("最近在忙什么", "刚才", "前几天", "昨天")]

    assert found == ["最近", "刚才", "前几天", None]


def test_the_lunar_calendar_knows_leap_months():
    assert str(lunar_day(2025, 7, 15)) == "2025-09-06"  # after a second sixth month
    assert str(lunar_day(2023, 1, 1)) == "2023-01-22"
    assert lunar_day(1890, 1, 1) is None


PIECES = [
    "上",
    "个",
    "月",
    "周",
    "年",
    "前",
    "9999",
    "0",
    "31",
    "号",
    "十二",
    "到",
    "之前",
    ":",
    "-",
    "last ",
    "ago ",
    "week ",
    "May ",
    "29 ",
    "Feb ",
]


@given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_can_be_read_and_an_interval_ends_after_it_begins(text):
    found = read_time(text, now=NOW, time_zone=ZONE).interval

    assert found is None or found.since is None or found.until is None or found.since <= found.until
