"""The vocabulary of the Chinese rules (`chinese_words.toml`), and texts in the form in which they are looked at."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from graphmem.language.redaction.view import plain

_MARKS = str.maketrans("，；！？：（）﹐", ",;!?:(),")
HAN = "[\u3400-\u4dbf\u4e00-\u9fff]"


@cache
def vocabulary() -> Mapping[str, tuple[str, ...]]:
    """Words by group, the longest first, so that an alternative of a pattern takes the longest."""
    data = tomllib.loads(files("graphmem.language.triples").joinpath("chinese_words.toml").read_text(encoding="utf-8"))
    return {
        name: tuple(sorted(dict.fromkeys(words.split()), key=lambda w: (-len(w), w))) for name, words in data.items()
    }


def any_of(group: str) -> str:
    """A regular expression for any word of the group."""
    return "(?:" + "|".join(map(re.escape, vocabulary()[group])) + ")"


def folded(text: str) -> str:
    """`text` in simplified characters with plain punctuation, character for character.

    >>> folded("我對塵蟎過敏，真的！")
    '我对尘螨过敏,真的!'
    """
    return plain(text).translate(_MARKS)
