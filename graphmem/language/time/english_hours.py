"""Times of day in English."""

from __future__ import annotations

import re
from dataclasses import replace

from graphmem.language.time import relative
from graphmem.language.time.atoms import (
    Atom,
    Context,
    clock,
    part_of_day,
)
from graphmem.language.time.english_rules import COUNTED, DATE, DAY, MONTH, rule
from graphmem.language.time.english_words import CARDINAL, HOUR_WORD, ordinal_of
from graphmem.language.time.rules import one
from graphmem.language.time.spans import Grain, Span

_PART = "mornings?|afternoons?|evenings?|nights?|noon|midday|midnight|daytime|lunchtime"


HOURS = {
    "morning": (6, 12),
    "afternoon": (12, 18),
    "evening": (18, 24),
    "night": (18, 24),
    "noon": (12, 13),
    "midday": (12, 13),
    "lunchtime": (12, 14),
    "midnight": (24, 25),
    "daytime": (8, 18),
}


_HALVES = {
    "early morning": (5, 9),
    "late morning": (10, 12),
    "early afternoon": (12, 14),
    "late afternoon": (15, 18),
    "early evening": (17, 20),
    "late evening": (20, 24),
    "late night": (22, 24),
}


@rule(r"tonight|(?:later )?this (?:evening|night)")
def _tonight(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.PART, part_of_day(18, 24), fixed=True)


@rule(r"(?:the )?night before last")
def _night_before_last(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.PART, lambda context: part_of_day(-30, -18)(Context(context.now)), fixed=True)


@rule(r"(?:over|during )?last night|yesterday night|overnight")
def _last_night(match: re.Match[str]) -> list[Atom]:
    def resolve(context: Context) -> Span | None:
        return part_of_day(-6, 6)(Context(context.now))

    return one(match, Grain.PART, resolve, fixed=True)


@rule(r"(?:early |late |earlier )?this (morning|afternoon)|(?:earlier )?(?:in )?this (morning|afternoon)")
def _this_part(match: re.Match[str]) -> list[Atom]:
    hours = HOURS[match[1] or match[2]]
    return one(match, Grain.PART, lambda context: part_of_day(*hours)(Context(context.now)), fixed=True)


@rule(
    rf"(?:in the |during the |at |on |that )?(?:(early|late)[ -])?({_PART})(?: of| on)?(?! (?:owl"
    r"|shift|mode|light|club|routine))"
)
def _part(match: re.Match[str]) -> list[Atom] | None:
    if match[2] != "mornings" and match[2].endswith("s") and match[2] not in HOURS:
        return None
    hours = _HALVES.get(f"{match[1]} {match[2]}") or HOURS.get(match[2])
    return None if hours is None else one(match, Grain.PART, part_of_day(*hours), bare=True)


_HALF_DAY = r"(?:1[0-2]|0?[1-9])(?::\d\d)? ?([ap])\.?m"


@rule(
    rf"(?<=from )(1[0-2]|0?[1-9])(?=(?: to | until | ?- ?){_HALF_DAY})"
    rf"|(?<=between )(1[0-2]|0?[1-9])(?= and {_HALF_DAY})"
)
def _borrowed_hour(match: re.Match[str]) -> list[Atom]:
    hour = int(match[1] or match[3]) % 12
    return _clock(match, hour, None, (match[2] or match[4]) == "p")


@rule(r"(?:(?:at|around|about|by) )?(1[0-2]|0?[1-9])(?:[:.]([0-5]\d)(?::[0-5]\d)?)? ?(am|pm|a\.m\.?|p\.m\.?)")
def _twelve(match: re.Match[str]) -> list[Atom]:
    return _clock(match, int(match[1]) % 12, match[2], match[3].startswith("p"))


@rule(r"(?:(?:at|around|about|by) )?(2[0-3]|1\d|0?\d):([0-5]\d)(?::\d\d)?(?!:?\d)")
def _twentyfour(match: re.Match[str]) -> list[Atom]:
    hour = int(match[1])
    return _clock(match, hour, match[2], None if 0 < hour < 12 else False)


@rule(r"at (1[0-2]|[1-9])(?: o'?clock)?(?= (?:yesterday|today|tomorrow|on|last|in the))|(1[0-2]|[1-9]) o'?clock")
def _hour(match: re.Match[str]) -> list[Atom]:
    return _clock(match, int(match[1] or match[2]), None, None)


_PAST = {"half": 30, "quarter": 15, "a quarter": 15}


@rule(
    rf"(?:(?:at|around|about|by) )?(?:(half|a quarter|quarter)|({CARDINAL}|[1-5]?\d) min(?:ute)?s?) (past|after|to"
    rf"|before) ({HOUR_WORD}|1[0-2]|0?[1-9])(?!:\d)(?=\s*(?:[?.!,;]|$)| (?:in the|on|at|yesterday|today|tomorrow|last"
    rf"|this|o'clock|and|to|until)\b)"
)
def _past_the_hour(match: re.Match[str]) -> list[Atom] | None:
    """Half past eight, a quarter to 9, 20 minutes past seven."""
    minutes, hour = _PAST.get(match[1]) or ordinal_of(match[2]), ordinal_of(match[4])
    if minutes is None or hour is None or (match[1] == "half" and match[3] not in ("past", "after")):
        return None
    if match[3] in ("to", "before"):
        hour, minutes = hour - 1 or 12, 60 - minutes
    return _clock(match, hour, f"{minutes:02}", None)


@rule(
    rf"(?:at|around|by) ({HOUR_WORD})(?=\s*(?:[?.!,;]|$)| (?:o'clock|in the|on|yesterday|today|tomorrow|tonight|last"
    rf"|this)\b)"
)
def _hour_in_words(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.HOUR, clock(ordinal_of(match[1]) or 0, None), bare=True)


@rule(r"(?:(?<=\d )|(?<=day )|(?<=th )|(?<=st )|(?<=[nr]d ))(?:in the )?([ap])\.?m\.?")
def _half_day(match: re.Match[str]) -> list[Atom]:
    """Tuesday PM; with an hour before it, it belongs to the hour."""
    return one(match, Grain.PART, part_of_day(*((0, 12) if match[1] == "a" else (12, 24))), bare=True)


_H = r"(2[0-4]|1\d|0?[1-9])(?::([0-5]\d))?"
_DATED = (
    rf"(?:(?:{MONTH})\.? (?:the )?{DATE}|{DATE}(?: of)? (?:{MONTH})|\d\d?/\d\d?"
    r"|\d{4}-\d\d?-\d\d?|\d\d?(?:st|nd|rd|th))\b"
)
_NEAR = rf"(?:yesterday|today|tomorrow|(?:last |this |next )?(?:{DAY}))\b"
_DAY_BEFORE = re.compile(rf"(?:\b(?:yesterday|today|tomorrow|{DAY})|\d)\.?,? $")


@rule(
    rf"(?:from|between) {_H}(?: ?[-\u2013] ?| to | and | until | till ){_H}"
    rf"(?:(?= (?:(?:on|of) (?:the )?)?{_NEAR})|(?= (?:on|of) (?:the )?{_DATED})|(?P<last>(?=\s*(?:[?.!,;]|$))))"
)
def _hours(match: re.Match[str]) -> list[Atom] | None:
    """Between 10 and 11:30 of a day, which must be named: as said, the end later than the beginning."""
    head = match.string[: match.start()]
    if match["last"] is not None and not _DAY_BEFORE.search(head):
        return None
    if COUNTED.search(head):
        return None
    first = clock(int(match[1]), int(match[2] or 0))
    last = clock(int(match[3]), int(match[4] or 0))

    def resolve(context: Context) -> Span | None:
        since = first(context)
        if context.within is None or since is None:
            return None
        until = last(replace(context, after=since.since))
        return None if until is None else Span(since.since, until.since, Grain.HOUR)

    return one(match, Grain.HOUR, resolve, bare=True)


def _clock(match: re.Match[str], hour: int, minute: str | None, afternoon: bool | None) -> list[Atom]:
    grain = Grain.MINUTE if minute else Grain.HOUR
    resolve = clock(hour, int(minute) if minute else None, afternoon=afternoon)
    return one(match, grain, resolve)


@rule(r"(?:right |until |up to )?now|the present|present day")
def _now(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.MINUTE, relative.present, fixed=True, bare=True)
