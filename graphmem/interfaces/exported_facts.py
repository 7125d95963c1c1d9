"""Facts of an exported file brought back: those of a user as a whole, or not at all.

The lines about facts of one user are held until the user's last line: a fact is worth nothing without its evidence, so
all of it is checked before any of it is stored. Facts that cannot be taken over are made anew of the events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from graphmem.errors import InvalidInputError
from graphmem.interfaces.comparing import MERGED, SAME, compare
from graphmem.interfaces.fact_lines import FactLine, checked_entity, checked_evidence, checked_fact
from graphmem.language.redaction import Redactor
from graphmem.models import MENTIONED_TYPES
from graphmem.store.belief_elements import Evidence, StoredEntity, belief_elements
from graphmem.store.catalogue import tenant_query
from graphmem.store.elements import EMBEDDING
from graphmem.store.fingerprint import fingerprint
from graphmem.store.tenant import TenantStore

_BELIEVED = tenant_query("export.believed")
_ENTITIES = tenant_query("export.restore_entities")
_EVIDENCE = tenant_query("export.restore_evidence")
_FACTS = tenant_query("export.restore_facts")
_FINISH = tenant_query("export.finish_facts")

_PAGE = 256
_Item = TypeVar("_Item")


@dataclass(frozen=True)
class Settled:
    """What became of the facts of a user in the file."""

    result: str
    """Of the comparison; see `graphmem.interfaces.comparing`."""
    taken: bool
    note: str | None


@dataclass
class BroughtFacts:
    """The facts of one user in the file."""

    store: TenantStore
    redactor: Redactor
    dimension: int | None
    """Of embeddings; None where those of the file cannot be taken over."""
    evidence: list[Evidence] = field(default_factory=list)
    facts: list[FactLine] = field(default_factory=list)
    entities: list[StoredEntity] = field(default_factory=list)
    hindrance: str | None = None
    """Why they cannot be taken over."""

    def take(self, data: dict[str, Any]) -> None:
        """A line of the kind evidence, fact or entity.

        Raises:
            InvalidInputError: it cannot be used, and with it none of the user's facts.
        """
        try:
            match data.get("kind"):
                case "evidence":
                    self.evidence.append(checked_evidence(data))
                case "fact":
                    self.facts.append(checked_fact(data, dimension=self.dimension))
                case _:
                    self.entities.append(checked_entity(data))
        except InvalidInputError:
            self.hindrance = "lines about them cannot be used"
            raise

    def hinder(self, why: str) -> None:
        """They cannot be taken over, for that reason unless there is one."""
        self.hindrance = self.hindrance or why

    def settle(self, expected: Mapping[str, Any], counts: Mapping[str, int]) -> Settled:
        """Take them over if they can be, compare them, and let their events be made into facts.

        What was stored by an import that was interrupted is completed.

        Args:
            expected: what the last line of the user says of them.
            counts: lines there were, by kind.

        Raises:
            StoreError: the store failed; run the import again.
        """
        if any(expected.get(kind) != counts.get(kind, 0) for kind in ("entities", "facts", "evidence")):
            self.hinder("lines about them are missing")
        self._look_for_hindrances()
        if not self.hindrance:
            self._store_all()
        result = compare(fingerprint(belief_elements(self.store)), expected, self.dimension is not None)
        version = expected.get("version")
        unconsumed = self._finish(version if isinstance(version, int) else 0)
        if not self.hindrance:
            return Settled(result, taken=True, note=None)
        if result == SAME:  # the same file was imported before
            return Settled(result, taken=False, note=None)
        made_anew = f" They are made anew of {unconsumed:,} events." if unconsumed else ""
        note = f"The facts of {self.store.user_id!r} were not taken over: {self.hindrance}.{made_anew}"
        return Settled(MERGED, taken=False, note=note)

    def _store_all(self) -> None:
        for entities in _pages(self.entities):
            rows = [{"entity_id": each.entity_id, "properties": each.properties} for each in entities]
            self.store.run(_ENTITIES, rows=rows, types=list(MENTIONED_TYPES))
        for evidence in _pages(self.evidence):
            rows_by_kind: dict[str, object] = {**_rows(evidence)}
            self.store.run(_EVIDENCE, timeout=None, **rows_by_kind)
        for facts in _pages(self.facts):
            fact_rows = [
                {
                    "fact_id": each.fact.fact_id,
                    "subject_id": each.fact.subject_id,
                    "object_id": each.fact.object_id,
                    "properties": each.fact.properties,
                    EMBEDDING: each.embedding,
                }
                for each in facts
            ]
            self.store.run(_FACTS, rows=fact_rows, tenant_key=self.store.tenant_key)

    def _finish(self, version: int) -> int:
        waiting = [
            {"event_id": each.event_id, "mark": each.awaits}
            for each in self.evidence
            if each.awaits is not None and not self.hindrance
        ]
        (answer,) = self.store.run(_FINISH, version=0 if self.hindrance else version, waiting=waiting)
        return int(answer["unconsumed"])

    def _look_for_hindrances(self) -> None:
        ids = [each.event_id for each in self.evidence]
        rows = self.store.run(_BELIEVED, event_ids=ids)
        there, version = (rows[0]["there"], rows[0]["version"]) if rows else ([], 0)
        lacking = len(ids) - len(there)
        if lacking:
            self.hinder(f"{lacking:,} of the events that they rest on are not here")
        if version:
            self.hinder("there are facts here already")
        if not self._is_whole():
            self.hinder("lines about them are missing")
        if any(self.redactor.text(text).text != text for text in self._texts()):
            self.hinder("something in them is redacted today")

    def _is_whole(self) -> bool:
        entities = {each.entity_id for each in self.entities}
        facts = {each.fact.fact_id: each.fact.object_id for each in self.facts}
        ends = {id for each in self.facts for id in (each.fact.subject_id, each.fact.object_id)}
        links = [link for each in self.evidence for link in each.links]
        of_links = {object_id for _, object_id, _ in links}
        lines = [(properties["fact_id"], id) for type, id, properties in links if type != "STATES"]
        return ends | of_links <= entities and all(facts.get(str(fact_id)) == id for fact_id, id in lines)

    def _texts(self) -> Iterator[str]:
        """Every text of people in them."""
        for entity in self.entities:
            yield str(entity.properties["name"])
        for each in self.facts:
            yield str(each.fact.properties["text"])
        for evidence in self.evidence:
            yield from (str(properties["quote"]) for _, _, properties in evidence.links)


def _pages(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    return (items[start : start + _PAGE] for start in range(0, len(items), _PAGE))


def _rows(evidence: Sequence[Evidence]) -> dict[str, list[dict[str, object]]]:
    """Parameters of `export.restore_evidence`."""
    rows: dict[str, list[dict[str, object]]] = {
        "consumed": [
            {"event_id": each.event_id, "consumed_at": each.consumed_at} for each in evidence if each.consumed_at
        ],
        "statements": [],
        "supports": [],
        "doubts": [],
    }
    for each in evidence:
        for type, object_id, properties in each.links:
            row: dict[str, object] = {"object_id": object_id, "properties": properties}
            if type == "STATES":
                row |= {"event_id": each.event_id, "slot": properties["slot"], "place": properties["place"]}
                rows["statements"].append(row)
            else:
                row |= {"stored_in": each.event_id, **{key: properties[key] for key in ("fact_id", "event_id")}}
                rows[type.lower()].append(row)
    return rows
