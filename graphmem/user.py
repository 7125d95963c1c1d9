"""The memory of one user, and of one session of theirs: what `GraphMemory.user` gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, Unpack
from zoneinfo import ZoneInfo

from graphmem.believing import Believing, FactVerbs
from graphmem.checks import checked_id, checked_text, localised
from graphmem.episodic.chain import Chain, chain
from graphmem.episodic.feedback import feedback
from graphmem.episodic.gate import Verdict, judge
from graphmem.episodic.late import RedactionReport, redact_stored
from graphmem.episodic.outcomes import RecordReport
from graphmem.episodic.record import Progress, Recorder
from graphmem.errors import InvalidInputError, StoreError
from graphmem.forgetting.audit import GateAudit, ModelAudit, gate_audit, model_audit
from graphmem.models import ActorRole, Episode, EpisodeFields, Event, EventType
from graphmem.recall.recall import Asked, recall
from graphmem.recall.recollection import Recollection
from graphmem.semantic.consolidate import BY_ITSELF, consolidate
from graphmem.semantic.embed import embed_facts
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

if TYPE_CHECKING:
    from graphmem.memory import GraphMemory

_PROFILE = tenant_query("users.profile")
_INTRODUCE = tenant_query("users.introduce")


class UserMemory(FactVerbs):
    """Everything one user's agents remember. Nothing of another user is ever read or written through it."""

    def __init__(self, memory: GraphMemory, id: str, *, name: str | None, time_zone: str | None) -> None:
        self.id = id
        self._memory = memory
        self._store = TenantStore(memory.database, id)
        self._name, self._time_zone = name, time_zone
        self._introduced = name is None and time_zone is None
        self._recorder = Recorder(self._store, memory.encoder, memory.stamps, memory.policy)

    def session(self, id: str, *, task_type: str | None = None) -> SessionMemory:
        """A conversation or a run of a task; its events form a chain in the order in which they occurred."""
        checked_id("session id", id)
        if task_type is not None:
            checked_text(task_type, "The task type", 250)
        return SessionMemory(self, id, task_type=task_type)

    def record(self, content: str, **fields: Unpack[EpisodeFields]) -> Event:
        """Record what happened; returns the stored event once it is committed.

        Secrets are taken out first. What is not worth keeping is not kept (`Event.kept` is False then, `gate_reason`
        says why; within a session it stays for a day). The same thing said again within a week becomes another
        occurrence of the event that is there, which is returned. Handing in the same `event_id` again, or the same
        content by the same actor in the same session at the same given `occurred_at`, stores nothing and returns the
        event that is there.

        Args:
            content: what was said, done or returned; kept verbatim.
            fields: what else is known of it; see `EpisodeFields`.

        Raises:
            InvalidInputError: something cannot be used; the message says what and why. Nothing was stored.
            StoreError: the store failed; recording the same again is safe when `event_id` or `occurred_at` is given.
        """
        return self._record_one({"content": content, **fields})

    def record_many(
        self,
        episodes: Sequence[Episode | Mapping[str, Any]],
        *,
        embed_later: bool | None = None,
        progress: Progress | None = None,
    ) -> RecordReport:
        """Record episodes (maps with the arguments of `record`) in batches; the way to load a history.

        What cannot be used is refused by its position with a reason; the rest is stored. With `embed_later` it is
        found by its words only, until `graphmem embed` (or `GraphMemory.embed`) has come round.
        """
        return self._record(episodes, embed_later=embed_later, progress=progress)

    def gate(
        self, text: str, *, event_type: EventType | str = EventType.USER_MESSAGE, actor_role: ActorRole | None = None
    ) -> Verdict:
        """What the write gate would decide about an episode of this text, and how important it would be.

        Nothing is written. It looks at the text as it would be stored, without secrets.

        Raises:
            InvalidInputError: the text or the type cannot be used.
        """
        episode = Episode.checked({"content": text, "event_type": event_type, "actor_role": actor_role})
        policy = self._memory.policy
        return judge(
            policy.redactor.text(episode.content).text,
            event_type=episode.event_type.value,
            actor_role=episode.actor_role.value,
            policy=policy.gate,
            table=policy.table,
        )

    def feedback(self, event_id: str, *, useful: bool) -> Event:
        """Say whether an event was of use: its importance goes up or down a step, never below the floor of its text.

        Raises:
            NotFoundError: the user has no such event.
            StoreError: the store failed.
        """
        return feedback(self._store, event_id, useful=useful, table=self._memory.policy.table)

    def chain(self, event_id: str) -> Chain:
        """What led to an event and what came of it, to the root and to the outcome.

        Raises:
            NotFoundError: the user has no such event.
            StoreError: the store failed.
        """
        return chain(self._store, event_id, time_zone=self._profile().time_zone or "UTC")

    def redact(
        self, *, contacts: bool | None = None, dry_run: bool = False, progress: Progress | None = None
    ) -> RedactionReport:
        """Take out of what is stored what would be taken out today: after new rules, or a change of mind.

        Neo4j's transaction logs and backups made before still hold the old text; see docs/redaction.md.

        Args:
            contacts: e-mail addresses and phone numbers too; by default as configured.
            dry_run: only count.
            progress: is told of every page of events.

        Raises:
            StoreError: the store failed; what was done stays done, run it again.
        """
        redactor = self._memory.policy.but(redact_contacts=contacts).redactor
        report = redact_stored(
            self._store, self._memory.encoder, redactor, self._memory.stamps, dry_run=dry_run, progress=progress
        )
        if report.changed and not dry_run:
            means = self._believing()  # facts and entities are made of texts
            means.analyse()
            consolidate(means.run(), marks=BY_ITSELF, reader=means.reader)
            means.embed_facts()
        return report

    def gate_audit(self, *, latest: int = 20) -> GateAudit:
        """What the write gate has kept and why, refused, found repeated and redacted.

        Raises:
            StoreError: the store failed.
        """
        return gate_audit(self._store, latest=latest)

    def model_audit(self) -> ModelAudit:
        """What asking language models for facts came to: prompts and tokens by day, events that they read.

        Raises:
            StoreError: the store failed.
        """
        return model_audit(self._store)

    def recall(
        self,
        cue: str,
        *,
        now: datetime | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        session_id: str | None = None,
        k: int = 10,
        budget: int = 1000,
        timeout_ms: int | None = None,
    ) -> Recollection:
        """What is remembered about `cue`, best first, each with its reasons.

        Args:
            cue: a question, a statement or a few words, in English or Chinese. Times in it ("last Tuesday", 上个月)
                bring forward what lies in them, order words ("the time before last", 第一次) the occasion they mean.
            now: the reference time; by default the clock's.
            since: only what occurred then or later.
            until: only what occurred before.
            as_of: facts are those that held then, instead of now.
            known_at: facts are as they were believed then, about what was the present then unless `as_of` is given.
            session_id: the session that asks, which is not itself "the last time".
            k: events wanted, at most.
            budget: tokens of a brief made of it.
            timeout_ms: how long it may take; what is not found by then is left out and named in `degraded`.

        Raises:
            InvalidInputError: the cue, the times or the numbers cannot be used.
        """
        moments = {
            field: _moment(value, field, self._zone)
            for field, value in {
                "now": now,
                "since": since,
                "until": until,
                "as_of": as_of,
                "known_at": known_at,
            }.items()
        }
        asked = Asked(
            text=cue,
            now=moments["now"] or self._memory.clock.now(),
            is_now=moments["now"] is None,
            since=moments["since"],
            until=moments["until"],
            as_of=moments["as_of"],
            known_at=moments["known_at"],
            session_id=session_id,
            k=k,
            budget=budget,
            timeout_ms=timeout_ms,
        )
        found = recall(asked, self._memory.means(self._store), self._profile)
        if self._memory.counter:
            ids = [hit.event.event_id for hit in found.events]
            self._memory.counter.note(self.id, ids, self._memory.clock.now(), [fact.fact_id for fact in found.facts])
        return found

    def _record_one(
        self, episode: Mapping[str, Any], *, session_id: str | None = None, task_type: str | None = None
    ) -> Event:
        report = self._record([episode], session_id=session_id, task_type=task_type)
        if report.refused:
            raise report.refused[0].error
        event = report.events[0]
        if event is None:
            raise StoreError
        return event

    def _record(
        self,
        episodes: Sequence[Episode | Mapping[str, Any]],
        *,
        session_id: str | None = None,
        task_type: str | None = None,
        embed_later: bool | None = None,
        progress: Progress | None = None,
    ) -> RecordReport:
        if not self._introduced:
            self._profile()
        report = self._recorder.record_many(
            episodes,
            zone=self._zone,
            session_id=session_id,
            task_type=task_type,
            embed_later=embed_later,
            progress=progress,
        )
        self._memory.wake(self.id)
        return report

    def _believing(self) -> Believing:
        memory = self._memory
        as_it_is = replace(memory.policy, gate="everything", unite=False)
        return Believing(
            store=self._store,
            table=memory.predicates,
            clock=memory.clock,
            now=memory.stamps.latest,
            recorder=Recorder(self._store, memory.encoder, memory.stamps, as_it_is),
            zone=self._zone,
            reader=memory.reader,
            analyse=lambda: memory.analyse(user_id=self.id),
            embed=lambda: embed_facts(self._store, memory.encoder),
        )

    def _zone(self) -> ZoneInfo | None:
        """The user's declared zone: given here, else the stored one."""
        time_zone = self._time_zone or self._profile().time_zone
        return ZoneInfo(time_zone) if time_zone else None

    def _profile(self, seconds: float | None = None) -> _Profile:
        """What the store knows of the user, who is introduced on the way when a name or zone is to be kept."""
        if self._introduced:
            rows = self._store.run(_PROFILE, timeout=seconds)
        else:
            now = self._memory.clock.now()
            rows = self._store.run(_INTRODUCE, name=self._name, time_zone=self._time_zone, created_at=now)
            self._introduced = True
        return _Profile(**rows[0]) if rows else _Profile(None, None, [], 0, 0, False, None)


class SessionMemory:
    """One session of a user: what is recorded through it belongs to it."""

    def __init__(self, user: UserMemory, id: str, *, task_type: str | None) -> None:
        self.user, self.id, self.task_type = user, id, task_type

    def record(self, content: str, **fields: Unpack[EpisodeFields]) -> Event:
        """`UserMemory.record`, into this session."""
        return self.user._record_one({"content": content, **fields}, session_id=self.id, task_type=self.task_type)

    def record_many(
        self,
        episodes: Sequence[Episode | Mapping[str, Any]],
        *,
        embed_later: bool | None = None,
        progress: Progress | None = None,
    ) -> RecordReport:
        """`UserMemory.record_many`, into this session where an episode names none."""
        return self.user._record(
            episodes, session_id=self.id, task_type=self.task_type, embed_later=embed_later, progress=progress
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Every record is committed already; what was said is made into facts now, in the background."""
        self.user._memory.wake(self.user.id, ended=True)


@dataclass(frozen=True)
class _Profile:
    name: str | None
    time_zone: str | None
    actors: list[str]
    not_embedded: int
    not_analysed: int
    has_facts: bool
    stamp: str | None


def _moment(value: object, field: str, zone: Callable[[], ZoneInfo | None]) -> datetime | None:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise InvalidInputError(f"{field} is no time; write 2026-05-01T09:30:00+08:00.") from None
    if value is not None and not isinstance(value, datetime):
        raise InvalidInputError(f"{field} is {type(value).__name__}, not a datetime.")
    return None if value is None else localised(value, field, None if value.tzinfo else zone())
