"""What became of the episodes that were handed in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from graphmem.errors import GraphmemError
from graphmem.models import Event


class Fate(Enum):
    """What can become of an episode that could be used."""

    STORED = "stored"
    ALREADY_THERE = "already there"
    UNITED = "united"
    NOT_KEPT = "not kept"


@dataclass(frozen=True)
class Outcome:
    """What became of one episode."""

    event: Event
    fate: Fate


@dataclass(frozen=True)
class Refusal:
    """An episode of a batch that was not stored, and why."""

    position: int
    """Its place in what was handed in, from 0."""
    error: GraphmemError

    @property
    def reason(self) -> str:
        return str(self.error)


@dataclass(frozen=True)
class RecordReport:
    """What became of the episodes of one `record_many`."""

    events: tuple[Event | None, ...]
    """The event of each episode, in the order handed in; None where it could not be used. Look at `Event.kept`."""
    stored: int
    """Events that are new in the store."""
    already_there: int
    """Episodes that were a replay of a stored event."""
    united: int
    """Episodes that are another occurrence of an event: the same thing said again."""
    not_kept: Mapping[str, int]
    """Episodes that the write gate did not keep, by its reason."""
    redacted: Mapping[str, int]
    """Places where something was taken out before anything was stored, by type."""
    refused: tuple[Refusal, ...]
    """Episodes that could not be used."""


def report(outcomes: Mapping[int, Outcome | GraphmemError]) -> RecordReport:
    """The report on outcomes by position."""
    events: list[Event | None] = []
    refused: list[Refusal] = []
    fates: Counter[Fate] = Counter()
    not_kept: Counter[str] = Counter()
    redacted: Counter[str] = Counter()
    for position in sorted(outcomes):
        outcome = outcomes[position]
        if isinstance(outcome, GraphmemError):
            refused.append(Refusal(position, outcome))
            events.append(None)
            continue
        events.append(outcome.event)
        fates[outcome.fate] += 1
        redacted.update(outcome.event.redacted)
        if outcome.fate is Fate.NOT_KEPT:
            not_kept[outcome.event.gate_reason] += 1
    return RecordReport(
        events=tuple(events),
        stored=fates[Fate.STORED],
        already_there=fates[Fate.ALREADY_THERE],
        united=fates[Fate.UNITED],
        not_kept=dict(sorted(not_kept.items())),
        redacted=dict(sorted(redacted.items())),
        refused=tuple(refused),
    )
