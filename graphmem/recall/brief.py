"""Rendering a recollection for a prompt, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from graphmem.clock import BEGINNING, END
from graphmem.errors import InvalidInputError
from graphmem.rules.belief import Fact
from graphmem.rules.facts import Status

if TYPE_CHECKING:
    from graphmem.recall.recollection import Hit, Recollection

LARGEST_SHARE = 1 / 3
"""Of the budget that one event may take, so that a long tool result leaves room for what else was found."""
FACTS_SHARE = 0.45
"""Of the budget that the facts may take, with the note: fifteen hundredths of it for the note and ids."""
FEWEST_TOKENS = 5
"""Of an event that is cut: fewer say nothing."""


_STANDING = (
    {
        "active": "believed",
        "disputed": "in dispute",
        "rival": "said against it",
        "pending": "said once",
        "superseded": "held then",
    },
    {
        "active": "可信",
        "disputed": "有争议",
        "rival": "与之相反的说法",
        "pending": "只说过一次",
        "superseded": "当时成立",
    },
)
"""How sure a fact is, in English and Chinese."""


def render(recollection: Recollection, budget: int) -> str:
    """The brief; deterministic, never over `budget` tokens."""
    count = recollection.count_tokens
    text = _head(recollection)
    if count(text) > budget:
        raise InvalidInputError(
            f"A brief of {budget} tokens cannot hold even its note of {count(text)}. "
            f"Give brief() a larger budget; 500 is a good start."
        )
    for fact in recollection.facts:
        line = f"\n{_fact(fact, recollection)}"
        if count(text + line) > budget * (FACTS_SHARE if recollection.events else 1):
            break
        text += line
    for hit in _told(recollection.events):
        longer = _with_line(text, hit, recollection, budget)
        if longer is None:
            break
        text = longer
    return text


def _told(hits: Sequence[Hit]) -> list[Hit]:
    """In the order of the answer; but where it is told what came of something, that first, and the outcome after it."""
    outcome = next((hit for hit in hits if hit.way), None)
    start = next((hit for hit in hits if outcome and hit.event.event_id == outcome.way[0]), None)
    return list(hits) if start is None else [start, *(hit for hit in hits if hit is not start)]


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
    asked = f"{_time(recollection.now, recollection)} {recollection.time_zone}"
    found = bool(recollection.events or recollection.facts)
    if recollection.language == "zh":
        note = f"记忆（截至 {asked}）" + ("。可能已过时；以当前输入为准。" if found else "：没有找到相关内容。")
        cut_short = "时间有限，没有全部查找。" if recollection.degraded else ""
    else:
        note = f"Memory (as of {asked})" + (
            ". It may be outdated; the current input wins." if found else ": nothing found."
        )
        cut_short = " For lack of time, not everything was looked through." if recollection.degraded else ""
    return note + _span(recollection) + cut_short


def _span(recollection: Recollection) -> str:
    """The time that the cue was understood to ask about, for whoever reads the brief."""
    asked = recollection.interval
    if asked is None:
        return ""
    since, until = (None if at is None else _time(at, recollection) for at in (asked.since, asked.until))
    if recollection.language == "zh":
        return f"所问时间：{since or '最初'} 至 {until or '最后'}（不含）。"
    return f" Time asked about: {since or 'the beginning'} to before {until or 'the end'}."


def _time(at: datetime, recollection: Recollection) -> str:
    return f"{at.astimezone(recollection.zone):%Y-%m-%d %H:%M}"


def _fact(fact: Fact, recollection: Recollection) -> str:
    """Since when, what, how sure, and its id; what is not believed is marked as such."""
    zone = recollection.zone
    since = f"{fact.valid_from.astimezone(zone):%Y-%m-%d}" if fact.valid_from > BEGINNING else "?"
    until = f" – {fact.valid_until.astimezone(zone):%Y-%m-%d}" if fact.valid_until < END else ""
    words = _STANDING[recollection.language == "zh"]
    standing = words["rival"] if fact.rival_of and fact.status is Status.PENDING else words[fact.status.value]
    return f"- {since}{until} {_one_line(fact.text)} ({standing}, {fact.confidence:.2f}) [fact {fact.fact_id[:12]}]"


def _line(hit: Hit, zone: ZoneInfo) -> tuple[str, str, str]:
    event = hit.event
    actor, content, id = (_one_line(text) for text in (event.actor, event.content, event.event_id))
    return f"- {event.occurred_at.astimezone(zone):%Y-%m-%d %H:%M} {actor}: ", content, f" [{id}]"


def _one_line(text: str) -> str:
    """`text` without line breaks and control characters: nothing stored can pass for another line of the brief."""
    return " ".join("".join(c if c.isprintable() or c == "\u200d" else " " for c in text).split())
