"""What the rules for time expressions in English share: how one is added, and the words they are made of."""

from __future__ import annotations

import re
from collections.abc import Callable

from graphmem.language.time.atoms import (
    Atom,
    Resolve,
)
from graphmem.language.time.english_words import DAYS, MONTHS, ORDINAL, UNITS
from graphmem.language.time.spans import (
    Grain,
)

Make = Callable[[re.Match[str]], list[Atom] | None]
RULES: list[tuple[re.Pattern[str], Make]] = []
"""All of them; each module of rules adds its own when it is imported."""
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


def rule(pattern: str) -> Callable[[Make], Make]:
    """Add a function that makes pieces of what `pattern` finds, between borders of words."""

    def add(make: Make) -> Make:
        RULES.append((re.compile(rf"(?<![\w.'])(?:{pattern})(?![\w])"), make))
        return make

    return add


def one(match: re.Match[str], grain: Grain, resolve: Resolve, *, fixed: bool = False, bare: bool = False) -> list[Atom]:
    """The whole match as one piece."""
    return [Atom(match.start(), match.end(), grain, resolve, fixed=fixed, bare=bare)]
