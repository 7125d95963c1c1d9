"""Looking around the best hits in the graph: one query, bounded at every step."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

from graphmem.language.entities import name_keys
from graphmem.recall.channels import GRAPH, UNITS, Embedding, candidate
from graphmem.recall.cue import Cue
from graphmem.recall.deadline import Deadline
from graphmem.recall.graph import NOWHERE, Bridge, Neighbourhood
from graphmem.rules.keys import name_key
from graphmem.rules.ranking import GraphWalk, Ranking
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_NEIGHBOURHOOD = tenant_query("recall.neighbourhood")


def explore(
    cue: Cue,
    best: Sequence[str],
    embedding: Embedding | None,
    store: TenantStore,
    ranking: Ranking,
    deadline: Deadline,
) -> Future[Neighbourhood] | None:
    """Begin to look for what is near the best hits, and near what the cue names; None where it asks for a time alone.

    Args:
        cue: what is asked.
        best: ids of what the channels found, best first.
        embedding: of what the cue means; None where there was no time to make it.
        store: of the user who asks.
        ranking: how far to look.
        deadline: after it there is nothing near.
    """
    if not ranking.uses(GRAPH) or cue.only_time or not best:
        return None
    return deadline.start(lambda seconds: _near(cue, best, embedding, store, ranking.graph, seconds))


def _near(
    cue: Cue,
    best: Sequence[str],
    embedding: Embedding | None,
    store: TenantStore,
    rules: GraphWalk,
    seconds: float | None,
) -> Neighbourhood:
    rows = store.run(
        _NEIGHBOURHOOD,
        timeout=seconds,
        event_ids=list(best[: rules.begin]),
        candidates=list(best),
        keys=name_keys(cue.text),
        hub_share=rules.hub_share,
        hub_least=rules.hub_least,
        hub_most=rules.hub_most,
        counted=round(rules.hub_most / rules.hub_share),
        unnamed=rules.unnamed,
        bridges=rules.bridges,
        reached=rules.reached,
        embedding=embedding,
        units=UNITS,
        since=cue.since,
        until=cue.until,
    )
    if not rows:
        return NOWHERE
    row = rows[0]
    return Neighbourhood(
        reached=[candidate(fields, {GRAPH: rank}) for rank, fields in enumerate(row["events"], start=1)],
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
