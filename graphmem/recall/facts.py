"""Facts that a cue is about: looked for beside the walk from the events, so that they cost no round of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from graphmem.clock import BEGINNING, END
from graphmem.language.entities import name_keys
from graphmem.language.words import SearchWords
from graphmem.recall.about import Concern
from graphmem.recall.deadline import Deadline
from graphmem.recall.lucene import cjk, english
from graphmem.rules.belief import Fact, served_facts
from graphmem.rules.predicates import Predicate
from graphmem.rules.ranking import Ranking
from graphmem.store.beliefs import as_known
from graphmem.store.catalogue import tenant_query
from graphmem.store.connection import Row
from graphmem.store.slots import EVENT_INDEX, other_index
from graphmem.store.tenant import TenantStore

_FACTS = {  # by the slot that is searched
    EVENT_INDEX: tenant_query("recall.facts"),
    other_index(EVENT_INDEX): tenant_query("recall.facts_b"),
}

FACTS = "facts"
"""Name of the channel."""
NAMES = "names"
"""Of what finds facts, that which looks for what the cue names."""
_EVENTS = 10
"""Best of each channel of events whose statements are looked at: what is alike in meaning to a fact's evidence."""
_ASKED, _SLOTS = 50, 8
_NEAR, _KEPT = 100, 10
"""Rows asked of the vector index, whose breadth follows; and the nearest of them that count."""
_CONSTANT = 10
"""Of reciprocal rank fusion over the channels: Cormack et al., SIGIR 2009, with a smaller constant for short lists."""
_NOTHING = "tenant_key:nobody"


def look_for_facts(
    text: str,
    at: datetime,
    known_at: datetime | None,
    embedding: NDArray[np.float32] | None,
    search: SearchWords,
    found: Mapping[str, Sequence[str]],
    store: TenantStore,
    ranking: Ranking,
    deadline: Deadline,
) -> Future[list[Row]] | None:
    """Begin to look for facts: by meaning, by the words of the cue and its names, by the best events of each channel.

    Args:
        text: the cue.
        at: facts are to hold then.
        known_at: as they were believed then; None for today.
        embedding: of what the cue means (dimension,); None where there was no time to make it.
        search: the words of the cue.
        found: by channel, ids of events, best first.
        store: of the user who asks.
        ranking: says whether facts are looked for.
        deadline: after it there are none.
    """
    if not ranking.uses(FACTS):
        return None
    lists = [event_ids[:_EVENTS] for event_ids in found.values()]
    best = [ids[place] for place in range(_EVENTS) for ids in lists if place < len(ids)]
    params = {
        "english": english(search, store.tenant_key, BEGINNING, END, field="text") or _NOTHING,
        "cjk": cjk(search, store.tenant_key, BEGINNING, END, field="text") or _NOTHING,
        "keys": name_keys(text),
        "event_ids": list(dict.fromkeys(best)),
        "k": _ASKED,
        "near": _NEAR,
        "kept": _KEPT,
        "logs": known_at is not None,
        "at": at,
        "embeddings": [] if embedding is None else [embedding],
    }
    query = _FACTS[store.slot.index_name]
    return deadline.start(lambda seconds: store.run(query, timeout=seconds, **params))


def facts_of(
    cue: str,
    looking: Future[list[Row]] | None,
    table: Mapping[str, Predicate],
    at: datetime,
    known_at: datetime | None,
    store: TenantStore,
    deadline: Deadline,
) -> tuple[Fact, ...]:
    """What is served of the slots that were found, the likeliest first; a disputed fact before its rival.

    Args:
        cue: what is asked; facts about others than the user only come where it names them.
        looking: what `look_for_facts` began.
        table: of predicates.
        at: the time of the world that is asked about.
        known_at: as it was believed then; None for today. It costs a round of its own.
        store: of the user who asks.
        deadline: after it there are none.
    """
    rows = deadline.wait(FACTS, looking) if looking is not None else None
    if not rows:
        return ()
    stored: list[Row] | None = rows[0]["facts"]
    if known_at is not None:
        stored = deadline.run(FACTS, lambda seconds: as_known(store, rows[0]["facts"], known_at, seconds))
    scores: dict[str, float] = defaultdict(float)
    ranks: dict[str, int] = defaultdict(int)
    for each in rows[0]["found"]:
        ranks[each["channel"]] += 1
        scores[each["slot"]] += 1 / (_CONSTANT + ranks[each["channel"]])
    slots: dict[str, list[Row]] = defaultdict(list)
    for fact in stored or ():
        slots[fact["slot"]].append(fact)
    named = {each["slot"] for each in rows[0]["found"] if each["channel"] == NAMES}  # by another name, too
    concern = Concern(cue, store.user_id)
    shown = ((slot, served_facts(slots[slot], table, at)) for slot in sorted(scores, key=lambda s: (-scores[s], s)))
    chosen = (facts for slot, facts in shown if facts and (slot in named or any(map(concern.allows, facts))))
    return tuple(fact for facts in islice(chosen, _SLOTS) for fact in facts)
