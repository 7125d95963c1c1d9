"""Numbers in words and characters as digits: "twenty-five", 一万五, 4.2万."""

from __future__ import annotations

import re

_DIGITS = {
    digit: value
    for value, digits in enumerate(["〇零", "一", "二两", "三", "四", "五", "六", "七", "八", "九"])
    for digit in digits
}
_TENS = {"十": 10, "百": 100, "千": 1000}
_HIGH = {"万": 10_000, "亿": 100_000_000}

_COUNTED = (
    "年月日号天周岁块元毛角斤克米升吨秒个只条张本辆台件次位人名口楼层室版章页倍度"
    "码份遍家套杯瓶碗盒箱包片粒颗支双届期季晚夜公千毫厘微"
)
_CHARACTERS = "〇零一二两三四五六七八九十百千万亿"
_RUN = re.compile(
    rf"百分之(?P<share>[{_CHARACTERS}\d.]+)"
    rf"|(?P<mixed>\d+(?:\.\d+)?[百千万亿]\d?)(?![\d{_CHARACTERS}])"
    rf"|(?P<many>[{_CHARACTERS}]{{2,}})"
    rf"|(?<=[第周期拜])(?P<nth>[一二三四五六七八九十])"
    rf"|(?P<one>[一二两三四五六七八九十])(?=[{_COUNTED}]|小时|分钟|星期|礼拜|点[钟半]|钟头|季度|英)"
    rf"|(?<![一有差慢快早晚])(?P<clock>[二两三四五六七八九十])(?=点)"
)
_MEASURED = re.compile(r"(?<![\d第每这那同另唯统十百千万.])1(?=[个辆本张条只台套件位份双封首棵把])")
"""一个 says no more than "a": left out where it counts nothing."""

_UNITS_AND_TEENS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {word: value for value, word in enumerate(_UNITS_AND_TEENS.split())}
_WORDS |= {word: 10 * value for value, word in enumerate(_TENS_WORDS.split(), 2)}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
NUMBER_WORDS = frozenset(_WORDS) | frozenset(_SCALES)
"""English words that numbers are made of."""


def with_digits(text: str) -> str:
    """`text` with Chinese numerals in digits, where they count something; names and idioms stay as they are.

    >>> with_digits("预算一万五，三个人，百分之五，4.2万，一般，张三")
    '预算15000，3个人，5%，42000，一般，张三'
    """
    return _MEASURED.sub("", _RUN.sub(_digits, text))


def number(words: list[str]) -> int | None:
    """The value of English number words in a row, or None where they are several numbers or a year in two parts.

    >>> number(["two", "hundred", "five"]), number(["twenty", "five"]), number(["five", "six"])
    (205, 25, None)
    """
    whole, part, last = 0, 0, 0
    for word in words:
        if word in _SCALES:
            scale = _SCALES[word]
            part = (part or 1) * scale
            if scale > 100:
                whole, part = whole + part, 0
            last = scale
        else:
            value = _WORDS[word]
            fits = not last or last >= 100 or (20 <= last < 100 and 0 < value < 10)
            if not fits:
                return None
            part, last = part + value, value
    return whole + part


def _digits(match: re.Match[str]) -> str:
    kind, run = match.lastgroup, match[match.lastgroup or 0]
    if kind == "share":
        value = _value(run)
        return match[0] if value is None else f"{value}%"
    if kind == "mixed":
        return _mixed(run)
    value = _value(run)
    return match[0] if value is None else value


def _mixed(run: str) -> str:
    """4.2万, 1万5."""
    scaled = re.fullmatch(r"(\d+(?:\.\d+)?)([百千万亿])(\d?)", run)
    if not scaled:
        return run
    scale = (_TENS | _HIGH)[scaled[2]]
    value = float(scaled[1]) * scale + int(scaled[3] or 0) * scale // 10
    return str(int(value)) if value == int(value) else run


def _value(run: str) -> str | None:
    """The value of Chinese numerals as digits; None where they are no number ("三四": three or four)."""
    if re.fullmatch(r"\d+(\.\d+)?", run):
        return run
    if not any(character in _TENS or character in _HIGH for character in run):
        if any(character not in _DIGITS for character in run) or (len(run) == 2 and not set(run) & set("〇零")):
            return None
        return "".join(str(_DIGITS[character]) for character in run)
    whole, part, digit, last, zero = 0, 0, -1, 0, False
    for character in run:
        if character in _HIGH:
            part += max(digit, 0)
            if not part:
                return None
            whole = whole + part * 10_000 if character == "万" else (whole + part) * _HIGH["亿"]
            part, digit, last, zero = 0, -1, _HIGH[character], False
        elif character in _TENS:
            if digit < 0 and character != "十":
                return None
            part, digit, last, zero = part + (1 if digit < 0 else digit) * _TENS[character], -1, _TENS[character], False
        elif digit > 0 or character not in _DIGITS:
            return None
        else:
            digit, zero = _DIGITS[character], zero or character in "〇零"
    tail = max(digit, 0)
    if digit > 0 and last > 10 and not zero:  # 一万五 is 15,000
        tail *= last // 10
    return str(whole + part + tail)
