"""Queries for the full-text indexes, made from words, never from raw text.

Every part is a field, letters and digits, so nothing a user writes can act as an operator.
"""

from __future__ import annotations

from datetime import datetime

from graphmem.clock import BEGINNING, END, day_word
from graphmem.language.words import SearchWords


def english(
    words: SearchWords, tenant_key: str, since: datetime, until: datetime, *, field: str = "content"
) -> str | None:
    """The query for `event_text_english`: Latin words, and Han characters that stand alone. None without any."""
    return _query([*words.words, *(run for run in words.han_runs if len(run) == 1)], tenant_key, since, until, field)


def cjk(words: SearchWords, tenant_key: str, since: datetime, until: datetime, *, field: str = "content") -> str | None:
    """The query for `event_text_cjk`: Han text of two characters and more. None without any."""
    return _query([run for run in words.han_runs if len(run) > 1], tenant_key, since, until, field)


def _query(words: list[str], tenant_key: str, since: datetime, until: datetime, field: str) -> str | None:
    if not words:
        return None
    bounded = since > BEGINNING or until < END
    days = f" +occurred_day:[{day_word(since)} TO {day_word(until)}]" if bounded else ""
    any_of = " ".join(f"{field}:{word}" for word in words)
    return f"+tenant_key:{tenant_key}{days} +({any_of})"
