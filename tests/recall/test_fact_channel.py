"""Facts are found by what they mean and by the names in a cue, as by their words; only those that may be served."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from graphmem.clock import BEGINNING, END
from graphmem.language.checked import passage_vectors, query_vector
from graphmem.language.encoder import HashEncoder
from graphmem.memory import GraphMemory
from graphmem.rules.keys import tenant_key
from graphmem.semantic.embed import embed_facts
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

MAY = datetime(2026, 5, 1, tzinfo=UTC)
FACTS = tenant_query("recall.facts")
TOP = 20
SERVED = {"active", "disputed", "pending", "superseded"}


def test_the_nearest_facts_are_the_exact_ones_of_those_that_may_be_served_at_a_time(new_user, memory, graph):
    chance = random.Random(7)
    words = [f"word{n}" for n in range(300)]
    texts = [" ".join(chance.sample(words, 12)) for _ in range(1600)]
    vectors = passage_vectors(memory.encoder, texts)
    statuses = [chance.choice(["active", "active", "pending", "superseded", "retracted", "dropped"]) for _ in texts]
    spans = [
        (BEGINNING, MAY + timedelta(days=n % 40)) if status == "superseded" else (MAY + timedelta(days=n % 20), END)
        for n, status in enumerate(statuses)
    ]
    for prefix in ("own", "other"):
        user = new_user(prefix)
        user.record("hello")
        graph.rows(
            "CREATE (a:Entity {user_id: $u, entity_id: 'a', name: 'a'}), (b:Entity {user_id: $u, entity_id: 'b', "
            "name: 'b'}) WITH a, b UNWIND $rows AS row CREATE (a)-[f:FACT {user_id: $u}]->(b) SET f += row",
            u=user.id,
            rows=[
                {"fact_id": str(n), "slot": str(n), "text": text, "embedding": vector.tolist(), "confidence": 0.6,
                 "tenant_key": tenant_key(user.id), "status": status, "valid_from": span[0], "valid_until": span[1]}
                for n, (text, vector, status, span) in enumerate(zip(texts, vectors, statuses, spans, strict=True))
            ],
        )  # fmt: skip
    store = TenantStore(memory.database, user.id)
    at = MAY + timedelta(days=10)
    may = [n for n in range(1600) if statuses[n] in SERVED and spans[n][0] <= at < spans[n][1]]

    shares = []
    for _ in range(25):
        vector = query_vector(memory.encoder, " ".join(chance.sample(words, 6)))
        (row,) = store.run(
            FACTS, embeddings=[vector], at=at, near=100, kept=100, logs=False,
            english="tenant_key:nobody", cjk="tenant_key:nobody", keys=[],
            event_ids=[], k=50,
        )  # fmt: skip
        cosines = vectors @ vector
        least = np.sort(cosines[may])[-TOP] - 1e-6  # of several that are as near any will do
        found = [int(each["slot"]) for each in row["found"][:TOP]]
        assert set(found) <= set(may)
        shares.append(np.mean([cosines[number] >= least for number in found]))
        assert len(found) == TOP

    assert sum(shares) / len(shares) >= 0.99
    graph.rows("MATCH (n {user_id: $u}) DETACH DELETE n", u=user.id)


class Senses(HashEncoder):
    """Knows that what somebody is allergic to has to do with what may be cooked, in both languages."""

    def passages(self, texts):
        return super().passages([self._sense(text) for text in texts])

    def queries(self, texts):
        return super().queries([self._sense(text) for text in texts])

    def _sense(self, text: str) -> str:
        return "food" if any(word in text for word in ("allergic", "过敏", "cook", "煮")) else text


@pytest.mark.parametrize(
    ("said", "cue"),
    [("I am allergic to peanuts.", "What may I not cook?"), ("我对花生过敏。", "不能煮什么？")],
    ids=["en", "zh"],
)
def test_a_fact_is_found_by_its_meaning_where_the_cue_has_none_of_its_words(said, cue, database, clock, new_user):
    memory = GraphMemory(database, Senses(), clock=clock)
    user = memory.user(new_user().id)
    user.record_many([{"content": f"The meeting number {n} is over.", "occurred_at": MAY} for n in range(30)])
    user.record(said, occurred_at=MAY)
    user.consolidate()

    (fact,) = user.recall(cue).facts
    assert fact.predicate == "allergic_to"


@pytest.mark.parametrize(
    ("said", "cue", "predicate"),
    [
        ("My dentist is Dr. Weber.", "Who is Dr. Weber?", "dentist"),
        ("我的经理是王芳。", "王芳是谁？", "manager"),
    ],
    ids=["en", "zh"],
)
def test_a_fact_is_found_by_the_name_of_its_object(said, cue, predicate, ada):
    ada.record_many([{"content": f"The meeting number {n} is over.", "occurred_at": MAY} for n in range(30)])
    ada.record(said, occurred_at=MAY)
    ada.consolidate()

    assert [fact.predicate for fact in ada.recall(cue).facts] == [predicate]


def test_a_united_name_leads_to_the_facts_of_the_other(ada):
    ada.record("Anna likes tea.", occurred_at=MAY)
    ada.record("Annie plays chess.", occurred_at=MAY)
    ada.consolidate()
    ada.unite("Anna", "Annie")

    assert {fact.object for fact in ada.recall("Annie").facts} == {"tea", "chess"}


def test_a_fact_that_says_something_else_is_embedded_again(ada, memory, graph):
    ada.record("Anna likes tea.", occurred_at=MAY)
    ada.consolidate()
    ada.record("Annie likes jazz.", occurred_at=MAY)
    ada.consolidate()
    ada.unite("Annie", "Anna")

    rows = graph.rows("MATCH ()-[f:FACT {user_id: $u}]->() RETURN f.text AS text, f.embedding AS vector", u=ada.id)
    assert sorted(row["text"] for row in rows) == ["Annie likes jazz", "Annie likes tea"]
    assert np.allclose([row["vector"] for row in rows], memory.encoder.passages([row["text"] for row in rows]))
    assert embed_facts(TenantStore(memory.database, ada.id), memory.encoder) == 0


def test_facts_that_were_left_without_an_embedding_get_it_by_embed(ada, memory, graph):
    ada.record("I live in Paris.", occurred_at=MAY)
    ada.consolidate()
    graph.rows("MATCH ()-[f:FACT {user_id: $u}]->() SET f.awaits_embedding = true REMOVE f.embedding", u=ada.id)

    assert memory.embed().facts >= 1
    assert graph.rows("MATCH ()-[f:FACT {user_id: $u}]->() RETURN size(f.embedding) > 1 AS made", u=ada.id) == [
        {"made": True}
    ]
