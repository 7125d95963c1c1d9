"""Passwords before their name, at a keypad, and those so telling that the word "it" is enough."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphmem.language.redaction.password_forms import forms
from graphmem.language.redaction.password_values import LATIN, QUOTED, no_password, telling_enough, trimmed
from graphmem.language.redaction.rules import named, pattern, rules
from graphmem.language.redaction.values import example, telling

_IT_NOW = pattern(
    rf"(?:(?:chang|switch|set|reset|updat)\w{{0,4}} (?:it|that|mine|this) (?:back )?to|(?:it'?s|it is) now"
    r"|(?:the )?new one(?: is|'s|:)|改[成为]了?|换[成为]了?|新的是?|用这个:?)\s{0,2}"
    rf"(?:{QUOTED}|{LATIN})"
)
_DIGIT = re.compile(r"\d")
_SYMBOL = re.compile(r"[!@#$%^&*?~]")
_DIGITS = r"[#*]?(?P<digits>\d{4,8})(?!\d|[.,:/-]\d)[#*]{0,2}"
_TYPED = re.compile(r"(?<!\d)\d{4,8}(?!\d)")
_CODES = pattern(r"pin(?! ?\w)|pins?\b|pass ?code|keypad|\bcodes?\b|combo|combination|按键|键盘|门")
_TURNS = pattern(r"(?<![A-Za-z])(?:(?:left|right|[lr]|左|右)(?: to)? ?\d{1,2}(?!\d)[\s,，-]{0,3}(?:then |and )?){3,6}")
_TURNED = pattern(r"comb|safe\b|lock|保险|密码")
_NUMBER_NAME = pattern(r"pin|code|otp|码|combo|combination")


@cache
def _keyed() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    places = named(rules()["passwords"]["places"])
    verb = r"(?<![A-Za-z])(?:type|typing|enter|punch|key|press|dial|use|tap|put|input)(?: in)?:? [\"'`]?"
    return (
        pattern(
            rf"{verb}{_DIGITS}[\"'`]? (?:at|on|in|into|for|as) (?:the |your |my |our )?(?:\w{{1,15}} ){{0,2}}{places}"
        ),
        pattern(
            rf"(?:pins?|pass ?code|keypad|door code)(?![A-Za-z])[^.\n]{{0,30}}?{verb}{_DIGITS}[\"'`]?(?=[\s.,;!?)]|$)"
        ),
        pattern(rf"{places}(?: one)? (?:is|was|opens with) {_DIGITS}(?=\s?(?:[,.;!?)\n]|and\b|$))"),
    )


def before_names(text: str) -> Iterator[tuple[int, int]]:
    """The value of "use x as the password", "x is my PIN", x是我的密码."""
    for match in forms().before.finditer(text):
        start, end = trimmed(text, *match.span("latin"))
        found = text[start:end]
        number = found.isdigit() and len(found) <= 8 and match["name"] and _NUMBER_NAME.search(match["name"])
        if number or telling_enough(found):
            yield start, end


def told_by_it(text: str) -> Iterator[tuple[int, int]]:
    """The value of "I changed it to x", where it looks like nothing but a password."""
    if not (_DIGIT.search(text) and _SYMBOL.search(text)):
        return
    for match in _IT_NOW.finditer(text):
        group = next(group for group in ("double", "single", "tick", "latin") if match[group])
        start, end = match.span(group) if group != "latin" else trimmed(text, *match.span(group))
        found = text[start:end]
        if telling(found) and not example(found) and not no_password(found.rstrip("!?")):
            yield start, end


def keypads(text: str) -> Iterator[tuple[int, int]]:
    """The digits of "punch in x at the keypad", "the gate is x, the shed is y" and "left 3, right 7, left 21"."""
    at, asked, places = _keyed()
    some = (at, asked, *((places,) if _CODES.search(text) else ())) if _TYPED.search(text) else ()
    for form in some:
        for match in form.finditer(text):
            start, end = match.span("digits")
            while text[start - 1 : start] in ("#", "*"):
                start -= 1
            while text[end : end + 1] in ("#", "*"):
                end += 1
            yield start, end
    if _DIGIT.search(text) and _TURNED.search(text):
        for match in _TURNS.finditer(text):
            yield match.start(), match.start() + len(match[0].rstrip(" ,，-\n"))
