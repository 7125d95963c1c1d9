"""What agents and people say about the use of an event moves its importance."""

from __future__ import annotations

from graphmem.episodic.find import find
from graphmem.errors import StoreBusyError
from graphmem.models import Event
from graphmem.rules.importance import ImportanceTable, importance, moved
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_SET = tenant_query("episodic.set_importance")
_TRIES = 5
USEFUL, USELESS = "useful", "not_useful"
"""Reasons of an importance that feedback has moved."""


def feedback(store: TenantStore, event_id: str, *, useful: bool, table: ImportanceTable) -> Event:
    """Move the importance of an event one step up or down, never below the floor that its text sets; returns it.

    Raises:
        NotFoundError: the user has no such event.
        StoreBusyError: others keep moving it at the same time.
        StoreError: the store failed.
    """
    for _ in range(_TRIES):
        event = find(store, event_id)
        rule = importance(event.content, event_type=event.event_type, actor_role=event.actor_role, table=table)
        reasons = [reason for reason in event.importance_reasons if reason not in (USEFUL, USELESS)]
        rows = store.run(
            _SET,
            event_id=event.event_id,
            was=event.importance,
            importance=moved(event.importance, rule.floor, useful=useful),
            reasons=[*reasons, USEFUL if useful else USELESS],
        )
        if rows:
            return Event.stored(rows[0]["event"])
    raise StoreBusyError("Others keep moving the importance of this event. Try again.")
