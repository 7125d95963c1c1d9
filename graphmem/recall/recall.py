"""Recall from end to end: read the cue, look in every channel, rank, return."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from datetime import datetime
from typing import Protocol

from graphmem.clock import BEGINNING, END
from graphmem.config import LONGEST_CUE_CHARACTERS
from graphmem.errors import InvalidInputError
from graphmem.language.checked import query_vector
from graphmem.language.encoder import Encoder
from graphmem.language.words import search_words
from graphmem.models import checked_text, checked_time
from graphmem.recall.channels import fetch, find, look_for_words
from graphmem.recall.cue import read_cue
from graphmem.recall.rank import rank
from graphmem.recall.recollection import Hit, Recollection
from graphmem.rules.ranking import Ranking
from graphmem.store.tenant import TenantStore


class Profile(Protocol):
    """What the store knows of the user who asks."""

    @property
    def time_zone(self) -> str | None: ...
    @property
    def actors(self) -> Sequence[str]: ...
    @property
    def not_embedded(self) -> int: ...
    @property
    def not_analysed(self) -> int: ...


def recall(
    text: str,
    *,
    store: TenantStore,
    encoder: Encoder,
    ranking: Ranking,
    now: datetime,
    since: datetime | None,
    until: datetime | None,
    profile: Callable[[], Profile],
    k: int,
    budget: int,
    count_tokens: Callable[[str], int],
    side: Executor,
) -> Recollection:
    """The `k` events that answer `text` best, of those that occurred in [since, until).

    Five rounds to the server: the profile; what is alike in meaning, while the `side` looks for the words of the cue
    from the beginning; what is near the best of it in the graph; the walk from all that to its neighbours; the events
    that are returned.

    Raises:
        InvalidInputError: the cue is empty or too long, `now` is no real time, k is not positive, or the interval is
            empty.
        StoreError: the store failed.
    """
    checked_text(text, "The cue", LONGEST_CUE_CHARACTERS)
    checked_time(now, "now")
    if not isinstance(k, int) or not isinstance(budget, int):
        raise InvalidInputError("k and budget are whole numbers.")
    if k < 1:
        raise InvalidInputError(f"k is {k}; ask for at least one event.")
    if since is not None and until is not None and since >= until:
        raise InvalidInputError("since is not before until; the interval [since, until) holds nothing.")
    begin, end = since or BEGINNING, until or END
    words = look_for_words(search_words(text), begin, end, store, ranking, side)
    known = profile()
    cue = read_cue(text, now=now, since=begin, until=end, actors=known.actors)
    candidates, near = find(cue, query_vector(encoder, cue.meaning), store, ranking, words)
    ranked = rank(cue, candidates, ranking, k, near)
    events = fetch([each.candidate.event_id for each in ranked], store)
    ranked = [each for each in ranked if each.candidate.event_id in events]
    time_zone = known.time_zone or "UTC"
    return Recollection(
        user_id=store.user_id,
        cue=text,
        language=cue.language,
        now=now,
        since=since,
        until=until,
        time_zone=time_zone,
        events=tuple(
            Hit(
                event=events[each.candidate.event_id],
                rank=position,
                of=len(candidates),
                score=each.score,
                found_by=dict(each.candidate.ranks),
                parts=each.parts,
                way=each.way,
                time_zone=time_zone,
            )
            for position, each in enumerate(ranked, start=1)
        ),
        budget=budget,
        count_tokens=count_tokens,
        not_embedded=known.not_embedded,
        not_analysed=known.not_analysed,
    )
