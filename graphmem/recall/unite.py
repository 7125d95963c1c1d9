"""The same words said again and again take one place in an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from graphmem.language.words import folded
from graphmem.recall.candidates import Candidate
from graphmem.recall.rank import Ranked


def united(ranked: Sequence[Ranked], k: int) -> list[Ranked]:
    """The `k` best that differ in their words, each with the ids of those it stands for, in order.

    Words are the same in any case, whatever the punctuation and spaces between them; a different number or a "not"
    is a different wording. Long events are compared as far as ranking reads them.
    """
    kept: dict[tuple[str, str], int] = {}
    found: list[Ranked] = []
    for each in ranked:
        wording = _wording(each.candidate)
        place = kept.get(wording)
        if place is not None:
            first = found[place]
            found[place] = replace(first, same=(*first.same, each.candidate.event_id))
        elif len(found) < k:
            kept[wording] = len(found)
            found.append(each)
    return found


def _wording(candidate: Candidate) -> tuple[str, str]:
    words = " ".join(_BETWEEN_WORDS.sub(" ", folded(candidate.text)).split())
    return candidate.actor, words or candidate.text


_BETWEEN_WORDS = re.compile(r"(?<!\d)[.,:/]|[.,:/](?!\d)|[-+](?!\d)|[!;\"'()…—。、“”‘’~]")
"""Punctuation that is no part of a number. A question mark stays: what is asked is not what is said."""
