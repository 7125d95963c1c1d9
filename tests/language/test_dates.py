from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.dates import MentionedDate, mentioned_dates

SEVENTH = (2023, 5, 7)


def found(text: str) -> list[tuple[int | None, int, int | None]]:
    return [(date.year, date.month, date.day) for date in mentioned_dates(text)]


@pytest.mark.parametrize(
    "text",
    [
        "7 May 2023",
        "on the 7th of May, 2023",
        "May 7, 2023",
        "May 7th, 2023",
        "2023-05-07",
        "2023-05-07T10:00:00Z",
        "2023/5/7",
        "7-May-2023",
        "2023年5月7日",
        "2023 年 5 月 7 号",
        "二〇二三年五月七日",
        "２０２３年５月７日",
    ],
)
def test_a_whole_date_is_read_in_every_spelling(text: str) -> None:
    assert found(text) == [SEVENTH]
    assert found(f"Was it {text}?") == [SEVENTH]


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("in May", [(None, 5, None)]),
        ("What happened last May?", [(None, 5, None)]),
        ("October 2022", [(2022, 10, None)]),
        ("In October we met", [(None, 10, None)]),
        ("Feb. 3", [(None, 2, 3)]),
        ("dec 25", [(None, 12, 25)]),
        ("May 3rd", [(None, 5, 3)]),
        ("in March 2024", [(2024, 3, None)]),
        ("2023-05", [(2023, 5, None)]),
        ("5月7日", [(None, 5, 7)]),
        ("五月", [(None, 5, None)]),
        ("去年十二月二十五号", [(None, 12, 25)]),
        ("2023年5月份", [(2023, 5, None)]),
        ("10 May and 11 June", [(None, 5, 10), (None, 6, 11)]),
        ("from 3 June to 三月四日", [(None, 6, 3), (None, 3, 4)]),
    ],
)
def test_a_partial_date_is_read_as_far_as_it_goes(text: str, dates: list[tuple[int | None, int, int | None]]) -> None:
    assert found(text) == dates


@pytest.mark.parametrize(
    "text",
    [
        "It may rain",
        "May I come in?",
        "This may take a while",
        "March on!",
        "ready to march",
        "三个月",
        "5个月前",
        "月亮",
        "1号楼",
        "Neo4j 2026.09",
        "version 2026.09.0",
        "05/07/2023",
        "31 April",
        "29 February 2023",
        "2023-13-45",
        "call 555-2023-05-07",
        "in 2023",
        "decide on the marker",
        "",
    ],
)
def test_what_is_no_date_gives_none(text: str) -> None:
    assert found(text) == []


def test_a_date_said_twice_is_one() -> None:
    assert mentioned_dates("7 May 2023, that is 2023年5月7日") == (MentionedDate(*SEVENTH),)


@given(st.dates(min_value=date(1000, 1, 1), max_value=date(2999, 12, 31)))
def test_every_day_is_read_back_from_iso_and_chinese(day: date) -> None:
    expected = [(day.year, day.month, day.day)]
    assert found(f"x {day.isoformat()} y") == expected
    assert found(f"在{day.year}年{day.month}月{day.day}日") == expected


@given(st.text(max_size=200))
def test_any_text_can_be_looked_through(text: str) -> None:
    assert all(1 <= date.month <= 12 for date in mentioned_dates(text))
