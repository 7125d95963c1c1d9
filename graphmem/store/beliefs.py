"""Facts as they were believed at an earlier time: read from their log, which is never rewritten."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from graphmem.clock import END
from graphmem.store.catalogue import tenant_query
from graphmem.store.connection import Row
from graphmem.store.tenant import TenantStore

_LOG = tenant_query("semantic.log")

_PAGE = 200
"""Facts whose logs are read at once."""


def as_known(
    store: TenantStore, facts: Sequence[Mapping[str, Any]], known_at: datetime, seconds: float | None = None
) -> list[Row]:
    """The facts with the confidence, status and interval that were believed at that time, without those to come.

    Args:
        store: the user's.
        facts: maps of all properties of `FACT`.
        known_at: a time of belief.
        seconds: how long each reading may take; None for as long as the store allows.
    """
    by_id = {fact["fact_id"]: fact for fact in facts}
    last: dict[str, Row] = {}
    ids = sorted(by_id)
    for start in range(0, len(ids), _PAGE):
        for row in store.run(_LOG, timeout=seconds, fact_ids=ids[start : start + _PAGE]):
            if row["line"]["at"] <= known_at:
                last[row["fact_id"]] = row["line"]
    for id, fact in by_id.items():
        for line in map(json.loads, fact.get("refolds") or []):
            at = as_utc(line["at"])
            if at <= known_at and (id not in last or at >= last[id]["at"]):
                times = {name: as_utc(line[name]) for name in ("valid_from", "valid_until")}
                last[id] = {**line, **times, "at": at}
    return [
        {
            **by_id[id],
            "confidence": line["confidence_after"],
            "status": line["status_after"],
            "valid_from": line["valid_from"],
            "valid_until": line["valid_until"],
            "retracted_at": by_id[id]["retracted_at"] if line["status_after"] == "retracted" else END,
        }
        for id, line in last.items()
    ]


def as_utc(text: str) -> datetime:
    """A time of a line of the log that is kept as JSON."""
    return datetime.fromisoformat(text).astimezone(UTC)
