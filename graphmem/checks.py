"""Checks at the border: ids, texts, zones and times that come from outside, and fields of models.

What is named `checked_…` raises an `InvalidInputError` with a sentence of its own; checks of fields raise `ValueError`
with what follows the name of the field in such a sentence.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from graphmem.config import DEEPEST_METADATA, LONGEST_CONTENT_CHARACTERS, LONGEST_ID_BYTES, LONGEST_METADATA_BYTES
from graphmem.errors import InvalidIdError, InvalidInputError, NaiveDatetimeError

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails


def storable(text: str) -> str:
    """`text`, when Neo4j can store it; raises `ValueError` like `short_text`."""
    if "\x00" in text:
        raise ValueError("holds a NUL character; remove it")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("holds half of a surrogate pair, which is not text; decode it properly first") from None
    return text


def checked_id(kind: str, value: object) -> str:
    """`value` as an id, or an `InvalidIdError` that names its `kind` ("user id")."""
    if not isinstance(value, str):
        raise InvalidIdError(kind=kind, reason=f"is {type(value).__name__}, not text")
    try:
        storable(value)
    except ValueError as error:
        raise InvalidIdError(kind=kind, reason=str(error)) from None
    if not value.strip():
        raise InvalidIdError(kind=kind, reason="is empty")
    if len(value.encode()) > LONGEST_ID_BYTES:
        raise InvalidIdError(kind=kind, reason=f"has more than {LONGEST_ID_BYTES:,} bytes")
    return value


def checked_text(text: object, what: str, longest: int) -> str:
    """`text`, or an `InvalidInputError` that says what is wrong with it."""
    if not isinstance(text, str):
        raise InvalidInputError(f"{what} is {type(text).__name__}, not text.")
    if not text.strip():
        raise InvalidInputError(f"{what} is empty. Give it some text.")
    if len(text) > longest:
        raise InvalidInputError(f"{what} has {len(text):,} characters; {longest:,} are the most.")
    try:
        return storable(text)
    except ValueError as error:
        raise InvalidInputError(f"{what} {error}.") from None


def checked_zone(time_zone: str) -> ZoneInfo:
    """The IANA time zone of that name, or an `InvalidInputError`."""
    if not isinstance(time_zone, str):
        raise InvalidInputError(f"A time zone is its IANA name, not {type(time_zone).__name__}.")
    try:
        return ZoneInfo(time_zone)
    except (KeyError, ValueError, OSError):
        raise InvalidInputError(
            f"There is no time zone {time_zone!r}. Use an IANA name such as 'Asia/Shanghai' or 'Europe/Berlin'."
        ) from None


def utc(moment: datetime, field: str) -> datetime:
    """`moment` in UTC, or an `InvalidInputError` that names the `field`."""
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise NaiveDatetimeError(field=field)
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise InvalidInputError(f"{field} lies outside the years 1 to 9999 in UTC.") from None


def localised(moment: datetime, field: str, zone: ZoneInfo | None) -> datetime:
    """`moment` in UTC; a naive one is read in `zone`, and refused without one."""
    return utc(moment.replace(tzinfo=zone) if moment.tzinfo is None and zone else moment, field)


def checked_time(moment: datetime, field: str) -> datetime:
    """`moment`, when something can have happened then; else an `InvalidInputError` that names the `field`.

    The first and the last year stand for open ends, and cannot be shown in every time zone.
    """
    if not 1 < moment.year < 9999:
        raise InvalidInputError(f"{field} lies outside the years 2 to 9998, so it cannot be a real time.")
    return moment


def short_text(text: str) -> str:
    """A text of at most 1,000 bytes that is not empty, for a field of a model.

    Raises:
        ValueError: it is none.
    """
    storable(text)
    if not text.strip():
        raise ValueError("is empty")
    if len(text.encode()) > LONGEST_ID_BYTES:
        raise ValueError(f"has more than {LONGEST_ID_BYTES:,} bytes")
    return text


def event_text(text: str) -> str:
    """The text of an event, for a field of a model; raises `ValueError` like `short_text`."""
    storable(text)
    if not text.strip():
        raise ValueError("is empty; an event needs some text")
    if len(text) > LONGEST_CONTENT_CHARACTERS:
        raise ValueError(
            f"has {len(text):,} characters, more than {LONGEST_CONTENT_CHARACTERS:,}; "
            f"store the document elsewhere and record an event that points to it"
        )
    return text


def json_map(value: Mapping[str, Any]) -> dict[str, Any]:
    """JSON of bounded size and depth, as it will come back; raises `ValueError` like `short_text`."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"is not JSON ({error}); use text, numbers, booleans, lists and maps") from None
    storable(text)
    if len(text.encode()) > LONGEST_METADATA_BYTES:
        raise ValueError(f"has more than {LONGEST_METADATA_BYTES:,} bytes as JSON")
    plain: dict[str, Any] = json.loads(text)  # as it will come back: keys are text
    if _depth(plain) > DEEPEST_METADATA:
        raise ValueError(f"is nested more than {DEEPEST_METADATA} deep")
    return plain


def _depth(value: object) -> int:
    """How deep lists and maps are nested in one another."""
    depth, level = 0, [value]
    while level:
        depth += 1
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return depth


def no_number(value: object) -> object:
    """A time as a number of seconds is refused: 5 would be a moment in 1970."""
    if isinstance(value, int | float) or (
        isinstance(value, str) and value.strip().lstrip("+-").replace(".", "", 1).isdigit()
    ):
        raise ValueError("is a number; write it as 2026-05-01T09:30:00+08:00")
    return value


def no_bytes(value: object) -> object:
    """`value`, unless it is bytes; raises `ValueError` like `short_text`."""
    if isinstance(value, bytes | bytearray):
        raise ValueError("is bytes; decode it to text first")
    return value


def one_or_many(value: object) -> object:
    """One text alone as a tuple of it."""
    return (value,) if isinstance(value, str) else value


def plain_reasons(error: ValidationError) -> str:
    """pydantic's complaints in a line for people, without the values (they may hold what must not be shown)."""
    return "; ".join(map(plain_reason, error.errors(include_input=False)))


def plain_reason(error: ErrorDetails) -> str:
    """One of pydantic's complaints for people."""
    return f"{'.'.join(map(str, error['loc'])) or 'it'} {_plain(error['type'], error['msg'])}"


def _plain(kind: str, message: str) -> str:
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is not a field of an episode (put it into metadata)"
    return (
        message.removeprefix("Value error, ").removeprefix("Input ").lower()
        if kind != "value_error"
        else (message.removeprefix("Value error, "))
    )
