"""Order words: which one of several events is meant. It is found by walking the events, not by a date."""

from __future__ import annotations

import re
from typing import Literal

Order = Literal["last", "first", "previous", "before_last"]
"""The latest time something happened, the first, the one before this, the one before the last."""

_WHAT = (
    r"(?:meeting|visit|release|deploy(?:ment)?|rollout|launch|outage|incident|failure|crash|breakdown|appointment"
    r"|check-?up|trip|delivery|shipment|upgrade|migration|experiment|exam|complaint|lockout|blackout|booking|flight)"
)
"""What occurs again and again, and says by its name what it is about."""
_THING = rf"(?:time|occasion|instance|attempt|try|run|session|conversation|chat|call|round|version|{_WHAT})"
_LATEST = r"(?:the |my |our |your )?(?:very )?(?:last|latest|most recent)"
_ENGLISH: list[tuple[Order, str]] = [
    (
        "before_last",
        (
            r"\bnot the (?:last|latest)(?: one| time)?,? but the one before\b"
            rf"|\b(?:{_THING}|one) before {_LATEST}\b(?! (?:week|month|year|spring|summer|autumn|fall|winter))"
            rf"|\bbefore {_LATEST} (?:one|time)\b|\b(?:second[- ](?:to[- ])?(?:last|latest|most recent)"
            rf"|last but one|penultimate|next[- ]to[- ]last) {_THING}\b|\btwo times ago\b"
        ),
    ),
    (
        "previous",
        (
            rf"\b(?:previous|preceding|prior) (?!to\b)\w+|\b(?:{_THING}|one) before (?:that"
            r"|this)\b|\bmy (?:old|former|ex-?)\b"
        ),
    ),
    (
        "last",
        (
            rf"\b(?:the |my |our |your )?(?:very )?last (?:{_THING})\b(?! we ever)|\bmost recent\b(?!ly)"
            rf"|\bmost recently\b|\blatest {_THING}\b|\blast(?:ly)? (?:did|do|saw|talked|spoke"
            r"|discussed|mentioned|met|said|used|ran|tried|came up|happened)\b|\b(?:did|have"
            r"|was|were) (?:i|we|you|\w+) last (?!week|month|year|night|\w+day|\d|few|spring"
            r"|summer|autumn|fall|winter|quarter|weekend)\w+|\blast we\b"
        ),
    ),
    (
        "first",
        (
            rf"\b(?:the )?(?:very )?(?:first|earliest) (?:mention|{_THING})\b|\b(?:the )?(?:very first"
            rf"|first[- ]ever)\b|\b(?:did"
            r"|have|was|were) (?:i|we|you|\w+) (?:first|initially|originally)\b|\bfirst (?:mention"
            r"|talk|discuss|bring|brought|talked|mentioned|said|met|heard|came up|happened"
            r"|appeared|started|told)\w*\b"
        ),
    ),
]
_CHINESE: list[tuple[Order, str]] = [
    ("before_last", r"上上(?:一)?[次回趟遍]|大上[次回]|倒数第[二2][次回趟遍]|再往前(?:的)?那?一?[次回趟]"),
    (
        "first",
        r"(?:第一|首|头一|最早(?:的)?(?:那)?(?:一)?)[次回趟遍](?!性)|最早(?:是)?(?=什么时候|提|说|聊|哪)"
        r"|最初(?:是)?(?=提|说|聊|怎么|为什么|什么)|第一个版本|(?:一开始|最开始|最先|起初)(?:的)?那[次回趟]",
    ),
    (
        "last",
        r"(?<!上)上(?:一)?[次回趟遍]|最近(?:的)?(?:[那这]一?|一)[次回趟]|最后(?:那)?一[次回趟]|上一?场(?!合)"
        r"|最近的一次|最新(?:的)?一[次版]",
    ),
    (
        "previous",
        (
            r"(?:前|再前|之前(?:的)?(?:那|上)?)一?[次回趟](?!都)|前一[个版次]"
            r"|之前(?:的)?那[个家台部份位款本辆条套]|之前用的那?|以前(?:的)?那[个家台部份位款本辆条套]"
            r"|原来(?:的)?那[个家台部份位款本辆条套]|上一[个版任份家台](?!月|星期|礼拜|季度|周|小时|世纪)|前任"
        ),
    ),
]
_OCCASION = re.compile(rf"\b{_THING}\b|[次回趟遍]")
_NAMED = re.compile(rf"\b{_WHAT}\b")
_TALK = re.compile(r"\b(?:session|conversation|chat)\b")
_RULES = [(order, re.compile(pattern)) for order, pattern in (*_ENGLISH, *_CHINESE)]


def order_in(text: str) -> Order | None:
    """The order word of a text folded to lower case and simplified characters, or None.

    >>> order_in("the time before last"), order_in("上次超时"), order_in("what is on the last page")
    ('before_last', 'last', None)
    """
    found = order_at(text)
    return found[0] if found else None


def order_at(text: str) -> tuple[Order, int, int] | None:
    """The order word of such a text, and from where to where it stands."""
    for order, pattern in _RULES:
        match = pattern.search(text)
        if match:
            return order, match.start(), match.end()
    return None


def names_occasion(order: Order, words: str) -> bool:
    """Whether the order words mean an occasion ("the previous attempt"), not the earlier of two things ("my previous
    phone number", of which both are told about on occasions of their own).

    >>> names_occasion("previous", "previous attempt"), names_occasion("previous", "previous phone")
    (True, False)
    """
    return order != "previous" or bool(_OCCASION.search(words))


def what_happened(words: str) -> str:
    """Of order words those that say what it was; with spaces around them.

    >>> what_happened("very first rollout"), what_happened("last time")
    (' rollout ', ' ')
    """
    found = _NAMED.search(words)
    return f" {found[0]} " if found else " "


def names_talk(words: str) -> bool:
    """Whether the order words mean a talk ("our previous conversation"), which whoever asks is not in the middle of."""
    return bool(_TALK.search(words))
