"""What a preference is about ("report format", 座位): a name for it that is the same however it was said."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.language.triples.chinese_words import HAN, folded
from graphmem.rules.aspects import Aspect, aspect_table

_ARTICLES = re.compile(r"^(?:the|my|our|your|all|a|an|any|every|each)\s+", re.IGNORECASE)


def aspect_of(said: str, object_: str, language: str) -> str:
    """The aspect of a preference.

    Args:
        said: what the sentence names it ("reports", 报告), or nothing.
        object_: what is preferred.
        language: "zh" for a Chinese name.

    >>> aspect_of("reports", "PDF", "en"), aspect_of("", "靠窗的座位", "zh"), aspect_of("editor", "Helix", "en")
    ('report format', '座位', 'editor')
    >>> aspect_of("invoices", "CSV", "en"), aspect_of("发票", "CSV", "zh")
    ('invoice format', '发票格式')
    """
    chinese = language == "zh"
    about = folded(said).lower()
    if about and not about.startswith("比"):
        row = _row(object_, about)
        if row is not None:
            return row.zh if chinese else row.en
        name = _ARTICLES.sub("", said).strip()
        quality = _fitting(aspect_table().qualities, object_)
        if quality is None:
            return name
        if re.search(HAN, name):
            return name if name.endswith(quality.zh) else name + quality.zh
        return name if name.endswith(quality.en) else f"{name.removesuffix('s')} {quality.en}"
    row = _row(object_)
    if row is not None:
        return row.zh if chinese else row.en
    words = object_.split()
    return words[-1].lower() if len(words) > 1 and words[-1].isalpha() and not re.search(HAN, object_) else ""


def known_aspect(said: str, object_: str) -> bool:
    """Whether the table tells what a preference for `object_` is about; `said` as for `aspect_of`."""
    return _row(object_, folded(said).lower()) is not None


def _row(object_: str, about: str = "") -> Aspect | None:
    """The row of what is preferred, `about` what, if that is said."""
    rows = [row for row in aspect_table().aspects if not about or _any(row.about, about)]
    return _fitting(rows, object_)


def _fitting(rows: Sequence[Aspect], object_: str) -> Aspect | None:
    what = folded(object_).lower()
    return next((row for row in rows if _any(row.objects, what)), None)


def _any(words: Sequence[str], text: str) -> bool:
    return any(re.search(rf"(?<![a-z]){re.escape(word)}", text) for word in words)
