"""The first of the three tenancy nets: a query file that could reach another user's data does not load.

The argument, by induction over the graph. Every node and relationship carries `user_id`.

* Reading: whatever a pattern binds for the first time must be tied to `$user_id` right there: in its map, in its
  WHERE, or in the SEARCH that binds it; what a procedure yields is filtered at once. So a name in scope never holds
  a thing of another user, and using it again needs no further test.
* Walking: a created relationship joins two such nodes and carries `user_id`. So no relationship leads from one user
  to another, and the nameless nodes on a path are the user's.
* Writing: `user_id` is only ever written as `$user_id`.
* Asking the store: a node of the store's own labels may be looked for where it stands alone and has no name, so that
  nothing can be joined to it.

The check reads the query far enough to see exactly this, and refuses what it cannot read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from graphmem.store.clauses import Clause, cut
from graphmem.store.patterns import Element, Path, entries
from graphmem.store.scopes import ScopeReader
from graphmem.store.ties import (
    META_LABELS,
    check_uses_of_user_id,
    has_user_key,
    is_meta,
    is_symbol,
    is_tied,
    tied_names,
    uses_user,
)
from graphmem.store.tokens import Group, Item, Kind, Token, UnreadableError, line_of, split

STORE_REASON = "the schema and the encoder belong to the store, not to a user"
"""The reason a schema statement gives for running without a user."""

WITHOUT_TENANT: Mapping[str, str] = MappingProxyType(
    dict.fromkeys(
        (
            "schema.state",
            "schema.record_migration",
            "schema.claim_encoder",
            "schema.await_indexes",
            "schema.is_current",
            "schema.take_slot",
            "schema.mark_filling",
            "schema.switch_slots",
            "schema.release_slot",
        ),
        STORE_REASON,
    )
)
"""The only other queries that run for no user, and why. They touch nodes of `META_LABELS` and nothing else."""

OPERATOR_REASON = "it copies or checks the whole store, for its operator"
"""The reason an operator's query gives."""

OF_THE_OPERATOR = frozenset(
    {
        "doctor.chain_breaks",
        "doctor.chain_forks",
        "doctor.chain_leaves",
        "doctor.chain_order",
        "doctor.clock",
        "doctor.duplicates",
        "doctor.embeddings",
        "doctor.entity_counts",
        "doctor.event_labels",
        "doctor.event_names",
        "doctor.event_place",
        "doctor.event_session_id",
        "doctor.from_the_future",
        "doctor.indexes",
        "doctor.links_across",
        "doctor.links_unowned",
        "doctor.nodes_unowned",
        "doctor.not_analysed",
        "doctor.unfounded_facts",
        "doctor.owner_names",
        "doctor.server",
        "doctor.session_owner",
        "doctor.tenant_keys",
        "doctor.types",
        "doctor.user_missing",
        "embed.fact_users",
        "embed.users",
        "embed.waiting_fact_users",
        "embed.waiting_users",
        "export.nodes",
        "export.relationships",
        "export.users",
        "schema.vector_indexes",
        "semantic.outdated_users",
        "semantic.unconsumed_users",
        "semantic.waiting_users",
    }
)
"""The only queries that see all users. They read, and no code that serves a user runs them."""

# The procedures a query may call, and which of their columns hold things of all users.
_PROCEDURES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "db.index.fulltext.queryNodes": frozenset({"node"}),
        "db.index.fulltext.queryRelationships": frozenset({"relationship"}),
        "db.create.setNodeVectorProperty": frozenset(),
        "db.create.setRelationshipVectorProperty": frozenset(),
        "db.awaitIndexes": frozenset(),
    }
)


def check_tenancy(items: Sequence[Item]) -> None:
    """Refuse a query that runs for one user unless everything it touches is tied to `$user_id`.

    Raises:
        UnreadableError: the hole, or the part that cannot be read.
    """
    if not uses_user(items):
        raise UnreadableError(line_of(items, 1), "nothing here is tied to $user_id")
    check_uses_of_user_id(items)
    _Checker(is_tied, has_user_key, "$user_id").query(items, set())


def check_meta(items: Sequence[Item]) -> None:
    """Refuse a query that runs for no user unless it touches only nodes of `META_LABELS`.

    Raises:
        UnreadableError: the hole, or the part that cannot be read.
    """
    _Checker(is_meta, is_meta, f"one of the store's own labels ({', '.join(sorted(META_LABELS))})").query(items, set())


class _Checker(ScopeReader):
    def __init__(self, may_bind: Callable[[Element], bool], may_make: Callable[[Element], bool], tie: str) -> None:
        self._may_bind, self._may_make, self._tie = may_bind, may_make, tie
        self._is_for_user = may_bind is is_tied

    def check_patterns(self, paths: Sequence[Path], scope: set[str], tied: set[str]) -> None:
        everywhere = tied | {
            part.name
            for path in paths
            for part in path.parts
            if isinstance(part, Element) and part.name and self._may_bind(part)
        }
        for path in paths:
            self._check_path(path, scope, everywhere)

    def _check_path(self, path: Path, scope: set[str], tied: set[str]) -> None:
        """Refuse a node that is neither in scope nor tied. What is said outside a repeated path is not said inside."""
        tied = (set() if path.repeated else tied) | tied_names(path.where)
        tied |= {part.name for part in path.parts if isinstance(part, Element) and part.name and self._may_bind(part)}
        for index, part in enumerate(path.parts):
            if isinstance(part, Path):
                self._check_path(part, scope, tied)
            elif not part.is_node:
                if not self._is_for_user:
                    raise UnreadableError(part.line, "a query for no user walks no relationships")
            elif self._is_for_user and len(path.parts) == 1 and not part.name and is_meta(part):
                continue
            elif not (part.name in scope or part.name in tied or self._may_bind(part)):
                neighbours = (*path.parts[max(0, index - 1) : index], *path.parts[index + 1 : index + 2])
                if part.name or not any(self._is_tied_relationship(other, tied) for other in neighbours):
                    raise UnreadableError(part.line, f"{_described(part)} is not tied to {self._tie}")

    def _is_tied_relationship(self, part: Element | Path, tied: set[str]) -> bool:
        if isinstance(part, Path) or part.is_node:
            return False
        return self._may_bind(part) or part.name in tied

    def check_search(self, name: str, condition: Sequence[Item], line: int) -> set[str]:
        # Filtered only after the index has cut, a small user of a large store would get too few rows.
        if not self._is_for_user or name not in tied_names(condition):
            raise UnreadableError(line, f"this SEARCH does not filter inside the index by {name}.user_id = $user_id")
        return {name}

    def check_procedure(self, clause: Clause, following: Clause | None) -> None:
        call, parts = cut(clause.body, "YIELD", "WHERE")
        name = "".join(item.text for item in call if isinstance(item, Token))
        groups = [item for item in call if isinstance(item, Group)]
        if name not in _PROCEDURES or groups != [call[-1]]:
            raise UnreadableError(clause.line, f"{name or 'this'} is not among the procedures a query may call")
        if name.startswith("db.create."):
            _check_literal_key(name, split(groups[0].items, ","), clause.line)
        yielded = dict(_yielded(part, clause.line) for part in split(parts["YIELD"], ",")) if "YIELD" in parts else {}
        if not _PROCEDURES[name]:
            return
        things = {alias for column, alias in yielded.items() if column in _PROCEDURES[name]}
        tied = tied_names(parts.get("WHERE", ())) | _tied_right_after(following, things)
        if not self._is_for_user or not things or not things <= tied:
            raise UnreadableError(clause.line, f"what {name} yields is not filtered at once by user_id = $user_id")

    def check_created(self, clause: Clause, paths: Sequence[Path], scope: set[str]) -> None:
        elements = [element for path in paths for element in path.elements()]
        known = scope | {element.name for element in elements if element.is_node and self._may_make(element)}
        for element in elements:
            is_known = element.is_node and bool(element.name) and element.name in known
            if not (is_known or self._may_make(element)):
                raise UnreadableError(
                    element.line,
                    f"{clause.keyword} makes {_described(element)} without {self._tie} in its map or labels",
                )

    def check_set(self, clause: Clause) -> None:
        parts = split(clause.body, ",")
        for index, part in enumerate(parts):
            name, mark, key = (*part, None, None, None)[:3]
            if not (isinstance(name, Token) and name.is_name() and isinstance(mark, Token)):
                raise UnreadableError(line_of(part, clause.line), "write name.key = value, name += {…} or name:Label")
            if clause.keyword == "REMOVE" and isinstance(key, Token) and key.is_name("user_id"):
                raise UnreadableError(key.line, "user_id stays on everything; it is never removed")
            if mark.is_symbol(":") and not self._is_for_user:
                raise UnreadableError(mark.line, "a query for no user changes no labels")
            if not (mark.is_symbol(".") or mark.is_symbol(":")):
                self._check_whole_map(name.text, part, parts[index + 1 :], mark.line)

    def _check_whole_map(self, name: str, part: Sequence[Item], later: Sequence[Sequence[Item]], line: int) -> None:
        """`name += {…}` is safe when written out; else `name.user_id = $user_id` must put the user back afterwards."""
        value = part[2] if len(part) == 3 else None
        if is_symbol(part[1], "+=") and isinstance(value, Group) and value.opener == "{" and entries(value):
            return
        is_put_back = any(name in tied_names(item) for item in later)
        if not (self._is_for_user and is_put_back and (is_symbol(part[1], "+=") or is_symbol(part[1], "="))):
            raise UnreadableError(
                line,
                f"a whole map set on {name} could bring another user_id; write its keys out, or end this SET with "
                f"{name}.user_id = $user_id",
            )


def _described(element: Element) -> str:
    labels = "".join(item.text if isinstance(item, Token) else "(…)" for item in element.labels)
    text = f"{element.name}{':' if labels else ''}{labels}"
    return f"({text})" if element.is_node else f"[{text}]"


def _check_literal_key(name: str, arguments: Sequence[Sequence[Item]], line: int) -> None:
    key = arguments[1] if len(arguments) == 3 else ()
    if not (len(key) == 1 and isinstance(key[0], Token) and key[0].kind is Kind.STRING):
        raise UnreadableError(line, f"{name} takes the name of the property as a literal string")


def _yielded(part: Sequence[Item], line: int) -> tuple[str, str]:
    words = [item.text for item in part if isinstance(item, Token) and item.is_name()]
    if len(words) != len(part) or len(words) not in (1, 3):
        raise UnreadableError(line, "name what is yielded: YIELD node, score or YIELD node AS event")
    return words[0], words[-1]


def _tied_right_after(following: Clause | None, things: set[str]) -> set[str]:
    """What a WITH … WHERE right after the call ties, if it hands the things on as they are."""
    if following is None or following.keyword != "WITH":
        return set()
    head, parts = cut(following.body, "WHERE")
    handed_on = {item[0].text for item in split(head, ",") if len(item) == 1 and isinstance(item[0], Token)}
    return tied_names(parts.get("WHERE", ())) if things <= handed_on else set()
