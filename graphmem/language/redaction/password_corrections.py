"""Passwords told again: "no wait, it's x", 不对，是x, "x or y"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from graphmem.language.redaction.password_values import LATIN, VALUE, Told, latin, telling_enough, trimmed, value
from graphmem.language.redaction.rules import one_of, pattern, rules
from graphmem.language.redaction.values import HAN

_WINDOW = 120
_MOST = 4
"""Corrections of one password that are followed."""
_IT_IS = (
    r"(?P<says>(?:it'?s|it is|that'?s|it should be|should be|make (?:that|it)|i meant?"
    r"|the (?:new|right|real|correct) one(?: is|'s))\s{1,2}(?:now |actually |really )?)"
)
_ZH_IT_IS = r"(?P<says>(?:应该|其实|正确的|现在|新的){0,2}(?:是|为|改[成为]|要?用)\s?)"
_INSTEAD = pattern(
    rf"[\"'`]?(?: any ?more)?[\s,.;—–-]{{1,4}}(?P<says>(?:but |it'?s |it is |that'?s |now ){{1,3}}){VALUE}"
)
_ZH_INSTEAD = re.compile(rf"了?[，,；;。\s]{{0,3}}(?P<says>而?是)\s?{VALUE}")
_NEGATED = re.compile(r"(?:n't|\bnot|\bno longer)\s[\"'`]?$", re.IGNORECASE)
_ZH_NEGATED = re.compile(r"不(?:再|应该)?是\s?$")
_ALSO = pattern(rf"\s?(?:,? and|,? or|和|或者?|、|/)\s?{LATIN}")


@cache
def _again() -> tuple[re.Pattern[str], re.Pattern[str]]:
    table = rules()["passwords"]
    english, chinese = one_of(table["corrections_en"]), one_of(table["corrections_zh"])
    return (
        pattern(rf"[\"'`]?(?: any ?more)?(?:[\s,.;:!—–-]{{1,4}}{english}\b){{1,4}}[\s,.;:!—–-]{{1,4}}{_IT_IS}?{VALUE}"),
        pattern(rf"\"?了?(?:[\s，,。；;…！!]{{0,3}}{chinese}){{1,4}}[\s，,。：:；;！!]{{0,3}}{_ZH_IT_IS}?{VALUE}"),
    )


def corrected(text: str, told: Iterable[tuple[int, int]], names: Iterable[int]) -> Iterator[tuple[int, int]]:
    """What follows each password of `told`, or the end of a name of one, as its correction."""
    for start, end in told:
        place: tuple[int, int] | None = (start, end)
        for _ in range(_MOST):
            place = _next(text, *place) if place else None
            if place:
                yield place
    for end in names:
        match = _again()[1].match(text, end, end + _WINDOW)
        span = value(text, match, Told(sure=False, strong=True)) if match else None
        if span:
            yield span


def _next(text: str, start: int, end: int) -> tuple[int, int] | None:
    old = text[start:end]
    stop = end + _WINDOW
    before = text[max(0, start - 12) : start]
    ways = [form.match(text, end, stop) for form in _again()]
    if _NEGATED.search(before):
        ways.append(_INSTEAD.match(text, end, stop))
    if _ZH_NEGATED.search(before):
        ways.append(_ZH_INSTEAD.match(text, end, stop))
    for match in ways:
        if match and not (match["han"] and not re.search(f"[{HAN}]", old)):
            told = Told(sure=bool(match["says"]), strong=True, numeric=4 * old[:1].isdigit())
            if span := value(text, match, told):
                return span
    return _also(text, old, end)


def _also(text: str, old: str, end: int) -> tuple[int, int] | None:
    """A second one of the same kind: "4410 or 4401"."""
    match = _ALSO.match(text, end, end + _WINDOW)
    if match is None:
        return None
    span = trimmed(text, *match.span("latin"))
    new = text[slice(*span)]
    if old.isdigit() and new.isdigit() and len(old) == len(new):
        behind = text[span[1] : span[1] + 12]
        return span if latin(new, behind, Told(sure=True, strong=True, numeric=4)) else None
    return span if telling_enough(old) and telling_enough(new) and re.search(r"\d", new) else None
