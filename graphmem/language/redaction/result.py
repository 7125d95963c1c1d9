"""What redaction returns: the text with placeholders, and where something was found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

PASSWORD = "password"
API_KEY = "api_key"
PRIVATE_KEY = "private_key"
NATIONAL_ID = "national_id"
BANK_CARD = "bank_card"
IBAN = "iban"
EMAIL = "email"
PHONE = "phone"

TYPES = (PASSWORD, API_KEY, PRIVATE_KEY, NATIONAL_ID, BANK_CARD, IBAN)
"""What is always taken out."""
CONTACT_TYPES = (EMAIL, PHONE)
"""What is taken out only where contacts are redacted, too."""


def placeholder(type: str) -> str:
    """What stands in the text instead: `[BANK_CARD]`."""
    return f"[{type.upper()}]"


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """One place where something was taken out. The offsets are characters of the original text, half-open."""

    start: int
    end: int
    type: str


@dataclass(frozen=True)
class Redacted:
    """A text with what must not be stored replaced by placeholders."""

    text: str
    found: tuple[Found, ...] = ()
    """In the order of the text, not overlapping."""

    @property
    def types(self) -> tuple[str, ...]:
        """A type for each place."""
        return tuple(found.type for found in self.found)

    @cached_property
    def counts(self) -> dict[str, int]:
        """Places by type."""
        return dict(sorted(Counter(self.types).items()))


@dataclass(frozen=True)
class RedactedJson:
    """A JSON value with what must not be stored replaced by placeholders."""

    value: Any
    types: tuple[str, ...] = ()
    """A type for each place."""

    @cached_property
    def counts(self) -> dict[str, int]:
        """Places by type."""
        return dict(sorted(Counter(self.types).items()))
