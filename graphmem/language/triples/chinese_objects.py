"""Chinese objects: without particles and measure words, and lists taken apart."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.triples.chinese_words import any_of

_AND = re.compile(
    r"、|(?<=[话语文])同(?=[\u4e00-\u9fff]{1,4}[话语文])|以及|还有"
    r"|(?<=[\u4e00-\u9fffA-Za-z\d ])[和跟与及](?=[\u4e00-\u9fffA-Za-z ])|(?<=[A-Za-z ])加(?=[A-Za-z ])"
)
_TAIL = re.compile(r"(?:那边|这边|那里|这里|附近|那块|那儿|这儿)$")
_ENDS = re.compile(r"[\s。.!?~…\"”』」)\u2600-\u27bf\U0001f000-\U0001faff]+$")
_NOTHING = re.compile(
    r"^(?:死?[你我].*|[（(].*|(?:手机|电脑)[拍看写发打查搜算放录扫].*|它们?|他们?|她们?|你们?|您|这个?|那个?|这样|那样|什么|啥|人|死|严重|轻度|重度|季节性|东西|给.*|的.*|[吃喝看用玩听买说]|(?:[一两三]样|[一两三]个|它们|这些)?都|[一两二三四五六七八九十几\d]+[台辆部只条个套双把间支张件]|这些|那些|一下|你的.*|这(?:首|部|本|件|个|种|条|家|款).*|那(?:首|部|本|件|个|种|条|家|款).*|[的了吧呢啊,]*)$"
)


@cache
def _particles() -> re.Pattern[str]:
    return re.compile(any_of("particles") + r"$")


@cache
def _classifiers() -> re.Pattern[str]:
    return re.compile(rf"^(?:{any_of('classifiers')})(?=.)")


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of an object without blanks, particles and what points around."""
    while True:
        before = (start, end)
        piece = text[start:end]
        start += len(piece) - len(piece.lstrip(' "“『「:'))
        end = start + len(_ENDS.sub("", text[start:end]))
        tail = _TAIL.search(text[start:end])
        if tail and tail.start() >= 2:
            end = start + tail.start()
        particle = _particles().search(text[start:end])
        # 多哈, 酒吧 and 唢呐 end like speech, and do not
        if particle and particle[0] == "的" and particle.start() == 1:
            return start, end  # 甜的, 辣的
        if particle and particle.start() >= (2 if particle[0] in "哈吧呐" else 1):
            end = start + particle.start()
        if (start, end) == before:
            return start, end


def without_measure(text: str, start: int, end: int) -> int:
    """The start of an object after its measure word: 一台 Switch."""
    found = _classifiers().match(text[start:end])
    if text.startswith(
        (
            "条列",
            "条形",
            "台湾",
            "台式",
            "只会",
            "部队",
            "名片",
            "位置",
            "点心",
            "点餐",
            "头孢",
            "头条",
            "双拼",
            "本田",
            "本子",
            "把戏",
            "支付",
        ),
        start,
    ):
        return start
    return start + found.end() if found else start


def parts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The spans of what a list holds: 茶、咖啡和果汁."""
    spans = []
    place = start
    for match in _AND.finditer(text, start, end):
        spans.append((place, match.start()))
        place = match.end()
    spans.append((place, end))
    if any(finish - begin < 1 for begin, finish in spans):
        return [(start, end)]
    return spans


def is_object(text: str) -> bool:
    """Whether it names anything."""
    return bool(text) and not _NOTHING.match(text)


_CHOICE = re.compile(
    r"^(?:的|约|订|坐|选|发|导出成?|写成|做成)*(?P<o>.+?)(?:的?(?:座位|位置|位子|座)|的(?:号|票|班|课|场|房间?)?|(?<=[A-Za-z])\s*(?:格式|文件|文档|版)"
    r"|(?:来)?(?:写|标注?|计价|标价|结算|做|画|记|存|显示|表示|排课|排版|导出|命名|缩进|办公))?$"
)


def chosen(object_: str) -> str:
    """What is preferred, without the verb before it and the noun that its aspect names.

    >>> chosen("靠窗的座位"), chosen("PDF 格式"), chosen("约晚上的"), chosen("深色主题")
    ('靠窗', 'PDF', '晚上', '深色主题')
    """
    match = _CHOICE.match(object_)
    return match["o"] if match and len(match["o"]) > 1 else object_
