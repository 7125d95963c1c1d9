"""Rendering a recollection for a prompt, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from graphmem.errors import InvalidInputError

if TYPE_CHECKING:
    from graphmem.recall.recollection import Hit, Recollection

LARGEST_SHARE = 1 / 3
"""Of the budget that one event may take, so that a long tool result leaves room for what else was found."""
FEWEST_TOKENS = 5
"""Of an event that is cut: fewer say nothing."""


def render(recollection: Recollection, budget: int) -> str:
    """The brief; deterministic, never over `budget` tokens."""
    count = recollection.count_tokens
    text = _head(recollection)
    if count(text) > budget:
        raise InvalidInputError(
            f"A brief of {budget} tokens cannot hold even its note of {count(text)}. "
            f"Give brief() a larger budget; 500 is a good start."
        )
    for hit in recollection.events:
        longer = _with_line(text, hit, recollection, budget)
        if longer is None:
            break
        text = longer
    return text


def _with_line(text: str, hit: Hit, recollection: Recollection, budget: int) -> str | None:
    """`text` and a line for one more event, cut where it must be; None when too little of it would fit."""
    count, share = recollection.count_tokens, max(FEWEST_TOKENS, budget * LARGEST_SHARE)
    start, content, end = _line(hit, recollection.zone)
    cut = _cut(content, lambda cut: count(cut) <= share and count(f"{text}\n{start}{cut}{end}") <= budget)
    if cut != content and count(cut) < FEWEST_TOKENS:
        return None
    return f"{text}\n{start}{cut}{end}"


def _cut(content: str, fits: Callable[[str], bool]) -> str:
    """`content` as it is, or so much of its beginning as fits, with an ellipsis; empty when nothing does."""
    if fits(content):
        return content
    low, high = 0, len(content)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(f"{content[:middle]}…") else (low, middle - 1)
    return f"{content[:low].rstrip()}…" if low else ""


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
    actor, content, id = (_one_line(text) for text in (event.actor, event.content, event.event_id))
    return f"- {event.occurred_at.astimezone(zone):%Y-%m-%d %H:%M} {actor}: ", content, f" [{id}]"


def _one_line(text: str) -> str:
    """`text` without line breaks and control characters: nothing stored can pass for another line of the brief."""
    return " ".join("".join(c if c.isprintable() or c == "\u200d" else " " for c in text).split())
