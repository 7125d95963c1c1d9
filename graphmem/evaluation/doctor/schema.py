"""Migrations and encoders: what is on record against what this program brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphmem.evaluation.doctor.findings import Finding, Severity
from graphmem.models import EncoderIdentity
from graphmem.store.catalogue import global_query
from graphmem.store.connection import Database
from graphmem.store.schema import LEDGER, Migration, migrations
from graphmem.store.slots import EVENT_INDEX, SlotRecord, SlotState, other_index

_STATE = global_query("schema.state")


@dataclass(frozen=True)
class Record:
    """What the store says of itself; unlike `Schema.status` it is not refused when it does not fit."""

    checksums: dict[str, str]
    """Of the applied migrations, by `m001_name`."""
    slots: tuple[SlotRecord, ...]

    @property
    def active(self) -> SlotRecord | None:
        return next((slot for slot in self.slots if slot.state is SlotState.ACTIVE), None)

    @property
    def encoder(self) -> EncoderIdentity | None:
        return self.active.encoder if self.active else None

    @property
    def applied(self) -> list[Migration]:
        """Those this program knows."""
        return [migration for migration in migrations() if str(migration) in self.checksums]


def read_record(database: Database) -> Record:
    """The record, in one round trip.

    Raises:
        StoreError: one of its kinds, when Neo4j cannot do it.
    """
    (row,) = database.run(_STATE, {"ledger": LEDGER, "index_names": [EVENT_INDEX, other_index(EVENT_INDEX)]})
    return Record(
        {f"{each['version']}_{each['name']}": each["checksum"] for each in row["applied"]},
        tuple(SlotRecord.stored(slot) for slot in row["slots"]),
    )


def migration_findings(record: Record, known: Sequence[Migration]) -> Iterator[Finding]:
    """Migrations that are pending, unknown or changed."""
    expected = {str(migration): migration.checksum for migration in known}
    pending = [name for name in expected if name not in record.checksums]
    unknown = [name for name in record.checksums if name not in expected]
    changed = [name for name, sum in record.checksums.items() if expected.get(name, sum) != sum]
    if pending:
        yield Finding(
            "migration_pending", Severity.ERROR, len(pending),
            "Changes of the schema have not been applied to this store.",
            "Run `graphmem schema upgrade` (or `graphmem doctor --fix`).", tuple(pending[:5]), fixable=True,
        )  # fmt: skip
    if unknown:
        yield Finding(
            "migration_unknown", Severity.ERROR, len(unknown),
            "This store was made by a newer graphmem.",
            "Upgrade graphmem (pip install --upgrade graphmem).", tuple(unknown[:5]),
        )  # fmt: skip
    if changed:
        yield Finding(
            "migration_changed", Severity.ERROR, len(changed),
            "Migrations are not the ones that were applied to this store.",
            "Install the graphmem that made this store.", tuple(changed[:5]),
        )  # fmt: skip


def encoder_findings(record: Record, configured: EncoderIdentity | None) -> Iterator[Finding]:
    """Whether the configured encoder is the store's, and whether a rebuild was left unfinished."""
    if record.encoder is not None and configured is not None and configured != record.encoder:
        yield Finding(
            "encoder_mismatch", Severity.ERROR, 1,
            f"The store was filled by {record.encoder}, but {configured} is configured; a memory cannot be opened.",
            "Configure the store's encoder (GRAPHMEM_ENCODER), or run `graphmem schema rebuild`.",
        )  # fmt: skip
    if record.slots and record.active is None:
        yield Finding(
            "no_active_slot", Severity.ERROR, 1,
            "No embeddings are marked as the ones to be searched.", "Restore a backup, or import an export.",
        )  # fmt: skip
    elif len(record.slots) > 1:
        yield Finding(
            "rebuild_unfinished", Severity.INFO, 1,
            "A rebuild of the embeddings runs, or was not finished.",
            "If none runs: `graphmem schema rebuild` goes on with it.",
        )  # fmt: skip


def unusable_encoder(reason: str) -> Finding:
    """The configured encoder cannot be had."""
    return Finding("encoder_unusable", Severity.ERROR, 1, reason, "Correct GRAPHMEM_ENCODER or GRAPHMEM_WEIGHTS.")
