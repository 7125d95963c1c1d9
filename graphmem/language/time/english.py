"""Time expressions in English: the pieces of a text, in order."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.language.time import english_dates, english_hours, english_near
from graphmem.language.time.atoms import Atom
from graphmem.language.time.english_rules import RULES

RULE_MODULES = (english_near, english_dates, english_hours)
"""Their rules are in `RULES`."""


def atoms(text: str) -> Iterator[list[Atom]]:
    """The pieces that any rule finds in a text in lower case; one place may be found by several rules."""
    for pattern, make in RULES:
        for match in pattern.finditer(text):
            found = make(match)
            if found:
                yield found
