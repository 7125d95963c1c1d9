"""A replay suite: histories of users, and questions with what is expected of their answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from graphmem.checks import checked_zone, localised
from graphmem.errors import InvalidInputError
from graphmem.language.identify import language_of
from graphmem.models import Episode, Moment, ShortText, ShortTexts

AMONG = 5
"""Among so many first hits the expected events must be, where a question says nothing else."""


def _zone(name: str) -> str:
    try:
        checked_zone(name)
    except InvalidInputError:
        raise ValueError("is no IANA name of a time zone, such as 'Asia/Shanghai' or 'Europe/Berlin'") from None
    return name


Zone = Annotated[str, AfterValidator(_zone)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Expectation(_Part):
    """What an answer must hold."""

    events: Annotated[ShortTexts, Field(min_length=1)]
    """By their event_id, of the same user."""
    any: bool = False
    """One of them is enough."""


class Question(_Part):
    """A cue, when it is asked, and what is expected of the answer."""

    text: ShortText
    expect: Expectation
    question_id: ShortText | None = None
    kind: str = ""
    """Any word; figures are given for each."""
    language: str | None = None
    now: Moment | None = None
    k: Annotated[int, Field(ge=1, le=1000)] | None = None

    @property
    def among(self) -> int:
        """Among how many first hits the expected events must be: `k`, else 5, or as many as are wanted if more."""
        return self.k or max(AMONG, 1 if self.expect.any else len(self.expect.events))

    @property
    def in_language(self) -> str:
        return self.language or language_of(self.text)


class Session(_Part):
    """Events that belong together."""

    session_id: ShortText
    task_type: ShortText | None = None
    events: tuple[Episode, ...]


class UserStory(_Part):
    """What happened to one user, and what is asked then."""

    time_zone: Zone | None = None
    """Of times without an offset, and of the user."""
    now: Moment | None = None
    """When the questions are asked that do not say it themselves; by default at the last event."""
    sessions: tuple[Session, ...] = ()
    events: tuple[Episode, ...] = ()
    """Outside these sessions; an event may name one by its own session_id."""
    questions: tuple[Question, ...] = ()

    def episodes(self, zone: ZoneInfo | None) -> list[Episode]:
        """All events with their session, in UTC; times without an offset are read in `zone`."""
        return [
            episode.model_copy(
                update={
                    "session_id": episode.session_id or (session.session_id if session else None),
                    "task_type": episode.task_type or (session.task_type if session else None),
                    "occurred_at": localised(episode.occurred_at, "occurred_at", zone),
                    "ended_at": episode.ended_at and localised(episode.ended_at, "ended_at", zone),
                }
            )
            for session, episode in self._told()
            if episode.occurred_at
        ]

    def _told(self) -> Iterator[tuple[Session | None, Episode]]:
        for session in self.sessions:
            for episode in session.events:
                yield session, episode
        for episode in self.events:
            yield None, episode


class Suite(_Part):
    """Histories and questions of one file or labelled set."""

    name: ShortText
    time_zone: Zone | None = None
    """Of users who have none of their own."""
    users: Annotated[dict[ShortText, UserStory], Field(min_length=1)]

    def zone_of(self, user: str) -> str | None:
        """The IANA name of the zone of a user."""
        return self.users[user].time_zone or self.time_zone

    def asked_at(self, user: str, question: Question, last: datetime) -> datetime:
        """When a question is asked: its own `now`, the user's, or that of the last event."""
        zone = self.zone_of(user)
        now = question.now or self.users[user].now
        return localised(now, "now", ZoneInfo(zone) if zone else None) if now else last
