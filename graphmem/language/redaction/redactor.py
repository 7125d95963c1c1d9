"""The verbs of redaction, for texts and for JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar

from graphmem.errors import ConfigurationError, GraphmemError, RedactionError
from graphmem.language.redaction.contacts import emails, phones
from graphmem.language.redaction.fields import JsonRedaction
from graphmem.language.redaction.keys import headers, keys, other_keys, private_keys
from graphmem.language.redaction.numbers import called_ids, cards_and_ids
from graphmem.language.redaction.passwords import passwords
from graphmem.language.redaction.prescreen import Signs, signs
from graphmem.language.redaction.result import (
    CONTACT_TYPES,
    PRIVATE_KEY,
    TYPES,
    Found,
    Redacted,
    RedactedJson,
    placeholder,
)
from graphmem.language.redaction.view import MARK, View, placeholders, plain

_Result = TypeVar("_Result")
Detector = Callable[[str], Iterator[Found]]

_DETECTORS: tuple[tuple[Callable[[Signs], bool], Detector], ...] = (
    (lambda signs: signs.header, private_keys),
    (lambda signs: signs.header, headers),
    (lambda signs: signs.token, keys),
    (lambda signs: signs.password, passwords),
    (lambda signs: signs.number or signs.token or signs.id_name, cards_and_ids),
    (lambda signs: signs.id_name, called_ids),
)
"""What to look with, where there are signs of it."""
_CONTACT_DETECTORS: tuple[tuple[Callable[[Signs], bool], Detector], ...] = (
    (lambda signs: signs.address, emails),
    (lambda signs: signs.number or signs.spelt, phones),
)
_OWN_TYPE = re.compile(r"[a-z][a-z0-9_]{0,40}")
_RANK = {
    name: rank for rank, name in enumerate(("private_key", "api_key", "iban", "bank_card", "national_id", "password"))
}
"""Of two finds that overlap, the first of these is the surer one; contacts come last."""
_MOST_LOOKS = 30
"""Three are the most seen in texts of people; more would only serve who wants to keep the process busy."""


class Redactor:
    """Takes out what must not be stored. Thread-safe; make it once and keep it.

    Args:
        contacts: Take out e-mail addresses and phone numbers, too.
        patterns: An operator's own types: a name ("employee_id") and a regular expression.

    Raises:
        ConfigurationError: a name or pattern cannot be used; says which and why.
    """

    def __init__(self, *, contacts: bool = False, patterns: Mapping[str, str] | None = None) -> None:
        self.contacts = contacts
        self._own = tuple((name, _own(name, text)) for name, text in sorted((patterns or {}).items()))
        self._placeholders = placeholders((*TYPES, *CONTACT_TYPES, *(name for name, _ in self._own)))
        self._detectors = (*_DETECTORS, *_CONTACT_DETECTORS) if contacts else _DETECTORS

    def text(self, text: str) -> Redacted:
        """`text` with placeholders.

        Raises:
            RedactionError: it could not be looked through; the message has nothing of it.
        """
        if not self._own and not signs(plain(text), contacts=self.contacts).any(contacts=self.contacts):
            return Redacted(text)
        found = _safely(lambda: self._found(text))
        return Redacted(_replaced(text, found), found)

    def json(self, value: object) -> RedactedJson:
        """A JSON value with placeholders: in strings and keys at any depth, and where a key says what its value is.

        Raises:
            RedactionError: it could not be looked through; the message has nothing of it.
        """
        return _safely(lambda: JsonRedaction(self.text, contacts=self.contacts).result(value))

    def _found(self, text: str) -> tuple[Found, ...]:
        """What is in `text`, looked for until nothing more is found behind the placeholders."""
        hidden = [match.span() for match in self._placeholders.finditer(text)]
        found: list[Found] = []
        for _ in range(_MOST_LOOKS):
            view = View(text, _joined([*hidden, *((each.start, each.end) for each in found)]))
            here = _disjoint(self._look(view.text)) or _disjoint(self._look_again(view.text))
            # What holds a mark was found before, except a block of a private key around it.
            real = [each for each in here if each.type == PRIVATE_KEY or MARK not in view.text[each.start : each.end]]
            new = [view.original(each) for each in real]
            if not new:
                break
            found = _disjoint([*found, *new])
        return tuple(found)

    def _look(self, text: str) -> Iterator[Found]:
        for name, form in self._own:
            yield from (Found(*match.span(), name) for match in form.finditer(text) if match[0])
        seen = signs(text, contacts=self.contacts)
        for wanted, detector in self._detectors:
            if wanted(seen):
                yield from detector(text)

    def _look_again(self, text: str) -> Iterator[Found]:
        """With the larger set of rules, which take the whole of an address with a password, so they come last."""
        if signs(text, contacts=False).token:
            yield from other_keys(text)


def _safely(look: Callable[[], _Result]) -> _Result:
    """What `look` returns. Another's error may quote the text, so nothing of it goes on, not even as a context."""
    try:
        return look()
    except GraphmemError:
        raise
    except Exception as error:  # whatever a library raises: better nothing stored than a secret
        kind = type(error).__name__
    raise RedactionError(kind=kind)


def _own(name: str, text: str) -> re.Pattern[str]:
    where = f"The redaction pattern {name!r}"
    if not _OWN_TYPE.fullmatch(name) or name in (*TYPES, *CONTACT_TYPES):
        raise ConfigurationError(
            f"{where} needs another name: small letters, digits and _, and none of "
            f"{', '.join((*TYPES, *CONTACT_TYPES))}."
        )
    try:
        form = re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise ConfigurationError(f"{where} is no regular expression: {error}.") from None
    if form.search("") or (form.match("[") and form.fullmatch(placeholder(name))):
        raise ConfigurationError(f"{where} matches the empty text or its own placeholder. Say what must be there.")
    return form


def _disjoint(found: Iterable[Found]) -> list[Found]:
    """In the order of the text; of two that overlap the surer, or the one around it."""
    kept: list[Found] = []
    for each in sorted(found, key=lambda each: (each.start, -each.end, _rank(each))):
        while kept and kept[-1].end > each.start:
            if _better(each, kept[-1]):
                kept.pop()
            else:
                break
        else:
            kept.append(each)
    return kept


def _rank(found: Found) -> int:
    return len(_RANK) if found.type in CONTACT_TYPES else _RANK.get(found.type, -1)


def _better(one: Found, other: Found) -> bool:
    contact, other_contact = one.type in CONTACT_TYPES, other.type in CONTACT_TYPES
    if contact != other_contact:
        return other_contact
    if one.start <= other.start and one.end >= other.end and (one.end - one.start) > (other.end - other.start):
        return True
    if other.start <= one.start and other.end >= one.end:
        return False
    return _rank(one) < _rank(other)


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted, and without those inside others."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not joined or start >= joined[-1][1]:
            joined.append((start, end))
        elif end > joined[-1][1]:
            joined[-1] = (joined[-1][0], end)
    return joined


def _replaced(text: str, found: Iterable[Found]) -> str:
    pieces, place = [], 0
    for each in found:
        pieces += [text[place : each.start], placeholder(each.type)]
        place = each.end
    return "".join(pieces) + text[place:]


@cache
def _default(contacts: bool) -> Redactor:
    return Redactor(contacts=contacts)


def redact(text: str, *, contacts: bool = False) -> Redacted:
    """`text` with placeholders; see `Redactor`.

    >>> redact("密码是Abc@12345，别忘了").text
    '密码是[PASSWORD]，别忘了'
    """
    return _default(contacts).text(text)


def redact_json(value: object, *, contacts: bool = False) -> RedactedJson:
    """A JSON value with placeholders; see `Redactor`.

    >>> redact_json({"user": "ada", "password": "x"}).value
    {'user': 'ada', 'password': '[PASSWORD]'}
    """
    return _default(contacts).json(value)
