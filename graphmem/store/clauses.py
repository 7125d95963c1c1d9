"""A query as clauses: MATCH …, WITH …, RETURN …, and the parts of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.store.tokens import Item, Token, UnreadableError, is_free, line_of, split

READING = frozenset({"MATCH", "UNWIND", "WITH", "RETURN", "CALL", "LET", "FILTER", "FINISH", "UNION"})
WRITING = frozenset({"CREATE", "MERGE", "SET", "REMOVE", "DELETE", "FOREACH"})
ORDERING = frozenset({"ORDER", "SKIP", "OFFSET", "LIMIT"})
# Clauses that exist in Cypher but have no place in a query file. They are named so that they start a clause (and are
# refused there) instead of passing for a variable in the clause before.
REFUSED = frozenset({"USE", "LOAD", "FOR", "INSERT", "NEXT", "SHOW", "TERMINATE", "WHEN"}) | {
    *("DROP", "ALTER", "START", "STOP", "GRANT", "DENY", "REVOKE", "RENAME", "ENABLE", "DRYRUN", "DEALLOCATE")
}
_STARTS = READING | WRITING | ORDERING | REFUSED
_PREFIXES = {"OPTIONAL": {"MATCH", "CALL"}, "DETACH": {"DELETE"}, "NODETACH": {"DELETE"}}
KEYWORDS = _STARTS | _PREFIXES.keys() | {"ON"}
"""The words that can begin a clause."""
_NEVER_AFTER = ".:,&!|"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its keyword, and what follows up to the next clause."""

    keyword: str
    body: tuple[Item, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Projection:
    """One item of WITH or RETURN: the expression and the name it gets; `*` stands for everything in scope."""

    expression: tuple[Item, ...]
    name: str


def clauses(items: Sequence[Item]) -> list[Clause]:
    """The clauses of one query or subquery, in order.

    Raises:
        UnreadableError: it does not begin with a clause.
    """
    starts = [index for index in range(len(items)) if _starts_clause(items, index)]
    if not starts or starts[0] != _skip_prefix(items, 0):
        raise UnreadableError(line_of(items, 1), "expected a clause such as MATCH or RETURN")
    found = []
    for position, start in enumerate(starts):
        keyword = items[start]
        end = starts[position + 1] if position + 1 < len(starts) else len(items)
        while end < len(items) and end - 1 > start and _is_prefix(items, end - 1):
            end -= 1
        found.append(Clause(_word(keyword), tuple(items[start + 1 : end]), keyword.line))
    return found


def _word(item: Item | None) -> str:
    return item.word() if isinstance(item, Token) else ""


def _skip_prefix(items: Sequence[Item], index: int) -> int:
    return index + 1 if items and _is_prefix(items, index) else index


def _is_prefix(items: Sequence[Item], index: int) -> bool:
    following = _word(items[index + 1]) if index + 1 < len(items) else ""
    word = _word(items[index])
    if word == "ON":  # MERGE … ON CREATE SET …: the SET is the clause, and CREATE no clause at all
        return following in ("CREATE", "MATCH")
    if word in ("CREATE", "MATCH"):
        return index > 0 and _word(items[index - 1]) == "ON" and following == "SET"
    return following in _PREFIXES.get(word, ())


def _starts_clause(items: Sequence[Item], index: int) -> bool:
    word = _word(items[index])
    if word not in _STARTS or not is_free(items, index, _NEVER_AFTER):
        return False
    before = _word(items[index - 1]) if index else ""
    if word == "WITH" and before in ("STARTS", "ENDS"):
        return False
    return not (word in ("CREATE", "MATCH") and before == "ON" and _is_prefix(items, index))


def cut(items: Sequence[Item], *words: str) -> tuple[tuple[Item, ...], dict[str, tuple[Item, ...]]]:
    """What stands before the first of the keywords `words`, and what follows each of them.

    Raises:
        UnreadableError: one of them stands there twice.
    """
    parts: dict[str, list[Item]] = {"": []}
    current = ""
    for index, item in enumerate(items):
        word = _word(item)
        if word in words and is_free(items, index, _NEVER_AFTER):
            if word in parts and word != "USING":  # two hints are common
                raise UnreadableError(item.line, f"a second {word} in one clause")
            current = word
            parts.setdefault(current, [])
        else:
            parts[current].append(item)
    head = tuple(parts.pop(""))
    return head, {word: tuple(part) for word, part in parts.items()}


def projections(clause: Clause) -> list[Projection]:
    """The items of a WITH or RETURN.

    Raises:
        UnreadableError: an expression without a name, or more than one thing after AS.
    """
    head, _ = cut(clause.body, "WHERE")
    if head and _word(head[0]) == "DISTINCT":
        head = head[1:]
    return [_projection(item, clause) for item in split(head, ",")]


def _projection(item: tuple[Item, ...], clause: Clause) -> Projection:
    for index, token in enumerate(item):
        if _word(token) == "AS" and index > 0:
            alias = item[index + 1 :]
            if len(alias) != 1 or not (isinstance(alias[0], Token) and alias[0].is_name()):
                raise UnreadableError(token.line, "exactly one name belongs after AS")
            return Projection(item[:index], alias[0].text)
    if len(item) == 1 and isinstance(item[0], Token) and (item[0].is_name() or item[0].is_symbol("*")):
        return Projection(item, item[0].text)
    raise UnreadableError(line_of(item, clause.line), f"give every expression after {clause.keyword} a name with AS")


def branches(found: Sequence[Clause]) -> list[list[Clause]]:
    """The queries that UNION joins."""
    parts: list[list[Clause]] = [[]]
    for clause in found:
        if clause.keyword == "UNION":
            if any(_word(item) not in ("ALL", "DISTINCT") for item in clause.body):
                raise UnreadableError(clause.line, "only ALL or DISTINCT belongs after UNION")
            parts.append([])
        else:
            parts[-1].append(clause)
    return parts


def returned(items: Sequence[Item]) -> tuple[str, ...]:
    """The columns of a whole statement: the names after its last RETURN; none when it returns nothing.

    Raises:
        UnreadableError: `RETURN *`, whose columns nobody can read off.
    """
    last = [clause for clause in branches(clauses(items))[0] if clause.keyword == "RETURN"]
    if not last:
        return ()
    names = tuple(projection.name for projection in projections(last[-1]))
    if "*" in names:
        raise UnreadableError(last[-1].line, "RETURN * hides the columns; name them")
    return names


def is_ordered(items: Sequence[Item]) -> bool:
    """Whether the rows of the statement come in an order of its own."""
    found = clauses(items)
    after = [clause.keyword for clause in found]
    return "RETURN" in after and "ORDER" in after[len(after) - after[::-1].index("RETURN") :]
