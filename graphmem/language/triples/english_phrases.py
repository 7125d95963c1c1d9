"""English noun phrases: where an object begins and ends, and what is joined to it by commas and "and"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.language.triples.english_words import singular, vocabulary


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a sentence: its tag and named entity are the tagger's, its base form ours."""

    text: str
    low: str
    base: str
    tag: str
    entity: str
    start: int
    end: int

    @property
    def is_verb(self) -> bool:
        return self.tag.startswith("VB") or self.tag == "MD"

    @property
    def is_noun(self) -> bool:
        return self.tag.startswith("NN")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase without its articles."""

    text: str
    head: str
    """Its last word, singular, in lower case."""
    first: int
    last: int
    """Places of its first and last token, articles included."""
    negated: bool = False
    """Joined by "not": tea but not coffee."""
    proper: bool = False
    entity: str = ""


_INSIDE = (
    "NN",
    "JJ",
    "CD",
    "VBN",
    "VBG",
    "POS",
    "FW",
    "DT",
    "PRP$",
    "HYPH",
    "RBS",
    "RBR",
    "AFX",
    "$",
    "SYM",
    "PDT",
    "NFP",
)
_AND = frozenset(["and", "or", "nor", "&", "plus", "as"])


def phrase_at(tokens: Sequence[Token], place: int, *, names: bool = False) -> Phrase | None:
    """The noun phrase that begins at `place`, or None.

    Args:
        names: it is the name of something: only capitalised words and numbers belong to it, if it begins with one.
    """
    first = place
    while place < len(tokens) and tokens[place].low in vocabulary()["determiners"]:
        place += 1
    begin = place
    while place < len(tokens) and _belongs(tokens, place, begin, names):
        place += 1
    while place > begin and tokens[place - 1].tag in ("HYPH", "POS", "DT", "PRP$", "$", "SYM", "NFP"):
        place -= 1
    while place - 1 > begin and tokens[place - 1].low in ("best", "most", "better", "least"):
        place -= 1  # "I like morning meetings best"
    if place == begin:
        return None
    last = place - 1
    if not _is_head(tokens[last]):
        return None
    head = last
    if place + 1 < len(tokens) and tokens[place].low == "of":
        inner = phrase_at(tokens, place + 1)
        if inner is not None:
            if tokens[head].low in vocabulary()["amounts"]:
                return Phrase(inner.text, inner.head, first, inner.last, False, inner.proper, inner.entity)
            last = inner.last
    text = _text(tokens, begin, last)
    return Phrase(
        text, singular(tokens[head].text), first, last, False, tokens[begin].text[:1].isupper(), tokens[head].entity
    )


def phrases_at(tokens: Sequence[Token], place: int) -> list[Phrase]:
    """The noun phrases joined from `place` on: "tea and coffee", "PDF, not Word", "tea but not milk"."""
    found: list[Phrase] = []
    negated = False
    while True:
        while place < len(tokens) and tokens[place].low in (
            "both",
            "not",
            "no",
            "n't",
            "even",
            "also",
            "especially",
            "maybe",
        ):
            negated = negated or tokens[place].low in ("not", "no")
            place += 1
        phrase = phrase_at(tokens, place)
        if phrase is None or (found and (_begins_clause(tokens, phrase) or _is_deed(tokens, phrase, found[0]))):
            return found
        found.append(Phrase(phrase.text, phrase.head, phrase.first, phrase.last, negated, phrase.proper, phrase.entity))
        place = phrase.last + 1
        joined, place, negated = _joint(tokens, place)
        if not joined:
            return found


def _is_deed(tokens: Sequence[Token], phrase: Phrase, first: Phrase) -> bool:
    """Whether what follows is something done, not a thing: "living in Seoul, teaching English"."""
    return (
        tokens[phrase.first].tag == "VBG" and tokens[first.first].tag != "VBG" and tokens[phrase.first - 1].text == ","
    )


def _joint(tokens: Sequence[Token], place: int) -> tuple[bool, int, bool]:
    """Whether another phrase is joined at `place`, where it begins, and whether by "not"."""
    begin = place
    while place < len(tokens) and (tokens[place].low in _AND or tokens[place].text == ","):
        if tokens[place].low == "as" and tokens[place : place + 3][-1].low != "as":
            break
        place += 1
    if place + 1 < len(tokens) and tokens[place].low == "but" and tokens[place + 1].low in ("not", "no", "never"):
        return True, place + 2, True
    if place > begin and place < len(tokens) and tokens[place].low in ("not", "never", "no"):
        after = place + 1
        if after + 1 < len(tokens) and tokens[after].low in ("in", "on", "with", "at"):
            after += 1  # "in Redis, not in Postgres"
        return True, after, True
    return place > begin and place < len(tokens), place, False


def _begins_clause(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """Whether a phrase after a comma or "and" is the subject of what follows: "I like tea and my wife drinks …"."""
    after = phrase.last + 1
    while after < len(tokens) and tokens[after].tag in ("RB", "MD"):
        after += 1
    if after >= len(tokens):
        return False
    return tokens[after].tag in ("VBZ", "VBP", "VBD", "MD") or tokens[after].low in ("'s", "'re", "is", "are")


def _belongs(tokens: Sequence[Token], place: int, begin: int, names: bool) -> bool:
    token = tokens[place]
    if token.low in vocabulary()["pronouns"] or (token.low in vocabulary()["no_nouns"] and place >= begin):
        return False
    if place > begin and token.low in vocabulary()["determiners"] and tokens[place - 1].tag != "PDT":
        return False
    if (
        place > begin
        and token.entity in ("DATE", "TIME")
        and tokens[place - 1].entity not in ("DATE", "TIME")
        and (token.tag != "CD" or (place + 1 < len(tokens) and tokens[place + 1].low in vocabulary()["time_units"]))
    ):
        return False
    if token.text == "-" or token.tag == "HYPH":
        return place > begin
    if token.tag == "RB" and place + 1 < len(tokens) and tokens[place + 1].tag in ("JJ", "VBN"):
        return token.low in vocabulary()["softeners"]
    if token.tag == "VBN" and place > begin and tokens[place - 1].is_noun:
        return False
    if token.tag == "VBG" and place > begin and tokens[place - 1].is_noun:
        if place + 1 >= len(tokens) or tokens[place + 1].text in ".!,":  # "I love line drying"
            return tokens[begin - 1].low not in vocabulary()["determiners"]
        return tokens[place + 1].is_noun
    if names and place > begin and tokens[begin].text[:1].isupper():
        return token.text[:1].isupper() or token.tag == "CD"
    if (
        token.tag in ("VBP", "VB")
        and place == begin
        and place > 0
        and (tokens[place - 1].is_verb or tokens[place - 1].tag in ("IN", "CC"))
    ):
        named = token.text[:1].isupper()  # "joined Spotify", taken for a verb
        return named or place + 1 == len(tokens) or tokens[place + 1].text in ",.!"  # so is "eat gluten"
    if token.tag in ("VBP", "VB") and place > begin and place + 1 == len(tokens):
        return tokens[place - 1].tag.startswith("JJ")
    if not any(character.isalnum() for character in token.text):
        return token.text in ("$", "#", "'", "/") and place > begin
    return token.tag.startswith(_INSIDE) or token.text[:1].isupper()


def _is_head(token: Token) -> bool:
    return (
        token.is_noun
        or token.tag in ("VBG", "FW", "CD", "JJ", "VB", "VBP", "VBN", "JJS", "JJR", "SYM", "LS")
        or token.text[:1].isupper()
    )


def _text(tokens: Sequence[Token], first: int, last: int) -> str:
    text = ""
    for place in range(first, last + 1):
        gap = place > first and tokens[place].start > tokens[place - 1].end
        text += (" " if gap else "") + tokens[place].text
    return text


def text_between(tokens: Sequence[Token], first: int, last: int) -> str:
    """The text of the tokens from `first` to `last`, with single spaces where the text has any."""
    return _text(tokens, first, last)
