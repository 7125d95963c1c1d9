"""Kingfisher's rules for keys and tokens, loaded when a text first has something that could be one.

Only its scanner is used, which works offline; never its validation or revocation. Its compiled rules are kept in the
user's cache folder: without them the first scan takes seconds.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

if TYPE_CHECKING:
    from kingfisher_sdk import Scanner

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_LOCK = threading.Lock()
_LEFT_ALONE = ("generic", "credential-uri", "private-key")
"""Rules on passwords and blocks, for which there are own ones."""


def scan(text: str) -> Iterator[tuple[int, int]]:
    """Where a key or token is, by its own rules. What is not ASCII separates, as a blank would."""
    data = _NOT_ASCII.sub(" ", text).encode("ascii")
    with _LOCK:
        scanner = _scanner()
    for finding in scanner.scan(data):
        if finding.visible and not any(part in finding.rule_id for part in _LEFT_ALONE):
            start, end = finding.location["start_offset"], finding.location["end_offset"]
            if not finding.is_base64_encoded and end > start:
                yield start, end


@cache
def _scanner() -> Scanner:
    from kingfisher_sdk import Rules, Scanner

    folder = user_cache_path("graphmem", appauthor=False) / "secret-rules"
    return Scanner(Rules(cache_dir=folder), base64=False)
