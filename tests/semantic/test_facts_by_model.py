"""Facts that a language model read: what is stored, what it is asked, and what happens when it does not answer."""

from __future__ import annotations

import json
import logging
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from chat_server import KEY, MODEL, ChatServer, Reply, clerk, fails, says, triple
from graph import Graph

from graphmem.config import LlmSettings
from graphmem.episodic.policy import WritePolicy
from graphmem.interfaces.export import export_file, extents
from graphmem.interfaces.exported import import_export
from graphmem.language.encoder import Encoder
from graphmem.language.llm import model_reader
from graphmem.memory import GraphMemory
from graphmem.rules.predicates import open_table
from graphmem.store.connection import Database
from graphmem.user import UserMemory

MAY = datetime(2026, 5, 1, 9, tzinfo=UTC)
ROADS = {
    "Bristol is home now": [("user", "lives_in", "Bristol")],
    "你要找我就来青岛": [("user", "lives_in", "青岛")],
    "nuts are off the menu": [("user", "allergic_to", "nuts")],
}
"""Ways of saying things that no rule knows, and what a model reads in them."""

MakeMemory = Callable[..., GraphMemory]


@pytest.fixture
def make_memory(chat: ChatServer, database: Database, encoder: Encoder, clock: Any) -> Iterator[MakeMemory]:
    readers = []

    def make(**policy: Any) -> GraphMemory:
        settings = LlmSettings(base_url=chat.url, api_key=KEY, model=MODEL, timeout=120)
        readers.append(model_reader(settings, open_table()))
        policy = {"gate": "everything", "unite": False, **policy}
        return GraphMemory(database, encoder, clock=clock, policy=WritePolicy(**policy), reader=readers[-1])

    yield make
    for reader in readers:
        reader.close()


@pytest.fixture
def user(make_memory: MakeMemory) -> UserMemory:
    return make_memory().user(f"model-{uuid.uuid4().hex}")


def say(user: UserMemory, text: str, day: float = 0, **fields: Any) -> str:
    at = MAY + timedelta(days=day)
    return user.record(text, **{"occurred_at": at, "session_id": f"s{day}", **fields}).event_id


def held(user: UserMemory) -> dict[str, str]:
    return {f"{fact.predicate} {fact.object}": fact.status.value for fact in user.facts(status="all")}


def statements(graph: Graph, user: UserMemory) -> list[tuple[str, str, str | None]]:
    rows = graph.rows(
        "MATCH (:Event {user_id: $u})-[said:STATES]->(thing) "
        "RETURN thing.name AS thing, said.method AS method, said.model AS model ORDER BY thing",
        u=user.id,
    )
    return [(row["thing"], row["method"], row["model"]) for row in rows]


@pytest.mark.parametrize(
    ("text", "fact", "thing"),
    [
        ("I left Leeds, Bristol is home now.", "lives_in Bristol", "Bristol"),
        ("我离开成都了，你要找我就来青岛。", "lives_in 青岛", "青岛"),
    ],
    ids=["en", "zh"],
)
def test_what_a_model_reads_becomes_facts_with_their_evidence_and_it_is_kept_who_read_it(
    chat: ChatServer, user: UserMemory, graph: Graph, text: str, fact: str, thing: str
) -> None:
    chat.answer = clerk(ROADS)
    event_id = say(user, text)
    report = user.consolidate()

    assert held(user) == {fact: "pending"}
    assert statements(graph, user) == [(thing, "model", MODEL)]
    (change,) = user.provenance(user.facts()[0]).changes
    assert (change.event_id, change.quote) == (event_id, text)
    assert f"Language model {MODEL}: 1 event read in 1 prompt, 100 tokens read and 20 written" in str(report)
    assert report.as_json()["model"]["tokens_read"] == 100  # type: ignore[index]


def test_a_prompt_has_the_events_of_a_group_of_one_user_and_nothing_of_an_agent(
    chat: ChatServer, make_memory: MakeMemory
) -> None:
    memory = make_memory()
    names = [f"{name}-{uuid.uuid4().hex}" for name in ("ann", "bo")]
    for name in names:
        user = memory.user(name)
        for number in range(12):
            say(user, f"{name} says number {number}, Bristol is home now", number)
            say(user, f"{name}, you live in Bristol", number, actor="assistant")
        user.assert_fact("user", "speaks", "French")
    for name in names:
        memory.user(name).consolidate()

    assert len(chat.shown) >= 4
    assert all(1 <= len(texts) <= 8 for texts in chat.shown)
    shown = [text for texts in chat.shown for text in texts]
    assert len(shown) == len(set(shown)) == 24
    assert not [text for text in shown if "you live" in text]
    assert all(len({name for name in names if name in "".join(texts)}) == 1 for texts in chat.shown)


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (fails(401), "refused the key"),
        (says("no JSON"), "gave an answer that is not JSON"),
        (says(None, refusal="No."), "refused to read the texts"),
        (says('{"triples": [{"event": "e1"', finish_reason="length"), "gave an answer that is cut off"),
        (
            says(json.dumps({"triples": [triple("e1", "user", "lives_in", "Rome", "I love Rome")]})),
            "gave an answer of which nothing can be used",
        ),
    ],
    ids=["key", "no json", "refusal", "cut off", "invented"],
)
def test_where_a_model_gives_no_answer_rules_read_and_the_report_and_one_line_of_the_log_say_so(
    chat: ChatServer, user: UserMemory, graph: Graph, caplog: pytest.LogCaptureFixture, reply: Reply, why: str
) -> None:
    chat.answer = reply
    texts = ["I live in Paris.", "我对花生过敏。", "I speak French.", "I like tea.", "I own a bike.", "我喜欢跑步。"]
    for day, text in enumerate(texts * 2):
        say(user, text, day)
    with caplog.at_level(logging.INFO, logger="graphmem"):
        report = user.consolidate()

    assert held(user)["lives_in Paris"] == "active"
    assert held(user)["allergic_to 花生"] == "active"
    assert {method for _, method, _ in statements(graph, user)} == {"rules"}
    assert f"read by the rules: 12 events, since the model {why}" in str(report)
    (line,) = [record.getMessage() for record in caplog.records if "language model" in record.getMessage()]
    assert f"Rules read 12 events in place of the language model {MODEL}, since it {why}" in line
    assert not [text for text in texts if text in caplog.text]


def test_facts_are_folded_again_without_asking_again(chat: ChatServer, user: UserMemory, graph: Graph) -> None:
    chat.answer = clerk(ROADS)
    say(user, "Bristol is home now.", 5)
    user.consolidate()
    before = graph.fingerprint(user.id)
    assert user.consolidate().events == 0
    assert graph.fingerprint(user.id) == before
    say(user, "You know that Bristol is home now.", 1)
    user.consolidate()
    chat.answer = fails(401)
    user.confirm(user.facts()[0])
    user.assert_fact("user", "speaks", "French")

    assert held(user) == {"lives_in Bristol": "active", "speaks French": "active"}
    assert len(chat.requests) == 2
    assert ("Bristol", "given", None) in statements(graph, user)


@pytest.mark.parametrize("days", [(0, 2), (3, 0)], ids=["later", "earlier, but told late"])
def test_what_is_said_again_counts_without_being_read_again_even_if_the_model_has_changed_its_mind(
    chat: ChatServer, make_memory: MakeMemory, graph: Graph, days: tuple[int, int]
) -> None:
    user = make_memory(unite=True).user(f"again-{uuid.uuid4().hex}")
    for day, answer in zip(days, (clerk(ROADS), says('{"triples": []}')), strict=True):
        chat.answer = answer
        say(user, "Bristol is home now, by the way.", day)
        user.consolidate()

    assert held(user) == {"lives_in Bristol": "active"}
    assert (len(chat.requests), graph.count(user.id)) == (1, 1)
    assert statements(graph, user) == [("Bristol", "model", MODEL)]
    assert user.facts()[0].valid_from == MAY


def test_what_rules_read_in_place_of_a_model_is_read_by_it_when_it_comes_again(
    chat: ChatServer, make_memory: MakeMemory, graph: Graph
) -> None:
    user = make_memory(unite=True).user(f"again-{uuid.uuid4().hex}")
    chat.answer = says("no")
    say(user, "I live in Paris, by the way.", 0)
    user.consolidate()
    assert statements(graph, user) == [("Paris", "rules", None)]
    chat.answer = clerk({"I live in Paris": [("user", "lives_in", "Paris")]})
    say(user, "I live in Paris, by the way.", 2)
    user.consolidate()

    assert held(user) == {"lives_in Paris": "active"}
    assert statements(graph, user) == [("Paris", "model", MODEL)]


def test_a_dry_run_asks_the_model_and_writes_nothing(chat: ChatServer, user: UserMemory, graph: Graph) -> None:
    chat.answer = clerk(ROADS)
    for day in range(12):
        say(user, f"Bristol is home now, on day {day}.", day)
    user.consolidate(dry_run=True)  # analyses them
    before = graph.fingerprint(user.id)
    chat.requests.clear()
    report = user.consolidate(dry_run=True)

    assert "lives in Bristol" in str(report)
    assert report.model
    assert (report.model.events, report.model.prompts) == (12, len(chat.requests))
    assert all(len(texts) <= 8 for texts in chat.shown)
    assert held(user) == {}
    assert user.model_audit().days == ()
    assert graph.fingerprint(user.id) == before


def test_prompts_and_tokens_are_counted_by_day_and_model(chat: ChatServer, user: UserMemory, clock: Any) -> None:
    chat.answer = clerk(ROADS)
    for day in (0, 1):
        say(user, "Bristol is home now.", day)
        user.consolidate()
    clock.forward(days=1)
    say(user, "nuts are off the menu", 2)
    user.consolidate()
    audit = user.model_audit()

    assert [(each.day, each.model, each.prompts, each.tokens_read, each.tokens_written) for each in audit.days] == [
        ("2026-06-01", MODEL, 2, 200, 40),
        ("2026-06-02", MODEL, 1, 100, 20),
    ]
    assert audit.events == {MODEL: 3}


def test_secrets_do_not_leave_and_a_text_redacted_late_is_read_anew(
    chat: ChatServer, user: UserMemory, make_memory: MakeMemory, graph: Graph
) -> None:
    chat.answer = clerk(ROADS)
    say(user, "Write to ada@example.org, Bristol is home now. My password is Tr0ub4dor&3xyz.")
    user.consolidate()
    careful = make_memory(redact_contacts=True).user(user.id)
    careful.redact()
    careful.consolidate()

    first, second = ("".join(texts) for texts in chat.shown)
    assert "Tr0ub4dor" not in first + second
    assert ("ada@example.org" in first, "ada@example.org" in second) == (True, False)
    assert statements(graph, user) == [("Bristol", "model", MODEL)]
    assert "ada@example.org" not in "".join(graph.fingerprint(user.id))


def test_what_a_run_read_is_rolled_back_and_read_anew_on_request(chat: ChatServer, user: UserMemory) -> None:
    chat.answer = clerk(ROADS)
    say(user, "Bristol is home now.")
    user.rollback(user.consolidate().run_id)
    assert held(user) == {}
    user.consolidate()
    assert held(user) == {"lives_in Bristol": "pending"}
    assert len(chat.requests) == 2


def test_of_two_who_read_the_same_events_at_once_one_reading_stays(
    chat: ChatServer, user: UserMemory, graph: Graph
) -> None:
    both, lock, asked = threading.Barrier(2, timeout=100), threading.Lock(), []

    def differently(request: dict[str, Any]) -> Reply:
        with lock:
            asked.append(1)
            mine = len(asked)
        both.wait()
        thing = ("Bristol", "Leeds")[mine - 1]
        return clerk({"Bristol is home now, not Leeds": [("user", "lives_in", thing)]})(request)

    chat.answer = differently
    say(user, "Bristol is home now, not Leeds.")
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: user.consolidate(), range(2)))

    ((thing, method, _),) = statements(graph, user)
    assert (thing in ("Bristol", "Leeds"), method) == (True, "model")
    assert held(user) == {f"lives_in {thing}": "pending"}


def test_what_is_exported_and_imported_is_read_anew(
    chat: ChatServer, make_memory: MakeMemory, graph: Graph, tmp_path: Path
) -> None:
    memory = make_memory()
    user = memory.user(f"export-{uuid.uuid4().hex}")
    chat.answer = clerk(ROADS)
    say(user, "Bristol is home now.")
    user.consolidate()
    file = tmp_path / "memories.jsonl"
    export_file(memory, file, extents(memory, [user.id]))
    graph.rows("MATCH (n {user_id: $u}) DETACH DELETE n", u=user.id)
    import_export(memory, file)
    user.consolidate()

    assert held(user) == {"lives_in Bristol": "pending"}
    assert statements(graph, user) == [("Bristol", "model", MODEL)]
