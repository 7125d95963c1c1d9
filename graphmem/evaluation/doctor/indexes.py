"""Indexes and constraints against the migrations that make them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.errors import SchemaError
from graphmem.evaluation.doctor.findings import Finding, Severity
from graphmem.models import EncoderIdentity
from graphmem.store.catalogue import global_query
from graphmem.store.connection import Database, Row
from graphmem.store.contract import GlobalQuery
from graphmem.store.schema import INDEX_SECONDS, Migration, in_slot, vector_options

_INDEXES = global_query("doctor.indexes")
_AWAIT = global_query("schema.await_indexes")
_DROP = {
    "event_chain": global_query("schema.slots.drop_event_chain"),
    "event_time": global_query("schema.slots.drop_event_time"),
    "event_text_english": global_query("schema.slots.drop_event_text_english"),
    "event_text_cjk": global_query("schema.slots.drop_event_text_cjk"),
    "event_embedding": global_query("schema.slots.drop_event_embedding"),
    "event_embedding_b": global_query("schema.slots.drop_event_embedding_b"),
    "fact_embedding": global_query("schema.slots.drop_fact_embedding"),
    "fact_embedding_b": global_query("schema.slots.drop_fact_embedding_b"),
}

_HEAD = re.compile(
    r"CREATE\s+(CONSTRAINT|RANGE INDEX|FULLTEXT INDEX|VECTOR INDEX)\s+(\w+)\s+IF NOT EXISTS\s+FOR\s+"
    r"(?:\(\)-)?[(\[]\w+:(\w+)[)\]](?:-\(\))?\s+(.*)", re.DOTALL,
)  # fmt: skip
_PROPERTY = re.compile(r"(?<![`\w])\w+\.(\w+)")
_ANALYZER = re.compile(r"`fulltext\.analyzer`:\s*'(\w+)'")


@dataclass(frozen=True)
class Expected:
    """An index, or the constraint it belongs to, as a statement makes it."""

    name: str
    kind: str
    label: str
    properties: tuple[str, ...]
    is_constraint: bool
    config: Mapping[str, object]
    """The options that matter."""
    make: GlobalQuery


def expected(applied: Sequence[Migration], encoder: EncoderIdentity | None, vector_index: str) -> list[Expected]:
    """What those migrations made, with the vector indexes of the active slot.

    Raises:
        SchemaError: a statement that cannot be read, which is a fault of graphmem.
    """
    found = []
    for migration in applied:
        for statement in migration.statements:
            is_vector = "vector_options" in statement.param_names
            if not is_vector or encoder is not None:
                found.append(_read(in_slot(statement, vector_index) if is_vector else statement, encoder))
    return found


def _read(statement: GlobalQuery, encoder: EncoderIdentity | None) -> Expected:
    match = _HEAD.search(statement.statement)
    if match is None:
        raise SchemaError(f"The statement {statement.name} makes no index that can be compared.")
    kind, name, label, rest = match.groups()
    definition, _, options = rest.partition("OPTIONS")
    config: dict[str, object] = {}
    if analyzer := _ANALYZER.search(options):
        config["fulltext.analyzer"] = analyzer[1]
    if kind == "VECTOR INDEX" and encoder is not None:
        wanted = vector_options(encoder)["indexConfig"]
        config |= wanted if isinstance(wanted, dict) else {}
    return Expected(
        name=name,
        kind="RANGE" if kind == "CONSTRAINT" else kind.split()[0],
        label=label,
        properties=tuple(_PROPERTY.findall(definition)),
        is_constraint=kind == "CONSTRAINT",
        config=config,
        make=statement,
    )


@dataclass(frozen=True)
class IndexFound:
    """A finding about one index, with what `--fix` makes."""

    finding: Finding
    index: Expected
    is_there: bool


def index_findings(wanted: Sequence[Expected], rows: Sequence[Row]) -> list[IndexFound]:
    """What is wrong with the indexes, from the rows of `doctor.indexes`. Indexes of others are none of ours."""
    there = {row["name"]: row for row in rows}
    found = []
    for index in wanted:
        row = there.get(index.name)
        for check, meaning in _problems(index, row):
            can_drop = _drop(index) is not None
            found.append(
                IndexFound(_finding(check, meaning, index, fixable=row is None or can_drop), index, row is not None)
            )
    return found


def read_indexes(database: Database) -> list[Row]:
    """All indexes of the store.

    Raises:
        StoreError: one of its kinds, when Neo4j cannot do it.
    """
    return database.run(_INDEXES)


def remake(database: Database, found: IndexFound, encoder: EncoderIdentity | None) -> None:
    """Make the index, after dropping one of the name, and wait until it is filled.

    Raises:
        StoreConflictError: a constraint does not hold for what is in the store.
        StoreError: one of its other kinds, when Neo4j cannot do it.
    """
    drop = _drop(found.index)
    if found.is_there and drop is not None:
        database.run(drop, timeout=INDEX_SECONDS)
    make = found.index.make
    options = {"vector_options": vector_options(encoder)} if encoder and "vector_options" in make.param_names else {}
    database.run(make, options, timeout=INDEX_SECONDS)
    database.run(_AWAIT, {"seconds": INDEX_SECONDS}, timeout=INDEX_SECONDS + 30)


def _problems(index: Expected, row: Row | None) -> Iterator[tuple[str, str]]:
    what = "constraint" if index.is_constraint else "index"
    if row is None:
        yield "index_missing", f"The {what} {index.name} is missing; what it serves is slow, wrong or refused."
    elif row["state"] == "FAILED":
        yield "index_failed", f"The {what} {index.name} has failed; Neo4j's logs say why."
    elif differs := ", ".join(_differences(index, row)):
        yield "index_differs", f"The {what} {index.name} is not the one this graphmem makes ({differs})."
    elif row["state"] != "ONLINE":
        yield (
            "index_not_online",
            f"The {what} {index.name} is {row['state']} at {row['percent']:.0f} %. One that stays so for minutes is "
            f"stuck.",
        )


def _differences(index: Expected, row: Row) -> Iterator[str]:
    if row["kind"] != index.kind:
        yield f"{row['kind']} instead of {index.kind}"
    if row["labels"] != [index.label] or tuple(row["properties"]) != index.properties:
        yield f"over {row['labels']} {row['properties']}"
    if index.is_constraint and row["constraint"] is None:
        yield "not unique"
    config: Mapping[str, Any] = row["config"] or {}
    for name, value in index.config.items():
        if str(config.get(name)).lower() != str(value).lower():
            yield f"{name} {config.get(name)} instead of {value}"


def _finding(check: str, meaning: str, index: Expected, *, fixable: bool) -> Finding:
    way_out = (
        "Run `graphmem doctor --fix`: it makes it from the schema."
        if fixable
        else f"Drop {index.name} in Neo4j Browser, then run `graphmem doctor --fix`, which makes it."
    )
    return Finding(check, Severity.ERROR, 1, meaning, way_out, (index.name,), fixable)


def _drop(index: Expected) -> GlobalQuery | None:
    return _DROP.get(index.name)
