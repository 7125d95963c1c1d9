"""Recording without waiting for the encoder."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.episodic.policy import WritePolicy
from graphmem.errors import EncoderError
from graphmem.language.encoder import HashEncoder
from graphmem.memory import GraphMemory
from graphmem.store.catalogue import global_query

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


class Absent(HashEncoder):
    """An encoder that must not be asked for passages."""

    def passages(self, texts):
        raise EncoderError("The encoder is not there.")


@pytest.fixture
def hasty(database, clock):
    return GraphMemory(database, Absent(), clock=clock, policy=WritePolicy(gate="everything", embed_later=True))


def test_it_is_stored_without_the_encoder_found_by_its_words_and_counted(hasty, memory):
    user = hasty.user(f"later-{uuid.uuid4().hex}")
    user.record("The printer on the third floor is out of toner", event_id="a")
    user.record("三楼的打印机没有墨粉了", event_id="b")

    found = memory.user(user.id).recall("printer toner")

    assert [hit.event.event_id for hit in found.events][:1] == ["a"]
    assert found.not_embedded == 2
    assert found.as_json()["not_embedded"] == 2


def test_the_worker_embeds_what_waits_and_only_that(hasty, memory, graph, encoder):
    user = hasty.user(f"later-{uuid.uuid4().hex}")
    user.record_many([{"content": f"line {number} of the log", "event_id": str(number)} for number in range(300)])
    told = []

    memory.embed(progress=lambda done, total: told.append((done, total)))

    rows = graph.rows(
        "MATCH (e:Event {user_id: $u}) RETURN count(e.embedding) AS embedded, count(e.awaits_embedding) AS waiting",
        u=user.id,
    )
    assert rows == [{"embedded": 300, "waiting": 0}]
    assert told[-1][0] == told[-1][1]
    assert memory.user(user.id).recall("line 7").not_embedded == 0
    (row,) = graph.rows("MATCH (e:Event {user_id: $u, event_id: '7'}) RETURN e.embedding AS v", u=user.id)
    assert row["v"] == pytest.approx(list(encoder.passages(["user: line 7 of the log"])[0]), abs=1e-6)


def test_what_was_said_again_is_united_when_it_is_embedded(hasty, database, encoder, clock, graph):
    user = hasty.user(f"later-{uuid.uuid4().hex}")
    user.record("Please send the weekly report as PDF.", event_id="a", occurred_at=MAY)
    user.record("please send the weekly report as PDF!", event_id="b", occurred_at=MAY + timedelta(days=1))
    worker = GraphMemory(database, encoder, clock=clock, policy=WritePolicy(gate="everything"))

    report = worker.embed()

    assert report.united >= 1
    rows = graph.rows("MATCH (e:Event {user_id: $u}) RETURN e.event_id AS id, e.seen_ids AS again", u=user.id)
    assert rows == [{"id": "a", "again": ["b"]}]


def test_one_batch_can_be_left_for_later(memory, graph):
    user = memory.user(f"mixed-{uuid.uuid4().hex}")
    user.record_many([{"content": "the first thing", "event_id": "a"}], embed_later=True)
    user.record_many([{"content": "the second thing", "event_id": "b"}])

    rows = graph.rows(
        "MATCH (e:Event {user_id: $u}) RETURN e.event_id AS id, e.embedding IS NOT NULL AS embedded ORDER BY id",
        u=user.id,
    )
    assert rows == [{"id": "a", "embedded": False}, {"id": "b", "embedded": True}]


def test_embedding_again_finds_nothing_to_do(memory):
    memory.embed()

    assert memory.embed().embedded == 0


def test_the_doctor_finds_nothing_wrong_with_what_waits(hasty, database):
    user = hasty.user(f"later-{uuid.uuid4().hex}")
    user.record("The printer on the third floor is out of toner")

    findings = database.run(global_query("doctor.embeddings"), {})

    assert user.id not in [row["user_id"] for row in findings]
