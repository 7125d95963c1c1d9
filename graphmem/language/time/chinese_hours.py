"""Times of day in Chinese."""

from __future__ import annotations

import re
from datetime import timedelta

from graphmem.language.time.atoms import (
    Atom,
    Context,
    clock,
    part_of_day,
)
from graphmem.language.time.chinese_rules import rule
from graphmem.language.time.chinese_words import count_of
from graphmem.language.time.rules import one
from graphmem.language.time.spans import (
    Grain,
    Span,
    midnight,
)


@rule(r"(昨|前|今|明)天?(?:一整)?(?:晚上?|夜里?|夜间|晚间)(?!会|饭|餐|点|宵)")
def _night(match: re.Match[str]) -> list[Atom]:
    days = {"昨": -1, "前": -2, "今": 0, "明": 1}[match[1]]
    until = 30 if match[1] == "昨" else 24

    def resolve(context: Context) -> Span | None:
        return part_of_day(24 * days + 18, 24 * days + until)(Context(context.now))

    return one(match, Grain.PART, resolve, fixed=True)


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
    "黎明": (4, 7),
    "拂晓": (4, 7),
    "黄昏": (17, 20),
}


@rule(
    rf"(?<!那天)(?<!当天)(?<!那日)(?:的)?({'|'.join(sorted(_PARTS, key=len, reverse=True))})"
    r"(?!饭|餐|会|安|教|点名|报|市|班|期|恋|熟|于|就|已|点(?!\d)|些|了)"
)
def _part(match: re.Match[str]) -> list[Atom]:
    hours = _PARTS[match[1]]
    return one(match, Grain.PART, part_of_day(*hours), bare=len(match[1]) == 1)


_HOUR = r"(?:[01]?\d|2[0-4]|二?十[一二三四]?|[零〇一二两三四五六七八九十]|十[一二三四五六七八九])"


@rule(
    rf"({_HOUR})(?:点钟?|时(?=[\d一二三四五六整,。?]|$|左右|许))(?:(半)|([一三13]刻)|([零〇]?[一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?"
    r"|[0-5]?\d)分?|整)?(?:左右|许|钟)?(?![建意原要理看想希注说\d]|[以之]?上|不|也|点|儿|水)"
)
def _clock(match: re.Match[str]) -> list[Atom] | None:
    hour = count_of(match[1])
    if hour is None or hour > 24:
        return None
    minute = 30 if match[2] else (15 if match[3][0] in "一1" else 45) if match[3] else None
    if match[4]:
        minute = int(count_of(match[4].lstrip("零〇0")) or 0)
    before = match.string[max(0, match.start() - 1) : match.start()]
    clear = "钟" in match[0] or minute is not None or before in ("在", "从", "到", "至") or hour > 12
    grain = Grain.HOUR if minute is None else Grain.MINUTE
    return one(match, grain, clock(int(hour), minute, afternoon=False if hour > 12 else None), bare=not clear)


@rule(r"(?<![\d:.])(2[0-3]|[01]?\d):([0-5]\d)(?::[0-5]\d)?(?![\d:])")
def _digital(match: re.Match[str]) -> list[Atom]:
    hour = int(match[1])
    late = False if hour > 12 or match[1].startswith("0") else None
    return one(match, Grain.MINUTE, clock(hour, int(match[2]), afternoon=late))


@rule(r"全天|一整天")
def _whole_day(match: re.Match[str]) -> list[Atom]:
    def resolve(context: Context) -> Span | None:
        since = context.within.since if context.within else None
        return (
            None
            if since is None
            else Span(midnight(since.date()), midnight(since.date()) + timedelta(days=1), Grain.DAY)
        )

    return one(match, Grain.PART, resolve, bare=True)
