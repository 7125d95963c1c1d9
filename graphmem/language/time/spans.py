"""Spans of local time: half-open, naive, in the user's zone, until they become instants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum
from zoneinfo import ZoneInfo


class Grain(IntEnum):
    """How exact an expression is; a finer one can be said within a coarser one ("3 pm" on "Monday" of "last week")."""

    MINUTE = 0
    HOUR = 1
    PART = 2
    THIRD = 3
    DAY = 4
    WEEKEND = 5
    WEEK = 6
    MONTH = 7
    QUARTER = 8
    YEAR = 9
    DECADE = 10
    CENTURY = 11


PRECISION = {
    Grain.MINUTE: "minute",
    Grain.HOUR: "hour",
    Grain.PART: "part_of_day",
    Grain.DAY: "day",
    Grain.WEEKEND: "weekend",
    Grain.WEEK: "week",
    Grain.THIRD: "part_of_month",
    Grain.MONTH: "month",
    Grain.QUARTER: "quarter",
    Grain.YEAR: "year",
    Grain.DECADE: "decade",
    Grain.CENTURY: "century",
}
"""The name of each grain, as `Interval.precision` gives it."""


@dataclass(frozen=True)
class Span:
    """From `since` to before `until`, in local time; None where it is open."""

    since: datetime | None
    until: datetime | None
    grain: Grain


@dataclass(frozen=True)
class Interval:
    """From `since` to before `until`, in UTC; None where it is open. `precision` says how exact the words were."""

    since: datetime | None
    until: datetime | None
    precision: str


def interval(span: Span, zone: ZoneInfo) -> Interval:
    """The instants of a span of local time: a day is 23 or 25 hours long where the clock is changed."""

    def instant(local: datetime | None) -> datetime | None:
        return None if local is None else local.replace(tzinfo=zone).astimezone(UTC)

    return Interval(instant(span.since), instant(span.until), PRECISION[span.grain])


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day)  # noqa: DTZ001 - local time on purpose


def day_span(day: date, days: int = 1, grain: Grain = Grain.DAY) -> Span:
    start = midnight(day)
    return Span(start, start + timedelta(days=days), grain)


def week_span(day: date, weeks: int = 0) -> Span:
    """The week from Monday on that lies `weeks` after the one of `day`."""
    return day_span(day - timedelta(days=day.weekday()) + timedelta(weeks=weeks), 7, Grain.WEEK)


def weekend_span(day: date, weeks: int = 0) -> Span:
    return day_span(day - timedelta(days=day.weekday()) + timedelta(weeks=weeks, days=5), 2, Grain.WEEKEND)


def months_span(year: int, month: int, months: int = 1, grain: Grain = Grain.MONTH) -> Span:
    """`months` whole months from `month` on, which may lie outside 1 to 12."""
    return Span(month_start(year, month), month_start(year, month + months), grain)


def month_start(year: int, month: int) -> datetime:
    whole = year * 12 + month - 1
    return midnight(date(whole // 12, whole % 12 + 1, 1))


def year_span(year: int, years: int = 1, grain: Grain = Grain.YEAR) -> Span:
    return months_span(year, 1, 12 * years, grain)


def quarter_span(year: int, quarter: int) -> Span:
    return months_span(year, 3 * quarter - 2, 3, Grain.QUARTER)


def century_span(count: int) -> Span:
    """The 21st century is from 2000 on, as most people mean it."""
    return year_span(100 * (count - 1), 100, Grain.CENTURY)


def months_before(moment: datetime, months: int) -> datetime:
    """`moment` so many months earlier, on the last day of a month that is too short."""
    start = month_start(moment.year, moment.month - months)
    following = month_start(moment.year, moment.month - months + 1)
    day = min(moment.day, (following - start).days)
    return moment.replace(year=start.year, month=start.month, day=day)


def third_of(span: Span, third: int) -> Span:
    """The beginning (1), middle (2) or end (3) of a month (tens of days), a year, a week or anything else."""
    since, until = span.since, span.until
    if since is None or until is None:
        return span
    if span.grain is Grain.MONTH:
        borders = [since, since.replace(day=11), since.replace(day=21), until]
    elif span.grain is Grain.YEAR:
        borders = [since, month_start(since.year, 3), month_start(since.year, 11), until]
        if third == 2:
            return months_span(since.year, 5, 4, Grain.QUARTER)
    elif span.grain is Grain.WEEK:
        borders = [since, since + timedelta(days=2), since + timedelta(days=4), until]
        if third == 3:  # Thursday belongs to the end of a working week, and to its middle
            return Span(since + timedelta(days=3), until, Grain.THIRD)
    else:
        length = (until - since) / 3
        borders = [since, since + length, since + 2 * length, until]
    return Span(borders[third - 1], borders[third], min(Grain.THIRD, span.grain))
