"""The vector channel finds what looking at every event finds, within any time too."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.clock import BEGINNING, END
from graphmem.language.checked import query_vector
from graphmem.rules.ranking import ranking
from graphmem.store.catalogue import tenant_query
from graphmem.store.tenant import TenantStore

MAY = datetime(2026, 5, 1, tzinfo=UTC)
NEAREST, SCAN = tenant_query("recall.nearest"), tenant_query("bench.scan")
TOP = 20


@pytest.mark.parametrize(("since", "until"), [(None, None), (MAY + timedelta(hours=300), MAY + timedelta(hours=420))])
def test_the_vector_channel_finds_the_exact_top_20(new_user, memory, since, until):
    chance = random.Random(7)
    words = [f"word{n}" for n in range(300)]
    told = [" ".join(chance.sample(words, 12)) for _ in range(1600)]
    for prefix in ("own", "other"):
        user = new_user(prefix)
        user.record_many([{"content": text, "occurred_at": MAY + timedelta(hours=n)} for n, text in enumerate(told)])
    store = TenantStore(memory.database, user.id)
    span = {"since": since or BEGINNING, "until": until or END}

    shares = []
    for _ in range(25):
        vector = query_vector(memory.encoder, " ".join(chance.sample(words, 6)))
        (found,) = store.run(NEAREST, embedding=vector, k=ranking().ask, **span)
        exact = {row["event_id"] for row in store.run(SCAN, embedding=vector, k=TOP, **span)}
        shares.append(len(exact & set(found["event_ids"][:TOP])) / len(exact))

    assert sum(shares) / len(shares) >= 0.99
