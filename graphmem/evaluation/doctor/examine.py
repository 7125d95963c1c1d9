"""The examination: every check once, repairs if wanted, and every check again."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from graphmem.clock import Clock, SystemClock
from graphmem.errors import EncoderError, StoreError, StoreUnavailableError
from graphmem.evaluation.doctor.findings import Examination, Finding, Progress, Repair
from graphmem.evaluation.doctor.graph import CHECKS, DUPLICATES, Found, GraphCheck
from graphmem.evaluation.doctor.indexes import expected, index_findings, read_indexes, remake
from graphmem.evaluation.doctor.machine import (
    clock_findings,
    close_password,
    disk_findings,
    machine_memory,
    memory_findings,
    memory_settings,
    password_findings,
    sizes,
    version_findings,
)
from graphmem.evaluation.doctor.repairs import Context
from graphmem.evaluation.doctor.schema import (
    encoder_findings,
    migration_findings,
    read_record,
    unusable_encoder,
)
from graphmem.evaluation.doctor.types import type_findings
from graphmem.language.encoder import Encoder
from graphmem.server import Instance
from graphmem.store.connection import Database
from graphmem.store.schema import Schema, migrations
from graphmem.store.slots import EVENT_INDEX

logger = logging.getLogger(__name__)

ROUNDS = 4
"""Rounds of repair at most: one may uncover what the next one repairs, such as the gap that a wrong link had hidden."""


@dataclass(frozen=True)
class _Ailment:
    """A finding, with what repairs it."""

    finding: Finding
    mend: Callable[[], None] | None = None


@dataclass
class _Look:
    """One pass over all checks."""

    ailments: list[_Ailment] = field(default_factory=list)
    facts: dict[str, int | str] = field(default_factory=dict)
    checks: list[str] = field(default_factory=list)

    def add(self, findings: Sequence[Finding], mend: Callable[[], None] | None = None) -> None:
        self.ailments += [_Ailment(finding, mend if finding.fixable else None) for finding in findings]

    def counts(self) -> Counter[str]:
        counts: Counter[str] = Counter()
        for ailment in self.ailments:
            counts[ailment.finding.check] += ailment.finding.count
        return counts


class Doctor:
    """Examines one store.

    Args:
        database: the store, whatever its schema and encoder.
        encoder: the configured one; None where it cannot be used.
        encoder_problem: why it cannot.
        instance: the managed server, where the store is one.
        clock: tells the time on this side.
        progress: is told how it goes.
    """

    def __init__(
        self,
        database: Database,
        encoder: Encoder | None,
        *,
        encoder_problem: str = "",
        instance: Instance | None = None,
        clock: Clock | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._database, self._encoder, self._encoder_problem = database, encoder, encoder_problem
        self._instance, self._clock = instance, clock or SystemClock()
        self._progress = progress or _silent

    def examine(self) -> Examination:
        """Look at everything; change nothing.

        Raises:
            StoreError: one of its kinds, when Neo4j cannot do it.
        """
        return _examination(self._look(), [])

    def fix(self) -> Examination:
        """Repair what can be repaired safely; the findings are those that are left.

        Raises:
            StoreError: one of its kinds, when Neo4j cannot do it.
        """
        look = self._look()
        before: dict[str, int] = {}
        failed: dict[str, str] = {}
        for _ in range(ROUNDS):
            todo = [each for each in look.ailments if each.mend and each.finding.check not in failed]
            if not todo:
                break
            for ailment in todo:
                before.setdefault(ailment.finding.check, look.counts()[ailment.finding.check])
                _mend(ailment, failed)
            look = self._look()
        after = look.counts()
        return _examination(
            look, [Repair(check, count, after[check], failed.get(check, "")) for check, count in before.items()]
        )

    def _look(self) -> _Look:
        look = _Look()
        steps: list[tuple[str, Callable[[_Look], None]]] = [
            ("server", self._server),
            ("schema", self._schema),
            *((check.name, self._graph_check(check)) for check in CHECKS),
            ("properties", lambda look: look.add(type_findings(self._database))),
            *([("machine", self._machine)] if self._instance else []),
        ]
        for number, (name, step) in enumerate(steps):
            self._progress(name, number, len(steps))
            step(look)
            look.checks.append(name)
        self._progress("", len(steps), len(steps))
        return look

    def _server(self, look: _Look) -> None:
        version = self._database.server().version
        look.facts["neo4j"] = version
        look.add(version_findings(version))
        look.add(clock_findings(self._database, self._clock))
        memory = memory_settings(self._database)
        look.facts |= memory
        of_machine = machine_memory() if self._instance else 0
        look.add(list(memory_findings(memory.get("heap_bytes"), memory.get("page_cache_bytes"), of_machine)))

    def _schema(self, look: _Look) -> None:
        record = read_record(self._database)
        identity = self._encoder.identity if self._encoder else None
        look.add(list(migration_findings(record, migrations())), self._upgrade)
        if self._encoder_problem:
            look.add([unusable_encoder(self._encoder_problem)])
        look.add(list(encoder_findings(record, identity)))
        vector_index = record.active.index_name if record.active else EVENT_INDEX
        wanted = expected(record.applied, record.encoder, vector_index)
        rows = read_indexes(self._database)
        there = {row["name"] for row in rows}
        if any(index.is_constraint and index.name not in there for index in wanted):
            found = DUPLICATES.look(self._context())
            look.add([found.finding] if found.finding else [])
        for found_index in index_findings(wanted, rows):
            look.add(
                [found_index.finding],
                lambda each=found_index: remake(self._database, each, record.encoder),  # type: ignore[misc]
            )

    def _upgrade(self) -> None:
        schema = Schema(self._database)
        identity = schema.status().encoder or (self._encoder.identity if self._encoder else None)
        if identity is not None:
            schema.upgrade(identity)

    def _graph_check(self, check: GraphCheck) -> Callable[[_Look], None]:
        def step(look: _Look) -> None:
            context = self._context()
            found = check.look(context)
            if found.finding:
                look.add([found.finding], _mending(check, context, found))

        return step

    def _context(self) -> Context:
        record = read_record(self._database)
        active = record.active
        fits = active is not None and self._encoder is not None and self._encoder.identity == active.encoder
        slot = active.slot if active is not None and active.ticket else None
        return Context(self._database, self._clock, self._encoder, fits and slot is not None, slot)

    def _machine(self, look: _Look) -> None:
        instance = self._instance
        if instance is None:
            return
        found = sizes(instance)
        look.facts |= found
        look.add(list(disk_findings(found["disk_free_bytes"], found["transaction_log_bytes"])))
        look.add(password_findings(instance.password_file), lambda: close_password(instance.password_file))


def _mending(check: GraphCheck, context: Context, found: Found) -> Callable[[], None]:
    def mend() -> None:
        if check.mend is not None:
            check.mend(context, found.keys)

    return mend


def _mend(ailment: _Ailment, failed: dict[str, str]) -> None:
    """Repair, and note what refuses to be repaired: the rest is repaired all the same."""
    if ailment.mend is None:
        return
    try:
        ailment.mend()
    except StoreUnavailableError:
        raise
    except (StoreError, EncoderError) as error:
        logger.info("Repairing %s failed.", ailment.finding.check)
        failed[ailment.finding.check] = str(error)


def _examination(look: _Look, repairs: list[Repair]) -> Examination:
    return Examination(
        tuple(ailment.finding for ailment in look.ailments), tuple(repairs), look.facts, tuple(look.checks)
    )


def _silent(name: str, done: int, total: int) -> None:
    """Tells nobody."""
