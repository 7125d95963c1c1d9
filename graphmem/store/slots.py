"""The two slots in which embeddings are kept: one is active, the other is where a rebuild puts those of a new encoder.

A slot is a vector index with the property it indexes. The node (:Encoder {index_name}) of a slot says which encoder's
embeddings are in it; every embedding in a slot was made by that encoder. How one becomes active: docs/schema.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from graphmem.models import EncoderIdentity

EVENT_INDEX = "event_embedding"
"""The vector index of the events' first slot; the one of the second has `SECOND` behind it."""
FACT_INDEX = "fact_embedding"
"""That of the facts' first slot. Slots go by the names of the events' indexes: both kinds are switched together."""
SECOND = "_b"


class SlotState(StrEnum):
    """What is done with a slot."""

    ACTIVE = "active"
    """Recall searches it, recording writes to it."""
    FILLING = "filling"
    """A rebuild puts embeddings into it."""
    EMPTYING = "emptying"
    """A rebuild removes what is in it."""


@dataclass(frozen=True)
class Slot:
    """A slot as a process took it up: whoever holds the ticket that is on record may use the slot."""

    index_name: str
    ticket: str

    @property
    def params(self) -> dict[str, str]:
        """Parameters of every query that reads or writes embeddings."""
        return {"index_name": self.index_name, "ticket": self.ticket}


@dataclass(frozen=True)
class SlotRecord:
    """A slot as the store has it on record."""

    index_name: str
    state: SlotState
    encoder: EncoderIdentity
    ticket: str | None
    """None in a store that was made before there were tickets; the next one who opens it gives it one."""
    claimed_at: datetime

    @classmethod
    def stored(cls, row: Mapping[str, Any]) -> Self:
        """From a row of `schema.state` or `schema.claim_encoder`."""
        return cls(**{**row, "state": SlotState(row["state"]), "encoder": EncoderIdentity(**row["encoder"])})

    @property
    def slot(self) -> Slot:
        return Slot(self.index_name, self.ticket or "")


def other_index(index_name: str) -> str:
    """The index of the other slot of the same things."""
    return index_name.removesuffix(SECOND) if index_name.endswith(SECOND) else index_name + SECOND


def property_name(index_name: str) -> str:
    """The property that a slot indexes: `embedding` or `embedding_b`."""
    return "embedding" + (SECOND if index_name.endswith(SECOND) else "")
