"""Rendering a recollection for a prompt, within a budget of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from graphmem.errors import InvalidInputError

if TYPE_CHECKING:
    from graphmem.recall.recollection import Hit, Recollection

FEWEST_WORDS_OF_A_CLIPPED_EVENT = 5


def render(recollection: Recollection, budget: int) -> str:
    """The brief; deterministic, never over `budget` tokens."""
    head = _head(recollection)
    if recollection.count_tokens(head) > budget:
        raise InvalidInputError(
            f"A brief of {budget} tokens cannot hold even its note of {recollection.count_tokens(head)}. "
            f"Give brief() a larger budget; 500 is a good start."
        )
    text = head
    for hit in recollection.events:
        start, content, end = _line(hit, recollection.zone)
        whole = f"{text}\n{start}{content}{end}"
        if recollection.count_tokens(whole) <= budget:
            text = whole
            continue
        return _with_clipped(text, start, content, end, recollection, budget)
    return text


def _head(recollection: Recollection) -> str:
    asked = f"{recollection.now.astimezone(recollection.zone):%Y-%m-%d %H:%M} {recollection.time_zone}"
    if recollection.language == "zh":
        if not recollection.events:
            return f"记忆（截至 {asked}）：没有找到相关内容。"
        return f"记忆（截至 {asked}）。可能已过时；以当前输入为准。"
    if not recollection.events:
        return f"Memory (as of {asked}): nothing found."
    return f"Memory (as of {asked}). It may be outdated; the current input wins."


def _line(hit: Hit, zone: ZoneInfo) -> tuple[str, str, str]:
    event = hit.event
    content = " ".join(event.content.split())
    return f"- {event.occurred_at.astimezone(zone):%Y-%m-%d %H:%M} {event.actor}: ", content, f" [{event.event_id}]"


def _with_clipped(text: str, start: str, content: str, end: str, recollection: Recollection, budget: int) -> str:
    """`text` with as much of one more event as fits, by bisection; without it when only a few words would."""
    low, high = 0, len(content)
    while low < high:
        middle = (low + high + 1) // 2
        fits = recollection.count_tokens(f"{text}\n{start}{content[:middle]}…{end}") <= budget
        low, high = (middle, high) if fits else (low, middle - 1)
    clipped = content[:low].rstrip()
    if low == 0 or recollection.count_tokens(clipped) < FEWEST_WORDS_OF_A_CLIPPED_EVENT:
        return text
    return f"{text}\n{start}{clipped}…{end}"
