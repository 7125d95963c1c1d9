"""Ways to run the queries of upkeep: users, embeddings, files, the doctor."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tenants import MAY, Case, Tenant, vector

from graphmem.clock import BEGINNING
from graphmem.store.catalogue import tenant_query
from graphmem.store.slots import EVENT_INDEX, other_index


def introducing(own: Tenant, _: Tenant) -> Iterator[Case]:
    yield Case({"name": f"name {own.mark}", "time_zone": "Asia/Shanghai", "created_at": MAY})
    yield Case({"name": None, "time_zone": None, "created_at": MAY})


def everything(*_: Tenant) -> Iterator[Case]:
    yield Case({})


def erasing_done(own: Tenant, other: Tenant) -> Iterator[Case]:
    later = tenant_query("users.erase_later")
    own.store.run(later, ids=["nobody", other.user.id], created_at=MAY)  # the last one on the list would be own
    yield Case({"ids": [other.user.id]})


def filling(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"rows": [{"event_id": id, "embedding": vector(own, id)} for id in own.event_ids]})
    yield Case({"rows": [{"event_id": other.own_event, "embedding": vector(own, "")}]})


def missing(*_: Tenant) -> Iterator[Case]:
    yield Case({"index_name": EVENT_INDEX, "after": "", "limit": 1000}, finds=False)  # all are embedded
    yield Case({"index_name": other_index(EVENT_INDEX), "after": "", "limit": 1000})


def restoring_events(own: Tenant, other: Tenant) -> Iterator[Case]:
    def row(id: str, **properties: object) -> dict[str, object]:
        told = {"content": f"restored {own.mark}", "occurred_at": MAY, **properties}
        return {"event_id": id, "labels": ["Event", "UserEvent"], "properties": told, "embedding": vector(own, id)}

    ask = {"tenant_key": own.key, "recorded_at": MAY, "awaits_facts": "restored"}
    span = {"session_id": "talk", "since": MAY, "until": MAY}
    yield Case(ask | {"rows": [row("restored", session_id="talk")], "spans": [span]})
    theirs = row(other.own_event, session_id=other.own_session)
    yield Case(ask | {"rows": [theirs], "spans": [span | {"session_id": other.own_session}]})
    disguised = row("disguised", user_id=other.user.id, tenant_key=other.key)
    yield Case(ask | {"rows": [disguised], "spans": []})


def restoring_links(own: Tenant, other: Tenant) -> Iterator[Case]:
    link = {"number": 1, "event_id": "e0", "properties": {"user_id": other.user.id, "method": own.mark}}
    yield Case({"rows": [link | {"cause_id": "e3"}, link | {"cause_id": other.own_event}]})
    yield Case({"rows": [link | {"event_id": other.own_event, "cause_id": "e0"}]})


def restoring_sessions(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"rows": [{"session_id": id, "properties": {"name": own.mark}} for id in ("talk", other.own_session)]})
    disguised = {"name": own.mark, "user_id": other.user.id}
    yield Case({"rows": [{"session_id": "new", "properties": disguised}]})


def keys(*shared: str) -> Callable[[Tenant, Tenant], Iterator[Case]]:
    """Things that both have, by their ids, and the event and the session that only the other has."""

    def cases(_: Tenant, other: Tenant) -> Iterator[Case]:
        yield Case({"keys": [*shared, other.own_event, other.own_session]})

    return cases


def links(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"keys": other.links()})
    yield Case({"keys": own.links()})


def contents(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"keys": own.event_ids})
    yield Case({"keys": [other.own_event]}, finds=False)


def naming(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"rows": [{"event_id": id, "name": own.mark} for id in ("e0", other.own_event)]})


def relinking(_: Tenant, other: Tenant) -> Iterator[Case]:
    for session_id in ("talk", other.own_session):
        yield Case({"session_id": session_id, "since": BEGINNING, "after": "", "limit": 1000})


def setting_tenant_key(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"tenant_key": other.key, "limit": 1000})
    yield Case({"tenant_key": own.key, "limit": 1000})
