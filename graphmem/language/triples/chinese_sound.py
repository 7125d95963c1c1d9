"""Whether what a pattern caught in Chinese can be what it is taken for; names cut short or too long are put right."""

from __future__ import annotations

import re
from dataclasses import replace

from graphmem.language.triples.chinese_projects import PARTS
from graphmem.language.triples.triple import Found

_BEFORE_A_THING = re.compile(
    r"^(?:我们?|咱们?|俺们?|公司|单位|团队|组里|手头|手上|目前|现在?|如今|正在|負責|负责|在做|做|写|维护|接手|这个?|那个?|整个|的)+(?=.)"
)
_AFTER_A_THING = re.compile(r"(?<=.)(?:现在?|目前|如今|已经|都|也|就|还|主要|全部|整个)+$")
_QUOTED = re.compile(r"[“\"「『《]([^”\"」』》]{1,20})[”\"」』》]")
_PARTS = re.compile(
    r"(?:数据)?库|消息(?:队列|中间件)|缓存|IDE|RTOS|框架|语言|接口|界面|样式|部署|手头的?|剩下的?|其他的?",
    re.IGNORECASE,
)
_NO_THING = re.compile(
    r"[去今明后]年|[上下这本]?(?:周|月|礼拜|星期|季度|学期)|.*[跟和与].*[约定谈说]|.*(?:约好|说好|定好)"
)
_NOT_A_NAME = re.compile(r".*(?:写|打|念|读|叫|喊|拼|改|认)错.*|什么.*|啥.*|谁.*|随便.*|.*都行")
_TONED = re.compile(r"[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]")
_POINTS = re.compile(r"[那这](?:个|种|些|样|味道?儿?|玩意儿?|东西|事儿?|货)?")
_WAS = re.compile(r"退休[前之]|[干做待呆混上]过|以前|之前在|曾|原先|原来在")
_LATIN_BEFORE = re.compile(r"[A-Za-z][\w.+#-]*(?: [A-Za-z][\w.+#-]*)*$")


def sound(found: Found, sentence: str) -> Found | None:
    """What was caught, put right; None where it cannot be meant.

    Args:
        found: what was caught; it begins at `found.start` in the sentence.
        sentence: as it stands in the text.

    >>> sound(Found("订单中台现", "project_uses", "Go", 0), "订单中台现在是 Go 写的").subject
    '订单中台'
    >>> sound(Found("user", "named", "写错", 0), "名字写错啦") is None
    True
    """
    thing = found.object
    match found.predicate:
        case "project_uses" | "deadline":
            return _of_a_thing(found)
        case "uses_version":
            return _whole_name(found, sentence)
        case "named" if _NOT_A_NAME.fullmatch(thing):
            return None
        case "studies" if _TONED.search(thing):
            return None
        case "likes" | "dislikes" if _POINTS.fullmatch(thing):
            return None
        case "works_at" | "works_as" if found.polarity == "+" and _is_over(found, sentence):
            return None
        case "uses" if re.search(rf"{re.escape(thing)}[_@]|@{re.escape(thing)}", sentence):
            return None  # a part of an address
    return found


def _of_a_thing(found: Found) -> Found | None:
    subject = found.subject
    if quoted := _QUOTED.search(subject):
        subject = quoted[1]
    subject = _AFTER_A_THING.sub("", _BEFORE_A_THING.sub("", subject))
    if not subject or _NO_THING.fullmatch(subject):
        return None
    if found.predicate == "project_uses" and (subject in PARTS or _PARTS.fullmatch(subject)):
        return None
    return replace(found, subject=subject)


def _whole_name(found: Found, sentence: str) -> Found:
    """ "Docker Desktop 4.30" is no version of "Desktop"."""
    place = sentence.find(found.subject)
    before = _LATIN_BEFORE.search(sentence[:place].rstrip()) if place > 0 and sentence[place - 1] == " " else None
    if before and found.subject.isascii() and before[0][0].isupper():
        return replace(found, subject=f"{before[0]} {found.subject}")
    return found


def _is_over(found: Found, sentence: str) -> bool:
    """Whether the clause speaks of work that is over: 退休前在纺织厂."""
    begin = max(sentence.rfind(mark, 0, found.start + 1) for mark in ",，。;；!！ ") + 1
    end = re.search(r"[,，。;；!！]|$", sentence[found.start :])
    return bool(_WAS.search(sentence[begin : found.start + (end.start() if end else 0)]))
