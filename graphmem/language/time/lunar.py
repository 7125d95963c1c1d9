"""The Chinese lunar calendar of 1950 to 2100, from a table."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from importlib.resources import files

FIRST, LAST = 1950, 2100
"""Lunar years in the table."""


@cache
def _years() -> dict[int, tuple[date, int, str]]:
    lines = files("graphmem.language.time").joinpath("lunar.txt").read_text(encoding="utf-8").splitlines()[1:]
    found = {}
    for line in lines:
        start, leap, lengths = line.split()
        first = date.fromisoformat(start)
        found[first.year] = (first, int(leap), lengths)
    return found


def lunar_day(year: int, month: int, day: int) -> date | None:
    """The day of a lunar date (of a month that is doubled, in the first one); None outside the table.

    `month` 13 is the first one of the next year; `day` 0 is the last day of the month before.

    >>> lunar_day(2026, 1, 1), lunar_day(2026, 1, 0), lunar_day(2026, 5, 5)
    (datetime.date(2026, 2, 17), datetime.date(2026, 2, 16), datetime.date(2026, 6, 19))
    """
    known = _years().get(year)
    if known is None:
        return None
    first, leap, lengths = known
    before = month - 1 + (1 if 0 < leap < month else 0)
    return first + timedelta(days=sum(29 + int(length) for length in lengths[:before]) + day - 1)
