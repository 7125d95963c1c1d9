"""From what was said to what is held true, in both languages, through record, consolidate and facts."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Protocol

import pytest
from graph import Graph

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.language.encoder import Encoder
from graphmem.memory import GraphMemory
from graphmem.rules.belief import Fact
from graphmem.rules.facts import Status
from graphmem.semantic.rollback import withdraw
from graphmem.store.connection import Database
from graphmem.user import UserMemory


class Clock(Protocol):
    """The clock of the tests, which stands still until it is moved."""

    time: datetime

    def now(self) -> datetime: ...
    def forward(self, **by: float) -> None: ...


MAY = datetime(2026, 5, 1, 9, tzinfo=UTC)
JUNE, JULY, AUGUST = (datetime(2026, month, 1, 9, tzinfo=UTC) for month in (6, 7, 8))

CITY = pytest.mark.parametrize(
    ("first", "moved", "one", "other"),
    [
        ("I live in Paris.", "I moved to Lyon.", "Paris", "Lyon"),
        ("我住在北京。", "我搬到上海了。", "北京", "上海"),
    ],
    ids=["en", "zh"],
)
FORMAT = pytest.mark.parametrize(
    ("excel", "pdf", "pdf_from_now_on"),
    [
        ("I prefer Excel for reports.", "I prefer PDF for reports.", "From now on send reports as PDF."),
        ("我的报告都用Excel。", "我的报告都用PDF。", "以后报告都用PDF。"),
    ],
    ids=["en", "zh"],
)


def say(user: UserMemory, text: str, on: float, session: str | None = None, **fields: object) -> str:
    """Record a text so many days after the first of May, in a session of its own unless one is named."""
    at = MAY + timedelta(days=on)
    return user.record(text, occurred_at=at, session_id=session or f"s{on}", **fields).event_id  # type: ignore[arg-type]


def held(facts: list[Fact]) -> dict[str, tuple[str, float]]:
    return {fact.object: (fact.status.value, fact.confidence) for fact in facts}


def everything(user: UserMemory, predicate: str) -> dict[str, tuple[str, float]]:
    return held(user.facts(predicate=predicate, status="all"))


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


def test_a_run_can_be_rolled_back_and_done_again(ada: UserMemory, graph: Graph) -> None:  # noqa: ARG001
    say(ada, "I live in Paris.", 0)
    ada.consolidate()
    say(ada, "I moved to Lyon.", 1)
    run_id = ada.consolidate().run_id

    outcomes = ada.rollback(run_id)
    assert any(outcome.after is None for outcome in outcomes)
    assert everything(ada, "lives_in") == {"Paris": ("pending", 0.6)}
    with pytest.raises(NotFoundError):
        ada.rollback(run_id)

    ada.consolidate()
    assert everything(ada, "lives_in") == {"Paris": ("superseded", 0.6), "Lyon": ("active", 0.9)}


def test_provenance_tells_every_step_with_the_event_and_its_words(ada: UserMemory) -> None:
    first = say(ada, "I prefer Excel for reports.", 0)
    second = say(ada, "I prefer Excel for reports.", 1)
    third = say(ada, "I prefer PDF for reports.", 2)
    ada.consolidate()
    excel = next(fact for fact in ada.facts() if fact.object == "Excel")

    why = ada.provenance(excel.fact_id[:10])
    assert [(step.event_id, step.support, step.delta) for step in why.changes] == [
        (first, "supports", 0.6),
        (second, "supports", 0.15),
        (third, "doubts", -0.2),
    ]
    assert why.changes[-1].quote == "I prefer PDF for reports."
    assert "-0.20" in str(why)
    assert why.as_json()["fact"]["status"] == "disputed"  # type: ignore[index]
    with pytest.raises(NotFoundError):
        ada.provenance("nothing")


def test_facts_can_be_asserted_confirmed_and_retracted(ada: UserMemory, clock: Clock) -> None:
    evidence = say(ada, "The office is on the third floor now.", 0)
    fact = ada.assert_fact("Acme", "located_in", "第三层", evidence=[evidence])
    assert (fact.subject, fact.object, fact.status, fact.confidence) == ("Acme", "第三层", Status.ACTIVE, 0.9)
    assert ada.provenance(fact).changes[0].rule == "assert"

    say(ada, "I live in Paris.", 0)
    ada.consolidate()
    paris = ada.facts(predicate="lives_in")[0]
    clock.forward(days=1)
    assert ada.confirm(paris).status is Status.ACTIVE
    clock.forward(days=1)
    gone = ada.retract(paris.fact_id)
    assert (gone.status, gone.retracted_at) == (Status.RETRACTED, clock.now())
    assert ada.facts(predicate="lives_in") == []
    with pytest.raises(InvalidInputError):
        ada.assert_fact("user", "likes", " ")
    with pytest.raises(InvalidInputError):
        ada.facts(status="probable")


def test_two_names_can_be_united_and_split_again(ada: UserMemory) -> None:
    ada.assert_fact("Anna", "works_at", "Acme")
    ada.assert_fact("Anna Schmidt", "speaks", "French")
    speaks = ada.facts(subject="Anna Schmidt")[0].fact_id
    assert any({pair.one, pair.other} == {"Anna", "Anna Schmidt"} for pair in ada.review())

    ada.unite("Anna", "Anna Schmidt")
    assert {fact.predicate for fact in ada.facts(subject="Anna")} == {"works_at", "speaks"}
    assert ada.facts(subject="anna schmidt") == ada.facts(subject="Anna")
    assert ada.entity("Anna Schmidt").aliases == ("Anna Schmidt",)
    assert ada.facts(predicate="speaks")[0].fact_id == speaks

    ada.assert_fact("Anna Schmidt", "likes", "tea")
    ada.split("Anna Schmidt")
    assert {fact.predicate for fact in ada.facts(subject="Anna")} == {"works_at"}
    assert {fact.predicate for fact in ada.facts(subject="Anna Schmidt")} == {"speaks", "likes"}
    assert ada.facts(predicate="speaks")[0].fact_id == speaks
    assert len(ada.provenance(speaks).changes) == 1


def test_the_same_names_of_two_users_do_not_meet(ada: UserMemory, bob: UserMemory) -> None:
    for user, city in ((ada, "Paris"), (bob, "Rome")):
        say(user, f"I live in {city}. My friend Anna lives in {city}.", 0)
        user.consolidate()
    assert {fact.object for fact in ada.facts(predicate="lives_in")} == {"Paris"}
    assert {fact.object for fact in bob.facts(predicate="lives_in")} == {"Rome"}


def test_what_is_said_again_is_further_evidence_of_the_one_event(choosy: object, clock: Clock) -> None:
    user: UserMemory = choosy.user(f"again-{id(clock)}-{datetime.now(UTC).timestamp()}")  # type: ignore[attr-defined]
    for day in range(3):
        user.record("I am allergic to peanuts.", session_id=f"s{day}")
        user.consolidate()
        clock.forward(days=1)
    assert held(user.facts()) == {"peanuts": ("active", 0.9)}
    assert [step.delta for step in user.provenance(user.facts()[0]).changes] == [0.6, 0.15, 0.15]


@FORMAT
def test_recall_serves_facts_with_their_rivals_before_events(
    ada: UserMemory, excel: str, pdf: str, pdf_from_now_on: str
) -> None:
    for day, text in enumerate([excel, excel, pdf]):
        say(ada, text, day)
    ada.consolidate()

    found = ada.recall("Which format for the reports?" if "I" in excel else "报告用什么格式？")
    assert [fact.object for fact in found.facts] == ["Excel", "PDF"]
    lines = found.brief().splitlines()
    assert "Excel" in lines[1]
    assert found.facts[0].fact_id[:12] in lines[1]
    assert ("in dispute" in lines[1]) or ("有争议" in lines[1])
    assert ("said against it" in lines[2]) or ("与之相反的说法" in lines[2])
    assert ada.provenance(found.facts[0]).event_ids

    say(ada, pdf_from_now_on, 3)
    ada.consolidate()
    assert [fact.object for fact in ada.recall("Excel or PDF for reports? 报告格式").facts] == ["PDF"]


@CITY
def test_recall_serves_facts_as_they_were_believed_at_an_earlier_time(
    ada: UserMemory, clock: Clock, first: str, moved: str, one: str, other: str
) -> None:
    clock.time = MAY
    ada.record(first, occurred_at=MAY)
    ada.consolidate()
    clock.time = JULY
    ada.record(moved, occurred_at=JULY)
    ada.consolidate()
    cue = "Where do I live?" if one.isascii() else "我住在哪里？"

    then = ada.recall(cue, known_at=JUNE).facts
    assert [(fact.object, fact.status, fact.valid_until.year) for fact in then] == [(one, Status.PENDING, 9999)]
    assert [fact.object for fact in ada.recall(cue).facts] == [other]
    assert ada.recall(cue, known_at=MAY - timedelta(days=1)).facts == ()
    assert [fact.object for fact in ada.recall(cue, as_of=JUNE, known_at=AUGUST).facts] == [one]


@pytest.mark.parametrize(
    ("mine", "hers", "cue", "named", "thing", "own", "other"),
    [
        (
            "I like espresso.",
            "My friend Petra likes green tea.",
            "What does the user like to drink?",
            "What does Petra's flat need?",
            "Who is green tea for?",
            "espresso",
            "green tea",
        ),
        (
            "我喜欢咖啡。",
            "我同事喜欢绿茶。",
            "用户喜欢喝什么？",
            "他同事喜欢喝什么？",
            "绿茶是给谁的？",
            "咖啡",
            "绿茶",
        ),
    ],
    ids=["en", "zh"],
)
def test_what_others_like_comes_only_where_the_cue_names_them_or_the_thing(
    ada: UserMemory, mine: str, hers: str, cue: str, named: str, thing: str, own: str, other: str
) -> None:
    say(ada, mine, 0)
    say(ada, hers, 1)
    ada.consolidate()

    likes = [
        [fact.object for fact in ada.recall(each).facts if fact.predicate == "likes"] for each in (cue, named, thing)
    ]

    assert likes[0] == [own]
    assert other in likes[1]
    assert other in likes[2]


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


@CITY
def test_recall_as_of_an_earlier_time_serves_what_held_then(
    ada: UserMemory, first: str, moved: str, one: str, other: str
) -> None:
    say(ada, first, 0)
    say(ada, moved, 10)
    ada.consolidate()
    cue = "Where do I live, in Paris or Lyon? 我住在北京还是上海"
    assert [fact.object for fact in ada.recall(cue, as_of=MAY + timedelta(days=5)).facts] == [one]
    assert [fact.object for fact in ada.recall(cue).facts] == [other]


def test_a_secret_that_is_taken_out_late_is_gone_from_facts_too(ada: UserMemory, graph: Graph) -> None:
    say(ada, "My email is ada@example.org and I live in Paris.", 0)
    ada.consolidate()
    assert "ada@example.org" in repr(graph.rows("MATCH (n {user_id: $id})-[r]-() RETURN n, r", id=ada.id))

    ada.redact(contacts=True)
    assert "ada@example.org" not in repr(graph.rows("MATCH (n {user_id: $id})-[r]-() RETURN n, r", id=ada.id))
    assert "ada@example.org" not in repr(graph.rows("MATCH (n {user_id: $id}) RETURN n", id=ada.id))


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
