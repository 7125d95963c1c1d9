"""The tables of `rules.toml`, read once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import TypedDict


class Scheme(TypedDict):
    """The cards of one issuer: first digits ("51-55" for a range) and lengths."""

    first: list[str]
    lengths: list[int]


class CardRules(TypedDict):
    names: list[str]
    schemes: list[Scheme]
    doubtful_lengths: list[int]
    doubtful_first: list[str]


class PasswordRules(TypedDict):
    strong: list[str]
    spoken: list[str]
    weak: list[str]
    bare: list[str]
    opens: list[str]
    other_codes: list[str]
    places: list[str]
    users: list[str]
    corrections_en: list[str]
    corrections_zh: list[str]
    compounds: list[str]
    no_value_en: str
    no_value_zh: list[str]
    units: list[str]


class KeyRules(TypedDict):
    names: list[str]
    prefixes: list[str]
    parameters: list[str]
    examples: list[str]


class IdNumber(TypedDict, total=False):
    pattern: str
    module: str
    check: str
    words: str


class IdRules(TypedDict):
    called: list[str]
    numbers: list[IdNumber]


class Rules(TypedDict):
    passwords: PasswordRules
    keys: KeyRules
    cards: CardRules
    labels: dict[str, list[str]]
    ids: IdRules
    fields: dict[str, list[str]]


@cache
def rules() -> Rules:
    """Everything that redaction knows by name."""
    text = files("graphmem.language.redaction").joinpath("rules.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)  # type: ignore[return-value]  # a file of this package, tried by its tests


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of these regular expressions, the longest first."""
    return "(?:" + "|".join(sorted(words, key=lambda word: (-len(word), word))) + ")"


def named(words: Iterable[str], prefix: str = "", suffix: str = "") -> str:
    """A pattern for any of these as a word of its own: no Latin letter touches a Latin word, a Chinese one may.

    `prefix` and `suffix` are patterns of what Latin words may have around them ("DB_" of "DB_PASSWORD").
    """
    words = list(words)
    latin = [word for word in words if word.lstrip("(?:\\w").isascii()]
    chinese = [word for word in words if word not in latin]
    forms = [rf"(?<![A-Za-z]){prefix}{one_of(latin)}{suffix}(?![A-Za-z])"] if latin else []
    return "(?:" + "|".join([*forms, *([one_of(chinese)] if chinese else [])]) + ")"


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)
