"""Whether what a pattern caught in Chinese can be what it is taken for; names cut short or too long are put right."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from graphmem.language.triples.chinese_projects import PARTS
from graphmem.language.triples.chinese_words import any_of
from graphmem.language.triples.triple import Found

_BEFORE_A_THING = re.compile(
    r"^(?:我们?|咱们?|俺们?|公司|单位|团队|组里|手头|手上|目前|现在?|如今|正在|負責|负责|在做|做|写|维护|接手|这个?|那个?|整个|的)+(?=.)"
)
_AFTER_A_THING = re.compile(r"(?<=.)(?:现在?|目前|如今|已经|都|也|就|还|主要|全部|整个)+$")
_QUOTED = re.compile(r"[“\"「『《]([^”\"」』》]{1,20})[”\"」』》]")
_NAMELESS = re.compile(r"IDE|RTOS|消息中间件|样式|手头的?|剩下的?|其他的?", re.IGNORECASE)
_NO_THING = re.compile(
    r"[去今明后]年|[上下这本]?(?:周|月|礼拜|星期|季度|学期)|.*[跟和与].*[约定谈说]|.*(?:约好|说好|定好)"
)
_NOT_A_NAME = re.compile(r".*(?:写|打|念|读|叫|喊|拼|改|认)错.*|什么.*|啥.*|谁.*|随便.*|.*都行")
_TONED = re.compile(r"[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]")
_POINTS = re.compile(r"[那这](?:个|种|些|样|味道?儿?|玩意儿?|东西|事儿?|货)?")
_WAS = re.compile(r"退休[前之]|[干做待呆混上]过|以前|之前在|曾|原先|原来在")
_CHANGED = re.compile(
    r"领导|老板|上司|同事|导师|老师|医生|对象|房东|室友|工作|单位|公司|部门|房子|地方|座位|位置|号码?|手机号|车牌|绿牌|名字|头像"
)
"""What is changed, and not used: 换领导了."""
_THEY_INSIST = re.compile(r"[^\s,，。我咱俺](?:非要|非得|偏要|硬要|坚持要?)用|(?:要|让|叫|逼|求|劝|請|请)我用")
_WHOSE = re.compile(
    r"([^\s,，。;；:：!！]{1,8})的(?:新|旧|工作|个人|私人|公司|常用)*(?:邮箱|电子邮[件箱]|邮件|信箱|e?-?mail|手机号?码?|电话号?码?|号码|座机|微信)"
    r"(?:地址)?[^,，。;；]{0,6}$",
    re.IGNORECASE,
)
_OWN = re.compile(r"(?:我|咱|俺|我们|咱们|本人|自己|现在|平时|常用|最新)$")
_GIVEN_UP = re.compile(r"(?:不再?用|别再?用|弃用|停用|注销了?|作废的?|旧的?是?)\s*$")
_FOR_ME = re.compile(r"\s*(?:给我|发我|给咱|就行|就好|即可|得了|吧|哈|哦)$")
_HERE = re.compile(r"[这那](?:里|儿|边|个|些|样|种)?")
_THAT_ONE = re.compile(r"^[这那](?:只|条|个|匹|头|窝)(?=.)")
_GOES_ON = re.compile(r"(?<=[^\W\d_]{2})(?:就|也|都|还|真|这|挺|太|不|没|其实|反正|已经).{2,}$")
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
        case "uses" if _no_tool(thing, sentence):
            return None
        case "uses" if thing in sentence and _GIVEN_UP.search(sentence[: sentence.find(thing)]):
            return replace(found, polarity="-")
        case "email" | "phone":
            return _own_address(found, sentence)
        case "prefers" if kin := _kin().fullmatch(found.aspect):
            return replace(found, subject=kin["kin"], predicate="likes", aspect="")
        case "prefers":
            thing = _FOR_ME.sub("", thing)
            return None if _HERE.fullmatch(thing) else replace(found, object=thing)
        case "pet":
            return replace(found, object=_THAT_ONE.sub("", thing))
        case "lives_in":
            return replace(found, object=_GOES_ON.sub("", thing))
    return found


@cache
def _kin() -> re.Pattern[str]:
    """Somebody of the family, whose preference it is."""
    return re.compile(rf"(?:我|咱|俺)?家?(?:的)?(?P<kin>{any_of('kin')})")


def _of_a_thing(found: Found) -> Found | None:
    subject = found.subject
    if quoted := _QUOTED.search(subject):
        subject = quoted[1]
    subject = _AFTER_A_THING.sub("", _BEFORE_A_THING.sub("", subject))
    if not subject or _NO_THING.fullmatch(subject):
        return None
    if found.predicate == "project_uses" and (subject in PARTS or _NAMELESS.fullmatch(subject)):
        return None
    return replace(found, subject=subject)


def _whole_name(found: Found, sentence: str) -> Found:
    """ "Docker Desktop 4.30" is no version of "Desktop"."""
    place = sentence.find(found.subject)
    before = _LATIN_BEFORE.search(sentence[:place].rstrip()) if place > 0 and sentence[place - 1] == " " else None
    if before and found.subject.isascii() and before[0][0].isupper():
        return replace(found, subject=f"{before[0]} {found.subject}")
    return found


def _no_tool(thing: str, sentence: str) -> bool:
    """Whether it is somebody, a part of an address, or what somebody else will have."""
    address = re.search(rf"{re.escape(thing)}[_@]|@{re.escape(thing)}", sentence)
    return bool("@" in thing or address or _CHANGED.fullmatch(thing) or _THEY_INSIST.search(sentence))


def _own_address(found: Found, sentence: str) -> Found | None:
    """The address of somebody else is none of the speaker's; one that is given up is not in use."""
    before = sentence[: sentence.find(found.object)] if found.object in sentence else sentence
    whose = _WHOSE.search(before[-24:])
    if whose and not _OWN.search(whose[1]):
        return None
    return replace(found, polarity="-") if _GIVEN_UP.search(before) else found


def _is_over(found: Found, sentence: str) -> bool:
    """Whether the clause speaks of work that is over: 退休前在纺织厂."""
    begin = max(sentence.rfind(mark, 0, found.start + 1) for mark in ",，。;；!！ ") + 1
    end = re.search(r"[,，。;；!！]|$", sentence[found.start :])
    return bool(_WAS.search(sentence[begin : found.start + (end.start() if end else 0)]))
