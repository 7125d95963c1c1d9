"""Passages for a language model in the tests, and what it is read to have said of them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from chat_server import Reply, says

from graphmem.language.llm import ModelReader, Passage
from graphmem.language.triples import Triple
from graphmem.models import ActorRole

FRIDAY = datetime(2026, 5, 1, 9, tzinfo=UTC)


def passage(text: str, id: str = "one", speaker: str = "user", role: ActorRole = ActorRole.USER) -> Passage:
    return Passage(id, text, speaker, role, FRIDAY, ZoneInfo("UTC"))


def short(triples: list[Triple]) -> list[tuple[str, ...]]:
    return [(each.subject, each.polarity + each.predicate, each.object) for each in triples]


def answers(*triples: dict[str, str]) -> Reply:
    return says(json.dumps({"triples": triples}, ensure_ascii=False))


def read(reader: ModelReader, *texts: str) -> tuple[list[list[tuple[str, ...]]], dict[str, object]]:
    """What each text is read to state, None for one that is left to the rules; and the report."""
    use = reader.use()
    found = reader.read([passage(text, str(number)) for number, text in enumerate(texts)], use)
    return [short(found[str(n)]) if str(n) in found else None for n in range(len(texts))], use.as_json()  # type: ignore[misc]
