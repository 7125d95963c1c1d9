"""The entities of texts: what English and Chinese name, and what is told by its form alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from graphmem.language.entities.chinese import chinese_mentions
from graphmem.language.entities.english import english_mentions
from graphmem.language.entities.mention import Mention
from graphmem.language.entities.rules import entity_rules
from graphmem.language.entities.shapes import formed, set_off
from graphmem.language.identify import HAN
from graphmem.language.parsing import chinese, english
from graphmem.models import EntityType

_HAN = re.compile(f"[{HAN}]")
_LATIN_WORDS = re.compile(r"[A-Za-z]{2,}[ ,.']+[A-Za-z]+")
_REDACTED = re.compile(r"\[[A-Z][A-Z0-9_]{2,60}\]")
_CODE_MARKS = re.compile(r"[{}\[\]<>=;|\\\"_/*#`~^$@]")
_CODE_FROM = 0.1
"""Share of marks from which a text is data or code, whose words form no sentences."""
_READ = max(english.LONGEST, chinese.LONGEST)
_TYPE_ORDER = list(EntityType)


def entities(texts: Sequence[str]) -> list[list[Mention]]:
    """What each text names, in the order in which it does; every entity once.

    English is read where there are English words, Chinese where there are Chinese characters, both in a text that
    mixes them. Of a very long text only the beginning is read. What redaction has taken out is no entity, nor is a
    bare number or time. "I" and 我 are mentions too, marked as `Mention.speaker`.

    Texts of a few words are analysed at some 200 a second, passages of a hundred words at 30; several at once are
    faster than one by one. The models load with the first text.
    """
    readable = [_REDACTED.sub(lambda match: " " * len(match[0]), text[:_READ]) for text in texts]
    prose = [place for place, text in enumerate(readable) if not _is_code(text)]
    in_english = [place for place in prose if _LATIN_WORDS.search(readable[place]) or not _HAN.search(readable[place])]
    in_chinese = [place for place in prose if _HAN.search(readable[place])]
    read: list[list[Mention]] = [[] for _ in texts]
    for place in prose:
        read[place] += set_off(readable[place])
    for place, doc in zip(in_english, english.parse([readable[place] for place in in_english]), strict=True):
        read[place] += english_mentions(doc, within_chinese=bool(_HAN.search(readable[place])))
    known = entity_rules().known
    parsed = chinese.parse([readable[place] for place in in_chinese], known=known)
    for place, words in zip(in_chinese, parsed, strict=True):
        read[place] += chinese_mentions(words, readable[place])
    return [_distinct(_without_pieces(list(formed(text)), own)) for text, own in zip(readable, read, strict=True)]


def _is_code(text: str) -> bool:
    head = text[:2000]
    return len(_CODE_MARKS.findall(head)) > _CODE_FROM * len(head)


def _without_pieces(by_form: Sequence[Mention], read: Sequence[Mention]) -> list[Mention]:
    """All but what is a mere piece of a name told by its form: the order in "order 4711"."""

    def is_piece(inner: Mention) -> bool:
        return any(
            outer.start <= inner.start and inner.end <= outer.end and len(inner.surface) < len(outer.surface)
            for outer in by_form
        )

    return [each for each in [*by_form, *read] if not is_piece(each)]


def _distinct(mentions: Iterable[Mention]) -> list[Mention]:
    """One mention of each entity, at its first place: names before plain nouns, the type that says most."""
    best: dict[str, Mention] = {}
    for each in mentions:
        key = "\0" if each.speaker else each.key
        if key not in best or _preference(each) < _preference(best[key]):
            best[key] = each
    chosen = sorted(best.values(), key=lambda each: (each.start, each.end, each.key))
    return chosen[: entity_rules().most_mentions]


def _preference(each: Mention) -> tuple[bool, bool, int, int, str]:
    """Least first."""
    thing = each.entity_type is EntityType.THING
    return (not each.named, thing, each.start, _TYPE_ORDER.index(each.entity_type), each.surface)
