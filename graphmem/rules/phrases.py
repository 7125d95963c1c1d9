"""The pattern language of the rule tables: phrases as people would write them, in English and Chinese.

    refund              a word, also in "Refund!", not in "prefunded"
    cancel*             a word that begins so
    (call|called) off   either
    (really)? sorry     perhaps
    call ... off        up to four words between, in one sentence
    别 ... 告诉          up to eight Chinese characters between
    in # days           a number, in digits or Chinese characters
    取消                 characters, wherever they are

Case, width, curly apostrophes and traditional characters make no difference, nor do spaces, commas, quotation marks and
hyphens between words.

All phrases of a table are looked for at once: they make one automaton over words (and single characters where words
have no spaces between them), whose states are worked out when a text first needs them. A phrase ends after 40 words at
the latest, so that looking takes time proportional to the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from graphmem.errors import ConfigurationError

LATIN = "a-z0-9\u00df-\u00f6\u00f8-\u024f"
"""Letters and digits of words with spaces between them, in folded text, for a character class."""
HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Chinese characters, for a character class."""
_TOKEN = re.compile(
    rf"\d+(?:[.,:]\d+)*(?![{LATIN}])|[{LATIN}]+|(?<=[{LATIN}])'[a-z]+|\n|[^\s,、\"'*_\-()\[\]“”「」『』《》]"
)
_BREAKS = frozenset("\n.!?;。…")
"""What no phrase reaches across."""
_NUMERALS = frozenset("〇零一二两三四五六七八九十百千万半几")
_WORDS_BETWEEN, _CHARACTERS_BETWEEN = 4, 8
_LONGEST = 40
"""Tokens of a phrase at most, gaps included."""
_STATES = 20_000
"""States that are remembered at most; ordinary text needs one or two thousand."""
_PREFIX = 3
"""A word that is cut short has at least so many letters: by them it is looked up."""
_REMEMBERED_CHARACTERS = 40
_REMEMBERED, _STEPS = 20_000, 500
"""Steps that the first state, and each other one, remembers at most; of the first also those that lead nowhere."""


@cache
def _simplified() -> dict[int, str]:
    lines = files("graphmem.rules").joinpath("simplified.txt").read_text(encoding="utf-8").splitlines()[1:]
    pairs = zip("".join(lines[::2]), "".join(lines[1::2]), strict=True)
    return {ord(old): new for old, new in pairs}


def plain(text: str) -> str:
    """`text` in the form in which phrases are looked for: NFKC, case folded, straight apostrophes, simplified.

    >>> plain("Don’t ＣＡＮＣＥＬ 訂單")
    "don't cancel 订单"
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("‘", "'")
    return folded.translate(_simplified())


Token = tuple[str, int, int]
"""A word, a number, or a character that is no letter between spaces; where it begins and where it ends."""


def tokens_of(folded: str) -> list[Token]:
    """The tokens of a text that `plain` has folded, without what phrases do not care about."""
    return [(match[0], *match.span()) for match in _TOKEN.finditer(folded)]


class Hit(NamedTuple):
    """A phrase of a group, found in a text."""

    name: str
    start: int
    end: int


class Phrases:
    """Named groups of phrases, looked for together."""

    def __init__(self, groups: Mapping[str, Iterable[str]]) -> None:
        """Put `groups`, name → phrases, into one automaton.

        Raises:
            ConfigurationError: a phrase cannot be read; names its group.
        """
        root = _Node()
        for name, texts in groups.items():
            for text in texts:
                for end in _Builder(name, text).build(root):
                    end.names[name] = None
        self._states: dict[tuple[int, ...], _State] = {}
        self._start = _State((root,))

    def hits(self, tokens: list[Token]) -> list[Hit]:
        """The phrases in a text of these tokens, of each group the longest one from each place."""
        found: list[Hit] = []
        begin, step = self._start.memory, self._step
        for place, token in enumerate(tokens):
            text = token[0]
            state = begin[text] if text in begin else step(self._start, text)
            if state is None:
                continue
            ends: dict[str, int] = {}
            for here in range(place + 1, min(place + _LONGEST, len(tokens)) + 1):
                for name in state.names:
                    ends[name] = tokens[here - 1][2]
                if state.last or here == len(tokens):
                    break
                text, memory = tokens[here][0], state.memory
                state = memory[text] if text in memory else step(state, text)
                if state is None:
                    break
            for name, end in ends.items():
                found.append(Hit(name, token[1], end))
        return found

    def _step(self, state: _State, token: str) -> _State | None:
        """The state after one more token, worked out from the nodes that `state` stands for."""
        after: dict[int, _Node] = {}
        if state.takes(token):
            for node in state.nodes:
                for following in node.after(token):
                    after[id(following)] = following
        reached: _State | None = None
        if after:
            key = tuple(sorted(after))
            reached = self._states.get(key)
            if reached is None:
                reached = _State(tuple(after.values()))
                if len(self._states) >= _STATES:
                    return reached
                self._states[key] = reached
        limit = _REMEMBERED if state is self._start else _STEPS if reached else 0
        if len(state.memory) < limit and len(token) <= _REMEMBERED_CHARACTERS:
            state.memory[token] = reached
        return reached


@dataclass(eq=False, slots=True)
class _Node:
    """A place inside phrases."""

    words: dict[str, list[_Node]] = field(default_factory=dict)
    prefixes: dict[str, list[tuple[str, _Node]]] = field(default_factory=dict)
    numbers: list[_Node] = field(default_factory=list)
    others: list[_Node] = field(default_factory=list)
    """Where any word leads that breaks no sentence."""
    names: dict[str, None] = field(default_factory=dict)
    """Groups of which a phrase ends here."""

    def after(self, token: str) -> list[_Node]:
        found = list(self.words.get(token, ()))
        if self.prefixes:
            found += [node for prefix, node in self.prefixes.get(token[:_PREFIX], ()) if token.startswith(prefix)]
        if self.numbers and _is_number(token):
            found += self.numbers
        if self.others and token not in _BREAKS:
            found += self.others
        return found


class _State:
    """The nodes in which a text can be at once."""

    __slots__ = ("_numbers", "_others", "_prefixes", "_words", "last", "memory", "names", "nodes")

    def __init__(self, nodes: tuple[_Node, ...]) -> None:
        self.nodes = nodes
        self.names = tuple(dict.fromkeys(name for node in nodes for name in node.names))
        self.memory: dict[str, _State | None] = {}
        self._words = {word for node in nodes for word in node.words}
        self._prefixes = {prefix for node in nodes for prefix in node.prefixes}
        self._numbers = any(node.numbers for node in nodes)
        self._others = any(node.others for node in nodes)
        self.last = not (self._words or self._prefixes or self._numbers or self._others)

    def takes(self, token: str) -> bool:
        """Whether there can be a state after `token`."""
        return (
            token in self._words
            or token[:_PREFIX] in self._prefixes
            or self._others
            or (self._numbers and _is_number(token))
        )


def _is_number(token: str) -> bool:
    return token in _NUMERALS or (token[0].isdigit() and token[-1].isdigit())


_ITEM = re.compile(
    rf"(?P<gap>\.\.\.)|(?P<number>\#)|(?P<word>[{LATIN}][{LATIN}']*)(?P<star>\*?)|(?P<other>[^\s()|?*#.{LATIN}]+)"
)


class _Builder:
    """Reads one phrase and adds it to the nodes.

    A part of a phrase is read from `_left`; it leads from some nodes to others. Parts that may be left out lead from
    a node to itself as well.
    """

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text
        self._left = plain(text).strip()
        self._latin = False

    def build(self, root: _Node) -> list[_Node]:
        """The nodes in which the phrase ends."""
        try:
            ends, certain = self._sequence([root])
            if self._left:
                raise ValueError(f"{self._left[:20]!r} means nothing there")
            if not certain or root in ends:
                raise ValueError("it has no word that must be there")
        except ValueError as error:
            raise ConfigurationError(
                f"The pattern {self._text!r} of the rule {self._name!r} cannot be read: {error}. A pattern is a "
                f'phrase such as "cancel* ... order", "(call|called) off" or "取消"; docs/gate.md describes them.'
            ) from None
        return ends

    def _sequence(self, nodes: list[_Node]) -> tuple[list[_Node], bool]:
        """Where `nodes` lead by what is left up to a `|` or `)`; and whether a word must be there."""
        certain = begun = False
        while self._left and self._left[0] not in "|)":
            if self._left.startswith("..."):
                if not begun:
                    raise ValueError("it begins with a gap")
                nodes = self._gap(nodes)
            elif self._left[0] == "(":
                ends, literal = self._choice(nodes)
                if self._left.startswith("?"):
                    self._left = self._left[1:]
                    nodes = list(dict.fromkeys([*nodes, *ends]))
                else:
                    nodes, certain = ends, certain or literal
            else:
                nodes, literal = self._single(nodes)
                certain = certain or literal
            begun = True
            self._left = self._left.lstrip()
        if not begun:
            raise ValueError("there is a choice without a word")
        return nodes, certain

    def _choice(self, nodes: list[_Node]) -> tuple[list[_Node], bool]:
        ends: dict[_Node, None] = {}
        certain = True
        shared = _Node()
        self._left = "|" + self._left[1:]
        while self._left.startswith("|"):
            self._left = self._left[1:].lstrip()
            if word := _ONE_WORD.match(self._left):
                self._left = self._left[word.end() :].lstrip()
                self._latin = True
                _link(nodes, word[0], shared)
                ends[shared] = None
                continue
            reached, literal = self._sequence(nodes)
            ends.update(dict.fromkeys(reached))
            certain = certain and literal
        if not self._left.startswith(")"):
            raise ValueError("a ( has no )")
        self._left = self._left[1:]
        return list(ends), certain

    def _gap(self, nodes: list[_Node]) -> list[_Node]:
        self._left = self._left[3:].lstrip()
        both_latin = self._latin and bool(re.match(rf"\(*[{LATIN}]", self._left))
        reached = list(nodes)
        for _ in range(_WORDS_BETWEEN if both_latin else _CHARACTERS_BETWEEN):
            between = _Node()
            for node in nodes:
                node.others.append(between)
            nodes = [between]
            reached.append(between)
        return reached

    def _single(self, nodes: list[_Node]) -> tuple[list[_Node], bool]:
        match = _ITEM.match(self._left)
        if match is None:
            raise ValueError(f"{self._left[:20]!r} means nothing there")
        self._left = self._left[match.end() :]
        self._latin = bool(match["word"])
        if match["number"]:
            number = _Node()
            number.numbers.append(number)  # 二十三 is three tokens
            for node in nodes:
                node.numbers.append(number)
            return [number], False
        if match["star"]:
            return [_cut_short(nodes, match["word"])], True
        for token in _TOKEN.findall(match[0]):
            following = _Node()
            _link(nodes, token, following)
            nodes = [following]
        return nodes, True


_ONE_WORD = re.compile(rf"[{LATIN}]+(?=\s*[|)])")


def _link(nodes: list[_Node], token: str, following: _Node) -> None:
    for node in nodes:
        node.words.setdefault(token, []).append(following)


def _cut_short(nodes: list[_Node], word: str) -> _Node:
    if len(word) < _PREFIX:
        raise ValueError(f"a word that is cut short has at least {_PREFIX} letters, not {word}*")
    following = _Node()
    for node in nodes:
        node.prefixes.setdefault(word[:_PREFIX], []).append((word, following))
    return following
