"""Dates in figures alone: 04/09/2026, 5/4, 13.5.2015; and what looks like them."""

from __future__ import annotations

import re

from graphmem.language.time.atoms import Atom, day_of_month, month
from graphmem.language.time.english_rules import YEAR
from graphmem.language.time.rules import Make, on_date
from graphmem.language.time.spans import Grain

_VERSIONED = re.compile(r"\b(?:version|release|v|ver|python|node|java|build|firmware|ios|macos|kernel)\.? $")
_COUNTABLE = re.compile(
    r"\b(?:rooms?|ratio|score|flat|unit|apartment|number|no|grade|rated|page|part|gate|bus|line)\.? $"
)
_DATED_BY = re.compile(
    r"(?:^|[,(]|\b(?:on|from|since|until|till|by|before|after|between|for|to|of|in|and|during|around|the|last|this"
    r"|dated|due|through|starting|as of|day|mon|tue|wed|thu|fri|sat|sun))\s*$"
)
_FRACTION = re.compile(
    r" (?:of (?:the|my|our|all|a|an|it|them)|cup|full|done|inch|hours?|teaspoon|tsp|tbsp|majority)\b"
)
_NOUN = re.compile(
    r" (?!(?:to|and|at|in|until|till|or|when|that|did|was|were|we|i|last|this|with|about|through)\b)[a-z]"
)


def century(year: str) -> int:
    """A year of four figures, or of two: 26 is 2026, 99 is 1999."""
    return int(year) if len(year) > 2 else int(year) + (2000 if int(year) < 50 else 1900)


def slashed(day_first: bool) -> tuple[re.Pattern[str], Make]:
    """The rule for 04/09/2026, which is another day on the two sides of the Atlantic."""

    def make(match: re.Match[str]) -> list[Atom] | None:
        first, second = int(match[1]), int(match[3])
        if second > 12 or (first <= 12 and not day_first):
            first, second = second, first
        if match[4]:
            return None if _is_version(match) else on_date(match, century(match[4]), second, first)
        if not 1 <= second <= 12 or not _is_day(match):
            return None
        atoms = [Atom(match.start(), match.start() + 1, Grain.MONTH, month(second))]
        return [*atoms, Atom(match.start() + 1, match.end(), Grain.DAY, day_of_month(first))]

    in_chinese = rf"(?<=[\u4e00-\u9fff])(?=\d\d?(?:[/.-]\d\d?[/.-]{YEAR}|/\d\d?/\d\d)(?!\d))"
    year = rf"\2({YEAR}|\d\d)(?![a-z\d_/-]|[.:]\d)"
    pattern = rf"(?:(?<![\w./:-])|{in_chinese})(\d\d?)([/.-])(\d\d?)(?:{year}|(?![\w/-]|[.:]\d))"
    return re.compile(pattern), make


def _is_version(match: re.Match[str]) -> bool:
    """Three short numbers with dots: "3.10.15" is a version, unless a day is asked for or it is written 05.04.26."""
    if match[2] != "." or len(match[4]) > 2:
        return False
    return len(match[0]) < 8 or bool(_VERSIONED.search(match.string[: match.start()]))


def _is_day(match: re.Match[str]) -> bool:
    """Two numbers: 5/4, unless it is a share; "on 4-22", which is a score when there is no "on"."""
    head, tail = match.string[: match.start()], match.string[match.end() :]
    if match[2] == "/":
        noun = _NOUN.match(tail) and not _DATED_BY.search(head)
        return match[0] != "24/7" and not (noun or _FRACTION.match(tail) or _COUNTABLE.search(head))
    clear = max(int(match[1]), int(match[3])) > 12 or len(match[1]) == len(match[3]) == 2
    return match[2] == "-" and clear and bool(re.search(r"\bon $", head))
