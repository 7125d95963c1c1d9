"""What ties a part of a query to one user: `user_id: $user_id` in a map, `x.user_id = $user_id` in a condition."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.store.clauses import KEYWORDS
from graphmem.store.patterns import Element
from graphmem.store.tokens import Group, Item, Kind, Token, UnreadableError, split, walk

META_LABELS = frozenset({"Encoder", "Migration"})
"""Labels of the store's own bookkeeping. Every other label belongs to a user."""

_USER = "user_id"
_MAY_FOLLOW = KEYWORDS | {"AND"}


def is_tied(element: Element) -> bool:
    """Whether a node or relationship is tied to the user by its own map or its own WHERE."""
    return has_user_key(element) or (bool(element.name) and element.name in tied_names(element.where))


def has_user_key(element: Element) -> bool:
    """Whether its map says `user_id: $user_id`."""
    return is_user_parameter((element.properties or {}).get(_USER, ()))


def is_meta(element: Element) -> bool:
    """Whether it is a node with exactly one label, one of `META_LABELS`."""
    labels = [item.text for item in element.labels if isinstance(item, Token) and item.is_name()]
    return element.is_node and len(labels) == len(element.labels) == 1 and labels[0] in META_LABELS


def is_user_parameter(value: Sequence[Item]) -> bool:
    """Whether an expression is `$user_id` and nothing else."""
    return (
        len(value) == 1 and isinstance(value[0], Token) and value[0].kind is Kind.PARAMETER and value[0].text == _USER
    )


def uses_user(items: Sequence[Item]) -> bool:
    """Whether `$user_id` stands anywhere in there."""
    return any(isinstance(item, Token) and is_user_parameter((item,)) for item in walk(items))


def tied_names(condition: Sequence[Item]) -> set[str]:
    """The variables a condition ties to the user: `x.user_id = $user_id`, on its own or joined by AND."""
    if any(isinstance(item, Token) and item.word() in ("OR", "XOR") for item in condition):
        return set()
    names = set()
    for part in split(condition, "AND"):
        sides = split(part, "=")
        if len(sides) == 2:
            left, right = sides if is_user_parameter(sides[1]) else (sides[1], sides[0])
            if is_user_parameter(right):
                names.add(_owner_of_user_id(left))
    return names - {""}


def _owner_of_user_id(side: Sequence[Item]) -> str:
    if len(side) == 3:
        name, dot, key = side
        if isinstance(name, Token) and isinstance(key, Token) and is_symbol(dot, ".") and key.is_name(_USER):
            return name.text if name.is_name() else ""
    return ""


def check_uses_of_user_id(items: Sequence[Item]) -> None:
    """Refuse a `user_id` that is written from, or compared with, anything but `$user_id`. Reading one is free.

    Raises:
        UnreadableError: at that place.
    """
    for group in (tuple(items), *(item.items for item in walk(items) if isinstance(item, Group))):
        for index, item in enumerate(group):
            if isinstance(item, Group):
                continue
            if item.kind is Kind.STRING and item.text[1:-1] == _USER:
                raise UnreadableError(item.line, "name user_id plainly, not in a string")
            if item.is_name(_USER) and not _is_right_use(group, index):
                raise UnreadableError(item.line, "user_id comes from $user_id and from nowhere else")


def _is_right_use(group: Sequence[Item], index: int) -> bool:
    before = group[index - 1] if index else None
    after = group[index + 1] if index + 1 < len(group) else None
    if isinstance(before, Token) and before.word() == "AS":
        return False
    if is_symbol(before, "."):
        if is_symbol(after, "="):
            return is_user_parameter(group[index + 2 : index + 3]) and _may_follow(group, index + 3)
        is_compared = index > 2 and is_symbol(group[index - 3], "=")
        return not is_compared or (index > 3 and is_user_parameter(group[index - 4 : index - 3]))
    if is_symbol(after, ":"):
        ends = index + 3 >= len(group) or is_symbol(group[index + 3], ",")
        return is_user_parameter(group[index + 2 : index + 3]) and ends
    return not is_symbol(after, "=")


def _may_follow(group: Sequence[Item], index: int) -> bool:
    """Whether the expression that ends before `index` ends for good: `$user_id + row.suffix` is not `$user_id`."""
    item = group[index] if index < len(group) else None
    if isinstance(item, Token):
        return item.word() in _MAY_FOLLOW or is_symbol(item, ",") or is_symbol(item, "|")
    return item is None


def is_symbol(item: Item | None, text: str) -> bool:
    """Whether it is that symbol."""
    return isinstance(item, Token) and item.is_symbol(text)
