"""What ranking reads out of a text, kept for those read lately: the same events are candidates again and again.

It follows from the text alone, so what is kept cannot be out of date, and it cannot be reached without the text.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from graphmem.language.identify import han_share
from graphmem.language.signals import question_share
from graphmem.language.words import terms

KEPT_CHARACTERS = 2_000_000
"""Of all texts together whose reading is kept: some 20,000 turns of a conversation, 20 to 40 MB."""
_OVERHEAD = 50
"""Characters that a text counts for besides its own."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An event's text, read."""

    terms: tuple[str, ...]
    """Of the actor and the text, in order, repetitions kept."""
    is_chinese: bool
    question_share: float


class Reader:
    """Reads texts; safe to share between threads.

    Args:
        characters: of texts whose reading is kept, those used last.
    """

    def __init__(self, characters: int = KEPT_CHARACTERS) -> None:
        self._left = characters
        self._kept: OrderedDict[tuple[str, str], Reading] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, texts: Iterable[tuple[str, str]]) -> list[Reading]:
        """The readings of pairs of an actor and what they said."""
        return [self._read(said) for said in texts]

    def _read(self, said: tuple[str, str]) -> Reading:
        with self._lock:
            known = self._kept.get(said)
            if known is not None:
                self._kept.move_to_end(said)
                return known
        actor, text = said
        reading = Reading(tuple(terms(f"{actor}: {text}")), han_share(text) >= 0.5, question_share(text))
        with self._lock:
            if said not in self._kept:
                self._kept[said] = reading
                self._left -= _size(said)
                while self._left < 0:
                    self._left += _size(self._kept.popitem(last=False)[0])
        return reading


def _size(said: tuple[str, str]) -> int:
    return len(said[0]) + len(said[1]) + _OVERHEAD


READER = Reader()
"""The one of this process."""
