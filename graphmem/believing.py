"""The verbs of a user's memory that are about facts."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from graphmem.checks import checked_text, localised
from graphmem.clock import Clock
from graphmem.episodic.record import Recorder
from graphmem.errors import GraphmemError, InvalidInputError, StoreError
from graphmem.language.llm import ModelReader
from graphmem.rules.belief import Fact, Provenance
from graphmem.rules.keys import name_key
from graphmem.rules.predicates import Predicate
from graphmem.semantic import facts as stored
from graphmem.semantic.believe import Run
from graphmem.semantic.consolidate import ConsolidationReport, Progress, consolidate, consume, new_run
from graphmem.semantic.facts import Dispute
from graphmem.semantic.read import VERB
from graphmem.semantic.reflect import ReflectionReport, reflect
from graphmem.semantic.refold import Outcome
from graphmem.semantic.rollback import rollback
from graphmem.semantic.unite import Doubtful, Entity, doubtful, entity, split, unite
from graphmem.store.tenant import TenantStore

_log = logging.getLogger(__name__)

_LONGEST_NAME = 500


@dataclass(frozen=True)
class Believing:
    """What the verbs work with."""

    store: TenantStore
    table: Mapping[str, Predicate]
    clock: Clock
    now: Callable[[], datetime]
    """Not before anything that was recorded."""
    recorder: Recorder
    """Keeps whatever it is given, as it is."""
    zone: Callable[[], ZoneInfo | None]
    reader: ModelReader | None
    """Asks a language model, where one is configured."""
    analyse: Callable[[], object]
    """Finds what the user's events mention, as far as they wait for it."""
    embed: Callable[[], object]
    """Embeds what the user's facts say, as far as they wait for it."""

    def embed_facts(self) -> None:
        """Embed what the facts say; what cannot be embedded waits for it, since the facts are stored by now."""
        try:
            self.embed()
        except GraphmemError as error:
            _log.warning("Facts of a user wait for their embeddings: %s", error)

    def run(self) -> Run:
        """A new run of this user."""
        return new_run(self.store, self.table, self.clock.now(), self.zone() or ZoneInfo("UTC"))


class FactVerbs:
    """What a user's memory can do about facts; a part of `UserMemory`."""

    def _believing(self) -> Believing:
        raise NotImplementedError

    def consolidate(self, *, dry_run: bool = False, progress: Progress | None = None) -> ConsolidationReport:
        """Make facts of the events that wait for it, now instead of in the background.

        Safe to interrupt, to run again and to run beside others. The report says what became of which fact, and why;
        where a language model is configured also what asking it came to (a dry run asks it too).

        Args:
            dry_run: write nothing; the report says what would be written.
            progress: is told of every group of events.

        Raises:
            StoreError: the store failed; running it again goes on.
        """
        means = self._believing()
        means.analyse()
        report = consolidate(means.run(), dry_run=dry_run, progress=progress, reader=means.reader)
        if not dry_run:
            started = time.monotonic()
            means.embed_facts()
            report.seconds["embedding"] += time.monotonic() - started  # type: ignore[assignment]
        return report

    def reflect(self, *, dry_run: bool = False) -> ReflectionReport:
        """Look for what recurs week after week, and make at most three new judgements of it.

        "Often turns to data on Friday afternoons": seen in three weeks at least, nearly only then. The events that show
        it are its evidence. The background and `graphmem worker` do so by themselves, at most once a day; what was
        rolled back is made again only by this.

        Args:
            dry_run: write nothing; the report says what would be written.

        Raises:
            StoreError: the store failed; nothing was changed.
        """
        means = self._believing()
        means.analyse()
        report = reflect(means.run(), dry_run=dry_run)
        if not dry_run:
            means.embed_facts()
        return report

    def facts(
        self,
        *,
        predicate: str | None = None,
        subject: str | None = None,
        status: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[Fact]:
        """What is held true: by default what is served now.

        Served are believed facts; disputed ones together with their rivals; and what was said once, where nothing
        else is known.

        Args:
            predicate: only of this predicate, such as "lives_in".
            subject: only of this entity, by any of its names; "user" is the user.
            status: only of this status (pending, active, disputed, superseded, retracted, dropped), or "all".
            as_of: what held at that time of the world.
            known_at: what was believed at that time, about what was the present then unless `as_of` is given.

        Raises:
            InvalidInputError: there is no such status, or a time cannot be used.
            StoreError: the store failed.
        """
        means = self._believing()
        return stored.facts(
            means.store,
            means.table,
            now=means.now(),
            predicate=predicate,
            subject=subject,
            status=status,
            as_of=self._moment(as_of, "as_of"),
            known_at=self._moment(known_at, "known_at"),
        )

    def provenance(self, fact: Fact | str) -> Provenance:
        """Why a fact is believed: the events, their words, and each step of its confidence.

        Args:
            fact: the fact, its id, or the beginning of its id.

        Raises:
            NotFoundError: there is no such fact.
            StoreError: the store failed.
        """
        return stored.provenance(self._believing().store, _id(fact))

    def history(self, subject: str, predicate: str) -> list[Fact]:
        """All that was ever held about a subject and a predicate, in the order in which it held.

        Raises:
            StoreError: the store failed.
        """
        return stored.history(self._believing().store, subject, predicate)

    def disputes(self) -> list[Dispute]:
        """The facts that are believed and contradicted, each with what stands against it.

        Raises:
            StoreError: the store failed.
        """
        return stored.disputes(self._believing().store)

    def assert_fact(
        self,
        subject: str,
        predicate: str,
        object: str,
        *,
        aspect: str = "",
        polarity: str = "+",
        evidence: Sequence[str] = (),
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
    ) -> Fact:
        """State a fact outright: it is believed at once, and what contradicts it is superseded.

        The statement is an event of its own, so that it can be recalled, and forgotten.

        Args:
            subject: name of an entity; "user" is the user.
            predicate: canonical ("lives_in") or any other.
            object: name of an entity, or a value.
            aspect: what a preference is about, such as "report format".
            polarity: "-" states that it is not so.
            evidence: ids of the events it rests on.
            valid_from: from when on it holds; by default from now on.
            valid_until: until when, exclusive.

        Raises:
            InvalidInputError: something cannot be used; the message says what.
            UnknownEventError: there is no such event.
            StoreError: the store failed.
        """
        for value, what in ((subject, "The subject"), (predicate, "The predicate"), (object, "The object")):
            if not name_key(checked_text(value, what, _LONGEST_NAME)):
                raise InvalidInputError(f"{what} is empty.")
        if polarity not in ("+", "-"):
            raise InvalidInputError(f"polarity is {polarity!r}; it is '+' for what is so and '-' for what is not.")
        told = {
            "verb": "assert",
            "subject": subject,
            "predicate": predicate,
            "object": object,
            "aspect": aspect,
            "polarity": polarity,
        }
        for name, given in (("valid_from", valid_from), ("valid_until", valid_until)):
            moment = self._moment(given, name)
            if moment is not None:
                told[name] = moment.isoformat()
        negation = "" if polarity == "+" else "not "
        of = f" ({aspect})" if aspect else ""
        content = f"Stated: {subject} {negation}{predicate.replace('_', ' ')} {object}{of}"
        return self._say(content, told, evidence)

    def confirm(self, fact: Fact | str) -> Fact:
        """Say that a fact is true: it is believed at once, and what contradicts it is superseded.

        Raises:
            NotFoundError: there is no such fact.
            StoreError: the store failed.
        """
        return self._judge("confirm", "Confirmed", fact)

    def retract(self, fact: Fact | str) -> Fact:
        """Say that a fact was never true.

        Raises:
            NotFoundError: there is no such fact.
            StoreError: the store failed.
        """
        return self._judge("retract", "Never true", fact)

    def rollback(self, run_id: str) -> list[Outcome]:
        """Undo the facts of one run; its events wait for the next explicit `consolidate()`, judgements for `reflect()`.

        Raises:
            NotFoundError: no evidence is left of such a run.
            StoreError: the store failed; nothing was changed.
        """
        means = self._believing()
        outcomes = rollback(means.run(), run_id)
        means.embed_facts()
        return outcomes

    def entity(self, name: str) -> Entity:
        """The entity that a name stands for, with its other names.

        Raises:
            NotFoundError: there is none.
        """
        return entity(self._believing().store, name)

    def unite(self, name: str, other: str) -> list[Outcome]:
        """Let both names mean one entity, which keeps the name `name`; `split` undoes it.

        Raises:
            NotFoundError: there is no entity of such a name.
            InvalidInputError: they are one already, or `other` is the user.
            StoreError: the store failed; run it again.
        """
        means = self._believing()
        outcomes = unite(means.run(), name, other)
        means.embed_facts()
        return outcomes

    def split(self, other: str) -> list[Outcome]:
        """Let a name that was united with another mean an entity of its own again, with all that was said of it.

        Raises:
            NotFoundError: no entity has such a name.
            InvalidInputError: it was not united.
            StoreError: the store failed; run it again.
        """
        means = self._believing()
        outcomes = split(means.run(), other)
        means.analyse()
        means.embed_facts()
        return outcomes

    def review(self) -> list[Doubtful]:
        """Pairs of entities that may be one, the likeliest first, for somebody to `unite`.

        Raises:
            StoreError: the store failed.
        """
        return doubtful(self._believing().store)

    def _judge(self, verb: str, word: str, fact: Fact | str) -> Fact:
        means = self._believing()
        found = stored.of_id(means.store, _id(fact))
        told = {
            "verb": verb,
            "subject": "user" if stored.named_entity(means.store, "user") == found.subject_id else found.subject,
            "predicate": found.predicate,
            "object": found.object,
            "aspect": found.aspect,
            "polarity": found.polarity,
        }
        self._say(f"{word}: {found.text}", told, ())
        return stored.of_id(means.store, found.fact_id)

    def _say(self, content: str, told: Mapping[str, str], evidence: Sequence[str]) -> Fact:
        means = self._believing()
        episode = {
            "content": content,
            "event_type": "feedback",
            "actor_role": "user",
            "metadata": {VERB: dict(told)},
            "caused_by": list(evidence),
        }
        report = means.recorder.record_many([episode], zone=means.zone)
        if report.refused:
            raise report.refused[0].error
        event = report.events[0]
        if event is None:
            raise StoreError
        outcomes = consume(means.run(), [event.event_id]).outcomes
        means.embed_facts()
        found = stored.of_ids(means.store, [each.fact_id for each in outcomes if each.after])
        thing = stored.named_entity(means.store, told["object"])
        of_it = [fact for fact in found if fact.object_id == thing]
        if not of_it:
            raise StoreError("What was stated left no fact. Nothing else was changed.")
        return max(of_it, key=lambda fact: (fact.valid_until, fact.confidence))

    def _moment(self, value: datetime | None, field: str) -> datetime | None:
        zone = self._believing().zone
        return None if value is None else localised(value, field, None if value.tzinfo else zone())


def _id(fact: Fact | str) -> str:
    return fact if isinstance(fact, str) else fact.fact_id
