"""Graph patterns as nodes and relationships: `(event:Event {user_id: $user_id})-[:NEXT*1..4]->(later …)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from graphmem.store.tokens import Group, Item, Kind, Token, UnreadableError, line_of, split

LONGEST_PATH = 100
"""The most repetitions a variable-length path or a quantifier may ask for."""

_ARROWS = (
    ("<", "-", "-", ">"),
    ("<", "-", "-"),
    ("-", "-", ">"),
    ("-", "-"),
)
_SELECTORS = frozenset(
    {
        "SHORTEST",
        "ALL",
        "ANY",
        "PATH",
        "PATHS",
        "GROUP",
        "GROUPS",
        "REPEATABLE",
        "DIFFERENT",
        "ELEMENTS",
        "RELATIONSHIPS",
    }
)


@dataclass(frozen=True, slots=True)
class Element:
    """A node or a relationship of a pattern.

    `labels` are the tokens of its label or type expression, `properties` the entries of its map (None without one),
    `where` what follows an inline WHERE.
    """

    name: str
    labels: tuple[Item, ...]
    properties: dict[str, tuple[Item, ...]] | None
    where: tuple[Item, ...]
    line: int
    is_node: bool


@dataclass(slots=True)
class Path:
    """Elements and nested paths in the order of the text. A `repeated` one stands under a quantifier."""

    name: str = ""
    parts: list[Element | Path] = field(default_factory=list)
    where: tuple[Item, ...] = ()
    repeated: bool = False

    def elements(self) -> Iterator[Element]:
        for part in self.parts:
            if isinstance(part, Path):
                yield from part.elements()
            else:
                yield part

    def paths(self) -> Iterator[Path]:
        yield self
        for part in self.parts:
            if isinstance(part, Path):
                yield from part.paths()


def pattern_list(items: Sequence[Item], line: int) -> list[Path]:
    """All paths of a MATCH, CREATE or MERGE, which are separated by commas.

    Raises:
        UnreadableError: anything in it that is no pattern.
    """
    found = []
    for part in split(items, ","):
        path, end = read_path(part, _skip_selectors(part))
        if end != len(part):
            raise UnreadableError(line_of(part[end:], line), "cannot read the rest of this pattern")
        found.append(path)
    return found


def _skip_selectors(items: Sequence[Item]) -> int:
    for index, item in enumerate(items):
        is_selector = isinstance(item, Token) and (item.word() in _SELECTORS or item.kind is Kind.NUMBER)
        if not is_selector:
            # `p = SHORTEST 2 (a)…`: the name comes first
            is_name = isinstance(item, Token) and item.is_name() and _is(items, index + 1, "=")
            if is_name and not _is_function(items, index + 2):
                skipped = _skip_selectors(items[index + 2 :])
                return index if skipped == 0 else index + 2 + skipped
            return index
    return len(items)


def _is_function(items: Sequence[Item], index: int) -> bool:
    return index < len(items) and isinstance(items[index], Token) and _group(items, index + 1, "(") is not None


def read_path(items: Sequence[Item], start: int) -> tuple[Path, int]:
    """The path that begins at `start`, and the index after it."""
    index = start
    name = ""
    first = items[index] if index < len(items) else None
    if isinstance(first, Token) and first.is_name() and _is(items, index + 1, "="):
        name, index = first.text, index + 2
    function = items[index] if index < len(items) else None
    if isinstance(function, Token) and function.word() in ("SHORTESTPATH", "ALLSHORTESTPATHS"):
        inside = _group(items, index + 1, "(")
        if inside is None:
            raise UnreadableError(function.line, f"a pattern belongs in {function.text}(…)")
        path = pattern_list(inside.items, function.line)[0]
        path.name = name
        return path, index + 2
    return _read_chain(items, index, name)


def _read_chain(items: Sequence[Item], index: int, name: str) -> tuple[Path, int]:
    path = Path(name=name)
    line = line_of(items[index:], line_of(items, 1))
    while True:
        group = _group(items, index, "(")
        if group is None:
            raise UnreadableError(line_of(items[index:], line), "expected a node in parentheses")
        part, index = _read_node_or_path(items, index, group)
        path.parts.append(part)
        relationship, after = _read_relationship(items, index)
        if relationship is not None:
            path.parts.append(relationship)
            index = after
        elif _group(items, index, "(") is None:  # two groups side by side are joined
            return path, index


def _read_node_or_path(items: Sequence[Item], index: int, group: Group) -> tuple[Element | Path, int]:
    inner = group.items
    named = len(inner) > 2 and isinstance(inner[0], Token) and inner[0].is_name() and _is(inner, 1, "=")
    if not inner or not (named or _group(inner, 0, "(") is not None):
        return _read_element(group, is_node=True), index + 1
    path, end = read_path(inner, 0)
    if end < len(inner):
        where = inner[end]
        if not (isinstance(where, Token) and where.word() == "WHERE"):
            raise UnreadableError(where.line, "cannot read this part of the pattern")
        path.where = tuple(inner[end + 1 :])
    after = _skip_quantifier(items, index + 1)
    path.repeated = after > index + 1
    return path, after


def _read_relationship(items: Sequence[Item], index: int) -> tuple[Element | None, int]:
    for arrow in _ARROWS:
        if all(_is(items, index + offset, symbol) for offset, symbol in enumerate(arrow)):
            line = items[index].line
            after = _skip_quantifier(items, index + len(arrow))
            return Element("", (), None, (), line, is_node=False), after
    start = index + 1 if _is(items, index, "<") else index
    group = _group(items, start + 1, "[")
    if not _is(items, start, "-") or group is None:
        return None, index
    if not _is(items, start + 2, "-"):
        raise UnreadableError(group.line, "a relationship ends with - or ->")
    after = start + 4 if _is(items, start + 3, ">") else start + 3
    return _read_element(group, is_node=False), _skip_quantifier(items, after)


def looks_like_path(items: Sequence[Item], index: int) -> bool:
    """Whether the parentheses at `index` of an expression are followed by the line of a relationship."""
    if _group(items, index, "(") is None:
        return False
    start = index + 2 if _is(items, index + 1, "<") else index + 1
    return _is(items, start, "-") and (_is(items, start + 1, "-") or _group(items, start + 1, "[") is not None)


def _read_element(group: Group, *, is_node: bool) -> Element:
    items = group.items
    index = 0
    name = ""
    first = items[0] if items else None
    # `WHERE` and `IS` are names too, so a name counts only where one can stand
    if isinstance(first, Token) and first.is_name() and first.word() not in ("WHERE", "IS"):
        name, index = first.text, 1
    labels, index = _read_labels(items, index)
    if not is_node:
        index = _skip_range(items, index)
    properties = None
    if index < len(items) and (bracket := _group(items, index, "{")) is not None:
        properties, index = entries(bracket), index + 1
    where: tuple[Item, ...] = ()
    rest = items[index] if index < len(items) else None
    if isinstance(rest, Token) and rest.word() == "WHERE":
        where = tuple(items[index + 1 :])
    elif rest is not None:
        raise UnreadableError(rest.line, "a pattern holds a name, labels, a literal map {…} and WHERE; this is neither")
    return Element(name, labels, properties, where, group.line, is_node)


def _read_labels(items: Sequence[Item], index: int) -> tuple[tuple[Item, ...], int]:
    first = items[index] if index < len(items) else None
    if not (isinstance(first, Token) and (first.is_symbol(":") or first.word() == "IS")):
        return (), index
    end = index + 1
    while end < len(items) and _is_of_labels(items[end]):
        end += 1
    return tuple(items[index + 1 : end]), end


def _is_of_labels(item: Item) -> bool:
    if isinstance(item, Group):
        return item.opener == "(" and all(_is_of_labels(inner) for inner in item.items)
    return (item.is_name() and item.word() != "WHERE") or (item.kind is Kind.SYMBOL and item.text in ":|&!%")


def entries(group: Group) -> dict[str, tuple[Item, ...]]:
    """The entries of a literal map `{key: value, …}`.

    Raises:
        UnreadableError: it is no literal map, or a key stands there twice.
    """
    found: dict[str, tuple[Item, ...]] = {}
    for entry in split(group.items, ",") if group.items else []:
        key = entry[0] if entry else None
        if not (isinstance(key, Token) and key.is_name() and _is(entry, 1, ":") and len(entry) > 2):
            raise UnreadableError(line_of(entry, group.line), "write the map out as {key: value, …}")
        if key.text in found:
            raise UnreadableError(key.line, f"{key.text} stands twice in this map")
        found[key.text] = entry[2:]
    return found


def _skip_range(items: Sequence[Item], index: int) -> int:
    """Past `*2..4`; refuses `*` and `*2..`."""
    if not _is(items, index, "*"):
        return index
    end = index + 1
    while end < len(items) and _is_of_range(items[end]):
        end += 1
    _check_bound(items[index + 1 : end], items[index].line)
    return end


def _is_of_range(item: Item) -> bool:
    return isinstance(item, Token) and (item.kind is Kind.NUMBER or item.is_symbol(".."))


def _check_bound(items: Sequence[Item], line: int) -> None:
    last = items[-1] if items else None
    if not (isinstance(last, Token) and last.kind is Kind.NUMBER and last.text.isdecimal()):
        raise UnreadableError(line, "this path is unbounded; give its greatest length as a number")
    if int(last.text) > LONGEST_PATH:
        raise UnreadableError(line, f"this path may have {last.text} steps; {LONGEST_PATH} is the most")


def _skip_quantifier(items: Sequence[Item], index: int) -> int:
    """Past `{1,4}`; refuses `+`, `*` and `{2,}`."""
    if _is(items, index, "+") or _is(items, index, "*"):
        raise UnreadableError(items[index].line, "this path is unbounded; write a quantifier such as {1,4}")
    group = _group(items, index, "{")
    if group is None:
        return index
    _check_bound(group.items, group.line)
    return index + 1


def _is(items: Sequence[Item], index: int, symbol: str) -> bool:
    item = items[index] if index < len(items) else None
    return isinstance(item, Token) and item.is_symbol(symbol)


def _group(items: Sequence[Item], index: int, opener: str) -> Group | None:
    item = items[index] if index < len(items) else None
    return item if isinstance(item, Group) and item.opener == opener else None
