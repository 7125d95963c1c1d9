"""Rules that find the pieces of time expressions: a pattern, and a function that makes pieces of what it finds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date

from graphmem.language.time.atoms import Atom, Resolve
from graphmem.language.time.spans import Grain, Span, day_span

Make = Callable[[re.Match[str]], list[Atom] | None]


@dataclass(frozen=True)
class Rules:
    """The rules of a language. Each of its modules adds its own when it is imported."""

    before: str = ""
    """Pattern of what must stand before every match."""
    after: str = ""
    all: list[tuple[re.Pattern[str], Make]] = field(default_factory=list)

    def __call__(self, pattern: str) -> Callable[[Make], Make]:
        """Add a function that makes pieces of what `pattern` finds."""

        def add(make: Make) -> Make:
            self.all.append((re.compile(f"{self.before}(?:{pattern}){self.after}"), make))
            return make

        return add

    def atoms(self, text: str) -> Iterator[list[Atom]]:
        """The pieces that any rule finds in a text in lower case; one place may be found by several rules."""
        for pattern, make in self.all:
            for match in pattern.finditer(text):
                found = make(match)
                if found:
                    yield found


def one(match: re.Match[str], grain: Grain, resolve: Resolve, *, fixed: bool = False, bare: bool = False) -> list[Atom]:
    """The whole match as one piece."""
    return [Atom(match.start(), match.end(), grain, resolve, fixed=fixed, bare=bare)]


def known(match: re.Match[str], span: Span, *, bare: bool = False) -> list[Atom]:
    """The whole match as a piece that says by itself which span it is."""
    return one(match, span.grain, lambda _: span, fixed=True, bare=bare)


def on_date(match: re.Match[str], year: int, month: int, day: int) -> list[Atom] | None:
    """The whole match as a date; None where there is no such day."""
    try:
        return known(match, day_span(date(year, month, day)))
    except ValueError:
        return None
