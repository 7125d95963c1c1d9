"""Properties against cypher/schema/graph.toml: Community has no constraints on types."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TypedDict

from graphmem.evaluation.doctor.findings import Finding, Severity
from graphmem.store.catalogue import cypher_folder, global_query
from graphmem.store.connection import Database

_TYPES = global_query("doctor.types")
_SECONDS = 3600.0
_CHECKED_ELSEWHERE = frozenset({"user_id", "tenant_key", "name", "embedding", "embedding_b"})
"""Whether they are there; an embedding's type likewise."""


class _Described(TypedDict):
    types: dict[str, str]
    required: list[str]


@cache
def described() -> dict[str, _Described]:
    """Types and required properties by label or relationship type."""
    graph = tomllib.loads(cypher_folder().joinpath("schema", "graph.toml").read_text(encoding="utf-8"))
    found: dict[str, _Described] = {}
    for label, about in (graph["nodes"] | graph["relationships"]).items():
        properties = about.get("properties", {})
        found[label] = _Described(
            types={key: each["type"] for key, each in properties.items() if not key.startswith("embedding")},
            required=[
                key for key, each in properties.items() if not each.get("optional") and key not in _CHECKED_ELSEWHERE
            ],
        )
    return found


def type_findings(database: Database) -> list[Finding]:
    """A finding for every property that is missing or of another type somewhere.

    Raises:
        StoreError: one of its kinds, when Neo4j cannot do it.
    """
    rows = database.run(_TYPES, {"described": described()}, timeout=_SECONDS)
    return [_finding(row["label"], row["key"], row["found"], row["count"], {row["first"], row["last"]}) for row in rows]


def _finding(label: str, key: str, found: str, count: int, examples: set[str]) -> Finding:
    expected = described()[label]["types"][key]
    missing = found in ("NULL", "NOTHING")
    return Finding(
        check=f"property_{'missing' if missing else 'type'}",
        severity=Severity.ERROR,
        count=count,
        meaning=f"{label}.{key} is {'missing' if missing else found}, not {expected}; filters on it find nothing.",
        way_out=f"Set {label}.{key} to a {expected} in Neo4j Browser, or restore a backup.",
        examples=tuple(sorted(examples)),
    )
