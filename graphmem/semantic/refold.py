"""What new evidence changes: the slots that it touches are folded again, and what differs becomes rows to write."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any

from graphmem.rules.changes import Changes, Line, changes
from graphmem.rules.facts import FactKey, FactState, Fold, Status, of_slot
from graphmem.rules.fold import fold
from graphmem.rules.keys import user_entity
from graphmem.rules.predicates import Predicate
from graphmem.rules.recurring import TURNS_TO, when_in
from graphmem.semantic.statements import Statement, hashed


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact as the store has it."""

    fact_id: str
    subject_id: str
    state: FactState
    text: str
    caption: str


@dataclass(frozen=True, slots=True)
class StoredSlot:
    """A slot as the store has it: evidence that counts so far, and what was made of it."""

    slot: str
    statements: tuple[Statement, ...] = ()
    facts: tuple[StoredFact, ...] = ()

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> StoredSlot:
        """From a row of `semantic.slots`."""
        ids = {each["fact"]["fact_id"]: _key(each) for each in row["facts"]}
        facts = tuple(
            StoredFact(
                fact_id=each["fact"]["fact_id"],
                subject_id=each["subject_id"],
                state=_state(each["fact"], ids),
                text=each["fact"]["text"],
                caption=each["fact"]["caption"],
            )
            for each in row["facts"]
        )
        return cls(row["slot"], tuple(map(Statement.of, row["evidence"])), facts)


@dataclass(slots=True)
class Rows:
    """What is to be written; the names are the parameters of `semantic.believe`."""

    gone: list[str] = field(default_factory=list)
    moved: list[dict[str, object]] = field(default_factory=list)
    facts: list[dict[str, object]] = field(default_factory=list)
    lines: list[dict[str, object]] = field(default_factory=list)
    refolds: list[dict[str, object]] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    """For people; not written."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one fact."""

    fact_id: str
    text: str
    before: str | None
    """Status and confidence; None for a new fact."""
    after: str | None
    """None for a fact of which no evidence is left."""
    because: str
    """The rules of its steps and what was said."""

    def __str__(self) -> str:
        return f"{self.text}: {self.before or 'new'} → {self.after or 'gone'}  ({self.because})"

    def as_json(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Refolding:
    """Folds slots of one user."""

    user_id: str
    table: Mapping[str, Predicate]
    names: Mapping[str, str]
    """Of entities, by id."""
    run_id: str
    at: datetime
    zone: tzinfo = UTC
    first_line: int = 0
    """Number of the first line of the log: beyond those of the runs before, since a clock may stand still."""

    def rows(self, before: Iterable[StoredSlot], after: Mapping[str, Sequence[Statement]]) -> Rows:
        """The rows that take the store from the slots as they are to those that hold the statements `after`.

        Args:
            before: every slot that is touched, as read.
            after: all statements of each of them from now on, by slot.
        """
        rows = Rows()
        folded = [(slot, *self._changes(slot, after.get(slot.slot, ()))) for slot in before]
        owners = {fact.fact_id: fact for slot, *_ in folded for fact in slot.facts}
        kept: set[str] = set()
        for slot, new, changed in folded:
            statements = after.get(slot.slot, ())
            ids = self._ids(slot, new, statements)
            kept.update(ids.values())
            if changed or any(ids[fact.state.key] != fact.fact_id for fact in slot.facts if fact.state.key in ids):
                self._write(rows, slot, new, changed, ids, statements, owners)
        rows.gone.extend(sorted(id for id in owners if id not in kept))
        rows.outcomes.extend(
            Outcome(id, owners[id].text, _standing(owners[id].state), None, "no evidence is left") for id in rows.gone
        )
        return rows

    def _changes(self, slot: StoredSlot, statements: Sequence[Statement]) -> tuple[Fold, Changes]:
        counted = frozenset().union(*(each.counted for each in slot.statements))
        steps = tuple(step for step in self._fold(slot.statements).steps if step.event_id in counted)
        before = Fold(tuple(sorted((fact.state for fact in slot.facts), key=lambda state: state.key)), steps)
        after = self._fold(statements)
        return after, changes(before, after)

    def _fold(self, statements: Sequence[Statement]) -> Fold:
        if not statements:
            return Fold()
        predicate = self.table[statements[0].predicate]
        of_user = statements[0].subject_id == user_entity(self.user_id)
        evidence = (each.evidence(predicate, of_user=of_user) for each in statements)
        return fold(evidence, of_slot(predicate, statements[0].aspect), zone=self.zone)

    def _ids(self, slot: StoredSlot, new: Fold, statements: Sequence[Statement]) -> dict[FactKey, str]:
        """The id of each fact: that of the stored one; of a new one a hash of what was said first."""
        ids = {fact.state.key: fact.fact_id for fact in slot.facts}
        taken = set(ids.values())
        for fact in new.facts:
            if fact.key not in ids:
                first = _first(fact, new, statements)
                id = self._id(first.said_subject, first, first.said_object, fact.key)
                if id in taken:
                    id = self._id(first.subject_id, first, slot.slot, fact.key)
                ids[fact.key] = id
                taken.add(id)
        return {fact.key: ids[fact.key] for fact in new.facts}

    def _id(self, subject_id: str, said: Statement, object_id: str, key: FactKey) -> str:
        return hashed(self.user_id, subject_id, said.predicate, said.aspect, object_id, key.polarity, key.spell)

    def _write(
        self,
        rows: Rows,
        slot: StoredSlot,
        new: Fold,
        changed: Changes,
        ids: Mapping[FactKey, str],
        statements: Sequence[Statement],
        owners: Mapping[str, StoredFact],
    ) -> None:
        states = {fact.key: fact for fact in new.facts}
        old = {fact.state.key: fact for fact in slot.facts}
        for key in [state.key for state in (*changed.made, *changed.changed)]:
            state = states[key]
            said = _first(state, new, statements)
            was = owners.get(ids[key])
            if was and (was.subject_id, was.state.key.object) != (said.subject_id, key.object):
                rows.moved.append({"fact_id": was.fact_id, "subject_id": said.subject_id, "object_id": key.object})
            properties = self._properties(slot.slot, state, ids, said)
            rows.facts.append(
                {
                    "fact_id": ids[key],
                    "subject_id": said.subject_id,
                    "object_id": key.object,
                    "properties": properties,
                }
            )
            before = old.get(key) or was
            because = [f"{line.rule}: {line.quote}" for line in changed.lines if line.fact == key]
            rows.outcomes.append(
                Outcome(
                    fact_id=ids[key],
                    text=str(properties["text"]),
                    before=_standing(before.state) if before else None,
                    after=_standing(state),
                    because="; ".join(because) or "its interval changed",
                )
            )
        for number, line in enumerate(changed.lines):
            self._line(rows, line, number, states[line.fact], ids[line.fact])

    def _line(self, rows: Rows, line: Line, number: int, state: FactState, fact_id: str) -> None:
        properties: dict[str, object] = {
            "rule": line.rule,
            "delta": line.delta / 100,
            "confidence_after": line.confidence_after / 100,
            "status_after": line.status_after.value,
            "quote": line.quote,
            "line": self.first_line + number,
            "valid_from": state.valid_from,
            "valid_until": state.valid_until,
        }
        if line.event_id is None:
            of_run: dict[str, object] = {"support": line.support, "run_id": self.run_id, "at": self.at}
            as_text = {
                name: value.isoformat() if isinstance(value, datetime) else value
                for name, value in (properties | of_run).items()
            }
            rows.refolds.append({"fact_id": fact_id, "line": json.dumps(as_text, ensure_ascii=False)})
            return
        rows.lines.append(
            {
                "stored_in": line.stored_in,
                "event_id": line.event_id,
                "object_id": line.fact.object,
                "fact_id": fact_id,
                "support": line.support,
                "properties": properties,
            }
        )

    def _properties(
        self, slot: str, state: FactState, ids: Mapping[FactKey, str], said: Statement
    ) -> dict[str, object]:
        predicate, polarity = shown(said.predicate, state.key.polarity, self.table)
        confidence = state.confidence / 100
        negation = "not: " if polarity == "-" else ""
        disputed = "" if state.status is Status.ACTIVE else f" · {state.status.value}"
        return {
            "slot": slot,
            "predicate": predicate,
            "aspect": said.aspect,
            "polarity": polarity,
            "text": self._text(said, predicate, polarity, state.key.object),
            "caption": f"{negation}{predicate} · {confidence:.2f}{disputed}".replace("0.", "."),
            "fact_type": state.fact_type,
            "confidence": confidence,
            "status": state.status.value,
            "valid_from": state.valid_from,
            "valid_until": state.valid_until,
            "precision": state.precision,
            "retracted_at": state.retracted_at,
            "rival_of": ids.get(state.rival_of) if state.rival_of else None,
            "superseded_by": ids.get(state.superseded_by) if state.superseded_by else None,
            "weighed_as": state.key.polarity,
            "spell": state.key.spell,
            "said": state.said,
            "sessions": state.sessions,
        }

    def _text(self, said: Statement, predicate: str, polarity: str, object_id: str) -> str:
        chinese = any("\u4e00" <= letter <= "\u9fff" for letter in said.quote)
        of_user = said.subject_id == user_entity(self.user_id)
        subject = ("用户" if chinese else "The user") if of_user else self.names[said.subject_id]
        row = self.table[predicate]
        if predicate == TURNS_TO and said.aspect:
            when = when_in("zh" if chinese else "en", said.aspect)
            thing = self.names[object_id]
            return f"{subject}{when}{row.zh}{thing}" if chinese else f"{subject} {row.en} {thing} on {when}"
        aspect = (f"（{said.aspect}）" if chinese else f" ({said.aspect})") if said.aspect else ""
        if chinese:
            return f"{'并非：' if polarity == '-' else ''}{subject}{row.zh}{self.names[object_id]}{aspect}"
        return f"{'Not so: ' if polarity == '-' else ''}{subject} {row.en} {self.names[object_id]}{aspect}"


def shown(predicate: str, polarity: str, table: Mapping[str, Predicate]) -> tuple[str, str]:
    """Predicate and polarity as people say it: not to like is to dislike."""
    opposite = table[predicate].opposite
    return (opposite, "+") if polarity == "-" and opposite and opposite in table else (predicate, polarity)


def _first(fact: FactState, folded: Fold, statements: Sequence[Statement]) -> Statement:
    """The statement that first said a fact."""
    by_event = {(each.source.event_id, each.object_id, each.polarity): each for each in reversed(statements)}
    step = next(step for step in folded.steps if step.fact == fact.key)
    found = by_event.get((step.stored_in, fact.key.object, fact.key.polarity))
    return found or next(each for each in statements if each.object_id == fact.key.object)


def _key(row: Mapping[str, Any]) -> FactKey:
    return FactKey(row["object_id"], row["fact"]["weighed_as"], row["fact"]["spell"])


def _state(fact: Mapping[str, Any], ids: Mapping[str, FactKey]) -> FactState:
    return FactState(
        key=ids[fact["fact_id"]],
        confidence=round(fact["confidence"] * 100),
        status=Status(fact["status"]),
        valid_from=fact["valid_from"],
        valid_until=fact["valid_until"],
        precision=fact["precision"],
        fact_type=fact["fact_type"],
        said=fact["said"],
        sessions=fact["sessions"],
        rival_of=ids.get(fact.get("rival_of", "")),
        superseded_by=ids.get(fact.get("superseded_by", "")),
        retracted_at=fact["retracted_at"],
    )


def _standing(state: FactState) -> str:
    return f"{state.status.value} {state.confidence / 100:.2f}"
