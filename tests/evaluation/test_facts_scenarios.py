"""Suites that ask for facts: what is served is judged by object, status and interval, now and in the past."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from suites import mistake, suites_as_replayed

from graphmem.evaluation.scenarios.figures import summary
from graphmem.evaluation.scenarios.loading import load_suites
from graphmem.evaluation.scenarios.replay import replay
from graphmem.interfaces.cli import main

SUITES = Path(__file__).resolve().parents[1] / "scenarios" / "facts"

SUITE = """\
name: facts
time_zone: Asia/Shanghai
users:
  lin:
    now: 2026-06-10 09:00
    sessions:
      - session_id: may
        events:
          - occurred_at: 2026-05-01 00:30
            content: "Remember that I live in Ghent."
          - occurred_at: 2026-05-01 09:05
            content: 记住，我对花生过敏。
      - session_id: june
        events:
          - occurred_at: 2026-06-01 09:00
            content: "I moved to Lyon. My friend Petra likes green tea."
          - occurred_at: 2026-06-01 09:01
            actor_role: agent
            content: "I live in Paris."
    questions:
      - text: Where does the user live?
        kind: now
        expect:
          facts: [{object: [Lyon area, Nice], subject: user, predicate: lives_in, status: active, since: 2026-06-01}]
          no_facts: [Ghent, Paris]
      - text: Where did the user live?
        kind: as-of
        as_of: 2026-05-10
        expect:
          facts: [{object: ghent, status: [active, superseded], since: 2026-05-01, until: 2026-06-01}]
          no_facts: [Lyon]
      - text: Where did the user live?
        kind: known-at
        known_at: 2026-05-20
        expect:
          facts: [{object: GHENT, status: active}]
          no_facts: [Lyon]
      - text: 他对什么过敏？
        kind: wrong
        expect:
          facts: [{object: 花生, status: disputed}, {object: 虾}]
      - text: Where does the user live?
        kind: wrong
        expect:
          facts: [{object: Lyon, since: 2026-05-31}]
          no_facts: [lyon]
"""


@pytest.fixture
def suite(tmp_path) -> Path:
    file = tmp_path / "facts.yaml"
    file.write_text(SUITE, encoding="utf-8")
    return file


@pytest.fixture
def replayed(memory, suite):
    return replay(memory, load_suites([suite]), quiet=True)


def test_facts_are_judged_by_object_status_and_interval_now_as_of_a_day_and_as_believed_on_a_day(replayed):
    assert [(answer.question.kind, answer.passed) for answer in replayed.answers] == [
        ("now", True),
        ("as-of", True),
        ("known-at", True),
        ("wrong", False),
        ("wrong", False),
    ]


def test_what_is_wrong_is_told_with_what_is_held_and_why(replayed):
    allergy, city = replayed.answers[-2:]

    assert [each.served for each in allergy.facts.wanted] == [None, None]
    (held,) = allergy.facts.wanted[0].held
    assert (held.fact.object, held.why) == ("花生", "remember: 记住，我对花生过敏。")
    assert allergy.facts.wanted[1].held == ()
    assert [fact.object for fact in city.facts.unwanted] == ["Lyon"]
    assert [each.fact.object for each in city.facts.served if each.fact.predicate == "lives_in"] == ["Lyon"]


def test_the_share_found_counts_expected_facts(replayed):
    found = summary(replayed)

    assert found.overall.passed == 3
    assert [answer.share for answer in replayed.answers] == [1.0, 1.0, 1.0, 0.0, 0.0]
    assert found.overall.first is None


def test_the_command_shows_what_was_served_instead(environment, suite):
    commands = (["eval", "scenarios", str(suite), *more] for more in ([], ["--json"]))
    shown, data = (CliRunner().invoke(main, command, env=environment) for command in commands)

    assert shown.exit_code == 0, shown.output
    assert (
        "  expected, not served: 花生, status disputed\n    held is: 用户过敏于花生 (active 0.90, since 2026-05-01)"
        in (shown.stdout)
    )
    assert "  expected, not served: 虾\n    nothing is held of it" in shown.stdout
    assert "  must not be served: The user lives in Lyon (active 0.90, since 2026-06-01)" in shown.stdout
    allergy, city = json.loads(data.stdout)["failures"]
    assert allergy["expected_facts"][0]["held"][0]["why"].startswith("remember: ")
    assert city["unwanted_facts"] == ["The user lives in Lyon (active 0.90, since 2026-06-01)"]


BAD = [
    ("facts: [{object: ghent,", "facts: [{objekt: ghent,", "line 30: 'objekt' is not known here; perhaps 'object'"),
    ("status: disputed", "status: doubted", "line 41: status should be 'pending', 'active', 'disputed'"),
    ("until: 2026-06-01", "until: June", "line 30: until should be a valid date"),
    ("no_facts: [lyon]", "no_fact: [lyon]", "line 46: 'no_fact' is not known here; perhaps 'no_facts'"),
    ("known_at: 2026-05-20", "known_at: yesterday", "line 34: known_at should be a valid datetime"),
    ("time_zone: Asia/Shanghai\n", "", "the time has no offset"),
    (
        "          facts: [{object: Lyon, since: 2026-05-31}]\n          no_facts: [lyon]",
        "          any: true",
        "expect names nothing; give `events`, `facts` or `no_facts`",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "message"), BAD, ids=[message for _, _, message in BAD])
def test_a_mistake_is_told_with_its_line_and_what_to_do(suite, right, wrong, message):
    told = mistake(suite, SUITE, right, wrong)

    assert message in told
    assert str(suite) in told


def test_two_files_can_be_the_halves_of_a_suite(tmp_path):
    for half, text in (("first", "one?"), ("second", "two?")):
        (tmp_path / f"talk.{half}.yaml").write_text(
            SUITE.replace("name: facts", "name: talk").replace("Where does the user live?", text), encoding="utf-8"
        )

    asked = {
        half: [(each.name, each.users["lin"].questions[0].text) for each in load_suites([tmp_path], half)]
        for half in ("first", "second", "both")
    }

    assert asked["first"] == [("talk, first half", "one?")]
    assert asked["second"] == [("talk, second half", "two?")]
    assert asked["both"] == asked["first"] + asked["second"]


@pytest.fixture(scope="module")
def suites_replayed(e5_environment, tmp_path_factory):
    """The suites of tests/scenarios/facts, with the encoder a newcomer has."""
    return suites_as_replayed(SUITES, e5_environment, tmp_path_factory.mktemp("scenarios"), "--at-least", "1")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_question_of_the_suites_brings_the_facts_that_answer_it(suites_replayed, language):
    found = suites_replayed["languages"][language]
    assert found["questions"] >= 10
    assert found["passed"] == found["questions"], suites_replayed["failures"]
