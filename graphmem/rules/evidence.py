"""Evidence of a slot: what was said, when and how; what counts as evidence at all, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum

from graphmem.checks import utc
from graphmem.clock import END
from graphmem.models import ActorRole, EventType, Occurrence
from graphmem.rules.facts import FactNumbers, Polarity, Rule
from graphmem.rules.recurring import week_of


class Cue(StrEnum):
    """How it was said, as far as that matters."""

    CHANGE = "change"
    """What was true before is over: "moved to", "no longer", 改用, 不再."""
    GIVES_WAY = "gives_way"
    """What is denied has made room for what the same event says instead: "switched from Excel to PDF"."""
    DENIAL = "denial"
    """It was never so: "I never lived in Paris", 从来没有."""
    REMEMBER = "remember"
    """To be kept, or to hold from now on: "from now on", 记住, 以后都."""
    ONE_OFF = "one_off"
    """For this time only: "this time", 这次."""
    CONFIRM = "confirm"
    RETRACT = "retract"
    ASSERT = "assert"
    """The verbs of the API, recorded as events."""
    RECURS = "recurs"
    """Nobody said it: it was found to recur, and this is one of the times."""


EXPLICIT: dict[Cue, Rule] = {
    Cue.ASSERT: Rule.ASSERT,
    Cue.CONFIRM: Rule.CONFIRM,
    Cue.CHANGE: Rule.CHANGE,
    Cue.REMEMBER: Rule.REMEMBER,
}
"""Cues that settle at once what is true, the first that is there naming the rule."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one event says about one object of a slot (subject, predicate, aspect).

    Raises:
        NaiveDatetimeError: a time has no zone.
    """

    event_id: str
    occurred_at: datetime
    object: str
    """Id of the entity."""
    polarity: Polarity = "+"
    session_id: str | None = None
    cues: frozenset[Cue] = frozenset()
    quote: str = ""
    seen: tuple[Occurrence, ...] = ()
    """Further times that the event was recorded: each is evidence of its own."""
    valid_from: datetime | None = None
    """Said in the text."""
    valid_until: datetime | None = None
    """Said in the text, exclusive. One that is not after `valid_from` is no end and does not count."""
    precision: str = "instant"
    """Of the times said."""
    fact_type: str = "general"
    place: int = 0
    """Where in the text it stands: orders what one event says."""
    event_type: EventType = EventType.USER_MESSAGE
    actor_role: ActorRole = ActorRole.USER
    about_user: bool = True
    """Whether the subject of the slot is the user."""

    def __post_init__(self) -> None:
        for field in ("occurred_at", "valid_from", "valid_until"):
            moment = getattr(self, field)
            if moment is not None:
                utc(moment, field)


def counts(event_type: EventType, actor_role: ActorRole, *, about_user: bool) -> bool:
    """Whether what an event says is evidence: what users say, and what tools return about other things than the user.

    What agents say never is, digests included: an agent must not confirm itself by repeating its brief.

    >>> counts(EventType.AGENT_MESSAGE, ActorRole.AGENT, about_user=False)
    False
    """
    if event_type is EventType.DIGEST:
        return False
    if actor_role is ActorRole.USER:
        return True
    return actor_role is ActorRole.TOOL and event_type is EventType.TOOL_RESULT and not about_user


@dataclass(frozen=True, slots=True)
class Piece:
    """One occurrence of evidence, ready to be weighed."""

    event_id: str
    stored_in: str
    occurred_at: datetime
    session: str
    """The session, or the day of the user where there is none: what is said twice within one is not independent."""
    object: str
    polarity: Polarity
    cues: frozenset[Cue]
    quote: str
    fact_type: str
    start: datetime | None
    """As said."""
    end: datetime | None
    """As said."""
    precision: str
    natural_end: datetime
    """When it ends by itself if nobody says anything: as said, by its type, or never."""

    @property
    def valid_from(self) -> datetime:
        """From when on it holds."""
        return self.start or self.occurred_at

    @property
    def past(self) -> bool:
        """Whether it speaks of what was over when it was said."""
        return self.end is not None and self.end <= self.occurred_at

    @property
    def point(self) -> datetime:
        """A moment at which it says that it holds: when it was said, or from when on it will."""
        return max(self.valid_from, self.occurred_at)

    @property
    def explicit(self) -> Rule | None:
        """The rule by which it settles at once what is true, if it does."""
        return next((rule for cue, rule in EXPLICIT.items() if cue in self.cues), None)


def pieces(evidence: Iterable[Evidence], numbers: FactNumbers, zone: tzinfo = UTC) -> list[Piece]:
    """All that counts of `evidence`, an occurrence each, in the order in which it is weighed.

    That order is (`occurred_at`, `event_id`) and nothing else, so the order of arrival does not matter. Within one
    event what is affirmed comes before what is denied, so that "PDF, no Excel" names PDF as what replaced Excel; what
    an event says twice about an object counts once.
    """
    found: dict[tuple[str, str, str], tuple[int, Piece]] = {}
    for each in sorted(evidence, key=_reading_order):
        if not counts(each.event_type, each.actor_role, about_user=each.about_user):
            continue
        for piece in _occurrences(each, numbers, zone):
            found.setdefault((piece.event_id, piece.object, piece.polarity), (each.place, piece))
    ordered = sorted(
        found.values(),
        key=lambda it: (it[1].occurred_at, it[1].event_id, it[1].polarity != "+", it[0], it[1].object),
    )
    return [piece for _, piece in ordered]


def _reading_order(evidence: Evidence) -> tuple[object, ...]:
    """Of what an event says twice the first counts, or the one that says more."""
    return (
        evidence.event_id,
        -len(evidence.cues),
        evidence.place,
        evidence.quote,
        evidence.valid_from or END,
        evidence.valid_until or END,
        sorted(evidence.cues),
    )


def _occurrences(evidence: Evidence, numbers: FactNumbers, zone: tzinfo) -> list[Piece]:
    own = (evidence.event_id, evidence.occurred_at, evidence.session_id)
    return [
        _piece(evidence, event_id, occurred_at, session_id, numbers, zone)
        for event_id, occurred_at, session_id in [
            own,
            *((each.event_id, each.occurred_at, each.session_id) for each in evidence.seen),
        ]
    ]


def _session(evidence: Evidence, occurred_at: datetime, session_id: str | None, zone: tzinfo) -> str:
    """Within what things are not independent: the session, else the day; of what recurs the week."""
    here = occurred_at.astimezone(zone)
    if Cue.RECURS in evidence.cues:
        return f"week {week_of(here)}"
    return f"session {session_id}" if session_id is not None else f"day {here.date()}"


def _piece(
    evidence: Evidence,
    event_id: str,
    occurred_at: datetime,
    session_id: str | None,
    numbers: FactNumbers,
    zone: tzinfo,
) -> Piece:
    start, end = evidence.valid_from, evidence.valid_until
    if start is not None and end is not None and end <= start:
        end = None
    retention = numbers.retention.get(evidence.fact_type)
    natural_end = end or (max(start or occurred_at, occurred_at) + retention if retention else END)
    return Piece(
        event_id=event_id,
        stored_in=evidence.event_id,
        occurred_at=occurred_at,
        session=_session(evidence, occurred_at, session_id, zone),
        object=evidence.object,
        polarity=evidence.polarity,
        cues=evidence.cues,
        quote=evidence.quote,
        fact_type=evidence.fact_type,
        start=start,
        end=end,
        precision=evidence.precision if start or end else "instant",
        natural_end=natural_end,
    )
