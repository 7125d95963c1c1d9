"""Redaction: secrets, passwords, national ids and bank cards become placeholders before anything is stored.

>>> from graphmem.language.redaction import redact
>>> redact("my password is hunter2!Tr0ub4dor").text
'my password is [PASSWORD]'
"""

from __future__ import annotations

from graphmem.language.redaction.redactor import Redactor, redact, redact_json
from graphmem.language.redaction.result import CONTACT_TYPES, TYPES, Found, Redacted, RedactedJson

__all__ = ["CONTACT_TYPES", "TYPES", "Found", "Redacted", "RedactedJson", "Redactor", "redact", "redact_json"]
