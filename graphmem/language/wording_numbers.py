"""Numbers, units, dates and times of day in the form in which wording is compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.language.dates import MONTH_NAMES
from graphmem.language.numerals import NUMBER_WORDS, number

Tokens = list[str]
"""Words and ends of sentences."""

TIME, ABOUT = "@", "~"
"""How a time begins that may stand elsewhere; "about" before a number."""
_CURRENCIES = frozenset("$€£¥₹")
_MONTHS = {name: f"{place:02}" for name, place in MONTH_NAMES.items()}
_MONTHS |= {name[:3]: place for name, place in _MONTHS.items()} | {"sept": "09"}
_ALSO_VERBS = frozenset({"may", "march", "mar", "dec", "sep", "jun", "jan", "oct", "nov"})
"""Months only next to a day."""
_ORDINAL_WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth"
_ORDINALS = {word: str(place) for place, word in enumerate(_ORDINAL_WORDS.split(), 1)}


def word_set(words: str) -> frozenset[str]:
    """The words between spaces."""
    return frozenset(words.split())


@dataclass(frozen=True)
class NumberTables:
    """What `wording.toml` knows about what stands next to numbers."""

    units: Mapping[str, str]
    about_before: frozenset[str]
    about_after: frozenset[str]


def _is_number(word: str) -> bool:
    return word[0].isdecimal()


def numbered(words: Tokens, table: NumberTables) -> Tokens:
    """`words` with numbers, units, dates and times of day in one form each."""
    if not any(word in NUMBER_WORDS or word in _MONTHS or word in _ORDINALS or word[0].isdecimal() for word in words):
        return words
    return _about(_dated(_united(_valued(words), table)), table)


def _valued(words: Tokens) -> Tokens:
    """Number words in digits, thousands written out."""
    found: Tokens = []
    place = 0
    while place < len(words):
        word = words[place]
        if word in NUMBER_WORDS:
            end = place + 1
            while end < len(words) and words[end] in NUMBER_WORDS:
                end += 1
            value = number(words[place:end])
            found += [str(value)] if value is not None else [str(number([each])) for each in words[place:end]]
            place = end
            continue
        if word == "k" and found and re.fullmatch(r"\d+(\.\d+)?", found[-1]):
            found[-1] = f"{float(found[-1]) * 1000:g}" if float(found[-1]) < 1000 else found[-1] + "000"
        elif word in _ORDINALS and word != "second":
            found += [_ORDINALS[word], "th"]
        elif word in ("st", "nd", "rd", "th") and found and found[-1].isdecimal():
            found.append("th")
        else:
            found.append(word)
        place += 1
    return found


def _united(words: Tokens, table: NumberTables) -> Tokens:
    """Units and currencies after their numbers, in one form."""
    found: Tokens = []
    skip = False
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if skip:
            skip = False
        elif word in _CURRENCIES and after and _is_number(after):
            found += [after, table.units.get(word, word)]
            skip = True
        elif found and _is_number(found[-1]) and word in table.units:
            found.append(table.units[word])
        elif found and word in ("am", "pm") and _is_number(found[-1]):
            found[-1] = f"{TIME}{found[-1].removesuffix(':00')}{word}"
        else:
            found.append(word)
    # A currency may be said twice: $100 dollars.
    return [
        word for place, word in enumerate(found) if not (place and word == found[place - 1] and word in _CURRENCIES)
    ]


def _dated(words: Tokens) -> Tokens:
    """Days and months as times."""
    found: Tokens = []
    place = 0
    while place < len(words):
        word, rest = words[place], words[place + 1 : place + 5]
        taken = _english_date(word, rest) if word in _MONTHS or word.isdecimal() else None
        if taken:
            found.append(taken[0])
            place += taken[1]
        elif _is_number(word) and (
            rest[:1] in (["月"], ["点"]) or (rest[:1] == ["日"] and found[-1:] and found[-1].endswith("月"))
        ):
            found.append(f"{TIME}{word}{rest[0]}")
            place += 2
        else:
            found.append(word)
            place += 1
    return found


def _english_date(word: str, rest: Tokens) -> tuple[str, int] | None:
    """A date that begins with `word`, and of how many words it is."""
    if word in _MONTHS:
        if rest and rest[0].isdecimal() and 1 <= int(rest[0]) <= 31:
            return f"{TIME}{_MONTHS[word]}-{int(rest[0])}", 3 if rest[1:2] == ["th"] else 2
        return None if word in _ALSO_VERBS else (TIME + _MONTHS[word], 1)
    if not (word.isdecimal() and len(word) < 3 and 1 <= int(word) <= 31):
        return None
    between = [each for each in rest[:2] if each in ("th", "of")]
    month = rest[len(between)] if len(rest) > len(between) else ""
    after = rest[len(between) + 1 :]
    verb = month in ("may", "march", "mar") and not between and after and not after[0].isdecimal()
    if rest[: len(between)] == between and month in _MONTHS and not verb:
        return f"{TIME}{_MONTHS[month]}-{int(word)}", 2 + len(between)
    return None


def _about(words: Tokens, table: NumberTables) -> Tokens:
    """ "About" in one form, before the number."""
    found: Tokens = []
    last = -1
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word in table.about_before and after and _is_number(after):
            found.append(ABOUT)
        elif word in table.about_after and last >= 0 and last >= len(found) - 2:
            if found[last - 1 : last] != [ABOUT]:
                found.insert(last, ABOUT)
        else:
            found.append(word)
            if _is_number(word):
                last = len(found) - 1
    return found
