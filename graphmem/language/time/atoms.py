"""What a time expression is put together from, and how the pieces are read within one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from graphmem.language.time.spans import (
    Grain,
    Span,
    day_span,
    midnight,
    month_start,
    months_before,
    months_span,
    year_span,
)


@dataclass(frozen=True)
class Context:
    """What a piece is read against."""

    now: datetime
    """Local and naive."""
    future: bool = False
    """Whether the text asks about what is still to come; otherwise "Monday" is the one that was."""
    within: Span | None = None
    """What the coarser pieces of the expression gave."""
    after: datetime | None = None
    """Where the range begins that this piece ends."""


Resolve = Callable[[Context], Span | None]


@dataclass(frozen=True)
class Atom:
    """A piece: "Monday", "last week", "3 pm"."""

    start: int
    end: int
    grain: Grain
    resolve: Resolve
    fixed: bool = False
    """It says which one it is, by itself: "yesterday", "last week", "2024"."""
    bare: bool = False
    """It means a time only next to another piece: "morning", "the 5th"."""


@dataclass(frozen=True)
class Group:
    """Pieces side by side that name one time together."""

    atoms: tuple[Atom, ...]

    @property
    def start(self) -> int:
        return min(atom.start for atom in self.atoms)

    @property
    def end(self) -> int:
        return max(atom.end for atom in self.atoms)

    @property
    def fixed(self) -> bool:
        return any(atom.fixed for atom in self.atoms)

    @property
    def coarsest(self) -> Grain:
        return max(atom.grain for atom in self.atoms)

    def resolve(self, context: Context) -> Span | None:
        """The coarsest piece first, each other one within it; None where the calendar has no such time."""
        span = self._resolved(context)
        if span is None or span.since is None or span.since <= context.now or not self._of_any_year(context):
            return span
        return self._resolved(replace(context, within=year_span(span.since.year - 1)))

    def _of_any_year(self, context: Context) -> bool:
        """Whether it is a day of a month that every year has, and the past is meant: "May 3"."""
        grains = {atom.grain for atom in self.atoms}
        open_year = context.within is None and context.after is None and not context.future and not self.fixed
        return open_year and {Grain.MONTH, Grain.DAY} <= grains and max(grains) is Grain.MONTH

    def _resolved(self, context: Context) -> Span | None:
        span = context.within
        for atom in sorted(self.atoms, key=lambda atom: -atom.grain):
            try:
                span = atom.resolve(replace(context, within=span))
            except (ValueError, OverflowError):  # "9,000 years ago"
                return None
            if span is None:
                return None
        return span

    def borrowing(self, other: Group) -> Group:
        """With the coarser pieces of the other end of a range: "May 3 to 10", "Monday to Friday last week"."""
        if self.fixed:
            return self
        added = tuple(atom for atom in other.atoms if atom.grain > self.coarsest)
        return Group(self.atoms + added)


def joined(atoms: Sequence[Atom], glued: Callable[[Atom, Atom], bool]) -> list[Group]:
    """Atoms in order as groups: those side by side, no two of one grain."""
    groups: list[list[Atom]] = []
    for atom in atoms:
        last = groups[-1] if groups else []
        grains = {other.grain for other in last}
        if (
            last
            and atom.grain not in grains
            and _fits(last, atom)
            and (atom.start <= last[-1].end or glued(last[-1], atom))
        ):
            last.append(atom)
        else:
            groups.append([atom])
    return [Group(tuple(group)) for group in groups]


def _fits(group: Sequence[Atom], atom: Atom) -> bool:
    """A complete piece takes only finer ones; a finer complete piece takes nothing coarser."""
    for other in group:
        fine, coarse = (other, atom) if other.grain < atom.grain else (atom, other)
        if fine.fixed and fine.grain > Grain.PART:
            return False
        if fine.fixed and coarse.fixed:
            return False
        if fine.grain is Grain.MONTH and coarse.grain is Grain.QUARTER:
            return False
    return True


def candidate(context: Context, spans: Sequence[Span | None]) -> Span | None:
    """Of the instances of something that returns, in order of time, the one that is meant.

    The last that has begun; the next that has not ended where the text asks about the future; the first that ends
    after the beginning of a range.
    """
    known = [span for span in spans if span is not None and span.since is not None and span.until is not None]
    if context.after is not None:
        return next((span for span in known if span.until is not None and span.until > context.after), None)
    if context.future:
        return next((span for span in known if span.until is not None and span.until > context.now), None)
    return next((span for span in reversed(known) if span.since is not None and span.since <= context.now), None)


def month(number: int) -> Resolve:
    """A month by its name: of the year it is within, or the last one that has begun."""

    def resolve(context: Context) -> Span | None:
        if context.within is not None and context.within.since is not None:
            return months_span(context.within.since.year, number)
        return candidate(context, [months_span(context.now.year + step, number) for step in range(-2, 3)])

    return resolve


def day_of_month(number: int) -> Resolve:
    """A day by its number: of the month it is within, or the last one there was."""

    def of(span: Span) -> Span | None:
        first = span.since
        if first is None:
            return None
        try:
            return day_span(date(first.year, first.month, number))
        except ValueError:
            return None

    def resolve(context: Context) -> Span | None:
        if context.within is not None:
            found = of(context.within)
            if found is None and number == 29:  # of a February without one: of the leap year before
                return _leap_day(context)
            return found
        now = context.now
        return candidate(context, [of(months_span(now.year, now.month + step)) for step in range(-2, 14)])

    return resolve


def _leap_day(context: Context) -> Span | None:
    since = context.within.since if context.within else None
    if since is None or since.month != 2:
        return None
    for year in range(since.year - 1, since.year - 9, -1):
        if (month_start(year, 3) - month_start(year, 2)).days == 29:
            return day_span(date(year, 2, 29))
    return None


def weekday(number: int) -> Resolve:
    """A weekday, Monday 0: of the week it is within, or the last one before today."""

    def resolve(context: Context) -> Span | None:
        if context.within is not None and context.within.since is not None:
            start = context.within.since.date()
            return day_span(start + timedelta(days=(number - start.weekday()) % 7))
        today = context.now.date()
        if context.after is not None:
            start = context.after.date()
            return day_span(start + timedelta(days=(number - start.weekday()) % 7))
        if context.future:
            return day_span(today + timedelta(days=(number - today.weekday() - 1) % 7 + 1))
        return day_span(today - timedelta(days=(today.weekday() - number - 1) % 7 + 1))

    return resolve


def part_of_day(since: float, until: float) -> Resolve:
    """Hours of the day it is within, or of today; more than 24 reach into the next day."""

    def resolve(context: Context) -> Span | None:
        start = midnight(_day(context))
        return Span(start + timedelta(hours=since), start + timedelta(hours=until), Grain.PART)

    return resolve


def clock(hour: int, minute: int | None, *, afternoon: bool | None = None) -> Resolve:
    """A time of day, an hour or a minute long; `afternoon` None: as the part of day says it is within."""

    def resolve(context: Context) -> Span | None:
        part = context.within if context.within is not None and context.within.grain is Grain.PART else None
        late = afternoon if afternoon is not None else (part is not None and _is_late(part, hour))
        full = hour % 12 + 12 if late and hour <= 12 else hour
        if part is not None and afternoon is None and hour == 12 and not late:
            full = 12
        start = midnight(_day(context)) + timedelta(hours=full, minutes=minute or 0)
        start = _behind(context.after, start, half=afternoon is None and hour <= 12)
        if minute is None:
            return Span(start, start + timedelta(hours=1), Grain.HOUR)
        return Span(start, start + timedelta(minutes=1), Grain.MINUTE)

    return resolve


def _behind(after: datetime | None, moment: datetime, *, half: bool) -> datetime:
    """The end of a range behind its beginning: from 10 to 3 ends in the afternoon, from 22:00 to 6:00 a day later."""
    if after is None or moment > after:
        return moment
    if half and moment + timedelta(hours=12) > after:
        return moment + timedelta(hours=12)
    later = moment + timedelta(days=1)
    return later if later > after else moment


def _is_late(part: Span, hour: int) -> bool:
    """Whether an hour of a part of the day is counted from noon: 11 of the deep night (from 23:00), but not 2 of it."""
    return part.since is not None and (12 <= part.since.hour < 23 or (part.since.hour == 23 and 9 <= hour < 12))


def _day(context: Context) -> date:
    span = context.within
    return span.since.date() if span is not None and span.since is not None else context.now.date()


def always(span: Callable[[datetime], Span | None]) -> Resolve:
    """What follows from now alone."""
    return lambda context: span(context.now)


def ago(number: float, unit: Grain) -> Resolve:
    """So many units before now (after, if negative), as wide as the unit: two weeks ago is a week."""

    def resolve(context: Context) -> Span | None:
        return around(context.now, -number, unit)

    return resolve


def around(moment: datetime, number: float, unit: Grain) -> Span:
    """The minute, hour, day, week, month or year that lies `number` units after `moment`; halves go one unit finer."""
    if unit is Grain.YEAR and number != int(number):
        number, unit = number * 12, Grain.MONTH
    if unit is Grain.MONTH and number != int(number):
        number, unit = number * 30 / 7, Grain.WEEK
    if unit in (Grain.YEAR, Grain.MONTH):
        there = months_before(moment, -int(number) * (12 if unit is Grain.YEAR else 1))
        return year_span(there.year) if unit is Grain.YEAR else months_span(there.year, there.month)
    if unit is Grain.WEEK:
        there = moment + timedelta(weeks=number)
        return day_span(there.date() - timedelta(days=there.weekday()), 7, Grain.WEEK)
    if unit is Grain.DAY:
        return day_span((moment + timedelta(days=number)).date())
    if unit is Grain.HOUR:
        there = (moment + timedelta(hours=number)).replace(second=0, microsecond=0)
        if number == int(number):
            there = there.replace(minute=0)
        return Span(there, there + timedelta(hours=1), Grain.HOUR)
    there = (moment + timedelta(minutes=number)).replace(second=0, microsecond=0)
    return Span(there, there + timedelta(minutes=1), Grain.MINUTE)


def shifted(moment: datetime, number: float, unit: Grain) -> datetime:
    """`moment` so many units later."""
    if unit in (Grain.YEAR, Grain.MONTH):
        return months_before(moment, -round(number * (12 if unit is Grain.YEAR else 1)))
    lengths = {Grain.WEEK: timedelta(weeks=1), Grain.DAY: timedelta(days=1), Grain.HOUR: timedelta(hours=1)}
    return moment + number * lengths.get(unit, timedelta(minutes=1))


def rolling(number: float, unit: Grain) -> Resolve:
    """The units before now (after, if negative), to the minute: "the past two weeks"."""

    def resolve(context: Context) -> Span | None:
        now, there = context.now, shifted(context.now, -number, unit)
        return Span(min(now, there), max(now, there), unit)

    return resolve
