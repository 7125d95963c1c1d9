"""Entities and mentions in the graph, made from events that wait for it."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from graph import Graph

from graphmem.language.entities import entity_rules
from graphmem.semantic import mentions as room
from graphmem.semantic.mentions import analyse_waiting
from graphmem.store.connection import Database
from graphmem.user import UserMemory

TEXTS = [
    "I met Anna Schmidt in Paris about order 4711.",
    "Anna Schmidt prefers the report as PDF.",
    "王小明在北京，他负责订单4711。",
    "我把 PDF 报告发给了王小明。",
    "Thanks!",
]


def analyse(database: Database, user: UserMemory) -> int:
    return analyse_waiting(database, user_id=user.id).analysed


def mentioned(graph: Graph, user: UserMemory) -> dict[str, set[str]]:
    """Names of entities by the content of the event that mentions them."""
    rows = graph.rows(
        "MATCH (e:Event {user_id: $id}) OPTIONAL MATCH (e)-[:MENTIONS]->(x:Entity) "
        "RETURN e.content AS content, collect(x.name) AS names",
        id=user.id,
    )
    return {row["content"]: set(row["names"]) for row in rows}


def entities_of(graph: Graph, user: UserMemory) -> list[dict[str, object]]:
    rows = graph.rows("MATCH (x:Entity {user_id: $id}) RETURN properties(x) AS x ORDER BY x.entity_id", id=user.id)
    return [row["x"] for row in rows]


def test_what_events_mention_becomes_one_node_each_in_both_languages(database: Database, graph: Graph, ada: UserMemory):
    ada.record_many([{"content": text} for text in TEXTS])

    assert analyse(database, ada) == len(TEXTS)

    found = mentioned(graph, ada)
    assert {"Anna Schmidt", "Paris", "order 4711"} <= found[TEXTS[0]]
    assert {"Anna Schmidt", "PDF"} <= found[TEXTS[1]]
    assert {"王小明", "北京", "order 4711"} <= found[TEXTS[2]]
    assert {"王小明", "PDF"} <= found[TEXTS[3]]
    assert found[TEXTS[4]] == set()
    by_name = {row["name"]: row for row in entities_of(graph, ada)}
    assert by_name["Anna Schmidt"]["entity_type"] == "person"
    assert by_name["王小明"]["event_count"] == 2
    assert by_name["order 4711"]["event_count"] == 2


def test_recording_waits_for_no_analysis_and_tells_what_waits(database: Database, ada: UserMemory):
    ada.record("Anna Schmidt is in Paris")
    assert ada.recall("Anna").not_analysed == 1

    analyse(database, ada)
    found = ada.recall("Anna")
    assert found.not_analysed == 0
    assert [hit.event.content for hit in found.events] == ["Anna Schmidt is in Paris"]


def test_the_first_person_is_the_user_a_named_actor_is_that_person_an_agent_is_nobody(
    database: Database, graph: Graph, ada: UserMemory
):
    ada.record("I like tea")
    ada.record("我喜欢茶")
    ada.record("I like jazz", actor="Melanie", actor_role="user")
    ada.record("I will look it up", event_type="agent_message")
    ada.record("The user asked for tea", event_type="agent_message")
    analyse(database, ada)

    rows = graph.rows(
        "MATCH (e:Event {user_id: $id})-[:MENTIONS]->(x:Entity) WHERE x.entity_type IN ['user', 'person'] "
        "RETURN e.content AS content, x.entity_type AS type, x.name AS name ORDER BY content",
        id=ada.id,
    )
    name = ada.id[:40]
    assert sorted((row["content"], row["type"], row["name"]) for row in rows) == sorted(
        [
            ("I like jazz", "person", "Melanie"),
            ("I like tea", "user", name),
            ("The user asked for tea", "user", name),
            ("我喜欢茶", "user", name),
        ]
    )
    assert graph.rows("MATCH (u:User {user_id: $id})-[r:IS]->(x) RETURN x.entity_type AS type", id=ada.id) == [
        {"type": "user"}
    ]


def test_the_order_of_arrival_makes_no_difference(
    database: Database, graph: Graph, new_user: Callable[..., UserMemory]
):
    texts = [*TEXTS, "ANNA SCHMIDT called", "anna schmidt and the pdf", "Paris is a person", "Paris Hilton met PARIS"]
    seen = []
    for seed in range(3):
        user = new_user("order")
        shuffled = random.Random(seed).sample(texts, len(texts))
        for text in shuffled:
            user.record(text, event_id=str(texts.index(text)))
            if seed:
                analyse(database, user)
        analyse(database, user)
        keys = ("name", "name_key", "entity_type", "event_count", "type_counts", "named")
        seen.append(sorted([tuple(map(str, map(row.get, keys))) for row in entities_of(graph, user)])[:-1])
        seen[-1] = [row for row in seen[-1] if row[1] != "user"]

    assert seen[0] == seen[1] == seen[2]


def test_analysing_again_changes_nothing(database: Database, graph: Graph, ada: UserMemory):
    ada.record_many([{"content": text} for text in TEXTS])
    analyse(database, ada)
    before = graph.fingerprint(ada.id)

    assert analyse(database, ada) == 0
    graph.rows("MATCH (e:Event {user_id: $id}) SET e.awaits_analysis = true", id=ada.id)
    assert analyse(database, ada) == len(TEXTS)

    assert graph.fingerprint(ada.id) == before


def test_workers_beside_each_other_make_every_entity_and_mention_once(
    database: Database, graph: Graph, ada: UserMemory, bob: UserMemory
):
    texts = [f"{text} No {i}." for i in range(30) for text in TEXTS]
    for user in (ada, bob):
        user.record_many([{"content": text, "event_id": str(i)} for i, text in enumerate(texts)])
    analyse(database, bob)

    with ThreadPoolExecutor(4) as pool:
        done = sum(pool.map(lambda _: analyse(database, ada), range(4)))

    assert done == len(texts)
    keys = ("name_key", "name", "event_count", "type_counts", "entity_type")

    def shape(user: UserMemory) -> list[list[object]]:
        return sorted([[row[key] for key in keys] for row in entities_of(graph, user) if row["entity_type"] != "user"])

    assert shape(ada) == shape(bob)
    assert mentioned(graph, ada).keys() == mentioned(graph, bob).keys()


def test_a_killed_run_leaves_events_analysed_or_waiting(
    database: Database, graph: Graph, ada: UserMemory, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(room, "BATCH", 2)
    ada.record_many([{"content": text} for text in TEXTS])

    def killed(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse_waiting(database, user_id=ada.id, progress=killed)
    rows = graph.rows(
        "MATCH (e:Event {user_id: $id}) RETURN e.awaits_analysis AS waits, e.analysed_as AS done", id=ada.id
    )
    assert sorted((row["waits"] or False, row["done"] or 0) for row in rows) == [
        (False, entity_rules().version),
        (False, entity_rules().version),
        (True, 0),
        (True, 0),
        (True, 0),
    ]
    assert analyse(database, ada) == 3


def test_new_rules_analyse_what_older_ones_have(database: Database, graph: Graph, ada: UserMemory):
    ada.record(TEXTS[0])
    analyse(database, ada)
    graph.rows("MATCH (n {user_id: $id}) SET n.analysed_as = 0", id=ada.id)

    assert analyse(database, ada) == 1
    assert analyse(database, ada) == 0


def test_events_from_before_entities_are_analysed_too(database: Database, graph: Graph, ada: UserMemory):
    ada.record(TEXTS[0])
    graph.rows("MATCH (e:Event {user_id: $id}) REMOVE e.awaits_analysis", id=ada.id)

    assert analyse(database, ada) == 1
    assert "Paris" in mentioned(graph, ada)[TEXTS[0]]


def test_what_is_redacted_later_is_mentioned_no_more(database: Database, graph: Graph, ada: UserMemory):
    ada.record("Write to anna.schmidt@example.com about Paris")
    analyse(database, ada)
    assert "anna.schmidt@example.com" in {row["name"] for row in entities_of(graph, ada)}

    ada.redact(contacts=True)
    assert "anna.schmidt@example.com" not in {row["name"] for row in entities_of(graph, ada)}

    analyse(database, ada)
    assert {row["name"] for row in entities_of(graph, ada)} >= {"Paris"}
    assert all("schmidt@" not in str(row) for row in entities_of(graph, ada))


def test_a_stopped_run_stops_before_its_next_batch(
    database: Database, ada: UserMemory, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(room, "BATCH", 2)
    ada.record_many([{"content": text} for text in TEXTS])
    done: list[int] = []

    report = analyse_waiting(
        database, user_id=ada.id, progress=lambda so_far, _: done.append(so_far), stop=lambda: bool(done)
    )

    assert report.analysed == 2 == done[0]
    assert ada.recall("order").not_analysed == len(TEXTS) - 2


def test_entities_of_others_are_never_shared(database: Database, graph: Graph, ada: UserMemory, bob: UserMemory):
    for user in (ada, bob):
        user.record(TEXTS[0])
        analyse(database, user)

    ids = [{row["entity_id"] for row in entities_of(graph, user)} for user in (ada, bob)]
    assert not ids[0] & ids[1]
