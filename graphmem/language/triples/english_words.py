"""The vocabulary of the English rules (`english_words.toml`) and the base forms of verbs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

Frames = Mapping[str, Mapping[str, str]]
"""Verb → what follows it ("" for a bare object, else a preposition) → predicate."""


@dataclass(frozen=True)
class Vocabulary:
    """Words of `english_words.toml`."""

    verbs: Frames
    changes: Frames
    words: Mapping[str, frozenset[str]]

    def __getitem__(self, group: str) -> frozenset[str]:
        return self.words[group]


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary in force."""
    data = tomllib.loads(files("graphmem.language.triples").joinpath("english_words.toml").read_text(encoding="utf-8"))
    return Vocabulary(
        data["verbs"], data["changes"], {name: frozenset(words.split()) for name, words in data["words"].items()}
    )


def is_tool(name: str, *, personal: bool = False) -> bool:
    """Whether the first word of `name` is a technology or a program; `personal`: one that people work with.

    >>> is_tool("Postgres 16"), is_tool("Redis", personal=True), is_tool("VS Code", personal=True), is_tool("Lyon")
    (True, False, True, False)
    """
    words = vocabulary()
    folded = name.lower().split()
    first = {"_".join(folded[:1]), "_".join(folded[:2])}
    return bool(first & words["tools"]) or (not personal and bool(first & words["components"]))


_IRREGULAR = {
    "has": "have", "had": "have", "'ve": "have", "ve": "have", "hav": "have", "got": "get", "gotten": "get",
    "bought": "buy", "sold": "sell", "left": "leave", "became": "become", "does": "do", "goes": "go", "went": "go",
    "taught": "teach", "ate": "eat", "eaten": "eat", "drank": "drink", "drove": "drive", "spoke": "speak",
    "hat": "hate", "wore": "wear", "sang": "sing", "ran": "run", "made": "make", "took": "take", "loved": "love",
    "married": "marry", "studied": "study", "studies": "study", "studying": "study", "marries": "marry",
    "dying": "die", "lying": "lie", "switched": "switch", "quitting": "quit", "swapped": "swap", "built": "build",
    "written": "write", "running": "run", "swimming": "swim", "getting": "get", "dropped": "drop",
    "using": "use", "used": "use", "living": "live", "lived": "live", "moved": "move", "moving": "move",
}  # fmt: skip


def base_form(word: str, guess: str) -> str:
    """The base form of the verb `word`, `guess` being the tagger's: it makes "hat" of "hates".

    >>> base_form("hates", "hat"), base_form("adores", "ador"), base_form("plays", "play")
    ('hate', 'adore', 'play')
    """
    known = vocabulary()
    word = word.lower()
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for cut, add in (("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e")):
        if word.endswith(cut):
            stem = word[: len(word) - len(cut)] + add
            if stem in known.verbs or stem in known.changes or stem in known["passing"] or stem in known["habits"]:
                return stem
    return _IRREGULAR.get(guess.lower(), guess.lower())


def third_person(verb: str) -> str:
    """The name of the open predicate of a verb: its third person.

    >>> third_person("play"), third_person("carry"), third_person("watch"), third_person("have")
    ('plays', 'carries', 'watches', 'has')
    """
    if verb in ("have", "be"):
        return {"have": "has", "be": "is"}[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def singular(noun: str) -> str:
    """A noun without its plural ending, as far as the lists above need it."""
    noun = noun.lower()
    if noun in ("children", "kids", "mice"):
        return {"children": "child", "kids": "kid", "mice": "mouse"}[noun]
    if noun.endswith("ies"):
        return noun[:-3] + "y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun
