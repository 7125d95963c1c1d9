"""Reading the cue: what recall is given, and all it can tell from the words alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graphmem.language.dates import MentionedDate, mentioned_dates
from graphmem.language.identify import language_of
from graphmem.language.signals import asks_number, asks_when, names_in, without_names
from graphmem.language.words import terms
from graphmem.models import ActorRole

_AGENT_WORDS = re.compile(r"\b(you|your|yours)\b|你|您", re.IGNORECASE)
_USER_WORDS = re.compile(r"\b(i|i'm|i've|my|me|mine)\b|我|咱", re.IGNORECASE)


@dataclass(frozen=True)
class Cue:
    """A cue, read. `meaning` is what is encoded: the actors' names act through `actors`, not through similarity."""

    text: str
    language: str
    now: datetime
    since: datetime
    until: datetime
    meaning: str
    terms: tuple[str, ...]
    actors: frozenset[str]
    role: ActorRole | None
    asks_when: bool
    asks_number: bool
    dates: tuple[MentionedDate, ...]


def read_cue(text: str, *, now: datetime, since: datetime, until: datetime, actors: Sequence[str]) -> Cue:
    """Read `text`; `actors` are the names of everyone who acts in this user's events."""
    forms = {actor: {actor, actor.split()[0]} for actor in actors if _is_name(actor)}  # in full, and the first name
    found = names_in(text, set().union(*forms.values()))
    named = frozenset(actor for actor, own in forms.items() if found & own)
    return Cue(
        text=text,
        language=language_of(text),
        now=now,
        since=since,
        until=until,
        meaning=without_names(text, found),
        terms=tuple(dict.fromkeys(terms(text))),
        actors=named,
        role=None if named else _role(text),
        asks_when=asks_when(text),
        asks_number=asks_number(text),
        dates=tuple(mentioned_dates(text)),
    )


_NOT_NAMES = {"user", "assistant", "agent", "tool", "human", "system", "document"}


def _is_name(actor: str) -> bool:
    return actor.casefold() not in _NOT_NAMES and ":" not in actor


def _role(text: str) -> ActorRole | None:
    """Whom the cue asks about: "what did you say" the agent, "what did I say" the user."""
    if _AGENT_WORDS.search(text):
        return ActorRole.AGENT
    return ActorRole.USER if _USER_WORDS.search(text) else None
