"""Days with a name: which date they have in a year."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from graphmem.language.time.lunar import lunar_day

Holiday = Callable[[int], date | None]
"""Year → its date in that year."""


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return date(year, month, day + 1)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth such weekday (Monday is 0) of a month; -1 is the last one."""
    if nth > 0:
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
    last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    return last - timedelta(days=(last.weekday() - weekday) % 7)


def _fixed(month: int, day: int) -> Holiday:
    return lambda year: date(year, month, day)


def _weekday(month: int, weekday: int, nth: int, plus: int = 0) -> Holiday:
    return lambda year: nth_weekday(year, month, weekday, nth) + timedelta(days=plus)


def _easter(plus: int) -> Holiday:
    return lambda year: easter(year) + timedelta(days=plus)


def _lunar(month: int, day: int) -> Holiday:
    return lambda year: lunar_day(year, month, day)


def _qingming(year: int) -> date:
    """The solar term of the fourth or fifth of April, by the usual formula for 2000 to 2099."""
    short = year % 100
    return date(year, 4, int(short * 0.2422 + 4.81) - short // 4)


ENGLISH: dict[str, Holiday] = {
    r"christmas eve": _fixed(12, 24),
    r"(?:christmas|xmas)(?: day)?": _fixed(12, 25),
    r"boxing day": _fixed(12, 26),
    r"new year'?s? eve": _fixed(12, 31),
    r"new year'?s?(?: day)?": _fixed(1, 1),
    r"valentine'?s?(?: day)?": _fixed(2, 14),
    r"(?:st\.? )patrick'?s day": _fixed(3, 17),
    r"april fools?'?s?(?: day)?": _fixed(4, 1),
    r"earth day": _fixed(4, 22),
    r"juneteenth": _fixed(6, 19),
    r"(?:the )?fourth of july|independence day": _fixed(7, 4),
    r"bastille day": _fixed(7, 14),
    r"halloween": _fixed(10, 31),
    r"guy fawkes(?: night| day)?|bonfire night": _fixed(11, 5),
    r"veterans day|armistice day|singles'? day": _fixed(11, 11),
    r"thanksgiving(?: day)?": _weekday(11, 3, 4),
    r"black friday": _weekday(11, 3, 4, 1),
    r"cyber monday": _weekday(11, 3, 4, 4),
    r"labor day": _weekday(9, 0, 1),
    r"memorial day": _weekday(5, 0, -1),
    r"(?:mlk|martin luther king)(?: jr\.?)?(?: day)": _weekday(1, 0, 3),
    r"mother'?s'? day": _weekday(5, 6, 2),
    r"father'?s'? day": _weekday(6, 6, 3),
    r"may day|international workers'? day": _fixed(5, 1),
    r"women'?s day": _fixed(3, 8),
    r"good friday": _easter(-2),
    r"easter monday": _easter(1),
    r"easter(?: sunday)?": _easter(0),
    r"shrove tuesday|pancake day|mardi gras": _easter(-47),
    r"ash wednesday": _easter(-46),
    r"(?:chinese|lunar) new year'?s? eve": _lunar(1, 0),
    r"(?:chinese|lunar) new year|spring festival": _lunar(1, 1),
    r"(?:the )?lantern festival": _lunar(1, 15),
    r"dragon boat festival": _lunar(5, 5),
    r"mid-autumn (?:festival|day)|moon festival": _lunar(8, 15),
    r"(?:the )?qingming(?: festival)?|tomb[- ]sweeping day": _qingming,
}
"""Pattern in lower case → date. Longer names come first where one begins with another."""

CHINESE: dict[str, Holiday] = {
    r"除夕(?:夜)?|大年三十|年三十|年夜饭": _lunar(1, 0),
    r"春节|(?:大)?年初一|农历新年|大年": _lunar(1, 1),
    r"(?:大)?年初二": _lunar(1, 2),
    r"(?:大)?年初三": _lunar(1, 3),
    r"元宵节?": _lunar(1, 15),
    r"清明节?": _qingming,
    r"端午节?": _lunar(5, 5),
    r"七夕节?": _lunar(7, 7),
    r"中元节": _lunar(7, 15),
    r"中秋节?": _lunar(8, 15),
    r"重阳节?": _lunar(9, 9),
    r"腊八节?": lambda year: lunar_day(year - 1, 12, 8),
    r"元旦节?": _fixed(1, 1),
    r"情人节": _fixed(2, 14),
    r"(?:三八)?妇女节|三八节": _fixed(3, 8),
    r"植树节": _fixed(3, 12),
    r"愚人节": _fixed(4, 1),
    r"劳动节|五一(?:劳动)?节?": _fixed(5, 1),
    r"五四(?:青年节)?|青年节": _fixed(5, 4),
    r"母亲节": _weekday(5, 6, 2),
    r"六一(?:儿童节)?|儿童节": _fixed(6, 1),
    r"父亲节": _weekday(6, 6, 3),
    r"六一八|618": _fixed(6, 18),
    r"七一": _fixed(7, 1),
    r"八一(?:建军节)?|建军节": _fixed(8, 1),
    r"教师节": _fixed(9, 10),
    r"国庆节?|十一(?!月|点|个|年|号|日|楼|岁|次|位|块|元|张|只|天|周|章|集|条|人)": _fixed(10, 1),
    r"双十节": _fixed(10, 10),
    r"万圣节(?:前夜)?": _fixed(10, 31),
    r"光棍节|双(?:十一|11)": _fixed(11, 11),
    r"双(?:十二|12)": _fixed(12, 12),
    r"感恩节": _weekday(11, 3, 4),
    r"黑色星期五|黑五": _weekday(11, 3, 4, 1),
    r"平安夜|圣诞(?:节)?前夜": _fixed(12, 24),
    r"圣诞节?": _fixed(12, 25),
    r"跨年夜?": _fixed(12, 31),
    r"复活节": _easter(0),
    r"行宪纪念日": _fixed(12, 25),
}
"""Pattern in simplified characters → date."""
