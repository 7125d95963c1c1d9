"""A replay suite: histories of users, and questions with what is expected of their answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Annotated, Self
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from graphmem.checks import checked_zone, localised, one_or_many
from graphmem.errors import InvalidInputError
from graphmem.language.identify import language_of
from graphmem.models import Episode, Moment, ShortText, ShortTexts
from graphmem.rules.facts import Status

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


class ExpectedFact(_Part):
    """A fact that must be served; what is left out may be anything."""

    object: Annotated[ShortTexts, Field(min_length=1)]
    """Wordings, of which one is enough: the fact's object holds it, or is held by it."""
    subject: ShortText | None = None
    """Whom or what it is about; "user" is the user."""
    predicate: ShortText | None = None
    status: Annotated[tuple[Status, ...], BeforeValidator(one_or_many)] = ()
    """Any of them."""
    since: date | None = None
    """The day, in the user's zone, from which on it holds."""
    until: date | None = None
    """The day on which it ended."""


class Expectation(_Part):
    """What an answer must hold, and what it must not."""

    events: ShortTexts = ()
    """By their event_id, of the same user."""
    any: bool = False
    """One of them is enough."""
    facts: tuple[ExpectedFact, ...] = ()
    no_facts: ShortTexts = ()
    """Objects that no served fact may have."""

    @property
    def of_facts(self) -> bool:
        """Whether facts decide."""
        return bool(self.facts or self.no_facts)

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.events and not self.of_facts:
            raise ValueError("names nothing; give `events`, `facts` or `no_facts`")
        return self


class Question(_Part):
    """A cue, when it is asked, and what is expected of the answer."""

    text: ShortText
    expect: Expectation
    question_id: ShortText | None = None
    kind: str = ""
    """Any word; figures are given for each."""
    language: str | None = None
    now: Moment | None = None
    as_of: Moment | None = None
    """Facts are those that held then."""
    known_at: Moment | None = None
    """Facts are as they were believed then."""
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

    @property
    def of_facts(self) -> bool:
        """Whether facts are asked for."""
        return any(question.expect.of_facts for question in self.questions)

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
        return self.moment(user, question.now or self.users[user].now, "now") or last

    def moment(self, user: str, value: datetime | None, field: str) -> datetime | None:
        """A time of a user in UTC; one without an offset is read in the user's zone."""
        zone = self.zone_of(user)
        return localised(value, field, ZoneInfo(zone) if zone else None) if value else None
