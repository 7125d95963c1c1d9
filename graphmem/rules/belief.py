"""What is handed out about facts: a fact, the steps by which it came to be believed, and all of that as text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Self

from graphmem.clock import BEGINNING, END
from graphmem.rules.facts import BELIEVED, FactKey, FactState, Status, of_slot
from graphmem.rules.predicates import Predicate
from graphmem.rules.served import served

_QUOTE = 80
"""Characters of a quote in a table."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that is held true, or was: a `FACT` relationship."""

    fact_id: str
    subject: str
    """Name of the entity."""
    predicate: str
    object: str
    aspect: str
    polarity: str
    """ "+", or "-" for what is said not to be so."""
    text: str
    fact_type: str
    confidence: float
    """.05 to .99."""
    status: Status
    valid_from: datetime
    valid_until: datetime
    """Exclusive; the year 9999 while it is open."""
    recorded_at: datetime
    retracted_at: datetime
    rival_of: str | None
    """Id of the fact that it stands against."""
    superseded_by: str | None
    subject_id: str
    object_id: str
    said: int
    """How many times."""
    sessions: int
    """In how many independent sessions."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """From a map of the relationship's properties with `subject`, `object` and their ids."""
        fields: dict[str, Any] = {name: row.get(name) for name in cls.__dataclass_fields__}
        return cls(**(fields | {"status": Status(row["status"])}))

    @property
    def standing(self) -> str:
        """Status and confidence in words a reader of a brief understands."""
        once = ", said once" if self.status is Status.PENDING and self.said == 1 else ""
        return f"{self.status.value} {self.confidence:.2f}{once}"

    @property
    def status_rank(self) -> float:
        """What is believed before what stands against it, the surer first."""
        return (self.status in BELIEVED) + self.confidence

    @property
    def interval(self) -> str:
        """From when to when it holds, as days."""
        start = "" if self.valid_from == BEGINNING else f"since {self.valid_from:%Y-%m-%d}"
        end = "" if self.valid_until == END else f"until {self.valid_until:%Y-%m-%d}"
        return " ".join(part for part in (start, end) if part) or "always"

    def __str__(self) -> str:
        return f"{self.text}  [{self.standing}, {self.interval}, {self.fact_id[:8]}]"

    def as_json(self) -> dict[str, Any]:
        return _plain(asdict(self))


@dataclass(frozen=True, slots=True)
class Change:
    """One step of the confidence of a fact: what an event did to it."""

    fact_id: str
    support: str
    """ "supports" or "doubts"."""
    rule: str
    delta: float
    confidence_after: float
    status_after: Status
    quote: str
    """What the event said; of a doubt that is what was said instead."""
    event_id: str | None
    """None for what followed when other evidence was forgotten or entities were united."""
    occurred_at: datetime | None
    at: datetime
    """When it was believed."""
    run_id: str

    def as_json(self) -> dict[str, object]:
        return _plain(asdict(self))


@dataclass(frozen=True, slots=True)
class Provenance:
    """Why a fact is believed: every step of its confidence, in the order in which it was made."""

    fact: Fact
    changes: tuple[Change, ...]

    @property
    def event_ids(self) -> list[str]:
        """The events that support or doubt it."""
        return list(dict.fromkeys(each.event_id for each in self.changes if each.event_id))

    def __str__(self) -> str:
        rows = [
            (
                f"{each.occurred_at:%Y-%m-%d %H:%M}" if each.occurred_at else "-",
                each.rule,
                f"{each.delta:+.2f}",
                f"{each.confidence_after:.2f}",
                each.status_after.value,
                each.event_id or "-",
                _short(each.quote),
            )
            for each in self.changes
        ]
        return str(self.fact) + "\n" + table(["said at", "rule", "change", "then", "status", "event", "quote"], rows)

    def as_json(self) -> dict[str, object]:
        return {"fact": self.fact.as_json(), "changes": [each.as_json() for each in self.changes]}


def present(now: datetime, known_at: datetime | None) -> datetime:
    """The time of the world that facts are about where no other is asked for: the present of when it was believed.

    Args:
        now: the present.
        known_at: the time of belief, if an earlier one is asked about.
    """
    return now if known_at is None else min(now, known_at)


def served_facts(rows: Sequence[Mapping[str, Any]], table: Mapping[str, Predicate], at: datetime) -> list[Fact]:
    """What is served at a time: a disputed fact before its rivals, what was said once where nothing else is known.

    Args:
        rows: facts as stored, with `subject`, `object` and their ids: all of each slot.
        table: of predicates; it has a row for every name.
        at: of the world.
    """
    slots: dict[str, dict[FactKey, tuple[FactState, Fact]]] = defaultdict(dict)
    for row in rows:
        key = FactKey(row["object_id"], row["weighed_as"], row["spell"])
        slots[row["slot"]][key] = (_state(key, row), Fact.of(row))
    found: list[Fact] = []
    for slot in slots.values():
        first = next(iter(slot.values()))[1]
        predicate = of_slot(table[first.predicate], first.aspect)
        found += [slot[each.fact.key][1] for each in served([state for state, _ in slot.values()], predicate, at)]
    return sorted(found, key=lambda fact: (fact.subject, fact.predicate, fact.aspect, -fact.status_rank, fact.fact_id))


def _state(key: FactKey, row: Mapping[str, Any]) -> FactState:
    return FactState(
        key=key,
        confidence=round(row["confidence"] * 100),
        status=Status(row["status"]),
        valid_from=row["valid_from"],
        valid_until=row["valid_until"],
        precision=row["precision"],
        fact_type=row["fact_type"],
        said=row["said"],
        sessions=row["sessions"],
    )


def table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns one below the other, for a fixed-width screen."""
    widths = [max(len(row[column]) for row in [titles, *rows]) for column in range(len(titles) - 1)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=True)), row[-1]])
        for row in [titles, *rows]
    ]
    return "\n".join(line.rstrip() for line in lines)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUOTE else line[: _QUOTE - 1] + "…"


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in fields.items()}
