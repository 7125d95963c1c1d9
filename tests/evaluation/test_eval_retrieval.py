"""`graphmem eval retrieval`: what it says is so, and it leaves the store as it was."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner

from graphmem.errors import InvalidInputError
from graphmem.evaluation import temporary
from graphmem.evaluation.ablation import switchable, switched_off
from graphmem.evaluation.dataset import load
from graphmem.evaluation.measures import CUTOFFS
from graphmem.evaluation.report import write_section
from graphmem.evaluation.retrieval import evaluate
from graphmem.evaluation.temporary import KEEPER, erase, erase_leftovers, temporary_users
from graphmem.interfaces.cli import main
from graphmem.language.encoder import HashEncoder
from graphmem.memory import GraphMemory

pytest.importorskip("ir_measures", reason="there is no wheel of trec_eval for this platform")

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
LIN = [
    ("pay", "shop", "The payment failed because the card was declined"),
    ("fix", "shop", "Retried with the stored card"),
    ("garbled", "report", "导出的报表打开是乱码"),
    ("pdf", "report", "Since May the weekly report goes out as a PDF"),
    ("nuts", "lunch", "我对花生过敏，订餐请注意"),
]
BOB = [("pay", "b", "Bob paints a sunrise"), ("fix", "b", "The lighthouse was closed")]
CUES = [
    {"cue_id": "1", "user_id": "lin", "text": "payment declined", "kind": "tools", "gold_event_ids": ["pay"]},
    {"cue_id": "2", "user_id": "lin", "text": "花生过敏", "kind": "needs", "gold_event_ids": ["nuts"]},
    {"cue_id": "3", "user_id": "lin", "text": "报表乱码", "kind": "tools", "gold_event_ids": ["garbled", "elsewhere"]},
    {"cue_id": "4", "user_id": "bob", "text": "sunrise", "kind": "needs", "gold_event_ids": ["pay"]},
    {"cue_id": "5", "user_id": "bob", "text": "no answer", "kind": "needs", "gold_event_ids": []},
    {"cue_id": "6", "user_id": "bob", "text": "unknown answer", "gold_event_ids": ["nowhere"]},
]
SESSIONS = {"1": ["shop"], "2": ["lunch"], "3": ["report", "shop"]}


@pytest.fixture
def folder(tmp_path):
    """A little data set of two users in two languages."""
    folder = tmp_path / "small"
    folder.mkdir()
    events = [
        {
            "event_id": id,
            "user_id": user,
            "session_id": session,
            "content": content,
            "occurred_at": f"{MAY.isoformat()}",
        }
        for user, told in (("lin", LIN), ("bob", BOB))
        for id, session, content in told
    ]
    # Asked before anything happened: events that come later than the cue are not hidden.
    asked = (MAY - timedelta(days=30)).isoformat()
    cues = [cue | {"asked_at": asked, "gold_session_ids": SESSIONS.get(cue["cue_id"], [])} for cue in CUES]
    for name, rows in (("events", events), ("cues", cues)):
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return folder


@pytest.fixture
def report(memory, folder):
    return evaluate(memory, load(folder), quiet=True)


@pytest.fixture
def run(environment):
    """The command line against the server of the tests."""

    def run(*arguments):
        return CliRunner().invoke(main, ["eval", "retrieval", *map(str, arguments)], env=environment)

    return run


def left(graph):
    """Users of evaluations, the keeper of their list among them, of whom anything is left."""
    rows = graph.rows(
        "MATCH (n) WHERE n.user_id STARTS WITH $keeper RETURN DISTINCT n.user_id AS id "
        "UNION MATCH ()-[r]->() WHERE r.user_id STARTS WITH $keeper RETURN DISTINCT r.user_id AS id",
        keeper=KEEPER,
    )
    return [row["id"] for row in rows]


def test_turns_are_measured_over_the_cues_that_can_be_judged(report):
    assert (report.events, report.users) == (7, 2)
    assert (report.overall.cues, report.left_out) == (4, 2)
    # Four answers come first; half of the gold of the third is nowhere.
    assert report.overall.turn["recall@1"] == report.overall.turn["recall@50"] == pytest.approx((1 + 1 + 0.5 + 1) / 4)
    assert report.overall.turn["any@1"] == report.overall.turn["MRR"] == 1
    assert report.overall.turn["all@50"] == 0.75


def test_sessions_rank_by_their_best_event_where_gold_sessions_are_given(report):
    session = report.overall.session

    assert session["recall@1"] == pytest.approx((1 + 1 + 0.5) / 3, abs=1e-4)
    assert session["recall@5"] == session["all@5"] == 1


def test_each_kind_of_question_is_measured_by_itself(report):
    assert {kind: measurement.cues for kind, measurement in report.kinds.items()} == {"needs": 2, "tools": 2}
    assert report.kinds["needs"].turn["recall@5"] == 1
    assert report.kinds["tools"].turn["recall@5"] == 0.75


def test_only_the_kinds_asked_for_are_asked(memory, folder):
    report = evaluate(memory, load(folder), kinds=["needs"], quiet=True)

    assert (report.overall.cues, report.left_out, list(report.kinds)) == (2, 1, ["needs"])
    with pytest.raises(InvalidInputError, match=r"of the kind moods\. There are: needs, tools"):
        evaluate(memory, load(folder), kinds=["moods"], quiet=True)


def test_gold_that_was_told_twice_counts_whichever_copy_is_named(memory, folder):
    twin = {"user_id": "lin", "content": "a twin", "occurred_at": MAY.isoformat()}
    cue = {"user_id": "lin", "text": "twin"}
    for name, more in (
        ("events", [twin | {"event_id": id} for id in ("t1", "t2")]),
        ("cues", [cue | {"cue_id": id, "gold_event_ids": [id]} for id in ("t1", "t2")]),
    ):
        with (folder / f"{name}.jsonl").open("a", encoding="utf-8") as file:
            file.write("".join(f"\n{json.dumps(row)}" for row in more))

    report = evaluate(memory, load(folder), quiet=True)

    assert report.overall.cues == 6
    assert report.overall.turn["any@1"] == 1


def test_a_set_without_any_judgeable_cue_is_an_error_and_leaves_nothing(memory, folder, graph):
    (folder / "cues.jsonl").write_text(json.dumps(CUES[4]), encoding="utf-8")

    with pytest.raises(InvalidInputError, match="No cue can be judged"):
        evaluate(memory, load(folder), quiet=True)

    assert left(graph) == []


def test_the_store_is_left_as_it_was(memory, ada, folder, graph):
    ada.session("talk").record("The payment failed", event_id="pay")
    before = graph.fingerprint(ada.id)
    nodes = graph.rows("MATCH (n) RETURN count(n) AS n")

    evaluate(memory, load(folder), quiet=True)

    assert graph.rows("MATCH (n) RETURN count(n) AS n") == nodes
    assert graph.fingerprint(ada.id) == before
    assert left(graph) == []


def test_erasing_takes_everything_of_one_user_and_nothing_of_another(memory, ada, bob, graph, monkeypatch):
    monkeypatch.setattr(temporary, "ERASED_AT_ONCE", 3)
    for user in (ada, bob):
        with user.session("talk", task_type="shop") as session:
            cause = session.record("The payment failed", event_id="pay")
            session.record("Retried", event_id="fix", caused_by=cause.event_id)
            session.record("It worked", event_id="done", event_type="outcome", caused_by=["fix"])
        user.record("No session", event_id="note")
    others, nodes = graph.fingerprint(bob.id), len(graph.rows("MATCH (n {user_id: $id}) RETURN n.name", id=ada.id))

    assert erase(memory, ada.id) == nodes

    assert graph.fingerprint(ada.id) == []
    assert ada.recall("payment").events == ()
    assert graph.fingerprint(bob.id) == others
    assert erase(memory, ada.id) == 0


class Failing(HashEncoder):
    """Encodes what is stored, and then something happens."""

    def __init__(self, error):
        self.error = error

    def passages(self, texts, *, progress=None):
        return HashEncoder().passages(texts, progress=progress)

    def queries(self, texts):
        raise self.error


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError("broken")], ids=["ctrl-c", "error"])
def test_an_interrupted_run_erases_its_users(error, database, clock, folder, graph):
    memory = GraphMemory(database, Failing(error), clock=clock)

    with pytest.raises(type(error)):
        evaluate(memory, load(folder), quiet=True)

    assert left(graph) == []


KILLED = """
import sys
from graphmem.clock import SystemClock
from graphmem.evaluation.temporary import temporary_users
from graphmem.memory import GraphMemory

with GraphMemory.open() as memory, temporary_users(memory, 2) as users:
    memory.user(users[0]).session("talk").record("left behind")
    print("stored", flush=True)
    sys.stdin.read()
"""


def test_what_a_killed_run_left_behind_the_next_one_erases(memory, settings, graph, folder):
    environment = {
        "GRAPHMEM_DATA_DIR": str(settings.data_dir),
        "GRAPHMEM_INSTANCE": settings.instance,
        "GRAPHMEM_ENCODER": settings.encoder,
    }
    with subprocess.Popen(
        [sys.executable, "-c", KILLED],
        env=os.environ | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as run:
        assert run.stdout.readline() == b"stored\n"
        assert erase_leftovers(memory) == []  # while it runs it is left alone
        run.send_signal(signal.SIGKILL)
    assert len(left(graph)) == 2  # the keeper of the list, and the user for whom something was stored

    evaluate(memory, load(folder), quiet=True)

    assert left(graph) == []


def test_runs_of_other_machines_are_taken_to_be_over_after_a_day(memory, clock, graph, monkeypatch, tmp_path):
    with temporary_users(memory, 1) as users:
        memory.user(users[0]).record("under way")
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr("tempfile.tempdir", str(tmp_path))
            assert erase_leftovers(memory) == []
            clock.forward(days=1, seconds=1)
            assert erase_leftovers(memory) == users
        assert left(graph) == []


@pytest.mark.parametrize(
    ("names", "off"),
    [
        (["dense"], {"dense", "meaning"}),
        (["lexical"], {"lexical", "words", "words_cjk"}),
        (["speaker", "neighbours"], {"speaker", "neighbours"}),
        ([], set()),
    ],
)
def test_names_stand_for_features_channels_and_families(names, off):
    assert switched_off(names) == off


def test_an_unknown_name_is_refused_with_those_there_are(memory, folder):
    with pytest.raises(InvalidInputError, match=r"called colour\. Can be switched off: answers, .*words_cjk"):
        evaluate(memory, load(folder), without=["colour"], quiet=True)


def test_what_is_switched_off_finds_and_ranks_nothing(memory, folder):
    def scores(*without):
        return evaluate(memory, load(folder), without=without, quiet=True).overall.turn

    assert scores("dense")["recall@1"] == scores("lexical")["recall@1"] == scores()["recall@1"]  # one makes up for
    assert scores("dense", "lexical")["recall@50"] == 0  # the other, but not both
    assert scores("dense", "lexical", "neighbours")["recall@50"] == 0


def test_ablations_ask_again_without_each_part(memory, folder):
    report = evaluate(memory, load(folder), without=["lexical", "speaker"], ablations=True, quiet=True)

    # `words` and `words_cjk` are off with the family.
    assert sorted(report.ablations) == sorted({*switchable()} - {"lexical", "words", "words_cjk", "speaker"})
    assert report.ablations["dense"].turn["recall@50"] == 0
    assert report.ablations["date"].turn == report.overall.turn


def test_the_command_prints_json_with_the_names_of_the_field(run, folder, graph):
    answer = run(folder, "--json", "--without", "date", "--seed", "7")

    assert answer.exit_code == 0, answer.output
    data = json.loads(answer.stdout)
    names = {f"{measure}@{k}" for measure in ("recall", "any", "all") for k in CUTOFFS} | {"nDCG@10", "MRR"}
    assert data["turn"].keys() == data["session"].keys() == data["confidence"]["turn"].keys() == names
    assert data["kinds"]["tools"].keys() == {"cues", "turn", "session"}
    assert (data["cues"], data["left_out"], data["without"], data["seed"]) == (4, 2, ["date"], 7)
    low, high = data["confidence"]["turn"]["recall@5"]
    assert low <= data["turn"]["recall@5"] <= high
    assert data["command"] == "graphmem eval retrieval small --without date --seed 7"
    assert {"graphmem", "Neo4j", "encoder", "ir-measures"} <= data["versions"].keys()
    assert data["seconds"].keys() == {"storing", "asking"}
    assert left(graph) == []


def test_the_command_prints_a_table_and_writes_it_into_a_page(run, folder, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Figures\n", encoding="utf-8")

    answers = [run(folder, "--write", page) for _ in range(2)]

    assert [answer.exit_code for answer in answers] == [0, 0]
    assert "small: 7 events of 2 users, 4 cues, 2 more could not be judged." in answers[0].stdout
    assert "recall@10" in answers[0].stdout
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Figures\n\n<!-- begin retrieval small -->\n")
    assert text.count("| turn | 4 | .875 |") == 1  # the second run replaced the first one's
    assert "`graphmem eval retrieval small` · " in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "There is no folder nowhere"),
        (["small", "--without", "colour"], "Nothing is called colour"),
        (["small", "--kind", "moods"], "There are: needs, tools"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(run, folder, monkeypatch, arguments, message):
    monkeypatch.chdir(folder.parent)

    answer = run(*arguments)

    assert answer.exit_code == 1
    assert message in answer.output
    assert "Traceback" not in answer.output


def test_a_section_replaces_itself_and_nothing_else(tmp_path):
    page = tmp_path / "page.md"
    write_section(page, "one", "first")
    write_section(page, "two", "second")
    page.write_text(page.read_text(encoding="utf-8") + "by hand\n", encoding="utf-8")

    write_section(page, "one", "again")

    assert page.read_text(encoding="utf-8") == (
        "<!-- begin one -->\nagain\n<!-- end one -->\n\n<!-- begin two -->\nsecond\n<!-- end two -->\nby hand\n"
    )


@pytest.mark.parametrize("text", ["<!-- begin one -->\n", "<!-- end one -->\n"])
def test_a_page_with_half_a_section_is_left_alone(tmp_path, text):
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")

    with pytest.raises(InvalidInputError, match="only one of the lines"):
        write_section(page, "one", "new")

    assert page.read_text(encoding="utf-8") == text
