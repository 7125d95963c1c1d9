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
        ("what did I note on June 20", "2025-06-20", "2025-06-21"),
        ("what is planned on June 20", "2026-06-20", "2026-06-21"),
        ("from June 10 to June 20", "2026-06-10", "2026-06-21"),
        ("who called on Monday, May 4", "2026-05-04", "2026-05-05"),
        ("from 4 May until Wed, 6 May", "2026-05-04", "2026-05-07"),
        ("what went wrong on Friday the 13th", "2026-03-13", "2026-03-14"),
        ("what did I say on May twenty-one", "2026-05-21", "2026-05-22"),
        ("the talk on Oct/2", "2025-10-02", "2025-10-03"),
        ("the talk on 4-22", "2026-04-22", "2026-04-23"),
        ("where did I live in nineteen ninety-nine", "1999-01-01", "2000-01-01"),
        ("what did I buy on May 3, two thousand and ten", "2010-05-03", "2010-05-04"),
        ("bands of the twenty-tens", "2010-01-01", "2020-01-01"),
        ("photos from May '24", "2024-05-01", "2024-06-01"),
        ("paintings from the 19th century", "1800-01-01", "1900-01-01"),
        ("books of the past two decades", "2006-06-17 10:30", "2026-06-17 10:30"),
        ("what did we ship in the last 3 quarters", "2025-09-17 10:30", "2026-06-17 10:30"),
        ("what was planned two quarters ago", "2025-10-01", "2026-01-01"),
        ("who called a fortnight ago", "2026-06-01", "2026-06-08"),
        ("where was I a year ago today", "2025-06-17", "2025-06-18"),
        ("where was I this day last month", "2026-05-17", "2026-05-18"),
        ("what happened in the last ten days of May", "2026-05-22", "2026-06-01"),
        ("what happened in the first two weeks of last year", "2025-01-01", "2025-01-15"),
        ("the last week of 2025", "2025-12-22", "2025-12-29"),
        ("what came up late last week", "2026-06-11", "2026-06-15"),
        ("how was my week", "2026-06-15", "2026-06-22"),
        ("who wrote less than two weeks ago", "2026-06-03 10:30", "2026-06-17 10:30"),
        ("what is due within 2 days, 3 hours and 30 minutes", "2026-06-17 10:30", "2026-06-19 14:00"),
        ("what did I do for three days from May 3", "2026-05-03", "2026-05-06"),
        ("notes after May 3 and before May 10", "2026-05-04", "2026-05-10"),
        ("who called between 3 and 5 on May 4", "2026-05-04 03:00", "2026-05-04 05:00"),
        ("what did we do yesterday from 10 to 3", "2026-06-16 10:00", "2026-06-16 15:00"),
        ("alerts from 9 pm to 2 am yesterday", "2026-06-16 21:00", "2026-06-17 02:00"),
        ("the call yesterday at half past eight in the evening", "2026-06-16 20:30", "2026-06-16 20:31"),
        ("the call yesterday at a quarter to nine", "2026-06-16 08:45", "2026-06-16 08:46"),
        ("what did I log at 8:00:20pm yesterday", "2026-06-16 20:00", "2026-06-16 20:01"),
        ("what did I write on Feb 5 AM", "2026-02-05", "2026-02-05 12:00"),
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
        "what changed in version 3.10.15",
        "what changed in 3.10.15",
        "is Windows 2015.3 supported",
        "which team won 4-22",
        "what does rule 4-2 say",
        "what did we write in order 12-22",
        "do we offer 24/7 support",
        "what did 3/4 of the users want",
        "does it need a 2/3 majority",
        "which screen has the ratio 16/9",
        "who is in room 12/3",
        "summarise pages from 3 to 5",
        "which ratings between 3 and 5 did we get",
        "who may visit twenty clients",
        "may one ask",
        "did the columns march two by two",
        "how many errors in two thousand lines",
        "what do I think of twenty twenty vision",
        "have I read Nineteen Eighty-Four",
        "is 20th Century Fox a client",
        "does the API answer within 30 seconds",
        "what is the best day of the week",
        "what is my year of birth",
        "who wrote my week-long plan",
        "which company is at one with us",
    ],
)
def test_what_only_looks_like_a_time_is_none(text):
    assert local(text) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("votes between 3 and 5 on May 4", ("2026-05-04", "2026-05-05")),
        ("who won 3-1 on Saturday", ("2026-06-13", "2026-06-14")),
        ("which 12 bugs came up on Monday", ("2026-06-15", "2026-06-16")),
        ("yesterday at one company", ("2026-06-16", "2026-06-17")),
        ("what did the PM say on Tuesday", ("2026-06-16", "2026-06-17")),
    ],
)
def test_numbers_beside_a_day_do_not_narrow_it(text, day):
    assert local(text) == day


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
