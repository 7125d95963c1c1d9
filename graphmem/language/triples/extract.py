"""Triples from what was said: the one entry for both languages."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from graphmem.language.identify import Language, language_of
from graphmem.language.triples.english import english_triples
from graphmem.language.triples.english_mood import sentences
from graphmem.language.triples.triple import Found, Triple

LONGEST = 4_000
"""Characters of a text that are looked at."""
USER = "user"
Role = Literal["user", "agent", "tool", "other"]


def extract(text: str, *, actor: str = USER, actor_role: str = "user", occurred_at: datetime | None = None, language: Language | None = None) -> list[Triple]:
    if actor_role in ("agent",):
        return []
    from graphmem.language.triples.chinese import chinese_triples
    found = (chinese_triples if language_of(text) in ('zh','mixed') else english_triples)(text, actor)
    return [Triple(f.subject or actor, f.predicate, f.object, "", (0, 0), f.aspect, f.polarity) for f in found]
