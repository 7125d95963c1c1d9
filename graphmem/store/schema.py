"""Constraints and indexes: versioned migrations, and the identity of the encoder that fills the vector index."""

from __future__ import annotations

import hashlib
import logging
import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import groupby

from graphmem.errors import EncoderError, EncoderMismatchError, QueryContractError, SchemaError, StoreConflictError
from graphmem.models import EncoderIdentity
from graphmem.store.catalogue import global_query, names
from graphmem.store.connection import Database
from graphmem.store.contract import GlobalQuery
from graphmem.store.slots import EVENT_INDEX, SlotRecord, SlotState, other_index

logger = logging.getLogger(__name__)

_STATE = global_query("schema.state")
_RECORD = global_query("schema.record_migration")
_CLAIM = global_query("schema.claim_encoder")
_AWAIT = global_query("schema.await_indexes")

LARGEST_DIMENSION = 4096
"""Of an embedding that Neo4j can index."""
LEDGER = "graphmem"
"""Under which graphmem's own migrations are recorded."""
INDEX_SECONDS = 300
"""How long a migration waits for its indexes to fill."""
_FILE = re.compile(r"schema\.(m[0-9]{3})_([a-z0-9_]+)\.[0-9]{3}_[a-z0-9_]+")


@dataclass(frozen=True)
class Migration:
    """Schema statements that belong together; every one can be run again without harm."""

    version: str
    name: str
    statements: tuple[GlobalQuery, ...]

    @property
    def checksum(self) -> str:
        """SHA-256 of what the statements say, in their order."""
        return hashlib.sha256("\n".join(statement.checksum for statement in self.statements).encode()).hexdigest()

    def __str__(self) -> str:
        return f"{self.version}_{self.name}"


@dataclass(frozen=True)
class AppliedMigration:
    """A migration as the store remembers it."""

    version: str
    name: str
    checksum: str
    applied_at: datetime

    def __str__(self) -> str:
        return f"{self.version}_{self.name}"


@dataclass(frozen=True)
class SchemaStatus:
    """What was applied to a store, what is still to do, and the encoders whose embeddings it holds."""

    applied: tuple[AppliedMigration, ...]
    pending: tuple[Migration, ...]
    slots: tuple[SlotRecord, ...]
    """The active slot, and the other one while a rebuild fills or empties it; by index name."""

    @property
    def active(self) -> SlotRecord | None:
        """The slot that recall searches; None before the first encoder was noted."""
        return next((slot for slot in self.slots if slot.state is SlotState.ACTIVE), None)

    @property
    def encoder(self) -> EncoderIdentity | None:
        """Of the active slot."""
        return self.active.encoder if self.active else None


@cache
def migrations() -> tuple[Migration, ...]:
    """graphmem's migrations in the order in which they apply.

    Raises:
        QueryContractError: a file in `cypher/schema/` breaks its contract.
    """
    return as_migrations([global_query(name) for name in names() if _FILE.fullmatch(name)])


def as_migrations(statements: Sequence[GlobalQuery]) -> tuple[Migration, ...]:
    """Schema statements grouped by the folder in their name (`schema.m001_first_light.010_user_key`)."""
    ordered = sorted(statements, key=lambda statement: statement.name)
    groups = groupby(ordered, key=lambda statement: _folder(statement.name))
    found = tuple(Migration(version, name, tuple(group)) for (version, name), group in groups)
    if len({migration.version for migration in found}) < len(found):
        raise QueryContractError("Two migrations have the same version; give the newer one the next number.")
    return found


def _folder(name: str) -> tuple[str, str]:
    match = _FILE.fullmatch(name)
    if match is None:
        raise QueryContractError(f"{name} is no statement of a migration; name it schema.m001_what.010_what.")
    return match[1], match[2]


class Schema:
    """The schema of one store.

    Args:
        database: the store.
        migrations: what should be applied; by default graphmem's own.
        ledger: under which name they are recorded.
        index_name: the vector index of the first slot.
    """

    def __init__(
        self,
        database: Database,
        *,
        migrations: Sequence[Migration] | None = None,
        ledger: str = LEDGER,
        index_name: str = EVENT_INDEX,
    ) -> None:
        self._database = database
        self._migrations = tuple(migrations) if migrations is not None else _own_migrations()
        self._ledger = ledger
        self._index_name = index_name

    def status(self) -> SchemaStatus:
        """What was applied and what is pending, in one round trip.

        Raises:
            SchemaError: the store is newer than this graphmem, or an applied migration was changed since.
        """
        index_names = [self._index_name, other_index(self._index_name)]
        (row,) = self._database.run(_STATE, {"ledger": self._ledger, "index_names": index_names})
        applied = tuple(AppliedMigration(**entry) for entry in row["applied"])
        self._check_applied(applied)
        done = {entry.version for entry in applied}
        pending = tuple(migration for migration in self._migrations if migration.version not in done)
        return SchemaStatus(applied, pending, tuple(SlotRecord.stored(slot) for slot in row["slots"]))

    def upgrade(self, identity: EncoderIdentity, *, dry_run: bool = False) -> tuple[Migration, ...]:
        """Apply what is pending, in order, and make sure that the store's encoder is `identity`; take up its slot.

        Safe to call from many processes at once, and again after a crash: a migration is recorded when all its
        statements are done and its indexes are filled. An up-to-date store costs one round trip.

        Args:
            identity: of the encoder that will be used; stored when there is none yet.
            dry_run: change nothing.

        Returns:
            The migrations that were applied; with `dry_run`, those that would be.

        Raises:
            EncoderMismatchError: the store was filled by another encoder. Nothing was changed.
            SchemaError: as for `status`.
        """
        check_dimension(identity)
        status = self.status()
        active = status.active
        if active is not None:
            _check_same(active.encoder, identity)
        if dry_run:
            return status.pending
        for migration in status.pending:
            self._apply(migration, identity)
        if active is None or active.ticket is None:
            self.check_encoder(identity)
        else:
            self._take_up(active)
        return status.pending

    def check_encoder(self, identity: EncoderIdentity) -> SlotRecord:
        """Make `identity` the store's encoder if it has none, and take up its slot, which is returned.

        Raises:
            EncoderMismatchError: it has another one.
        """
        claim = identity.model_dump() | {
            "index_name": self._index_name,
            "other_index_name": other_index(self._index_name),
            "ticket": uuid.uuid4().hex,
            "claimed_at": self._database.clock.now(),
        }
        (row,) = self._database.run(_CLAIM, claim)
        active = SlotRecord.stored(row["slot"])
        _check_same(active.encoder, identity)
        self._take_up(active)
        return active

    def _take_up(self, active: SlotRecord) -> None:
        if self._index_name == EVENT_INDEX:  # the slot of the queries in the catalogue
            self._database.slot = active.slot

    def _apply(self, migration: Migration, identity: EncoderIdentity) -> None:
        logger.info("Applying migration %s", migration)
        for statement in migration.statements:
            options: dict[str, object] = {}
            if "vector_options" in statement.param_names:
                active = self.check_encoder(identity)  # before the index is made for this encoder's dimension
                options["vector_options"] = vector_options(identity)
                statement = in_slot(statement, active.index_name)
            self._run_statement(statement, options)
        self._database.run(_AWAIT, {"seconds": INDEX_SECONDS}, timeout=INDEX_SECONDS + 30)
        (row,) = self._database.run(
            _RECORD,
            {
                "ledger": self._ledger,
                "version": migration.version,
                "name": migration.name,
                "checksum": migration.checksum,
                "applied_at": self._database.clock.now(),
            },
        )
        _check_checksum(str(migration), row["checksum"], migration.checksum)

    def _run_statement(self, statement: GlobalQuery, options: dict[str, object]) -> None:
        try:
            self._database.run(statement, options, timeout=INDEX_SECONDS)
        except StoreConflictError:
            # Another process made it between our look and our act; now IF NOT EXISTS sees it.
            self._database.run(statement, options, timeout=INDEX_SECONDS)

    def _check_applied(self, applied: Sequence[AppliedMigration]) -> None:
        known = {migration.version: migration for migration in self._migrations}
        for entry in applied:
            migration = known.get(entry.version)
            if migration is None:
                raise SchemaError(
                    f"This store was made by a newer graphmem: it has the migration {entry}, which this version does "
                    f"not know. Upgrade graphmem (pip install --upgrade graphmem), or open another instance."
                )
            _check_checksum(str(entry), entry.checksum, migration.checksum)


def in_slot(statement: GlobalQuery, index_name: str) -> GlobalQuery:
    """The statement of a migration that makes a vector index, or where a slot's second index is meant its twin.

    Args:
        statement: makes the index of the first slot.
        index_name: that of the events' index of the slot that is meant.
    """
    if index_name != other_index(EVENT_INDEX):
        return statement
    what = statement.name.rpartition(".")[2].partition("_")[2]
    return global_query(f"schema.slots.make_{other_index(what)}")


def _own_migrations() -> tuple[Migration, ...]:
    return migrations()


def _check_checksum(name: str, recorded: str, expected: str) -> None:
    if recorded != expected:
        raise SchemaError(
            f"The migration {name} is not the one that was applied to this store (recorded {recorded[:8]}, here "
            f"{expected[:8]}). Migrations never change: install the graphmem that made this store, or put the "
            f"change into a new migration."
        )


def _check_same(stored: EncoderIdentity, configured: EncoderIdentity) -> None:
    if stored != configured:
        raise EncoderMismatchError(stored=str(stored), configured=str(configured))


def check_dimension(identity: EncoderIdentity) -> None:
    """Refuse an encoder whose embeddings no index takes.

    Raises:
        EncoderError: saying how many dimensions there may be.
    """
    if not 1 <= identity.dimension <= LARGEST_DIMENSION:
        raise EncoderError(
            f"{identity.model} states {identity.dimension} dimensions; an index takes 1 to {LARGEST_DIMENSION}."
        )


def vector_options(identity: EncoderIdentity) -> dict[str, object]:
    """Options of a vector index for embeddings of that encoder."""
    return {
        "indexConfig": {
            "vector.dimensions": identity.dimension,
            "vector.similarity_function": "cosine",
            # By hand, since the server's default became binary, which loses most neighbours on hard data.
            "vector.quantization.type": "none",
        }
    }
