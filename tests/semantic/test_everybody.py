"""What is done for all users."""

from __future__ import annotations

import pytest

from graphmem.errors import GraphmemError, StoreTimeoutError, StoreUnavailableError
from graphmem.semantic.everybody import for_everybody


def working(done: list[str], **failures: GraphmemError):
    def work(user_id: str) -> int:
        if user_id in failures:
            raise failures[user_id]
        done.append(user_id)
        return 1

    return work


def test_whoever_fails_does_not_keep_the_others_waiting_and_is_told_of_at_the_end():
    done: list[str] = []

    with pytest.raises(StoreTimeoutError, match="of ada"):
        for_everybody(["ada", "bob", "eve"], working(done, ada=StoreTimeoutError("It was too much of ada.")))

    assert done == ["bob", "eve"]


def test_a_store_that_is_away_is_away_for_everybody():
    done: list[str] = []

    with pytest.raises(StoreUnavailableError):
        for_everybody(["ada", "bob"], working(done, ada=StoreUnavailableError("The server is away.")))

    assert done == []


def test_it_stops_between_two_users():
    done: list[str] = []

    assert for_everybody(["ada", "bob", "eve"], working(done), stop=lambda: len(done) == 2) == 2
    assert done == ["ada", "bob"]
