"""What recall looks at for a cue, before it ranks: for the scripts that find weights and the floor."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from graphmem.clock import BEGINNING, END
from graphmem.language.checked import query_vector
from graphmem.language.words import search_words
from graphmem.memory import GraphMemory
from graphmem.recall.candidates import Candidate
from graphmem.recall.channels import look, look_for_words
from graphmem.recall.cue import Cue, read_cue
from graphmem.recall.deadline import Deadline
from graphmem.recall.graph import Neighbourhood
from graphmem.recall.recall import candidates_of
from graphmem.store.tenant import TenantStore


@dataclass(frozen=True)
class LookedAt:
    """A cue as it was read, and all that may answer it."""

    cue: Cue
    candidates: list[Candidate]
    near: Neighbourhood


def looked_at(memory: GraphMemory, user_id: str, text: str, now: datetime) -> LookedAt:
    """What recall would rank for this cue of the user.

    Raises:
        StoreError: the store failed.
    """
    store, deadline = TenantStore(memory.database, user_id), Deadline(None, memory.side)
    profile = memory.user(user_id)._profile()
    cue = read_cue(
        text,
        now=now,
        since=BEGINNING,
        until=END,
        actors=profile.actors,
        time_zone=profile.time_zone or "UTC",
        recent_days=memory.recalling.recent_days,
    )
    search = search_words(text)
    words = look_for_words(search, BEGINNING, END, store, memory.ranking, deadline)
    vector = query_vector(memory.encoder, cue.meaning)
    found = look(cue, vector, search, words, store, memory.ranking, deadline)
    return LookedAt(cue, *candidates_of(cue, found, vector, store, memory.ranking, deadline))
