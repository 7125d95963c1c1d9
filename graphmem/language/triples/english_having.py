"""What "I have a …", "we got a …" and "my … " make of their object: a pet, a child, an allergy, a thing owned."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.language.triples.english_phrases import Phrase, Token
from graphmem.language.triples.english_words import singular, vocabulary

_ABSTRACT = ("tion", "ment", "ness", "ity", "ism", "ance", "ence", "ing", "ship")


_COUNTS = frozenset(
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "some", "several", "both", "few"]
)


def relation_of(noun: str) -> str | None:
    """The predicate between someone and their `noun` ("wife": married_to), or None for what is no kin or animal."""
    words = vocabulary()
    noun = singular(noun)
    groups = {
        "married_to": ("wife", "husband", "spouse"),
        "partner": ("girlfriend", "boyfriend", "partner", "fiance", "fiancee", "fiancé", "fiancée"),
        "manager": ("boss", "manager", "supervisor"),
        "friend": ("friend",),
        "colleague": ("colleague", "coworker"),
    }
    if noun == "kid":
        return "child"
    for predicate, nouns in groups.items():
        if noun in nouns:
            return predicate
    for predicate, group in (("child", "children"), ("sibling", "siblings"), ("parent", "parents"), ("pet", "animals")):
        if noun in words[group] and noun != "baby":
            return predicate
    return None


def possession(tokens: Sequence[Token], predicate: str, phrase: Phrase) -> tuple[str, str] | None:
    """Predicate and object of what someone has, gets, owns or adopted; None where nothing is owned by it."""
    words = vocabulary()
    head, text = phrase.head, phrase.text
    if text.isdigit() or text.lower() in _COUNTS:
        return None  # "I have 3 of them"
    if head in words["illnesses"]:
        return "has", text
    if head == "twin" and text.lower().endswith("twins"):
        return "child", text
    if head in ("allergy", "alergy", "intolerance") and " " in text:
        return "allergic_to", text.rsplit(" ", 1)[0].removeprefix("severe ").removeprefix("mild ")
    relation = relation_of(head)
    if relation == "pet":
        return "pet", text
    if predicate == "pet":
        return ("pet", text) if phrase.proper else None
    if relation is not None and predicate == "has":
        return relation, text
    if head in words["vehicles"]:
        return "owns", text
    if predicate == "owns":
        return ("owns", text) if not _is_food(text) else None
    if head in vocabulary()["body"] and predicate == "has":
        return "has", text
    if head in words["no_possession"] or head.endswith(_ABSTRACT) or phrase.entity in ("DATE", "TIME"):
        return None
    if predicate == "gets":
        return ("owns", text) if phrase.proper and phrase.entity not in ("GPE", "PERSON") else None
    if tokens[phrase.first].tag == tokens[phrase.last].tag == "NNS":
        return None  # "we have visitors": nothing that is owned
    start = tokens[phrase.first].low
    if start in ("the", "this", "that", "these", "those", "any") and not text[:1].isdigit():
        return None
    return "owns", text


def _is_food(text: str) -> bool:
    return singular(text.split()[-1]) in (
        "milk",
        "bread",
        "food",
        "grocery",
        "coffee",
        "ticket",
        "lunch",
        "dinner",
        "egg",
    )
