"""Which text of a thing is embedded: said once, for recording and for rebuilding."""

from __future__ import annotations


def event_passage(actor: str, content: str) -> str:
    """Of an event: who said it matters for what it means.

    >>> event_passage("assistant", "It worked.")
    'assistant: It worked.'
    """
    return f"{actor}: {content}"
