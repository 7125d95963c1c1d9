"""Time expressions in English, asked on a Wednesday in June."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from graphmem.language.time import read_time

ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 6, 17, 10, 30, tzinfo=ZONE)


def local(text, now=NOW, zone=ZONE):
    found = read_time(text, now=now, time_zone=zone).interval
    if found is None:
        return None
    ends = [
        None if end is None else end.astimezone(zone).strftime("%Y-%m-%d %H:%M") for end in (found.since, found.until)
    ]
    return tuple(end and end.removesuffix(" 00:00") for end in ends)


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("what did I say yesterday", "2026-06-16", "2026-06-17"),
        ("and the day before yesterday?", "2026-06-15", "2026-06-16"),
        ("what did we do last week", "2026-06-08", "2026-06-15"),
        ("what did we do the week before last", "2026-06-01", "2026-06-08"),
        ("bugs from three weeks ago", "2026-05-25", "2026-06-01"),
        ("who called ten days ago", "2026-06-07", "2026-06-08"),
        ("where did I live half a year ago", "2025-12-01", "2026-01-01"),
        ("where did I live a year and a half ago", "2024-12-01", "2025-01-01"),
        ("what broke two Fridays ago", "2026-06-05", "2026-06-06"),
        ("what broke the Friday before last", "2026-06-05", "2026-06-06"),
        ("what did Anna say last Friday", "2026-06-12", "2026-06-13"),
        ("what did we agree on Monday", "2026-06-15", "2026-06-16"),
        ("what did we agree on Thursday", "2026-06-11", "2026-06-12"),
        ("what came up on Tuesday last week", "2026-06-09", "2026-06-10"),
        ("who was there on Tuesday evening", "2026-06-16 18:00", "2026-06-17"),
        ("who was there last night", "2026-06-16 18:00", "2026-06-17 06:00"),
        ("the call at 3pm yesterday", "2026-06-16 15:00", "2026-06-16 16:00"),
        ("the call yesterday at 15:20", "2026-06-16 15:20", "2026-06-16 15:21"),
        ("yesterday between 2 pm and 4 pm", "2026-06-16 14:00", "2026-06-16 16:00"),
        ("what happened over the weekend", "2026-06-13", "2026-06-15"),
        ("what did I decide in March", "2026-03-01", "2026-04-01"),
        ("what did I decide in September", "2025-09-01", "2025-10-01"),
        ("what did I decide in June last year", "2025-06-01", "2025-07-01"),
        ("who came in early April", "2026-04-01", "2026-04-11"),
        ("who came at the end of May", "2026-05-21", "2026-06-01"),
        ("what did we ship in Q1", "2026-01-01", "2026-04-01"),
        ("what did we ship in the first half of 2025", "2025-01-01", "2025-07-01"),
        ("where did I go last summer", "2025-06-01", "2025-09-01"),
        ("which talks did I hear in 2024", "2024-01-01", "2025-01-01"),
        ("what did I write on May 3rd, 2025", "2025-05-03", "2025-05-04"),
        ("what did I write on 3 May", "2026-05-03", "2026-05-04"),
        ("notes of 2026-04-09", "2026-04-09", "2026-04-10"),
        ("notes of 09/04/2026", "2026-04-09", "2026-04-10"),
        ("from May 3 to May 10", "2026-05-03", "2026-05-11"),
        ("between December and February", "2025-12-01", "2026-03-01"),
        ("from Monday to Wednesday last week", "2026-06-08", "2026-06-11"),
        ("last week between Tuesday and Thursday", "2026-06-09", "2026-06-12"),
        ("what have I done since Monday", "2026-06-15", "2026-06-17 10:30"),
        ("addresses before June 1", None, "2026-06-01"),
        ("what have I learned after May 20", "2026-05-21", "2026-06-17 10:30"),
        ("what did I eat over the past two weeks", "2026-06-03 10:30", "2026-06-17 10:30"),
        ("what did I note earlier today", "2026-06-17", "2026-06-17 10:30"),
        ("where was I on Christmas Eve", "2025-12-24", "2025-12-25"),
        ("where was I at Easter 2024", "2024-03-31", "2024-04-01"),
        ("what do I have on Friday", "2026-06-19", "2026-06-20"),
        ("what is planned for tomorrow", "2026-06-18", "2026-06-19"),
        ("the first Monday of May", "2026-05-04", "2026-05-05"),
    ],
)
def test_an_expression_is_read_as_the_time_that_was(text, since, until):
    assert local(text) == (since, until)


@pytest.mark.parametrize(
    "text",
    [
        "May told me about a bakery",
        "May I see my recipes?",
        "What is April's favourite food?",
        "how do I march in step",
        "give me a second opinion",
        "what is on the last page",
        "which of my 12 rules is about sleep",
        "what does error 2019 mean",
        "which Monday.com board is ours",
        "did anybody mention the Saturday Night Live sketch",
        "what do I do every Friday",
        "how do I usually spend my Sundays",
        "what have I been listening to recently",
        "when was the last time I swam",
        "",
    ],
)
def test_what_only_looks_like_a_time_is_none(text):
    assert local(text) is None


def test_a_day_is_as_long_as_the_clock_makes_it():
    zone = ZoneInfo("America/New_York")
    found = read_time("yesterday", now=datetime(2026, 3, 9, 9, tzinfo=zone), time_zone=zone).interval

    assert found is not None
    assert (found.since, found.until) == (datetime(2026, 3, 8, 5, tzinfo=UTC), datetime(2026, 3, 9, 4, tzinfo=UTC))


def test_the_days_are_those_of_the_users_zone():
    late = datetime(2026, 6, 17, 22, 30, tzinfo=UTC)

    assert local("yesterday", late, ZoneInfo("Asia/Shanghai")) == ("2026-06-17", "2026-06-18")
    assert local("yesterday", late, ZoneInfo("America/New_York")) == ("2026-06-16", "2026-06-17")


def test_a_date_in_figures_follows_the_side_of_the_atlantic():
    assert local("04/09/2026", zone=ZoneInfo("America/New_York")) == ("2026-04-09", "2026-04-10")
    assert local("04/09/2026", zone=ZoneInfo("Europe/London")) == ("2026-09-04", "2026-09-05")


def test_the_precision_is_that_of_the_words():
    words = {
        "yesterday": "day",
        "last week": "week",
        "in March": "month",
        "at 3pm yesterday": "hour",
        "in 2024": "year",
    }

    assert {text: read_time(text, now=NOW, time_zone=ZONE).interval.precision for text in words} == words
