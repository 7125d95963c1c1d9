"""Ways to run the queries about events: recording, uniting, rewriting, recalling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from tenants import ALWAYS, MAY, TEXTS, Case, Tenant, vector

from graphmem.clock import END, SystemClock
from graphmem.episodic.policy import WritePolicy
from graphmem.episodic.prepare import Stamps, prepare
from graphmem.models import MENTIONED_TYPES
from graphmem.rules.keys import id_key


def record(own: Tenant, *episodes: dict[str, Any], links: tuple[tuple[str, str], ...] = (), **more: Any) -> Case:
    """`episodic.record` of new events, each given own words, and anything else as it is passed."""
    policy = WritePolicy(gate="everything")
    prepared = [
        prepare(
            {"content": f"new {own.mark}"} | episode,
            policy=policy,
            stamps=Stamps(SystemClock()),
            zone=lambda: None,
            session_id=None,
            task_type=None,
        )
        for episode in episodes
    ]
    sessions = {row.episode.session_id for row in prepared if row.episode.session_id}
    params: dict[str, object] = {
        "rows": [
            {
                "event_id": row.event_id,
                "properties": row.properties(policy, own.user.id),
                "embedding": vector(own, row.passage),
            }
            for row in prepared
        ],
        "transients": [],
        "lucene": " ".join(key for row in prepared for key in row.keys(own.user.id)),
        "refusals": [{"day": "2026-05-01", "reason": own.mark, "count": 1}],
        "expired": MAY,
        "same_within": 7,
        "sessions": [{"session_id": id, "task_type": own.mark, "started_at": MAY} for id in sessions],
        "links": [{"event_id": event, "cause_id": cause} for event, cause in links],
        "causes": [],
        "actors": [f"actor {own.mark}"],
        "tenant_key": own.key,
        "recorded_at": SystemClock().now(),
    }
    return Case(params | more)


def recording(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield record(own, {"event_id": "new", "session_id": "talk", "occurred_at": MAY}, links=(("new", "e0"),))
    yield record(own, *own.episodes())
    yield record(own, {"event_id": other.own_event, "session_id": other.own_session, "occurred_at": MAY})
    yield record(own, {"event_id": "effect"}, causes=[other.own_event])  # refused: not a cause of this user
    yield record(own, {"event_id": "linked"}, links=(("linked", other.own_event), (other.own_event, "e0")))
    yield record(own, {"event_id": "misfiled"}, tenant_key=other.key)
    theirs = id_key(other.user.id, "again")
    yield record(
        own, {"event_id": "said"}, links=(("said", "again"),), lucene=f"{theirs} {id_key(own.user.id, 'again')}"
    )
    yield record(own, {"event_id": "answer", "reply_to": other.own_event, "session_id": "talk", "tool_call_id": "call"})
    passing = {"session_id": "talk", "content": own.mark, "name": own.mark, "user_id": other.user.id}
    yield record(own, transients=[{"event_id": "passing", "properties": passing}], lucene="nothing")


def known(own: Tenant, other: Tenant) -> Iterator[Case]:
    replays = [record(own, episode).params["rows"][0]["properties"]["replay_key"] for episode in other.episodes()]  # type: ignore[index]
    keys, theirs = [id_key(own.user.id, "again")], [id_key(other.user.id, "again")]
    nobodys = {"event_id": "nobody's", "own_keys": []}
    ask = [{"event_id": id, "replay_key": None, "own_keys": []} for id in own.event_ids]
    yield Case({"rows": ask, "lucene": "nothing"})
    yield Case({"rows": [nobodys | {"replay_key": key} for key in replays], "lucene": "nothing"})  # "ok" is own, too
    yield Case({"rows": [nobodys | {"replay_key": None, "own_keys": keys}], "lucene": keys[0]})
    strange = nobodys | {"event_id": other.own_event, "replay_key": replays[-1], "own_keys": theirs}
    yield Case({"rows": [strange], "lucene": theirs[0]}, finds=False)


def one_event(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"event_id": "e0", "lucene": "nothing"})
    yield Case({"event_id": "again", "lucene": id_key(own.user.id, "again")})
    yield Case({"event_id": other.own_event, "lucene": id_key(other.user.id, "again")}, finds=False)


def weighing(_: Tenant, other: Tenant) -> Iterator[Case]:
    change = {"was": 0.3, "importance": 0.4, "reasons": ["useful"]}
    yield Case(change | {"event_id": "again-kept"})
    yield Case(change | {"event_id": other.own_event}, finds=False)


def uniting(own: Tenant, other: Tenant) -> Iterator[Case]:
    ask = {"threshold": 0.5, "same_within": 7, "loop_limit": 3, "day": "2026-05-01", "recorded_at": MAY}
    ask |= {"types": list(MENTIONED_TYPES)}
    yield Case(ask | {"event_ids": [*own.event_ids, "again", other.own_event]})
    yield Case(ask | {"event_ids": [other.own_event]})


def chained(_: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"event_id": "e2", "limit": 100})
    yield Case({"event_id": other.own_event, "limit": 100}, finds=False)


def rewriting(own: Tenant, other: Tenant) -> Iterator[Case]:
    def row(id: str) -> dict[str, object]:
        texts = {"content": f"rewritten {own.mark}", "user_id": other.user.id}
        return {"event_id": id, "length": len(own.mark), "seen": 0, "properties": texts, "redacted": ["password"],
                "replay_key": None, "own_keys": [own.mark]}  # fmt: skip

    rows = [row(id) | {"embedding": vector(own, id)} for id in (own.own_event, other.own_event, "passing")]
    yield Case({"rows": rows, "recorded_at": MAY, "types": list(MENTIONED_TYPES)})


def context(own: Tenant, other: Tenant) -> Iterator[Case]:
    ask = {"embedding": vector(own, other.mark), "units": 1000, **ALWAYS}
    yield Case(ask | {"event_ids": own.event_ids, "around": own.event_ids, "beyond": own.event_ids})
    yield Case(ask | {"event_ids": ["e2"], "around": [], "beyond": []})
    yield Case(ask | {"event_ids": [], "around": ["e2"], "beyond": ["e0"]})
    stranger = [other.own_event]
    yield Case(ask | {"event_ids": stranger, "around": stranger, "beyond": stranger}, finds=False)


def nearest(own: Tenant, other: Tenant) -> Iterator[Case]:
    for text in (own.mark, other.mark, f"user: {TEXTS[0]} {other.mark}", f"user: {TEXTS[2]} {other.mark}"):
        yield Case({"embedding": vector(own, text), "k": 100, **ALWAYS})
    yield Case({"embedding": vector(own, own.mark), "k": 100, "since": END - timedelta(days=1), "until": END}, False)


def words(found: str) -> Callable[[Tenant, Tenant], Iterator[Case]]:
    def cases(own: Tenant, other: Tenant) -> Iterator[Case]:
        ask = {"k": 1000, **ALWAYS}
        yield Case(ask | {"lucene": f"+tenant_key:{own.key} +(content:{found})"})
        yield Case(ask | {"lucene": f"+tenant_key:{own.key} +(content:{other.mark})"}, finds=False)
        yield Case(ask | {"lucene": f"+tenant_key:{other.key} +(content:{found})"}, finds=False)
        yield Case(ask | {"lucene": f"content:{other.mark} OR content:{own.mark}"})
        yield Case(ask | {"lucene": f"tenant_key:{other.key} OR tenant_key:{own.key}"})
        yield Case(ask | {"lucene": f"content:{found}"}, finds=None)  # whoever else is in the store

    return cases


def neighbourhood(own: Tenant, other: Tenant) -> Iterator[Case]:
    ask = {
        "hub_share": 0.05,
        "hub_least": 5,
        "hub_most": 100,
        "counted": 2000,
        "unnamed": 0.02,
        "bridges": 60,
        "reached": 100,
        "units": 100,
        **ALWAYS,
    }
    for keys in ([own.mark, "pdf"], [other.mark], []):
        for ids in (["e0"], [other.own_event], []):
            yield Case(ask | {"event_ids": ids, "candidates": [*ids, "e1"], "keys": keys, "embedding": None})
    yield Case(ask | {"event_ids": ["e0"], "candidates": ["e0"], "keys": [], "embedding": vector(own, other.mark)})


def inserting(own: Tenant, other: Tenant) -> Iterator[Case]:
    def row(id: str, session_id: str, **more: object) -> dict[str, object]:
        told = {"content": f"new {own.mark}", "session_id": session_id, "occurred_at": MAY, **more}
        ids = {"event_id": id, "session_id": session_id}
        return ids | {"labels": ["Event", "UserEvent"], "properties": told, "embedding": vector(own, id)}

    rows = [
        row("new", "talk"),
        row("disguised", "talk", user_id=other.user.id, tenant_key=other.key),
        row(other.own_event, other.own_session),
    ]
    sessions = [{"session_id": id, "started_at": MAY} for id in ("talk", other.own_session)]
    yield Case({"rows": rows, "sessions": sessions, "tenant_key": own.key, "recorded_at": MAY})


def scanning(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"embedding": vector(own, other.mark), "k": 1000, **ALWAYS})
    yield Case({"embedding": vector(own, own.mark), "k": 100, "since": END - timedelta(days=1), "until": END}, False)
