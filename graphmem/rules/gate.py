"""The table of the write gate, read once from `gate.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from graphmem.rules.phrases import Phrases, plain

GUESS, NO_GUESS = "guess", "no guess"
"""Groups of phrases: what marks a guess, and what looks like it and is none."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason to keep or to refuse."""

    code: str
    meaning: str
    rules: frozenset[str] = frozenset()
    """Rules of importance one of which must hold."""
    roles: frozenset[str] = frozenset()
    """Roles of actors it is for; empty for all."""
    event_types: frozenset[str] = frozenset()
    """Types of event it is for; empty for all."""
    clauses: bool = False
    """What is refused by it is a whole clause, not the phrase alone."""
    begin: bool = False
    """Only a clause that begins with a phrase of it."""


@dataclass(frozen=True)
class GateTable:
    """Reasons, empty words and phrases; `gate.toml` says what each is for."""

    keep: Mapping[str, Reason]
    refuse: Mapping[str, Reason]
    """Both by code, in the order in which they are looked at."""
    words: Mapping[str, Mapping[str, str]]
    """For "talk", for what a "tool" says and for a "call" of one: word that carries nothing → code of the reason to
    refuse a text of nothing else."""
    phrases: Phrases
    """By code of the reason to refuse; and the two groups of guesses."""
    alone: frozenset[str]
    """Rules of importance that suffice without any other substance."""
    question: float
    balanced: float
    mixed: float
    strict: float
    strict_weight: float


@cache
def gate_table() -> GateTable:
    """The table in force."""
    data = tomllib.loads(files("graphmem.rules").joinpath("gate.toml").read_text(encoding="utf-8"))
    keep = {code: _reason(code, row) for code, row in data["keep"].items()}
    refuse = {code: _reason(code, row) for code, row in data["refuse"].items()}
    words: dict[str, str] = {}
    tool_words: dict[str, str] = {}
    for code, row in data["refuse"].items():
        for language in ("en", "zh"):
            for word in plain(row.get(language, "")).split():
                (tool_words if row.get("roles") == ["tool"] else words).setdefault(word, code)
    for language in ("en", "zh"):
        for word in plain(data["empty"][language]).split():
            words.setdefault(word, "empty_talk")
    calls = dict.fromkeys(plain(data["refuse"]["tool_noise"]["calls"]).split(), "tool_noise")
    phrases = {code: row["phrases"] for code, row in data["refuse"].items() if "phrases" in row}
    return GateTable(
        keep=keep,
        refuse=refuse,
        words={"talk": words, "tool": words | tool_words, "call": words | tool_words | calls},
        phrases=Phrases(phrases | {GUESS: data["guess"]["phrases"], NO_GUESS: data["guess"]["unless"]}),
        alone=frozenset(data["substance"]["alone"]),
        **{name: data["substance"][name] for name in ("question", "balanced", "mixed", "strict", "strict_weight")},
    )


def _reason(code: str, row: Mapping[str, object]) -> Reason:
    sets = {key: frozenset(_texts(row.get(key, []))) for key in ("rules", "roles", "event_types")}
    return Reason(
        code, str(row["meaning"]), **sets, clauses=bool(row.get("clauses", False)), begin=bool(row.get("begin", False))
    )


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
