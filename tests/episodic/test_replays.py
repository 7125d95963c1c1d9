"""The same episode handed in again: stored once, whatever the way it comes."""

from __future__ import annotations

from moments import MAY, minutes


def test_the_same_event_id_again_stores_nothing_and_returns_the_stored_event(ada, graph):
    first = ada.record("first", event_id="e1", occurred_at=MAY)

    again = ada.record("something else", event_id="e1")

    assert again == first
    assert graph.count(ada.id) == 1


def test_the_same_words_at_the_same_given_time_are_a_replay(ada, graph):
    session = ada.session("s")
    first = session.record("ok", occurred_at=MAY)
    with_own_id = ada.record("hello", occurred_at=MAY, event_id="mine")

    assert session.record("ok", occurred_at=MAY) == first
    assert ada.record("hello", occurred_at=MAY) == with_own_id
    assert graph.count(ada.id) == 2


def test_the_same_words_are_new_at_another_time_by_another_actor_or_without_a_time(ada, graph):
    ada.record("ok", occurred_at=MAY)
    ada.record("ok", occurred_at=minutes(1))
    ada.record("ok", occurred_at=MAY, actor="Bea")
    ada.record("ok", occurred_at=MAY, session_id="s")
    ada.record("ok", occurred_at=MAY, event_type="note")
    ada.record("ok")
    ada.record("ok")

    assert graph.count(ada.id) == 7


def test_a_repetition_inside_one_batch_is_stored_once(ada, graph):
    episode = {"content": "ok", "occurred_at": MAY}

    report = ada.record_many(
        [episode, {"content": "other", "event_id": "x"}, episode, {"content": "x", "event_id": "x"}]
    )

    assert (report.stored, report.already_there) == (2, 2)
    assert report.events[0] == report.events[2]
    assert graph.count(ada.id) == 2


def test_a_replay_leaves_the_chain_as_it_is(ada, graph):
    session = ada.session("s")
    episodes = [{"content": "x", "event_id": str(n), "occurred_at": minutes(n)} for n in range(5)]
    session.record_many(episodes)
    before = graph.fingerprint(ada.id)

    report = session.record_many(episodes)

    assert (report.stored, report.already_there) == (0, 5)
    assert graph.chain(ada.id, "s") == ["0", "1", "2", "3", "4"]
    assert [row for row in graph.fingerprint(ada.id) if "last_recorded_at" not in row] == [
        row for row in before if "last_recorded_at" not in row
    ]


def test_a_batch_with_a_shared_id_keeps_what_single_calls_would_keep(ada, graph):
    report = ada.record_many(
        [
            {"content": "one", "event_id": "x", "occurred_at": minutes(5)},
            {"content": "two", "event_id": "x", "occurred_at": minutes(1)},
            {"content": "two", "event_id": "z", "occurred_at": minutes(1)},
        ]
    )

    assert [(event.event_id, event.content) for event in report.events] == [("x", "one"), ("x", "one"), ("z", "two")]
    assert (report.stored, report.already_there, graph.count(ada.id)) == (2, 1, 2)


def test_a_refused_first_does_not_take_a_good_repetition_with_it(ada):
    report = ada.record_many(
        [{"content": "bad", "event_id": "7", "caused_by": "ghost"}, {"content": "good", "event_id": "7"}]
    )

    assert [refusal.position for refusal in report.refused] == [0]
    assert report.events[1].content == "good"


def test_a_replay_with_other_fields_changes_nothing(ada, graph):
    first = ada.session("s", task_type="refund").record("done", event_id="e", occurred_at=MAY)
    ada.record("cause", event_id="c")
    before = graph.fingerprint(ada.id)

    again = ada.session("other", task_type="x").record(
        "done", event_id="e", caused_by="c", actor="Mallory", occurred_at=minutes(-9)
    )
    itself = ada.session("s").record("done", occurred_at=MAY, caused_by="e")

    assert again == itself == first
    assert graph.fingerprint(ada.id) == before
