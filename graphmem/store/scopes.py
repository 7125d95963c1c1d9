"""A walk over a query, clause by clause, that knows which names are in scope where.

It follows names only; `tenancy` says what the patterns it meets must look like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from graphmem.store.clauses import ORDERING, REFUSED, Clause, branches, clauses, cut, projections
from graphmem.store.patterns import Path, looks_like_path, pattern_list, read_path
from graphmem.store.ties import is_symbol, tied_names
from graphmem.store.tokens import Group, Item, Kind, Token, UnreadableError, split

_SUBQUERIES = frozenset({"EXISTS", "COUNT", "COLLECT"})
# The words that join the operands of an expression. Any other word behind an operand would be a clause unknown here.
_CONNECTIVES = frozenset({"AND", "OR", "XOR", "NOT", "IN", "IS", "NULL", "STARTS", "ENDS", "WITH", "CONTAINS", "TYPED"})
_JOINING = _CONNECTIVES | {
    "WHEN",
    "THEN",
    "ELSE",
    "AS",
    "BY",
    "WHERE",
    "DISTINCT",
    "ASC",
    "DESC",
    "ASCENDING",
    "DESCENDING",
}


class ScopeReader:
    """Reads queries. Subclasses check what is read: patterns, procedures, and what is written."""

    def check_patterns(self, paths: Sequence[Path], scope: set[str], tied: set[str]) -> None:
        """Paths that are read where the names `scope` exist and a condition ties the names `tied` to the user."""
        raise NotImplementedError

    def check_search(self, name: str, condition: Sequence[Item], line: int) -> set[str]:
        """A SEARCH that binds `name` under `condition`; the names it ties to the user."""
        raise NotImplementedError

    def check_procedure(self, clause: Clause, following: Clause | None) -> None:
        """`CALL name(…) YIELD …`."""
        raise NotImplementedError

    def check_created(self, clause: Clause, paths: Sequence[Path], scope: set[str]) -> None:
        """The paths of a CREATE or MERGE."""
        raise NotImplementedError

    def check_set(self, clause: Clause) -> None:
        """A SET or REMOVE."""
        raise NotImplementedError

    def query(self, items: Sequence[Item], scope: set[str]) -> set[str]:
        """Read a query inside which the names `scope` exist; the names it returns."""
        columns: set[str] = set()
        for branch in branches(clauses(items)):
            columns = self._branch(branch, set(scope))
        return columns

    def _branch(self, branch: Sequence[Clause], scope: set[str]) -> set[str]:
        for index, clause in enumerate(branch):
            following = branch[index + 1] if index + 1 < len(branch) else None
            if clause.keyword in REFUSED:
                raise UnreadableError(clause.line, f"{clause.keyword} has no place here, nor is it a good name")
            if clause.keyword in ("RETURN", "FINISH"):
                if any(other.keyword not in ORDERING for other in branch[index + 1 :]):
                    raise UnreadableError(clause.line, f"{clause.keyword} must be the last clause")
                returned = self._project(clause, scope)
                for other in branch[index + 1 :]:
                    self.expression(other.body, scope | returned)
                return returned
            if clause.keyword == "CALL":
                self._call(clause, following, scope)
            else:
                _READERS[clause.keyword](self, clause, scope)
        return set()

    def match(self, clause: Clause, scope: set[str]) -> None:
        pattern, parts = cut(clause.body, "USING", "SEARCH", "SCORE", "WHERE")
        tied = tied_names(parts.get("WHERE", ()))
        if "SEARCH" in parts:
            name, condition = self._search(parts["SEARCH"], scope, clause.line)
            tied |= self.check_search(name, condition, clause.line)
        self._read_paths(pattern_list(pattern, clause.line), scope, tied)
        if "SCORE" in parts:
            scope.add(_alias(parts["SCORE"], clause.line))
        self.expression(parts.get("WHERE", ()), scope)

    def _search(self, items: Sequence[Item], scope: set[str], line: int) -> tuple[str, tuple[Item, ...]]:
        name, word, inside = items if len(items) == 3 else (None, None, None)
        if not (
            isinstance(name, Token) and isinstance(word, Token) and word.word() == "IN" and isinstance(inside, Group)
        ):
            raise UnreadableError(line, "write SEARCH name IN (VECTOR INDEX … FOR … WHERE … LIMIT …)")
        head, parts = cut(inside.items, "FOR", "WHERE", "LIMIT")
        if len(head) != 3 or not {"FOR", "LIMIT"} <= parts.keys():
            raise UnreadableError(inside.line, "write VECTOR INDEX name FOR … WHERE … LIMIT …")
        for part in parts.values():
            self.expression(part, scope | {name.text})
        return name.text, parts.get("WHERE", ())

    def _read_paths(self, paths: Sequence[Path], scope: set[str], tied: set[str]) -> None:
        self.check_patterns(paths, scope, tied)
        self._add_names(paths, scope)

    def _add_names(self, paths: Sequence[Path], scope: set[str]) -> None:
        scope |= {element.name for path in paths for element in path.elements() if element.name}
        scope |= {inner.name for path in paths for inner in path.paths() if inner.name}
        for path in paths:
            for inner in path.paths():
                self.expression(inner.where, scope)
            for element in path.elements():
                self.expression(element.where, scope)
                for value in (element.properties or {}).values():
                    self.expression(value, scope)

    def create(self, clause: Clause, scope: set[str]) -> None:
        paths = pattern_list(clause.body, clause.line)
        self.check_created(clause, paths, scope)
        self._add_names(paths, scope)

    def assign(self, clause: Clause, scope: set[str]) -> None:
        self.check_set(clause)
        self.expression(clause.body, scope)

    def project(self, clause: Clause, scope: set[str]) -> None:
        """WITH: from here on only its names are in scope."""
        names = self._project(clause, scope)
        _, parts = cut(clause.body, "WHERE")
        self.expression(parts.get("WHERE", ()), scope | names)
        scope.clear()
        scope |= names

    def _project(self, clause: Clause, scope: set[str]) -> set[str]:
        names: set[str] = set()
        for projection in projections(clause) if clause.body else []:
            if projection.name == "*":
                names |= scope
            else:
                self.expression(projection.expression, scope)
                names.add(projection.name)
        return names

    def unwind(self, clause: Clause, scope: set[str]) -> None:
        expression, parts = cut(clause.body, "AS")
        name = parts.get("AS", ())
        if not (len(name) == 1 and isinstance(name[0], Token) and name[0].is_name()):
            raise UnreadableError(clause.line, "write UNWIND list AS name")
        self.expression(expression, scope)
        scope.add(name[0].text)

    def let(self, clause: Clause, scope: set[str]) -> None:
        for item in split(clause.body, ","):
            name = item[0] if len(item) > 2 and is_symbol(item[1], "=") else None
            if not (isinstance(name, Token) and name.is_name()):
                raise UnreadableError(clause.line, "write LET name = expression")
            self.expression(item[2:], scope)
            scope.add(name.text)

    def plain(self, clause: Clause, scope: set[str]) -> None:
        self.expression(clause.body, scope)

    def foreach(self, clause: Clause, scope: set[str]) -> None:
        items = clause.body[0].items if len(clause.body) == 1 and isinstance(clause.body[0], Group) else ()
        head, *rest = split(items, "|")
        name, word = head[:2] if len(head) > 2 else (None, None)
        if not (rest and isinstance(name, Token) and isinstance(word, Token) and word.word() == "IN"):
            raise UnreadableError(clause.line, "write FOREACH (name IN list | SET …)")
        self.expression(head[2:], scope)
        self.query(items[len(head) + 1 :], scope | {name.text})

    def _call(self, clause: Clause, following: Clause | None, scope: set[str]) -> None:
        if not clause.body or isinstance(clause.body[0], Group):
            scope |= self._subquery(clause, scope)
            return
        self.check_procedure(clause, following)
        call, parts = cut(clause.body, "YIELD", "WHERE")
        self.expression(call, scope)
        scope |= {item[-1].text for item in split(parts.get("YIELD", ()), ",") if item and isinstance(item[-1], Token)}
        self.expression(parts.get("WHERE", ()), scope)

    def _subquery(self, clause: Clause, scope: set[str]) -> set[str]:
        groups = [item for item in clause.body if isinstance(item, Group)]
        if len(groups) != len(clause.body) or [group.opener for group in groups] != ["(", "{"]:
            raise UnreadableError(clause.line, "write a subquery as CALL (names) { … }, with nothing after it")
        imports, inside = groups
        names: set[str] = set()
        for part in split(imports.items, ",") if imports.items else []:
            name = part[0] if len(part) == 1 else None
            if not (isinstance(name, Token) and (name.is_symbol("*") or name.text in scope)):
                raise UnreadableError(clause.line, "CALL (…) takes names that are in scope")
            names |= scope if name.is_symbol("*") else {name.text}
        return self.query(inside.items, names)

    def expression(self, items: Sequence[Item], scope: set[str]) -> None:
        """Read the patterns and subqueries inside an expression."""
        _check_joined(items)
        index = 0
        while index < len(items):
            item = items[index]
            following = items[index + 1] if index + 1 < len(items) else None
            is_subquery = isinstance(item, Token) and item.word() in _SUBQUERIES
            if looks_like_path(items, index):
                index = self._pattern_in_expression(items, index, scope)
                continue
            if is_subquery and isinstance(following, Group) and following.opener == "{":
                self._inner_query(following, scope)
                index += 1
            elif isinstance(item, Group):
                self.expression(item.items, scope)
            index += 1

    def _pattern_in_expression(self, items: Sequence[Item], start: int, scope: set[str]) -> int:
        path, end = read_path(items, start)
        rest = split(items[end:], "|")[0]
        is_condition = bool(rest) and isinstance(rest[0], Token) and rest[0].word() == "WHERE"
        # In [(a)-->(b) WHERE … | …] the condition belongs to the pattern.
        self._read_paths([path], set(scope), tied_names(rest[1:]) if is_condition else set())
        return end

    def _inner_query(self, group: Group, scope: set[str]) -> None:
        if group.items and isinstance(group.items[0], Group):
            self.match(Clause("MATCH", group.items, group.line), set(scope))
        else:
            self.query(group.items, scope)


def _check_joined(items: Sequence[Item]) -> None:
    """Refuse two operands side by side, such as `1 INSERT (…)`."""
    for before, item in pairwise(items):
        ends_operand = isinstance(before, Group) or (before.kind is not Kind.SYMBOL and before.word() not in _JOINING)
        if not isinstance(item, Token) or item.kind is Kind.SYMBOL or item.word() in _JOINING:
            continue
        if ends_operand:
            raise UnreadableError(item.line, f"cannot read {item.text} here")


_READERS: Mapping[str, Callable[[ScopeReader, Clause, set[str]], None]] = MappingProxyType(
    {
        "MATCH": ScopeReader.match,
        "WITH": ScopeReader.project,
        "UNWIND": ScopeReader.unwind,
        "LET": ScopeReader.let,
        "CREATE": ScopeReader.create,
        "MERGE": ScopeReader.create,
        "SET": ScopeReader.assign,
        "REMOVE": ScopeReader.assign,
        "FOREACH": ScopeReader.foreach,
        **dict.fromkeys(("FILTER", "DELETE", *sorted(ORDERING)), ScopeReader.plain),
    }
)


def _alias(items: Sequence[Item], line: int) -> str:
    word, name = items if len(items) == 2 else (None, None)
    if not (isinstance(word, Token) and word.word() == "AS" and isinstance(name, Token) and name.is_name()):
        raise UnreadableError(line, "exactly one name belongs after AS")
    return name.text
