"""What recurs week after week becomes a judgement that can be explained, undone and forgotten, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from graphmem.evaluation.temporary import erase
from graphmem.rules.recurring import TURNS_TO
from graphmem.semantic.rollback import withdraw

FRIDAY = datetime(2026, 5, 1, 15, tzinfo=UTC)
HABIT = pytest.mark.parametrize(
    ("texts", "thing", "judged"),
    [
        (
            ["What is new in Orion?", "Time for Orion again.", "Show me the numbers of Orion, please."],
            "Orion",
            "The user often turns to Orion on Friday afternoons",
        ),
        (
            ["帮我看看《天枢》的数据。", "又该看《天枢》了。", "把《天枢》的指标发给我。"],
            "天枢",
            "用户周五下午常处理天枢",
        ),
    ],
    ids=["en", "zh"],
)


def say_weekly(user, texts, start=FRIDAY, first_week=0):
    """One text a week, each in a session of its own; ids of the events."""
    return [
        user.record(
            text, occurred_at=start + timedelta(weeks=first_week + week), session_id=f"w{first_week + week}"
        ).event_id
        for week, text in enumerate(texts)
    ]


def judgements(user, **which):
    return user.facts(predicate=TURNS_TO, **which)


@HABIT
def test_what_recurs_is_judged_with_its_events_as_evidence(ada, texts, thing, judged):
    ids = say_weekly(ada, texts)

    report = ada.reflect()

    (fact,) = judgements(ada)
    assert (fact.text, fact.object, fact.fact_type, fact.confidence, fact.status) == (
        judged, thing, "general", 0.75, "active",
    )  # fmt: skip
    assert str(report.outcomes[0]).startswith(f"{judged}: new → active 0.75")
    provenance = ada.provenance(fact)
    assert provenance.event_ids == ids
    assert [(step.rule, step.delta) for step in provenance.changes] == [("recurs", 0.25)] * 3
    assert judged in ada.recall(thing).brief()


@HABIT
def test_twice_is_nothing_and_the_same_again_changes_nothing(ada, texts, thing, judged, graph):  # noqa: ARG001
    say_weekly(ada, texts[:2])
    assert ada.reflect().outcomes == []
    say_weekly(ada, texts[2:], first_week=2)
    assert len(ada.reflect(dry_run=True).outcomes) == 1
    assert judgements(ada, status="all") == []
    ada.reflect()
    ada.consolidate()
    before = graph.rows("MATCH ({user_id: $u})-[r:FACT|STATES|SUPPORTS]->() RETURN properties(r) AS p", u=ada.id)

    assert ada.reflect().outcomes == []
    ada.consolidate()

    after = graph.rows("MATCH ({user_id: $u})-[r:FACT|STATES|SUPPORTS]->() RETURN properties(r) AS p", u=ada.id)
    assert sorted(map(repr, after)) == sorted(map(repr, before))
    assert len(judgements(ada, status="all")) == 1


def test_further_weeks_are_further_evidence_of_the_same_judgement(ada):
    say_weekly(ada, ["Orion, please.", "I opened Orion.", "What about Orion?"])
    ada.reflect()
    (latest,) = say_weekly(ada, ["Once more Orion."], first_week=3)

    ada.reflect()

    (fact,) = judgements(ada, status="all")
    assert (fact.confidence, fact.sessions) == (0.75, 4)
    assert ada.provenance(fact).event_ids[-1] == latest


def test_evidence_that_is_forgotten_takes_the_judgement_with_it(ada):
    ids = say_weekly(ada, ["Orion, please.", "I opened Orion.", "What about Orion?"])
    ada.reflect()

    withdraw(ada._believing().run(), ids[:1])
    assert judgements(ada) == []

    withdraw(ada._believing().run(), ids[1:])
    assert judgements(ada, status="all") == []


def test_what_was_rolled_back_is_made_again_only_when_asked_for(ada, memory, graph):
    say_weekly(ada, ["Orion, please.", "I opened Orion.", "What about Orion?"])
    ada.consolidate()
    consumed = "MATCH (e:Event {user_id: $u}) RETURN count(e.consumed_at) AS n"
    before = graph.rows(consumed, u=ada.id)
    run_id = ada.reflect().run_id

    ada.rollback(run_id)

    assert judgements(ada, status="all") == []
    assert graph.rows(consumed, u=ada.id) == before
    graph.rows("MATCH (u:User {user_id: $u}) REMOVE u.reflected_at", u=ada.id)
    memory.reflect_waiting()
    assert judgements(ada, status="all") == []
    ada.reflect()
    assert len(judgements(ada)) == 1


def test_what_was_retracted_stays_so(ada):
    say_weekly(ada, ["Orion, please.", "I opened Orion.", "What about Orion?"])
    ada.reflect()
    ada.retract(judgements(ada)[0])
    say_weekly(ada, ["Once more Orion.", "Orion again."], first_week=3)
    ada.reflect()

    assert judgements(ada) == []


def test_at_most_three_are_new_in_a_run_and_never_two_of_one_time(ada):
    things = ["Orion", "Vega", "Sirius", "Altair", "Deneb"]
    for number, thing in enumerate(things):
        texts = [f"Tell me about {thing}.", f"What is new in {thing}?", f"Show me {thing}."]
        for week, text in enumerate(texts):
            at = FRIDAY + timedelta(weeks=week, days=-number)
            ada.record(text, occurred_at=at, session_id=f"{thing} {week}")

    assert len(ada.reflect().outcomes) == 3
    assert len(ada.reflect().outcomes) == 2
    assert len({fact.aspect for fact in judgements(ada)}) == 5


def test_agents_and_tools_have_no_habits(ada):
    for week in range(4):
        at = FRIDAY + timedelta(weeks=week)
        ada.record(f"Here is Orion, as of week {week}.", actor="assistant", occurred_at=at)
        ada.record(f"Orion build {week} passed", event_type="tool_result", occurred_at=at)

    assert ada.reflect().outcomes == []


def test_another_person_has_habits_of_their_own(ada):
    for week, text in enumerate(["I opened Orion.", "Orion looks fine.", "Orion is slow today."]):
        ada.record(text, actor="Bob", occurred_at=FRIDAY + timedelta(weeks=week), session_id=f"s{week}")

    ada.reflect()

    assert [fact.text for fact in judgements(ada)] == ["Bob often turns to Orion on Friday afternoons"]


def test_the_time_of_the_week_is_in_the_users_zone(new_user):
    user = new_user("shanghai", time_zone="Asia/Shanghai")
    say_weekly(user, ["Orion, please.", "I opened Orion.", "What about Orion?"], start=FRIDAY - timedelta(hours=9))
    user.reflect()

    assert [fact.aspect for fact in judgements(user)] == ["Friday afternoon"]


def test_a_worker_looks_once_a_day_and_only_where_something_came(ada, memory, clock):
    say_weekly(ada, ["Orion, please.", "I opened Orion."])
    memory.analyse(user_id=ada.id)
    memory.reflect_waiting()
    say_weekly(ada, ["What about Orion?"], first_week=2)
    memory.analyse(user_id=ada.id)

    memory.reflect_waiting()
    assert judgements(ada) == []
    clock.forward(days=1, minutes=1)
    memory.reflect_waiting()
    assert len(judgements(ada)) == 1


def test_judgements_come_back_from_an_export_and_go_with_the_user(ada, memory, tmp_path, graph):
    from graphmem.interfaces.export import export_file, extents
    from graphmem.interfaces.exported import import_export

    say_weekly(ada, ["Orion, please.", "I opened Orion.", "What about Orion?"])
    ada.reflect()
    export_file(memory, tmp_path / "file", extents(memory, [ada.id]))
    before = [str(ada.provenance(fact)) for fact in judgements(ada)]
    graph.rows("MATCH (n {user_id: $u}) DETACH DELETE n", u=ada.id)

    assert import_export(memory, tmp_path / "file").exported.verified == 1
    assert [str(ada.provenance(fact)) for fact in judgements(ada)] == before
    erase(memory, ada.id)
    assert graph.fingerprint(ada.id) == []


def test_the_command_shows_what_it_would_make(ada, environment):
    from graphmem.interfaces.cli import main

    start = datetime.now(UTC) - timedelta(weeks=5)  # the program has the machine's clock
    say_weekly(ada, ["Orion, please.", "I opened Orion.", "What about Orion?"], start=start)
    done = CliRunner().invoke(main, ["reflect", "--user", ada.id, "--dry-run"], env=environment)

    assert done.exit_code == 0, done.output
    assert "Would make 1 new judgements" in done.output
    assert judgements(ada, status="all") == []
