"""What a pattern that matched in a Chinese text says: its objects, whose they are and what they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from graphmem.language.parsing.chinese import Word
from graphmem.language.triples.aspects import known_aspect
from graphmem.language.triples.chinese_objects import chosen, is_object, parts, trimmed, without_measure
from graphmem.language.triples.chinese_words import any_of
from graphmem.language.triples.english_words import is_tool
from graphmem.language.triples.patterns import Pattern
from graphmem.language.triples.triple import Found

MANY = frozenset(["likes", "dislikes", "uses", "owns", "speaks", "allergic_to", "eats", "drinks", "project_uses"])
_NAMES = frozenset(["lives_in", "comes_from", "born_in", "works_at", "studies_at", "named", "nationality"])
"""Whose objects have no measure word, whatever character they begin with: 台南."""


@cache
def organisation() -> re.Pattern[str]:
    """A name of an organisation, by what it is called or by its last word."""
    return re.compile(rf"^{any_of('companies')}|{any_of('organisations')}$")


class Reading:
    """A text with its words, to be read by patterns."""

    def __init__(self, text: str, plain: str, words: Sequence[Word]) -> None:
        self.text, self.plain, self.words = text, plain, words

    def read(
        self, pattern: Pattern, match: re.Match[str], subject: str, negated: bool, topic: str = ""
    ) -> Iterator[Found]:
        groups = match.groupdict()
        name = next((name for name in ("o", "o2", "o3") if groups.get(name)), "o2")
        if not groups.get(name):
            return
        if groups.get("s"):
            a, b = _subject_span(self.plain, *match.span("s"))
            subject = self.text[a:b]
            within = subject[-1:].isascii() and subject[-1:].isalpha() and self.plain[b : b + 1].isascii()
            if not subject or (within and self.plain[b : b + 1].isalpha()):
                return
        negated = (negated or pattern.negative) ^ bool(groups.get("n"))
        a, b = trimmed(self.plain, *match.span(name))
        if groups.get("q"):
            a = match.start("q")
        spans = parts(self.plain, a, b) if pattern.many or pattern.says in MANY else [(a, b)]
        aspect = (
            pattern.aspect
            or _NO_ASPECT.sub("", groups.get("a") or groups.get("a2") or "")
            or (_NO_ASPECT.sub("", topic) if pattern.says == "prefers" else "")
        )
        before = match.start("b") if groups.get("b") else None
        for x, y in spans:
            x, y = trimmed(self.plain, x, y)
            x = x if groups.get("q") or pattern.says in _NAMES else without_measure(self.plain, x, y)
            if pattern.says in ("likes", "dislikes") and (cut := _NEXT.search(self.plain, x + 1, y)):
                y = cut.start()
            x, y = trimmed(self.plain, x, y)
            if pattern.noun:
                x, y = trimmed(self.plain, x, self.noun_end(x, y))
            object_ = self.text[x:y]
            if before is not None:
                object_ = self.text[before : match.end("b")].strip() + object_
            if pattern.says == "prefers":
                kept = chosen(self.plain[x:y])
                x += self.plain[x:y].index(kept)
                object_ = self.text[x : x + len(kept)]
            if pattern.says == "prefers" and (_OF_OTHERS.search(groups.get("a") or aspect) or self.plain[x] in "不别"):
                continue
            if (
                pattern.says == "uses_version"
                and match.end("s") == match.start("o")
                and subject.isascii()
                and not is_tool(subject)
            ):
                continue  # 索尼 FX3 is a model
            if pattern.says == "plans" and y - x < 2:
                continue
            if negated and pattern.says == "uses" and self._is_deed(x, y):
                continue  # 再也不用交停车费: there is no need of it
            if not self._classed(pattern, x, y) or (pattern.topic and not self._is_thing(match)):
                continue
            if not is_object(self.plain[x:y]) or (pattern.known_aspect and not known_aspect(aspect, object_)):
                continue
            yield Found(
                subject,
                pattern.says,
                pattern.object.replace("{o}", object_),
                match.start(),
                "-" if negated else "+",
                aspect,
                pattern.change,
            )
        if groups.get("from"):
            x, y = trimmed(self.plain, *match.span("from"))
            yield Found(subject, pattern.says, self.text[x:y], match.start(), "-", change=True)

    def _classed(self, pattern: Pattern, start: int, end: int) -> bool:
        """Whether the object between `start` and `end` has the word class that a pattern asks for."""
        inside = [word for word in self.words if start <= word.start < end]
        if pattern.place:
            return any(word.tag == "LOC" for word in inside) and all(word.tag[:1] != "v" for word in inside)
        if pattern.person:
            return len(inside) == 1 and inside[0].tag == "PER" and inside[0].end == end
        if pattern.deed:
            deed = next((word for word in inside if word.tag not in ("d", "ad")), None)
            return deed is not None and inside[0].start == start and deed.tag[:1] == "v"
        if pattern.says == "lives_in" and organisation().search(self.plain[start:end]):
            return False  # 在东莞电子厂待了十年
        if pattern.kind:
            return self._of_kind(pattern.kind, start, end, inside)
        if pattern.says == "works_at":
            return not inside or any(word.tag != "LOC" for word in inside)  # 在武汉当老师 says where, not for whom
        return True

    def noun_end(self, start: int, end: int) -> int:
        """Where what begins at `start` as something done or a noun phrase ends: 织毛衣|给孩子, 螺蛳粉|真的."""
        last, joined = start, start
        deed = True
        for word in self.words:
            if word.end <= start or word.start >= end:
                continue
            if word.tag[:1] in "nLOPsb" or word.tag in ("vn", "an", "xc", "TIME", "j", "i") or word.text.isascii():
                last, deed = word.end, False
            elif word.tag == "v" and deed:
                last = word.end
                deed = joined == start and len(word.text) == 1
            elif word.tag not in ("a", "u", "m", "q", "f", "v") or (word.tag == "u" and word.text not in "的之"):
                break
            joined = word.end
        return min(last, end) if last > start else start

    def _is_deed(self, start: int, end: int) -> bool:
        """Whether the object between `start` and `end` is something done: 交停车费."""
        over = "了" in self.plain[end : end + 2]  # 不用钉钉了
        return any(word.start == start and word.tag == "v" and (word.end < end or not over) for word in self.words)

    def _of_kind(self, kind: str, start: int, end: int, inside: Sequence[Word]) -> bool:
        piece = self.plain[start:end]
        if kind == "org":
            named = any(word.tag == "ORG" for word in inside) or bool(organisation().search(piece))
            return named and not any(
                word.tag in ("v", "d", "r", "c", "u") and word.text not in "的中上" for word in inside[:-1] or inside
            )
        if kind == "job":
            return all(
                word.tag[:1] in "nLObfsT" or word.tag in ("vn", "m", "q", "PER", "a", "j") for word in inside[:-1]
            )
        if kind == "thing":
            return bool(inside) and all(
                word.tag[:1] in "nO" or word.tag == "vn" or word.text.isascii() for word in inside
            )
        if kind == "person":
            return bool(inside) and all(word.tag in ("PER", "nr") for word in inside)
        known = all(word.tag[:1] != "v" for word in inside) and not organisation().search(piece)
        return known and bool(inside) and inside[0].tag in ("LOC", "ns")

    def _is_thing(self, match: re.Match[str]) -> bool:
        """Whether what stands before 我 is a thing, of which something is said: 刮风我讨厌; not 周末我喜欢爬山."""
        name = "a" if match.groupdict().get("a") else "o"
        tags = {word.tag for word in self.words if match.start(name) <= word.start < match.end(name)}
        return not tags & {"TIME", "t", "LOC", "ns", "s", "PER", "nr", "r", "f", "d", "c"}


_NEXT = re.compile(r"不(?:爱|喜欢|吃|喝|是|要|想|太|怎么)|但是?|而且|所以|因为|没什么")
"""Where what is liked ends, and something else is said: 爱吃火锅|不爱吃串串."""
_OF_OTHERS = re.compile(r"朋友|同[事学]|家人|[他她你您]|大家|我们|爸|妈|[哥姐弟妹]|老[婆公板]|[前后]$|这里|那里")
"""In place of an aspect: whose preference it is, not what it is about."""
_NO_ASPECT = re.compile(
    r"^(?:以后|今后|往后|每次|平时|请|记住|给|我们?|一般|现在|的|(?:发|在|订|做|写|坐|看)(?=[^票单法]{2}|$))+"
    r"|(?:我|的话|的时候|时候|习惯|偏好|一般|每次|请|的|给|(?<=的)东西|都|就)+$"
)
"""What stands beside an aspect and is no part of it: 我报价习惯 is about 报价."""


def _subject_span(plain: str, start: int, end: int) -> tuple[int, int]:
    piece = plain[start:end]
    for lead in ("我这边", "我的", "我们的", "这个", "那个", "注意", "提醒", "记住", "请注意", "我"):
        if piece.startswith(lead) and len(piece) > len(lead):
            start += len(lead)
            piece = plain[start:end]
    if piece.startswith(("给", "把", "到", "就")):
        return start, start
    if plain[start:end].endswith(("每月", "每周", "每年", "每个月", "每天")):
        return start, start
    for tail in ("下个月", "这个月", "本月", "明年", "今年", "定", "定在", "还有", "只剩", "最晚", "最迟"):
        if plain[start:end].endswith(tail) and end - start > len(tail) + 1:
            end -= len(tail)
    while end > start and plain[end - 1] in " 的是在于得要到":
        end -= 1
    while start < end and plain[start] in " ":
        start += 1
    return start, end
