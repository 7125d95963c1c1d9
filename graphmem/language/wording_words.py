"""The words of a text in the form in which its wording is compared, by the tables of `wording.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from graphmem.language.identify import HAN
from graphmem.language.numerals import with_digits
from graphmem.language.wording_numbers import TIME, NumberTables, Tokens, numbered, word_set
from graphmem.rules.phrases import plain

COMMA, STOP, QUESTION = ",", ".", "?"
ENDS = frozenset({COMMA, STOP, QUESTION})
DONE = "了"
"""That something has been done."""

_AT = "(at)"
"""The sign in addresses, which is no time."""

_LETTER = rf"(?:(?![{HAN}])[^\W\d_])"
_INNER = rf"(?:(?![{HAN}])\w|[\u0300-\u036f])"
_NUMBER = r"|(?P<number>\d+(?:[.,:]\d+)*)"
_REST = (
    r"|(?P<end>[.!?;,\n。、]+)"
    r"|(?P<symbol>-(?=\d)|(?<![^\W\d_])-{1,2}(?=[a-z])|\*(?=\d)|[^\s\w\"'`“”‘’«»()\[\]{}:|*·—–「」『』【】《》〈〉~…-]|~(?=\s?\d))"
)
_ASCII = re.compile(r"(?P<word>[a-z][a-z0-9]*(?:[._'][a-z0-9]+)*_?|'s\b)" + _NUMBER + _REST)
_ANY = re.compile(
    rf"(?P<han>[{HAN}]+)|(?P<day>[\ue001-\ue007])|(?P<word>{_LETTER}{_INNER}*(?:[._']{_INNER}+)*_?|'s\b)"
    + _NUMBER
    + _REST
)
_MOOD = re.compile(
    "[\U0001f600-\U0001f64f\U0001f910-\U0001f917\U0001f920-\U0001f92f\U0001f970-\U0001f97a\U0001f493-\U0001f49f"
    "\U0001f389\U0001f38a\U0001f525\U0001f44b\U0001f44c\U0001f44f\U0001f4aa\U0001f4af\U0001f3fb-\U0001f3ff"
    "\u2764\u2665\u2728\u263a\ufe0e\ufe0f\u200d]+"
)
"""Faces, hearts and cheers. A thumb, a cross, a flag or a pizza may be all there is, and counts."""
_BITS = re.compile(r"(?<=\d)( ?[KMGT])b(?=ps\b|/s|\b)")
"""Megabits: case counts only here."""
_CAPITALS = re.compile(r"(?<=[a-z0-9] )(A|IT|US|WHO|WILL|MAY)\b(?! [A-Z]{2})|\b(A)(?=\.)")
"""Vitamin A, the US, ask IT: other words than "a", "us" and "it"."""
_WEEKDAY = re.compile(r"(?<![一二两三四五六七八九十\d])(?:周|星期|礼拜)([一二三四五六日天1-7])(?![\d百千万])")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_ABBREVIATIONS = word_set("st mr mrs ms dr prof vs etc inc ltd jr sr approx dept")

_SHORT = {
    "can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not",
    "dont": "do not", "doesnt": "does not", "didnt": "did not", "cant": "can not", "isnt": "is not", "wasnt": "was not",
    "arent": "are not", "couldnt": "could not", "wouldnt": "would not", "shouldnt": "should not", "havent": "have not",
    "hasnt": "has not", "im": "i am", "ive": "i have", "youre": "you are", "theyre": "they are", "thats": "that is",
    "let's": "let us", "a.m": "am", "p.m": "pm", "o'clock": "oclock",
}  # fmt: skip
_TAILS = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"}
_IS = word_set("he she it that this there here what who where when why how everything everyone someone")
_OUR = re.compile(r"\b(col|fav|behavi|neighb|flav|hon|lab|hum|harb|rum|arm)our")
_ISE = re.compile(r"(?<=[a-z]{4})is(?=(?:e[drs]?|ing|ations?)$)")


@dataclass(frozen=True)
class Tables:
    """`wording.toml`, in the form in which texts are compared."""

    words: Mapping[str, str]
    """One word for another."""
    phrases: Mapping[str, tuple[tuple[Tokens, Tokens], ...]]
    """By the first word: several words for others, the longest first."""
    numbers: NumberTables
    han_units: re.Pattern[str]
    drop: frozenset[str]
    drop_at_start: tuple[Tokens, ...]
    drop_alone: frozenset[tuple[str, ...]]
    answers: frozenset[str]


@cache
def tables() -> Tables:
    """The tables in force."""
    data = tomllib.loads(files("graphmem.language").joinpath("wording.toml").read_text(encoding="utf-8"))
    units = {name: group[0] for group in data["units"] for name in group}
    han = sorted((name for name in units if re.match(f"[{HAN}]", name)), key=len, reverse=True)
    han_units = re.compile("|".join(f"{name}(?![楼线店门])" if name == "号" else name for name in han))
    pairs = [(_cut(other, han_units), _cut(group[0], han_units)) for group in data["same"] for other in group[1:]]
    pairs += [(_cut(name, han_units), [TIME + group[0].replace(" ", "-")]) for group in data["time"] for name in group]
    words = {of[0]: to[0] for of, to in pairs if len(of) == len(to) == 1}
    phrases: dict[str, list[tuple[Tokens, Tokens]]] = {}
    for of, to in pairs:
        if len(of) > 1 or len(to) > 1:  # looked for in words that were already made alike
            alike = [words.get(word, word) for word in of]
            phrases.setdefault(alike[0], []).append((alike, [words.get(word, word) for word in to]))

    def made(key: str) -> list[Tokens]:
        return [[words.get(word, word) for word in _cut(each, han_units)] for each in data[key]]

    return Tables(
        words=words,
        phrases={first: tuple(sorted(each, key=lambda pair: -len(pair[0]))) for first, each in phrases.items()},
        numbers=NumberTables(units, frozenset(data["about_before"]), frozenset(data["about_after"])),
        han_units=han_units,
        drop=frozenset(word for each in made("drop") if len(each) == 1 for word in each),
        drop_at_start=tuple(made("drop_at_start")) + tuple(each for each in made("drop") if len(each) > 1),
        drop_alone=frozenset(map(tuple, made("drop_alone"))),
        answers=frozenset(word for each in made("answers") for word in each),
    )


def tokens(text: str) -> Tokens:
    """The words of `text` in one form each, and the ends of its sentences."""
    table = tables()
    words = list(map(_same(table), _cut(text, table.han_units)))
    return numbered([word for word in _replaced(words, table) if word not in table.drop], table.numbers)


def _same(table: Tables) -> Callable[[str], str]:
    known = table.words
    return lambda word: known.get(word, word)


def _cut(text: str, han_units: re.Pattern[str]) -> Tokens:
    """The words of `text`, folded."""
    if "b" in text:
        text = _BITS.sub(r"\1bit", text)
    text = _CAPITALS.sub(_capital, text)
    folded, pattern = plain(text), _ASCII
    if not folded.isascii():
        folded, pattern = with_digits(_WEEKDAY.sub(_weekday, _MOOD.sub(" ", folded))), _ANY
    found: Tokens = []
    for match in pattern.finditer(folded):
        kind, word = match.lastgroup, match[0]
        if kind == "word":
            found += _spelt(word)
        elif kind == "number":
            found.append(word.replace(",", "") if _THOUSANDS.fullmatch(word) else word)
        elif kind == "han":
            found += _chinese(word, found, han_units)
        elif kind == "day":
            found.append(f"{TIME}周{ord(word) - 0xE000}")
        elif kind == "symbol":
            found.append(_AT if word == TIME else word)
        elif found:
            found += _end(word, found[-1])
    return found


def _capital(match: re.Match[str]) -> str:
    return f"{match[0]}_"


def _weekday(match: re.Match[str]) -> str:
    place = "一二三四五六日".find(match[1]) + 1 or (7 if match[1] == "天" else int(match[1]))
    return chr(0xE000 + place)


def _end(marks: str, before: str) -> Tokens:
    if "?" in marks:
        return [QUESTION]
    if marks == "." and before in _ABBREVIATIONS:
        return []
    return [COMMA] if marks[0] in ",、;" and len(marks) == 1 else [STOP]


def _chinese(run: str, before: Tokens, han_units: re.Pattern[str]) -> Tokens:
    import rjieba

    found: Tokens = []
    if before and before[-1][0].isdecimal() and (unit := han_units.match(run)):
        found.append(unit[0])
        run = run[unit.end() :]
    # Without guessing unknown words: names fall into characters, and cuts are the same in every sentence.
    found += rjieba.cut(run, False)
    return found


@lru_cache(maxsize=8192)
def _spelt(word: str) -> tuple[str, ...]:
    """A word without contraction, in one spelling."""
    if word in _SHORT:
        return tuple(_SHORT[word].split())
    if "'" in word:
        base, _, tail = word.rpartition("'")
        if word.endswith("n't") and len(word) > 3:
            return (word[:-3], "not")
        if tail == "s" and base:
            return (base, "is") if base in _IS else (*_spelt(base), "'s")
        if "'" + tail in _TAILS:
            return (*_spelt(base), _TAILS["'" + tail])
    return (_ISE.sub("iz", _OUR.sub(r"\1or", word)),)


def _replaced(words: Tokens, table: Tables) -> Tokens:
    """`words` with the phrases of the table made alike, from left to right, the longest first."""
    if table.phrases.keys().isdisjoint(words):
        return words
    found: Tokens = []
    place = 0
    while place < len(words):
        for of, to in table.phrases.get(words[place], ()):
            if words[place : place + len(of)] == of:
                found += to
                place += len(of)
                break
        else:
            found.append(words[place])
            place += 1
    return found
