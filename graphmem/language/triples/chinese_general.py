"""What a Chinese clause says anywhere after its subject, by words that say it whatever stands before them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from graphmem.language.triples.chinese_reading import Reading
from graphmem.language.triples.chinese_subjects import Opening
from graphmem.language.triples.chinese_tables import patterns
from graphmem.language.triples.chinese_words import any_of
from graphmem.language.triples.patterns import Pattern
from graphmem.language.triples.triple import Found

TABLES = (
    "chinese_homes.toml",
    "chinese_people.toml",
    "chinese_tastes.toml",
    "chinese_things.toml",
    "chinese_doings.toml",
)
_LONGEST = 14
"""Characters between the subject and what says it: more is another matter."""
_ONE_OF = frozenset(["likes", "dislikes", "prefers", "uses", "answers_in", "plans", "owns", "team_rule", "deadline"])
"""A clause says one of these only."""


def general_triples(
    reading: Reading, opened: Opening, span: tuple[int, int], told: Sequence[str], actor: str
) -> Iterator[Found]:
    """What the clause says beyond what was `told` of it already.

    Args:
        opened: who the clause is about, by name.
        span: where the clause begins and ends.
        told: the predicates that were read from it.
    """
    start, end = span
    clause = reading.plain[start:end]
    known = set(told)
    for pattern in patterns(TABLES).in_question(clause):
        if (pattern.says in known and not (pattern.negative and pattern.says != "uses")) or (
            pattern.says in _ONE_OF and known & _ONE_OF
        ):
            continue
        if pattern.needs and not pattern.needs.search(clause):
            continue
        found = list(_found(reading, pattern, opened, (start, end), actor))
        if found:
            yield from found
            known.add(pattern.says)


def _found(reading: Reading, pattern: Pattern, opened: Opening, span: tuple[int, int], actor: str) -> Iterator[Found]:
    denies = pattern.negative
    whole = (opened.first or not opened.named) and (denies or not opened.negated)
    begin = span[0] if whole else opened.rest
    negated = opened.negated and not (denies and whole)
    match = pattern.re.search(reading.plain, begin, span[1])
    while match:
        gap = reading.plain[begin : match.start()]
        gap = _together().sub("", gap)
        if len(gap) > _LONGEST or _barred(denies).search(gap) or (negated and gap.strip()):
            return
        own = opened.first or bool(_OWN.search(reading.plain[begin : match.start("o") if pattern.says else 0]))
        if pattern.own and not own:
            return
        mine = _OWN.search(gap) or (pattern.own and _OWN.search(match[0]))
        subject = pattern.subject_is or (actor if mine else opened.subject or actor)
        found = list(reading.read(pattern, match, subject, negated or denies))
        yield from found
        if found and not pattern.many:
            return
        match = pattern.re.search(
            reading.plain, max(match.end(), match.start() + 1) if found else match.start() + 1, span[1]
        )


_OWN = re.compile(r"[我咱俺吾]|本人")


@cache
def _barred(denies: bool) -> re.Pattern[str]:
    """What may not stand between the subject and what is said of it: somebody else, a denial that is not its own."""
    others = "人家|大家|有人|客户|顾客|病人|家长|隔壁|亲戚|对方"
    denials = "" if denies else "|别|没(?!事|空|课|啥)|不(?!过|仅|光|但|止)"
    return re.compile(rf"[他她它你您谁]|{others}|{any_of('kin')}{denials}")


@cache
def _together() -> re.Pattern[str]:
    """Those with whom somebody does it: 跟着儿子住到青岛."""
    return re.compile(rf"(?:跟着?|陪着?|带着?|和|与|随)(?:我)?(?:{any_of('kin')})(?:们)?(?:一起|一块儿?)?")
