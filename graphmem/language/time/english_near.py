"""Time expressions in English that count from now: last week, two days ago, the past month."""

from __future__ import annotations

import re
from datetime import timedelta

from graphmem.language.time import relative
from graphmem.language.time.atoms import (
    Atom,
    Context,
    Resolve,
    ago,
    always,
    around,
    rolling,
)
from graphmem.language.time.english_rules import (
    DAY,
    MONTH,
    SEASON,
    SEASON_MONTH,
    STEPS,
    UNIT,
    YEAR,
    rule,
)
from graphmem.language.time.english_words import DAYS, MONTHS, NUMBER, UNITS, number_of
from graphmem.language.time.rules import one
from graphmem.language.time.spans import (
    Grain,
    Span,
    months_span,
    weekend_span,
)

_NEAR = {
    "day before yesterday": -2,
    "yesterday": -1,
    "today": 0,
    "tomorrow": 1,
    "same day": 0,
    "this day": 0,
    "my day": 0,
    "next day": 1,
    "last day": -1,
    "past day": -1,
    "previous day": -1,
    "day after tomorrow": 2,
}


@rule(
    r"(?:the )?(?:day before yesterday|day after (?:tomorrow|tmrw)|same day|(?:next"
    r"|last|past|previous) day)|yesterday|today|tomorrow|tmrw|(?:this|my) day"
)
def _near_day(match: re.Match[str]) -> list[Atom]:
    days = _NEAR[match[0].removeprefix("the ").replace("tmrw", "tomorrow")]
    return one(match, Grain.DAY, always(lambda now: around(now, days, Grain.DAY)), fixed=True)


@rule(rf"(?:the )?(week|month|year|quarter|weekend|{DAY}) before last")
def _before_last(match: re.Match[str]) -> list[Atom]:
    return relative.stepped(match, match[1], -2, DAYS)


@rule(
    rf"(?:the )?(last|past|previous|this past|this last|this coming|this|current|next|coming|following|upcoming|that)"
    rf" (week|month|year|quarter|weekend|decade|{DAY}|{MONTH}|{SEASON})(?! of\b)"
)
def _stepped(match: re.Match[str]) -> list[Atom] | None:
    step = STEPS[match[1].split()[-1]]
    name = match[2]
    before = match.string[max(0, match.start() - 12) : match.start()]
    running = (
        match[1] in ("last", "past")
        and match[0].startswith("the ")
        and re.search(r"\b(?:in|over|during|within|for) $", before)
    )
    if name in UNITS and (running or match[1] == "past"):
        return one(match, UNITS[name], rolling(1, UNITS[name]), fixed=True)
    if name in MONTHS:
        return one(match, Grain.MONTH, _named_month(MONTHS[name], step), fixed=True)
    if name in SEASON_MONTH:
        return one(match, Grain.QUARTER, _season(SEASON_MONTH[name], step), fixed=True)
    return relative.stepped(match, name, step, DAYS)


def _named_month(number: int, step: int) -> Resolve:
    def resolve(context: Context) -> Span | None:
        now = context.now
        spans = [months_span(now.year + years, number) for years in (-2, -1, 0, 1)]
        if step < 0:
            return next(span for span in reversed(spans) if span.until is not None and span.until <= now)
        return spans[2] if step == 0 else next(span for span in spans if span.since is not None and span.since > now)

    return resolve


def _season(number: int, step: int | None) -> Resolve:
    of_year = relative.of_year(lambda year: months_span(year, number, 3, Grain.QUARTER))

    def resolve(context: Context) -> Span | None:
        if step is None or context.within is not None:
            return of_year(context)
        now = context.now
        spans = [months_span(now.year + years, number, 3, Grain.QUARTER) for years in (-2, -1, 0, 1)]
        if step < 0:
            return next(span for span in reversed(spans) if span.until is not None and span.until <= now)
        if step > 0:
            return next(span for span in spans if span.since is not None and span.since > now)
        return next(span for span in spans if span.until is not None and span.until > now)

    return resolve


@rule(r"(?:the |my |our )?weekend")
def _weekend(match: re.Match[str]) -> list[Atom]:
    def resolve(context: Context) -> Span | None:
        if context.within is not None and context.within.since is not None:
            return weekend_span(context.within.since.date())
        return relative.weekend(context)

    return one(match, Grain.WEEKEND, resolve)


@rule(
    rf"(?:the |these )?(?:last|past|previous) {NUMBER}(?: of)? ?({UNIT})s?(?P<half> and a half)?|"
    rf"(?:the )?(?P<next>next|coming|upcoming|following) {NUMBER}(?: of)? ({UNIT})s?"
)
def _rolling(match: re.Match[str]) -> list[Atom] | None:
    words = [group for group in match.groups() if group and group not in (" and a half", match["next"])]
    number, unit = number_of(words[0]), UNITS[words[1]]
    if number is None:
        return None
    number += 0.5 if match["half"] else 0
    return one(match, unit, rolling(-number if match["next"] else number, unit), fixed=True)


@rule(
    rf"(?:about |around |roughly |some |exactly |nearly |almost |over )?{NUMBER}(?P<half1> and a half)?"
    rf"(?: of)? ({UNIT}|{DAY}|weekend)s?(?P<half> and a half)? (ago|back(?! (?:to|from|in|at|of|home))"
    r"|before now|earlier|prior|from now|later|hence)"
)
def _ago(match: re.Match[str]) -> list[Atom] | None:
    number, name = number_of(match[1]), match[3]
    if number is None:
        return None
    number += 0.5 if match["half"] or match["half1"] else 0
    sign = -1 if match[5] in ("from now", "later", "hence") else 1
    if name == "weekend" or name in DAYS:
        return relative.stepped(match, name, -sign * int(number), DAYS)
    return one(match, UNITS[name], ago(sign * number, UNITS[name]), fixed=True)


@rule(rf"(?<!for ){NUMBER} (day|week|month|year)s? (before|after|from|prior to) (yesterday|today|tomorrow|now)")
def _from_day(match: re.Match[str]) -> list[Atom] | None:
    number = number_of(match[1])
    if number is None:
        return None
    sign = -1 if match[3] in ("before", "prior to") else 1
    shift, unit = {"yesterday": -1, "tomorrow": 1}.get(match[4], 0), UNITS[match[2]]
    distance = sign * number
    return one(match, unit, always(lambda now: around(now + timedelta(days=shift), distance, unit)), fixed=True)


@rule(rf"(?:the )?(week|month|year|quarter|weekend|{DAY}) after (?:the )?next")
def _after_next(match: re.Match[str]) -> list[Atom]:
    return relative.stepped(match, match[1], 2, DAYS)


@rule(r"(?:the )?(last|past|previous|next) (minute|hour|decade)")
def _one_unit(match: re.Match[str]) -> list[Atom]:
    if match[2] == "decade":
        return relative.stepped(match, "decade", STEPS[match[1]], DAYS)
    return one(match, UNITS[match[2]], rolling(-STEPS[match[1]], UNITS[match[2]]), fixed=True)


@rule(r"(?:the )?rest of (?:the|my|this|our)?(?: ?current)? ?(day|week|month|year)")
def _rest(match: re.Match[str]) -> list[Atom]:
    def resolve(context: Context) -> Span | None:
        whole = relative.unit_span(context.now, match[1], 0)
        return Span(context.now, whole.until, whole.grain)

    return one(match, Grain.DAY, resolve, fixed=True)


@rule(
    r"(?:my|our) (week|month|year)(?=\s*(?:[?.!,;]|$)| (?:go|going|been|looks?|so far|like)\b)|"
    r"(?:(?<=for )|(?<=over )|(?<=about )|(?<=was )|(?<=did )|(?<=how'd )|^)"
    r"the (week|month|year)(?: (?:go|been|like))?(?=\s*(?:[?.!]|$))"
)
def _the_present(match: re.Match[str]) -> list[Atom]:
    return relative.stepped(match, match[1] or match[2], 0, DAYS)


@rule(r"(year|month|week)")
def _the(match: re.Match[str]) -> list[Atom]:
    unit = UNITS[match[1]]
    return one(match, unit, always(lambda now: around(now, 0, unit)), fixed=True, bare=True)


@rule(r"(?:the )?(first|second|1st|2nd) half(?: of)?|h([12])(?: of)?")
def _half(match: re.Match[str]) -> list[Atom]:
    second = (match[1] or match[2]).startswith(("second", "2"))

    def resolve(context: Context) -> Span | None:
        within = context.within
        if within is None or within.since is None or within.until is None:
            return None
        if within.grain is Grain.YEAR:
            return months_span(within.since.year, 7 if second else 1, 6, Grain.QUARTER)
        middle = (
            within.since.replace(day=16)
            if within.grain is Grain.MONTH
            else within.since + (within.until - within.since) / 2
        )
        return Span(middle, within.until, Grain.THIRD) if second else Span(within.since, middle, Grain.THIRD)

    return one(match, Grain.THIRD, resolve, bare=True)


_THIRDS = {"early": 1, "beginning": 1, "start": 1, "mid": 2, "middle": 2, "late": 3, "end": 3}


@rule(
    r"(?:(?:at|in) )?(?:the )?(?:very )?(early|mid|late|beginning|start"
    r"|middle|end)(?: in|-|)(?: of| part of)?(?: the)?(?=[ -])"
)
def _third(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.THIRD, relative.third(_THIRDS[match[1]]), bare=True)


@rule(
    rf"(?:the )?({SEASON})(?: of)?(?= (?:{YEAR}|last|this))|(?<=in )(?:the )?({SEASON})(?! of)"
    r"|(?<=over the )(summer|winter)"
)
def _bare_season(match: re.Match[str]) -> list[Atom]:
    name = match[1] or match[2] or match[3]
    return one(match, Grain.QUARTER, _season(SEASON_MONTH[name], None))


@rule(
    r"(earlier|later) (?:(?:in |on )?(?:this |the )(week|month|year|day|quarter)|(today))"
    r"|so far (?:this )?(week|month|year|today)|(?:the )?(?:year|month|week) to date"
)
def _earlier(match: re.Match[str]) -> list[Atom]:
    name = match[2] or match[4] or ("day" if match[3] else match[0].removeprefix("the ").split()[0])
    name = "day" if name == "today" else name
    later = match[1] == "later"

    def resolve(context: Context) -> Span | None:
        now = context.now
        whole = relative.unit_span(now, name, 0)
        return Span(now, whole.until, whole.grain) if later else Span(whole.since, now, whole.grain)

    return one(match, Grain.DAY, resolve, fixed=True)
