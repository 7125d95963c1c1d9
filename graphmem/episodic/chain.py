"""What led to an event, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from graphmem.episodic.find import find
from graphmem.models import Event, EventType
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_CHAIN = tenant_query("episodic.chain")
LARGEST = 500
"""Causes, and effects, that are walked to at most."""


@dataclass(frozen=True)
class CauseLink:
    """That one event brought another about."""

    effect_id: str
    cause_id: str
    method: str
    """How it is known: given, tool_call, reply or phrase."""
    confidence: float


@dataclass(frozen=True)
class Chain:
    """An event with everything that led to it and that came of it, near or far."""

    event: Event
    causes: tuple[Event, ...]
    """What led to it, in order of time."""
    effects: tuple[Event, ...]
    """What came of it, in order of time."""
    links: tuple[CauseLink, ...]
    time_zone: str

    @property
    def root(self) -> Event:
        """Where it began: the earliest event that led to it and has no cause itself; the event where nothing did."""
        caused = {link.effect_id for link in self.links}
        return next((event for event in self.causes if event.event_id not in caused), self.event)

    @property
    def outcome(self) -> Event | None:
        """What came of it in the end: the last outcome among its effects, else the last effect; None without any."""
        outcomes = [event for event in self.effects if event.event_type is EventType.OUTCOME]
        return (outcomes or list(self.effects) or [None])[-1]  # type: ignore[list-item]  # an Optional list

    def __str__(self) -> str:
        """A line for each event in order of time, with what it was caused by."""
        zone = ZoneInfo(self.time_zone)
        place = {event.event_id: number for number, event in enumerate(self.events, start=1)}
        lines = []
        for event in self.events:
            causes = ", ".join(
                f"{place[link.cause_id]} ({link.method})"
                for link in self.links
                if link.effect_id == event.event_id and link.cause_id in place
            )
            mark = "→" if event == self.event else " "
            when = f"{event.occurred_at.astimezone(zone):%Y-%m-%d %H:%M}"
            text = " ".join(event.content.split())
            clipped = text if len(text) <= _LINE else text[: _LINE - 1] + "…"
            because = f"   because of {causes}" if causes else ""
            lines.append(f"{mark}{place[event.event_id]:3} {when} {event.actor}: {clipped}{because}")
        return "\n".join(lines)

    @property
    def events(self) -> tuple[Event, ...]:
        """All of them, in order of time."""
        return tuple(
            sorted((*self.causes, self.event, *self.effects), key=lambda event: (event.occurred_at, event.event_id))
        )

    def as_json(self) -> dict[str, object]:
        """Everything, ready for JSON."""
        return {
            "event_id": self.event.event_id,
            "root_id": self.root.event_id,
            "outcome_id": self.outcome.event_id if self.outcome else None,
            "events": [event.model_dump(mode="json") for event in self.events],
            "links": [link.__dict__ for link in self.links],
        }


_LINE = 160


def chain(store: TenantStore, event_id: str, *, time_zone: str) -> Chain:
    """The chain through one event of the user.

    Raises:
        NotFoundError: the user has no such event.
        StoreError: the store failed.
    """
    asked = find(store, event_id)
    rows = store.run(_CHAIN, event_id=asked.event_id, limit=LARGEST)
    steps = {row["event"]["event_id"]: row["steps"] for row in rows}
    events = {row["event"]["event_id"]: Event.stored(row["event"]) for row in rows}
    links = [
        CauseLink(row["event"]["event_id"], link["cause_id"], link["method"], link["confidence"])
        for row in rows
        for link in row["causes"]
        if link["cause_id"] in events
    ]
    return Chain(
        event=events.get(asked.event_id, asked),
        causes=tuple(event for id, event in events.items() if steps[id] < 0),
        effects=tuple(event for id, event in events.items() if steps[id] > 0),
        links=tuple(links),
        time_zone=time_zone,
    )
