"""Making all embeddings anew with another encoder: complete, resumable, and nothing lost to those who use the memory.

On a server of its own, since the encoder of a store is everybody's.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta

import pytest
from rebuilds import CUES, HASH, MAY, NEW, OLD, THIRD, Store, Words, recalled, tell

from graphmem.errors import EncoderError, EncoderMismatchError
from graphmem.language.checked import passage_vectors
from graphmem.memory import GraphMemory
from graphmem.store.catalogue import catalogue


def test_recall_is_that_of_a_store_built_with_the_new_encoder(store: Store) -> None:
    with store.open(NEW) as memory:
        for name in ("ada", "bob"):
            tell(memory.user(name))
        afresh = [recalled(memory.user(name)) for name in ("ada", "bob")]
    store.wipe()
    with store.open(OLD) as memory:
        for name in ("ada", "bob"):
            tell(memory.user(name))
        assert [recalled(memory.user(name)) for name in ("ada", "bob")] != afresh

    report = store.rebuild(NEW)

    assert (report.embedded, report.removed) == (20, 20)
    assert store.is_all_of(NEW)
    with store.open(NEW) as memory:
        assert [recalled(memory.user(name)) for name in ("ada", "bob")] == afresh
        memory.user("ada").record("and it goes on", event_id="later")
        assert memory.user("ada").recall("and it goes on").events[0].event.event_id == "later"
    assert store.is_all_of(NEW)


def test_it_goes_back_and_forth(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    for encoder in (NEW, OLD, NEW, THIRD):
        store.rebuild(encoder)
        assert store.is_all_of(encoder)


def test_a_store_whose_encoder_is_another_names_the_rebuild_as_the_way_out(store: Store) -> None:
    store.open(OLD).close()
    with pytest.raises(EncoderMismatchError, match=r"tests/words-96 .*: graphmem schema rebuild"):
        store.open(NEW)


def test_an_encoder_that_no_index_takes_is_refused_before_anything_is_changed(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    with pytest.raises(EncoderError, match="an index takes 1 to 4096"):
        store.rebuild(Words(5000))
    assert store.is_all_of(OLD)


def test_every_query_about_embeddings_says_whether_its_slot_is_in_use() -> None:
    about = {name: query for name, query in catalogue().items() if "ticket" in query.param_names}
    of_users = {name for name in about if not name.startswith("schema.")}
    assert of_users >= {"episodic.record", "recall.context", "recall.nearest", "recall.nearest_b", "embed.fill"}
    for name in of_users:
        assert "index_name" in about[name].param_names, name
        assert "current" in about[name].column_names, name


def test_events_without_an_embedding_are_embedded(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    store.graph.rows("MATCH (e:Event {event_id: 'e3'}) REMOVE e.embedding")
    assert store.rebuild(OLD).embedded == 1
    assert store.is_all_of(OLD)


def test_a_store_from_before_there_were_two_slots_is_one_with_the_first_active(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    store.graph.rows("MATCH (e:Encoder) REMOVE e.state, e.ticket")
    with store.open(OLD) as first, store.open(OLD) as second:
        for memory in (first, second):
            memory.user("ada").record("is still recorded")
            assert memory.user("ada").recall(CUES[0]).events
    store.rebuild(NEW)
    assert store.is_all_of(NEW)


# The command line
def test_the_commands_tell_what_is_and_what_is_to_be_done(store: Store) -> None:
    empty = store.command("status", "--json")
    assert empty.exit_code == 6
    assert json.loads(empty.stdout)["pending"] == [
        "m001_first_light",
        "m002_worth_keeping",
        "m003_quick_record",
        "m004_who_and_what",
        "m005_what_is_true",
        "m006_alike_facts",
    ]
    assert "no encoder yet" in store.command("rebuild", "--dry-run").output

    planned = json.loads(store.command("upgrade", "--dry-run", "--json").stdout)
    assert "schema.m001_first_light.050_event_key" in planned["migrations"][0]["statements"]
    assert store.indexes() == {}, "a dry run changes nothing"
    assert "Applied m001_first_light" in store.command("upgrade").stdout
    assert "up to date" in store.command("upgrade").stdout

    fine = store.command("status")
    assert fine.exit_code == 0
    assert "0 of 0 events and facts embedded; index online" in fine.stdout
    assert "Nothing to do: all 0 events and facts are embedded by graphmem/hash" in store.command("rebuild").stdout

    other = store.command("status", encoder="use")
    assert other.exit_code == 6
    assert "universal-sentence-encoder-multilingual/3 (512 dimensions) is configured" in other.stdout
    before = store.slots()
    planned = json.loads(store.command("rebuild", "--dry-run", "--json", encoder="use").stdout)
    assert (planned["switches"], planned["nothing_to_do"], planned["dry_run"]) == (True, False, True)
    assert store.slots() == before
    assert store.command("upgrade", encoder="use").exit_code == 0, "an upgrade is not about the encoder"


def test_the_light_encoder_takes_over_from_the_one_for_tests(store: Store) -> None:
    with store.open(HASH) as memory:
        tell(memory.user("ada"))
    assert store.command("rebuild", encoder="use").exit_code == 0
    settings = store.settings().model_copy(update={"encoder": "use"})
    with GraphMemory.open(settings=settings) as memory:
        (first, *_) = memory.user("ada").recall("Where will I live?", k=1).events
        assert "里昂" in first.event.content
        assert store.is_all_of(memory.encoder)


def test_what_facts_say_is_embedded_anew_too_and_recalled_meanwhile(store):
    said = ["I live in Paris.", "我对花生过敏。", "I prefer PDF for reports.", "My dentist is Dr. Weber."]
    cues = ["where does the user live?", "PDF"]
    with store.open(OLD) as memory:
        ada = memory.user("ada")
        for text in said:
            ada.record(text, occurred_at=MAY)
        ada.consolidate()
        before = [[fact.text for fact in ada.recall(cue).facts] for cue in cues]
        assert all(before)

        def embed(texts: Sequence[str]):
            assert [[fact.text for fact in ada.recall(cue).facts] for cue in cues] == before
            return passage_vectors(NEW, texts)

        assert store.is_all_of(OLD)
        report = store.rebuild(NEW, embed, batch=3)
    assert report.embedded == len(said) + len(ada_facts(store))
    assert store.is_all_of(NEW)

    with store.open(NEW) as memory:
        ada = memory.user("ada")
        assert all([fact.text for fact in ada.recall(cue).facts] for cue in cues)
        ada.record("I live in Lyon now, I moved there.", occurred_at=MAY + timedelta(days=1))
        ada.consolidate()
        assert "Lyon" in ada.recall("where does the user live?").facts[0].text
    assert store.is_all_of(NEW)


def ada_facts(store: Store) -> list[str]:
    return [row["text"] for row in store.graph.rows("MATCH ()-[f:FACT {user_id: 'ada'}]->() RETURN f.text AS text")]


def test_a_store_from_before_facts_were_embedded_gets_its_index_in_the_slot_that_is_in_use(store, graph):
    with store.open(OLD) as memory:
        memory.user("ada").record("I live in Paris.", occurred_at=MAY)
        memory.user("ada").consolidate()
    store.rebuild(NEW)
    graph.rows("DROP INDEX fact_embedding_b")
    graph.rows("MATCH (m:Migration {version: 'm006'}) DELETE m")
    graph.rows("MATCH ()-[f:FACT]->() REMOVE f.embedding_b")

    with store.open(NEW) as memory:
        assert memory.user("ada").recall("where does the user live?").facts
    assert store.rebuild(NEW).embedded == 1
    assert store.is_all_of(NEW)
