"""The vocabulary of the Chinese rules (`chinese_words.toml`), and texts in the form in which they are looked at."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from graphmem.language.redaction.view import plain

_MARKS = str.maketrans("，；！？：（）﹐", ",;!?:(),")
_CANTONESE = ("喺", "嘅", "唔", "冇", "咗", "佢", "哋", "嚟", "啲", "嘢", "钟意", "真系")
"""Words that show that a text is Cantonese."""
_MEANT = {
    "喺": "在", "嘅": "的", "唔": "不", "冇": "没", "咗": "了", "佢": "他", "哋": "们", "啲": "些", "嚟": "来",
    "钟意": "喜欢", "中意": "喜欢", "饮": "喝", "食": "吃", "返工": "上班", "搭": "坐", "真系": "真是", "我系": "我是",
    "都系": "都是", "他系": "他是",
}  # fmt: skip
HAN = "[\u3400-\u4dbf\u4e00-\u9fff]"


@cache
def vocabulary() -> Mapping[str, tuple[str, ...]]:
    """Words by group, the longest first, so that an alternative of a pattern takes the longest."""
    data = tomllib.loads(files("graphmem.language.triples").joinpath("chinese_words.toml").read_text(encoding="utf-8"))
    return {
        name: tuple(sorted(dict.fromkeys(words.split()), key=lambda w: (-len(w), w))) for name, words in data.items()
    }


@cache
def any_of(group: str) -> str:
    """A regular expression for any word of the group."""
    return "(?:" + "|".join(map(re.escape, vocabulary()[group])) + ")"


def folded(text: str) -> str:
    """`text` in simplified characters with plain punctuation, character for character; Cantonese words by common ones.

    >>> folded("我對塵蟎過敏，真的！"), folded("我喺中環返工")
    ('我对尘螨过敏,真的!', '我在中环上班')
    """
    text = plain(text).translate(_MARKS)
    if not any(mark in text for mark in _CANTONESE):
        return text
    for said, meant in _MEANT.items():
        text = text.replace(said, meant)
    return text
