"""Whether what is here is what was exported, by fingerprint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.store.elements import user_elements, user_node
from graphmem.store.fingerprint import Fingerprint, fingerprint
from graphmem.store.tenant import TenantStore

SAME, DIFFERS, MERGED, UNKNOWN = "same", "differs", "merged", "unknown"
"""What a comparison ends with; merged: there was something here before."""


def compare(found: Fingerprint, expected: Mapping[str, Any], with_embeddings: bool) -> str:
    """How a fingerprint compares with that of a line."""
    digest = expected.get("fingerprint" if with_embeddings else "fingerprint_without_embeddings")
    if digest is None:
        return UNKNOWN
    return SAME if digest == (found.digest if with_embeddings else found.digest_without_embeddings) else DIFFERS


def compare_events(store: TenantStore, expected: Mapping[str, Any], with_embeddings: bool) -> str:
    """How a user's sessions and events compare with the last line of the user.

    Raises:
        StoreError: the store failed.
    """
    result = compare(fingerprint(user_elements(store)), expected, with_embeddings)
    if result == DIFFERS and user_node(store)[1].events > expected.get("events", 0):
        return MERGED
    return result
