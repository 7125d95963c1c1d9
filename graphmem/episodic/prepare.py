"""From an episode as handed in to a row as stored: time, identity, caption."""

from __future__ import annotations

import hashlib
import json
import threading
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from graphmem.clock import Clock, day_word
from graphmem.errors import InvalidInputError
from graphmem.language.identify import language_of
from graphmem.models import Episode, checked_time, localised
from graphmem.rules.passages import event_passage

Zone = Callable[[], ZoneInfo | None]
"""Looks up the zone the user declared; asked only when a time comes without one."""

CAPTION_CHARACTERS = 40
"""Of an event's first words, which Neo4j Browser shows on the node."""


class Stamps:
    """Times for episodes that come without one: the clock's, but never twice the same, so their order is kept."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = datetime.min.replace(tzinfo=UTC)
        self._lock = threading.Lock()

    def next(self) -> datetime:
        with self._lock:
            self._last = max(self._clock.now(), self._last + timedelta(microseconds=1))
            return self._last


@dataclass(frozen=True)
class Row:
    """One event on its way into the store."""

    episode: Episode
    event_id: str
    replay_key: str | None
    occurred_at: datetime
    ended_at: datetime | None

    @property
    def passage(self) -> str:
        """The text that is embedded."""
        return event_passage(self.episode.actor, self.episode.content)

    @property
    def size(self) -> int:
        """Characters of all its texts together."""
        episode = self.episode
        return len(episode.content) + len(episode.summary or "") + len(json.dumps(episode.metadata))

    def properties(self, embedding: Any) -> dict[str, Any]:
        """The row as `episodic.record` wants it."""
        episode = self.episode
        return {
            "event_id": self.event_id,
            "replay_key": self.replay_key,
            "session_id": episode.session_id,
            "name": caption(episode.content),
            "event_type": episode.event_type.value,
            "actor": episode.actor,
            "actor_role": episode.actor_role.value,
            "content": episode.content,
            "summary": episode.summary,
            "language": language_of(episode.content),
            "metadata": json.dumps(episode.metadata, ensure_ascii=False, sort_keys=True),
            "occurred_at": self.occurred_at,
            "occurred_day": day_word(self.occurred_at),
            "ended_at": self.ended_at,
            "embedding": embedding,
        }


def prepare(
    given: Episode | Mapping[str, Any], *, stamps: Stamps, zone: Zone, session_id: str | None, task_type: str | None
) -> Row:
    """The row of an episode; `session_id` and `task_type` hold where the episode names none.

    Raises:
        InvalidInputError: a field cannot be used, or a time is none at all; the message names it.
        NaiveDatetimeError: a time without zone, and the user has none declared.
    """
    episode = Episode.checked(given)
    defaults = {"session_id": session_id, "task_type": task_type}
    missing = {field: value for field, value in defaults.items() if value and getattr(episode, field) is None}
    if missing:
        episode = episode.model_copy(update=missing)
    timed = episode.occurred_at is not None
    occurred_at = _localised(episode.occurred_at, "occurred_at", zone) if episode.occurred_at else stamps.next()
    ended_at = _localised(episode.ended_at, "ended_at", zone) if episode.ended_at else None
    if ended_at is not None and ended_at < occurred_at:
        raise InvalidInputError("The episode cannot be used: ended_at is before occurred_at.")
    replay_key = _replay_key(episode, occurred_at) if timed else None
    return Row(
        episode=episode,
        event_id=episode.event_id or replay_key or uuid.uuid4().hex,
        replay_key=replay_key,
        occurred_at=occurred_at,
        ended_at=ended_at,
    )


def caption(content: str) -> str:
    """The first words of an event, for a reader of the graph."""
    words = " ".join(content.split())
    return words if len(words) <= CAPTION_CHARACTERS else words[: CAPTION_CHARACTERS - 1].rstrip() + "…"


def _localised(moment: datetime, field: str, zone: Zone) -> datetime:
    return checked_time(localised(moment, field, zone() if moment.tzinfo is None else None), field)


def _replay_key(episode: Episode, occurred_at: datetime) -> str:
    """Equal for the same thing said by the same actor at the same time in the same session."""
    identity = [episode.session_id, episode.actor, episode.event_type.value, episode.content, occurred_at.isoformat()]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:32]
