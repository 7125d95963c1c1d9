"""Redaction of JSON: every string and key, numbers that are cards or ids, and values whose key says what they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from graphmem.language.redaction.result import (
    API_KEY,
    BANK_CARD,
    EMAIL,
    NATIONAL_ID,
    PASSWORD,
    PHONE,
    PRIVATE_KEY,
    Redacted,
    RedactedJson,
    placeholder,
)
from graphmem.language.redaction.rules import rules
from graphmem.language.redaction.values import HAN
from graphmem.language.redaction.view import plain

_PLACEHOLDER = re.compile(r"(?:[A-Za-z]{1,20} )?\[[A-Z][A-Z0-9_]{0,40}\](?:_\d+)?")
_PLACES = re.compile(r"\[[A-Z][A-Z0-9_]{0,40}\](?:_\d+)?")
_WORDS = re.compile(rf"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[{HAN}]+")
_NAME_KEYS = ("name", "key", "field", "header", "param", "variable")
_VALUE_KEYS = ("value", "val", "content", "data")
_FLAG = re.compile(r"--?([A-Za-z][\w-]{1,40})")
_SMALLEST_ID = 10**11
"""Numbers below it are neither cards nor ids of China."""
_CONTACTS = (EMAIL, PHONE)
_DIGITS_OF = {NATIONAL_ID: 6, BANK_CARD: 12, PHONE: 7, API_KEY: 10, PRIVATE_KEY: 10}
"""A number under such a key counts from so many digits on: `token: 4096` is none."""


@cache
def _types() -> dict[str, str]:
    return {name.replace(" ", ""): type for type, names in rules()["fields"].items() for name in names}


def field_type(key: str) -> str | None:
    """What a key says that its value is: `dbPassword`, `DB_PASSWORD` and 密码 a password; None for other keys.

    The last words of the key decide: `password_policy` and `max_tokens` say something else.

    >>> field_type("dbPassword"), field_type("X-Api-Key"), field_type("token_count")
    ('password', 'api_key', None)
    """
    if len(key) > 100:
        return None
    words = [word.lower() for word in _WORDS.findall(plain(key))]
    for length in range(min(len(words), 4), 0, -1):
        if type := _types().get("".join(words[-length:])):
            return type
    return None


class JsonRedaction:
    """One walk through a JSON value."""

    def __init__(self, redact: Callable[[str], Redacted], *, contacts: bool) -> None:
        self._redact = redact
        self._contacts = contacts
        self._types: list[str] = []

    def result(self, value: object) -> RedactedJson:
        redacted = self._walk(value, None)
        return RedactedJson(redacted, tuple(self._types))

    def _walk(self, value: object, type: str | None) -> object:
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, str):
            return self._string(value, type)
        if isinstance(value, int | float):
            return self._number(value, type)
        if isinstance(value, Mapping):
            return self._map(value, type)
        if isinstance(value, list | tuple):
            return self._list(value, type)
        return value

    def _string(self, value: str, type: str | None) -> str:
        if type is None or not value.strip() or _PLACEHOLDER.fullmatch(value.strip()):
            return self._text(value)
        if (
            type == API_KEY
            and " " in value.strip()
            and not re.match(r"(?i)(?:bearer|basic|token|digest)\s|.*[=;]", value)
        ):
            return self._text(value)  # a sentence about a token, not a token
        scheme = re.match(r"(?i)(?:bearer|basic|token|digest)\s+", value) if type == API_KEY else None
        self._types.append(type)
        return (scheme[0] if scheme else "") + placeholder(type)

    def _text(self, value: str) -> str:
        redacted = self._redact(value)
        self._types += redacted.types
        return redacted.text

    def _number(self, value: float, type: str | None) -> object:
        if isinstance(value, float) and not value.is_integer():
            return value
        digits = str(abs(int(value)))
        if type is None:
            return self._bare(value, digits)
        if len(digits) < _DIGITS_OF.get(type, 1):
            return value
        self._types.append(type)
        return placeholder(type)

    def _bare(self, value: float, digits: str) -> object:
        if abs(value) < (_SMALLEST_ID if not self._contacts else 10**10) or len(digits) > 20:
            return value
        redacted = self._redact(digits)
        if [(found.start, found.end) for found in redacted.found] != [(0, len(digits))]:
            return value
        self._types += redacted.types
        return redacted.text

    def _map(self, value: Mapping[object, object], type: str | None) -> dict[str, object]:
        told = _named_by_value(value)
        result: dict[str, object] = {}
        for key, inner in value.items():
            name = self._free(self._text(str(key)), result)
            # As it is after redaction, so that it says the same the next time.
            own = self._wanted(field_type(_PLACES.sub(" ", name)))
            if told and str(key).lower() in _VALUE_KEYS:
                own = self._wanted(told)
            result[name] = self._walk(inner, own or type)
        return result

    def _free(self, name: str, taken: Mapping[str, object]) -> str:
        """`name`, numbered where another key became the same."""
        if name not in taken:
            return name
        number = 2
        while f"{name}_{number}" in taken:
            number += 1
        return f"{name}_{number}"

    def _wanted(self, type: str | None) -> str | None:
        return type if self._contacts or type not in _CONTACTS else None

    def _list(self, value: list[object] | tuple[object, ...], type: str | None) -> list[object]:
        """Also a command in pieces: `["--password", "x"]`."""
        result: list[object] = []
        flag: str | None = None
        for inner in value:
            result.append(self._walk(inner, flag or type))
            match = _FLAG.fullmatch(inner) if isinstance(inner, str) and inner.startswith("-") else None
            flag = self._wanted(field_type(match[1])) if match else None
            if flag not in (PASSWORD, API_KEY):
                flag = None
        return result


def _named_by_value(value: Mapping[object, object]) -> str | None:
    """`{"name": "password", "value": "x"}`: the type that the name says."""
    names = {str(key).lower(): inner for key, inner in value.items()}
    if not any(key in names for key in _VALUE_KEYS):
        return None
    return next((field_type(str(names[key])) for key in _NAME_KEYS if isinstance(names.get(key), str)), None)
