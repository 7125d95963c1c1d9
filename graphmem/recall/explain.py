"""Saying why an event was recalled, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from graphmem.recall.graph import Step
    from graphmem.recall.recollection import Hit

_CHANNELS = {
    "meaning": "its meaning",
    "words": "its words",
    "words_cjk": "its Chinese words",
    "graph": "what it mentions",
}
_REASONS = {
    "question": "it asks nothing",
    "lexical": "it and its neighbours share words with the cue",
    "dense": "it and its neighbours are close to the cue in meaning",
    "speaker": "it was said by whom the cue asks about",
    "when": "the cue asks when, and it holds a time",
    "number": "the cue asks how many, and it holds a number",
    "answers": "it follows a question",
    "date": "it happened at the date the cue names",
    "graph": "the graph leads to it",
}
_WEIGHS_LITTLE = 0.3
"""Of a part of the score: less is not worth mentioning."""


def hit(hit: Hit) -> str:
    """One or two sentences: where it ranks, which channels found it, what spoke for and against it."""
    when = f"{hit.event.occurred_at.astimezone(ZoneInfo(hit.time_zone)):%Y-%m-%d %H:%M} {hit.time_zone}"
    sentence = f"Number {hit.rank} of {hit.of} events looked at, from {when}: {_found(hit)}."
    reasons = _reasons(hit)
    return f"{sentence} {reasons}" if reasons else sentence


def _found(hit: Hit) -> str:
    if not hit.found_by:
        return "reached along the session from a neighbour that was found"
    by = [f"{_CHANNELS[channel]} (rank {rank})" for channel, rank in sorted(hit.found_by.items(), key=lambda x: x[1])]
    return "found by " + " and ".join(by) + _way(hit)


def _way(hit: Hit) -> str:
    """ "; the cue names Anna —mentioned in→ e7 —mentions→ Lyon —mentioned in→ this one"."""
    if not hit.way:
        return ""
    first, *rest = hit.way
    pieces = [f"the cue names {first.over}" if first.over else f"event {first.event_id}"]
    if first.over:
        pieces.append(f"—mentioned in→ {_event(first, hit)}")
    pieces += [f"—mentions→ {step.over} —mentioned in→ {_event(step, hit)}" for step in rest]
    return "; " + " ".join(pieces)


def _event(step: Step, hit: Hit) -> str:
    return "this one" if step.event_id == hit.event.event_id else f"event {step.event_id}"


def _reasons(hit: Hit) -> str:
    ordered = sorted(hit.parts.items(), key=lambda part: (-part[1], part[0]))
    spoke_for = [
        f"{_REASONS[name]} ({value:+.1f})" for name, value in ordered if value >= _WEIGHS_LITTLE and name in _REASONS
    ]
    against = [f"{name} ({value:+.1f})" for name, value in reversed(ordered) if value <= -_WEIGHS_LITTLE]
    parts = []
    if spoke_for:
        parts.append(f"For it: {'; '.join(spoke_for)}.")
    if against:
        parts.append(f"Against it: {', '.join(against)}.")
    return " ".join(parts)
