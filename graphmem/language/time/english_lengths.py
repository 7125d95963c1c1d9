"""Lengths of time in English: within two days, an hour and a half ago, less than two weeks ago, two decades."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from graphmem.language.time import relative
from graphmem.language.time.atoms import Atom, Context, ago, around, rolling, shifted
from graphmem.language.time.english_rules import MONTH, SEASON, UNIT, YEAR, rule
from graphmem.language.time.english_words import NUMBER, UNITS, number_of
from graphmem.language.time.rules import one
from graphmem.language.time.spans import Grain, Span

_SECOND = r"seconds?|secs?"
_AMOUNT = rf"(?:{NUMBER[1:-1]}) ?(?:(?:{UNIT})s?|{_SECOND})"
AMOUNTS = rf"{_AMOUNT}(?:(?:,|,? and)? {_AMOUNT})*"
"""One or more: "2 days, 3 hours and 5 minutes"."""
_EACH = re.compile(rf"{NUMBER} ?(?:({UNIT})s?|{_SECOND})")

Amount = tuple[float, Grain]


def amounts_of(words: str) -> list[Amount] | None:
    """The numbers and units of `AMOUNTS`, seconds as parts of a minute; None where they are vague."""
    amounts: list[Amount] = []
    for match in _EACH.finditer(words):
        number = number_of(match[1])
        if number is None:
            return None
        amounts.append((number, UNITS[match[2]]) if match[2] else (number / 60, Grain.MINUTE))
    return amounts


def moved(moment: datetime, sign: int, amounts: Sequence[Amount]) -> datetime:
    """`moment` so much later, or earlier with a `sign` of -1."""
    for number, unit in amounts:
        moment = shifted(moment, sign * number, unit)
    return moment


@rule(rf"within (?:the )?(next |upcoming |coming |following )?({AMOUNTS})")
def _within(match: re.Match[str]) -> list[Atom] | None:
    amounts = amounts_of(match[2])
    if amounts is None or (not match[1] and all(unit is Grain.MINUTE for _, unit in amounts)):
        return None  # "within five minutes" says how fast

    def resolve(context: Context) -> Span | None:
        return Span(context.now, moved(context.now, 1, amounts), amounts[-1][1])

    return one(match, max(unit for _, unit in amounts), resolve, fixed=True)


@rule(rf"(?:less|fewer) than ({AMOUNTS}) (ago|back|from now|from today)")
def _less_than(match: re.Match[str]) -> list[Atom] | None:
    amounts, ahead = amounts_of(match[1]), match[2].startswith("from")
    if amounts is None:
        return None

    def resolve(context: Context) -> Span | None:
        there = moved(context.now, 1 if ahead else -1, amounts)
        return Span(min(context.now, there), max(context.now, there), amounts[-1][1])

    return one(match, max(unit for _, unit in amounts), resolve, fixed=True)


@rule(rf"({AMOUNTS}) (ago|back|later|from now|hence)")
def _long_ago(match: re.Match[str]) -> list[Atom] | None:
    amounts = amounts_of(match[1])
    if amounts is None or len(amounts) < 2:
        return None
    sign = -1 if match[2] in ("ago", "back") else 1

    def resolve(context: Context) -> Span | None:
        return around(moved(context.now, sign, amounts), 0, max(min(unit for _, unit in amounts), Grain.HOUR))

    return one(match, Grain.DAY, resolve, fixed=True)


@rule(r"half an? (year|hour|month|day|decade) (ago|back|from now|later)")
def _half_ago(match: re.Match[str]) -> list[Atom]:
    sign = -1 if match[2] in ("from now", "later") else 1
    number, unit = relative.HALF[Grain[match[1].upper()]]
    return one(match, unit, ago(sign * number, unit), fixed=True)


@rule(rf"in {NUMBER}(?: of)? ({UNIT})s?(?: time)?(?=\s*[?.!,]|$)")
def _in_units(match: re.Match[str]) -> list[Atom] | None:
    number = number_of(match[1])
    return None if number is None else one(match, UNITS[match[2]], ago(-number, UNITS[match[2]]), fixed=True)


_LONG = {"fortnight": (2, Grain.WEEK), "quarter": (3, Grain.MONTH), "decade": (10, Grain.YEAR)}
"""Units that are several of another one."""


@rule(rf"(?:the )?(?:last|past|previous) (?:{NUMBER} (quarter|decade|fortnight)s|(fortnight))")
def _past_long(match: re.Match[str]) -> list[Atom] | None:
    number, (times, unit) = number_of(match[1] or "a"), _LONG[match[2] or match[3]]
    return None if number is None else one(match, unit, rolling(times * number, unit), fixed=True)


@rule(rf"{NUMBER} (quarter|fortnight)s? (?:ago|back)")
def _quarters_ago(match: re.Match[str]) -> list[Atom] | None:
    number = number_of(match[1])
    if number is None:
        return None
    steps = int(number)
    if match[2] == "quarter":
        return relative.stepped(match, "quarter", -steps, {})
    return one(match, Grain.WEEK, ago(2 * number, Grain.WEEK), fixed=True)


@rule(
    rf"(?:the )?(first|last|final) {NUMBER} (day|week|month)s(?: of| in)(?= (?:the )?(?:last |this |next |previous )?"
    rf"(?:{MONTH}|{YEAR}|{SEASON}|year|month|quarter|q[1-4]|decade)\b)"
)
def _first_of(match: re.Match[str]) -> list[Atom] | None:
    """The last ten days of May."""
    number, unit = number_of(match[2]), UNITS[match[3]]
    return (
        None
        if number is None
        else one(match, unit, relative.end_of(number, unit, first=match[1] == "first"), bare=True)
    )


@rule(
    rf"(?:this (?:very )?day|the same day) last (week|month|year)"
    rf"|{NUMBER} (week|month|year)s? ago (?:today|to the day)"
)
def _same_day(match: re.Match[str]) -> list[Atom] | None:
    """A year ago today, this day last month."""
    number, unit = number_of(match[2] or "a"), UNITS[match[1] or match[3]]
    return None if number is None else one(match, Grain.DAY, relative.same_day(number, unit), fixed=True)
