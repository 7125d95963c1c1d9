"""Pieces that say which one they mean by counting from now: last week, the Friday before last, 上上个月."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta

from graphmem.language.time.atoms import Atom, Context, Resolve, always, candidate
from graphmem.language.time.holidays import Holiday
from graphmem.language.time.spans import (
    Grain,
    Span,
    day_span,
    months_span,
    quarter_span,
    week_span,
    weekend_span,
    year_span,
)

GRAINS = {
    "day": Grain.DAY,
    "week": Grain.WEEK,
    "weekend": Grain.WEEKEND,
    "month": Grain.MONTH,
    "quarter": Grain.QUARTER,
    "year": Grain.YEAR,
    "decade": Grain.DECADE,
}


def unit_span(now: datetime, name: str, step: int) -> Span:
    """The day, week, weekend, month, quarter, year or decade that lies `step` after the one of `now`."""
    if name == "day":
        return day_span(now.date() + timedelta(days=step))
    if name == "week":
        return week_span(now.date(), step)
    if name == "weekend":
        return weekend_span(now.date(), step)
    if name == "month":
        return months_span(now.year, now.month + step)
    if name == "quarter":
        return quarter_span(now.year, (now.month - 1) // 3 + 1 + step)
    if name == "year":
        return year_span(now.year + step)
    return year_span((now.year // 10 + step) * 10, 10, Grain.DECADE)


def stepped(match: re.Match[str], name: str, step: int, days: Mapping[str, int]) -> list[Atom]:
    """The piece for a unit or a weekday so many steps away; a weekday counts in its own weeks.

    "Last Friday" is the one of the week before; "two Fridays ago" and "the Friday before last" count Fridays.
    """
    grain = Grain.DAY if name in days else GRAINS[name]
    if name not in days:
        return [Atom(*match.span(), grain, always(lambda now: unit_span(now, name, step)), fixed=True)]
    weekday = days[name]

    def resolve(context: Context) -> Span | None:
        today = context.now.date()
        if -1 <= step <= 1:
            monday = today - timedelta(days=today.weekday())
            return day_span(monday + timedelta(weeks=step, days=weekday))
        latest = today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)
        return day_span(latest + timedelta(weeks=step + 1 if step < 0 else step))

    return [Atom(*match.span(), grain, resolve, fixed=True)]


def holiday(of: Holiday) -> Resolve:
    """A day with a name: of the year it is within, or the last one there was."""

    def span(year: int) -> Span | None:
        day = of(year)
        return None if day is None else day_span(day)

    def resolve(context: Context) -> Span | None:
        if context.within is not None and context.within.since is not None:
            return span(context.within.since.year)
        return candidate(context, [span(context.now.year + step) for step in (-2, -1, 0, 1)])

    return resolve
