"""What the rules for time expressions in English share: the words they are made of."""

from __future__ import annotations

import re

from graphmem.language.time.english_words import DAYS, MONTHS, ORDINAL, UNITS
from graphmem.language.time.rules import Rules

rule = Rules(before=r"(?<![\w.'])", after=r"(?![\w])")
"""Adds a rule, which finds whole words; knows them all."""
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
DAY = "|".join(sorted(DAYS, key=len, reverse=True))
UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
SEASON = "spring|summer|autumn|fall|winter"
DATE = rf"(?:(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?|{ORDINAL})"
YEAR = r"(?:1[6-9]|20|21)\d\d"
SEASON_MONTH = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
STEPS = {"last": -1, "past": -1, "previous": -1, "this": 0, "current": 0, "that": 0, "next": 1, "coming": 1} | {
    "following": 1,
    "upcoming": 1,
    "the": 0,
}
COUNTED = re.compile(
    r"\b(?:rat(?:ed|ings?)|scores?d?|numbers?|prices?|values?|marks?|levels?|grades?|points?|stars?|amounts?|sizes?"
    r"|ages?|aged|versions?|steps?|pages?|chapters?|items?|rules?|orders?|tickets?|rows?|lines?|votes?)\b[^.?!,]{0,20}$"
)
"""Before numbers that are none of the calendar: "ratings between 3 and 5 on Monday"."""
