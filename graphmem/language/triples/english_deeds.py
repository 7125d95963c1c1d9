"""What English verbs say beyond the frames: activities one likes, what one does no more, verbs that no frame knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.language.triples.english_clauses import Clause
from graphmem.language.triples.english_phrases import Token, phrases_at, text_between
from graphmem.language.triples.english_words import third_person, vocabulary
from graphmem.language.triples.triple import Found

_WORKPLACES = frozenset(
    [
        "work",
        "school",
        "office",
        "uni",
        "university",
        "college",
        "campus",
        "lab",
        "studio",
        "shop",
        "clinic",
        "hospital",
    ]
)
_GOING = frozenset(["take", "catch", "walk", "cycle"])
"""Verbs of which only the way to work is read."""
_NOT_SAID = frozenset(["if", "what", "where", "how"])
"""Before a clause that says on what occasion, and not that it is so."""
_BY = {"cycle": "bike", "bike": "bike", "drive": "car", "walk": "walking"}


def activities(tokens: Sequence[Token], after: int, clause: Clause, predicate: str) -> Iterator[Found]:
    """What someone likes to do: "to hike and climb", "eating early"."""
    if clause.who is None:
        return
    place = after
    while place < len(tokens):
        if tokens[place].low == "to":
            place += 1
        if place >= len(tokens) or not (tokens[place].is_verb or tokens[place].is_noun):
            return
        last = _activity_end(tokens, place)
        empty = tokens[place].low in ("be", "being", "have", "having", "know", "see", "hear", "think", "do", "doing")
        asked = place + 1 < len(tokens) and tokens[place + 1].tag == "VBN" and tokens[place].low != "being"
        if not empty or predicate == "prefers" or (last > place and not asked):
            yield Found(
                clause.who.name,
                predicate,
                text_between(tokens, place, last),
                tokens[place].start,
                "-" if clause.negated else "+",
            )
        place = last + 1
        if place + 2 < len(tokens) and tokens[place].low == "but" and tokens[place + 1].low == "not":
            but = _activity_end(tokens, place + 2)
            if tokens[place + 2].tag == "VBG":
                text = text_between(tokens, place + 2, but)
                yield Found(clause.who.name, predicate, text, tokens[place + 2].start, "-")
            return
        if place >= len(tokens) or tokens[place].low not in ("and", "or", "&", ","):
            return
        bare = tokens[place].low == ","
        while place < len(tokens) and tokens[place].low in ("and", "or", "&", ","):
            bare = bare and tokens[place].low == ","
            place += 1
        if bare and place + 1 < len(tokens) and tokens[place + 1].low in ("i", "we", "he", "she", "they"):
            return  # "I like working with clay, glazing I can take or leave"
        if place < len(tokens) and tokens[place].low == "to":
            continue
        if place >= len(tokens) or not (
            tokens[place].tag in ("VB", "VBG") or (tokens[place].is_noun and place + 1 == len(tokens))
        ):
            return


def _activity_end(tokens: Sequence[Token], place: int) -> int:
    end = place
    at = place + 1
    while at < len(tokens):
        token = tokens[at]
        if (
            token.low in ("and", "or")
            and at + 1 < len(tokens)
            and tokens[at + 1].tag in ("NNS", "NN")
            and (at + 2 >= len(tokens) or tokens[at + 2].text in ".,!?")
        ):
            end = at + 1
            break
        together = token.low == "while" and at + 1 < len(tokens) and tokens[at + 1].tag == "VBG"
        if not together and (
            token.text in ",.;:!?()-"
            or token.low in vocabulary()["clause_openers"]
            or token.low in ("and", "but", "or", "i", "we", "too", "lol", "they", "though", "rather", "it")
        ):
            break
        if token.tag in ("VBZ", "VBP", "VBD", "MD") and at > place + 1:
            break
        end = at
        at += 1
    while end > place and (
        tokens[end].tag in ("IN", "DT", "TO", "PRP$", "RB")
        and tokens[end].low not in ("early", "late", "alone", "outside", "up", "out", "in", "off", "together")
    ):
        end -= 1
    return end


def stopped(tokens: Sequence[Token], after: int, clause: Clause) -> Iterator[Found]:
    """What someone does no more: "stopped using Dropbox", "quit smoking", "quit Siemens"."""
    if clause.who is None or clause.negated:
        return
    if not tokens[after].low.endswith("ing"):
        names = phrases_at(tokens, after)[:1] if tokens[after - 1].base == "quit" else []
        yield from (
            Found(clause.who.name, "works_at", one.text, tokens[after - 1].start, "-", change=True)
            for one in names
            if one.proper and one.entity not in ("DATE", "TIME", "PERSON")
        )
        return
    inner = tokens[after]
    phrases = phrases_at(tokens, after + 1)
    predicate = vocabulary().verbs.get(inner.base, {}).get("") or third_person(inner.base)
    for phrase in phrases:
        yield Found(clause.who.name, predicate, phrase.text, inner.start, "-", change=True)
    if not phrases:
        yield Found(clause.who.name, "does", inner.text, inner.start, "-", change=True)


def open_verb(tokens: Sequence[Token], place: int, clause: Clause) -> Iterator[Found]:
    """A verb that no frame knows, with its object."""
    token, who = tokens[place], clause.who
    words = vocabulary()
    if (
        who is None
        or (token.tag == "VBD" and token.low != token.base)
        or not token.base.isalpha()
        or len(token.base) < 3
    ):
        return
    if token.base not in words["habits"] | _GOING or any(low in _NOT_SAID for low in _before(tokens, clause.left)):
        return
    after = next_word(tokens, place + 1)
    if after >= len(tokens):
        return
    name = third_person(token.base)
    if token.base in ("take", "ride", "drive", "catch"):
        phrases = phrases_at(tokens, after)
        if (
            phrases
            and phrases[0].head in vocabulary()["trains"]
            and any(t.low in ("work", "office", "school") for t in tokens[phrases[0].last + 1 : phrases[0].last + 4])
        ):
            yield Found(who.name, "commutes_by", phrases[0].text, token.start, "-" if clause.negated else "+")
            return
    to = after + 2 if after + 2 < len(tokens) and tokens[after + 1].low in ("the", "my") else after + 1
    if token.base in _BY and tokens[after].low == "to" and to < len(tokens) and tokens[to].low in _WORKPLACES:
        yield Found(who.name, "commutes_by", _BY[token.base], token.start, "-" if clause.negated else "+")
        return
    reads = (
        token.base == "read"
        and (phrases := phrases_at(tokens, after))
        and phrases[0].head != tokens[phrases[0].last].low
        and tokens[phrases[0].first].low not in ("the", "your", "this", "those", "these")
    )
    if (token.base in words["passing"] and not reads) or token.base in _GOING:
        return
    if (
        tokens[after].tag in ("IN", "RP", "TO")
        and after + 1 < len(tokens)
        and tokens[after].low not in vocabulary()["clause_openers"]
    ):
        name += f"_{tokens[after].low}"
        if tokens[after].low == "to" and tokens[after + 1].tag == "VB":
            return
        after += 1
    for phrase in phrases_at(tokens, after):
        if phrase.text.lower() in vocabulary()["no_object"] or phrase.entity in ("DATE", "TIME"):
            continue
        yield Found(who.name, name, phrase.text, token.start, "-" if clause.negated != phrase.negated else "+")


def _before(tokens: Sequence[Token], place: int) -> Iterator[str]:
    """The word before a clause whose subject begins at `place`."""
    if place > 0:
        yield tokens[place - 1].low


def next_word(tokens: Sequence[Token], place: int) -> int:
    """The place after adverbs and words such as "a lot of"."""
    words = vocabulary()
    while place < len(tokens) and (
        tokens[place].low in words["adverbs"]
        or tokens[place].low in ("myself", "ourselves", "me", "n't", "not", "only")
    ):
        place += 1
    return place
