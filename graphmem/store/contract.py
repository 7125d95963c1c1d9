"""A query file: its header as a contract, its text, and whether the two agree.

    // A summary in one sentence.
    //
    // Why it is written so, where that is not obvious.
    //
    // tenant:  $user_id                  or: none — reason
    // access:  read                      or: write, schema
    // params:  $since  ZONED DATETIME  inclusive
    //          $k      INTEGER         rows wanted, at most
    // columns: event   MAP             the Event
    // order:   occurred_at, then event_id
    CYPHER 25
    …

`$user_id` of a tenant query is not among the params: `TenantStore` adds it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from graphmem.errors import QueryContractError
from graphmem.store.clauses import is_ordered, returned
from graphmem.store.tenancy import (
    OF_THE_OPERATOR,
    OPERATOR_REASON,
    STORE_REASON,
    WITHOUT_TENANT,
    check_meta,
    check_tenancy,
)
from graphmem.store.tokens import Kind, Token, UnreadableError, is_free, tokens, tree

Access = Literal["read", "write", "schema"]

_FIELDS = ("tenant", "access", "params", "columns", "order")
_FIELD = re.compile(rf"({'|'.join(_FIELDS)}):\s+(.*)")
_ROW = re.compile(r"(\$?[A-Za-z_][A-Za-z0-9_]*) {2,}([A-Z][A-Z<>| ]*?)(?: {2,}(.*))?")
_NO_TENANT = "none — "
_WRITING_WORDS = frozenset({"CREATE", "MERGE", "SET", "DELETE", "REMOVE", "FOREACH", "DROP", "INSERT"})
_WRITING_PROCEDURES = "db.create.set"
_SCHEMA_NAME = re.compile(r"schema\.(m[0-9]{3}_[a-z0-9_]+\.[0-9]{3}|slots\.(make|drop))_[a-z0-9_]+")


@dataclass(frozen=True)
class Column:
    """One parameter or one column of a query: its name, its Cypher type, and what it means."""

    name: str
    type: str
    description: str


@dataclass(frozen=True)
class Query:
    """One statement of the catalogue. Made by `parse` only."""

    name: str
    summary: str
    description: str
    access: Access
    params: tuple[Column, ...]
    columns: tuple[Column, ...]
    order: str
    text: str
    """The whole file."""
    statement: str
    """What is sent: the text without its header, so that nobody's query log fills up with comments."""

    @property
    def column_names(self) -> frozenset[str]:
        return frozenset(column.name for column in self.columns)

    @property
    def param_names(self) -> frozenset[str]:
        """The parameters a caller passes; `user_id` is not among them."""
        return frozenset(param.name for param in self.params)

    @property
    def checksum(self) -> str:
        """SHA-256 of what the statement says: comments and white space do not count."""
        words = "\x1f".join(f"{token.kind} {token.text}" for token in tokens(self.text))
        return hashlib.sha256(words.encode()).hexdigest()


@dataclass(frozen=True)
class TenantQuery(Query):
    """A query that runs as one user and touches nothing of another. `TenantStore.run` takes it."""

    @property
    def tenant(self) -> str:
        return "$user_id"


@dataclass(frozen=True)
class GlobalQuery(Query):
    """A query about the store itself, which holds no user's data. `Database.run` takes it."""

    reason: str = ""

    @property
    def tenant(self) -> str:
        return _NO_TENANT + self.reason


def parse(name: str, text: str) -> TenantQuery | GlobalQuery:
    """The query in a file, checked against its own header and for tenancy.

    Raises:
        QueryContractError: the header is incomplete or says something else than the text, or the text could reach
            the data of another user.
    """
    try:
        return _parse(name, text.replace("\r\n", "\n"))
    except UnreadableError as error:
        raise QueryContractError(f"The query {name} cannot be used: {error}.") from None


def _parse(name: str, text: str) -> TenantQuery | GlobalQuery:
    prose, fields, statement = _header(text)
    for required in ("tenant", "access"):
        if required not in fields:
            raise UnreadableError(1, f"the header has no line '{required}:'")
    summary, _, description = prose.partition("\n\n")
    if not summary:
        raise UnreadableError(1, "the header has no summary")
    access = _access(fields["access"])
    query = Query(
        name=name,
        summary=" ".join(summary.split()),
        description=description,
        access=access,
        params=_rows(fields.get("params", []), "params"),
        columns=_rows(fields.get("columns", []), "columns"),
        order=" ".join(" ".join(fields.get("order", [])).split()),
        text=text,
        statement=statement.strip(),
    )
    tenant = " ".join(fields["tenant"])
    _check(query, is_for_user=tenant == "$user_id")
    if tenant == "$user_id":
        return TenantQuery(**vars(query))
    return GlobalQuery(**vars(query), reason=_reason(name, access, tenant))


def _header(text: str) -> tuple[str, dict[str, list[str]], str]:
    """The prose and the fields of the comment at the top, and the text after it.

    A field is its lines, without the indentation.
    """
    prose: list[str] = []
    fields: dict[str, list[str]] = {}
    current: list[str] = prose
    lines = text.split("\n")
    height = next((index for index, line in enumerate(lines) if not line.startswith("//")), len(lines))
    for number, line in enumerate(lines[:height], start=1):
        content = line[2:].removeprefix(" ").rstrip()
        field = _FIELD.fullmatch(content)
        if field:
            if field[1] in fields:
                raise UnreadableError(number, f"a second line '{field[1]}:'")
            current = fields[field[1]] = [field[2].strip()]
        elif current is prose:
            prose.append(content)
        elif content.startswith("  "):
            current.append(content.strip())
        elif content:
            raise UnreadableError(number, f"the header may have {', '.join(_FIELDS)}; indent what continues a line")
    return "\n".join(prose).strip(), fields, "\n".join(lines[height:])


def _access(lines: Sequence[str]) -> Access:
    for access in get_args(Access):
        if [access] == list(lines):
            return access  # type: ignore[no-any-return]  # get_args gives the literals
    raise UnreadableError(1, "access is read, write or schema")


def _rows(lines: Sequence[str], field: str) -> tuple[Column, ...]:
    if list(lines) == ["none"]:
        return ()
    found: list[Column] = []
    for line in lines:
        row = _ROW.fullmatch(line)
        if row is None and found and not line.startswith("$"):  # the description goes on
            found[-1] = replace(found[-1], description=f"{found[-1].description} {line}".strip())
            continue
        if row is None or (field == "params") != row[1].startswith("$"):
            raise UnreadableError(1, f"{field}: cannot read {line!r}; put two spaces between name, TYPE and meaning")
        column = Column(row[1].removeprefix("$"), row[2].strip(), (row[3] or "").strip())
        if any(column.name == other.name for other in found):
            raise UnreadableError(1, f"{field} names {column.name} twice")
        found.append(column)
    return tuple(found)


def _reason(name: str, access: Access, tenant: str) -> str:
    expected = STORE_REASON if access == "schema" else WITHOUT_TENANT.get(name)
    if name in OF_THE_OPERATOR and access == "read":
        expected = OPERATOR_REASON
    if expected is None or tenant != _NO_TENANT + expected:
        raise UnreadableError(
            1, "tenant is $user_id, or 'none — reason' for the few names and reasons of WITHOUT_TENANT"
        )
    return expected


def _check(query: Query, *, is_for_user: bool) -> None:
    found = tokens(query.text)
    head = [(token.word(), token.text) for token in found[:2]]
    if head[:1] != [("CYPHER", found[0].text)] or head[1:] != [("", "25")]:
        raise UnreadableError(found[0].line if found else 1, "the statement begins with CYPHER 25")
    body = found[2:]
    if not body:
        raise UnreadableError(found[0].line, "there is no statement")
    for token in body:
        if token.is_symbol(";"):
            raise UnreadableError(token.line, "one statement a file, without a semicolon")
    _check_access(query, body)
    _check_params(query, body, is_for_user=is_for_user)
    if query.access == "schema":
        if is_for_user:
            raise UnreadableError(1, "a schema statement belongs to no user")
        return
    items = tree(body)
    if is_for_user:
        check_tenancy(items)
    elif query.name not in OF_THE_OPERATOR:
        check_meta(items)
    columns = returned(items)
    if sorted(columns) != sorted(query.column_names):
        raise UnreadableError(1, f"columns says {sorted(query.column_names)}, the text returns {sorted(columns)}")
    if query.order and not is_ordered(items) and query.order not in ("none", "one row"):
        raise UnreadableError(1, "order is promised, but the last RETURN has no ORDER BY; say none")


def _check_access(query: Query, body: Sequence[Token]) -> None:
    if query.access == "schema":
        if not _SCHEMA_NAME.fullmatch(query.name) or body[0].word() not in ("CREATE", "DROP"):
            raise UnreadableError(
                body[0].line, "schema statements create or drop, in a folder schema/mNNN_name/ or schema/slots/"
            )
        return
    text = "".join(token.text for token in body)
    writes = [token for index, token in enumerate(body) if _writes(body, index)]
    if query.access == "read" and (writes or _WRITING_PROCEDURES in text):
        line = writes[0].line if writes else 1
        raise UnreadableError(line, "access says read, but the text writes")
    if query.access == "write" and not writes and _WRITING_PROCEDURES not in text:
        raise UnreadableError(1, "access says write, but the text writes nothing; say read")


def _writes(body: Sequence[Token], index: int) -> bool:
    return body[index].word() in _WRITING_WORDS and is_free(body, index, ".:,&!")


def _check_params(query: Query, body: Sequence[Token], *, is_for_user: bool) -> None:
    used = {token.text: token.line for token in reversed(body) if token.kind is Kind.PARAMETER}
    if "user_id" in query.param_names or (not is_for_user and "user_id" in used):
        raise UnreadableError(used.get("user_id", 1), "$user_id is never declared; 'tenant: $user_id' stands for it")
    used.pop("user_id", None)
    for name, line in used.items():
        if name not in query.param_names:
            raise UnreadableError(line, f"${name} is used but not declared under params")
    for name in sorted(query.param_names - set(used)):
        raise UnreadableError(1, f"${name} is declared under params but never used")
