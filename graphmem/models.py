"""What goes into a memory and what comes out of it: frozen models.

Times are aware datetimes in UTC. Ids are any text of up to 1,000 bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Self, TypedDict

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from graphmem.checks import event_text, json_map, no_bytes, no_number, one_or_many, plain_reasons, short_text
from graphmem.errors import InvalidInputError


class EventType(StrEnum):
    """What kind of thing happened."""

    USER_MESSAGE = "user_message"
    AGENT_MESSAGE = "agent_message"
    TOOL_CALL = "tool_call"
    TOOL_RESULT = "tool_result"
    DECISION = "decision"
    OUTCOME = "outcome"
    FEEDBACK = "feedback"
    NOTE = "note"
    DIGEST = "digest"
    SYSTEM = "system"


class ActorRole(StrEnum):
    """Which side an actor is on: "I" in a cue is the user, "you" the agent."""

    USER = "user"
    AGENT = "agent"
    TOOL = "tool"


class EntityType(StrEnum):
    """What kind of thing an entity is."""

    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"
    THING = "thing"
    VALUE = "value"
    TIME = "time"
    USER = "user"


MENTIONED_TYPES = tuple(kind.value for kind in EntityType if kind is not EntityType.USER)
"""What an event can say an entity is; the earlier wins where as many events say one as the other."""


_ROLE_OF_TYPE: dict[str, ActorRole] = {
    EventType.USER_MESSAGE: ActorRole.USER,
    EventType.FEEDBACK: ActorRole.USER,
    EventType.NOTE: ActorRole.USER,
    EventType.AGENT_MESSAGE: ActorRole.AGENT,
    EventType.TOOL_CALL: ActorRole.AGENT,
    EventType.DECISION: ActorRole.AGENT,
    EventType.OUTCOME: ActorRole.AGENT,
    EventType.DIGEST: ActorRole.AGENT,
    EventType.TOOL_RESULT: ActorRole.TOOL,
    EventType.SYSTEM: ActorRole.TOOL,
}
_TYPE_OF_ROLE: dict[str, EventType] = {
    ActorRole.USER: EventType.USER_MESSAGE,
    ActorRole.AGENT: EventType.AGENT_MESSAGE,
    ActorRole.TOOL: EventType.TOOL_RESULT,
}
_ROLE_OF_ACTOR: dict[str, ActorRole] = {
    "user": ActorRole.USER,
    "human": ActorRole.USER,
    "assistant": ActorRole.AGENT,
    "agent": ActorRole.AGENT,
    "tool": ActorRole.TOOL,
}
_ACTOR_OF_ROLE: dict[str, str] = {
    ActorRole.USER: "user",
    ActorRole.AGENT: "assistant",
    ActorRole.TOOL: "tool",
}


Moment = Annotated[datetime, BeforeValidator(no_number)]
ShortText = Annotated[str, AfterValidator(short_text)]
ShortTexts = Annotated[tuple[ShortText, ...], BeforeValidator(one_or_many)]
"""One text alone will do."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class EpisodeFields(TypedDict, total=False):
    """What can be said of an episode besides its content; all of it optional."""

    event_type: EventType | str
    """By default a message of the user or the agent, or a tool's result, after the role."""
    actor: str
    """Who; by default "user", "assistant" or "tool", after the role."""
    actor_role: ActorRole | str
    """user, agent or tool; by default after the event type."""
    event_id: str
    """Your own id; by default one is made."""
    session_id: str
    """The session it belongs to, if any."""
    task_type: str
    """What kind of task that session is."""
    occurred_at: datetime
    """When; by default now."""
    ended_at: datetime
    """When it was over, for what lasted."""
    caused_by: str | Sequence[str]
    """Id or ids of events of this user that brought it about."""
    tool_call_id: str
    """Of a tool_call and its tool_result, whichever comes first: the result is then caused by the call."""
    reply_to: str
    """Id of the event it answers; that one may arrive later."""
    summary: str
    """A short form of a long content."""
    metadata: Mapping[str, Any]
    """Any JSON."""


class Episode(_Frozen):
    """What an agent hands in: something said, seen, done or returned.

    Only `content` is needed. The actor, its role and the type of event follow from one another where they are not
    given: without any of them an episode is a message of the user.
    """

    content: Annotated[str, BeforeValidator(no_bytes), AfterValidator(event_text)]
    event_type: EventType = None  # type: ignore[assignment]  # derived below when not given
    actor: ShortText = None  # type: ignore[assignment]  # derived below when not given
    actor_role: ActorRole = None  # type: ignore[assignment]  # derived below when not given
    event_id: ShortText | None = None
    session_id: ShortText | None = None
    task_type: ShortText | None = None
    occurred_at: Moment | None = None
    ended_at: Moment | None = None
    caused_by: ShortTexts = ()
    tool_call_id: ShortText | None = None
    reply_to: ShortText | None = None
    summary: Annotated[str, AfterValidator(event_text)] | None = None
    metadata: Annotated[dict[str, Any], AfterValidator(json_map)] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        row = {key: value for key, value in given.items() if value is not None}
        known = str(row.get("actor", "")).casefold()
        role = row.get("actor_role", _ROLE_OF_ACTOR.get(known))
        if not isinstance(role, str | None) or not isinstance(row.get("event_type"), str | None):
            return row  # refused field by field
        if "event_type" not in row:
            row["event_type"] = _TYPE_OF_ROLE.get(role or "", EventType.USER_MESSAGE)
        if role is None:
            role = _ROLE_OF_TYPE.get(row["event_type"])
        if role is not None:
            row["actor_role"] = role
            row.setdefault("actor", _ACTOR_OF_ROLE.get(role, ""))
        return row

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        both_zoned = self.occurred_at and self.ended_at and self.occurred_at.tzinfo and self.ended_at.tzinfo
        if both_zoned and self.ended_at < self.occurred_at:  # type: ignore[operator]
            raise ValueError("ended_at is before occurred_at")
        if self.event_id is not None and self.event_id in self.caused_by:
            raise ValueError("caused_by names the event itself")
        if self.event_id is not None and self.event_id == self.reply_to:
            raise ValueError("reply_to names the event itself")
        return self

    @classmethod
    def checked(cls, given: Episode | Mapping[str, Any]) -> Episode:
        """`given` as an episode, or an `InvalidInputError` that says which field is wrong and why."""
        if isinstance(given, Episode):
            return given
        if not isinstance(given, Mapping):
            raise InvalidInputError(f"An episode is a map with at least 'content', not {type(given).__name__}.")
        try:
            return cls.model_validate(dict(given))
        except ValidationError as error:
            raise InvalidInputError(f"The episode cannot be used: {plain_reasons(error)}.") from None


class Occurrence(_Frozen):
    """One more time that an event was recorded, in nearly the same words."""

    occurred_at: datetime
    session_id: str | None
    event_id: str
    """Of the episode that was handed in; it leads to the event."""


class Event(_Frozen):
    """A stored event: verbatim after redaction, at one time. The fields are those of the node."""

    event_id: str
    session_id: str | None = None
    event_type: EventType
    actor: str
    actor_role: ActorRole
    content: str
    summary: str | None = None
    occurred_at: datetime
    ended_at: datetime | None = None
    recorded_at: datetime
    metadata: dict[str, Any] = Field(default_factory=dict)
    tool_call_id: str | None = None
    reply_to: str | None = None
    importance: float = 0.0
    """0 to 1, given when it was recorded and moved by feedback."""
    importance_reasons: tuple[str, ...] = ()
    """Codes of the rules behind it; docs/gate.md says what each means."""
    explicit: bool = False
    """Somebody asked to remember it."""
    unverified: bool = False
    """A guess of the agent."""
    gate_reason: str = ""
    """Code of the reason for which the write gate kept or refused it."""
    kept: bool = True
    """False where the gate refused it: nothing of it is stored, or only for a day while its session runs."""
    redacted: tuple[str, ...] = ()
    """What was taken out of it before it was stored: a type ("password", "bank_card") for each place."""
    seen: tuple[Occurrence, ...] = ()
    """Further times that it was recorded, in order of time."""

    @property
    def count(self) -> int:
        """How many times it was recorded."""
        return 1 + len(self.seen)

    @classmethod
    def stored(cls, node: Mapping[str, Any]) -> Event:
        """The event of a node's properties as the queries return them, `metadata` as JSON text."""
        fields = {key: value for key, value in node.items() if value is not None and key not in _OF_SEEN}
        occurrences = zip(*(node.get(key) or () for key in _OF_SEEN), strict=True)
        seen = [{"occurred_at": at, "session_id": within or None, "event_id": id} for at, within, id in occurrences]
        return cls.model_validate({**fields, "metadata": json.loads(node["metadata"] or "{}"), "seen": seen})


_OF_SEEN = ("seen", "seen_in", "seen_ids")
"""The properties of a node that hold its further occurrences: times, sessions ("" for none), ids."""


class EncoderIdentity(_Frozen):
    """What makes two embeddings comparable: equal identities, equal meaning of a similarity."""

    model: str
    dimension: int
    query_prefix: str = ""
    passage_prefix: str = ""
    means: str = ""
    """Digest of what is taken out of its vectors to make languages comparable; empty when nothing is."""

    def __str__(self) -> str:
        return f"{self.model} ({self.dimension} dimensions{f', means {self.means[:8]}' if self.means else ''})"
