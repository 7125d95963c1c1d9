"""What recall returns: ranked events, each explained, and the brief made of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Self
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, SkipValidation

from graphmem.language.questions import Kind, Order, Reading
from graphmem.models import Event
from graphmem.recall import brief as _brief
from graphmem.recall import explain as _explain
from graphmem.recall.graph import Step
from graphmem.rules.belief import Fact


class Interval(BaseModel):
    """The time that a cue asks about, in UTC, half-open; None where it is open."""

    model_config = ConfigDict(frozen=True)

    since: datetime | None
    until: datetime | None
    precision: str
    """How exact the words were: day, week, month, …"""
    words: str
    """The expression, as written."""

    @classmethod
    def of(cls, reading: Reading) -> Self | None:
        """The one that was read, if any."""
        found = reading.interval
        if found is None:
            return None
        return cls(since=found.since, until=found.until, precision=found.precision, words=reading.time_words or "")


class Hit(BaseModel):
    """A recalled event, and why it was recalled."""

    model_config = ConfigDict(frozen=True)

    event: Event
    rank: int
    """From 1, the best."""
    of: int
    """Candidates that were ranked."""
    score: float
    """Comparable within one recollection only."""
    found_by: dict[str, int]
    """Channels that found it, with its rank in each; empty when it was reached from a neighbour."""
    parts: dict[str, float]
    """What each feature adds to the score (their sum)."""
    same: tuple[str, ...] = ()
    """Ids of further events in the same words, which this one stands for."""
    way: tuple[str, ...] = ()
    """For what came of something: the ids from where it began to this event."""
    path: tuple[Step, ...] = ()
    """Where it was reached over the graph: from what the cue names, or from another event, over what they mention."""
    time_zone: str
    language: str
    """Of the cue; it is explained in it."""

    def explain(self) -> str:
        """Why this event was recalled, in words that can be read aloud; in Chinese where the cue is Chinese."""
        return _explain.hit(self)


class Recollection(BaseModel):
    """What came back for a cue."""

    model_config = ConfigDict(frozen=True)

    user_id: str
    cue: str
    language: str
    kinds: tuple[Kind, ...]
    """Of question, the main one first."""
    now: datetime
    """The reference time of the cue."""
    since: datetime | None
    until: datetime | None
    """The half-open interval that the caller allowed; None where it is open."""
    interval: Interval | None
    """The time that the cue asks about: what lies in it comes first."""
    order: Order | None
    """Which of several occasions the cue asks for: the last, the first, …"""
    in_order_of_time: bool
    """True where the cue asks for a time and nothing else; otherwise the best event is the first."""
    time_zone: str
    """Of the user, for display."""
    events: tuple[Hit, ...]
    facts: tuple[Fact, ...] = ()
    """What is held true about it, the likeliest first; a disputed fact together with what stands against it."""
    not_embedded: int = 0
    """Events of the user that wait for their embedding: they are found by their words only."""
    not_analysed: int = 0
    """Events of the user whose entities are still to be found: they are not reached through what they mention."""
    degraded: tuple[str, ...] = ()
    """What was done without because it was not done in time; see `timeout_ms`."""
    budget: int
    """Tokens of a brief, where `brief` is not told otherwise."""
    count_tokens: SkipValidation[Callable[[str], int]]

    def brief(self, budget: int | None = None) -> str:
        """The recollection for a prompt: a note, then a line for each event, best first, with its date and id.

        Never more than `budget` tokens by the memory's tokenizer; what does not fit is cut from the end.

        Raises:
            InvalidInputError: the budget is too small for the note and a line.
        """
        return _brief.render(self, self.budget if budget is None else budget)

    def as_json(self) -> dict[str, object]:
        """Everything but the tokenizer, ready for JSON; each hit with its explanation."""
        data = self.model_dump(mode="json", exclude={"count_tokens"})
        for hit, row in zip(self.events, data["events"], strict=True):
            row["explanation"] = hit.explain()
        return data

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)
