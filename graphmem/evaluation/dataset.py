"""Data sets to measure recall on, in the neutral format: a folder of JSON lines.

`events.jsonl`: event_id, user_id, content, and what else an episode may have (session_id, actor, occurred_at, …).
`cues.jsonl`: cue_id, user_id, text, asked_at, kind, gold_event_ids, gold_session_ids; all but cue_id and text may be
missing, further keys are ignored.

A set of facts has `facts.jsonl` instead of events: fact_id, subject, predicate, object. Its cues name gold_fact_ids,
and no user: everything belongs to one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import AliasChoices, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from graphmem.checks import checked_id, plain_reasons, utc
from graphmem.errors import InvalidInputError
from graphmem.evaluation.lines import json_objects
from graphmem.models import Episode, ShortText

EVENTS, FACTS, CUES = "events.jsonl", "facts.jsonl", "cues.jsonl"

_ONE_USER = "facts"
_TIMELESS = datetime(2000, 1, 1, tzinfo=UTC)
"""When a fact without a time happened: all at once, so that their times say nothing."""


class JudgedCue(BaseModel):
    """A cue, and what answers it."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    cue_id: ShortText
    text: ShortText
    user_id: ShortText = _ONE_USER
    asked_at: AwareDatetime | None = None
    """The reference time; without it, that of the user's last event."""
    kind: str = ""
    gold_event_ids: frozenset[str] = Field(
        frozenset(), validation_alias=AliasChoices("gold_event_ids", "gold_fact_ids")
    )
    gold_session_ids: frozenset[str] = frozenset()


@dataclass(frozen=True)
class DataSet:
    """What happened to each user, and the cues; every event has an id and a time."""

    name: str
    episodes: dict[str, list[Episode]]
    """By user, in the order of the file."""
    cues: tuple[JudgedCue, ...]

    @property
    def kinds(self) -> list[str]:
        """The kinds of question, sorted."""
        return sorted({cue.kind for cue in self.cues if cue.kind})


def load(folder: Path) -> DataSet:
    """The data set in `folder`.

    Raises:
        InvalidInputError: the folder or a file is missing, or a line cannot be used; the message names it.
    """
    if not folder.is_dir():
        raise InvalidInputError(f"There is no folder {folder}. Name one that holds {EVENTS} and {CUES}.")
    cues = _cues(folder / CUES)
    if (folder / EVENTS).exists():
        episodes = _episodes(folder / EVENTS, _event)
    elif (folder / FACTS).exists():
        episodes = _episodes(folder / FACTS, _fact)
    else:
        raise InvalidInputError(f"{folder} holds neither {EVENTS} nor {FACTS}. Put one there, beside {CUES}.")
    strangers = sorted({cue.user_id for cue in cues} - episodes.keys())
    if strangers:
        raise InvalidInputError(f"{folder / CUES} asks as users who have no events: {', '.join(strangers[:5])}.")
    return DataSet(folder.resolve().name, episodes, cues)


def _cues(file: Path) -> tuple[JudgedCue, ...]:
    cues: dict[str, JudgedCue] = {}
    for place, line in json_objects(file):
        try:
            cue = JudgedCue.model_validate(line)
        except ValidationError as error:
            raise InvalidInputError(f"{place}: {plain_reasons(error)}.") from None
        if cue.cue_id in cues:
            raise InvalidInputError(f"{place}: cue_id {cue.cue_id!r} is there twice.")
        cues[cue.cue_id] = cue
    return tuple(cues.values())


def _episodes(file: Path, read: Callable[[dict[str, Any]], tuple[str, Episode]]) -> dict[str, list[Episode]]:
    users: dict[str, list[Episode]] = {}
    seen: set[tuple[str, str | None]] = set()
    for place, line in json_objects(file):
        try:
            user_id, episode = read(line)
        except InvalidInputError as error:
            raise InvalidInputError(f"{place}: {error}") from None
        if (user_id, episode.event_id) in seen:
            raise InvalidInputError(f"{place}: event_id {episode.event_id!r} is there twice for one user.")
        seen.add((user_id, episode.event_id))
        users.setdefault(user_id, []).append(episode)
    return users


def _event(line: dict[str, Any]) -> tuple[str, Episode]:
    missing = [field for field in ("event_id", "user_id", "occurred_at") if line.get(field) is None]
    if missing:
        raise InvalidInputError(f"An event of a data set needs {' and '.join(missing)}.")
    user_id = checked_id("user_id", line.pop("user_id"))
    episode = Episode.checked(line)
    if episode.occurred_at:
        utc(episode.occurred_at, "occurred_at")
    return user_id, episode


def _fact(line: dict[str, Any]) -> tuple[str, Episode]:
    """A fact as an event of its own: subject, predicate and object, separated by blanks. It belongs to no session."""
    fact_id, *triple = (line.get(key) for key in ("fact_id", "subject", "predicate", "object"))
    words = [part for part in triple if isinstance(part, str) and part.strip()]
    if not isinstance(fact_id, str) or len(words) != len(triple):
        raise InvalidInputError("A fact needs fact_id, subject, predicate and object, all of them text.")
    return _ONE_USER, Episode.checked(
        {"event_id": fact_id, "content": " ".join(words), "actor": "document", "occurred_at": _TIMELESS}
    )
