"""How much substance is left of a text once greetings, fillers, status words and the like are taken out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from graphmem.models import ActorRole, EventType
from graphmem.rules.gate import GateTable, Reason, gate_table
from graphmem.rules.phrases import HAN, LATIN, Hit

_TOKEN = re.compile(rf"(?P<han>[{HAN}]+)|(?P<word>[{LATIN}]+(?:'[a-z]+)?)|(?:(?![{HAN}{LATIN}])[^\W_])+")
_NUMBER = re.compile(r"\d+(?:st|nd|rd|th|am|pm|ms|s|m|h|x|k|kb|mb|gb|kib|mib|gib|b)?")
_STRETCHED = re.compile(r"(.)\1{2,}")
_LAUGHTER = re.compile(
    r"(?:ha|he|hi|ho|ah|eh|ja|je|ka|hue|mwa|bwa|pf){2,}h?|l+o+l+(?:ol)*|lma+o+|rofl+|x+d+|w{2,}|k{3,}|j{3,}|h{3,}"
    r"|[哈呵嘿嘻嘎吼]+"
)
_REPEATED = re.compile(r"(.{1,6}?)\1+")
_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "poiuytrewq", "lkjhgfdsa", "mnbvcxz")
_VOWELS = frozenset("aeiouy")
_CLAUSE_END = re.compile(r"[,.!?;:…—\n，。！？；：、~～]+")
_CONJUNCTION = re.compile(
    r"\s*(?:(?:and|so|ok|okay|now|well|then|but|also|sure|alright|right|好的|好|嗯|那|那么|然后|行)\s*){0,4}"
)
_DATED = re.compile(
    r"\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\btomorrow|\btonight|\bnoon|\bmidnight"
    r"|明天|后天|今晚|中午|(?:周|星期|礼拜)[一二三四五六日天]|月|号"
)
_LONGEST_CLAUSE = 400
_TOOL_TYPES = frozenset({EventType.TOOL_CALL, EventType.TOOL_RESULT})
_MADE = frozenset({EventType.DECISION, EventType.OUTCOME, EventType.FEEDBACK})
"""Types of event that are no small talk: what would be an announcement elsewhere is the thing itself."""
_SINGLE = 0.4
"""What a single Chinese character counts: it is often a particle, a word cut off or an exclamation."""
_PAIR = 0.7
"""What a Chinese word of two characters counts; in a text that names a day or a time it suffices alone."""
_LONGEST_WORD = 40
_ENOUGH = 8
"""What more there is changes nothing."""


@dataclass(slots=True)
class Substance:
    """What a text is made of."""

    left: float = 0.0
    """Words that say something: an English one and a number count 1, Chinese ones by their length."""
    empty: Counter[str] = field(default_factory=Counter)
    """How much was taken out, by the code of the reason to refuse a text of nothing else."""


def substance(folded: str, hits: list[Hit], *, event_type: str, actor_role: str) -> Substance:
    """What is left of a text that `plain` has folded, and in which the phrases `hits` of the gate's table are."""
    gate, found = gate_table(), Substance()
    covered = _covered(folded, hits, gate, event_type, actor_role, found.empty)
    tool = actor_role == ActorRole.TOOL or event_type in _TOOL_TYPES
    words = "call" if event_type == EventType.TOOL_CALL else "tool" if tool else "talk"
    numbers = 0
    for place, token in _tokens(folded):
        if covered is not None and covered[place]:
            continue
        worth, kind = _worth(token[:_LONGEST_WORD], words)
        found.left += worth
        if kind == "number":
            numbers += 1
        elif kind:
            found.empty[kind] += 1
        elif found.left > _ENOUGH:
            break
    if found.left and not tool and _DATED.search(folded):
        found.left += _PAIR
    if numbers and (found.left >= gate.balanced or not (tool or found.empty["test_input"])):
        found.left += numbers
    return found


def _covered(
    folded: str, hits: list[Hit], gate: GateTable, event_type: str, actor_role: str, empty: Counter[str]
) -> bytearray | None:
    """Which characters of a text belong to phrases that say nothing; counts the phrases by kind."""
    covered: bytearray | None = None
    for hit in hits:
        reason = gate.refuse.get(hit.name)
        if reason is None or (reason.roles and actor_role not in reason.roles):
            continue
        span = _clause(folded, hit, reason, event_type) if reason.clauses else (hit.start, hit.end)
        if span is None:
            continue
        covered = covered or bytearray(len(folded))
        covered[span[0] : span[1]] = b"\1" * (span[1] - span[0])
        empty[hit.name] += 2  # a phrase tells more than a word
    return covered


def _clause(folded: str, hit: Hit, reason: Reason, event_type: str) -> tuple[int, int] | None:
    """The clause around a phrase, where the whole of it says nothing."""
    if event_type in _MADE:
        return None
    start = max(0, hit.start - _LONGEST_CLAUSE)
    for mark in _CLAUSE_END.finditer(folded, start, hit.start):
        start = mark.end()
    if reason.begin and not _CONJUNCTION.fullmatch(folded, start, hit.start):
        return None
    after = _CLAUSE_END.search(folded, hit.end, hit.end + _LONGEST_CLAUSE)
    end = after.start() if after else min(len(folded), hit.end + _LONGEST_CLAUSE)
    return None if _DATED.search(folded, start, end) else (start, end)


def _tokens(folded: str) -> Iterator[tuple[int, str]]:
    """The words of a text, each with its place; Chinese is cut into words."""
    for match in _TOKEN.finditer(folded):
        place = match.start()
        if match.lastgroup != "han":
            yield place, match[0]
            continue
        for word in _chinese_words(match[0]):
            yield place, word
            place += len(word)


def _chinese_words(run: str) -> list[str]:
    import rjieba

    words: list[str] = rjieba.cut(run)
    return words


@lru_cache(maxsize=20_000)
def _worth(token: str, words: str) -> tuple[float, str]:
    """What a word counts, and which kind of emptiness it is where it counts nothing ("number" for a number)."""
    empty = gate_table().words[words]
    if kind := empty.get(token):
        return 0, kind
    if "\u3007" <= token[0] <= "\uf900" or token[0] >= "\U00020000":
        return _chinese_worth(token, empty)
    if token[0].isdigit() and _NUMBER.fullmatch(token):
        return 0, "number"
    squeezed = _STRETCHED.sub(r"\1", token)
    for form in (
        squeezed,
        _STRETCHED.sub(r"\1\1", token),
        token.rstrip(token[-1]) + token[-1],
        token.partition("'")[0],
    ):
        if kind := empty.get(form):
            return 0, kind
    if _LAUGHTER.fullmatch(token):
        return 0, "laughter"
    return (0, "slip") if _is_slip(token, squeezed) else (1, "")


def _chinese_worth(token: str, empty: Mapping[str, str]) -> tuple[float, str]:
    if len(set(token)) == 1 and (kind := empty.get(token[0])):
        return 0, kind
    if _LAUGHTER.fullmatch(token):
        return 0, "laughter"
    if len(token) == 1 or all(character in empty for character in token):
        return _SINGLE, ""
    return (_PAIR if len(token) == 2 else 1), ""


def _is_slip(token: str, squeezed: str) -> bool:
    """Keys hit at random: a walk along a row of the keyboard, one letter again and again, or no vowel in many."""
    if len(token) < 4 or not token.isascii() or not token.isalpha():
        return False
    unit = _REPEATED.fullmatch(token)
    walk = unit[1] if unit and len(unit[1]) > 2 else token
    if len(squeezed) == 1 or any(walk in row for row in _KEYBOARD):
        return True
    return len(token) >= 7 and not set(token) & _VOWELS
