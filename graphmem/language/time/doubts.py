"""What looks like a time and is none, habits, vague words, and questions about what is still to come."""

from __future__ import annotations

import re

from graphmem.language.time.atoms import Group
from graphmem.language.time.spans import Grain

_HABIT = re.compile(
    r"\b(?:every|each|usually|always|normally|typically|generally|regularly|habitually|per)\b|\busual\b|"
    r"每逢?(?:个|到)?|平时|通常|一般(?!的)|总是|经常|习惯|固定|往常|惯常|老是|日常"
)
_HABIT_BEFORE = re.compile(
    r"(?:\b(?:every|each|most|any|per|all|on)(?: other| second| single)?|每(?:逢|个|到)?|逢)\s*$"
)
_PLURAL = re.compile(r"s\b")

_VAGUE = re.compile(
    r"\b(?:recently|lately|just now|a (?:short )?while (?:ago|back)|the other (?:day"
    r"|week|night)|not long ago|these days"
    r"|(?:a|the last|the past|last|past) (?:few|several|couple) (?:minutes|hours|days"
    r"|weeks|months|years)(?: ago| back)?"
    r"|(?:few|several) (?:minutes|hours|days|weeks|months|years) (?:ago|back)|a moment ago"
    r"|earlier on|in the past|nowadays|a bit ago"
    r"|some (?:time|days|weeks|months) ago|of late|ages ago|long ago|once upon a time)\b"
    r"|最近(?!一次|一回|[一二两三四五六七八九十半\d]+个?[天周月年星礼小]|的一次)|近来|近期|近日|刚才|刚刚|方才|前两天|前几[天日周年]|前一?阵子?|这阵子|这段时间|这几[天日周]|近几[天日周年]"
    r"|过去几[天日周年个]|几[天日周年]前|几个?(?:月|星期|小时)前|不久(?:之|以)?前|前不久|前些[天日]|前段时间|这些天|头两天|早些时候"
)

_FUTURE = re.compile(
    r"\b(?:upcoming|planned for|planning|scheduled|coming up|on my (?:calendar|agenda"
    r"|schedule)|due|am i (?:doing|meeting|seeing)"
    r"|do i have (?:on|this|next|any|to)|what's (?:on|next)|have i got|(?:is|are) planned"
    r"|what(?:'ll| will)|will (?:i|we|there)|(?:am i|are we) (?:going|free|busy)|remind me)\b"
    r"|(?:有什么|有哪些|什么|哪些)(?:安排|日程|计划|行程)|约了谁|会有(?:什么|哪|谁)|有没有空|提醒我|要(?:去|见|交|开|参加|做|干)(?:什么|哪|谁|几)|日程"
)

_NAME_AFTER = re.compile(r"\s+(?!I\b)[A-Z][a-z]")
_SAYS = re.compile(
    r"\s+(?:told|said|says|tells|asked|mentioned|wants|wanted|likes|liked|is|was|has"
    r"|had|gave|wrote|sent|called|thinks|and i)\b"
)
_WEEKDAY = re.compile(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day")
_NAMES = frozenset({"may", "april", "june", "august", "march", "jan", "dec", "sun", "mon", "sat", "wed", "mar"})
_PREPOSITION = re.compile(
    r"\b(?:in|of|since|until|till|by|from|to|last|this|next|during|before|after|around"
    r"|early|late|mid|through|between|and|for"
    r"|throughout|on|end|start|beginning|middle|back in|out|the month of|over|s|late-|early-|mid-|both)[ -](?:the )?$"
)


def vague_word(text: str) -> str | None:
    """The first vague word of a folded text: "recently", 最近, 刚才, "a few days ago"."""
    match = _VAGUE.search(text)
    return match[0] if match else None


def asks_future(text: str) -> bool:
    """Whether a folded text asks about what is planned."""
    return bool(_FUTURE.search(text))


def habitual(text: str, group: Group) -> bool:
    """Whether the times of `group` come back: "every Friday", 每周五, "usually at the weekend"."""
    if group.fixed:
        return False
    if _HABIT_BEFORE.search(text[: group.start]) and (
        not text[: group.start].rstrip().endswith("on") or text[group.end - 1 : group.end + 1].endswith("s")
    ):
        return True
    return group.coarsest <= Grain.WEEK and bool(_HABIT.search(text))


def unlikely(original: str, text: str, group: Group) -> bool:
    """Whether the piece is a name or another word: "May told me", "Saturday Night Live", "Friday's"."""
    if len(group.atoms) > 1 and group.coarsest > Grain.DAY:
        return False
    written, tail = original[group.start : group.end], original[group.end :]
    head = text[: group.start]
    word = text[group.start : group.end].rstrip(".")
    if not word.isascii() or group.fixed:
        return False
    if group.coarsest is Grain.MONTH:
        if word in _NAMES or tail.startswith("'"):
            return (
                not _PREPOSITION.search(head)
                or bool(_SAYS.match(tail))
                or (word in ("may", "march") and written.islower())
            )
        return bool(_NAME_AFTER.match(tail)) and not _PREPOSITION.search(head)
    if group.coarsest is Grain.DAY and _WEEKDAY.match(written):
        if len(group.atoms) > 1 and written.istitle() and _NAME_AFTER.match(tail):
            return True  # "Saturday Night Live"
        if len(group.atoms) > 1 or not word.isalpha():
            return False
        name = re.match(r"\s+(?!I\b)([A-Z]\w*)", tail)
        before = re.search(r"(?<!^)(?<![.?!]\s)\b[A-Z][a-z]+ $", original[: group.start])
        return bool(
            tail.startswith(("'s,", ".com")) or (name and written[0].isupper()) or (before and written[0].isupper())
        )
    return False
