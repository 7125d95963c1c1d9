"""Uniting what is one thing said again."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.episodic.prepare import Stamps
from graphmem.models import MENTIONED_TYPES, EncoderIdentity, Event
from graphmem.rules.duplicates import LOOP_LIMIT, SAME_WITHIN, threshold
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_UNITE = tenant_query("episodic.unite")
_NO_LIMIT = 2**31


class Uniter:
    """Unites the events of one user with their likes.

    Args:
        store: the user's part of the store.
        identity: of the encoder that made the embeddings; it decides how similar two must be.
        stamps: tells the time of the writing.
    """

    def __init__(self, store: TenantStore, identity: EncoderIdentity, stamps: Stamps) -> None:
        self._store, self._threshold, self._stamps = store, threshold(identity), stamps

    def unite(self, event_ids: Sequence[str], *, loops: bool = True) -> dict[str, Event]:
        """Unite these events with their likes; by the id of each that has gone or stayed, the event it is now.

        Args:
            event_ids: events that have another of the same wording.
            loops: whether repetitions in one session beyond the first few are counted only.

        Raises:
            StoreError: the store failed; the events stay apart until one of their kind is recorded again.
        """
        events: dict[str, Event] = {}
        went_to: dict[str, str] = {}
        seeds, several = list(event_ids), len(event_ids) > 1
        while seeds:
            now = self._stamps.next()
            (row,) = self._store.run(
                _UNITE,
                event_ids=seeds,
                threshold=self._threshold,
                same_within=SAME_WITHIN.days,
                loop_limit=LOOP_LIMIT if loops else _NO_LIMIT,
                day=f"{now:%Y-%m-%d}",
                recorded_at=now,
                types=list(MENTIONED_TYPES),
            )
            events |= {event.event_id: event for event in map(Event.stored, row["keepers"])}
            went_to |= {each["event_id"]: each["keeper_id"] for each in row["gone"]}
            # One new event has now met everything in its reach. Of several, two may have made a bridge to a third.
            seeds = sorted({each["keeper_id"] for each in row["gone"]} - went_to.keys()) if several else []
        for gone in went_to:
            keeper = went_to[gone]
            while keeper in went_to:
                keeper = went_to[keeper]
            events[gone] = events[keeper]
        return events
