"""What a preference is about, as one slot: the same key however an aspect is worded, in English and in Chinese."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graphmem.rules.keys import name_key

_ARTICLES = frozenset(["the", "a", "an", "my", "our", "your", "all", "any", "his", "her", "their"])
_OF = re.compile(r"^(?P<what>.+?) (?:of|for|in) (?P<of>.+)$")


@dataclass(frozen=True, slots=True)
class Aspect:
    """A row of `aspects.toml`, which says what the fields mean."""

    en: str
    zh: str
    objects: Sequence[str]
    about: Sequence[str] = ()
    names: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class AspectTable:
    """The aspects that are known."""

    aspects: Sequence[Aspect]
    qualities: Sequence[Aspect]
    """What is preferred of anything: a format, a language."""
    words: Mapping[str, str]
    """Parts of Chinese names in English, the longest first."""
    keys: Mapping[str, str]
    """Any name of an aspect → its key."""


@cache
def aspect_table() -> AspectTable:
    """The table in force."""
    data = tomllib.loads(files("graphmem.rules").joinpath("aspects.toml").read_text(encoding="utf-8"))
    aspects = tuple(Aspect(**row) for row in data["aspect"])
    words = dict(sorted(data["words"].items(), key=lambda pair: (-len(pair[0]), pair[0])))
    keys = {_ordered(name_key(name), words): row.en for row in aspects for name in (*row.names, row.zh, row.en)}
    return AspectTable(aspects, tuple(Aspect(**row) for row in data["quality"]), words, keys)


def aspect_key(aspect: str) -> str:
    """The aspect as slots are told apart by: one for all its names, in both languages; empty for none.

    >>> aspect_key("报告格式"), aspect_key("the format of reports"), aspect_key("Report format")
    ('report format', 'report format', 'report format')
    >>> aspect_key("发票的格式") == aspect_key("invoice format") == aspect_key("format for invoices")
    True
    """
    table = aspect_table()
    ordered = _ordered(name_key(aspect), table.words)
    return table.keys.get(ordered, ordered)


def _ordered(key: str, words: Mapping[str, str]) -> str:
    """A name as its words one after the other, singular: "the format of reports" → "report format"."""
    english = _translated(key, words)
    if match := _OF.match(english):
        english = f"{match['of']} {match['what']}"
    return " ".join(_singular(word) for word in english.split() if word not in _ARTICLES)


def _translated(key: str, words: Mapping[str, str]) -> str:
    """A Chinese name in English, if all its parts are known; else as it is."""
    parts, rest = [], key.replace("的", "").replace(" ", "")
    while rest:
        word = next((word for word in words if rest.startswith(word)), None)
        if word is None:
            return key
        parts.append(words[word])
        rest = rest[len(word) :]
    return " ".join(parts)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word
