"""What a preference is about ("report format", 座位): a name for it that is the same however it was said."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from graphmem.language.triples.chinese_words import HAN, folded

_ARTICLES = re.compile(r"^(?:the|my|our|your|all|a|an|any)\s+", re.IGNORECASE)


@cache
def _rows() -> Sequence[Mapping[str, str | Sequence[str]]]:
    data = tomllib.loads(files("graphmem.language.triples").joinpath("aspects.toml").read_text(encoding="utf-8"))
    rows: Sequence[Mapping[str, str | Sequence[str]]] = data["aspect"]
    return rows


def aspect_of(said: str, object_: str, language: str) -> str:
    """The aspect of a preference.

    Args:
        said: what the sentence names it ("reports", 报告), or nothing.
        object_: what is preferred.
        language: "zh" for a Chinese name.

    >>> aspect_of("reports", "PDF", "en"), aspect_of("", "靠窗的座位", "zh"), aspect_of("editor", "Helix", "en")
    ('report format', '座位', 'editor')
    """
    name = "zh" if language == "zh" else "en"
    about, what = folded(said).lower(), folded(object_).lower()
    if about and not about.startswith("比"):
        for row in _rows():
            if _any(row["about"], about) and _any(row["objects"], what):
                return str(row[name])
        return _ARTICLES.sub("", said).strip()
    for row in _rows():
        if _any(row["objects"], what):
            return str(row[name])
    words = object_.split()
    return words[-1].lower() if len(words) > 1 and words[-1].isalpha() and not re.search(HAN, object_) else ""


def _any(words: str | Sequence[str], text: str) -> bool:
    return any(re.search(rf"(?<![a-z]){re.escape(word)}", text) for word in words)
