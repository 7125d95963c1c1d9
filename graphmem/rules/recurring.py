"""What recurs: somebody turns to the same thing at the same time of the week, week after week.

Pure; `graphmem.semantic.reflect` makes facts of it. The numbers are in `recurring.toml`.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import cache
from importlib.resources import files

from graphmem.rules.facts import fact_numbers

TURNS_TO = "often_turns_to"
"""The predicate of what is judged; its aspect is the time of the week."""
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class RecurringRules:
    """The numbers of `recurring.toml`, which says what each is for."""

    weeks: int
    share: float
    regular: float
    looked_back: timedelta
    a_run: int
    common: float
    few: int
    parts: Mapping[str, int]
    chinese: Mapping[str, str]


@cache
def recurring_rules() -> RecurringRules:
    """The numbers in force, read once."""
    data = tomllib.loads(files("graphmem.rules").joinpath("recurring.toml").read_text(encoding="utf-8"))
    looked_back = timedelta(days=data["looked_back"])
    return RecurringRules(**{**data, "weeks": fact_numbers().weeks, "looked_back": looked_back})


@dataclass(frozen=True, slots=True)
class Mention:
    """Somebody mentioned something."""

    who: str
    what: str
    """Id of the entity."""
    event_id: str
    occurred_at: datetime


@dataclass(frozen=True, slots=True)
class Recurrence:
    """What somebody turns to at a time of the week."""

    who: str
    what: str
    when: str
    """Such as "Friday afternoon"."""
    event_ids: tuple[str, ...]
    """That show it, in the order of time."""
    weeks: int
    """Distinct ones."""
    share: float
    """Of the times at which it came up at all."""


def recurrences(mentions: Iterable[Mention], zone: tzinfo, rules: RecurringRules | None = None) -> list[Recurrence]:
    """What recurs, the surest first: one thing for each time of the week of somebody, one time for each thing.

    The order of the mentions makes no difference.

    >>> from datetime import UTC
    >>> fridays = [datetime(2026, 5, day, 15, tzinfo=UTC) for day in (1, 8, 15)]
    >>> seen = [Mention("user", "data", f"e{at.day}", at) for at in fridays]
    >>> [(each.when, each.weeks) for each in recurrences(seen, UTC)]
    [('Friday afternoon', 3)]
    >>> recurrences(seen[:2], UTC)
    []
    """
    rules = rules or recurring_rules()
    times: dict[tuple[str, str], dict[_Time, dict[str, datetime]]] = defaultdict(lambda: defaultdict(dict))
    of_person: dict[str, set[_Time]] = defaultdict(set)
    for each in mentions:
        time = _time(each.occurred_at.astimezone(zone), rules)
        first = times[each.who, each.what][time].setdefault(each.event_id, each.occurred_at)
        times[each.who, each.what][time][each.event_id] = min(first, each.occurred_at)
        of_person[each.who].add(time)
    found = []
    for (who, what), of_thing in times.items():
        everything = len(of_person[who])
        if everything > rules.few and len(of_thing) > rules.common * everything:
            continue
        found += _recurring(who, what, of_thing, rules)
    found.sort(key=lambda each: (-each.weeks, -each.share, each.who, each.when, each.what))
    return _best(found)


def when_in(language: str, when: str, rules: RecurringRules | None = None) -> str:
    """A time of the week in words: "Friday afternoons", or in Chinese ("zh") 周五下午."""
    if language != "zh":
        return f"{when}s"
    day, part = when.split()
    words = (rules or recurring_rules()).chinese
    return words[day] + words[part]


@dataclass(frozen=True, slots=True, order=True)
class _Time:
    """A part of a day."""

    day: date
    part: str

    @property
    def of_week(self) -> str:
        return f"{_DAYS[self.day.weekday()]} {self.part}"

    @property
    def week(self) -> date:
        """Its Monday."""
        return self.day - timedelta(days=self.day.weekday())


def week_of(moment: datetime, rules: RecurringRules | None = None) -> date:
    """The Monday of the week in which something happened; the small hours belong to the day before."""
    return _time(moment, rules or recurring_rules()).week


def _time(moment: datetime, rules: RecurringRules) -> _Time:
    begun = [part for part, hour in rules.parts.items() if moment.hour >= hour]
    if begun:
        return _Time(moment.date(), begun[-1])
    return _Time(moment.date() - timedelta(days=1), list(rules.parts)[-1])


def _recurring(
    who: str, what: str, times: Mapping[_Time, Mapping[str, datetime]], rules: RecurringRules
) -> list[Recurrence]:
    of_week: dict[str, list[_Time]] = defaultdict(list)
    for time in times:
        of_week[time.of_week].append(time)
    found = []
    for when, there in of_week.items():
        weeks = {time.week for time in there}
        span = (max(weeks) - min(weeks)).days // 7 + 1
        share = len(there) / len(times)
        if len(weeks) < rules.weeks or share < rules.share or len(weeks) < rules.regular * span:
            continue
        events = sorted((at, id) for time in there for id, at in times[time].items())
        found.append(Recurrence(who, what, when, tuple(dict.fromkeys(id for _, id in events)), len(weeks), share))
    return found


def _best(found: Sequence[Recurrence]) -> list[Recurrence]:
    things: set[tuple[str, str]] = set()
    times: set[tuple[str, str]] = set()
    kept = []
    for each in found:
        if (each.who, each.what) not in things and (each.who, each.when) not in times:
            kept.append(each)
            things.add((each.who, each.what))
            times.add((each.who, each.when))
    return kept
