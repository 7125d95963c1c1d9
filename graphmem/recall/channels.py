"""The channels that look for events, run together, and the walk from what they found to its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.language.words import SearchWords
from graphmem.models import ActorRole, Event
from graphmem.recall.candidates import READ, Candidate
from graphmem.recall.cue import Cue
from graphmem.recall.explore import GRAPH, explore
from graphmem.recall.graph import NOWHERE, Neighbourhood
from graphmem.recall.lucene import cjk, english
from graphmem.rules.ranking import Ranking
from graphmem.store.catalogue import tenant_query
from graphmem.store.contract import TenantQuery
from graphmem.store.slots import EVENT_INDEX, other_index
from graphmem.store.tenant import TenantStore

_NEAREST = {  # by the index that is searched
    EVENT_INDEX: tenant_query("recall.nearest"),
    other_index(EVENT_INDEX): tenant_query("recall.nearest_b"),
}
_WORDS_ENGLISH = tenant_query("recall.words_english")
_WORDS_CJK = tenant_query("recall.words_cjk")
_CONTEXT = tenant_query("recall.context")
_EVENTS = tenant_query("recall.events")

MEANING, WORDS, WORDS_CJK = "meaning", "words", "words_cjk"
"""The channels by name."""
NEIGHBOURS = "neighbours"
"""The walk from what they found along the session."""

Found = list[str]
"""Ids of events, best first."""


def look_for_words(
    search: SearchWords, since: datetime, until: datetime, store: TenantStore, ranking: Ranking, side: Executor
) -> dict[str, Future[Found]]:
    """The channels that look for the words of a cue, started at the `side`; those that have something to look for."""
    started: dict[str, Future[Found]] = {}
    for name, query, build in ((WORDS, _WORDS_ENGLISH, english), (WORDS_CJK, _WORDS_CJK, cjk)):
        lucene = build(search, store.tenant_key, since, until) if ranking.uses(name) else None
        if lucene is not None:
            started[name] = side.submit(_ask, store, query, lucene=lucene, since=since, until=until, k=ranking.ask)
    return started


def find(
    cue: Cue,
    embedding: NDArray[np.float32],
    store: TenantStore,
    ranking: Ranking,
    words: Mapping[str, Future[Found]],
) -> tuple[list[Candidate], Neighbourhood]:
    """Candidates for the cue: what the channels find, best `ranking.keep` of each, what is near the best of them in
    the graph, and the neighbours of all; and what the graph is like around them.

    Args:
        cue: what is asked.
        embedding: of its meaning, (dimension,).
        store: of the user who asks.
        ranking: says how many are looked at.
        words: the channels of words, which were started already.

    Raises:
        EncoderReplacedError: the embeddings are no longer those of the encoder that made `embedding`.
        StoreError: the store failed.
    """
    found: dict[str, Found] = {}
    if ranking.uses(MEANING):
        nearest = _NEAREST[store.slot.index_name]
        found[MEANING] = _ask(store, nearest, embedding=embedding, since=cue.since, until=cue.until, k=ranking.ask)
    found |= {name: future.result() for name, future in words.items()}
    ranks: dict[str, dict[str, int]] = {}
    for name, event_ids in found.items():
        for rank, event_id in enumerate(event_ids[: ranking.keep], start=1):
            ranks.setdefault(event_id, {})[name] = rank
    near = NOWHERE
    if ranking.uses(GRAPH):
        near = explore(cue.text, ranks, store, ranking.graph, since=cue.since, until=cue.until)
        for rank, event_id in enumerate(near.reached, start=1):
            ranks.setdefault(event_id, {})[GRAPH] = rank
    if not ranks:
        return [], near
    rows = store.run(
        _CONTEXT, event_ids=sorted(ranks), embedding=embedding, since=cue.since, until=cue.until, units=2 * READ
    )
    candidates = [_candidate(fields, ranks) for row in rows for fields in row["events"]]
    wanted = (each for each in candidates if each.ranks or ranking.uses(NEIGHBOURS))
    return sorted(wanted, key=lambda each: (each.occurred_at, each.event_id)), near


def fetch(event_ids: Sequence[str], store: TenantStore) -> dict[str, Event]:
    """The events of these ids, whole, by id; without those that were erased in the meantime.

    Raises:
        StoreError: the store failed.
    """
    if not event_ids:
        return {}
    events = (Event.stored(row["event"]) for row in store.run(_EVENTS, event_ids=list(event_ids)))
    return {event.event_id: event for event in events}


def _ask(store: TenantStore, query: TenantQuery, **params: object) -> Found:
    """One channel. An index asked for more rows searches more broadly."""
    return [event_id for row in store.run(query, timeout=None, **params) for event_id in row["event_ids"]]


def _candidate(fields: Sequence[Any], ranks: Mapping[str, Mapping[str, int]]) -> Candidate:
    """From an event of `recall.context`."""
    event_id, actor, role, content, asks, occurred_at, similarity, previous = fields
    return Candidate(
        event_id=event_id,
        actor=actor,
        actor_role=_ROLES[role],
        text=content[:READ],  # an UTF-16 unit is at most one character, so at least this much was asked for
        asks=asks,
        occurred_at=datetime.fromisoformat(occurred_at),
        cosine=None if similarity is None else 2 * similarity - 1,
        previous=previous,
        ranks=ranks.get(event_id, _NOT_FOUND),
    )


_ROLES = {role.value: role for role in ActorRole}
_NOT_FOUND: Mapping[str, int] = {}
