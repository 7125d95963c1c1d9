"""Reaching over the graph what no word and no likeness leads to."""

from __future__ import annotations

from datetime import timedelta

from graphmem.memory import GraphMemory
from graphmem.user import UserMemory

BRIDGE = [
    ("film", "The film Silver Harbour was directed by Anna Lindqvist."),
    ("home", "Anna Lindqvist lives in the town of Varberg."),
    ("mayor", "Varberg has been governed by Tom Eriksson since the spring."),
]
BRIDGE_ZH = [
    ("film", "电影《银色港湾》的导演是王小明。"),
    ("home", "王小明住在苏州。"),
    ("mayor", "苏州的负责人是陈经理。"),
]


def fill(user: UserMemory, memory: GraphMemory, facts: list[tuple[str, str]], noise: int = 150) -> None:
    """The facts among so many events about other things that the channels are full of them."""
    words = ["film", "director", "lives", "town", "电影", "导演", "住在"]
    user.record_many(
        [
            *({"event_id": id, "content": text} for id, text in facts),
            *(
                {"event_id": f"noise{i}", "content": f"{words[i % 7]} {words[i // 7 % 7]} who? 谁 number {i}"}
                for i in range(noise)
            ),
        ]
    )
    memory.analyse(user_id=user.id)


def test_an_event_two_hops_away_is_found_with_its_way(memory: GraphMemory, ada: UserMemory):
    for facts, cue, names in (
        (BRIDGE, "Who directed Silver Harbour and in which town does the director live?", ("Anna Lindqvist",)),
        (BRIDGE_ZH, "《银色港湾》的导演住在哪里？", ("王小明",)),
    ):
        user = memory.user(f"{ada.id}-{names[0]}")
        fill(user, memory, facts)

        found = user.recall(cue, k=500)
        home = next(hit for hit in found.events if hit.event.event_id == "home")

        assert home.parts["graph"] > 0
        if home.path:  # no other channel had it
            assert names[0] in home.explain()
            assert "this one" in home.explain() or "本事件" in home.explain()


def test_what_is_erased_or_out_of_the_interval_is_not_reached(memory: GraphMemory, ada: UserMemory, clock):
    ada.record("Silver Harbour was directed by Anna Lindqvist", event_id="film", occurred_at=clock.now())
    later = clock.now() + timedelta(days=2)
    ada.record("Anna Lindqvist lives in Varberg", event_id="home", occurred_at=later)
    memory.analyse(user_id=ada.id)

    found = ada.recall("Who directed Silver Harbour?", until=later, k=50)

    assert [hit.event.event_id for hit in found.events] == ["film"]


def test_the_user_is_no_bridge(memory: GraphMemory, ada: UserMemory):
    for number in range(40):
        ada.record(f"I like thing{number}", event_id=f"e{number}")
    memory.analyse(user_id=ada.id)

    found = ada.recall("thing7", k=100)

    assert not any("graph" in hit.found_by for hit in found.events)


def test_others_are_not_reached(memory: GraphMemory, ada: UserMemory, bob: UserMemory):
    ada.record("Silver Harbour was directed by Anna Lindqvist", event_id="film")
    bob.record("Anna Lindqvist lives in Varberg", event_id="home")
    for user in (ada, bob):
        memory.analyse(user_id=user.id)

    assert [hit.event.event_id for hit in ada.recall("Silver Harbour Anna Lindqvist", k=50).events] == ["film"]
