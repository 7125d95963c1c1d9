"""What English pronouns stand for, where it is plain: "Do you like video games? I love them."; and belongings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphmem.language.triples.english_clauses import Cast
from graphmem.language.triples.english_having import relation_of
from graphmem.language.triples.english_phrases import Token, phrase_at, phrases_at
from graphmem.language.triples.english_words import singular, vocabulary
from graphmem.language.triples.triple import Found

_ABOUT_THEM = frozenset(["sibling", "married_to", "partner", "child"])
"""Kin who are not mentioned in passing where the sentence is about them: "my sister might move"."""
_LOVES = re.compile(
    r"\b(?:i|we) (?P<n>do not |don'?t |do n.t )?(?:really |also |just |absolutely |do |both )*"
    r"(?P<v>love|like|hate|enjoy|adore|dislike|detest) "
    r"(?:it|them|those|these|that|him|her)(?! \w*(?:when|if|that|how|color|colour|song|movie"
    r"|idea|one|kind|stuff)\b)(?! [a-z]+(?:s|ed|ing)\b)",
    re.IGNORECASE,
)


def topic_of(tokens: Sequence[Token]) -> str:
    """The one thing that a sentence is about: the object of its verb; empty if there are several or none."""
    for place in range(len(tokens) - 1, -1, -1):
        token = tokens[place]
        if (
            token.base in vocabulary()["topic_verbs"]
            and (token.is_verb or token.tag == "IN")
            and place + 1 < len(tokens)
        ):
            at = place + 1
            if tokens[at].tag == "TO" and at + 1 < len(tokens):
                at += 2
            found = [phrase for phrase in phrases_at(tokens, at) if not phrase.negated]
            if found and found[0].text.lower() not in ("lot", "lots", "pet", "pets", "favorite", "one"):
                return " and ".join(phrase.text for phrase in found[:2])
    last = ""
    place = 0
    while place < len(tokens) and len(tokens) <= 14:
        phrase = phrase_at(tokens, place)
        if (
            phrase is not None
            and tokens[phrase.last].is_noun
            and phrase.text.lower() not in ("lol", "no", "yes", "morning")
        ):
            last = phrase.text
        place = phrase.last + 1 if phrase is not None else place + 1
    return last


def loved(sentence: str, start: int, cast: Cast, topic: str) -> Iterator[Found]:
    """What is liked or hated as "it" or "them"; `topic` is what the sentence before was about."""
    for match in _LOVES.finditer(sentence):
        if not topic:
            return
        predicate = "dislikes" if match["v"].lower() in ("hate", "dislike", "detest") else "likes"
        for text in topic.split(" and "):
            yield Found(cast.actor, predicate, text, start + match.start(), "-" if match["n"] else "+")


def mentioned(tokens: Sequence[Token], cast: Cast, told: Sequence[Found]) -> Iterator[Found]:
    """Whom and what someone calls their own in passing: "walking my dog", "my four daughters", "my old truck".

    Not who something else is said of in the same sentence: "my brother lives in Osaka" is about him.
    """
    words = vocabulary()
    starts = {one.start for one in told if one.subject == cast.actor}
    gone = any(token.low in words["gone"] for token in tokens)
    spoken_of = any(token.low in ("i", "we", "i'm", "im", "i've", "ive") for token in tokens)
    names = {one.subject for one in told} | {one.object for one in told}
    for place, token in enumerate(tokens):
        if token.low != "my" or token.start in starts:
            continue
        phrase = phrase_at(tokens, place)
        if phrase is None or phrase.last == place:
            continue
        inside = tokens[place : phrase.last + 2]
        if any(t.tag == "POS" or t.low in words["no_more"] or t.text == "-" for t in inside):
            continue
        noun = next(
            (
                t
                for t in reversed(tokens[place + 1 : phrase.last + 1])
                if relation_of(t.low) or singular(t.low) in words["vehicles"]
            ),
            None,
        )
        if noun is not None and noun is not tokens[phrase.last] and not tokens[phrase.last].text[:1].isupper():
            continue
        head = noun.low if noun else tokens[phrase.last].low
        relation = relation_of(head)
        beside = phrase.last + 2
        if (
            relation
            and beside < len(tokens)
            and tokens[beside - 1].low == "and"
            and relation_of(tokens[beside].low) in ("child", "sibling", "pet")
        ):
            yield Found(cast.actor, relation_of(tokens[beside].low) or "", tokens[beside].text, tokens[beside].start)
        after = tokens[phrase.last + 1] if phrase.last + 1 < len(tokens) else None
        if after is not None and after.low in ("too", "also"):
            continue  # "and my sister too": the same is true of her
        if relation in _ABOUT_THEM and phrase.first + 1 == phrase.last and not spoken_of and place > 1:
            continue  # "somebody told my son that" is about somebody else
        if relation in _ABOUT_THEM and (place <= 1 or (after is not None and after.is_verb)):
            continue
        if relation in ("friend", "colleague", "manager", "parent") or head in ("baby", "girl", "boy"):
            continue
        if relation is None and singular(head) in words["vehicles"]:
            relation = "owns"
        if relation is None and (head in words["belongings"] or singular(head) in words["belongings"]):
            relation = "owns" if head not in ("hair", "tattoos") else "has"
        if relation == "owns" and gone:
            continue
        if relation is None or any(name and (head in name.lower() or name in phrase.text) for name in names):
            continue
        yield Found(
            cast.actor, relation, phrase.text if noun is None or head == tokens[phrase.last].low else head, token.start
        )
