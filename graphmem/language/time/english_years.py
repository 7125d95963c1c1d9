"""Years that are spelt out in English, decades and centuries."""

from __future__ import annotations

import re

from graphmem.language.numerals import number
from graphmem.language.time.atoms import Atom
from graphmem.language.time.english_rules import rule
from graphmem.language.time.english_words import ORDINAL, ordinal_of
from graphmem.language.time.rules import known
from graphmem.language.time.spans import Grain, century_span, year_span

_CENTURIES = {name: place for place, name in enumerate(("sixteen", "seventeen", "eighteen", "nineteen", "twenty"), 16)}
_TENS = ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties"]
_DECADES = {name: place for place, name in enumerate(["noughties", "tens", *_TENS])}
_DIGIT = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TWO_DIGITS = rf"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:{_DIGIT}))?|{_TEENS})"
_ENDS = (
    rf"(?! and (?:{_TWO_DIGITS}|{_DIGIT})\b)"
    r"(?=\s*(?:[?.!,;:)-]|$)"
    r"|'s\b| (?:and|or|to|until|till|through|when|that|we|i|did|was|were|at|in|on)\b)"
)
"""Behind what is a number more often than a year: "in two thousand lines"."""
_INTRODUCED = re.compile(
    r"(?:\b(?:in|of|since|during|year|before|after|by|until|till|from|to|through|throughout|late|early|mid|and"
    r"|between|around|summer|spring|autumn|fall|winter|christmas|easter)[ -])(?:the )?$"
)
_CENTURY_BEFORE = re.compile(r"(?:\b(?:in|of|from|since|until|during|throughout|before|after|early|late)[ -])$")


def _alone(match: re.Match[str]) -> bool:
    return match[0] == match.string.strip(" ?.!")


@rule(
    rf"(?:the year )?(?:({'|'.join(_CENTURIES)})[ -]({_TWO_DIGITS}|(?:oh|o|zero)[ -](?:{_DIGIT}))(?![ -](?:thousand"
    rf"|hundred|percent|million))|(two thousand(?:(?: and)? (?:{_TWO_DIGITS}|{_DIGIT}))?"
    rf"|one thousand (?:{_DIGIT}) hundred(?:(?: and)? (?:{_TWO_DIGITS}|{_DIGIT}))?){_ENDS})"
)
def _spelt_year(match: re.Match[str]) -> list[Atom] | None:
    """Nineteen ninety-nine, nineteen oh one, two thousand and ten."""
    if match[1]:
        words = match[2].replace("-", " ").split()
        below = number(words[1:] if words[0] in ("oh", "o", "zero") else words)
        year = None if below is None else 100 * _CENTURIES[match[1]] + below
    else:
        year = number([word for word in match[3].replace("-", " ").split() if word != "and"])
    if year is None:
        return None
    introduced = match[0].startswith("the year") or _alone(match) or _INTRODUCED.search(match.string[: match.start()])
    counted = match[1] == "twenty" and not re.match(_ENDS, match.string[match.end() :])  # "twenty twenty vision"
    return known(match, year_span(year), bare=counted or not introduced)


@rule(
    rf"(?:the )?(?:(?P<century>{'|'.join(_CENTURIES)})[ -]|two thousand (?:and )?)(?P<name>{'|'.join(_DECADES)})"
    r"|the two thousands"
)
def _spelt_decade(match: re.Match[str]) -> list[Atom]:
    """The nineteen eighties, the twenty-tens, the two thousands."""
    century = _CENTURIES[match["century"]] if match["century"] else 20
    tens = _DECADES[match["name"]] if match["name"] else 0
    return known(match, year_span(100 * century + 10 * tens, 10, Grain.DECADE))


@rule(
    r"(?:the )?(?:late |early )?(?:(\d\d)(\d)0'?s|(noughties|twenties|thirties|forties|fifties"
    r"|sixties|seventies|eighties|nineties)|'?([2-9])0'?s)"
)
def _decade(match: re.Match[str]) -> list[Atom]:
    if match[1]:
        start = int(match[1]) * 100 + int(match[2]) * 10
    else:
        tens = _DECADES[match[3]] if match[3] else int(match[4])
        start = (1900 if tens > 2 else 2000) + 10 * tens
    return known(match, year_span(start, 10, Grain.DECADE))


@rule(rf"(?:the )?(\d\d?(?:st|nd|rd|th)|{ORDINAL})\s+century")
def _century(match: re.Match[str]) -> list[Atom] | None:
    """The 21st century; not the Century of 20th Century Fox, nor "21st century skills"."""
    count = ordinal_of(match[1])
    if count is None or not 11 <= count <= 22:
        return None
    introduced = _alone(match) or _CENTURY_BEFORE.search(match.string[: match.start()])
    followed = re.match(r" (?!and|or|did|was|were|that|when|i|we|to|until)[a-z]", match.string[match.end() :])
    return known(match, century_span(count), bare=not introduced or bool(followed))
