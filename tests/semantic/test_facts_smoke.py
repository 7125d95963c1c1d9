"""From what was said to what is held true, through the memory."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.memory import UserMemory

MAY, JULY = datetime(2026, 5, 1, 9, tzinfo=UTC), datetime(2026, 7, 1, 9, tzinfo=UTC)


def test_said_once_is_pending(ada: UserMemory) -> None:
    ada.record("I live in Paris.", occurred_at=MAY)
    report = ada.consolidate()
    print(report)
    (fact,) = ada.facts()
    print(fact)
    print(ada.provenance(fact))
    assert fact.object == "Paris"
    ada.record("I moved to Lyon.", occurred_at=JULY)
    report = ada.consolidate()
    print(report)
    for each in ada.history("user", "lives_in"):
        print(each)
    print(ada.provenance(fact))
    assert False
