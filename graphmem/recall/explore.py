"""Looking around the best hits in the graph: one query, bounded at every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphmem.language.entities import name_keys
from graphmem.recall.channels import GRAPH
from graphmem.recall.cue import Cue
from graphmem.recall.deadline import Deadline
from graphmem.recall.graph import NOWHERE, Bridge, Neighbourhood
from graphmem.rules.keys import name_key
from graphmem.rules.ranking import GraphWalk, Ranking
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_NEIGHBOURHOOD = tenant_query("recall.neighbourhood")

_RANK = 60
"""Cormack, Clarke and Büttcher (2009), "Reciprocal Rank Fusion": a rank counts 1 / (60 + rank)."""


def explore(
    cue: Cue, found: Mapping[str, Sequence[str]], store: TenantStore, ranking: Ranking, deadline: Deadline
) -> Neighbourhood:
    """What is near the best of what the channels found, and near what the cue names; nothing where it asks for a time
    alone.

    Args:
        cue: what is asked.
        found: by channel, ids of events, best first.
        store: of the user who asks.
        ranking: how far to look.
        deadline: after it there is nothing near.

    Raises:
        StoreError: the store failed.
    """
    if not ranking.uses(GRAPH) or cue.only_time:
        return NOWHERE
    fused: dict[str, float] = {}
    for event_ids in found.values():
        for rank, event_id in enumerate(event_ids[: ranking.keep], start=1):
            fused[event_id] = fused.get(event_id, 0.0) + 1 / (_RANK + rank)
    best = sorted(fused, key=lambda id: (-fused[id], id))
    return deadline.run(GRAPH, lambda seconds: _near(cue, best, store, ranking.graph, seconds)) or NOWHERE


def _near(cue: Cue, best: list[str], store: TenantStore, rules: GraphWalk, seconds: float | None) -> Neighbourhood:
    rows = store.run(
        _NEIGHBOURHOOD,
        timeout=seconds,
        event_ids=best[: rules.begin],
        candidates=best,
        keys=name_keys(cue.text),
        hub_share=rules.hub_share,
        hub_least=rules.hub_least,
        hub_most=rules.hub_most,
        counted=round(rules.hub_most / rules.hub_share),
        unnamed=rules.unnamed,
        bridges=rules.bridges,
        reached=rules.reached,
        since=cue.since,
        until=cue.until,
    )
    if not rows:
        return NOWHERE
    row = rows[0]
    return Neighbourhood(
        reached=tuple(row["reached"]),
        mentions={event_id: entity_ids for event_id, *entity_ids in row["mentions"]},
        bridges={bridge.entity_id: bridge for bridge in _whole_names([Bridge(*each) for each in row["entities"]])},
        causes=[(effect, cause) for effect, cause in row["causes"]],
        total=row["total"],
    )


def _whole_names(bridges: list[Bridge]) -> list[Bridge]:
    """The bridges, of which the cue does not mean one whose name is a mere part of another that it names."""
    asked = [name_key(bridge.name) for bridge in bridges if bridge.asked]

    def is_part(bridge: Bridge) -> bool:
        key = name_key(bridge.name)
        return any(key in other and key != other for other in asked)

    return [bridge._replace(asked=False) if bridge.asked and is_part(bridge) else bridge for bridge in bridges]
