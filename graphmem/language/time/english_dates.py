"""Time expressions in English by the calendar: dates, months, quarters, weekdays, festivals."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from graphmem.language.time import relative
from graphmem.language.time.atoms import (
    Atom,
    Context,
    day_of_month,
    month,
    weekday,
)
from graphmem.language.time.english_rules import (
    COUNTED,
    DATE,
    DAY,
    MONTH,
    YEAR,
    rule,
)
from graphmem.language.time.english_words import CARDINAL, DAYS, MONTHS, ORDINAL, ordinal_of
from graphmem.language.time.figures import century
from graphmem.language.time.holidays import ENGLISH as HOLIDAYS
from graphmem.language.time.rules import known, on_date, one
from graphmem.language.time.spans import (
    Grain,
    Span,
    months_span,
    quarter_span,
    week_span,
    year_span,
)


@rule(rf"({YEAR})([-/.])(1[0-2]|0?[1-9])\2(3[01]|[12]\d|0?[1-9])(?=t\d|(?![\w]))")
def _iso(match: re.Match[str]) -> list[Atom] | None:
    return on_date(match, int(match[1]), int(match[3]), int(match[4]))


@rule(rf"({YEAR})([-/])(1[0-2]|0?[1-9])(?!\2?\d)")
def _iso_month(match: re.Match[str]) -> list[Atom]:
    return known(match, months_span(int(match[1]), int(match[3])))


@rule(rf"({YEAR})[ /-]({MONTH})[ /-]({DATE})|(3[01]|[12]\d|0?[1-9])[/-]({MONTH})[/-]({YEAR}|\d\d)")
def _spelt(match: re.Match[str]) -> list[Atom] | None:
    if match[1]:
        return on_date(match, int(match[1]), MONTHS[match[2]], ordinal_of(match[3]) or 0)
    return on_date(match, century(match[6]), MONTHS[match[5]], int(match[4]))


_WEEKDAY_BEFORE = rf"(?:(?:{DAY})\.?,? (?:the )?)?"


@rule(rf"{_WEEKDAY_BEFORE}({MONTH})\.?[ /-]?(?: ?the )?({DATE})(?![\d:%]|[.,]\d|[ap]\.?m\b)(?:,? (?:of )?({YEAR}))?")
def _month_day(match: re.Match[str]) -> list[Atom] | None:
    """May 3rd, Monday May 3, 2025; the weekday says nothing that the date does not."""
    return _date(match, match[1], match[2], match[3])


@rule(rf"{_WEEKDAY_BEFORE}(?:the )?({DATE})\.?(?: of|-)? ?({MONTH})\b\.?(?:,? (?:of )?({YEAR}))?")
def _day_month(match: re.Match[str]) -> list[Atom] | None:
    """The 3rd of May, Mon 3 May 2025."""
    return _date(match, match[2], match[1], match[3])


def _date(match: re.Match[str], name: str, day: str, year: str | None) -> list[Atom] | None:
    number = ordinal_of(day)
    if number is None:
        return None
    start, end = match.span()
    found = [
        Atom(start, start + 1, Grain.MONTH, month(MONTHS[name])),
        Atom(start + 1, end, Grain.DAY, day_of_month(number)),
    ]
    if year:
        span = year_span(int(year))
        found.append(Atom(start + 1, end, Grain.YEAR, lambda _: span, fixed=True))
    return found


@rule(
    rf"{_WEEKDAY_BEFORE}({MONTH})\.? (?:the )?({CARDINAL})(?=\s*(?:[?.!,;]|$)"
    r"| (?:at|in|on|and|to|until|till|through|nineteen|two thousand|last|this)\b| twenty[ -])"
)
def _month_number(match: re.Match[str]) -> list[Atom] | None:
    """May twenty-one; not "may two people", nor a verb before a small number."""
    number = ordinal_of(match[2])
    if number is None or (match[1] in ("may", "march", "sun", "mar") and number < 13):
        return None
    start, end = match.span()
    return [
        Atom(start, start + 1, Grain.MONTH, month(MONTHS[match[1]])),
        Atom(start + 1, end, Grain.DAY, day_of_month(number)),
    ]


@rule(
    rf"({DAY})\.?,? (?:(?:the )?({DATE})(?![\d:%/]|[.,]\d| ?[ap]\.?m\b| (?:{MONTH})\b)|the ({CARDINAL}))"
    rf"(?=\s*(?:[?.!,;-]|$)| (?:and|to|until|till|through|at|in the|when|that)\b)"
)
def _weekday_number(match: re.Match[str]) -> list[Atom] | None:
    """Friday the 13th: the last day that was both."""
    words = match[2] or match[3]
    number, name = ordinal_of(words), DAYS[match[1]]
    if number is None or (words.isdigit() and " the " not in match[0]):
        return None

    def resolve(context: Context) -> Span | None:
        return relative.day_with(context, lambda day: day.day == number and day.weekday() == name)

    return one(match, Grain.DAY, resolve)


@rule(
    rf"(?:(?:from|between) )?(?:the )?({DATE})(?: ?- ?| to | and | until | till | through )(?:the )?({DATE})"
    rf"(?: of| in|,)?(?= (?:{MONTH})\b(?!\.? {DATE}\b)| (?:this|next|last) month)"
    rf"|(?<=[a-z] )(?:between )?({DATE})(?: ?- ?| and )({DATE})(?! ?(?:am|pm|a\.m|p\.m)|[\d:])"
)
def _days_of_month(match: re.Match[str]) -> list[Atom] | None:
    first, last = ordinal_of(match[1] or match[3]), ordinal_of(match[2] or match[4])
    before = re.search(rf"\b(?:{MONTH})\.? $", match.string[: match.start()])
    if first is None or last is None or first > last or (match[3] and not before):
        return None
    low, high = first, last

    def resolve(context: Context) -> Span | None:
        since, until = day_of_month(low)(context), day_of_month(high)(context)
        return Span(since.since, until.until, Grain.DAY) if since and until else None

    return one(match, Grain.DAY, resolve, bare=True)


@rule(r"(?:the )?(week|month) (?:of|commencing|starting|beginning)(?: on)?(?= (?:the )?\w+[ .]?\d| the \d)|w/c")
def _week_of(match: re.Match[str]) -> list[Atom]:
    """The whole week, or month, of the day that follows."""

    def resolve(context: Context) -> Span | None:
        day = context.within
        if day is None or day.since is None:
            return None
        return months_span(day.since.year, day.since.month) if match[1] == "month" else week_span(day.since.date())

    return one(match, Grain.MINUTE, resolve, bare=True)


@rule(rf"(1[0-2]|0?[1-9]) ?[/-] ?({YEAR})|({YEAR}) ?[/-] ?(1[0-2]|0[1-9])")
def _numbered_month(match: re.Match[str]) -> list[Atom]:
    return known(match, months_span(int(match[2] or match[3]), int(match[1] or match[4])))


@rule(rf"h([12]),? ?(?:of )?({YEAR})|({YEAR}),? ?h([12])")
def _half_year(match: re.Match[str]) -> list[Atom]:
    return known(match, months_span(int(match[2] or match[3]), 6 * int(match[1] or match[4]) - 5, 6, Grain.QUARTER))


@rule(rf"({MONTH})\.?,?(?:[ -]of|[ -]in)?[ -]({YEAR})|({YEAR}),?[ -]({MONTH})")
def _month_year(match: re.Match[str]) -> list[Atom]:
    return known(match, months_span(int(match[2] or match[3]), MONTHS[match[1] or match[4]]))


@rule(rf"({MONTH})\.? (?:'(\d\d)|([4-9]\d)(?=\s*(?:[?.!,;]|$)))")
def _month_short_year(match: re.Match[str]) -> list[Atom]:
    """August '26, August 99."""
    return known(match, months_span(century(match[2] or match[3]), MONTHS[match[1]]))


@rule(rf"(?:the month of )?({MONTH})\b\.?")
def _month(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.MONTH, month(MONTHS[match[1]]))


_YEAR_WORDS = re.compile(
    r"(?:\b(?:in|of|since|during|year|before|after|by|until|till|from|to|through|throughout|late|early|mid|summer|spring"
    r"|autumn|fall|winter|christmas|easter|thanksgiving|halloween|and|between|around|back in|q[1-4]|quarter|half)|-)"
    r"[ -]?$"
)


@rule(
    rf"(?:the year (?:of )?)?({YEAR})(?!['%]|[.,:]\d|[-/]\d\d?(?!\d))(?! (?:words|times"
    r"|dollars|euros|people|calories|steps|items|rows|km|miles))"
)
def _year(match: re.Match[str]) -> list[Atom] | None:
    head = match.string[max(0, match.start() - 14) : match.start()]
    near = _YEAR_WORDS.search(head) or match[0].startswith("the year") or not head.strip()
    return known(match, year_span(int(match[1])), bare=not near)


@rule(r"(?:the )?q([1-4])(?:[ -]of)?|(?:the )?(first|second|third|fourth|last|1st|2nd|3rd|4th) quarter(?: of)?")
def _quarter(match: re.Match[str]) -> list[Atom]:
    named = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
    number = int(match[1]) if match[1] else named.get(match[2]) or int(match[2][0])

    of = relative.of_year(lambda year: quarter_span(year, number))
    return one(match, Grain.QUARTER, of, bare=match[2] == "last")


@rule(rf"(?:the )?({ORDINAL}|last|\d(?:st|nd|rd|th)) (week|weekend|{DAY})(?: of| in|)(?: the)?(?= (?!we\b|i\b|you\b))")
def _nth(match: re.Match[str]) -> list[Atom] | None:
    nth = -1 if match[1] == "last" else ordinal_of(match[1])
    name = match[2]
    if nth is None or nth > 5:
        return None
    grain = {"weekend": Grain.WEEKEND, "week": Grain.WEEK}.get(name, Grain.DAY)
    return one(match, grain, relative.nth_within(name, DAYS.get(name), nth), bare=True)


@rule(r"week (?:number )?(\d\d?)(?: of)?")
def _numbered_week(match: re.Match[str]) -> list[Atom] | None:
    number = int(match[1])
    if not 1 <= number <= 53:
        return None

    def resolve(context: Context) -> Span | None:
        year = context.within.since.year if context.within is not None and context.within.since else context.now.year
        return week_span(date(year, 1, 4), number - 1)

    return one(match, Grain.WEEK, resolve)


_DATED = re.compile(
    rf"\.?,? (?:the )?(?:(?:{MONTH})\.? (?:the )?{DATE}|\d\d?(?:st|nd|rd|th)\b|{DATE} (?:of )?(?:{MONTH}))\b"
)


@rule(rf"({DAY})\b\.?(?!'s,|\.\w)")
def _weekday(match: re.Match[str]) -> list[Atom] | None:
    if match[1] in ("sat", "sun", "mon", "wed", "thu", "fri", "tue", "tues", "thur", "thurs") and not re.search(
        r"\b(?:on|since|until|from|to|by|last) $", match.string[: match.start()]
    ):
        return None
    if _DATED.match(match.string, match.end()):  # the date says it all
        return None
    return one(match, Grain.DAY, weekday(DAYS[match[1]]))


@rule(
    rf"(?:on |for )?the ((?:3[01]|[12]\d|[1-9])(?:st|nd|rd|th)|{ORDINAL})(?=\s*(?:[?.!,;]"
    r"|$|(?:of|in) (?:this|last|next|that|the) month|and\b|to\b|through\b|until\b|till\b"
    r"|-|at\b|in the (?:morning|afternoon|evening)))|(?<![\d.])((?:3[01]|[12]\d|[1-9])(?:st"
    r"|nd|rd|th))(?= (?:of|in) (?:this|last|next|the|that) month)|(?<= to )((?:3[01]"
    r"|[12]\d|[1-9])(?:st|nd|rd|th)?)(?=\s*(?:[?.!,;]|$))|(?:between|from) (?:the )?((?:3[01]"
    r"|[12]\d|[1-9])(?:st|nd|rd|th)?)(?= (?:and|to|until|till|through|-) ?(?:the )?\d(?!\d?(?::\d\d)? ?[ap]\.?m))"
)
def _the_nth(match: re.Match[str]) -> list[Atom] | None:
    words = next(group for group in match.groups() if group)
    number = ordinal_of(words)
    if number is None or (words.isdigit() and COUNTED.search(match.string[: match.start()])):
        return None
    start = match.start(match.lastindex or 0)  # without "from", which makes a range
    return [
        Atom(
            start,
            match.end(),
            Grain.DAY,
            day_of_month(number),
            bare=not match[0].startswith(("on ", "for ", "the ")) or not words[0].isdigit(),
        )
    ]


def _holiday_rules() -> None:
    for pattern, holiday in HOLIDAYS.items():

        def make(match: re.Match[str], holiday: Callable[[int], date | None] = holiday) -> list[Atom]:
            return one(match, Grain.DAY, relative.holiday(holiday))

        rule(rf"(?:the )?(?:{pattern})(?!')")(make)


_holiday_rules()
