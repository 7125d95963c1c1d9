"""The lossless format: one JSON object a line, each with its `kind`.

    {"kind": "graphmem-export", "format": 2, "graphmem": …, "exported_at": …, "encoder": {…}, "embeddings": true,
     "holds": ["events", "facts"], …}
    {"kind": "user",     "user_id": …, "properties": {…}}                         begins what belongs to the user
    {"kind": "session",  "user_id": …, "session_id": …, "properties": {…}}        by id
    {"kind": "event",    "user_id": …, "event_id": …, "labels": […], "properties": {…}}    by time
    {"kind": "link",     "user_id": …, "type": "CAUSED_BY", "event_id": …, "cause_id": …, "properties": {…}}
    {"kind": "evidence", "user_id": …, "event_id": …, "consumed_at": …, "awaits": …,
     "links": [{"type": "STATES", "object_id": …, "properties": {…}}]}            what facts have of an event, by time
    {"kind": "fact",     "user_id": …, "fact_id": …, "subject_id": …, "object_id": …, "properties": {…}}    by id
    {"kind": "entity",   "user_id": …, "entity_id": …, "properties": {…}}         that facts are about, by id
    {"kind": "check",    "user_id": …, "sessions": 2, "events": 9, "links": 3, "fingerprint": …, "facts": {…}}
    {"kind": "end",      "users": 1, "sessions": 2, "events": 9, "links": 3, …}   the file is complete

Properties are those of the node as stored, whatever they are; left out are those that only repeat the line
(`user_id`) or follow from it (`tenant_key`). What JSON lacks is a map with one key: `{"$time": "2026-05-01T…Z"}`,
`{"$date": …}`, `{"$float": "nan"}`, `{"$bytes": base64}`, and a list of 32-bit floats as `{"$f32": base64}`, little
end first. `HAS_SESSION`, `IN_SESSION` and `NEXT` follow from the sessions and times of the events and are not written,
`MENTIONS` from their texts. A file of format 1 has no facts: they are made of its events.
"""

from __future__ import annotations

import base64
import json
import math
import struct
from collections.abc import Mapping
from datetime import UTC, date, datetime

from graphmem.errors import InvalidInputError

FORMAT = 2
"""A reader refuses a file whose format is newer."""
HEADER = "graphmem-export"
EVENTS, FACTS = "events", "facts"
"""What a file may hold: `holds` in its first line."""
DERIVED_PROPERTIES = frozenset({"user_id", "tenant_key"})
"""Left out: the line says whose it is, and the key follows from that."""
DERIVED_TYPES = frozenset({"HAS_SESSION", "IN_SESSION", "NEXT"})
"""Relationships that follow from the properties of events."""
_LINE_ENDS = {ord(mark): f"\\u{ord(mark):04x}" for mark in "\u0085\u2028\u2029"}
_F32_FROM = 16
"""Lists of floats from this length on are packed, where that loses nothing."""


def line(kind: str, **fields: object) -> bytes:
    """A line of the file. What some readers take for the end of a line is escaped."""
    text = json.dumps({"kind": kind, **fields}, ensure_ascii=False, allow_nan=False)
    return text.translate(_LINE_ENDS).encode() + b"\n"


def written(properties: Mapping[str, object]) -> dict[str, object]:
    """Properties as a line has them, by name.

    Raises:
        InvalidInputError: one of them is of a type that this format does not know; names it.
    """
    kept = sorted(properties.items())
    return {key: _written(key, value) for key, value in kept if key not in DERIVED_PROPERTIES}


def read(properties: object) -> dict[str, object]:
    """Properties as they are stored, from those of a line.

    Raises:
        InvalidInputError: they are not what `written` makes.
    """
    if not isinstance(properties, dict):
        raise InvalidInputError("The line has no map 'properties'.")
    return {key: _read(key, value) for key, value in properties.items() if key not in DERIVED_PROPERTIES}


def _written(key: str, value: object) -> object:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"$float": repr(value)}
    if isinstance(value, datetime) and value.tzinfo is not None:
        return {"$time": value.astimezone(UTC).isoformat().replace("+00:00", "Z")}
    if isinstance(value, date) and not isinstance(value, datetime):
        return {"$date": value.isoformat()}
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, list):
        return _packed(value) or [_written(key, item) for item in value]
    raise InvalidInputError(f"The property {key!r} is a {type(value).__name__}, which an export cannot hold.")


def _packed(value: list[object]) -> dict[str, str] | None:
    """A long list of floats that are all 32-bit ones, such as an embedding."""
    if len(value) < _F32_FROM or not all(isinstance(item, float) and math.isfinite(item) for item in value):
        return None
    form = f"<{len(value)}f"
    try:
        packed = struct.pack(form, *value)
    except OverflowError:
        return None
    return {"$f32": base64.b64encode(packed).decode()} if list(struct.unpack(form, packed)) == value else None


def _read(key: str, value: object) -> object:
    if isinstance(value, list):
        return [_read(key, item) for item in value]
    if not isinstance(value, dict):
        return value
    try:
        return _unpacked(value)
    except (ValueError, TypeError, struct.error):  # binascii's error is a ValueError
        raise InvalidInputError(f"The property {key!r} cannot be read.") from None


def _unpacked(value: dict[str, object]) -> object:
    ((mark, text),) = value.items()
    if not isinstance(text, str):
        raise ValueError(mark)
    match mark:
        case "$time":
            moment = datetime.fromisoformat(text)
            if moment.tzinfo is None:
                raise ValueError(mark)
            return moment.astimezone(UTC)
        case "$date":
            return date.fromisoformat(text)
        case "$float":
            return float(text)
        case "$bytes":
            return base64.b64decode(text, validate=True)
        case "$f32":
            packed = base64.b64decode(text, validate=True)
            return list(struct.unpack(f"<{len(packed) // 4}f", packed))
    raise ValueError(mark)
