"""A rebuild while others use the memory: nothing is lost, and whoever holds the old encoder is told."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from neo4j.vector import Vector
from rebuilds import CUES, MAY, NEW, OLD, TEXTS, THIRD, Store, recalled, tell, wait_for

from graphmem.clock import SystemClock
from graphmem.episodic.policy import WritePolicy
from graphmem.episodic.prepare import Stamps, prepare
from graphmem.errors import EncoderMismatchError, EncoderReplacedError
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder
from graphmem.rules.keys import tenant_key
from graphmem.store.catalogue import tenant_query


def test_recall_and_recording_go_on_over_the_old_embeddings(store: Store) -> None:
    with store.open(OLD) as memory:
        ada = memory.user("ada")
        tell(ada)
        before, during = recalled(ada), []

        def embed(texts: Sequence[str]) -> np.ndarray:
            if not during:
                during.append(recalled(ada))
                ada.record("said while it was rebuilt", event_id="0", session_id="s0", occurred_at=MAY)
                memory.user("new").record("told by somebody new")
                store.graph.rows("MATCH (e:Event {event_id: 'e1'}) DETACH DELETE e")
                assert ada.recall("said while it was rebuilt").events[0].event.event_id == "0"
            return passage_vectors(NEW, texts)

        report = store.rebuild(NEW, embed)

    assert during == [before]
    assert report.embedded == 11
    assert store.is_all_of(NEW)
    assert store.graph.count("ada") == 10
    assert store.graph.count("new") == 1


def test_writers_lose_nothing_to_the_switch_and_are_then_refused(store: Store) -> None:
    acknowledged: list[str] = []
    refused: list[EncoderMismatchError] = []
    under_way, over = threading.Event(), threading.Event()

    def write(number: int) -> None:
        with store.open(OLD) as memory:
            for n in itertools.count():
                event_id = f"w{number}-{n}"
                last = over.is_set()
                try:
                    # Now and then a user whom nobody knew.
                    user = memory.user(f"writer{number}" + (f"-{n}" if n % 5 == 0 else ""))
                    user.record(f"{TEXTS[n % 5]} {event_id}", event_id=event_id, session_id="s")
                except EncoderMismatchError as error:
                    refused.append(error)
                    return
                acknowledged.append(event_id)
                assert not last, "an event was stored with the old encoder after the rebuild"
                if n > 3:
                    under_way.set()

    store.open(OLD).close()
    with ThreadPoolExecutor(3) as pool:
        writing = [pool.submit(write, number) for number in range(3)]
        assert under_way.wait(60)
        store.rebuild(NEW, batch=16)
        over.set()
        for done in writing:
            done.result()

    assert len(refused) == 3
    rows = store.graph.rows("MATCH (e:Event) RETURN e.event_id AS id")
    assert sorted(row["id"] for row in rows) == sorted(acknowledged)
    assert store.is_all_of(NEW)


def test_an_event_that_is_committed_after_the_switch_is_not_missed(store: Store) -> None:
    """The narrowest case: its transaction read the old ticket before the switch, and ends after it."""
    policy = WritePolicy(gate="everything", unite=False)
    row = prepare(
        {"content": "on its way", "event_id": "late"},
        policy=policy,
        stamps=Stamps(SystemClock()),
        zone=lambda: None,
        session_id=None,
        task_type=None,
    )
    with (
        store.open(OLD) as memory,
        store.driver() as driver,
        driver.session(database="neo4j") as session,
        ThreadPoolExecutor(1) as pool,
    ):
        memory.user("ada").record("there from the start")
        slot, late = memory.database.slot, []
        assert slot is not None
        embedding = Vector(OLD.passages([row.passage])[0])
        params = {
            "rows": [{"event_id": "late", "properties": row.properties(policy, "bob"), "embedding": embedding}],
            **{"actors": ["user"], "sessions": [], "links": [], "causes": [], "recorded_at": MAY},
            **{"transients": [], "refusals": [], "expired": MAY, "same_within": 7, "lucene": "nothing"},
            **{"user_id": "bob", "tenant_key": tenant_key("bob"), **slot.params},
        }

        def embed(texts: Sequence[str]) -> np.ndarray:
            if not late:
                late.append(session.begin_transaction())
                (answer,) = late[0].run(tenant_query("episodic.record").statement, params)
                assert answer["current"]
            return passage_vectors(NEW, texts)

        running = pool.submit(store.rebuild, NEW, embed)
        wait_for(lambda: store.slots().get("event_embedding_b", ("", ""))[0] == "active", running)
        wait_for(lambda: "event_embedding" not in store.indexes() or store.is_dropping(), running)
        assert store.graph.count("bob") == 0
        late[0].commit()
        running.result(timeout=120)

    assert store.graph.count("bob") == 1
    assert store.is_all_of(NEW)


@pytest.mark.parametrize("others", [[NEW], [NEW, THIRD]], ids=["other slot", "same slot and dimension"])
def test_whoever_holds_the_old_encoder_is_refused_and_told_to_reopen(store: Store, others: list[Encoder]) -> None:
    with store.open(OLD) as memory:
        ada = memory.user("ada")
        tell(ada)
        for encoder in others:
            store.rebuild(encoder)
        before = store.graph.fingerprint("ada")

        for act in (
            lambda: ada.record("too late"),
            lambda: ada.record_many([{"content": "too late"}, {"content": "this, too"}]),
            lambda: ada.session("s9").record("too late"),
            lambda: memory.user("somebody new").record("too late"),
            lambda: ada.recall(CUES[0]),
        ):
            with pytest.raises(EncoderReplacedError, match=r"schema status.*reopen"):
                act()

        assert store.graph.fingerprint("ada") == before
        assert store.graph.rows("MATCH (n {user_id: 'somebody new'}) RETURN n") == []
    assert store.is_all_of(others[-1])
    with store.open(others[-1]) as memory:
        assert memory.user("ada").recall(CUES[0]).events
