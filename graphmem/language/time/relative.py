"""Pieces that say which one they mean by counting from now: last week, the Friday before last, 上上个月."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta

from graphmem.language.time.atoms import Atom, Context, Resolve, always, candidate, shifted
from graphmem.language.time.holidays import Holiday, nth_weekday
from graphmem.language.time.spans import (
    Grain,
    Span,
    day_span,
    months_span,
    quarter_span,
    third_of,
    week_span,
    weekend_span,
    year_span,
)

SATURDAY = 5
HALF: Mapping[Grain, tuple[float, Grain]] = {
    Grain.DECADE: (5, Grain.YEAR),
    Grain.YEAR: (6, Grain.MONTH),
    Grain.MONTH: (2, Grain.WEEK),
    Grain.DAY: (12, Grain.HOUR),
    Grain.HOUR: (30, Grain.MINUTE),
}
"""What half of a unit is."""
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


def of_year(span: Callable[[int], Span | None]) -> Resolve:
    """What every year has one of: that of the year it is within, or the last one there was."""

    def resolve(context: Context) -> Span | None:
        if context.within is not None and context.within.since is not None:
            return span(context.within.since.year)
        return candidate(context, [span(context.now.year + step) for step in (-2, -1, 0, 1)])

    return resolve


def holiday(of: Holiday) -> Resolve:
    """A day with a name."""

    def span(year: int) -> Span | None:
        day = of(year)
        return None if day is None else day_span(day)

    return of_year(span)


def weekend(context: Context) -> Span | None:
    """The last one there was."""
    return candidate(context, [weekend_span(context.now.date(), weeks) for weeks in (-2, -1, 0, 1)])


def third(number: int) -> Resolve:
    """The beginning, middle or end of the month or year it is within."""
    return lambda context: third_of(context.within, number) if context.within else None


def day_with(context: Context, fits: Callable[[date], bool]) -> Span | None:
    """The last day up to today that `fits`; the next one where the future is asked about, or behind a range's start."""
    ahead = context.future or context.after is not None
    start = (context.after or context.now).date()
    days = (start + timedelta(days=step if ahead else -step) for step in range(_DAYS_SEARCHED))
    return next((day_span(day) for day in days if fits(day)), None)


_DAYS_SEARCHED = 430
"""Every weekday meets every day of the month within 14 months, but for the 31st and the 29th of February."""


def nth_within(name: str, weekday: int | None, count: int) -> Resolve:
    """The nth weekday, else the nth "week" or "weekend", of the month it is within; -1 is the last one."""

    def resolve(context: Context) -> Span | None:
        within = context.within
        if within is None or within.since is None or within.until is None:
            return None
        if weekday is not None or name == "weekend":
            first = nth_weekday(within.since.year, within.since.month, SATURDAY if weekday is None else weekday, count)
            return day_span(first, 2, Grain.WEEKEND) if weekday is None else day_span(first)
        if count < 0 and within.grain is Grain.YEAR:  # weeks of years are numbered: the last one holds 28 December
            return week_span(within.until.date() - timedelta(days=4))
        if count < 0:
            return Span(within.until - timedelta(days=7), within.until, Grain.WEEK)
        first_week = week_span(within.since.date() + timedelta(days=3))
        return week_span(first_week.since.date(), count - 1) if first_week.since else None

    return resolve


def end_of(number: float, unit: Grain, *, first: bool) -> Resolve:
    """The first or the last so many units of what it is within, where it has as many."""

    def resolve(context: Context) -> Span | None:
        within = context.within
        if within is None or within.since is None or within.until is None or within.grain <= unit:
            return None
        if first:
            return Span(within.since, min(shifted(within.since, number, unit), within.until), unit)
        return Span(max(shifted(within.until, -number, unit), within.since), within.until, unit)

    return resolve


def same_day(number: float, unit: Grain) -> Resolve:
    """The day that lies so many units before today."""
    return always(lambda now: day_span(shifted(now, -number, unit).date()))


def present(context: Context) -> Span:
    """This moment."""
    return Span(context.now, context.now, Grain.MINUTE)
