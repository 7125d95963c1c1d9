"""Recall from end to end: read the cue, look in every channel, rank, return."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from graphmem.clock import BEGINNING, END
from graphmem.config import LONGEST_CUE_CHARACTERS
from graphmem.errors import InvalidInputError
from graphmem.language.checked import query_vector
from graphmem.language.encoder import Encoder
from graphmem.models import checked_text, checked_time
from graphmem.recall.channels import find
from graphmem.recall.cue import read_cue
from graphmem.recall.rank import rank
from graphmem.recall.recollection import Hit, Recollection
from graphmem.rules.ranking import Ranking
from graphmem.store.tenant import TenantStore


def recall(
    text: str,
    *,
    store: TenantStore,
    encoder: Encoder,
    ranking: Ranking,
    now: datetime,
    since: datetime | None,
    until: datetime | None,
    time_zone: str,
    actors: Sequence[str],
    k: int,
    budget: int,
    count_tokens: Callable[[str], int],
) -> Recollection:
    """The `k` events that answer `text` best, of those that occurred in [since, until).

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
    cue = read_cue(text, now=now, since=since or BEGINNING, until=until or END, actors=actors)
    ranked = rank(cue, find(cue, query_vector(encoder, cue.meaning), store, ranking), ranking)
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
                event=each.candidate.event,
                rank=position,
                of=len(ranked),
                score=each.score,
                found_by=dict(each.candidate.ranks),
                parts=each.parts,
                time_zone=time_zone,
            )
            for position, each in enumerate(ranked[:k], start=1)
        ),
        budget=budget,
        count_tokens=count_tokens,
    )
