"""Phrases that name an earlier event of the session as the cause: "because of that error", 由于刚才的失败."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from graphmem.rules.phrases import HAN, LATIN, plain

Target = Literal["error", "decision", "request", "any"]
"""What kind of earlier event a phrase points at."""

_READ = 400
"""Characters that are looked at: a cause is named at the start."""
_BEFORE = 24
"""Characters before a phrase in which it may be denied or made a condition."""
_SENTENCE_END = re.compile(r"[.!?。！？](?:\s|$|(?<=[。！？]))|\n")
_ASKS = re.compile(r"[?？]\s*$|[吗呢][\s。.!！]*$")
_NEW_WORD = f"(?<![{LATIN}])"
_TOKEN = re.compile(rf"\{{(?P<set>[^}}]+)\}}|(?P<space>\s+)|(?P<word>[{LATIN}][{LATIN}']*)|(?P<rest>[^{{\s{LATIN}]+)")


@dataclass(frozen=True, slots=True)
class PointsBack:
    """What a text points back at."""

    to: Target
    confidence: float
    """.6 to .8: how surely the nearest earlier event of that kind is the cause."""


@dataclass(frozen=True)
class _Table:
    hints: tuple[str, ...]
    anywhere: re.Pattern[str]
    groups: Mapping[str, PointsBack]
    unless_before: re.Pattern[str]
    unless: re.Pattern[str]


def points_back(text: str) -> PointsBack | None:
    """What kind of earlier event of its session `text` names as its cause, or None.

    Only the first sentence is read, so that what points back at another sentence of the same text does not count. A
    question, a denial ("not because of that error") or a condition names no cause.

    >>> points_back("Because of that error I switched to version 2.")
    PointsBack(to='error', confidence=0.8)
    >>> points_back("因为我喜欢") is None
    True
    """
    folded = plain(text[:_READ]).strip()
    end = _SENTENCE_END.search(folded)
    first = folded[: end.end()] if end else folded
    table = _table()
    if not any(hint in first for hint in table.hints):
        return None
    match = table.anywhere.search(first)
    if match is None or _ASKS.search(first) or table.unless.search(first):
        return None
    if table.unless_before.search(first[max(0, match.start() - _BEFORE) : match.start()]):
        return None
    return table.groups[match.lastgroup or ""]


@cache
def _table() -> _Table:
    data = tomllib.loads(files("graphmem.language").joinpath("causes.toml").read_text(encoding="utf-8"))
    groups: dict[str, PointsBack] = {}
    alternatives: list[str] = []
    for place, entry in enumerate(data["points"]):
        name = f"g{place}"
        groups[name] = PointsBack(entry["to"], entry["confidence"])
        phrases = "|".join(_expression(phrase, data["sets"]).removeprefix(_NEW_WORD) for phrase in entry["phrases"])
        alternatives.append(f"(?P<{name}>{phrases})")
    before = "|".join(_expression(word, {}) for word in data["unless"]["before"])
    return _Table(
        hints=tuple(data["hints"]),
        anywhere=re.compile(rf"(?:{_NEW_WORD}|(?=[{HAN}]))(?:{'|'.join(alternatives)})"),
        groups=groups,
        unless_before=re.compile(rf"(?:{before})[^,;，；]*$"),
        unless=re.compile("|".join(_expression(phrase, {}) for phrase in data["unless"]["whole"])),
    )


def _expression(phrase: str, sets: Mapping[str, list[str]]) -> str:
    """The regular expression of a phrase of the table."""
    made = ""
    anchored = phrase.startswith("^")
    for match in _TOKEN.finditer(phrase.removeprefix("^")):
        if match["set"]:
            choices = sorted(sets[match["set"]], key=len, reverse=True)
            made += f"(?:{'|'.join(_expression(choice, {}) for choice in choices)})"
        elif match["space"]:
            made += r"[\s,]{1,3}"
        elif match["word"]:
            word = match["word"]
            made += rf"{_NEW_WORD}{re.escape(word)}(?![{LATIN}])" if word != "n't" else word
        else:
            made += match["rest"].replace("(", "(?:")
    return rf"^(?:so|well|ok|okay|and|嗯|好的?)?[\s,，]*(?:{made})" if anchored else made
