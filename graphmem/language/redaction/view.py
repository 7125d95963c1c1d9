"""A text as the detectors see it: same length of everything, but plain letters, and one mark for each placeholder.

Full-width letters and digits become ASCII, digits of other scripts too, traditional characters simplified ones. What
was found already and what was redacted before look the same, a single mark, so redacting again finds nothing new.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from graphmem.language.redaction.result import Found

MARK = "\ue000"
"""Stands for a placeholder: a character of the private use area, which no detector takes for part of a value."""
_FULL_WIDTH = [0xFF10 + i for i in range(10)] + [0xFF21 + i for i in range(26)] + [0xFF41 + i for i in range(26)]
_FULL_WIDTH += [ord(mark) for mark in "：＝＠＃＄％＆＊＋－．／＿～"]
_ALIKE = {
    **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u202f\u3000", " "),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-"),
    **dict.fromkeys("“”「」『』„«»", '"'),
    **dict.fromkeys("‘’", "'"),
}


@cache
def _table() -> dict[int, str]:
    lines = files("graphmem.rules").joinpath("simplified.txt").read_text(encoding="utf-8").splitlines()[1:]
    pairs = zip("".join(lines[::2]), "".join(lines[1::2]), strict=True)
    table = {ord(old): new for old, new in pairs}
    table |= {code: chr(code - 0xFEE0) for code in _FULL_WIDTH}
    table |= {ord(old): new for old, new in _ALIKE.items()}
    table |= {code: str(unicodedata.decimal(chr(code))) for code in _digits()}
    return table


def _digits() -> Iterable[int]:
    return (code for code in range(0x80, 0x1E960) if not 0xFF10 <= code <= 0xFF19 and chr(code).isdecimal())


def plain(text: str) -> str:
    """`text` in plain letters, digits and quotes, character for character.

    >>> plain("密碼：ＡＢ１")
    '密码:AB1'
    """
    return text if text.isascii() else text.translate(_table())


class View:
    """The plain text with a mark for each of `hidden`, and the way back to the offsets of the original."""

    def __init__(self, text: str, hidden: Iterable[tuple[int, int]]) -> None:
        pieces: list[str] = []
        self._starts, self._origins = [0], [0]
        place = length = 0
        for start, end in hidden:
            pieces += (text[place:start], MARK)
            length += start - place + 1
            self._starts.append(length)
            self._origins.append(end)
            place = end
        self.text = plain("".join(pieces) + text[place:])

    def original(self, found: Found) -> Found:
        """The same place in the original text."""
        last = found.end - 1
        return Found(self._origin(found.start), self._end(last), found.type)

    def _origin(self, offset: int) -> int:
        piece = bisect_right(self._starts, offset) - 1
        return self._origins[piece] + offset - self._starts[piece]

    def _end(self, last: int) -> int:
        # Of a mark, the end of what it stands for: the beginning of the piece behind it.
        piece = bisect_right(self._starts, last) - 1
        if piece + 1 < len(self._starts) and last == self._starts[piece + 1] - 1:
            return self._origins[piece + 1]
        return self._origins[piece] + last - self._starts[piece] + 1


def placeholders(types: Iterable[str]) -> re.Pattern[str]:
    """What `redact` writes for these types."""
    return re.compile(r"\[(?:" + "|".join(sorted(name.upper() for name in types)) + r")\]")
