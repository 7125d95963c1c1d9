"""Passwords, where a text says that they are: "my password is x", 密码改成了x, `--password x`, `user:x@host`.

Each name of a password is found first; then what follows it, within one clause, decides. Every repetition is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from graphmem.language.redaction.password_commands import addresses, commands
from graphmem.language.redaction.password_corrections import corrected
from graphmem.language.redaction.password_forms import CHANGES, PHRASES, first, forms, qualified, word_line
from graphmem.language.redaction.password_hints import before_names, keypads, told_by_it
from graphmem.language.redaction.password_logins import logins, named_pairs, networks
from graphmem.language.redaction.password_values import Told, stops, value
from graphmem.language.redaction.result import PASSWORD, Found

_WINDOW = 160
"""Characters behind a name that are looked at."""
_AROUND = 80
"""Characters around the word "code" in which a door or a text message makes it a secret one."""
_CARD_CODE = re.compile(r"cv[vc]", re.IGNORECASE)
_NUMERIC = re.compile(r"pin|puk|code|otp|码|combo|combination|pattern|图案|口令", re.IGNORECASE)
_DIAL = re.compile(r"comb", re.IGNORECASE)
_PERHAPS = re.compile(r" be |n't|not|no longer", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_CODE_NAME = re.compile(r"_|[A-Za-z](?:Pass|Pwd|PASS|PWD)")

Span = tuple[int, int]


def passwords(text: str) -> Iterator[Found]:
    """Where `text` gives a password away."""
    yield from addresses(text)
    yield from commands(text)
    pairs = list(named_pairs(text))
    told: list[Span] = [secret for _, secret in pairs]
    names = [(name, how) for name, how in _names(text) if not any(a <= name.start() < b for (a, b), _ in pairs)]
    for name, how in names:
        told += _behind(text, name, how)
    for look in (before_names, told_by_it, keypads, logins, networks):
        told += look(text)
    told += corrected(text, told, [] if text.isascii() else [name.end() for name, _ in names])
    for start, end in told:
        yield Found(start, end, PASSWORD)


def _names(text: str) -> Iterator[tuple[re.Match[str], Told]]:
    """What a password is called, and how surely something behind it is one."""
    patterns = forms()
    for name in (patterns.name if _CODE_NAME.search(text) else patterns.plain_name).finditer(text):
        if not text.startswith("》", name.end()):  # the title of a book
            spoken = bool(patterns.spoken.search(name[0]))
            yield name, Told(sure=True, strong=True, numeric=_fewest(name[0]), spoken=spoken)
    for name in patterns.weak.finditer(text):
        yield name, Told(sure=True, strong=False, numeric=_fewest(name[0]), dial=bool(_DIAL.match(name[0])))
    for name in patterns.bare.finditer(text) if _DIGIT.search(text) else ():
        if _opens(text, name):
            yield name, Told(sure=True, strong=True, numeric=4, dial=bool(_DIAL.match(name[0])), digits=True)


def _fewest(name: str) -> int:
    """The fewest digits of what is often a bare number; 0 where the name says nothing of numbers."""
    if _CARD_CODE.search(name):
        return 3
    return 4 if _NUMERIC.search(name) else 0


def _opens(text: str, name: re.Match[str]) -> bool:
    """Whether a "code" or "combination" is that of a door, or one that was texted."""
    if forms().other_code.search(text, max(0, name.start() - 20), name.start()):
        return False
    return bool(forms().opens.search(text, max(0, name.start() - _AROUND), name.end() + _AROUND))


def _behind(text: str, name: re.Match[str], how: Told) -> Iterator[Span]:
    patterns = forms()
    offset = name.end()
    window = text[offset : offset + _WINDOW]
    if patterns.compound.match(window):
        return
    if PHRASES.fullmatch(name[0]) and (line := word_line(window)):
        yield offset + line[0], offset + line[1]
        return
    if how.numeric and how.strong and (spelt := patterns.spelt.match(window)):
        yield offset + spelt.start("words"), offset + spelt.end("words")
        return
    changed = bool(CHANGES.search(text[max(0, name.start() - 60) : name.start()]))
    for match, told in _ways(window, how, changed=changed, chinese=not name[0].isascii()):
        span = value(window, match, told)
        if span:
            yield offset + span[0], offset + span[1]
            if "old" in match.re.groupindex:
                yield from _old(match, offset)
            return


def _ways(window: str, how: Told, *, changed: bool, chinese: bool) -> Iterator[tuple[re.Match[str], Told]]:
    """What may follow the name, the surest first."""
    patterns = forms()
    unsure = replace(how, sure=False)
    beside = replace(how, sure=False, beside=True)
    for form in (patterns.colon, patterns.says):
        yield from ((match, how) for match in qualified(form, window))
    if "from" in window or "从" in window:
        yield from ((match, how if changed or chinese else unsure) for match in first(patterns.replaced, window))
    yield from ((match, how) for match in first(patterns.chinese, window))
    yield from ((match, how if changed else unsure) for match in first(patterns.to, window))
    if "?" in window:
        yield from ((match, unsure) for match in qualified(patterns.asked, window))
    if _PERHAPS.search(window):
        yield from ((match, unsure) for match in qualified(patterns.perhaps, window))
    yield from ((match, beside) for match in first(patterns.beside, window))
    yield from ((match, unsure) for match in first(patterns.bracket, window))
    if chinese:
        yield from ((match, beside) for match in first(patterns.comma, window))


def _old(match: re.Match[str], offset: int) -> Iterator[Span]:
    """The password that was before: "from x to y"."""
    for group in ("old", "former"):
        if match[group] and not stops(match[group]):
            yield offset + match.start(group), offset + match.end(group)
