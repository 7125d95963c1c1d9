"""From what was said to what is held true, in both languages, through record, consolidate and facts."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from graph import Graph
from saying import AUGUST, CITY, FORMAT, JULY, JUNE, MAY, Clock, everything, held, say

from graphmem.errors import EncoderError
from graphmem.language.encoder import Encoder
from graphmem.memory import GraphMemory
from graphmem.rules.facts import Status
from graphmem.semantic.embed import embed_facts
from graphmem.semantic.rollback import withdraw
from graphmem.store.connection import Database
from graphmem.store.tenant import TenantStore
from graphmem.user import UserMemory


@CITY
def test_what_was_said_once_is_served_as_pending_and_is_believed_from_the_second_session_on(
    ada: UserMemory,
    first: str,
    moved: str,  # noqa: ARG001
    one: str,
    other: str,  # noqa: ARG001
) -> None:
    say(ada, first, 0)
    ada.consolidate()
    (fact,) = ada.facts()
    assert (fact.object, fact.status, fact.confidence, fact.valid_from) == (one, Status.PENDING, 0.6, MAY)
    assert "said once" in str(fact)

    say(ada, first, 0.1, "s0")
    ada.consolidate()
    assert held(ada.facts()) == {one: ("pending", 0.65)}

    say(ada, first, 3)
    ada.consolidate()
    assert held(ada.facts()) == {one: ("active", 0.8)}


@CITY
def test_a_move_ends_the_old_city_and_both_time_lines_tell(
    ada: UserMemory, clock: Clock, first: str, moved: str, one: str, other: str
) -> None:
    clock.time = JUNE
    ada.record(first, occurred_at=MAY)
    ada.consolidate()
    clock.time = AUGUST
    ada.record(moved, occurred_at=JULY)
    ada.consolidate()

    assert held(ada.facts(predicate="lives_in")) == {other: ("active", 0.9)}
    assert held(ada.facts(predicate="lives_in", as_of=JUNE)) == {one: ("superseded", 0.6)}
    assert held(ada.facts(predicate="lives_in", known_at=JULY)) == {one: ("pending", 0.6)}
    assert ada.facts(predicate="lives_in", known_at=MAY) == []
    old, new = ada.history("user", "lives_in")
    assert (old.object, old.valid_until, old.superseded_by) == (one, JULY, new.fact_id)


@CITY
def test_an_older_statement_that_comes_late_is_history_and_no_contradiction(
    ada: UserMemory, first: str, moved: str, one: str, other: str
) -> None:
    say(ada, moved, 20)
    ada.consolidate()
    say(ada, first, 0)
    ada.consolidate()

    assert held(ada.facts()) == {other: ("active", 0.9)}
    old, new = ada.history("user", "lives_in")
    assert (old.object, old.status, old.valid_until) == (one, Status.SUPERSEDED, new.valid_from)


@FORMAT
def test_a_contradiction_is_doubted_first_and_believed_when_it_was_said_in_two_sessions(
    ada: UserMemory,
    excel: str,
    pdf: str,
    pdf_from_now_on: str,  # noqa: ARG001
) -> None:
    say(ada, excel, 0)
    say(ada, excel, 1)
    say(ada, pdf, 2)
    ada.consolidate()
    assert held(ada.facts()) == {"Excel": ("disputed", 0.55), "PDF": ("pending", 0.6)}
    (dispute,) = ada.disputes()
    assert (dispute.fact.object, [rival.object for rival in dispute.rivals]) == ("Excel", ["PDF"])

    say(ada, pdf, 3)
    ada.consolidate()
    assert everything(ada, "prefers")["PDF"][0] == "active"
    old = next(fact for fact in ada.facts(predicate="prefers", status="superseded"))
    assert (old.object, old.valid_until) == ("Excel", MAY + timedelta(days=2))
    assert ada.disputes() == []


@FORMAT
def test_the_old_value_is_believed_again_when_it_is_confirmed_in_a_later_session(
    ada: UserMemory,
    excel: str,
    pdf: str,
    pdf_from_now_on: str,  # noqa: ARG001
) -> None:
    for day, text in enumerate([excel, excel, pdf, excel]):
        say(ada, text, day)
    ada.consolidate()
    assert everything(ada, "prefers") == {"Excel": ("active", 0.75), "PDF": ("dropped", 0.4)}


@FORMAT
def test_from_now_on_replaces_at_once(ada: UserMemory, excel: str, pdf: str, pdf_from_now_on: str) -> None:  # noqa: ARG001
    say(ada, excel, 0)
    say(ada, excel, 1)
    say(ada, pdf_from_now_on, 2)
    ada.consolidate()
    assert everything(ada, "prefers") == {"Excel": ("superseded", 0.75), "PDF": ("active", 0.9)}


@pytest.mark.parametrize(
    ("text", "allergen"), [("I am allergic to peanuts.", "peanuts"), ("我对花生过敏。", "花生")], ids=["en", "zh"]
)
def test_an_agent_that_repeats_its_brief_confirms_nothing(ada: UserMemory, text: str, allergen: str) -> None:
    say(ada, text, 0)
    for day in range(1, 4):
        say(ada, text, day, actor="assistant")
    ada.consolidate()
    assert held(ada.facts()) == {allergen: ("pending", 0.6)}


@pytest.mark.parametrize(
    "text",
    ["This time send the report as Excel, please.", "这次报告用Excel。", "Do I live in Paris?", "我住在北京吗？"],
)
def test_wishes_for_this_time_and_questions_are_no_facts(ada: UserMemory, text: str) -> None:
    say(ada, text, 0)
    ada.consolidate()
    assert ada.facts(status="all") == []


def test_what_is_denied_is_retracted(ada: UserMemory) -> None:
    say(ada, "I live in Paris.", 0)
    say(ada, "That was never true: I don't live in Paris.", 1)
    ada.consolidate()
    assert ada.facts() == []
    (fact,) = ada.facts(status="retracted")
    assert fact.retracted_at == MAY + timedelta(days=1)


def test_like_and_dislike_contradict_each_other(ada: UserMemory) -> None:
    for day, text in enumerate(["I like football.", "I like football.", "I don't like football."]):
        say(ada, text, day)
    ada.consolidate()
    assert {(fact.predicate, fact.status.value) for fact in ada.facts()} == {
        ("likes", "disputed"),
        ("dislikes", "pending"),
    }


@pytest.mark.parametrize("batches", [[0, 1, 2, 3, 4], [3, 1], [4, 0, 2]])
def test_neither_the_order_of_arrival_nor_the_batches_matter(
    new_user: Callable[..., UserMemory], batches: list[int]
) -> None:
    texts = ["I live in Paris.", "I live in Paris.", "I live in Lyon.", "I moved to Rome.", "I live in Rome."]
    at_once, piecemeal = new_user("once"), new_user("piecemeal")
    for user, order in ((at_once, range(5)), (piecemeal, [*batches, *(set(range(5)) - set(batches))])):
        for day in order:
            say(user, texts[day], day, event_id=f"e{day}")
            if user is piecemeal:
                user.consolidate()
        user.consolidate()

    def seen(user: UserMemory) -> list[tuple[object, ...]]:
        return [
            (fact.object, fact.status, fact.confidence, fact.valid_from, fact.valid_until, fact.said)
            for fact in user.history("user", "lives_in")
        ]

    assert seen(piecemeal) == seen(at_once)


def test_consolidating_twice_changes_nothing(ada: UserMemory, graph: Graph) -> None:
    say(ada, "I live in Paris.", 0)
    say(ada, "I moved to Lyon.", 1)
    ada.consolidate()
    before = graph.rows(
        "MATCH ()-[r {user_id: $id}]->() RETURN type(r) AS t, properties(r) AS p ORDER BY t, p.fact_id, p.event_id",
        id=ada.id,
    )
    graph.rows("MATCH (e:Event {user_id: $id}) SET e.awaits_facts = 'waiting'", id=ada.id)
    again = ada.consolidate()
    after = graph.rows(
        "MATCH ()-[r {user_id: $id}]->() RETURN type(r) AS t, properties(r) AS p ORDER BY t, p.fact_id, p.event_id",
        id=ada.id,
    )
    assert (again.events, again.outcomes) == (2, [])
    assert after == before


def test_consolidations_of_one_user_side_by_side_lose_and_double_nothing(ada: UserMemory) -> None:
    for day in range(24):
        say(ada, f"I live in {['Paris', 'Lyon', 'Rome'][day % 3]}. I like tea.", day)
    with ThreadPoolExecutor(4) as pool:
        reports = list(pool.map(lambda _: ada.consolidate(), range(4)))
    assert sum(report.events for report in reports) >= 24
    assert {fact.object: fact.said for fact in ada.facts(predicate="likes", status="all")} == {"tea": 24}
    assert sum(fact.said for fact in ada.facts(predicate="lives_in", status="all")) == 24


def test_a_dry_run_says_what_would_be_and_writes_nothing(ada: UserMemory) -> None:
    say(ada, "I live in Paris.", 0)
    would = ada.consolidate(dry_run=True)
    assert "Would consume 1 events" in str(would)
    assert "The user lives in Paris: new → pending 0.60" in str(would)
    assert ada.facts(status="all") == []
    assert ada.consolidate().events == 1


def test_a_forgotten_support_is_taken_back(ada: UserMemory) -> None:
    say(ada, "I live in Paris.", 0)
    second = say(ada, "I live in Paris.", 1)
    ada.consolidate()
    withdraw(ada._believing().run(), [second])
    assert held(ada.facts()) == {"Paris": ("pending", 0.6)}
    assert ada.provenance(ada.facts()[0]).changes[-1].rule == "refolded"


def test_what_is_said_again_is_further_evidence_of_the_one_event(choosy: object, clock: Clock) -> None:
    user: UserMemory = choosy.user(f"again-{id(clock)}-{datetime.now(UTC).timestamp()}")  # type: ignore[attr-defined]
    for day in range(3):
        user.record("I am allergic to peanuts.", session_id=f"s{day}")
        user.consolidate()
        clock.forward(days=1)
    assert held(user.facts()) == {"peanuts": ("active", 0.9)}
    assert [step.delta for step in user.provenance(user.facts()[0]).changes] == [0.6, 0.15, 0.15]


@pytest.mark.parametrize(
    ("job", "changed", "tool", "switched", "jobs", "tools"),
    [
        (
            "I work at Fiat.",
            "I no longer work at Fiat. I work at Iveco.",
            "I use Notion.",
            "I switched from Notion to Obsidian.",
            ("Fiat", "Iveco"),
            ("Notion", "Obsidian"),
        ),
        (
            "我在华为上班。",
            "我从华为离职了，现在跳槽到比亚迪上班。",
            "我用飞书。",
            "我不再用飞书，改用语雀了。",
            ("华为", "比亚迪"),
            ("飞书", "语雀"),
        ),
    ],
    ids=["en", "zh"],
)
def test_what_was_exchanged_for_something_else_is_over_and_no_more_is_said_of_it(
    ada: UserMemory,
    job: str,
    changed: str,
    tool: str,
    switched: str,
    jobs: tuple[str, str],
    tools: tuple[str, str],
) -> None:
    say(ada, job, 0)
    say(ada, tool, 0)
    say(ada, changed, 9)
    say(ada, switched, 9)
    ada.consolidate()

    assert held(ada.facts(predicate="works_at")) == {jobs[1]: ("active", 0.9)}
    assert held(ada.facts(predicate="uses")) == {tools[1]: ("active", 0.9)}
    over = [ada.history("user", predicate)[0] for predicate in ("works_at", "uses")]
    assert [(fact.object, fact.valid_until) for fact in over] == [
        (jobs[0], MAY + timedelta(days=9)),
        (tools[0], MAY + timedelta(days=9)),
    ]


def test_preferences_without_an_aspect_do_not_exclude_each_other(ada: UserMemory) -> None:
    for day, thing in enumerate(("tea", "trains")):
        ada.assert_fact("user", "prefers", thing, valid_from=MAY + timedelta(days=day))

    assert held(ada.facts(predicate="prefers")) == {"tea": ("active", 0.9), "trains": ("active", 0.9)}


def test_a_secret_that_is_taken_out_late_is_gone_from_facts_too(ada: UserMemory, graph: Graph) -> None:
    say(ada, "My email is ada@example.org and I live in Paris.", 0)
    ada.consolidate()
    assert "ada@example.org" in repr(graph.rows("MATCH (n {user_id: $id})-[r]-() RETURN n, r", id=ada.id))

    ada.redact(contacts=True)
    assert "ada@example.org" not in repr(graph.rows("MATCH (n {user_id: $id})-[r]-() RETURN n, r", id=ada.id))
    assert "ada@example.org" not in repr(graph.rows("MATCH (n {user_id: $id}) RETURN n", id=ada.id))


def test_a_run_that_was_rolled_back_does_not_come_back_with_a_late_redaction(ada: UserMemory) -> None:
    say(ada, "I live in Paris.", 0)
    ada.rollback(ada.consolidate().run_id)
    say(ada, "My email is ada@example.org.", 1)

    ada.redact(contacts=True)

    assert ada.facts(predicate="lives_in", status="all") == []


def test_facts_are_kept_where_they_cannot_be_embedded_at_once(
    ada: UserMemory, memory: GraphMemory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    say(ada, "I live in Paris.", 0)

    def fail(*_: object, **__: object) -> None:
        raise EncoderError("The model is gone.")

    with monkeypatch.context() as broken:
        broken.setattr(type(memory.encoder), "passages", fail)
        ada.consolidate()

    assert held(ada.facts()) == {"Paris": ("pending", 0.6)}
    assert "wait for their embeddings: The model is gone." in caplog.text
    assert embed_facts(TenantStore(memory.database, ada.id), memory.encoder) == 1


def test_the_background_makes_facts_at_a_session_s_end_and_of_what_is_to_be_remembered(
    database: Database, encoder: Encoder, clock: Clock
) -> None:
    memory = GraphMemory(database, encoder, clock=clock, background=True)
    user = memory.user(f"background-{uuid.uuid4().hex}")
    try:
        user.record("I live in Paris.")
        user.record("Remember that I am allergic to peanuts.")
        assert eventually(lambda: {fact.object for fact in user.facts()} == {"Paris", "peanuts"})
        with user.session("talk") as session:
            session.record("I speak French.")
        assert eventually(lambda: bool(user.facts(predicate="speaks")))
    finally:
        memory.database = Untouched()  # type: ignore[assignment]
        memory.close()


class Untouched:
    """The database belongs to all tests; closing the memory must not close it."""

    def close(self) -> None:
        """Nothing."""


def eventually(true: Callable[[], bool], seconds: float = 60) -> bool:
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.2)
    return True
