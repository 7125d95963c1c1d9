"""What Chinese words name: people, places, organisations, proper nouns, and nouns that others may share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.language.entities.mention import Mention, mention
from graphmem.language.entities.rules import entity_rules
from graphmem.language.identify import HAN
from graphmem.language.parsing.chinese import Word
from graphmem.language.redaction.view import plain
from graphmem.models import EntityType

_HAN = re.compile(f"[{HAN}]")
_LATIN_NAME = re.compile(r"(?=.*[A-Z0-9])[A-Za-z][\w.+-]*", re.ASCII)
_LATIN_WORD = re.compile(r"[A-Za-z][\w.+-]+", re.ASCII)
_SPEAKER = frozenset(["我", "本人", "俺"])
_NOUNS = frozenset(["n", "vn", "an", "nz"])
_CHARACTERS_PER_WORD = 1.7


def chinese_mentions(words: Sequence[Word], text: str) -> Iterator[Mention]:
    """The mentions of a text's words."""
    rules = entity_rules()
    talk = len(text) <= rules.talk_words * _CHARACTERS_PER_WORD
    shared, speaks = 0, False
    for word in words:
        if word.text in _SPEAKER:
            if not speaks:
                yield Mention(word.text, word.text, EntityType.PERSON, word.start, speaker=True)
            speaks = True
        elif (kind := rules.types.get(word.tag)) and (named := _named(word, kind)):
            yield named
        elif _LATIN_NAME.fullmatch(word.text):
            if named := mention(word.text, word.start, EntityType.THING):
                yield named
        elif talk and shared < rules.most_shared and (noun := _shared(word)):
            shared += 1
            yield noun


def _named(word: Word, kind: EntityType) -> Mention | None:
    if len(word.text) < 2 or plain(word.text) in entity_rules().general:
        return None
    latin = _LATIN_WORD.fullmatch(word.text)
    if latin and not _LATIN_NAME.fullmatch(word.text):
        return mention(word.text, word.start, EntityType.THING, named=False)
    return mention(word.text, word.start, kind)


def _shared(word: Word) -> Mention | None:
    if word.tag not in _NOUNS or len(word.text) < 2 or plain(word.text) in entity_rules().general:
        return None
    if not (_HAN.search(word.text) or _LATIN_WORD.fullmatch(word.text)):
        return None
    return mention(word.text, word.start, EntityType.THING, named=False)
