"""One event by its id."""

from __future__ import annotations

from graphmem.checks import checked_id
from graphmem.errors import NotFoundError
from graphmem.models import Event
from graphmem.rules.keys import id_key
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

_EVENT = tenant_query("episodic.event")


def find(store: TenantStore, event_id: str) -> Event:
    """The event of that id, or the one it was united with.

    Raises:
        InvalidIdError: it is none.
        NotFoundError: the user has no such event.
        StoreError: the store failed.
    """
    checked_id("event id", event_id)
    rows = store.run(_EVENT, event_id=event_id, lucene=id_key(store.user_id, event_id))
    if not rows:
        raise NotFoundError(kind="event", id=event_id)
    return Event.stored(rows[0]["event"])
