"""The channels that look for events, run together, and the walk from what they found to its neighbours."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
from numpy.typing import NDArray

from graphmem.models import Event
from graphmem.recall.candidates import Candidate
from graphmem.recall.cue import Cue
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

MEANING, WORDS, WORDS_CJK = "meaning", "words", "words_cjk"
"""The channels by name."""
NEIGHBOURS = "neighbours"
"""The walk from what they found along the session."""

Channel = Callable[[], list[str]]
"""Finds ids of events, best first."""


def find(cue: Cue, embedding: NDArray[np.float32], store: TenantStore, ranking: Ranking) -> list[Candidate]:
    """Candidates for the cue: what the channels find, best `ranking.keep` of each, and their neighbours.

    Two rounds to the server: the channels side by side, then the walk.

    Raises:
        EncoderReplacedError: the embeddings are no longer those of the encoder that made `embedding`.
        StoreError: the store failed.
    """
    channels = _channels(cue, embedding, store, ranking)
    with ThreadPoolExecutor(max_workers=max(1, len(channels)), thread_name_prefix="graphmem-recall") as pool:
        running = {name: pool.submit(channel) for name, channel in channels.items()}
        found = {name: future.result()[: ranking.keep] for name, future in running.items()}
    ranks: dict[str, dict[str, int]] = {}
    for name, event_ids in found.items():
        for rank, event_id in enumerate(event_ids, start=1):
            ranks.setdefault(event_id, {})[name] = rank
    if not ranks:
        return []
    rows = store.run(_CONTEXT, event_ids=sorted(ranks), embedding=embedding, since=cue.since, until=cue.until)
    return [
        Candidate(
            event=Event.stored(row["event"]),
            cosine=None if row["similarity"] is None else 2 * row["similarity"] - 1,
            previous=row["previous"],
            ranks=ranks.get(row["event"]["event_id"], {}),
        )
        for row in rows
        if ranking.uses(NEIGHBOURS) or row["event"]["event_id"] in ranks
    ]


def _channels(cue: Cue, embedding: NDArray[np.float32], store: TenantStore, ranking: Ranking) -> dict[str, Channel]:
    """The channels that have something to look for. An index asked for more rows searches more broadly."""

    def run(query: TenantQuery, **params: object) -> list[str]:
        rows = store.run(query, timeout=None, since=cue.since, until=cue.until, k=ranking.ask, **params)
        return [row["event_id"] for row in rows]

    channels: dict[str, Channel] = {MEANING: partial(run, _NEAREST[store.slot.index_name], embedding=embedding)}
    for name, query, build in ((WORDS, _WORDS_ENGLISH, english), (WORDS_CJK, _WORDS_CJK, cjk)):
        lucene = build(cue.search, store.tenant_key, cue.since, cue.until)
        if lucene is not None:
            channels[name] = partial(run, query, lucene=lucene)
    return {name: channel for name, channel in channels.items() if ranking.uses(name)}
