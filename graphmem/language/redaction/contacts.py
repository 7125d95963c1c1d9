"""E-mail addresses and phone numbers, for those who want them taken out, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphmem.language.redaction.numbers import harmless_label
from graphmem.language.redaction.result import EMAIL, PHONE, Found
from graphmem.language.redaction.rules import named, pattern, rules
from graphmem.language.redaction.values import HAN

_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9](?:[A-Za-z0-9._%+'-]{0,62}[A-Za-z0-9_+-])?(?:@|%40)(?=[^\s@]{3,255})"
    rf"(?:[A-Za-z0-9{HAN}-]{{1,63}}\.){{1,8}}[A-Za-z]{{2,24}}(?![A-Za-z0-9-])(?!@)"
)
_SPELT = pattern(
    r"(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,40}\s{0,2}[\[({<]\s?(?:at|@)\s?[\])}>]\s{0,2}[\w-]{1,40}(?:\s{0,2}(?:[\[({<]\s?(?:dot|\.)\s?[\])}>]|\.)\s{0,2}[\w-]{2,24}){1,3}"
    r"|(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,40} at [\w-]{2,40}(?: dot [\w-]{2,24}){1,3}\b"
)
_RUN = re.compile(r"(?<![A-Za-z0-9_#])(?<!\d\.)[(+]{0,2}\d(?:[ \-./()]{0,3}\d){6,}+(?![A-WYZa-df-wyz_]|\.\d)")
_SPELT_DIGITS = re.compile(r"[一幺][三四五六七八九][零〇一二三四五六七八九幺两]{9}(?![零〇一二三四五六七八九幺])")
_CHINESE_MOBILE = re.compile(r"(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}")
_DATE = re.compile(r"(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}")
_YEARS = re.compile(r"(?:1\d{3}|20\d\d)(?:\D{1,3}(?:1\d{3}|20\d\d))+")
_REGIONS = ("CN", "US", "GB")
"""Where a number without country code may be from."""
_EXTENSION = re.compile(r"\s?(?:x|ext\.?|extension|转)\s?\d{1,6}(?!\d)", re.IGNORECASE)
_BEFORE = 24
_MOST_DIGITS = 15
"""Of a phone number, by E.164."""
_LONGEST = 26
"""Characters of one number with its separators."""
_PIECE = re.compile(r"(?<!\S)\S{7,26}(?!\S)")


@cache
def _phone_words() -> re.Pattern[str]:
    return pattern(named(rules()["labels"]["phone"]))


def emails(text: str) -> Iterator[Found]:
    """E-mail addresses, also spelt "tom (at) example (dot) com"; not the address of a repository."""
    if "@" in text or "%40" in text:
        for match in _ADDRESS.finditer(text):
            if not (match[0].startswith("git@") and text[match.end() : match.end() + 1] in (":", "/")):
                yield Found(*match.span(), EMAIL)
    for match in _SPELT.finditer(text):
        yield Found(*match.span(), EMAIL)


def phones(text: str) -> Iterator[Found]:
    """Phone numbers: valid ones of any country with its code, of China, the US and Britain without."""
    for match in _RUN.finditer(text):
        start, end = match.span()
        if match[0].startswith("(") and match[0].count("(") > match[0].count(")"):
            start += 1
        if end - start <= _LONGEST:
            yield from _phones_in(text, start, end)
            continue
        for piece in _PIECE.finditer(text, start, end):  # several, or a table of numbers
            if sum(map(str.isdigit, piece[0])) >= 7:
                yield from _phones_in(text, *piece.span())
    for match in _SPELT_DIGITS.finditer(text):
        yield Found(*match.span(), PHONE)


def _phones_in(text: str, start: int, end: int) -> Iterator[Found]:
    candidate = text[start:end]
    before = text[max(0, start - _BEFORE) : start]
    if harmless_label(text, start) and not _phone_words().search(before):
        return
    whole = _CHINESE_MOBILE.fullmatch(candidate)
    if whole:
        yield Found(start, end, PHONE)
        return
    called = bool(_phone_words().search(before))
    bare = candidate.isdigit()
    unbalanced = candidate.count(")") > candidate.count("(")
    if (not called and (bare or unbalanced or _YEARS.fullmatch(candidate))) or _DATE.match(candidate):
        return
    yield from _matched(text, start, end, called=called)


def _matched(text: str, start: int, end: int, *, called: bool) -> Iterator[Found]:
    import phonenumbers

    candidate = text[start:end]
    for region in (None,) if candidate.lstrip("(").startswith("+") else _REGIONS:
        found = [
            Found(start + match.start, _with_extension(text, start + match.end), PHONE)
            for match in phonenumbers.PhoneNumberMatcher(candidate, region, leniency=phonenumbers.Leniency.VALID)
        ]
        if found:
            yield from found
            return
    if called and 7 <= sum(map(str.isdigit, candidate)) <= _MOST_DIGITS:
        yield Found(start, _with_extension(text, end), PHONE)


def _with_extension(text: str, end: int) -> int:
    extension = _EXTENSION.match(text, end)
    return extension.end() if extension else end
