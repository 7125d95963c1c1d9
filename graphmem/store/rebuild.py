"""Making all embeddings anew with another encoder, while the memory stays in use.

The slot that is not active is filled from the texts, then one transaction makes it the active one, then the old one is
emptied. Each step can be interrupted and is taken up again by the next rebuild; docs/schema.md says why nothing
is missed.
"""

from __future__ import annotations

import logging
import time
import uuid
from dataclasses import dataclass

from graphmem.errors import EncoderReplacedError, SchemaError
from graphmem.models import EncoderIdentity
from graphmem.store.catalogue import global_query
from graphmem.store.connection import Database
from graphmem.store.embeddings import (
    BATCH,
    EMBEDDED,
    Count,
    Embed,
    Progress,
    count_embedded,
    empty,
    fill,
    index_states,
)
from graphmem.store.schema import INDEX_SECONDS, Schema, check_dimension, vector_options
from graphmem.store.slots import Slot, SlotRecord, SlotState, other_index

logger = logging.getLogger(__name__)

_TAKE = global_query("schema.take_slot")
_MARK = global_query("schema.mark_filling")
_SWITCH = global_query("schema.switch_slots")
_RELEASE = global_query("schema.release_slot")
_AWAIT = global_query("schema.await_indexes")

_SOON_DONE = 100
"""A pass that found no more than this was short, so the next one finds next to none: time to switch."""
_MOST_PASSES = 5
"""Before the switch, where more is recorded than can be embedded."""


@dataclass(frozen=True)
class RebuildPlan:
    """What a rebuild will do."""

    encoder: EncoderIdentity
    """The one that will be the store's."""
    active: EncoderIdentity
    """The one whose embeddings recall searches now."""
    events: Count
    """Those embedded are of the slot that will be active in the end."""
    leftover: EncoderIdentity | None
    """Whose embeddings an unfinished rebuild left in the other slot; they are removed."""

    @property
    def switches(self) -> bool:
        return self.encoder != self.active

    @property
    def nothing_to_do(self) -> bool:
        return not self.switches and self.leftover is None and self.events.embedded == self.events.all


@dataclass(frozen=True)
class RebuildReport:
    """What a rebuild did."""

    plan: RebuildPlan
    embedded: int
    """Events and facts that were embedded by this run; the others had been before."""
    removed: int
    """Embeddings of other encoders that were removed."""
    seconds: float


class Rebuild:
    """Makes the embeddings of a store those of one encoder.

    Args:
        database: the store, whatever its encoder.
        identity: of the encoder that will be the store's.
        embed: makes its embeddings.
        batch: events embedded and stored at once.
        progress: is told how it goes.
    """

    def __init__(
        self,
        database: Database,
        identity: EncoderIdentity,
        embed: Embed,
        *,
        batch: int = BATCH,
        progress: Progress | None = None,
    ) -> None:
        self._database, self._identity, self._embed = database, identity, embed
        self._batch = batch
        self._progress = progress or _silent

    def plan(self) -> RebuildPlan:
        """What `run` would do now. Changes nothing.

        Raises:
            EncoderError: no index takes embeddings of the encoder's dimension.
            SchemaError: the store has no encoder yet, or was made by a newer graphmem.
            StoreError: one of its kinds, when Neo4j cannot do it.
        """
        check_dimension(self._identity)
        active, other = self._slots()
        switches = self._identity != active.encoder
        leftover = other.encoder if other and not (switches and self._is_ours(other)) else None
        count = count_embedded(self._database, other_index(active.index_name) if switches else active.index_name)
        return RebuildPlan(
            encoder=self._identity,
            active=active.encoder,
            events=Count(count.all, 0) if switches and leftover else count,
            leftover=leftover,
        )

    def run(self) -> RebuildReport:
        """Do it; what an earlier rebuild did for the same encoder is kept.

        Safe to interrupt at any moment. Recall and recording go on meanwhile; processes that hold the old encoder are
        refused from the switch on.

        Raises:
            SchemaError: another rebuild took over, or as for `plan`.
            EncoderError: the encoder cannot encode.
            StoreError: one of its kinds, when Neo4j cannot do it. Run it again to go on.
        """
        begun = time.monotonic()
        plan = self.plan()
        removed = embedded = 0
        try:
            if plan.switches:
                if plan.leftover or not self._slots()[1]:
                    removed += self._prepare()
                embedded += self._fill_up()
                self._switch()
            of_rest, of_old = self._clean_up()
        except EncoderReplacedError:
            raise _taken_over() from None
        return RebuildReport(plan, embedded + of_rest, removed + of_old, time.monotonic() - begun)

    def _slots(self) -> tuple[SlotRecord, SlotRecord | None]:
        """The active slot and, where it is in use, the other one."""
        status = Schema(self._database).status()
        if status.active is None:
            raise SchemaError("This store has no encoder yet. Run `graphmem schema upgrade`.")
        others = [slot for slot in status.slots if slot != status.active]
        return status.active, others[0] if others else None

    def _is_ours(self, other: SlotRecord) -> bool:
        return other.state is SlotState.FILLING and other.encoder == self._identity

    def _own(self) -> Slot:
        other = self._slots()[1]
        if other is None or not self._is_ours(other):
            raise _taken_over()
        return other.slot

    def _prepare(self) -> int:
        """Take the other slot and empty it; how many embeddings were in it."""
        slot = self._take()
        self._drop_index(slot)  # which waits for everyone who still filled it
        removed = empty(self._database, slot, step="emptying", progress=self._progress)
        claim = {**self._identity.model_dump(), **slot.params, "claimed_at": self._database.clock.now()}
        (row,) = self._database.run(_MARK, claim)
        if not row["marked"]:
            raise _taken_over()
        return removed

    def _take(self) -> Slot:
        active = self._slots()[0]
        slot = Slot(other_index(active.index_name), uuid.uuid4().hex)
        claim = {
            **self._identity.model_dump(),
            **slot.params,
            "active_index_name": active.index_name,
            "active_ticket": active.ticket,
            "claimed_at": self._database.clock.now(),
        }
        (row,) = self._database.run(_TAKE, claim)
        if not row["taken"]:
            raise _taken_over()
        return slot

    def _fill_up(self) -> int:
        """Embed everything that is there, until only what was recorded in the last moments is left."""
        slot = self._own()
        self._make_index(slot)
        embedded = 0
        for _ in range(_MOST_PASSES):
            of_pass = self._fill(slot)
            embedded += of_pass
            if of_pass <= _SOON_DONE:
                break
        self._database.run(_AWAIT, {"seconds": INDEX_SECONDS}, timeout=INDEX_SECONDS + 30)
        return embedded

    def _switch(self) -> None:
        active = self._slots()[0]
        params = {
            **self._own().params,
            "active_index_name": active.index_name,
            "active_ticket": active.ticket,
            "retired_ticket": uuid.uuid4().hex,
        }
        (row,) = self._database.run(_SWITCH, params)
        if not row["switched"]:
            raise _taken_over()
        logger.info("Switched to the embeddings of %s", self._identity)

    def _clean_up(self) -> tuple[int, int]:
        """Embed what was recorded up to the switch, and empty the other slot; how many of each."""
        active, other = self._slots()
        if active.encoder != self._identity:
            raise _taken_over()
        if other is None:
            return self._fill(active.slot), 0
        slot = other.slot if other.state is SlotState.EMPTYING else self._take()
        self._drop_index(slot)  # which waits for everyone who wrote with the ticket from before the switch
        embedded = self._fill(active.slot)
        removed = empty(self._database, slot, step="cleaning", progress=self._progress)
        self._database.run(_RELEASE, slot.params)
        return embedded, removed

    def _fill(self, slot: Slot) -> int:
        return fill(self._database, slot, self._embed, batch=self._batch, progress=self._progress)

    def _make_index(self, slot: Slot) -> None:
        options = {"vector_options": vector_options(self._identity)}
        for each in EMBEDDED:
            self._database.run(each.make_index[slot.index_name], options, timeout=INDEX_SECONDS)
        made = {each.indexes[slot.index_name] for each in EMBEDDED}
        for index in index_states(self._database):
            if index.name in made and index.dimension != self._identity.dimension:
                raise _taken_over()

    def _drop_index(self, slot: Slot) -> None:
        for each in EMBEDDED:
            self._database.run(each.drop_index[slot.index_name], timeout=INDEX_SECONDS)


def _silent(step: str, done: int, total: int) -> None:
    """Tells nobody."""


def _taken_over() -> SchemaError:
    return SchemaError(
        "Another rebuild of this store has begun or ended meanwhile, so this one stopped. Look at `graphmem schema "
        "status`; where there is more to do, run `graphmem schema rebuild` again, one at a time."
    )
