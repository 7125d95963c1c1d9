"""The names that a cue may hold, without reading it: every run of its words that could be one."""

from __future__ import annotations

import re

from graphmem.language.entities.rules import entity_rules
from graphmem.language.identify import HAN
from graphmem.language.words import CHINESE_STOP_WORDS, STOP_WORDS
from graphmem.rules.keys import name_key

_LONGEST_RUN, _SHORTEST_HAN, _LONGEST_HAN = 6, 2, 8
_MOST_KEYS = 400
_READ = 1_000
_PIECE = re.compile(rf"[{HAN}]+|(?:(?![{HAN}])[^\W_])(?:(?![{HAN}])[\w.&@+'/-])*(?<![.'/-])")
_BETWEEN = re.compile(r"^[\s&:#-]{0,3}$")
_POSSESSIVE = re.compile(r"'s$")


def name_keys(text: str) -> list[str]:
    """Keys of names that `text` may hold: runs of up to six words, and of two to eight Chinese characters.

    For looking them up among the names that are known, which is quicker and misses less than reading the sentence:
    names in lower case are found too. The longest first, at most 400.

    >>> name_keys("Call Anna in Lyon")
    ['call anna in lyon', 'call anna in', 'anna in lyon', 'call anna', 'anna in', 'in lyon', 'anna', 'call', 'lyon']
    """
    key = name_key(text[:_READ])
    pieces = [(match[0], match.start(), match.end()) for match in _PIECE.finditer(key)]
    found: dict[str, None] = {}
    for place, (piece, start, _) in enumerate(pieces):
        if re.match(f"[{HAN}]", piece):
            found |= dict.fromkeys(_han_runs(piece))
        for last in range(place, min(place + _LONGEST_RUN, len(pieces))):
            if last > place and not _BETWEEN.match(key[pieces[last - 1][2] : pieces[last][1]]):
                break
            run = key[start : pieces[last][2]]
            found |= dict.fromkeys((run, _POSSESSIVE.sub("", run)))
    rules = entity_rules()
    silent = STOP_WORDS | CHINESE_STOP_WORDS | rules.no_entity | rules.general
    kept = [run for run in found if run not in silent and len(run) > 1]
    return sorted(kept, key=lambda run: (-len(run), run))[:_MOST_KEYS]


def _han_runs(piece: str) -> list[str]:
    return [
        piece[start : start + length]
        for length in range(_SHORTEST_HAN, _LONGEST_HAN + 1)
        for start in range(len(piece) - length + 1)
    ]
