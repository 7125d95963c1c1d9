"""Numbers, units and weekdays of Chinese, as time expressions use them."""

from __future__ import annotations

from graphmem.language.numerals import with_digits
from graphmem.language.time.spans import Grain

DIGITS = "〇零一二三四五六七八九"
UNITS = {
    "分钟": Grain.MINUTE,
    "刻钟": Grain.MINUTE,
    "小时": Grain.HOUR,
    "钟头": Grain.HOUR,
    "天": Grain.DAY,
    "日": Grain.DAY,
    "周": Grain.WEEK,
    "星期": Grain.WEEK,
    "礼拜": Grain.WEEK,
    "月": Grain.MONTH,
    "年": Grain.YEAR,
}
WEEKDAYS = {name: place for place, name in enumerate("一二三四五六日")} | {"天": 6}
WEEKDAYS |= {str(place + 1): place for place in range(6)}
COUNT = r"\d{1,4}|[一二两三四五六七八九十百]{1,4}|半|[几数]"
"""How many; 几 and 数 are vague."""


def count_of(words: str) -> float | None:
    """The value of `COUNT`, or of any number below a thousand in digits or characters; None where it is vague.

    >>> count_of("二十五"), count_of("两"), count_of("半"), count_of("几")
    (25, 2, 0.5, None)
    """
    if words == "半":
        return 0.5
    if words.isascii() and words.isdigit():
        return int(words)
    digits = with_digits(f"{words}年").removesuffix("年")
    return int(digits) if digits.isascii() and digits.isdigit() else None


def digits_of(words: str) -> int:
    """A year digit by digit: 二〇二四."""
    return int("".join(c if c.isascii() else str("零一二三四五六七八九".find(c.replace("〇", "零"))) for c in words))
