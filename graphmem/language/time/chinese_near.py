"""Time expressions in Chinese that count from now: 上周, 两天前, 最近三个月, 月底."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from graphmem.language.time import relative
from graphmem.language.time.atoms import (
    Atom,
    Context,
    ago,
    always,
    around,
    candidate,
    rolling,
    weekday,
)
from graphmem.language.time.chinese_rules import UNIT, WEEK, rule
from graphmem.language.time.chinese_words import COUNT, UNITS, WEEKDAYS, count_of
from graphmem.language.time.rules import one
from graphmem.language.time.spans import (
    Grain,
    Span,
    day_span,
    months_span,
    third_of,
    year_span,
)

_NEAR = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}


@rule(r"(大前|大后|前|昨|今|明|后)[天日](?!数|台|色|线|端|期)|(昨|今|明)(?=早|晨|晚|夜)|当天|(?<=[昨今明])儿")
def _near_day(match: re.Match[str]) -> list[Atom]:
    days = _NEAR.get(match[1] or match[2], 0)
    return one(match, Grain.DAY, always(lambda now: around(now, days, Grain.DAY)), fixed=True)


_YEARS = {"去": -1, "上": -1, "前": -2, "大前": -3, "今": 0, "本": 0, "明": 1, "后": 2, "当": 0, "上上": -2}


@rule(r"(大前|去|前|今|本|明|后|上上|上)(?:一)?年(?!级|龄|代|轻|货|夜饭|会|糕|假)(?:度)?")
def _year_near(match: re.Match[str]) -> list[Atom]:
    step = _YEARS[match[1]]
    return one(match, Grain.YEAR, always(lambda now: year_span(now.year + step)), fixed=True)


_STEPS = {"上上上": -3, "上上": -2, "上": -1, "前": -1, "这": 0, "本": 0, "当": 0, "今": 0, "下": 1, "下下": 2}
_NAMES = {"周": "week", "星期": "week", "礼拜": "week", "月": "month", "季度": "quarter", "季": "quarter"}


@rule(rf"(上上上|上上|上|这|(?<!年)(?<!年的)[本当]|下下|下)(?:一)?(?:个)?(周末|星期末|{WEEK}|月(?!台|球|饼|亮)|季度)")
def _stepped(match: re.Match[str]) -> list[Atom]:
    step, name = _STEPS[match[1]], match[2]
    name = "weekend" if name.endswith("末") else _NAMES[name]
    atom = relative.stepped(match, name, step, {})[0]
    day = re.compile(r"([一二三四五六日天1-6])(?!个|号|楼|[月次])").match(match.string, match.end())
    if name == "week" and day:
        return [
            Atom(match.start(), match.end(), Grain.WEEK, atom.resolve, fixed=True),
            Atom(match.end(), day.end(), Grain.DAY, weekday(WEEKDAYS[day[1]])),
        ]
    return [atom]


@rule(r"(?<![每上下这本逢])周末")
def _weekend(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.WEEKEND, relative.weekend)


@rule(
    rf"(?:大约|大概|差不多)?(?<![月第\d.年])({COUNT})\s*(?:多)?(?P<ge>个)?(?P<half>半)?(?:多)?(?P<unit>{UNIT})(?P<half2>半)?(?:多)?(?:之"
    r"|以)?(?P<way>前|后)(?!台|面|端)"
)
def _ago(match: re.Match[str]) -> list[Atom] | None:
    number = count_of(match[1])
    if number is None or number >= 1000 or match[1].startswith(("0", "零", "〇")):
        return None
    unit = UNITS[match["unit"]]
    if unit is Grain.MONTH and not match["ge"]:  # 三月之前 is before March
        return None
    number += 0.5 if match["half"] or match["half2"] else 0
    if match[1] == "半":
        number, unit = relative.HALF.get(unit, relative.HALF[Grain.DAY])
    number *= 15 if match["unit"] == "刻钟" else 1
    return one(match, unit, ago(number if match["way"] == "前" else -number, unit), fixed=True)


@rule(
    rf"(过去|最近|近|这|(?<![年月度])前|上|往前|未来|接下来|今后)(?:的)?\s*({COUNT})\s*(?:个)?(半)?({UNIT})(?!前|之前|以前)(?:之?[里内间]|以来|来)?"
)
def _rolling(match: re.Match[str]) -> list[Atom] | None:
    number, unit = count_of(match[2]), UNITS[match[4]]
    if number is None or (match[1] + match[2] == "前两" and unit is Grain.DAY) or match[1] + match[2] == "上半":
        return None
    if match[1] == "这" and match[2] in ("一", "1"):
        return None
    number += 0.5 if match[3] else 0
    if match[2] == "半":
        number, unit = (
            (6.0, Grain.MONTH) if unit is Grain.YEAR else (15.0, Grain.DAY) if unit is Grain.MONTH else (number, unit)
        )
    if match[1] == "这" and unit is Grain.DAY:
        days = int(number)
        return one(match, unit, always(lambda now: _days_to_today(now, days)), fixed=True)
    ahead = match[1] in ("未来", "接下来", "今后")
    return one(match, unit, rolling(-number if ahead else number, unit), fixed=True)


@rule(r"(?:上|前|过去|刚过去)(?:的)?一?个?(小时|钟头)|(?:过去|刚过去)的?一?刻钟")
def _last_hour(match: re.Match[str]) -> list[Atom]:
    number, unit = (1, Grain.HOUR) if match[1] else (15, Grain.MINUTE)
    return one(match, unit, rolling(number, unit), fixed=True)


@rule(rf"(?<![月第\d.年])({COUNT})\s*(个)?(半)?(?:多)?({UNIT})(半)?(?:多)?以来")
def _since_then(match: re.Match[str]) -> list[Atom] | None:
    """三个月以来, 三年半以来: up to now."""
    number, unit = count_of(match[1]), UNITS[match[4]]
    if number is None or number >= 1000 or (unit is Grain.MONTH and not match[2]):
        return None
    if match[1] == "半":
        number, unit = relative.HALF.get(unit, relative.HALF[Grain.DAY])
    number += 0.5 if match[3] or match[5] else 0
    return one(match, unit, rolling(number, unit), fixed=True)


@rule(rf"(?:(过去|最近|近)的?\s*)?({COUNT})个季度(?:(以?之?前)|(?<=度))")
def _quarters(match: re.Match[str]) -> list[Atom] | None:
    number = count_of(match[2])
    if number is None or bool(match[1]) == bool(match[3]):
        return None
    if match[3]:
        return relative.stepped(match, "quarter", -int(number), {})
    return one(match, Grain.MONTH, rolling(3 * number, Grain.MONTH), fixed=True)


@rule(rf"(?<=[年月度])的?(头|前|最初|最后)的?({COUNT})个?(天|周|星期|礼拜|月)(?!前|之前|以前)")
def _first_of(match: re.Match[str]) -> list[Atom] | None:
    """去年头三个月, 五月最后十天."""
    number, unit = count_of(match[2]), UNITS[match[3]]
    if number is None or match[2] == "半":
        return None
    return one(match, unit, relative.end_of(number, unit, first=match[1] != "最后"), bare=True)


@rule(r"(去年|前年|大前年|上个?月|上周|上个?星期|一年前|一个?月前|一周前)的?(?:今天|今日|同一天|这一天|这天)")
def _same_day(match: re.Match[str]) -> list[Atom]:
    number = {"前年": 2, "大前年": 3}.get(match[1], 1)
    unit = Grain.YEAR if "年" in match[1] else Grain.MONTH if "月" in match[1] else Grain.WEEK
    return one(match, Grain.DAY, relative.same_day(number, unit), fixed=True)


@rule(r"(?<=年)的?(?:本月|同月|这个月|当月)")
def _same_month(match: re.Match[str]) -> list[Atom]:
    """去年本月."""

    def resolve(context: Context) -> Span | None:
        since = context.within.since if context.within else None
        return None if since is None else months_span(since.year, context.now.month)

    return one(match, Grain.MONTH, resolve, bare=True)


@rule(r"(?<=月)份?的?(上|下)半个?月")
def _half_month(match: re.Match[str]) -> list[Atom]:
    def resolve(context: Context) -> Span | None:
        within = context.within
        if within is None or within.since is None or within.until is None:
            return None
        middle = within.since.replace(day=16)
        since, until = (within.since, middle) if match[1] == "上" else (middle, within.until)
        return Span(since, until, Grain.THIRD)

    return one(match, Grain.THIRD, resolve, bare=True)


def _days_to_today(now: datetime, days: int) -> Span:
    return day_span(now.date() - timedelta(days=days - 1), days)


_THIRDS = {"初": 1, "上旬": 1, "中": 2, "中旬": 2, "底": 3, "末": 3, "尾": 3, "下旬": 3}


@rule(r"(?<=月)(?:份|的)?(?:月)?(初(?![一二三四五六七八九十])|上旬|中旬|下旬|底|末|尾|中(?=[^国文间午秋学心]|$))")
def _third(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.THIRD, relative.third(_THIRDS[match[1]]))


@rule(r"(?<![\d一二三四五六七八九十上下本这个])(?:本)?(?:(月初|月底|月末|月中)|(上旬|中旬|下旬))")
def _third_of_this(match: re.Match[str]) -> list[Atom]:
    third = _THIRDS[(match[1] or match[2]).removeprefix("月")]

    def resolve(context: Context) -> Span | None:
        now = context.now
        return candidate(context, [third_of(months_span(now.year, now.month + step), third) for step in (-1, 0, 1)])

    return one(match, Grain.THIRD, resolve)


@rule(r"(?<=年)(?:的)?年?(初|中(?=[^国文间午秋学心级]|$)|底|末|尾)|(?<![去前今明后本\d])(年初|年中|年底|年末|年尾)")
def _year_third(match: re.Match[str]) -> list[Atom]:
    third = _THIRDS[match[1] or match[2][1:]]

    def resolve(context: Context) -> Span | None:
        if context.within is not None:
            return third_of(context.within, third)
        return candidate(context, [third_of(year_span(context.now.year + step), third) for step in (-1, 0, 1)])

    return one(match, Grain.THIRD, resolve)


@rule(r"现在|目前|如今|此刻|当前|今(?=[^天日早晚晨年夜后])|眼下")
def _now(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.MINUTE, relative.present, fixed=True, bare=True)
