"""Small queries for the tests of the store, made from text like those of the catalogue."""

from __future__ import annotations

from graphmem.store.contract import GlobalQuery, TenantQuery, parse


def tenant(statement: str, *, access: str = "read", params: str = "none", columns: str = "none") -> TenantQuery:
    """A tenant query; `params` and `columns` as in a header, parts joined by `; `."""
    found = parse("tests.tenant", _file("$user_id", access, params, columns, statement))
    assert isinstance(found, TenantQuery)
    return found


def schema(name: str, statement: str, *, params: str = "none") -> GlobalQuery:
    """A statement of a migration, such as `schema.m001_first.010_key`."""
    reason = "none — the schema and the encoder belong to the store, not to a user"
    found = parse(name, _file(reason, "schema", params, "none", statement))
    assert isinstance(found, GlobalQuery)
    return found


def _file(tenant: str, access: str, params: str, columns: str, statement: str) -> str:
    indent = "\n//          "
    return (
        f"// For a test.\n//\n// tenant:  {tenant}\n// access:  {access}\n"
        f"// params:  {params.replace('; ', indent)}\n// columns: {columns.replace('; ', indent)}\n"
        f"CYPHER 25\n{statement}\n"
    )
