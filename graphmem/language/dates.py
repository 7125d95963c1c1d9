"""Absolute dates written in a text, in English, Chinese and ISO 8601."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

_NAMES = "january february march april may june july august september october november december"
MONTH_NAMES = {name: number for number, name in enumerate(_NAMES.split(), start=1)}
"""English month names in lower case → number of the month."""
_SHORT_MONTHS = {name[:3]: number for name, number in MONTH_NAMES.items() if name != "may"} | {"sept": 9}
_VERBS = frozenset({"may", "march"})
"""Months that are also verbs: alone they are a month only after a preposition, or as "March" inside a sentence."""
_LEAP_YEAR = 2024

_FULL = "|".join(MONTH_NAMES)
_SHORT = "|".join(sorted(_SHORT_MONTHS, key=len, reverse=True))
_ANY = rf"(?:{_FULL}|(?:{_SHORT})\b\.?)"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_YEAR = r"(?:1[0-9]|2[0-9])\d{2}"
_BORDER, _END = r"(?<![\w.])", r"(?!\w)"

_ENGLISH = re.compile(
    rf"{_BORDER}(?:"
    rf"(?P<day_first>{_DAY})\s*(?:of\s+)?-?(?P<m1>{_ANY})(?:[\s,-]+(?P<y1>{_YEAR}))?"
    rf"|(?P<m2>{_ANY})\s+(?:the\s+)?(?P<day_second>{_DAY})(?!\w|[:.]\d)(?:,?\s+(?P<y2>{_YEAR}))?"
    rf"|(?P<m3>{_ANY}),?\s+(?:of\s+)?(?P<y3>{_YEAR})"
    rf"|(?P<alone>{_FULL})"
    rf"){_END}",
    re.IGNORECASE,
)
_BEFORE_A_MONTH = re.compile(
    r"\b(?:in|of|since|until|till|by|from|to|last|next|during|before|after|around|early|late|mid|every|through)(?:\s+|-)$",
    re.IGNORECASE,
)
_ISO = re.compile(
    rf"(?<![\w./-])(?:(?P<y>{_YEAR})(?P<sep>[-/.])(?P<m>\d{{1,2}})(?P=sep)(?P<d>\d{{1,2}})|"
    rf"(?P<ym_y>{_YEAR})-(?P<ym_m>\d{{2}}))(?!\d|[-/.]\d)(?:(?=T\d)|(?![A-Za-z_]))"
)
_DIGIT = "0-9〇零一二三四五六七八九"
_CHINESE = re.compile(
    rf"(?:(?P<y>[{_DIGIT}]{{4}})\s*年\s*)?"
    rf"(?<![{_DIGIT}十])(?P<m>[{_DIGIT}十]{{1,3}})\s*月(?!亮|饼|球)(?:份|\s*(?P<d>[{_DIGIT}十廿]{{1,3}})\s*[日号](?!楼|线|店|门))?"
)


@dataclass(frozen=True)
class MentionedDate:
    """A date as far as a text gives it."""

    year: int | None
    month: int
    day: int | None


def mentioned_dates(text: str) -> tuple[MentionedDate, ...]:
    """The distinct absolute dates in `text`, in the order in which they are written; impossible ones are left out.

    "7 May 2023", "May 7th", "May 2023", "in May", "2023-05-07", 2023年5月7日, 五月七号. A year alone is no date, the
    verbs "may" and "march" are no months, and "05/07/2023" is left out, since it means two days.

    >>> mentioned_dates("It may rain on 7 May 2023, 不是六月")
    (MentionedDate(year=2023, month=5, day=7), MentionedDate(year=None, month=6, day=None))
    """
    plain = unicodedata.normalize("NFKC", text)
    found = sorted([*_english(plain), *_iso(plain), *_chinese(plain)], key=lambda hit: hit[0])
    return tuple(dict.fromkeys(mentioned for _, mentioned in found if _possible(mentioned)))


def _possible(found: MentionedDate) -> bool:
    try:
        date(found.year or _LEAP_YEAR, found.month, 1 if found.day is None else found.day)
    except ValueError:
        return False
    return True


def _english(text: str) -> Iterator[tuple[int, MentionedDate]]:
    for match in _ENGLISH.finditer(text):
        name = match["m1"] or match["m2"] or match["m3"] or match["alone"]
        if match["alone"] and not _is_month(name, text, match.start()):
            continue
        day, year = match["day_first"] or match["day_second"], match["y1"] or match["y2"] or match["y3"]
        yield match.start(), MentionedDate(_number(year), _month(name), _number(day))


def _is_month(name: str, text: str, start: int) -> bool:
    if name.lower() not in _VERBS:
        return True
    before = text[max(0, start - 12) : start]
    if _BEFORE_A_MONTH.search(before):
        return name != "march" or not before.rstrip().lower().endswith("to")
    inside = re.search(r"[\w,]\s*$", before)
    return bool(inside) and (name == "March" or (name == "May" and before.rstrip().lower().endswith("this")))


def _month(name: str) -> int:
    key = name.lower().rstrip(".")
    return MONTH_NAMES.get(key) or _SHORT_MONTHS[key]


def _number(text: str | None) -> int | None:
    return int(re.sub(r"\D", "", text)) if text else None


def _iso(text: str) -> Iterator[tuple[int, MentionedDate]]:
    for match in _ISO.finditer(text):
        if match["y"]:
            yield match.start(), MentionedDate(int(match["y"]), int(match["m"]), int(match["d"]))
        else:
            yield match.start(), MentionedDate(int(match["ym_y"]), int(match["ym_m"]), None)


def _chinese(text: str) -> Iterator[tuple[int, MentionedDate]]:
    for match in _CHINESE.finditer(text):
        month, day = _chinese_number(match["m"]), _chinese_number(match["d"]) if match["d"] else None
        if month is not None and (day is not None or not match["d"]):
            yield match.start(), MentionedDate(_chinese_year(match["y"]), month, day)


def _chinese_year(text: str | None) -> int | None:
    return int("".join(str(_digit(character)) for character in text)) if text else None


def _digit(character: str) -> int:
    return int(character) if character.isdigit() else "零一二三四五六七八九".find(character.replace("〇", "零"))


def _chinese_number(text: str) -> int | None:
    """1 to 99 in digits or Chinese numerals (十二, 二十, 廿五); None for what is no such number."""
    if text.isascii():
        return int(text)
    tens, ten, ones = text.replace("廿", "二十").partition("十")
    if len(tens) > 1 or len(ones) > 1:
        return None
    value = _digit(ones) if ones else 0
    return (_digit(tens) if tens else 1) * 10 + value if ten else _digit(tens)
