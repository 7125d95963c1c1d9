"""What a language model is told and shown: instructions, the predicates there are, and the events."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

from graphmem.language.identify import language_of
from graphmem.models import ActorRole
from graphmem.rules.predicates import Predicate

MOST_CHARACTERS = 12_000
"""Of texts in one prompt: some 3,000 tokens of English, 8,000 of Chinese, which small models can still read."""
_FIELDS = ("event", "subject", "predicate", "object", "aspect", "polarity", "quote")

# What every endpoint gets alike, in the shape of OpenAI's "structured outputs".
ANSWER_FORMAT: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "triples",
        "strict": True,
        "schema": {
            "type": "object",
            "additionalProperties": False,
            "required": ["triples"],
            "properties": {
                "triples": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "additionalProperties": False,
                        "required": list(_FIELDS),
                        "properties": {
                            **{name: {"type": "string"} for name in _FIELDS},
                            "polarity": {"type": "string", "enum": ["+", "-"]},
                        },
                    },
                }
            },
        },
    },
}


@dataclass(frozen=True, slots=True)
class Passage:
    """An event to be read. The model sees its role and its text, nothing else."""

    event_id: str
    text: str
    """After redaction, as the store has it."""
    speaker: str
    """The subject of what is said in the first person: "user", or a name."""
    actor_role: ActorRole
    occurred_at: datetime | None
    zone: ZoneInfo


def prompts(passages: Sequence[Passage]) -> Iterator[Sequence[Passage]]:
    """The passages as they are shown together: all in one prompt, unless they are long."""
    together: list[Passage] = []
    size = 0
    for passage in passages:
        if together and size + len(passage.text) > MOST_CHARACTERS:
            yield together
            together, size = [], 0
        together.append(passage)
        size += len(passage.text)
    if together:
        yield together


def instructions(passages: Sequence[Passage], table: Mapping[str, Predicate]) -> str:
    """What the model is told, in the language in which most of the passages are."""
    chinese = sum(language_of(passage.text) in ("zh", "mixed") for passage in passages)
    language = "zh" if 2 * chinese > len(passages) else "en"
    rows = [f"{name}: {row.zh if language == 'zh' else row.en}" for name, row in table.items()]
    return _texts()[language].replace("{predicates}", "\n".join(rows))


def shown(passages: Mapping[str, Passage]) -> str:
    """The passages as JSON, by the ids under which the model is to name them."""
    events = [{"id": id, "role": passage.actor_role.value, "text": passage.text} for id, passage in passages.items()]
    return json.dumps({"events": events}, ensure_ascii=False)


@cache
def _texts() -> Mapping[str, str]:
    data = tomllib.loads(files("graphmem.language.llm").joinpath("prompt.toml").read_text(encoding="utf-8"))
    return {language: part["instructions"].strip() for language, part in data.items()}
