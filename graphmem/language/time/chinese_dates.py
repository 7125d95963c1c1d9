"""Time expressions in Chinese by the calendar: dates, months, quarters, weekdays, festivals."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from graphmem.language.time import relative
from graphmem.language.time.atoms import (
    Atom,
    day_of_month,
    month,
    weekday,
)
from graphmem.language.time.chinese_rules import WEEK, rule
from graphmem.language.time.chinese_words import DIGITS, WEEKDAYS, count_of, digits_of
from graphmem.language.time.holidays import CHINESE as HOLIDAYS
from graphmem.language.time.lunar import lunar_day
from graphmem.language.time.rules import known, on_date, one
from graphmem.language.time.spans import (
    Grain,
    Span,
    day_span,
    months_span,
    quarter_span,
    year_span,
)


@rule(
    rf"(?:公元)?((?:1[6-9]|20|21)\d\d|[{DIGITS}]{{4}}|两千)\s*年(?!级|前|后|来)|(?<!\d)(\d\d"
    rf"|[{DIGITS}]{{2}})\s*年(?=\d|[{DIGITS}十]|[春夏秋冬初底末]|[^\d]*月)(?!前|后)|(?<!\d)(0\d"
    rf"|[89]\d|[〇零][{DIGITS}]|[八九][{DIGITS}])\s*年(?!代)"
)
def _year(match: re.Match[str]) -> list[Atom] | None:
    year = 2000 if match[1] == "两千" else digits_of(match[1] or match[2] or match[3])
    if year < 100:
        if match[2] and match[2] in ("两", "十"):
            return None
        year += 2000 if year < 50 else 1900
    if not 1000 <= year <= 2200:
        return None
    return known(match, year_span(year))


@rule(
    r"(?<![\d.])((?:1[6-9]|20|21)\d\d)[-/.](1[0-2]|0?[1-9])[-/.](3[01]|[12]\d|0?[1-9])(?=t\d"
    r"|(?![\d\w./-])|(?=[\u4e00-\u9fff]))"
)
def _iso(match: re.Match[str]) -> list[Atom] | None:
    return on_date(match, int(match[1]), int(match[2]), int(match[3]))


@rule(r"(?<![\d.])((?:19|20|21)\d\d)[-/](1[0-2]|0?[1-9])(?![-/\d])")
def _iso_month(match: re.Match[str]) -> list[Atom]:
    return known(match, months_span(int(match[1]), int(match[2])))


@rule(
    r"(?<![第\d一二三四五六七八九十零〇两几./])(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s*月(?!亮|球|饼|台|是我"
    r"|是[他她]|的(?:生日|主人|电话|手机|工位|照片))份?(?!嫂)"
)
def _month(match: re.Match[str]) -> list[Atom] | None:
    number = count_of(match[1])
    return None if number is None else one(match, Grain.MONTH, month(int(number)))


@rule(
    r"(?<![\d.第])(3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])\s*[日号](?!楼"
    r"|线|店|门|码|院|机|桌|球|仓|库|房|\d(?!\d?\s*[:时点]))"
)
def _day(match: re.Match[str]) -> list[Atom] | None:
    number = count_of(match[1].replace("廿", "二十"))
    return None if number is None else one(match, Grain.DAY, day_of_month(int(number)))


@rule(r"(?<=月)(3[01]|[12]\d|[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])(?![\d日号个月份年天旬])")
def _day_without_unit(match: re.Match[str]) -> list[Atom] | None:
    number = count_of(match[1])
    return None if number is None else one(match, Grain.DAY, day_of_month(int(number)), bare=True)


_SHARE = re.compile(
    r"(?:用了?|占了?|大?约|超过|不到|只有|仅|近|剩下?|还剩|完成了?|花了?|吃了?|喝了?|分之?|读了?|减少|增加)$"
)
"""Before a fraction: 用了3/4."""


@rule(r"(?<![\d./-])(1[0-2]|0?[1-9])[/.](3[01]|[12]\d|0?[1-9])(?=(?:那|的|号|当|[的早晚上下]|$|\s*[到至]))(?![\d./])")
def _slashed(match: re.Match[str]) -> list[Atom] | None:
    if match.string.isascii() or _SHARE.search(match.string[: match.start()]):
        return None
    return [
        Atom(match.start(), match.end(1), Grain.MONTH, month(int(match[1]))),
        Atom(match.end(1), match.end(), Grain.DAY, day_of_month(int(match[2]))),
    ]


@rule(rf"(?<![每逢])(?:{WEEK})([一二三四五六日天1-6])(?![一二三四五六七八九十]|[个号楼次只条]|到周[一二三四五六日]都)")
def _weekday(match: re.Match[str]) -> list[Atom]:
    return one(match, Grain.DAY, weekday(WEEKDAYS[match[1]]))


_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}


@rule(r"(春|夏|秋|冬)(?:天|季|日里)(?!气)|(?<=[年个])(春|夏|秋|冬)(?!瓜|至|装|眠|令|游|节|奥|晚|运)|暑假|寒假")
def _season(match: re.Match[str]) -> list[Atom]:
    if match[0].endswith("假"):
        first, months = (7, 2) if match[0] == "暑假" else (1, 2)
    else:
        first, months = _SEASONS[match[1] or match[2]], 3

    of = relative.of_year(lambda year: months_span(year, first, months, Grain.QUARTER))
    return one(match, Grain.QUARTER, of)


@rule(r"第?([一二三四1-4])季度?(?!度)|(?<![a-z0-9])q([1-4])(?![0-9a-z])|(上|下)半年")
def _quarter(match: re.Match[str]) -> list[Atom] | None:
    if match[1] and not match[0].endswith("度") and not match[0].startswith("第"):
        return None
    half = match[3]
    number = 0 if half else int(count_of(match[1] or match[2]) or 0)

    def of(year: int) -> Span:
        return months_span(year, 1 if half == "上" else 7, 6, Grain.QUARTER) if half else quarter_span(year, number)

    return one(match, Grain.QUARTER, relative.of_year(of))


@rule(rf"(?:的)?(?:第([一二三四五1-5])|(最后一|最后))(?:个)?({WEEK}|周末)([一二三四五六日天])?")
def _nth(match: re.Match[str]) -> list[Atom]:
    count = -1 if match[2] else int(count_of(match[1]) or 0)
    day = match[4]
    name = "weekend" if match[3] == "周末" else "week"
    resolve = relative.nth_within(name, WEEKDAYS[day] if day else None, count)
    return one(match, Grain.DAY if day else Grain.WEEK, resolve, bare=True)


@rule(
    r"(?:农历|阴历)?(正|腊|冬|[二三四五六七八九十])月(初[一二三四五六七八九十]|十[一二三四五六七八九]|二十|廿[一二三四五六七八九]|三十)(?!号|日)"
)
def _lunar(match: re.Match[str]) -> list[Atom] | None:
    explicit = match[0][0] in "农阴正腊冬" or match[2].startswith(("初", "廿"))
    if not explicit:
        return None
    number = {"正": 1, "冬": 11, "腊": 12}.get(match[1]) or int(count_of(match[1]) or 0)
    day = int(count_of(match[2].removeprefix("初").replace("廿", "二十")) or 0)
    return one(match, Grain.DAY, relative.holiday(lambda year: lunar_day(year - (number > 11), number, day)))


@rule(r"(?:农历|阴历)?(正|腊)月(?![初十廿二三])")
def _lunar_month(match: re.Match[str]) -> list[Atom]:
    number = 1 if match[1] == "正" else 12

    def of(year: int) -> Span | None:
        year -= number > 11
        first, last = lunar_day(year, number, 1), lunar_day(year + number // 12, number % 12 + 1, 0)
        return None if first is None or last is None else day_span(first, (last - first).days + 1, Grain.MONTH)

    return one(match, Grain.MONTH, relative.of_year(of))


_PLACE = "(?:路|街|广场|大道|小区|村|中学|小学|大学|医院|公园|桥|大厦|厂|店|社区|号楼|栋|弄|巷)"
_OF_A_PERSON = "手机|电话|地址|生日|邮箱|微信|工位|老婆|老公|爸|妈"


def _holiday_rules() -> None:
    for pattern, of in HOLIDAYS.items():

        def make(match: re.Match[str], of: Callable[[int], date | None] = of) -> list[Atom]:
            return one(match, Grain.DAY, relative.holiday(of))

        place = rf"(?!{_PLACE}|[、,]|的?(?:{_OF_A_PERSON})|假期(?:安排)?一般|版|价|套餐|礼盒)"
        rule(
            rf"(?<![星期周拜月第李王张刘陈杨赵黄周吴叫]|[一二三四五六七八九十])(?:{pattern}){place}(?:期间|假期|当天|长假)?"
        )(make)


_holiday_rules()
