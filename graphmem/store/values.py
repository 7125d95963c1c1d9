"""Values on their way to Neo4j and back: times, embeddings, lists and maps of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from enum import Enum
from typing import TYPE_CHECKING, cast

from neo4j.time import Date, DateTime
from neo4j.vector import Vector

from graphmem.errors import QueryContractError

if TYPE_CHECKING:
    import numpy as np

_GREATEST_INTEGER = 2**63 - 1
_AS_IS = frozenset({type(None), str, bool, float, bytes})
_PLAIN = _AS_IS | {int}


def to_store(value: object, where: str) -> object:
    """`value` as the driver takes it.

    Aware datetimes are sent in UTC, one-dimensional numpy arrays as vectors of 32-bit floats (a vector packs four
    times as fast as a list of floats and is half as long on the wire).

    Raises:
        QueryContractError: naming `where`, not the value: a naive datetime, an integer beyond 64 bits, or a type
            Neo4j does not know.
    """
    if isinstance(value, Enum):
        value = value.value
    if value is None or isinstance(value, str | bool | float | bytes):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, int):
        if abs(value) > _GREATEST_INTEGER:
            raise QueryContractError(f"{where} holds an integer beyond 64 bits, which Neo4j cannot store.")
        return value
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise QueryContractError(f"{where} holds a datetime without a time zone; make it aware first.")
        return value.astimezone(UTC)
    return _compound_to_store(value, where)


def _compound_to_store(value: object, where: str) -> object:
    if isinstance(value, Mapping):
        return {str(key): item if type(item) in _AS_IS else to_store(item, where) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [item if type(item) in _AS_IS else to_store(item, where) for item in value]
    if isinstance(value, date):
        return value
    if type(value).__module__ == "numpy":  # without importing numpy where nobody uses it
        return _numpy_to_store(cast("np.ndarray | np.generic", value), where)
    raise QueryContractError(f"{where} holds a {type(value).__name__}, which Neo4j cannot store.")


def _numpy_to_store(value: np.ndarray | np.generic, where: str) -> object:
    if value.ndim == 0:
        return to_store(value.item(), where)
    if value.ndim > 1 or value.dtype.kind != "f":
        raise QueryContractError(f"{where} holds an array that is not one row of floats; pass one row at a time.")
    return Vector(cast("np.ndarray", value.astype(">f4")).tobytes(), "f32")  # from bytes is three times as fast


def from_store(value: object, where: str) -> object:
    """`value` as the rooms take it: datetimes in UTC, plain lists and maps.

    Raises:
        QueryContractError: naming `where`: a node, a relationship or another type that a query should not return.
    """
    if value is None or isinstance(value, str | bool | int | float | bytes):
        return value
    if isinstance(value, DateTime):
        native = value.to_native()
        if native.tzinfo is None:
            raise QueryContractError(f"{where} is a datetime without a time zone; store and return ZONED DATETIME.")
        return native.astimezone(UTC)
    if isinstance(value, Date):
        return value.to_native()
    if isinstance(value, list):
        return [item if type(item) in _PLAIN else from_store(item, where) for item in value]
    if isinstance(value, dict):
        return {key: item if type(item) in _PLAIN else from_store(item, where) for key, item in value.items()}
    if isinstance(value, Vector):
        return value.to_native()
    raise QueryContractError(
        f"{where} is a {type(value).__name__}; return a map such as event {{.event_id, .content}} instead."
    )
