"""The channels that look for events, run together, and the walk from what they found to its neighbours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.language.words import SearchWords
from graphmem.models import ActorRole, Event
from graphmem.recall.candidates import FIELDS, READ, Candidate
from graphmem.recall.cue import Cue
from graphmem.recall.deadline import Deadline, Job
from graphmem.recall.lucene import cjk, english
from graphmem.recall.reading import read
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
_SPAN = tenant_query("recall.span")
_CONTEXT = tenant_query("recall.context")
_EVENTS = tenant_query("recall.events")

MEANING, WORDS, WORDS_CJK = "meaning", "words", "words_cjk"
"""The channels by name."""
IN_TIME = "in_time"
"""The same channels within the time that the cue asks about, and all that happened then."""
GRAPH = "graph"
"""The walk over the graph from the best of what they found, and from what the cue names."""
NEIGHBOURS = "neighbours"
"""The walk from what they found along the session."""

Embedding = NDArray[np.float32]
"""Of the cue, (dimension,)."""
Found = list[str]
"""Ids of events, best first."""
Started = dict[str, Future[Found]]
UNITS = 2 * READ
"""UTF-16 units of a content that are asked for: a character is two at most."""
_RANK = 60
"""Cormack, Clarke and Büttcher (2009), "Reciprocal Rank Fusion": a rank counts 1 / (60 + rank)."""


def look_for_words(
    search: SearchWords, since: datetime, until: datetime, store: TenantStore, ranking: Ranking, deadline: Deadline
) -> Started:
    """The channels that look for the words of a cue, begun beside the caller; those that have anything to look for."""
    started: Started = {}
    for name, query, build in ((WORDS, _WORDS_ENGLISH, english), (WORDS_CJK, _WORDS_CJK, cjk)):
        lucene = build(search, store.tenant_key, since, until) if ranking.uses(name) else None
        if lucene is not None:
            job = _asking(store, query, lucene=lucene, since=since, until=until, k=ranking.ask)
            started[name] = deadline.start(job)
    return started


def look(
    cue: Cue,
    embedding: Embedding | None,
    search: SearchWords,
    words: Mapping[str, Future[Found]],
    store: TenantStore,
    ranking: Ranking,
    deadline: Deadline,
) -> dict[str, Found]:
    """What each channel finds, by its name.

    Args:
        cue: what is asked.
        embedding: of its meaning; None where there was no time for it.
        search: the words of the cue.
        words: the channels of words, begun already.
        store: of the user who asks.
        ranking: says how much is looked for.
        deadline: what is not there by then is left out.

    Raises:
        EncoderReplacedError: the embeddings are no longer those of the encoder that made `embedding`.
        StoreError: the store failed.
    """
    started = _look_in_time(cue, embedding, search, store, ranking, deadline)
    found: dict[str, Found | None] = {}
    if embedding is not None and ranking.uses(MEANING):
        found[MEANING] = deadline.run(MEANING, _nearest(embedding, cue.since, cue.until, store, ranking))
    for name, future in {**words, **started}.items():
        found[name] = deadline.wait(name, future)
    return {name: event_ids for name, event_ids in found.items() if event_ids is not None}


def _look_in_time(
    cue: Cue,
    embedding: Embedding | None,
    search: SearchWords,
    store: TenantStore,
    ranking: Ranking,
    deadline: Deadline,
) -> Started:
    """The channels within the time asked about, where that is narrower than what may be looked at."""
    if cue.span is None or cue.span == (cue.since, cue.until) or not ranking.uses(IN_TIME):
        return {}
    since, until = cue.span
    started: Started = {}
    if cue.only_time:
        started[IN_TIME] = deadline.start(_asking(store, _SPAN, since=since, until=until, k=ranking.ask))
    else:
        started = {
            f"{name}_{IN_TIME}": future
            for name, future in look_for_words(search, since, until, store, ranking, deadline).items()
        }
    if embedding is not None and ranking.uses(MEANING):
        started[f"{MEANING}_{IN_TIME}"] = deadline.start(_nearest(embedding, since, until, store, ranking))
    return started


def fused(found: Mapping[str, Found], keep: int) -> Found:
    """What the channels found, all together, the best first: by reciprocal rank fusion of the best `keep` of each."""
    scores: dict[str, float] = {}
    for event_ids in found.values():
        for rank, event_id in enumerate(event_ids[:keep], start=1):
            scores[event_id] = scores.get(event_id, 0.0) + 1 / (_RANK + rank)
    return sorted(scores, key=lambda event_id: (-scores[event_id], event_id))


def places(found: Mapping[str, Found], ranking: Ranking) -> dict[str, dict[str, int]]:
    """By event id, its rank in each channel that found it, of the best `ranking.keep` of each."""
    ranks: dict[str, dict[str, int]] = {}
    for name, event_ids in found.items():
        keep = ranking.ask if name == IN_TIME else ranking.keep
        for rank, event_id in enumerate(event_ids[:keep], start=1):
            ranks.setdefault(event_id, {})[name] = rank
    return ranks


def gather(
    cue: Cue,
    ranks: Mapping[str, Mapping[str, int]],
    around: Sequence[str],
    embedding: Embedding | None,
    store: TenantStore,
    ranking: Ranking,
    deadline: Deadline,
) -> list[Candidate]:
    """The candidates: the events that have `ranks`, and the neighbours of those `around`.

    Raises:
        EncoderReplacedError: the embeddings are no longer those of the encoder that made `embedding`.
        StoreError: the store failed.
    """
    if not ranks:
        return []

    def context(seconds: float | None) -> list[dict[str, Any]]:
        return store.run(
            _CONTEXT,
            timeout=seconds,
            event_ids=sorted(ranks),
            around=list(around) if ranking.uses(NEIGHBOURS) else [],
            beyond=list(around[: ranking.beyond]) if ranking.uses(NEIGHBOURS) else [],
            embedding=embedding,
            since=cue.since,
            until=cue.until,
            units=UNITS,
        )

    rows = deadline.run(NEIGHBOURS, context) or []
    return [candidate(fields, ranks.get(fields[_EVENT_ID], {})) for row in rows for fields in row["events"]]


def whole(candidates: Sequence[Candidate], store: TenantStore) -> dict[str, Event]:
    """Their events by id; those that are here in part are fetched, and left out if they were erased meanwhile.

    Raises:
        StoreError: the store failed.
    """
    events = {each.event_id: each.event() for each in candidates if each.row}
    partial = [each.event_id for each in candidates if not each.row]
    if partial:
        rows = store.run(_EVENTS, event_ids=partial)
        events |= {row["event"]["event_id"]: Event.stored(row["event"]) for row in rows}
    return events


def _nearest(
    embedding: Embedding, since: datetime, until: datetime, store: TenantStore, ranking: Ranking
) -> Job[Found]:
    query = _NEAREST[store.slot.index_name]
    return _asking(store, query, embedding=embedding, since=since, until=until, k=ranking.ask)


def _asking(store: TenantStore, query: TenantQuery, **params: object) -> Job[Found]:
    """One channel. An index asked for more rows searches more broadly."""

    def ask(seconds: float | None) -> Found:
        return [event_id for row in store.run(query, timeout=seconds, **params) for event_id in row["event_ids"]]

    return ask


_BEFORE_FIELDS = 5
_WANTED = (
    "event_id",
    "session_id",
    "event_type",
    "actor",
    "actor_role",
    "content",
    "importance",
    "importance_reasons",
    "occurred_at",
    "recorded_at",
    "seen",
)
_wanted = itemgetter(*(_BEFORE_FIELDS + FIELDS.index(name) for name in _WANTED))


def candidate(row: Sequence[Any], ranks: Mapping[str, int]) -> Candidate:
    """From an event of `recall.context`, with its rank in each channel that found it."""
    similarity, previous, in_part, asks, recalled_at = row[:_BEFORE_FIELDS]
    event_id, session_id, event_type, actor, role, content, importance, reasons, at, recorded_at, seen = _wanted(row)
    used = [recorded_at, *(seen or ())]
    if recalled_at:
        used.append(recalled_at)
    return Candidate(
        event_id,
        _ROLES[role],
        read(actor, content[:READ]),
        asks,
        datetime.fromisoformat(at),
        None if similarity is None else 2 * similarity - 1,
        previous,
        ranks,
        session_id,
        event_type,
        importance or 0.0,
        reasons or (),
        repetitions=len(used) - 1 - bool(recalled_at),
        last_used=max(map(datetime.fromisoformat, used)),
        row=() if in_part else row,
    )


_ROLES = {role.value: role for role in ActorRole}
_EVENT_ID = _BEFORE_FIELDS + FIELDS.index("event_id")
