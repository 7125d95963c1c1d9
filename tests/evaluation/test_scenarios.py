"""`graphmem eval scenarios`: what passes and what fails is told rightly, and nothing stays behind."""

from __future__ import annotations

import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner
from suites import mistake

from graphmem.evaluation.scenarios.figures import summary
from graphmem.evaluation.scenarios.loading import load_suites
from graphmem.evaluation.scenarios.replay import replay
from graphmem.evaluation.temporary import KEEPER
from graphmem.interfaces.cli import main

SUITE = """\
name: shop
time_zone: Asia/Shanghai
users:
  lin:
    now: 2026-05-10 09:00
    sessions:
      - session_id: pay
        task_type: support
        events:
          - event_id: declined
            occurred_at: 2026-05-01 09:00
            content: The payment failed because the card was declined
          - event_id: 0815
            occurred_at: 2026-05-01T03:30:00+02:00
            event_type: outcome
            content: Retried with the stored card
            caused_by: declined
    events:
      - event_id: nuts
        occurred_at: 2026-05-02 12:00
        content: 我对花生过敏，订餐请注意
    questions:
      - text: card declined
        kind: fact
        expect: {events: declined}
        k: 1
      - text: 花生过敏
        kind: fact
        expect: {events: nuts}
      - text: 报表乱码
        kind: time
        expect: {events: [nuts, declined]}
        k: 1
  bob:
    events:
      - event_id: declined
        occurred_at: 2026-05-01 09:00
        content: Bob paints a sunrise
      - event_id: door
        occurred_at: 2026-05-03 09:00
        content: The lighthouse was closed
    questions:
      - text: sunrise or lighthouse
        kind: fact
        expect: {events: [door, declined], any: true}
        k: 1
      - text: sunrise
        question_id: bob-2
        kind: fact
        expect: {events: door}
        k: 1
"""


@pytest.fixture
def suite(tmp_path) -> Path:
    file = tmp_path / "shop.yaml"
    file.write_text(SUITE, encoding="utf-8")
    return file


@pytest.fixture
def run(environment):
    """The command line against the server of the tests."""

    def run(*arguments):
        return CliRunner().invoke(main, ["eval", "scenarios", *map(str, arguments)], env=environment)

    return run


def left(graph):
    """Users of evaluations of whom anything is left."""
    return graph.rows("MATCH (n) WHERE n.user_id STARTS WITH $keeper RETURN n.name", keeper=KEEPER)


def test_a_question_passes_when_all_it_expects_or_any_where_that_is_enough_is_among_the_first(memory, suite):
    found = replay(memory, load_suites([suite]), quiet=True)

    asked = {answer.question.text: answer for answer in found.answers}
    assert {text: answer.passed for text, answer in asked.items()} == {
        "card declined": True,
        "花生过敏": True,
        "报表乱码": False,
        "sunrise or lighthouse": True,
        "sunrise": False,
    }
    assert asked["sunrise"].first is False
    assert asked["sunrise or lighthouse"].first is None, "two are expected"
    assert (found.events, found.users) == (5, 2)


def test_what_failed_says_how_far_down_the_expected_event_was(memory, suite):
    found = replay(memory, load_suites([suite]), quiet=True)

    sunrise = next(answer for answer in found.answers if answer.question.question_id == "bob-2")

    assert [(each.name, each.rank) for each in sunrise.wanted] == [("door", 2)]
    assert [hit.event.content for hit in sunrise.came] == ["Bob paints a sunrise"]


def test_questions_are_asked_at_their_time_in_the_zone_of_the_user(memory, suite):
    found = replay(memory, load_suites([suite]), quiet=True)

    times = {(answer.user, answer.now.isoformat()) for answer in found.answers}
    assert times == {("lin", "2026-05-10T01:00:00+00:00"), ("bob", "2026-05-03T01:00:00+00:00")}
    assert {answer.time_zone for answer in found.answers} == {"Asia/Shanghai"}


def test_sessions_causes_and_times_are_stored_as_told(suite):
    story = load_suites([suite])[0].users["lin"]

    declined, retried, nuts = story.episodes(ZoneInfo("Asia/Shanghai"))

    assert [each.session_id for each in (declined, retried, nuts)] == ["pay", "pay", None]
    assert (declined.task_type, retried.caused_by, retried.event_id) == ("support", ("declined",), "0815")
    assert retried.occurred_at.isoformat() == "2026-05-01T01:30:00+00:00"


def test_figures_are_told_by_language_kind_and_user(memory, suite):
    found = summary(replay(memory, load_suites([suite]), quiet=True))

    assert (found.overall.questions, found.overall.passed, found.overall.share) == (5, 3, 0.6)
    assert found.overall.interval[0] < 0.6 < found.overall.interval[1]
    assert {name: each.passed for name, each in found.groups["languages"].items()} == {"en": 2, "zh": 1}
    assert {name: each.passed for name, each in found.groups["kinds"].items()} == {"fact": 3, "time": 0}
    assert {name: each.questions for name, each in found.groups["users"].items()} == {"bob": 2, "lin": 3}
    assert found.overall.single == 3
    assert found.overall.first == pytest.approx(2 / 3, abs=1e-3)
    assert found.chinese_over_english == pytest.approx((1 / 2) / (2 / 3), abs=1e-3)


def test_as_many_first_hits_count_as_events_are_expected(tmp_path):
    names = [f"e{number}" for number in range(7)]
    events = "".join(f"      - {{event_id: {n}, occurred_at: 2026-05-01 09:00, content: about {n}}}\n" for n in names)
    told = f"users:\n  lin:\n    time_zone: UTC\n    events:\n{events}    questions:\n"
    asked = [
        f"{{text: all, expect: {{events: [{', '.join(names)}]}}}}",
        f"{{text: any, expect: {{events: [{', '.join(names)}], any: true}}}}",
        "{text: given, k: 3, expect: {events: e1}}",
    ]
    file = tmp_path / "many.yaml"
    file.write_text(told + "".join(f"      - {each}\n" for each in asked), encoding="utf-8")

    assert [question.among for question in load_suites([file])[0].users["lin"].questions] == [7, 5, 3]


def test_nothing_is_left_behind_and_other_users_are_untouched(memory, suite, ada, graph):
    ada.record("card declined")
    before = graph.fingerprint(ada.id)

    replay(memory, load_suites([suite]), quiet=True)

    assert left(graph) == []
    assert graph.fingerprint(ada.id) == before


def test_the_command_lists_what_failed_with_what_came_and_why(run, suite):
    answer = run(suite)

    assert answer.exit_code == 0, answer.output
    assert "shop: 5 events of 2 users; 3 of 5 questions passed (.600). Chinese over English: .750." in answer.stdout
    block = answer.stdout.partition("sunrise\n")[2].partition("\n\n")[0]
    assert "bob-2 · bob · fact · 2026-05-03 09:00" in block
    assert "number 2: door, 2026-05-03 09:00, user: The lighthouse was closed" in block
    assert "1. 2026-05-01 09:00, user: Bob paints a sunrise" in block
    assert "Number 1 of 2 events looked at" in block
    assert "card declined\n" not in answer.stdout, "what passed is not listed"


@pytest.mark.parametrize(("least", "code"), [("0.6", 0), ("0.61", 7)])
def test_too_few_passing_questions_end_with_an_exit_code_of_their_own(run, suite, least, code):
    answer = run(suite, "--at-least", least)

    assert answer.exit_code == code, answer.output
    assert ("Fewer questions passed than" in answer.stderr) == (code == 7)


def test_the_command_prints_json(run, suite, graph):
    answer = run(suite, "--json", "--kind", "fact", "--without", "speaker", "--seed", "3")

    assert answer.exit_code == 0, answer.output
    found = json.loads(answer.stdout)
    assert found["overall"].keys() >= {"questions", "passed", "share", "interval", "found", "single", "first"}
    assert found["languages"].keys() == {"en", "zh"}
    assert found["suites"]["shop"]["questions"] == 4
    (failure,) = found["failures"]
    assert (failure["question_id"], failure["k"], failure["any"]) == ("bob-2", 1, False)
    assert failure["expected"] == [{"event_id": "door", "content": "The lighthouse was closed", "rank": 2}]
    assert failure["came"][0]["why"].startswith("Number 1 of 2 events")
    assert found["command"] == f"graphmem eval scenarios {suite} --kind fact --without speaker --seed 3"
    assert left(graph) == []


def test_figures_go_into_a_page_and_replace_themselves(run, suite, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Figures\n", encoding="utf-8")

    answers = [run(suite, "--write", page) for _ in range(2)]

    assert [answer.exit_code for answer in answers] == [0, 0], answers[0].output
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Figures\n\n<!-- begin scenarios shop -->\n")
    assert text.count("| all | 5 | 3 | .600 |") == 1
    assert "- sunrise\n" in text
    assert f"`graphmem eval scenarios {suite}` · " in text


@pytest.mark.usefixtures("suite")
def test_a_folder_is_all_the_yaml_files_below_it(tmp_path):
    below = tmp_path / "more"
    below.mkdir()
    (below / "second.yml").write_text(SUITE.replace("name: shop\n", ""), encoding="utf-8")

    assert [each.name for each in load_suites([tmp_path])] == ["second", "shop"]


def test_a_labelled_set_is_a_suite_of_one_half_or_both(tmp_path):
    rows = {
        "users": [{"user_id": "lin", "time_zone": "Asia/Shanghai", "now": "2026-05-10T09:00:00+08:00", "name": "Lin"}],
        "histories": [
            {"event_id": "e1", "user_id": "lin", "session_id": "s", "content": "有事", "actor": "user"}
            | {"occurred_at": "2026-05-01T09:00:00+08:00", "time_zone": "Asia/Shanghai", "event_type": "user_message"}
        ],
        "first_half": [{"id": "q1", "user_id": "lin", "text": "什么事", "kind": "fact", "gold_event_ids": ["e1"]}],
        "second_half": [
            {"id": "q2", "user_id": "lin", "text": "what?", "language": "en", "gold_event_ids": ["e1"], "any": True}
        ],
    }
    for name, lines in rows.items():
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")

    asked = {half: load_suites([tmp_path], half)[0].users["lin"].questions for half in ("first", "second", "both")}

    assert [each.question_id for each in asked["first"]] == ["q1"]
    assert [(each.question_id, each.expect.any) for each in asked["second"]] == [("q2", True)]
    assert [each.in_language for each in asked["both"]] == ["zh", "en"]


BAD = [
    (
        "expect: {events: nuts}",
        "expect: {events: nits}",
        "line 29: no event of this user is called 'nits'; perhaps 'nuts'",
    ),
    ("caused_by: declined", "caused_by: refused", "line 17: no event of this user is called 'refused'; give that name"),
    (
        "content: Retried with",
        "contnet: Retried with",
        "line 16: 'contnet' is not known here; perhaps 'content'",
    ),
    ("event_id: 0815", "event_id: nuts", "event_id 'nuts' is there twice; every event"),
    ("  bob:\n", "  lin:\n", "line 34: 'lin' is there twice"),
    (
        "    questions:\n      - text: sunrise or",
        "    answers:\n      - text: sunrise or",
        "'answers' is not known here",
    ),
    ("occurred_at: 2026-05-02 12:00", "occurred_at: yesterday", "line 20: occurred_at should be a valid datetime"),
    ("        occurred_at: 2026-05-02 12:00\n", "", "line 19: occurred_at is missing; say when it happened"),
    ("name: shop\ntime_zone: Asia/Shanghai\n", "", "the time has no offset; add one (+08:00), or give the user a"),
    ("Asia/Shanghai", "Asia/Shanghei", "line 2: time_zone is no IANA name of a time zone"),
    ("k: 1", "k: 0", "line 26: k should be greater than or equal to 1"),
    ("any: true", "any: sometimes", "any should be a valid boolean"),
    ("caused_by: declined", "caused_by: 0815", "line 13: caused_by names the event itself"),
    ("expect: {events: declined}", "expect: {fact: declined}", "'fact' is not known here; perhaps 'facts' is meant"),
    ("content: Bob paints", 'content: "Bob: paints', "is not YAML"),
    ("content: Bob paints", "content: Bob: paints", "line 38 is not YAML: mapping values are not allowed here"),
    ("users:\n  lin:", "users: &all\n  loop: *all\n  lin:", "holds itself"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), BAD, ids=[message for _, _, message in BAD])
def test_a_mistake_is_told_with_its_line_and_what_to_do(suite, right, wrong, message):
    told = mistake(suite, SUITE, right, wrong)

    assert message in told
    assert str(suite) in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.yaml"], "There is no nowhere.yaml. Name a YAML file"),
        (["empty"], "empty holds no YAML file"),
        (["shop.yaml", "shop.yaml"], "Two suites are called 'shop'"),
        (["shop.yaml", "--kind", "moods"], "No question is of the kind moods. There are: fact, time"),
        (["shop.yaml", "--without", "colour"], "Nothing is called colour"),
        (["list.yaml"], "list.yaml is no map with `users` in it"),
        (["silent.yaml"], "There are no questions"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(run, suite, monkeypatch, arguments, message):
    monkeypatch.chdir(suite.parent)
    (suite.parent / "empty").mkdir()
    (suite.parent / "list.yaml").write_text("- one\n", encoding="utf-8")
    silent = "users: {lin: {events: [{occurred_at: 2026-05-01T09:00:00Z, content: x}]}}\n"
    (suite.parent / "silent.yaml").write_text(silent, encoding="utf-8")

    answer = run(*arguments)

    assert answer.exit_code == 1
    assert message in answer.output
    assert "Traceback" not in answer.output
