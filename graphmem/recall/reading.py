"""What ranking reads out of a text, kept for those read lately: the same events are candidates again and again.

It follows from the text alone, so what is kept cannot be out of date, and it cannot be reached without the text.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property

from graphmem.language.identify import HAN, han_share
from graphmem.language.questions.standing import states_rule
from graphmem.language.signals import has_number_words, has_time_words, question_share, tells_why
from graphmem.language.time.expressions import folded_text
from graphmem.language.words import folded, terms
from graphmem.rules.phrases import plain

KEPT_CHARACTERS = 2_000_000
"""Of all texts together whose reading is kept: some 20,000 turns of a conversation, 20 to 40 MB."""
_OVERHEAD = 50
"""Characters that a text counts for besides its own."""
_HAN = re.compile(f"[{HAN}]")
_HAN_PER_WORD = 1.7
_DIGIT = re.compile(r"\d")
_BETWEEN_WORDS = re.compile(r"(?<!\d)[.,:/]|[.,:/](?!\d)|[-+](?!\d)|[!;\"'()…—。、“”‘’~]")
"""Punctuation that is no part of a number. A question mark stays: what is asked is not what is said."""
_ASCII_BETWEEN = str.maketrans(dict.fromkeys(".,:/-+!;\"'()~", " "))
"""The same where there is no number."""


class Reading:
    """An event's text, read as far as anybody asked; what is read once is kept."""

    def __init__(self, actor: str, text: str) -> None:
        self.actor, self.text = actor, text

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """Of the actor and the text, in order, repetitions kept."""
        return tuple(terms(f"{self.actor}: {self.text}"))

    def ahead(self) -> None:
        """Read what every ranking asks for."""
        _ = self.terms, self.is_chinese, self.question_share, self.words

    @cached_property
    def is_chinese(self) -> bool:
        return han_share(self.text) >= 0.5

    @cached_property
    def question_share(self) -> float:
        """Of its sentences."""
        return question_share(self.text)

    @cached_property
    def words(self) -> float:
        """How many the text has; Chinese has one in 1.7 characters."""
        return len(self.text.split()) + len(_HAN.findall(self.text)) / _HAN_PER_WORD

    @cached_property
    def plain(self) -> str:
        """The text in the form in which Chinese is looked for; nothing where there can be none."""
        return "" if self.text.isascii() else plain(self.text)

    @cached_property
    def wording(self) -> int:
        """A hash of the actor and of the words without case, spaces and punctuation: the same where the same is said.

        A different number or a "not" is a different wording, and so is a question.
        """
        if self.text.isascii() and not _DIGIT.search(self.text):
            words = self.text.lower().translate(_ASCII_BETWEEN)
        else:
            words = _BETWEEN_WORDS.sub(" ", folded(self.text))
        return hash((self.actor, " ".join(words.split()) or self.text))

    @cached_property
    def has_time(self) -> bool:
        return has_time_words(self.text)

    @cached_property
    def has_number(self) -> bool:
        return has_number_words(self.text)

    @cached_property
    def states_rule(self) -> bool:
        return states_rule(folded_text(self.text)[1])

    @cached_property
    def tells_why(self) -> bool:
        return tells_why(self.text)


class Reader:
    """Reads texts; safe to share between threads.

    Args:
        characters: of texts whose reading is kept, those used last.
    """

    def __init__(self, characters: int = KEPT_CHARACTERS) -> None:
        self._left = characters
        self._kept: OrderedDict[tuple[str, str], Reading] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, actor: str, text: str) -> Reading:
        """The reading of what an actor said."""
        key = actor, text
        with self._lock:
            known = self._kept.get(key)
            if known is not None:
                self._kept.move_to_end(key)
                return known
            reading = self._kept[key] = Reading(actor, text)
            self._left -= _size(key)
            while self._left < 0:
                self._left += _size(self._kept.popitem(last=False)[0])
        return reading


def _size(key: tuple[str, str]) -> int:
    return len(key[0]) + len(key[1]) + _OVERHEAD


read: Callable[[str, str], Reading] = Reader().read
"""The readings of this process."""
