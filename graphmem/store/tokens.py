"""Cypher as tokens, and the tokens as a tree of brackets: what the checks of the query files read.

Deliberately stricter than Neo4j: whatever could be read in two ways (Unicode escapes, names outside ASCII without
backticks, dynamic labels, a lone carriage return) is refused, since the checks must see exactly what Neo4j sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum


class UnreadableError(Exception):
    """A query file holds what its reader does not understand. Becomes a QueryContractError at the border."""

    def __init__(self, line: int, problem: str) -> None:
        self.line, self.problem = line, problem
        super().__init__(f"line {line}: {problem}")


class Kind(StrEnum):
    """What a token is."""

    NAME = "name"
    QUOTED = "quoted"
    PARAMETER = "parameter"
    STRING = "string"
    NUMBER = "number"
    SYMBOL = "symbol"


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a query. `text` is a name without backticks, a parameter without `$`, a string with its quotes."""

    kind: Kind
    text: str
    line: int

    def word(self) -> str:
        """The keyword this token may be, in upper case; "" if it cannot be one."""
        return self.text.upper() if self.kind is Kind.NAME else ""

    def is_name(self, text: str | None = None) -> bool:
        return self.kind in (Kind.NAME, Kind.QUOTED) and text in (None, self.text)

    def is_symbol(self, text: str) -> bool:
        return self.kind is Kind.SYMBOL and self.text == text


@dataclass(frozen=True, slots=True)
class Group:
    """What stands between two brackets, or between CASE and END. `opener` is `(`, `[`, `{` or `CASE`."""

    opener: str
    items: tuple[Item, ...]
    line: int


Item = Token | Group

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\n]+ | //[^\n]* | /\*.*?\*/)
    | (?P<string>'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*")
    | (?P<quoted>`(?:[^`]|``)+`)
    | (?P<parameter>\$[A-Za-z_][A-Za-z0-9_]*)
    | (?P<number>0x[0-9A-Fa-f]+ | [0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)
    | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<symbol><=|>=|<>|=~|\+=|\|\||\.\.|::|[-+*/%^<>=()\[\]{},.:;|&!])
    """,
    re.VERBOSE | re.DOTALL,
)
# Neo4j resolves \\uXXXX anywhere, in comments and names too, and may end a comment at a carriage return.
_AMBIGUOUS = re.compile(r"\\[uU]|\r")
_CLOSERS = {")": "(", "]": "[", "}": "{"}


def tokens(text: str) -> list[Token]:
    """The tokens of `text`, without white space and comments.

    Raises:
        UnreadableError: a character that could be read in more than one way, or not at all.
    """
    text = text.replace("\r\n", "\n")
    if ambiguous := _AMBIGUOUS.search(text):
        line = text.count("\n", 0, ambiguous.start()) + 1
        raise UnreadableError(line, "a Unicode escape or a lone carriage return; write the character itself")
    found: list[Token] = []
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise UnreadableError(line, f"cannot read {text[position : position + 10]!r}")
        whole = match.group()
        if match.lastgroup != "space":
            found.append(_token(match.lastgroup or "", whole, line))
        line += whole.count("\n")
        position = match.end()
    return found


def _token(group: str, whole: str, line: int) -> Token:
    if group == "quoted":
        return Token(Kind.QUOTED, whole[1:-1].replace("``", "`"), line)
    if group == "parameter":
        return Token(Kind.PARAMETER, whole[1:], line)
    return Token(Kind(group), whole, line)


def tree(flat: Sequence[Token]) -> tuple[Item, ...]:
    """`flat` with every bracketed part, and every CASE … END, as one `Group`.

    Raises:
        UnreadableError: brackets do not match.
    """
    open_groups: list[tuple[str, int, list[Item]]] = [("", 1, [])]
    for index, token in enumerate(flat):
        closes = _closes(flat, index)
        if _opens(flat, index):
            open_groups.append((token.text.upper(), token.line, []))
        elif closes:
            opener, line, items = open_groups.pop()
            if opener != closes:
                raise UnreadableError(token.line, f"{token.text} closes nothing that is open")
            open_groups[-1][2].append(Group(opener, tuple(items), line))
        else:
            open_groups[-1][2].append(token)
    opener, line, items = open_groups.pop()
    if open_groups:
        raise UnreadableError(line, f"{opener} is never closed")
    return tuple(items)


def _opens(flat: Sequence[Token], index: int) -> bool:
    token = flat[index]
    return (token.kind is Kind.SYMBOL and token.text in "([{") or (token.word() == "CASE" and is_free(flat, index))


def _closes(flat: Sequence[Token], index: int) -> str:
    token = flat[index]
    if token.word() == "END" and is_free(flat, index):
        return "CASE"
    return _CLOSERS.get(token.text, "") if token.kind is Kind.SYMBOL else ""


def is_free(flat: Sequence[Item], index: int, never_after: str = ".") -> bool:
    """Whether the word at `index` can be a keyword: it is no map key, no alias, and not after such a symbol."""
    before = flat[index - 1] if index else None
    after = flat[index + 1] if index + 1 < len(flat) else None
    if isinstance(before, Token) and (
        before.word() == "AS" or (before.kind is Kind.SYMBOL and before.text in never_after)
    ):
        return False
    return not (isinstance(after, Token) and after.is_symbol(":"))


def walk(items: Sequence[Item]) -> Iterator[Item]:
    """Every item of a tree, outer before inner, in the order of the text."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from walk(item.items)


def split(items: Sequence[Item], separator: str) -> list[tuple[Item, ...]]:
    """The parts of `items` between the symbols or keywords `separator` at this depth."""
    parts: list[list[Item]] = [[]]
    for item in items:
        if isinstance(item, Token) and (item.is_symbol(separator) or item.word() == separator):
            parts.append([])
        else:
            parts[-1].append(item)
    return [tuple(part) for part in parts]


def line_of(items: Sequence[Item], default: int) -> int:
    return items[0].line if items else default
