"""From an episode as handed in to a row as stored: redacted, timed, weighed, named."""

from __future__ import annotations

import hashlib
import json
import threading
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from graphmem.checks import checked_time, localised
from graphmem.clock import Clock, day_word
from graphmem.episodic.gate import Verdict, judge
from graphmem.episodic.policy import WritePolicy
from graphmem.errors import InvalidInputError
from graphmem.language.causes import points_back
from graphmem.language.identify import language_of
from graphmem.language.wording import wording
from graphmem.models import Episode, Event, EventType
from graphmem.rules.keys import id_key
from graphmem.rules.passages import event_passage

Zone = Callable[[], ZoneInfo | None]
"""Looks up the zone the user declared; asked only when a time comes without one."""

CAPTION_CHARACTERS = 40
"""Of an event's first words, which Neo4j Browser shows on the node."""
_INCIDENTS = frozenset({EventType.TOOL_CALL, EventType.TOOL_RESULT, EventType.DECISION, EventType.OUTCOME})
"""What belongs to one run of a task: in another session the same words are another incident."""


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

    def now(self) -> datetime:
        return self._clock.now()

    def latest(self) -> datetime:
        """The clock's time, or that of the last episode, which may be ahead of a clock that stands still."""
        return max(self._clock.now(), self._last)


@dataclass(frozen=True)
class Row:
    """One event on its way into the store."""

    episode: Episode
    """Redacted."""
    event_id: str
    replay_key: str | None
    occurred_at: datetime
    ended_at: datetime | None
    verdict: Verdict
    redacted: tuple[str, ...]
    """A type for each place where something was taken out."""

    @property
    def passage(self) -> str:
        """The text that is embedded."""
        return event_passage(self.episode.actor, self.episode.content)

    @property
    def size(self) -> int:
        """Characters of all its texts together."""
        return len(self.episode.content) + len(self.episode.summary or "") + len(self.metadata)

    @cached_property
    def metadata(self) -> str:
        return json.dumps(self.episode.metadata, ensure_ascii=False, sort_keys=True)

    def keys(self, user_id: str) -> list[str]:
        """The words under which it is found after it was united with another event."""
        ids = [self.event_id, *([self.replay_key] if self.replay_key not in (None, self.event_id) else [])]
        return [id_key(user_id, id) for id in ids if id is not None]

    def properties(self, policy: WritePolicy, user_id: str) -> dict[str, Any]:
        """What is stored of it, besides its embedding and its times; without what it has not."""
        episode, importance = self.episode, self.verdict.importance
        pointer = None if episode.caused_by or episode.session_id is None else points_back(episode.content)
        key = wording_key(episode) if policy.unite and not pointer else None
        properties = {
            "replay_key": self.replay_key,
            "session_id": episode.session_id,
            "name": caption(episode.content),
            "event_type": episode.event_type.value,
            "actor": episode.actor,
            "actor_role": episode.actor_role.value,
            "content": episode.content,
            "summary": episode.summary,
            "language": language_of(episode.content),
            "metadata": self.metadata,
            "occurred_day": day_word(self.occurred_at),
            "tool_call_id": episode.tool_call_id,
            "reply_to": episode.reply_to,
            "importance": importance.value,
            "importance_reasons": list(importance.reasons) or None,
            "explicit": importance.explicit,
            "unverified": self.verdict.unverified or None,
            "gate_reason": self.verdict.reason,
            "redacted": list(self.redacted) or None,
            "points_back": pointer.to if pointer else None,
            "points_back_confidence": pointer.confidence if pointer else None,
            "wording_key": key,
            "own_keys": self.keys(user_id) if key else None,
            "awaits_embedding": policy.embed_later or None,
            "awaits_analysis": True,
        }
        return {name: value for name, value in properties.items() if value is not None}

    def as_given(self, policy: WritePolicy, user_id: str, embedding: object) -> dict[str, Any]:
        """The row of `episodic.record`."""
        return {**self._times, "properties": self.properties(policy, user_id), "embedding": embedding}

    def passing(self, policy: WritePolicy, user_id: str) -> dict[str, Any]:
        """The row of what is stored for a day, where the gate refused it while its session runs."""
        stored = self.properties(policy, user_id)
        kept = ("session_id", "name", "event_type", "actor", "actor_role", "content", "gate_reason")
        return {**self._times, "properties": {key: stored[key] for key in kept}}

    @property
    def _times(self) -> dict[str, str | None]:
        return {
            "event_id": self.event_id,
            "occurred_at": self.occurred_at.isoformat(),
            "ended_at": self.ended_at.isoformat() if self.ended_at else None,
        }

    def event(self, recorded_at: datetime, *, kept: bool) -> Event:
        """The event it has become; where the gate refused it, the one it would have become."""
        episode, importance = self.episode, self.verdict.importance
        return Event.model_construct(  # every part was checked on its way here
            event_id=self.event_id,
            session_id=episode.session_id,
            event_type=episode.event_type,
            actor=episode.actor,
            actor_role=episode.actor_role,
            content=episode.content,
            summary=episode.summary,
            occurred_at=self.occurred_at,
            ended_at=self.ended_at,
            recorded_at=recorded_at,
            metadata=json.loads(self.metadata),
            tool_call_id=episode.tool_call_id,
            reply_to=episode.reply_to,
            importance=importance.value,
            importance_reasons=importance.reasons,
            explicit=importance.explicit,
            unverified=self.verdict.unverified,
            gate_reason=self.verdict.reason,
            kept=kept,
            redacted=self.redacted,
            seen=(),
        )


def prepare(
    given: Episode | Mapping[str, Any],
    *,
    policy: WritePolicy,
    stamps: Stamps,
    zone: Zone,
    session_id: str | None,
    task_type: str | None,
) -> Row:
    """The row of an episode; `session_id` and `task_type` hold where the episode names none.

    What must not be stored is taken out first, so nothing that follows has ever seen it.

    Raises:
        InvalidInputError: a field cannot be used, or a time is none at all; the message names it.
        NaiveDatetimeError: a time without zone, and the user has none declared.
        RedactionError: nobody knows what may be stored of it, so nothing is.
    """
    episode, redacted = _redacted(Episode.checked(given), policy)
    defaults = {"session_id": session_id, "task_type": task_type}
    missing = {field: value for field, value in defaults.items() if value and getattr(episode, field) is None}
    if missing:
        episode = episode.model_copy(update=missing)
    timed = episode.occurred_at is not None
    occurred_at = _localised(episode.occurred_at, "occurred_at", zone) if episode.occurred_at else stamps.next()
    ended_at = _localised(episode.ended_at, "ended_at", zone) if episode.ended_at else None
    if ended_at is not None and ended_at < occurred_at:
        raise InvalidInputError("The episode cannot be used: ended_at is before occurred_at.")
    verdict = judge(
        episode.content,
        event_type=episode.event_type.value,
        actor_role=episode.actor_role.value,
        policy=policy.gate,
        table=policy.table,
    )
    identity = (episode.session_id, episode.actor, episode.event_type, episode.content, occurred_at)
    made_key = replay_key(*identity) if timed else None
    return Row(
        episode=episode,
        event_id=episode.event_id or made_key or uuid.uuid4().hex,
        replay_key=made_key,
        occurred_at=occurred_at,
        ended_at=ended_at,
        verdict=policy.with_opinion(verdict, episode.content) if verdict.keep else verdict,
        redacted=redacted,
    )


def caption(content: str) -> str:
    """The first words of an event, for a reader of the graph."""
    words = " ".join(content.split())
    return words if len(words) <= CAPTION_CHARACTERS else words[: CAPTION_CHARACTERS - 1].rstrip() + "…"


def wording_key(episode: Episode) -> str | None:
    """Equal for what may be one thing said again by the same actor; None for what is never united.

    What lasted, answers something or names its causes has a place of its own in the graph. What belongs to a run of a
    task is the same only within its session, whatever its metadata and causes: that is how a loop looks.
    """
    incident = episode.event_type in _INCIDENTS
    if episode.ended_at or episode.reply_to or episode.summary or (incident and episode.session_id is None):
        return None
    if not incident and (episode.caused_by or episode.event_type is EventType.DIGEST):
        return None
    words = wording(episode.content)
    if not words:
        return None
    within = episode.session_id if incident else json.dumps(episode.metadata, sort_keys=True)
    identity = [episode.actor, episode.actor_role.value, episode.event_type.value, within, words]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:32]


def _redacted(episode: Episode, policy: WritePolicy) -> tuple[Episode, tuple[str, ...]]:
    content = policy.redactor.text(episode.content)
    summary = policy.redactor.text(episode.summary) if episode.summary else None
    metadata = policy.redactor.json(episode.metadata) if episode.metadata else None
    types = [*content.types, *(summary.types if summary else ()), *(metadata.types if metadata else ())]
    if not types:
        return episode, ()
    changes: dict[str, Any] = {"content": content.text}
    if summary:
        changes["summary"] = summary.text
    if metadata:
        changes["metadata"] = metadata.value
    return episode.model_copy(update=changes), tuple(types)


def _localised(moment: datetime, field: str, zone: Zone) -> datetime:
    return checked_time(localised(moment, field, zone() if moment.tzinfo is None else None), field)


def replay_key(session_id: str | None, actor: str, event_type: str, content: str, occurred_at: datetime) -> str:
    """Equal for the same thing said by the same actor at the same time (in UTC) in the same session."""
    identity = [session_id, actor, str(event_type), content, occurred_at.isoformat()]
    return hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:32]
