"""Looking around the best hits in the graph: one query, bounded at every step."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from graphmem.language.entities import name_keys
from graphmem.recall.graph import NOWHERE, Bridge, Neighbourhood
from graphmem.rules.ranking import GraphWalk
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_NEIGHBOURHOOD = tenant_query("recall.neighbourhood")

GRAPH = "graph"
"""The channel by name."""
_RANK = 60
"""Cormack, Clarke and Büttcher (2009), "Reciprocal Rank Fusion": a rank counts 1 / (60 + rank)."""


def explore(
    cue: str,
    ranks: Mapping[str, Mapping[str, int]],
    store: TenantStore,
    rules: GraphWalk,
    *,
    since: datetime,
    until: datetime,
    timeout: float | None = None,
) -> Neighbourhood:
    """What is near the best of what the channels found, and near what the cue names.

    Args:
        cue: its text.
        ranks: by event id, the rank in each channel that found it.
        store: of the user who asks.
        rules: how far to look.
        since: only events from then on.
        until: only events before.
        timeout: seconds that it may take.

    Raises:
        StoreError: the store failed.
    """
    fused = {id: sum(1 / (_RANK + rank) for rank in by.values()) for id, by in ranks.items()}
    best = sorted(fused, key=lambda id: (-fused[id], id))
    rows = store.run(
        _NEIGHBOURHOOD,
        timeout=timeout,
        event_ids=best[: rules.begin],
        candidates=best,
        keys=name_keys(cue),
        hub_share=rules.hub_share,
        hub_least=rules.hub_least,
        hub_most=rules.hub_most,
        counted=round(rules.hub_most / rules.hub_share),
        reached=rules.reached,
        since=since,
        until=until,
    )
    if not rows:
        return NOWHERE
    row = rows[0]
    return Neighbourhood(
        reached=tuple(row["reached"]),
        mentions={event_id: entity_ids for event_id, *entity_ids in row["mentions"]},
        bridges={bridge[0]: Bridge(*bridge) for bridge in row["entities"]},
        causes=[(effect, cause) for effect, cause in row["causes"]],
        total=row["total"],
    )
