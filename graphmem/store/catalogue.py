"""The catalogue of query files: `query("episodic.nearest")` is `cypher/episodic/nearest.cypher`, checked."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypedDict

from graphmem.errors import QueryContractError
from graphmem.store.contract import Column, GlobalQuery, Query, TenantQuery, parse

_SUFFIX = ".cypher"


class ColumnDescription(TypedDict):
    name: str
    type: str
    description: str


class QueryDescription(TypedDict):
    """A query as `graphmem queries --json` prints it."""

    name: str
    summary: str
    description: str
    tenant: str
    access: str
    params: list[ColumnDescription]
    columns: list[ColumnDescription]
    order: str
    text: str


def cypher_folder() -> Traversable:
    """Where the query files are: inside the installed package, or beside it in a checkout."""
    package = files("graphmem")
    installed = package / "cypher"
    return installed if installed.is_dir() else Path(str(package)).parent / "cypher"


@cache
def query(name: str) -> TenantQuery | GlobalQuery:
    """The query of that dotted name.

    Raises:
        QueryContractError: there is no such file, or it breaks its contract.
    """
    folder, *rest = name.split(".")
    path = cypher_folder().joinpath(folder, *rest[:-1], rest[-1] + _SUFFIX) if rest else None
    if path is None or not path.is_file():
        raise QueryContractError(f"There is no query {name!r}: cypher/{name.replace('.', '/')}{_SUFFIX} is missing.")
    return parse(name, path.read_text(encoding="utf-8"))


def tenant_query(name: str) -> TenantQuery:
    """The query of that name, which must run as one user.

    Raises:
        QueryContractError: it is missing, breaks its contract, or runs for no user.
    """
    found = query(name)
    if not isinstance(found, TenantQuery):
        raise QueryContractError(f"The query {name} runs for no user; load it with global_query.")
    return found


def global_query(name: str) -> GlobalQuery:
    """The query of that name, which must be about the store itself.

    Raises:
        QueryContractError: it is missing, breaks its contract, or runs as a user.
    """
    found = query(name)
    if not isinstance(found, GlobalQuery):
        raise QueryContractError(f"The query {name} runs as a user; load it with tenant_query.")
    return found


def names() -> list[str]:
    """The dotted names of all query files, sorted."""
    return sorted(_names(cypher_folder(), ""))


def _names(folder: Traversable, prefix: str) -> list[str]:
    found: list[str] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _names(entry, f"{prefix}{entry.name}.")
        elif entry.name.endswith(_SUFFIX):
            found.append(prefix + entry.name.removesuffix(_SUFFIX))
    return found


def catalogue() -> dict[str, TenantQuery | GlobalQuery]:
    """Every query by its name, in the order of the names.

    Raises:
        QueryContractError: one of them breaks its contract.
    """
    return {name: query(name) for name in names()}


def describe() -> list[QueryDescription]:
    """Every query as plain data, in the order of the names."""
    return [_described(found) for found in catalogue().values()]


def _described(found: TenantQuery | GlobalQuery) -> QueryDescription:
    return QueryDescription(
        name=found.name,
        summary=found.summary,
        description=found.description,
        tenant=found.tenant,
        access=found.access,
        params=_columns(found.params),
        columns=_columns(found.columns),
        order=found.order,
        text=found.text,
    )


def _columns(columns: tuple[Column, ...]) -> list[ColumnDescription]:
    return [ColumnDescription(name=c.name, type=c.type, description=c.description) for c in columns]


__all__ = [
    "Query",
    "QueryDescription",
    "catalogue",
    "cypher_folder",
    "describe",
    "global_query",
    "names",
    "query",
    "tenant_query",
]
