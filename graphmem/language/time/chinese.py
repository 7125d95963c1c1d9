"""Time expressions in Chinese: the pieces of a text in simplified characters, in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta

from graphmem.language.time import relative
from graphmem.language.time.atoms import (
    Atom,
    Context,
    Resolve,
    ago,
    always,
    around,
    candidate,
    clock,
    day_of_month,
    month,
    part_of_day,
    rolling,
    weekday,
)
from graphmem.language.time.chinese_words import COUNT, DIGITS, UNITS, WEEKDAYS, count_of, digits_of
from graphmem.language.time.holidays import CHINESE as HOLIDAYS
from graphmem.language.time.holidays import nth_weekday
from graphmem.language.time.lunar import lunar_day
from graphmem.language.time.spans import (
    Grain,
    Span,
    day_span,
    midnight,
    months_span,
    quarter_span,
    third_of,
    week_span,
    weekend_span,
    year_span,
)

Make = Callable[[re.Match[str]], list[Atom] | None]
RULES: list[tuple[re.Pattern[str], Make]] = []

_UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
_WEEK = "周|星期|礼拜"
_PLACE = "(?:路|街|广场|大道|小区|村|中学|小学|大学|医院|公园|桥|大厦|厂|店|社区|号楼|栋|弄|巷)"


def _rule(pattern: str) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        RULES.append((re.compile(pattern), make))
        return make

    return add


def atoms(text: str) -> Iterator[list[Atom]]:
    """The pieces that any rule finds in a text in simplified characters."""
    for pattern, make in RULES:
        for match in pattern.finditer(text):
            found = make(match)
            if found:
                yield found


def _one(
    match: re.Match[str], grain: Grain, resolve: Resolve, *, fixed: bool = False, bare: bool = False
) -> list[Atom]:
    return [Atom(match.start(), match.end(), grain, resolve, fixed=fixed, bare=bare)]


_NEAR = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}


@_rule(r"(大前|大后|前|昨|今|明|后)[天日](?!数|台|色|线|端|期)|(昨|今|明)(?=早|晨|晚|夜)|当天|(?<=[昨今明])儿")
def _near_day(match: re.Match[str]) -> list[Atom]:
    days = _NEAR.get(match[1] or match[2], 0)
    return _one(match, Grain.DAY, always(lambda now: around(now, days, Grain.DAY)), fixed=True)


@_rule(r"(昨|前|今|明)天?(?:一整)?(?:晚上?|夜里?|夜间|晚间)(?!会|饭|餐|点|宵)")
def _night(match: re.Match[str]) -> list[Atom]:
    days = {"昨": -1, "前": -2, "今": 0, "明": 1}[match[1]]
    until = 30 if match[1] == "昨" else 24

    def resolve(context: Context) -> Span | None:
        return part_of_day(24 * days + 18, 24 * days + until)(Context(context.now))

    return _one(match, Grain.PART, resolve, fixed=True)


_YEARS = {"去": -1, "上": -1, "前": -2, "大前": -3, "今": 0, "本": 0, "明": 1, "后": 2, "当": 0, "上上": -2}


@_rule(r"(大前|去|前|今|本|明|后|上上|上)(?:一)?年(?!级|龄|代|轻|货|夜饭|会|糕|假)(?:度)?")
def _year_near(match: re.Match[str]) -> list[Atom]:
    step = _YEARS[match[1]]
    return _one(match, Grain.YEAR, always(lambda now: year_span(now.year + step)), fixed=True)


_STEPS = {"上上上": -3, "上上": -2, "上": -1, "前": -1, "这": 0, "本": 0, "当": 0, "今": 0, "下": 1, "下下": 2}
_NAMES = {"周": "week", "星期": "week", "礼拜": "week", "月": "month", "季度": "quarter", "季": "quarter"}


@_rule(rf"(上上上|上上|上|这|本|当|下下|下)(?:一)?(?:个)?(周末|星期末|{_WEEK}|月(?!台|球|饼|亮)|季度)")
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


@_rule(
    rf"(?<![每逢])(?:{_WEEK})([一二三四五六日天1-6])(?![一二三四五六七八九十]|[个号楼次只条]|到周[一二三四五六日]都)"
)
def _weekday(match: re.Match[str]) -> list[Atom]:
    return _one(match, Grain.DAY, weekday(WEEKDAYS[match[1]]))


@_rule(r"(?<![每上下这本逢])周末")
def _weekend(match: re.Match[str]) -> list[Atom]:
    def resolve(context: Context) -> Span | None:
        return candidate(context, [weekend_span(context.now.date(), weeks) for weeks in (-2, -1, 0, 1)])

    return _one(match, Grain.WEEKEND, resolve)


@_rule(
    rf"(?:大约|大概|差不多)?(?<![月第\d.年])({COUNT})\s*(?:多)?(?P<ge>个)?(?P<half>半)?(?:多)?(?P<unit>{_UNIT})(?P<half2>半)?(?:多)?(?:之"
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
        number, unit = {Grain.YEAR: (6, Grain.MONTH), Grain.MONTH: (2, Grain.WEEK), Grain.HOUR: (30, Grain.MINUTE)}.get(
            unit, (12, Grain.HOUR)
        )
    number *= 15 if match["unit"] == "刻钟" else 1
    return _one(match, unit, ago(number if match["way"] == "前" else -number, unit), fixed=True)


@_rule(
    rf"(过去|最近|近|这|前|上|往前|未来|接下来|今后)(?:的)?\s*({COUNT})\s*(?:个)?(半)?({_UNIT})(?!前|之前|以前)(?:之?[里内间]|以来|来)?"
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
        return _one(match, unit, always(lambda now: _days_to_today(now, days)), fixed=True)
    ahead = match[1] in ("未来", "接下来", "今后")
    return _one(match, unit, rolling(-number if ahead else number, unit), fixed=True)


def _days_to_today(now: datetime, days: int) -> Span:
    return day_span(now.date() - timedelta(days=days - 1), days)


@_rule(
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
    span = year_span(year)
    return _one(match, Grain.YEAR, lambda _: span, fixed=True)


@_rule(
    r"(?<![\d.])((?:1[6-9]|20|21)\d\d)[-/.](1[0-2]|0?[1-9])[-/.](3[01]|[12]\d|0?[1-9])(?=t\d"
    r"|(?![\d\w./-])|(?=[\u4e00-\u9fff]))"
)
def _iso(match: re.Match[str]) -> list[Atom] | None:
    try:
        span = day_span(date(int(match[1]), int(match[2]), int(match[3])))
    except ValueError:
        return None
    return _one(match, Grain.DAY, lambda _: span, fixed=True)


@_rule(r"(?<![\d.])((?:19|20|21)\d\d)[-/](1[0-2]|0?[1-9])(?![-/\d])")
def _iso_month(match: re.Match[str]) -> list[Atom]:
    span = months_span(int(match[1]), int(match[2]))
    return _one(match, Grain.MONTH, lambda _: span, fixed=True)


@_rule(
    r"(?<![第\d一二三四五六七八九十零〇两几./])(1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])\s*月(?!亮|球|饼|台|是我"
    r"|是[他她]|的(?:生日|主人|电话|手机|工位|照片))份?(?!嫂)"
)
def _month(match: re.Match[str]) -> list[Atom] | None:
    number = count_of(match[1])
    return None if number is None else _one(match, Grain.MONTH, month(int(number)))


@_rule(
    r"(?<![\d.第])(3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])\s*[日号](?!楼"
    r"|线|店|门|码|院|机|桌|球|仓|库|房|[\d])"
)
def _day(match: re.Match[str]) -> list[Atom] | None:
    number = count_of(match[1].replace("廿", "二十"))
    return None if number is None else _one(match, Grain.DAY, day_of_month(int(number)))


@_rule(r"(?<=月)(3[01]|[12]\d|[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])(?![\d日号个月份年天旬])")
def _day_without_unit(match: re.Match[str]) -> list[Atom] | None:
    number = count_of(match[1])
    return None if number is None else _one(match, Grain.DAY, day_of_month(int(number)), bare=True)


@_rule(r"(?<![\d./-])(1[0-2]|0?[1-9])[/.](3[01]|[12]\d|0?[1-9])(?=(?:那|的|号|当|[的早晚上下]|$|\s*[到至]))(?![\d./])")
def _slashed(match: re.Match[str]) -> list[Atom]:
    return [
        Atom(match.start(), match.end(1), Grain.MONTH, month(int(match[1]))),
        Atom(match.end(1), match.end(), Grain.DAY, day_of_month(int(match[2]))),
    ]


_THIRDS = {"初": 1, "上旬": 1, "中": 2, "中旬": 2, "底": 3, "末": 3, "尾": 3, "下旬": 3}


@_rule(r"(?<=月)(?:份|的)?(?:月)?(初(?![一二三四五六七八九十])|上旬|中旬|下旬|底|末|尾|中(?=[^国文间午秋学心]|$))")
def _third(match: re.Match[str]) -> list[Atom]:
    third = _THIRDS[match[1]]
    return _one(match, Grain.THIRD, lambda context: third_of(context.within, third) if context.within else None)


@_rule(r"(?<![\d一二三四五六七八九十上下本这个])(?:本)?(?:(月初|月底|月末|月中)|(上旬|中旬|下旬))")
def _third_of_this(match: re.Match[str]) -> list[Atom]:
    third = _THIRDS[(match[1] or match[2]).removeprefix("月")]

    def resolve(context: Context) -> Span | None:
        now = context.now
        return candidate(context, [third_of(months_span(now.year, now.month + step), third) for step in (-1, 0, 1)])

    return _one(match, Grain.THIRD, resolve)


@_rule(r"(?<=年)(?:的)?年?(初|中(?=[^国文间午秋学心级]|$)|底|末|尾)|(?<![去前今明后本\d])(年初|年中|年底|年末|年尾)")
def _year_third(match: re.Match[str]) -> list[Atom]:
    third = _THIRDS[match[1] or match[2][1:]]

    def resolve(context: Context) -> Span | None:
        if context.within is not None:
            return third_of(context.within, third)
        return candidate(context, [third_of(year_span(context.now.year + step), third) for step in (-1, 0, 1)])

    return _one(match, Grain.THIRD, resolve)


_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}


@_rule(r"(春|夏|秋|冬)(?:天|季|日里)(?!气)|(?<=[年个])(春|夏|秋|冬)(?!瓜|至|装|眠|令|游|节|奥|晚|运)|暑假|寒假")
def _season(match: re.Match[str]) -> list[Atom]:
    if match[0].endswith("假"):
        first, months = (7, 2) if match[0] == "暑假" else (1, 2)
    else:
        first, months = _SEASONS[match[1] or match[2]], 3

    def resolve(context: Context) -> Span | None:
        if context.within is not None and context.within.since is not None:
            return months_span(context.within.since.year, first, months, Grain.QUARTER)
        years = (-2, -1, 0, 1)
        return candidate(context, [months_span(context.now.year + y, first, months, Grain.QUARTER) for y in years])

    return _one(match, Grain.QUARTER, resolve)


@_rule(r"第?([一二三四1-4])季度?(?!度)|(?<![a-z0-9])q([1-4])(?![0-9a-z])|(上|下)半年")
def _quarter(match: re.Match[str]) -> list[Atom] | None:
    if match[1] and not match[0].endswith("度") and not match[0].startswith("第"):
        return None
    half = match[3]
    number = 0 if half else int(count_of(match[1] or match[2]) or 0)

    def of(year: int) -> Span:
        return months_span(year, 1 if half == "上" else 7, 6, Grain.QUARTER) if half else quarter_span(year, number)

    def resolve(context: Context) -> Span | None:
        if context.within is not None and context.within.since is not None:
            return of(context.within.since.year)
        return candidate(context, [of(context.now.year + step) for step in (-1, 0, 1)])

    return _one(match, Grain.QUARTER, resolve)


@_rule(rf"(?:的)?(?:第([一二三四五1-5])|(最后一|最后))(?:个)?({_WEEK}|周末)([一二三四五六日天])?")
def _nth(match: re.Match[str]) -> list[Atom]:
    count = -1 if match[2] else int(count_of(match[1]) or 0)
    day = match[4]

    def resolve(context: Context) -> Span | None:
        within = context.within
        if within is None or within.since is None or within.until is None:
            return None
        if match[3] == "周末" or day:
            first = nth_weekday(within.since.year, within.since.month, WEEKDAYS[day] if day else 5, count)
            return day_span(first) if day else day_span(first, 2, Grain.WEEKEND)
        if count < 0:
            return Span(within.until - timedelta(days=7), within.until, Grain.WEEK)
        first_week = week_span(within.since.date() + timedelta(days=3))
        return week_span(first_week.since.date(), count - 1) if first_week.since else None

    return _one(match, Grain.DAY if day else Grain.WEEK, resolve, bare=True)


@_rule(
    r"(?:农历|阴历)?(正|腊|冬|[二三四五六七八九十])月(初[一二三四五六七八九十]|十[一二三四五六七八九]|二十|廿[一二三四五六七八九]|三十)(?!号|日)"
)
def _lunar(match: re.Match[str]) -> list[Atom] | None:
    explicit = match[0][0] in "农阴正腊冬" or match[2].startswith(("初", "廿"))
    if not explicit:
        return None
    number = {"正": 1, "冬": 11, "腊": 12}.get(match[1]) or int(count_of(match[1]) or 0)
    day = int(count_of(match[2].removeprefix("初").replace("廿", "二十")) or 0)
    return _one(match, Grain.DAY, relative.holiday(lambda year: lunar_day(year - (number > 11), number, day)))


@_rule(r"(?:农历|阴历)?(正|腊)月(?![初十廿二三])")
def _lunar_month(match: re.Match[str]) -> list[Atom]:
    number = 1 if match[1] == "正" else 12

    def of(year: int) -> Span | None:
        year -= number > 11
        first, last = lunar_day(year, number, 1), lunar_day(year + number // 12, number % 12 + 1, 0)
        return None if first is None or last is None else day_span(first, (last - first).days + 1, Grain.MONTH)

    def resolve(context: Context) -> Span | None:
        if context.within is not None and context.within.since is not None:
            return of(context.within.since.year)
        return candidate(context, [of(context.now.year + step) for step in (-1, 0, 1)])

    return _one(match, Grain.MONTH, resolve)


_OF_A_PERSON = "手机|电话|地址|生日|邮箱|微信|工位|老婆|老公|爸|妈"


def _holiday_rules() -> None:
    for pattern, of in HOLIDAYS.items():

        def make(match: re.Match[str], of: Callable[[int], date | None] = of) -> list[Atom]:
            return _one(match, Grain.DAY, relative.holiday(of))

        place = rf"(?!{_PLACE}|[、,]|的?(?:{_OF_A_PERSON})|假期(?:安排)?一般|版|价|套餐|礼盒)"
        _rule(
            rf"(?<![星期周拜月第李王张刘陈杨赵黄周吴叫]|[一二三四五六七八九十])(?:{pattern}){place}(?:期间|假期|当天|长假)?"
        )(make)


_holiday_rules()

_PARTS = {
    "凌晨": (0, 6),
    "清晨": (6, 9),
    "清早": (6, 9),
    "早晨": (6, 12),
    "早上": (6, 12),
    "早间": (6, 12),
    "一早": (6, 12),
    "大早": (6, 12),
    "晨": (6, 12),
    "早": (6, 12),
    "上午": (6, 12),
    "中午": (11, 14),
    "正午": (12, 13),
    "午后": (12, 18),
    "下午": (12, 18),
    "傍晚": (17, 20),
    "晚上": (18, 24),
    "晚间": (18, 24),
    "夜里": (18, 24),
    "夜间": (18, 24),
    "夜晚": (18, 24),
    "晚": (18, 24),
    "半夜": (23, 30),
    "深夜": (23, 30),
    "午夜": (23, 25),
    "大半夜": (23, 30),
    "白天": (6, 18),
}


@_rule(
    rf"(?<!那天)(?<!当天)(?<!那日)(?:的)?({'|'.join(sorted(_PARTS, key=len, reverse=True))})"
    r"(?!饭|餐|会|安|教|点名|报|市|班|期|恋|熟|于|就|已|点(?!\d)|些|了)"
)
def _part(match: re.Match[str]) -> list[Atom]:
    hours = _PARTS[match[1]]
    return _one(match, Grain.PART, part_of_day(*hours), bare=len(match[1]) == 1)


_HOUR = r"(?:[01]?\d|2[0-4]|二?十[一二三四]?|[零〇一二两三四五六七八九十]|十[一二三四五六七八九])"


@_rule(
    rf"({_HOUR})(?:点钟?|时(?=[\d一二三四五六整,。?]|$|左右|许))(?:(半)|(一刻|三刻)|([零〇]?[一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?"
    r"|[0-5]?\d)分?|整)?(?:左右|许|钟)?(?![建意原要理看想希注说\d]|[以之]?上|不|也|点|儿|水)"
)
def _clock(match: re.Match[str]) -> list[Atom] | None:
    hour = count_of(match[1])
    if hour is None or hour > 24:
        return None
    minute = 30 if match[2] else {"一刻": 15, "三刻": 45}.get(match[3]) if match[3] else None
    if match[4]:
        minute = int(count_of(match[4].lstrip("零〇0")) or 0)
    before = match.string[max(0, match.start() - 1) : match.start()]
    clear = "钟" in match[0] or minute is not None or before in ("在", "从", "到", "至") or hour > 12
    grain = Grain.HOUR if minute is None else Grain.MINUTE
    return _one(match, grain, clock(int(hour), minute, afternoon=False if hour > 12 else None), bare=not clear)


@_rule(r"(?<![\d:.])(2[0-3]|[01]?\d):([0-5]\d)(?::[0-5]\d)?(?![\d:])")
def _digital(match: re.Match[str]) -> list[Atom]:
    hour = int(match[1])
    late = False if hour > 12 or match[1].startswith("0") else None
    return _one(match, Grain.MINUTE, clock(hour, int(match[2]), afternoon=late))


@_rule(r"(?:上个?世纪|(\d\d|二十|十[七八九])世纪|(?:19|20)?(?=\d0年代))(?:的)?([\d]0|[二三四五六七八九]十)年代")
def _decade(match: re.Match[str]) -> list[Atom]:
    tens = int(count_of(match[2]) or 0)
    century = int(count_of(match[1]) or 0) * 100 - 100 if match[1] else 1900
    if match[0].startswith("20") or (not match[1] and not match[0].startswith(("上", "19")) and tens < 30):
        century = 2000
    span = year_span(century + tens, 10, Grain.DECADE)
    return _one(match, Grain.DECADE, lambda _: span, fixed=True)


@_rule(r"现在|目前|如今|此刻|当前|今(?=[^天日早晚晨年夜后])|眼下")
def _now(match: re.Match[str]) -> list[Atom]:
    return _one(match, Grain.MINUTE, always(lambda now: Span(now, now, Grain.MINUTE)), fixed=True, bare=True)


@_rule(r"全天|一整天")
def _whole_day(match: re.Match[str]) -> list[Atom]:
    def resolve(context: Context) -> Span | None:
        since = context.within.since if context.within else None
        return (
            None
            if since is None
            else Span(midnight(since.date()), midnight(since.date()) + timedelta(days=1), Grain.DAY)
        )

    return _one(match, Grain.PART, resolve, bare=True)
