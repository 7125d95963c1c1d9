"""From a text to the one interval of time it asks about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from graphmem.language.time import chinese, english
from graphmem.language.time.atoms import Atom, Context, Group, joined
from graphmem.language.time.doubts import asks_future, habitual, unlikely, vague_word
from graphmem.language.time.english_lengths import AMOUNTS, Amount, amounts_of, moved
from graphmem.language.time.figures import slashed
from graphmem.language.time.spans import Grain, Interval, Span, interval
from graphmem.rules.phrases import plain

LONGEST = 500
"""Characters of a text that are read."""

_GLUE = re.compile(r"\s*(?:,|的|那个?|那天的?|of|in|on|at|during|for|-)?\s*(?:on |in |at |of )?(?:the )?(?:year )?\s*")
_TO = re.compile(
    r"\s*(?:to|until|till|through|thru|up to|-|–|—|~|到|至)\s*(?:the\s)?\s*|\s*[-~—–]\s*|\s*(?:一直)?(?:到|至)\s*"
)
_AND = re.compile(r",?\s*(?:and|和|与|跟)\s*(?:the\s)?\s*")
_BETWEEN = re.compile(r"(?:\bbetween|\bin between|介于|在)\s*(?:the\s)?\s*$")
_FRAME = re.compile(r",?\s*(?:between|from|从)\s*(?:the\s)?")
_BESIDE = re.compile(r"\bthe day (before|after)\s*(?:the\s)?$")
_SINCE = re.compile(r"(?:\b(?:ever )?since|\bstarting|\bas of|自从|自)\s*(?:the\s)?\s*$")
_FROM = re.compile(r"(?:\bfrom|从)\s*(?:the\s)?\s*$")
_BEFORE = re.compile(r"\b(?:before|prior to|earlier than|until before)\s*(?:the\s)?\s*$")
_UNTIL = re.compile(r"(?:\b(?:until|till|up to|up until|through|by)|截至|截止到?|直到)\s*(?:the\s)?\s*(?:end of\s)?$")
_AFTER = re.compile(r"\b(?:after|later than|following)\s*(?:the\s)?\s*$")
_LASTING = re.compile(rf"\bfor ({AMOUNTS}),? (?:starting|beginning|from)(?: on| with)?\s*(?:the\s)?$")
_FOR = re.compile(rf" for ({AMOUNTS})\b")
_STARTING = re.compile(r"\b(?:from|starting|beginning)(?: on| with)?\s*(?:the\s)?$")
_BETWEEN_ENDS = re.compile(
    r"\s*(?:的)?(?:之后|以后|过后|后)?\s*[,、]?\s*(?:and|but|到|和|且|并且|,)?\s*(?:before|prior to)?\s*(?:the\s)?\s*"
)
_BEFORE_ZH = re.compile(r"\s*(?:的)?(?:之前|以前|前(?!后|台|端|面|夕))")
_AFTER_ZH = re.compile(r"\s*(?:的)?(?:之后|以后|过后|后(?!天|台|端|面|来|年))")
_SINCE_ZH = re.compile(r"\s*(?:以来|至今|到现在|到今天|起(?!床|来)|开始(?=[,,。??]|我|到|有|的|就|一直))")
_ONWARDS = re.compile(r"\s*(?:on(?:ward)?s?\b|up to now|until now|to now|to date|up to today|to this day)")
_UNTIL_ZH = re.compile(r"\s*为止")


@dataclass(frozen=True)
class TimeReading:
    """What a text says about time."""

    interval: Interval | None
    """The time it asks about; None where it names none."""
    words: str | None
    """The expression, as written."""
    vague: str | None
    """A word such as "recently" that names no interval; the setting says what it means."""
    future: bool
    """Whether it asks about what is still to come."""


def read_time(text: str, *, now: datetime, time_zone: ZoneInfo) -> TimeReading:
    """The time that the first 500 characters of `text` ask about, in English or Chinese.

    "On Monday" is the last one there was, unless the text asks about what is planned. Expressions of a habit ("every
    Friday") and words that only look like times ("May told me") name none.

    Args:
        now: aware; all that is relative counts from it.
        time_zone: whose days and weeks (from Monday on) are meant.
    """
    original, folded = folded_text(text)
    future = asks_future(folded)
    context = Context(now.astimezone(time_zone).replace(tzinfo=None), future)
    found = _both_ends(
        folded, [hit for hit in _spans(original, folded, context, day_first(time_zone)) if hit is not None]
    )
    vague = vague_word(folded)
    if not found:
        return TimeReading(None, None, vague, future)
    best = max(found, key=lambda hit: (hit.fixed, -hit.start))
    ahead = best.span.since is not None and best.span.since > context.now
    try:
        instants = interval(best.span, time_zone)
    except OverflowError:  # the first and the last day of the calendar
        return TimeReading(None, None, vague, future)
    return TimeReading(instants, original[best.start : best.end], vague, future or ahead)


def folded_text(text: str) -> tuple[str, str]:
    """The part of `text` that is read, and the same in lower case and simplified characters, place for place."""
    original = re.sub(r"[\u2018\u2019]", "'", text[:LONGEST])
    return original, "".join(form if len(form := plain(character)) == 1 else character for character in original)


def day_first(time_zone: ZoneInfo) -> bool:
    """Whether 04/09 is in September where the zone is: outside America, and where no place is named."""
    region = (time_zone.key or "UTC").partition("/")[0]
    return (
        region in ("Europe", "Africa", "Australia", "Asia", "Indian", "Atlantic") or time_zone.key == "Pacific/Auckland"
    )


@dataclass(frozen=True)
class _Hit:
    start: int
    end: int
    span: Span
    fixed: bool
    side: str = ""
    """"after" or "before": the end that it names, where it names one."""


def _spans(original: str, text: str, context: Context, by_day: bool) -> list[_Hit]:
    groups = joined(_pieces(text, by_day), lambda left, right: _is_glued(text, left, right))
    hits: list[_Hit | None] = []
    place = 0
    while place < len(groups):
        first = groups[place]
        second = groups[place + 1] if place + 1 < len(groups) else None
        place += 1
        if second is not None and _is_range(text, first, second):
            frame = groups[place - 2] if place > 1 else None
            if frame is not None and _FRAME.fullmatch(text, frame.end, first.start):
                first, second = _framed(first, frame), _framed(second, frame)
                hits = hits[:-1]
            hits.append(_range(first, second, context))
            place += 1
        elif not _is_bare(first) and not unlikely(original, text, first) and not habitual(text, first):
            hits.append(_single(text, first, context))
    return [hit for hit in hits if hit is not None]


def _is_glued(text: str, left: Atom, right: Atom) -> bool:
    """Whether only "of", "the", a comma stand between; a hyphen between an hour and a day makes a range."""
    if left.grain <= Grain.HOUR and right.grain > Grain.HOUR and "-" in text[left.end : right.start]:
        return False
    return _GLUE.fullmatch(text, left.end, right.start) is not None


def _pieces(text: str, by_day: bool) -> list[Atom]:
    """The pieces found by the rules that reach farthest, in order, none over another."""
    slashes, make = slashed(by_day)
    dates = [found for match in slashes.finditer(text) if (found := make(match))]
    offers = [*english.atoms(text), *chinese.atoms(text), *dates]
    offers.sort(key=lambda found: (found[0].start, -max(atom.end for atom in found), -len(found), not found[0].fixed))
    chosen: list[Atom] = []
    end = 0
    for found in offers:
        if found[0].start >= end:
            chosen.extend(found)
            end = max(atom.end for atom in found)
    return chosen


def _framed(group: Group, frame: Group) -> Group:
    """Within what stands before a range: "last week between Friday and Sunday"."""
    return Group((*group.atoms, *(atom for atom in frame.atoms if atom.grain > group.coarsest)))


def _is_bare(group: Group) -> bool:
    return len(group.atoms) == 1 and group.atoms[0].bare


def _is_range(text: str, first: Group, second: Group) -> bool:
    if _TO.fullmatch(text, first.end, second.start):
        return True
    between = _BETWEEN.search(text, 0, first.start) or re.match(r"\s*(?:之间|间)", text[second.end :])
    return bool(between and _AND.fullmatch(text, first.end, second.start))


def _range(first: Group, second: Group, context: Context) -> _Hit | None:
    start = first if _is_other_day(first, second) else first.borrowing(second)
    end = second.borrowing(first)
    since = start.resolve(context)
    if since is None or since.since is None:
        return None
    anew = Context(context.now, context.future, None, since.since)
    until = end.resolve(anew)
    if until is None or until.until is None or until.until < since.since:
        return None
    grain = min(since.grain, until.grain)
    if until.since == until.until:  # "until now"
        grain = since.grain
    clocks = until.grain <= Grain.HOUR  # "from 3 to 5" ends at 5
    span = Span(since.since, until.since if clocks else until.until, grain)
    return _Hit(first.start, second.end, span, first.fixed or second.fixed)


def _is_other_day(first: Group, second: Group) -> bool:
    """Whether an hour of today is followed by one of another day, which is said before it: 2点到明天4点."""
    leading = min(second.atoms, key=lambda atom: atom.start)
    return first.coarsest <= Grain.HOUR and len(second.atoms) > 1 and leading.fixed and leading.grain >= Grain.DAY


def _single(text: str, group: Group, context: Context) -> _Hit | None:
    span = group.resolve(context)
    if span is None or span.since is None or span.until is None:
        return None
    head, tail, now = text[: group.start], text[group.end :], context.now
    since, until, side = span.since, span.until, ""
    if length := _length(head, tail):
        try:
            span = Span(since, moved(since, 1, length), span.grain)
        except (ValueError, OverflowError):  # "for 9,000 years"
            return None
    elif beside := _BESIDE.search(head):
        step = timedelta(days=1 if beside[1] == "after" else -1)
        span = Span(since + step, until + step, span.grain)
    elif _BEFORE.search(head) or _BEFORE_ZH.match(tail):
        span, side = Span(None, since, span.grain), "before"
    elif _AFTER.search(head) or _AFTER_ZH.match(tail):
        span, side = Span(until, now, span.grain) if until < now else span, "after"
    elif _SINCE.search(head) or _SINCE_ZH.match(tail) or (_FROM.search(head) and _ONWARDS.match(tail)):
        span = Span(since, now, span.grain) if since < now else span
    elif _UNTIL.search(head) or _UNTIL_ZH.match(tail):
        span = Span(None, until, span.grain)
    return _Hit(group.start, group.end, span, group.fixed, side)


def _both_ends(text: str, hits: list[_Hit]) -> list[_Hit]:
    """ "After May 3 and before May 10" is one interval."""
    merged: list[_Hit] = []
    for hit in hits:
        last = merged[-1] if merged else None
        since, until = (last.span.since if last else None), hit.span.until
        if (
            last is not None
            and (last.side, hit.side) == ("after", "before")
            and since is not None
            and until is not None
            and since < until
            and _BETWEEN_ENDS.fullmatch(text, last.end, hit.start)
        ):
            span = Span(since, until, min(last.span.grain, hit.span.grain))
            merged[-1] = _Hit(last.start, hit.end, span, last.fixed or hit.fixed)
        else:
            merged.append(hit)
    return merged


def _length(head: str, tail: str) -> list[Amount] | None:
    """How long what begins there lasts: "for two weeks from May 20th", "starting on Monday for three days"."""
    found = _LASTING.search(head) or (_STARTING.search(head) and _FOR.match(tail))
    return amounts_of(found[1]) if found else None
