"""Numbers with a check: bank cards, IBANs, national ids. A label that says it is something else is believed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import ModuleType

from graphmem.language.redaction.result import BANK_CARD, IBAN, NATIONAL_ID, Found
from graphmem.language.redaction.rules import IdNumber, named, pattern, rules

_RUN = re.compile(r"(?<![A-Za-z0-9_+])(?<!\d\.)\d(?:[ .\u200b-]?\d){11,}(?![A-Za-z0-9_])")
_GROUP = re.compile(r"\d+")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_MOST_GROUPS = 5
_BEFORE = 40
"""Characters before a number in which a word says what it is."""
_CHINESE_ID = re.compile(
    r"(?<![A-Za-z0-9_])[1-9]\d{5}[ -]?(?:18|19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
    r"[ -]?\d{3}[\dXx](?![A-Za-z0-9_])"
)
_SSN = re.compile(r"(?<![\w-])\d{3}([- ])\d\d\1\d{4}(?![\w-])|(?<![\w-])\d{9}(?![\w-])")
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d\d(?:[ -]?[A-Za-z0-9]){11,30}")
_CALLED_VALUE = (
    r"(?:\s{0,2}(?:is|was|are|'s|for \w{1,20} is|:|=|是|为|#|\(|no\.?|number))?[\s:\"'是为(]{0,4}"
    r"(?P<value>(?:[A-Za-z]{1,3} ?)?\d(?:[ -]?\d){5,17}(?: ?[A-Za-z])?(?:\([0-9A-Z]\))?)(?![A-Za-z0-9])"
)


@dataclass(frozen=True)
class _Patterns:
    card: re.Pattern[str]
    called_card: re.Pattern[str]
    harmless: re.Pattern[str]
    called_id: re.Pattern[str]
    social: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    table = rules()
    card, label, called = table["cards"]["names"], table["labels"]["harmless"], table["ids"]["called"]
    return _Patterns(
        card=pattern(named(card)),
        called_card=pattern(
            r"(?:card (?:number|no\.?|#)|卡号|银行卡|信用卡|储蓄卡)(?:\s?(?:is|是|为|:|=)){0,2}\s{0,3}$"
        ),
        harmless=pattern(rf"{named(label)}[^\d\n,;，。；]{{0,14}}$"),
        called_id=pattern(rf"{named(called)}{_CALLED_VALUE}"),
        social=pattern(named(["ssn", "social(?: security)?", "tax(?:payer)? id"])),
    )


def cards_and_ids(text: str) -> Iterator[Found]:
    """Where `text` has bank cards, IBANs or national ids that can be told by their form and check digits."""
    if "-" in text:
        text = _UUID.sub(lambda match: "x" * len(match[0]), text)
    yield from _cards(text)
    yield from _national_ids(text)
    yield from _ibans(text)


def called_ids(text: str) -> Iterator[Found]:
    """Numbers that are called a national id, a passport's or a licence's, whatever their check digits."""
    for match in _patterns().called_id.finditer(text):
        yield Found(*match.span("value"), NATIONAL_ID)


def harmless_label(text: str, start: int) -> bool:
    """Whether the words just before `start` say that the number is of an order, a parcel, a version."""
    return bool(_patterns().harmless.search(text[max(0, start - _BEFORE) : start]))


def _cards(text: str) -> Iterator[Found]:
    from stdnum import luhn

    patterns = _patterns()
    for run in _RUN.finditer(text):
        groups = [(match.start(), match.end()) for match in _GROUP.finditer(text, *run.span())]
        place = 0
        while place < len(groups):
            found = None
            digits = ""
            for last in range(place, min(place + _MOST_GROUPS, len(groups))):
                digits += text[slice(*groups[last])]
                if len(digits) > 19:
                    break
                if len(digits) < 12:
                    continue
                start, end = groups[place][0], groups[last][1]
                before = text[max(0, start - _BEFORE) : start]
                called = patterns.card.search(before)
                if not called and not scheme(digits):
                    continue
                if luhn.is_valid(digits):
                    sure = bool(called) or (not _doubtful(digits) and not patterns.harmless.search(before))
                else:
                    sure = len(digits) >= 15 and patterns.called_card.search(before) is not None
                if sure:
                    found = (last, Found(start, end, BANK_CARD))
            if found:
                yield found[1]
                place = found[0] + 1
            else:
                place += 1


@cache
def _schemes() -> tuple[list[tuple[int, int, int, frozenset[int]]], list[tuple[int, int, int]]]:
    table = rules()["cards"]
    schemes = [(*_range(first), frozenset(each["lengths"])) for each in table["schemes"] for first in each["first"]]
    return schemes, [_range(first) for first in table["doubtful_first"]]


def _range(first: str) -> tuple[int, int, int]:
    low, _, high = first.partition("-")
    return len(low), int(low), int(high or low)


def scheme(digits: str) -> bool:
    """Whether a card of any issuer begins so and has this length."""
    return any(low <= int(digits[:n]) <= high and len(digits) in lengths for n, low, high, lengths in _schemes()[0])


def _doubtful(digits: str) -> bool:
    lengths = rules()["cards"]["doubtful_lengths"]
    return len(digits) in lengths or any(low <= int(digits[:n]) <= high for n, low, high in _schemes()[1])


def _national_ids(text: str) -> Iterator[Found]:
    from stdnum.iso7064 import mod_11_2
    from stdnum.us import ssn

    for match in _CHINESE_ID.finditer(text):
        if mod_11_2.is_valid(re.sub("[ -]", "", match[0]).upper()):
            yield Found(*match.span(), NATIONAL_ID)
    patterns = _patterns()
    for match in _SSN.finditer(text):
        dashed = match[1] == "-"
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        social = patterns.social.search(before)
        if social or (dashed and ssn.is_valid(match[0]) and not patterns.harmless.search(before)):
            yield Found(*match.span(), NATIONAL_ID)
    named_at_all = _id_words().search(text) is not None
    for number, form, words in _id_forms():
        if words is not None and not named_at_all:
            continue
        if words is not None and not words.search(text):
            continue
        for match in form.finditer(text):
            around = text[max(0, match.start() - _BEFORE) : match.end() + _BEFORE]
            if (words is None or words.search(around)) and _valid(number, match[0]):
                yield Found(*match.span(), NATIONAL_ID)


@cache
def _id_forms() -> list[tuple[IdNumber, re.Pattern[str], re.Pattern[str] | None]]:
    return [
        (
            number,
            re.compile(rf"(?<![A-Za-z0-9_.-])(?:{number['pattern']})(?![A-Za-z0-9_])"),
            pattern(f"(?<![A-Za-z])(?:{number['words']})") if "words" in number else None,
        )
        for number in rules()["ids"]["numbers"]
    ]


@cache
def _id_words() -> re.Pattern[str]:
    """Any of the words of all forms: most texts have none, and are spared the rest."""
    words = [number["words"] for number in rules()["ids"]["numbers"] if "words" in number]
    return pattern(f"(?<![A-Za-z])(?:{'|'.join(words)})")


def _valid(number: IdNumber, value: str) -> bool:
    if "module" in number:
        return bool(_module(number["module"]).is_valid(value))
    return _CHECKS[number["check"]](value) if "check" in number else True


@cache
def _module(name: str) -> ModuleType:
    return import_module(f"stdnum.{name}")


def _taiwan(value: str) -> bool:
    """The identity card of Taiwan: the letter's number, then weights 9 to 1."""
    code = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(value[0]) + 10
    second = str("ABCD".index(value[1]) + 0) if value[1] in "ABCD" else value[1]
    digits = [code // 10, code % 10, *map(int, second + value[2:])]
    return sum(d * w for d, w in zip(digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True)) % 10 == 0


def _hong_kong(value: str) -> bool:
    """The identity card of Hong Kong: weights 9 to 1 modulo 11, a blank counting 36."""
    plain = re.sub(r"[ ()]", "", value)
    letters = plain[:-7].rjust(2)
    codes = [36 if letter == " " else ord(letter) - 55 for letter in letters] + [int(d) for d in plain[-7:-1]]
    check = 10 if plain[-1] == "A" else int(plain[-1])
    return (sum(code * weight for code, weight in zip(codes, range(9, 1, -1), strict=True)) + check) % 11 == 0


_CHECKS = {"tw": _taiwan, "hk": _hong_kong}


def _ibans(text: str) -> Iterator[Found]:
    from stdnum import iban

    for match in _IBAN.finditer(text):
        end = match.end()
        # The words behind an IBAN look like more of it: the longest part that is one counts.
        while end - match.start() >= 15:
            value = text[match.start() : end]
            whole = end == len(text) or not re.match(r"[A-Za-z0-9]", text[end])
            if whole and iban.is_valid(value, check_country=False):
                yield Found(match.start(), end, IBAN)
                break
            cut = max(value.rfind(" "), value.rfind("-"))
            if cut <= 0:
                break
            end = match.start() + cut
