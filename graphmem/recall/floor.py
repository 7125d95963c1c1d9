"""When recall answers nothing: no event is near enough to the cue. Measured: docs/recall.md."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphmem.recall.candidates import Candidate
from graphmem.recall.cue import Cue
from graphmem.recall.features import term_counts

WORDS_WEIGH = 0.15
"""What it adds to the similarity of an event to hold every word of the cue."""


def nearness(cue: Cue, candidates: Sequence[Candidate]) -> float:
    """How near the best event is to the cue: its cosine, and `WORDS_WEIGH` times the share of the cue's words in it.

    What is not embedded yet counts by its words alone; it is then near enough for any floor if it holds one.
    """
    if not candidates:
        return 0.0
    share = (term_counts(cue.terms, [each.reading for each in candidates]) > 0).sum(axis=1) / max(1, len(cue.terms))
    cosine = np.array(
        [1.0 * (held > 0) if each.cosine is None else each.cosine for each, held in zip(candidates, share, strict=True)]
    )
    return float((cosine + WORDS_WEIGH * share).max())


def answers_nothing(cue: Cue, candidates: Sequence[Candidate], floor: float) -> bool:
    """Whether nothing of this is worth an answer. What is asked by its time alone needs not be near."""
    return floor > 0 and not cue.only_time and nearness(cue, candidates) < floor
