"""Decades, centuries and years of the Republic in Chinese."""

from __future__ import annotations

import re
from datetime import datetime

from graphmem.language.time.atoms import Atom, always
from graphmem.language.time.chinese_rules import rule
from graphmem.language.time.chinese_words import count_of
from graphmem.language.time.rules import known, one
from graphmem.language.time.spans import Grain, Span, century_span, year_span

_COUNT = r"1[1-9]|2[0-2]|二十[一二]?|十[一二三四五六七八九]"
_STEPS = {"上上": -2, "上": -1, "本": 0, "这": 0, "下": 1}
_PLACES = "不动产|大厦|广场|酒店|大酒店|百货|联华|经济|报|公园|影城|家园|房产|教育|出版社|福克斯"


def _century_of(now: datetime, step: int) -> Span:
    return century_span(now.year // 100 + 1 + step)


@rule(
    rf"(?:(上上|上|本|这|下)一?个?|(?<![\d零〇一二两三四五六七八九十])({_COUNT}))世纪(?!{_PLACES}|的?[\d二三四五六七八九]十?0?年代)"
)
def _century(match: re.Match[str]) -> list[Atom]:
    if match[2]:
        return known(match, century_span(int(count_of(match[2]) or 0)))
    step = _STEPS[match[1]]
    return one(match, Grain.CENTURY, always(lambda now: _century_of(now, step)), fixed=True)


@rule(
    rf"(?:(?P<step>上|本|这)一?个?世纪|(?<!\d)(?P<century>{_COUNT})世纪|(?<!\d)(?P<hundreds>1[6-9]|20)(?=\d0年代))?"
    r"的?(?<![\d第零〇一二两三四五六七八九十])(?P<tens>[1-9]0|[一二三四五六七八九]?十)年代(?![码表理价办])"
    r"|(?<!\d)(?P<digits>1[6-9]|20)(?P<ten>\d)0年代(?![码表理价办])"
)
def _decade(match: re.Match[str]) -> list[Atom]:
    """80年代 is of the last century, 20年代 of this one, unless it says which; 20世纪80年代 begins in 1980."""
    if match["digits"]:
        return known(match, year_span(int(match["digits"]) * 100 + int(match["ten"]) * 10, 10, Grain.DECADE))
    tens, step = int(count_of(match["tens"]) or 0), match["step"]
    if match["century"]:
        return known(match, year_span((int(count_of(match["century"]) or 0) - 1) * 100 + tens, 10, Grain.DECADE))

    def span(now: datetime) -> Span:
        this = now.year // 100 * 100
        earlier = step == "上" or (step is None and this + tens > now.year)
        return year_span((this - 100 if earlier else this) + tens, 10, Grain.DECADE)

    return one(match, Grain.DECADE, always(span), fixed=True)


@rule(r"民国\s*(元|\d{1,3}|[一二三四五六七八九十百]{1,5})\s*年(?!代|间|时期|来)")
def _republic(match: re.Match[str]) -> list[Atom] | None:
    """Years as Taiwan counts them: 民国115年 is 2026."""
    number = 1 if match[1] == "元" else count_of(match[1])
    return None if number is None or not 1 <= number < 250 else known(match, year_span(1911 + int(number)))
