"""What the write gate has done: kept, refused, repeated, redacted; and what language models were asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from datetime import datetime

from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_AUDIT = tenant_query("forgetting.gate_audit")
_MODELS = tenant_query("forgetting.model_audit")
_KEPT = tenant_query("forgetting.kept")


@dataclass(frozen=True)
class KeptReason:
    """Events that were kept for the same reason."""

    reason: str
    events: int
    importance: float | None
    """Their mean."""


@dataclass(frozen=True)
class KeptEvent:
    """An event with why it was kept."""

    event_id: str
    occurred_at: datetime
    content: str
    """Its first 200 characters."""
    gate_reason: str
    importance: float | None
    importance_reasons: list[str]
    times: int
    """How often it was recorded."""
    redacted: list[str]


@dataclass(frozen=True)
class GateAudit:
    """What the write gate has done for one user."""

    events: int
    kept: tuple[KeptReason, ...]
    """By number of events."""
    refused: dict[str, dict[str, int]]
    """By day in UTC, by reason, how many."""
    transient: int
    """Refused ones that are still there for the window of their session."""
    repetitions: int
    """Episodes that became another occurrence of an event."""
    explicit: int
    """Events that somebody asked to remember."""
    unverified: int
    """Guesses of agents."""
    redacted: dict[str, int]
    """Places where something was taken out, by type."""
    latest: tuple[KeptEvent, ...]
    """The last events by time."""

    @property
    def refused_by_reason(self) -> dict[str, int]:
        total: Counter[str] = Counter()
        for reasons in self.refused.values():
            total.update(reasons)
        return dict(total.most_common())

    @property
    def junk_rate(self) -> float:
        """Of all episodes, the share that was refused or only repeated something, 0 to 1."""
        junk = sum(self.refused_by_reason.values()) + self.repetitions
        return junk / (junk + self.events) if junk + self.events else 0.0

    def as_json(self) -> dict[str, object]:
        return {**asdict(self), "refused_by_reason": self.refused_by_reason, "junk_rate": round(self.junk_rate, 4)}


def gate_audit(store: TenantStore, *, latest: int = 20) -> GateAudit:
    """What the gate has kept, with its reasons and the `latest` events, and what it has refused.

    Raises:
        StoreError: the store failed.
    """
    (row,) = store.run(_AUDIT)
    refused: dict[str, dict[str, int]] = {}
    for entry in row["refused"]:
        day, reason, count = entry.split(" ")
        refused.setdefault(day, {})[reason] = int(count)
    rows = store.run(_KEPT, limit=latest) if latest else []
    return GateAudit(
        events=row["events"],
        kept=tuple(KeptReason(**each) for each in row["kept"]),
        refused=dict(sorted(refused.items())),
        transient=row["transient"],
        repetitions=row["repetitions"],
        explicit=row["explicit"],
        unverified=row["unverified"],
        redacted={each["type"]: each["places"] for each in row["redacted"]},
        latest=tuple(KeptEvent(**each) for each in rows),
    )


@dataclass(frozen=True)
class ModelDay:
    """What asking a language model came to on one day."""

    day: str
    """In UTC."""
    model: str
    prompts: int
    tokens_read: int
    tokens_written: int


@dataclass(frozen=True)
class ModelAudit:
    """What asking language models came to for one user; dry runs are not counted."""

    days: tuple[ModelDay, ...]
    """By day and model."""
    events: dict[str, int]
    """By model, how many events are as it read them."""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def model_audit(store: TenantStore) -> ModelAudit:
    """What asking language models for facts came to.

    Raises:
        StoreError: the store failed.
    """
    (row,) = store.run(_MODELS)
    days = []
    for entry in row["counts"]:
        day, prompts, tokens_read, tokens_written, model = entry.split(" ", 4)
        days.append(ModelDay(day, model, int(prompts), int(tokens_read), int(tokens_written)))
    return ModelAudit(
        days=tuple(sorted(days, key=lambda each: (each.day, each.model))),
        events={each["model"]: each["events"] for each in row["read"]},
    )
