"""Words for people by what they are to somebody: "brother", 老婆, "neighbour"."""

from __future__ import annotations

from functools import cache

from graphmem.language.triples.chinese_words import vocabulary as chinese
from graphmem.language.triples.english_words import vocabulary as english
from graphmem.rules.keys import name_key


@cache
def kin_words() -> frozenset[str]:
    """All of them in both languages, folded."""
    return frozenset(map(name_key, (*english()["kin"], *chinese()["kin"])))
