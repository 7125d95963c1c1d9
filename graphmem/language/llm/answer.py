"""What a language model said, held against the texts: what they do not say is thrown away."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, Field, ValidationError

from graphmem.language.identify import HAN
from graphmem.language.llm.prompt import Passage
from graphmem.language.llm.usage import Drop
from graphmem.language.triples.chinese_words import folded
from graphmem.language.triples.extract import ABOUT_THINGS, sentence_at
from graphmem.language.triples.triple import Found
from graphmem.models import ActorRole
from graphmem.rules.predicates import Predicate, canonical

_TEAM = "team"
_OWN = re.compile(r"^(?:(?:my|our|his|her|their|the|a|an)\s+|我们?的?(?=.))", re.IGNORECASE)
_WORDS = re.compile(f"[{HAN}]|(?:(?![{HAN}])[^\\W_])+")
_QUOTES = " \t\n\"'“”‘’「」『』`*"
_EDGES = f"{_QUOTES}.。!！?？,，;；:：…"


class Claim(BaseModel):
    """A triple as the model gives it."""

    event: str = ""
    subject: str = Field(max_length=200)
    predicate: str = Field(max_length=200)
    object: str = Field(max_length=500)
    aspect: str = Field("", max_length=60)
    polarity: Literal["+", "-"] = "+"
    quote: str = Field("", max_length=4_000)


def claims(answer: str) -> list[object]:
    """The triples of an answer, unread; an object of JSON with words or a fence around it will do.

    Raises:
        ValueError: the answer is not JSON. Its message says so, in words that stand after "the language model".
        TypeError: it is JSON of another form. Likewise.
    """
    start, end = answer.find("{"), answer.rfind("}")
    try:
        found = json.loads(answer[start : end + 1] if start >= 0 else answer)
    except (ValueError, RecursionError):
        raise ValueError("gave an answer that is not JSON") from None
    triples = found.get("triples") if isinstance(found, dict) else None
    if not isinstance(triples, list):
        raise TypeError("gave an answer that is not of the form that was asked for")
    return triples


def checked(given: object, passages: Mapping[str, Passage], table: Mapping[str, Predicate]) -> tuple[str, Found | Drop]:
    """A triple of the model as extraction takes it, or why it is thrown away; with the id by which it names an event.

    The event must be of the prompt and say the quote; the object must stand in the quoted sentence, and a subject other
    than the speaker in the text.
    """
    try:
        claim = Claim.model_validate(given)
    except ValidationError:
        return str(given.get("event", "")) if isinstance(given, dict) else "", Drop.FORM
    passage = passages.get(claim.event)
    return claim.event, Drop.EVENT if passage is None else _found(claim, passage, table)


def language(text: str) -> str:
    """Of a sentence in which something was found, as aspects are named."""
    return "zh" if re.search(f"[{HAN}]", text) else "en"


def _found(claim: Claim, passage: Passage, table: Mapping[str, Predicate]) -> Found | Drop:
    quoted = _place(passage.text, claim.quote)
    if quoted is None:
        return Drop.QUOTE
    start = _where(passage.text, quoted, claim.object)
    if start is None:
        return Drop.OBJECT
    subject = _subject(claim.subject, passage.text)
    if subject is None:
        return Drop.SUBJECT
    predicate = canonical(claim.predicate, table)
    if predicate is None:
        return Drop.PREDICATE
    if passage.actor_role == ActorRole.TOOL and (predicate not in ABOUT_THINGS or not subject):
        return Drop.TOOL
    aspect = claim.aspect if table[predicate].cardinality == "one per aspect" else ""
    return Found(subject, predicate, claim.object.strip(_QUOTES).rstrip(_EDGES), start, claim.polarity, aspect)


def _place(text: str, quote: str) -> tuple[int, int] | None:
    """Where a quote stands in a text; blanks, quotation marks, case and script of characters may differ."""
    words = folded(quote).strip(_EDGES).split()
    if not _words(quote):
        return None
    found = re.search(r"\s*".join(map(re.escape, words)), folded(text), re.IGNORECASE)
    return found.span() if found else None


def _where(text: str, quoted: tuple[int, int], thing: str) -> int | None:
    """A place in the quoted sentence that holds the words of an object in their order; None where there is none."""
    words = _words(thing)
    if not words or _is_pronoun(thing):
        return None
    for start, end in _sentences(text, quoted):
        rest = iter(_words(text[start:end]))
        if all(word in rest for word in words):
            return max(start, quoted[0])
    return None


def _sentences(text: str, quoted: tuple[int, int]) -> Iterator[tuple[int, int]]:
    place = quoted[0]
    while place < quoted[1]:
        start, end = sentence_at(text, place)
        yield start, end
        place = max(end, place + 1)
        while place < quoted[1] and text[place].isspace():
            place += 1


def _subject(said: str, text: str) -> str | None:
    """The subject as the rules name it: empty for who speaks; None where the text names no such thing."""
    name = folded(" ".join(said.split())).strip(_EDGES).lower()
    if name in _names()["speaker"]:
        return ""
    if name in _names()["team"]:
        return _TEAM
    if _is_pronoun(said):
        return None
    name = _OWN.sub("", " ".join(said.split()).strip(_EDGES))
    words = _words(name)
    within = _words(text)
    starts = range(len(within) - len(words) + 1)
    named = bool(words) and any(within[start : start + len(words)] == words for start in starts)
    return name if named else None


def _is_pronoun(text: str) -> bool:
    """Whether a name is none: "it", but not IT."""
    word = text.strip(_EDGES)
    return folded(word).lower() in _names()["nobody"] and not (len(word) > 1 and word.isupper() and word.isascii())


@cache
def _names() -> Mapping[str, frozenset[str]]:
    data = tomllib.loads(files("graphmem.language.llm").joinpath("names.toml").read_text(encoding="utf-8"))
    return {group: frozenset(words) for group, words in data.items()}


def _words(text: str) -> list[str]:
    return _WORDS.findall(folded(text).lower())
