"""Names beside words of kinship, and favourites: "my husband Pete", "winter is my favourite season"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.language.triples.english_attributes import FAVOURITE
from graphmem.language.triples.english_clauses import Cast, gender_of
from graphmem.language.triples.english_having import relation_of
from graphmem.language.triples.english_phrases import Token, phrase_at, text_between
from graphmem.language.triples.english_topic import topic_of
from graphmem.language.triples.english_words import vocabulary
from graphmem.language.triples.triple import Found

_BE = frozenset(["am", "is", "are", "'m", "'s", "m", "s", "'re", "been"])


def beside_kin(tokens: Sequence[Token], cast: Cast) -> Iterator[Found]:
    """Names beside a word of kinship: "my husband Pete", "a rabbit, Clover", "a whippet named Sputnik"."""
    words = vocabulary()
    for place, token in enumerate(tokens):
        relation = relation_of(token.low)
        if relation is None or place == 0 or not token.low.isalpha():
            continue
        first = place - 1
        while first >= 0 and (tokens[first].tag in ("JJ", "CD", "NN", "JJR", "JJS", "HYPH")):
            first -= 1
        owner = tokens[first].low if first >= 0 else ""
        if any(token.low in words["no_more"] or token.low == "ex" for token in tokens[first + 1 : place]):
            continue  # "my ex-husband Greg"
        if owner not in ("my", "our", "a", "an") or place + 1 >= len(tokens):
            continue
        after = place + 1
        named = tokens[after].low in ("called", "named")
        comma = tokens[after].text == "," and after + 1 < len(tokens)
        after += 1 if named or comma else 0
        if owner in ("a", "an") and not (named or (comma and relation == "pet")):
            continue
        if after >= len(tokens):
            continue
        name = tokens[after]
        after_name = tokens[after + 1].low if after + 1 < len(tokens) else ""
        proper = (
            name.text[:1].isupper()
            and name.tag in ("NNP", "NN", "JJ", "NNS", "NNPS", "FW")
            and name.low not in words["nationalities"]
        )
        if comma and not (proper and after_name in ("", ".", ",", "!", "is", "and", "who")):
            continue
        if not (
            proper
            or (named and name.tag.startswith(("NN", "JJ", "VB")))
            or (
                relation == "pet"
                and name.is_noun
                and name.tag != "NNS"
                and after_name in ("is", "was", "has", "loves", "likes", "and")
                and not comma
                and token.tag == "NN"
            )
        ):
            continue
        last = after
        while (
            proper and last + 1 < len(tokens) and tokens[last + 1].tag == "NNP" and tokens[last + 1].text[:1].isupper()
        ):
            last += 1
        if after_name == "'s" and tokens[after + 1].tag == "POS":
            pass
        text = text_between(tokens, after, last)
        cast.name(text, gender_of(token.low), token.low)
        yield Found(cast.actor, relation, text, token.start)


def favourites(tokens: Sequence[Token], cast: Cast, topic: str) -> Iterator[Found]:
    """ "Winter is my favourite season"; "that is my favourite movie", with what was talked about before as `topic`."""
    for place, token in enumerate(tokens):
        its = token.low == "its" and place + 1 < len(tokens) and tokens[place + 1].low in ("my", "may")
        if not its and (token.low not in _BE or place == 0 or place + 2 >= len(tokens)):
            continue
        after = place + 1
        if tokens[after].low in ("also", "still", "definitely", "by", "probably"):
            after += 1
        if tokens[after].low not in ("my", "our", "out", "may"):
            continue
        at = after + 1
        while at < len(tokens) and tokens[at].low in ("absolute", "all", "time", "very", "-"):
            at += 1
        if at >= len(tokens) or tokens[at].low not in FAVOURITE:
            continue
        kind = phrase_at(tokens, at + 1)
        first = place - 1
        while (
            first >= 0
            and (tokens[first].is_noun or tokens[first].tag in ("JJ", "CC", "DT", "CD", "VBG", "NNP"))
            and tokens[first].low not in ("but", "that")
        ):
            first -= 1
        text = text_between(tokens, first + 1, place - 1) if first + 1 < place else ""
        if its:
            text = topic_of(tokens[:place]) or topic
        elif tokens[place - 1].low in ("it", "that", "they", "he", "she", "this", "these", "those"):
            text = topic_of(tokens[: place - 1]) or topic
        for determiner in ("the ", "a ", "The ", "A ", "and ", "so "):
            text = text.removeprefix(determiner)
        if text:
            aspect = kind.text if kind is not None else ""
            yield Found(cast.actor, "prefers" if aspect else "likes", text, token.start, aspect=aspect)
