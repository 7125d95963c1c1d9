"""An answer is given again only while nothing of the user has changed; recalls are counted beside."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from graphmem.config import RecallSettings
from graphmem.episodic.policy import WritePolicy
from graphmem.errors import InvalidInputError, StoreUnavailableError
from graphmem.evaluation.temporary import erase
from graphmem.memory import GraphMemory
from graphmem.recall.access import RecallCounter
from graphmem.store.catalogue import catalogue
from graphmem.store.connection import Database
from graphmem.store.contract import TenantQuery
from graphmem.store.raw import counted

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
CUE = "the door code"
WITHOUT_STAMP = {
    "bench.insert": "measures the driver alone",
    "doctor.await_analysis": "changes how many events wait to be analysed, which is part of the stamp",
    "doctor.introduce": "makes a user who was not there, with a stamp of its own",
    "doctor.recount_entities": "puts right how often a name occurs: a matter of rank, for five minutes",
    "episodic.record": "sets last_recorded_at, which is part of the stamp",
    "recall.count": "changes no answer",
    "semantic.all_marked": "changes no answer",
    "semantic.count_model": "counts what a language model was asked, which is in no answer",
    "semantic.drop_unmentioned": "what nothing mentions is in no answer",
    "semantic.mark_outdated": "changes how many events wait to be analysed, which is part of the stamp",
    "semantic.mention": "changes how many events wait to be analysed, which is part of the stamp",
    "semantic.reflected": "changes no answer",
    "semantic.user_entity": "the user's own entity is in no answer",
    "users.erase": "the stamp goes with the user",
    "users.erase_done": "about the list of temporary users",
    "users.erase_later": "about the list of temporary users",
    "users.introduce": "the name and zone are read for every recall",
}


def ids(found):
    return [hit.event.event_id for hit in found.events]


@pytest.fixture
def elsewhere(server, memory):
    """The same store as another process sees it."""
    with Database.open(server.bolt_uri, server.username, server.password.get_secret_value()) as database:
        database.slot = memory.database.slot
        yield GraphMemory(database, memory.encoder, policy=WritePolicy(gate="everything", unite=False))


@pytest.fixture
def told(ada):
    ada.record("The door code is 4711", event_id="code", occurred_at=MAY)
    return ada


def trips(memory, call):
    with counted(memory.database) as counts:
        call()
    return counts


def test_the_same_cue_is_answered_from_what_is_kept(told, memory):
    first = told.recall(CUE)

    assert trips(memory, lambda: told.recall(CUE)) == {"users.profile": 1}
    assert ids(told.recall(CUE)) == ids(first)
    assert told.recall(CUE, k=1) is not None
    assert trips(memory, lambda: told.recall(CUE, k=2)).total() > 1


def test_nothing_is_kept_where_the_present_decides_or_it_is_switched_off(told, memory):
    told.recall("the door code of yesterday")
    assert trips(memory, lambda: told.recall("the door code of yesterday")).total() > 1

    off = GraphMemory(memory.database, memory.encoder, recalling=RecallSettings(cache_seconds=0))
    off.user(told.id).recall(CUE)
    assert trips(off, lambda: off.user(told.id).recall(CUE)).total() > 1


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_every_change_and_every_deletion_empties_it_also_from_another_process(told, memory, elsewhere, where):
    other = (memory if where == "here" else elsewhere).user(told.id)
    told.recall(CUE)

    other.record("The door code of the cellar is 1234", event_id="cellar", occurred_at=MAY)
    assert set(ids(told.recall(CUE))) == {"code", "cellar"}

    before = next(hit for hit in told.recall(CUE).events if hit.event.event_id == "code").event.importance
    other.feedback("code", useful=True)
    after = next(hit for hit in told.recall(CUE).events if hit.event.event_id == "code").event.importance
    assert after > before

    other.record("Ask ada@example.com about the door code", event_id="mail", occurred_at=MAY)
    assert "ada@example.com" in told.recall(CUE).brief()
    other.redact(contacts=True)
    assert "ada@example.com" not in told.recall(CUE).brief()

    erase(other._memory, told.id)
    assert told.recall(CUE).events == ()


def test_whatever_is_written_changes_the_stamp_of_the_user():
    writing = {name: query for name, query in catalogue().items() if isinstance(query, TenantQuery)}
    silent = {
        name
        for name, query in writing.items()
        if query.access == "write" and "user.changed = randomUUID()" not in query.statement
    }

    assert silent == WITHOUT_STAMP.keys()


def test_each_channel_is_asked_once_and_facts_only_where_there_are_any(told, memory):
    expected = {
        "users.profile": 1,
        "recall.words_english": 2,
        "recall.nearest": 2,
        "recall.neighbourhood": 1,
        "recall.context": 1,
    }
    assert trips(memory, lambda: told.recall("when was the door painted in May 2026?")) == expected

    told.assert_fact("user", "lives_in", "Lyon")
    assert trips(memory, lambda: told.recall("where was the door painted in May 2026?"))["recall.facts"] == 1


def test_what_came_of_it_takes_a_query_more(told, memory):
    assert trips(memory, lambda: told.recall("the door broke, how was it fixed in the end?"))["recall.outcome"] == 1


def test_an_event_that_is_very_long_comes_back_whole(ada):
    text = "door code " + "x" * 30_000
    ada.record(text, event_id="long", metadata={"pages": "y" * 30_000})

    event = ada.recall(CUE).events[0].event

    assert event.content == text
    assert event.metadata == {"pages": "y" * 30_000}


def test_what_is_not_there_in_time_is_left_out_and_named(told, memory, monkeypatch):
    slow = memory.encoder.__class__.queries

    def wait(self, texts):
        time.sleep(1)
        return slow(self, texts)

    monkeypatch.setattr(memory.encoder.__class__, "queries", wait)
    found = told.recall(CUE, timeout_ms=700)

    assert "meaning" in found.degraded
    assert told.recall("the code of the door").degraded == ()


def test_without_any_time_there_is_an_empty_answer_that_says_so(told):
    found = told.recall(CUE, timeout_ms=1)

    assert found.events == ()
    assert found.degraded
    assert "not everything" in found.brief()


def test_a_senseless_time_limit_is_refused(told):
    with pytest.raises(InvalidInputError, match="timeout_ms"):
        told.recall(CUE, timeout_ms=0)


def test_recalls_are_counted_in_the_background_and_at_the_end(told, memory, graph, clock):
    counting = GraphMemory(memory.database, memory.encoder, clock=clock, count_recalls=True)
    for _ in range(3):
        counting.user(told.id).recall(CUE)
    counting.counter.close()

    (event,) = graph.rows(
        "MATCH (e:Event {user_id: $id}) RETURN e.recall_count AS n, e.last_recalled_at AS at", id=told.id
    )
    assert (event["n"], event["at"].to_native()) == (3, clock.now())


def test_facts_that_are_handed_out_are_counted_too_and_no_answer_is_given_up_for_it(ada, memory, graph, clock):
    ada.record("I live in Paris.", occurred_at=MAY)
    ada.consolidate()
    counting = GraphMemory(memory.database, memory.encoder, clock=clock, count_recalls=True)
    for _ in range(3):
        assert counting.user(ada.id).recall("where do I live?").facts
    kept = counting.user(ada.id).recall("where do I live?")
    counting.counter.close()

    (fact,) = graph.rows(
        "MATCH ()-[f:FACT {user_id: $id}]->() RETURN f.use_count AS n, f.last_used_at AS at", id=ada.id
    )
    assert (fact["n"], fact["at"].to_native()) == (4, clock.now())
    assert counting.user(ada.id).recall("where do I live?") == kept

    ada.record("I live in Paris.", session_id="another", occurred_at=MAY)
    ada.consolidate()
    (fact,) = graph.rows("MATCH ()-[f:FACT {user_id: $id}]->() RETURN f.use_count AS n", id=ada.id)
    assert fact["n"] == 4  # also after it was folded again


def test_counting_brings_nothing_of_an_erased_user_back(told, memory, graph):
    counter = RecallCounter(memory.database, seconds=999)
    counter.note(told.id, ["code"], MAY)
    erase(memory, told.id)
    counter.close()

    assert graph.fingerprint(told.id) == []


@pytest.mark.parametrize(("most", "counted", "given_up"), [(100, 1, False), (2, None, True)])
def test_what_the_store_does_not_take_is_counted_later_and_never_lost_silently(
    told, memory, graph, caplog, monkeypatch, most, counted, given_up
):
    counter = RecallCounter(memory.database, seconds=999, most=most)

    def fails(*_, **__):
        raise StoreUnavailableError("away")

    with monkeypatch.context() as away:
        away.setattr(memory.database, "run_as", fails)
        counter.note(told.id, ["code", "b", "c"], MAY)
        counter.flush()
    counter.close()

    (found,) = graph.rows("MATCH (e:Event {user_id: $id, event_id: 'code'}) RETURN e.recall_count AS n", id=told.id)
    assert (found["n"], "not counted" in caplog.text) == (counted, given_up)


def test_many_users_recall_at_once_and_each_gets_their_own(new_user):
    users = [new_user(f"u{n}") for n in range(8)]
    for n, user in enumerate(users):
        user.record_many([{"content": f"door code {n}{m}", "event_id": f"{n}-{m}"} for m in range(5)])
    start = threading.Barrier(8)

    def ask(n):
        start.wait()
        return [ids(users[n].recall(f"door code {m}")) for m in range(5)]

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))

    for n, found in enumerate(answers):
        assert all(set(answer) == {f"{n}-{m}" for m in range(5)} for answer in found)
