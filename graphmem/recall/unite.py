"""The same words said again and again take one place in an answer."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.recall.rank import Ranked


def united(ranked: Sequence[Ranked], k: int) -> list[Ranked]:
    """The `k` best that differ in their words, each with the ids of those it stands for, in order.

    Words are the same in any case, whatever the punctuation and spaces between them; a different number or a "not"
    is a different wording. Long events are compared as far as ranking reads them.
    """
    kept: dict[int, int] = {}
    found: list[Ranked] = []
    same: dict[int, list[str]] = {}
    for each in ranked:
        wording = each.candidate.reading.wording
        place = kept.get(wording)
        if place is not None:
            same.setdefault(place, []).append(each.candidate.event_id)
        elif len(found) < k:
            kept[wording] = len(found)
            found.append(each)
    return [each._replace(same=tuple(same.get(place, ()))) for place, each in enumerate(found)]
