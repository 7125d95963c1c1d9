"""The third tenancy net, by experiment: two users with the same data, and every query of the catalogue as one of them.

A query that is new in the catalogue needs an entry in `AS_A_USER` or `ABOUT_THE_STORE`; without one these tests fail.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.clock import BEGINNING, END, SystemClock
from graphmem.episodic.prepare import Stamps, prepare
from graphmem.memory import GraphMemory, UserMemory
from graphmem.rules.keys import tenant_key
from graphmem.store.catalogue import catalogue, global_query, tenant_query
from graphmem.store.contract import TenantQuery
from graphmem.store.schema import EVENT_INDEX, LEDGER
from graphmem.store.tenant import TenantStore

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
TEXTS = [
    "The payment failed because the card was declined",
    "Retried with the stored card and it worked",
    "导出的报表打开是乱码",
    "以后周报请用 PDF 发给我",
    "敏",
]
CUES = ["why did the payment fail?", "报表乱码", "敏", "weekly report as PDF 周报"]
ALWAYS = {"since": BEGINNING, "until": END}
NAMES = [name for name, query in catalogue().items() if isinstance(query, TenantQuery)]
GLOBAL_NAMES = [name for name in catalogue() if name not in NAMES]


@dataclass(frozen=True)
class Tenant:
    """A user, and a word that stands in all that is the user's: texts, names, actors, and what has an id of its own."""

    user: UserMemory
    store: TenantStore
    mark: str = field(default_factory=lambda: f"m{uuid.uuid4().hex}")

    @property
    def key(self) -> str:
        return tenant_key(self.user.id)

    @property
    def own_event(self) -> str:
        return f"event-{self.mark}"

    @property
    def own_session(self) -> str:
        return f"session-{self.mark}"

    def episodes(self) -> list[dict[str, Any]]:
        """The same ids, sessions, times and causes for everybody; then one event with an id and session of its own."""
        shared = [
            {
                "event_id": f"e{number}",
                "session_id": "talk",
                "content": f"{text} {self.mark}",
                "occurred_at": MAY + timedelta(minutes=number),
                "caused_by": [f"e{number - 1}"] if number else [],
            }
            for number, text in enumerate(TEXTS)
        ]
        same_words = {"event_id": "same", "content": "ok", "occurred_at": MAY, "metadata": {"mark": self.mark}}
        own = {"event_id": self.own_event, "session_id": self.own_session, "content": self.mark, "occurred_at": MAY}
        return [*shared, same_words, own | {"actor": f"actor {self.mark}", "task_type": self.mark}]

    def tell(self) -> None:
        assert not self.user.record_many(self.episodes()).refused

    @property
    def event_ids(self) -> list[str]:
        return [episode["event_id"] for episode in self.episodes()]

    def recalled(self) -> list[list[str]]:
        return [[hit.event.content for hit in self.user.recall(cue, k=50).events] for cue in [*CUES, self.mark]]


@dataclass(frozen=True)
class Case:
    """One way to run a query as its user."""

    params: dict[str, object]
    finds: bool | None = True
    """Whether something must come back, or nothing may; None where either is right."""


def vector(tenant: Tenant, text: str) -> object:
    return tenant.user._memory.encoder.passages([text])[0]


def record(own: Tenant, *episodes: dict[str, Any], links: tuple[tuple[str, str], ...] = (), **more: Any) -> Case:
    """`episodic.record` of new events, each given own words, and anything else as it is passed."""
    prepared = [
        prepare(
            {"content": f"new {own.mark}"} | episode,
            stamps=Stamps(SystemClock()),
            zone=lambda: None,
            session_id=None,
            task_type=None,
        )
        for episode in episodes
    ]
    sessions = {row.episode.session_id for row in prepared if row.episode.session_id}
    params: dict[str, object] = {
        "rows": [row.properties(vector(own, row.passage)) for row in prepared],
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


def known(own: Tenant, other: Tenant) -> Iterator[Case]:
    replays = [record(own, episode).params["rows"][0]["replay_key"] for episode in other.episodes()]  # type: ignore[index]
    ask = [{"event_id": id, "replay_key": None} for id in own.event_ids]
    yield Case({"rows": ask})
    yield Case({"rows": [{"event_id": "nobody's", "replay_key": key} for key in replays]})  # "ok" at MAY is own, too
    yield Case({"rows": [{"event_id": other.own_event, "replay_key": replays[-1]}]}, finds=False)


def context(own: Tenant, other: Tenant) -> Iterator[Case]:
    ask = {"embedding": vector(own, other.mark), **ALWAYS}
    yield Case(ask | {"event_ids": own.event_ids})
    yield Case(ask | {"event_ids": ["e2"]})
    yield Case(ask | {"event_ids": [other.own_event]}, finds=False)


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


def introducing(own: Tenant, other: Tenant) -> Iterator[Case]:
    yield Case({"name": f"name {own.mark}", "time_zone": "Asia/Shanghai", "created_at": MAY})
    yield Case({"name": None, "time_zone": None, "created_at": MAY})


AS_A_USER: dict[str, Callable[[Tenant, Tenant], Iterator[Case]]] = {
    "episodic.known": known,
    "episodic.record": recording,
    "recall.context": context,
    "recall.nearest": nearest,
    "recall.words_cjk": words("报表"),
    "recall.words_english": words("payment"),
    "users.introduce": introducing,
    "users.profile": lambda own, other: iter([Case({})]),
}

_IDENTITY = {"model": "graphmem/hash", "dimension": 64, "query_prefix": "", "passage_prefix": "", "means": ""}
ABOUT_THE_STORE: dict[str, dict[str, object]] = {
    "schema.await_indexes": {"seconds": 60},
    "schema.claim_encoder": {"index_name": EVENT_INDEX, "claimed_at": MAY, **_IDENTITY},
    "schema.record_migration": {
        "ledger": "tests.tenancy",
        "version": "m001",
        "name": "nothing",
        "checksum": "0",
        "applied_at": MAY,
    },
    "schema.state": {"ledger": LEDGER, "index_name": EVENT_INDEX},
    **{name: {} for name in GLOBAL_NAMES if name.startswith("schema.m0")},
}


@pytest.fixture
def make_tenant(memory: GraphMemory) -> Callable[[str], Tenant]:
    def make(user_id: str) -> Tenant:
        user = memory.user(user_id)
        return Tenant(user, TenantStore(memory.database, user_id))

    return make


@pytest.fixture
def own(make_tenant) -> Tenant:
    tenant: Tenant = make_tenant(f"user {uuid.uuid4().hex}")
    tenant.tell()
    return tenant


@pytest.fixture
def other(own, make_tenant) -> Tenant:
    """Whose id differs from the own one by capitals only. Nothing is told yet."""
    tenant: Tenant = make_tenant(own.user.id.upper())
    return tenant


def told(rows: list[dict[str, Any]]) -> list[str]:
    """Rows without what depends on everything else in an index: scores, and the order they give."""
    return sorted(repr({key: value for key, value in row.items() if not isinstance(value, float)}) for row in rows)


def test_every_query_of_the_catalogue_is_tried():
    assert sorted(AS_A_USER) == NAMES
    assert sorted(ABOUT_THE_STORE) == GLOBAL_NAMES


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_another_user_comes_back_and_nothing_of_it_is_changed(name, own, other, graph):
    query = tenant_query(name)
    cases = list(AS_A_USER[name](own, other))
    reads = query.access == "read"
    alone = [told(own.store.run(query, **case.params)) for case in cases] if reads else []
    other.tell()
    others_graph, others_recollections = graph.fingerprint(other.user.id), other.recalled()

    answers = [own.store.run(query, **case.params) for case in cases]

    for case, rows in zip(cases, answers, strict=True):
        assert other.mark not in repr(rows).replace(repr(other.own_event), "" if not reads else other.mark)
        ids = [row["event_id"] for row in rows if "event_id" in row]
        assert len(ids) == len(set(ids)), "an id that both have came back twice"
        assert case.finds is None or case.finds == bool(rows)
    if reads:
        assert [told(rows) for rows in answers] == alone, "the answer depends on another user's data"
    assert graph.fingerprint(other.user.id) == others_graph
    assert other.recalled() == others_recollections


@pytest.mark.parametrize("name", GLOBAL_NAMES)
def test_a_query_about_the_store_returns_and_changes_nothing_of_any_user(name, database, own, other, graph):
    other.tell()
    before = [graph.fingerprint(tenant.user.id) for tenant in (own, other)]

    told_to_anyone = repr(database.run(global_query(name), ABOUT_THE_STORE[name]))

    for tenant in (own, other):
        assert tenant.mark not in told_to_anyone
        assert tenant.user.id not in told_to_anyone
    assert [graph.fingerprint(tenant.user.id) for tenant in (own, other)] == before


@pytest.mark.parametrize("of_other", ["LIN", "lin ", "lin-2", "li", "lín", "ｌｉｎ", "林", "lin*", "lin OR lin"])
def test_users_whose_ids_are_alike_know_nothing_of_each_other(of_other, make_tenant, graph):
    unique = uuid.uuid4().hex
    own, other = make_tenant(f"{unique} lin"), make_tenant(f"{unique} {of_other}")
    own.tell()
    before, alone = graph.fingerprint(own.user.id), own.recalled()

    other.tell()

    assert graph.fingerprint(own.user.id) == before
    assert graph.chain(own.user.id, "talk") == graph.chain(other.user.id, "talk") == [f"e{n}" for n in range(5)]
    assert [sorted(contents) for contents in own.recalled()] == [sorted(contents) for contents in alone]
    assert other.mark not in repr(own.recalled())
    assert own.mark not in repr(other.recalled())


def test_composed_and_decomposed_letters_make_two_users(make_tenant):
    unique = uuid.uuid4().hex
    composed, decomposed = make_tenant(f"{unique} \u00e9"), make_tenant(f"{unique} e\u0301")

    composed.tell()

    assert decomposed.recalled() == [[]] * (len(CUES) + 1)
