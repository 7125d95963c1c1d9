"""Which text of a thing is embedded: said once, for recording and for rebuilding."""

from __future__ import annotations


def event_passage(actor: str, content: str) -> str:
    """Of an event: who said it matters for what it means.

    >>> event_passage("assistant", "It worked.")
    'assistant: It worked.'
    """
    return f"{actor}: {content}"


def fact_passage(text: str) -> str:
    """Of a fact: the sentence that it is shown as.

    >>> fact_passage("The user lives in Lyon")
    'The user lives in Lyon'
    """
    return text
