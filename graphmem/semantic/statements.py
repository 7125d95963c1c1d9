"""Statements: what an event says about one object of a slot, after resolution. Slots are folded from them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Self

from graphmem.models import ActorRole, EventType, Occurrence
from graphmem.rules.aspects import aspect_key
from graphmem.rules.evidence import Cue, Evidence
from graphmem.rules.facts import Polarity, of_slot, one_value
from graphmem.rules.predicates import Predicate

Method = Literal["rules", "model", "given"]


def hashed(*parts: object) -> str:
    """128 bits in hexadecimal of some texts; the same only for the same ones."""
    return hashlib.sha256("".join(f"{len(str(part))} {part} " for part in parts).encode()).hexdigest()[:32]


def slot_key(subject_id: str, predicate: Predicate, aspect: str, object_id: str) -> str:
    """Which facts are weighed together: those of one subject, predicate and aspect, by `aspect_key`.

    The objects of a predicate that holds many do not touch one another, so each is a slot of its own and none grows
    with the size of a memory.
    """
    only = one_value(of_slot(predicate, aspect))
    return hashed(subject_id, predicate.name, aspect_key(aspect), "" if only else object_id)


@dataclass(frozen=True, slots=True)
class Source:
    """What of an event its evidence depends on."""

    event_id: str
    event_type: EventType
    actor_role: ActorRole
    session_id: str | None
    occurred_at: datetime
    seen: tuple[Occurrence, ...] = ()

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """From a map of the event's properties."""
        times, places, ids = (row[name] or [] for name in ("seen", "seen_in", "seen_ids"))
        return cls(
            event_id=row["event_id"],
            event_type=EventType(row["event_type"]),
            actor_role=ActorRole(row["actor_role"]),
            session_id=row["session_id"],
            occurred_at=row["occurred_at"],
            seen=tuple(
                Occurrence(occurred_at=at, session_id=where or None, event_id=id)
                for at, where, id in zip(times, places, ids, strict=True)
            ),
        )

    @property
    def occurrences(self) -> list[str]:
        """The ids of all the evidence that it is."""
        return [self.event_id, *(each.event_id for each in self.seen)]


@dataclass(frozen=True, slots=True)
class Statement:
    """A triple after resolution, as an event states it."""

    source: Source
    subject_id: str
    object_id: str
    said_subject: str
    """The entity of the very name that was said, whatever it was united with; so that it can be split again."""
    said_object: str
    predicate: str
    aspect: str
    polarity: Polarity
    quote: str
    cues: frozenset[Cue] = frozenset()
    place: int = 0
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    counted: frozenset[str] = frozenset()
    """Ids of the evidence that its facts were folded with; what came later is new to them."""
    method: Method = "rules"
    """Who read it in the event's text; "given" where it was stated through the API."""
    model: str | None = None
    """Name of the language model, where one did."""
    kept: Mapping[str, object] | None = None
    """As it is stored, for one that is."""

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """From a row of evidence of `semantic.slots`."""
        said = row["said"]
        return cls(
            source=Source.of(row["event"]),
            subject_id=said["subject_id"],
            object_id=row["object_id"],
            said_subject=said["said_subject"],
            said_object=said["said_object"],
            predicate=said["predicate"],
            aspect=said["aspect"],
            polarity=said["polarity"],
            quote=said["quote"],
            cues=frozenset(map(Cue, said["cues"].split())),
            place=said["place"],
            valid_from=said.get("valid_from"),
            valid_until=said.get("valid_until"),
            counted=frozenset(said["counted"]),
            method=said.get("method", "rules"),
            model=said.get("model"),
            kept=said,
        )

    def slot(self, table: Mapping[str, Predicate]) -> str:
        """Where it is weighed."""
        return slot_key(self.subject_id, table[self.predicate], self.aspect, self.object_id)

    def evidence(self, predicate: Predicate, *, of_user: bool) -> Evidence:
        """As the fold takes it."""
        return Evidence(
            event_id=self.source.event_id,
            occurred_at=self.source.occurred_at,
            object=self.object_id,
            polarity=self.polarity,
            session_id=self.source.session_id,
            cues=self.cues,
            quote=self.quote,
            seen=self.source.seen,
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            precision="day",
            fact_type=predicate.fact_type,
            place=self.place,
            event_type=self.source.event_type,
            actor_role=self.source.actor_role,
            about_user=of_user,
        )

    def properties(self, slot: str) -> dict[str, object]:
        """Of the relationship STATES."""
        kept = {name: self.kept[name] for name in ("run_id", "at")} if self.kept else {}
        return {
            **kept,
            "slot": slot,
            "subject_id": self.subject_id,
            "said_subject": self.said_subject,
            "said_object": self.said_object,
            "predicate": self.predicate,
            "aspect": self.aspect,
            "polarity": self.polarity,
            "quote": self.quote,
            "cues": " ".join(sorted(cue.value for cue in self.cues)),
            "place": self.place,
            "valid_from": self.valid_from,
            "valid_until": self.valid_until,
            "counted": self.source.occurrences,
            "method": self.method,
            "model": self.model,
        }
