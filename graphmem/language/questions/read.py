"""Reading a cue: all it can tell from its words alone, without any store."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.checks import checked_zone
from graphmem.errors import NaiveDatetimeError
from graphmem.language.identify import Language, language_of
from graphmem.language.questions.kinds import Kind, kinds_in
from graphmem.language.questions.orders import Order, order_at
from graphmem.language.questions.people import actors_in, entities_in, event_types_in
from graphmem.language.time import Interval, read_time
from graphmem.language.time.expressions import folded_text


@dataclass(frozen=True)
class Reading:
    """A cue, read."""

    language: Language
    kinds: tuple[Kind, ...]
    """One or two, the main one first."""
    interval: Interval | None
    """The time it asks about, in UTC, half-open."""
    time_words: str | None
    """The expression of that time, as written."""
    order: Order | None
    """Which of several events; resolved by walking the events, not by a date."""
    order_words: str | None
    """The word of that order, as written."""
    vague: str | None
    """A word such as "recently" whose meaning is a setting."""
    actors: tuple[str, ...]
    """"user", "assistant", "tool", or names."""
    event_types: tuple[str, ...]
    entities: tuple[str, ...]


def read(text: str, *, now: datetime, time_zone: str, actors: Sequence[str] = ()) -> Reading:
    """Read the first 500 characters of a cue, in English or Chinese.

    Args:
        now: aware; what "yesterday" counts from.
        time_zone: IANA name of the zone whose days are meant.
        actors: names of those who are known to act.

    Raises:
        NaiveDatetimeError: `now` has no time zone.
        InvalidInputError: there is no such time zone.
    """
    if now.tzinfo is None:
        raise NaiveDatetimeError(field="now")
    original, folded = folded_text(text)
    time = read_time(text, now=now, time_zone=checked_zone(time_zone))
    found = order_at(folded)
    order = found[0] if found else None
    return Reading(
        language=language_of(original),
        kinds=kinds_in(
            folded, time=time.interval is not None, order=order, future=time.future, vague=time.vague is not None
        ),
        interval=time.interval,
        time_words=time.words,
        order=order,
        order_words=original[found[1] : found[2]] if found else None,
        vague=time.vague,
        actors=actors_in(original, folded, actors),
        event_types=event_types_in(folded),
        entities=entities_in(original, actors),
    )
