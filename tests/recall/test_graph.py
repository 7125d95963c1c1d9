"""The walk over the graph, without a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from graphmem.recall.graph import NOWHERE, Bridge, Neighbourhood, Step, walk, ways
from graphmem.rules.ranking import ranking

RULES = ranking().graph


def near(
    mentions: Mapping[str, Sequence[str]],
    *,
    asked: Sequence[str] = (),
    unnamed: Sequence[str] = (),
    counts: Mapping[str, int] | None = None,
    causes: Sequence[tuple[str, str]] = (),
) -> Neighbourhood:
    names = sorted({name for names in mentions.values() for name in names} | set(asked))
    bridges = {
        name: Bridge(name, name, (counts or {}).get(name, 2), name not in unnamed, name in asked) for name in names
    }
    return Neighbourhood((), mentions, bridges, causes, 100)


def at(
    found: Neighbourhood, events: str, restart: dict[str, float], **more: Sequence[tuple[str, str]]
) -> dict[str, float]:
    return dict(zip(events, walk(found, list(events), restart, more.get("links", ()), RULES), strict=True))


def test_what_shares_an_entity_with_a_good_event_is_reached_and_what_shares_none_is_not():
    found = at(near({"a": ["x"], "b": ["x"], "c": ["y"]}), "abc", {"a": 1.0})

    assert found["a"] > found["b"] > 0
    assert found["c"] == 0
    assert sum(found.values()) == pytest.approx(1)


def test_two_hops_away_is_less_than_one():
    found = at(near({"a": ["x"], "b": ["x", "y"], "c": ["y"]}), "abc", {"a": 1.0})

    assert found["a"] > found["b"] > found["c"] > 0


def test_a_rare_entity_leads_further_than_a_common_one():
    shape = near({"a": ["rare", "common"], "b": ["rare"], "c": ["common"]}, counts={"rare": 2, "common": 90})
    found = at(shape, "abc", {"a": 1.0})

    assert found["b"] > found["c"]


def test_a_name_leads_further_than_a_noun():
    found = at(near({"a": ["x", "y"], "b": ["x"], "c": ["y"]}, unnamed=["y"]), "abc", {"a": 1.0})

    assert found["b"] > found["c"]


def test_what_the_cue_names_draws_the_walk():
    shape = {"a": ["x", "y"], "b": ["x"], "c": ["y"]}
    without, drawn = at(near(shape), "abc", {"a": 1.0}), at(near(shape, asked=["y"]), "abc", {"a": 1.0})

    assert without["b"] == pytest.approx(without["c"])
    assert drawn["c"] > drawn["b"]


def test_causes_and_neighbours_are_ways_too_in_both_directions():
    for one in (
        at(near({}, causes=[("a", "b")]), "abc", {"a": 1.0}),
        at(near({}, causes=[("b", "a")]), "abc", {"a": 1.0}),
        at(NOWHERE, "abc", {"a": 1.0}, links=[("a", "b")]),
    ):
        assert one["b"] > 0 == one["c"]


def test_without_any_way_the_walk_stays_where_it_is():
    assert at(NOWHERE, "ab", {"a": 0.75, "b": 0.25}) == {"a": 0.75, "b": 0.25}
    assert walk(NOWHERE, [], {}, (), RULES).shape == (0,)


def test_the_walk_is_the_same_every_time():
    shape = near({event: [f"{i % 7}", f"{i % 5}"] for i, event in enumerate("abcdefghijklmnop")})
    runs = [walk(shape, list("abcdefghijklmnop"), {"a": 0.5, "b": 0.5}, (), RULES) for _ in range(2)]

    assert np.array_equal(*runs)


def test_a_way_begins_at_a_name_of_the_cue_or_at_a_good_event_and_is_the_shortest():
    shape = near({"a": ["x"], "b": ["x", "y"], "c": ["y", "z"], "d": ["z"], "e": []}, asked=["x"])

    assert ways(shape, ["b", "d", "e"], []) == {
        "b": (Step("x", "b"),),
        "d": (Step("x", "b"), Step("y", "c"), Step("z", "d")),
    }
    assert ways(shape, ["d"], ["c"]) == {"d": (Step("", "c"), Step("z", "d"))}
