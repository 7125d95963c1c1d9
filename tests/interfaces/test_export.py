"""`graphmem export` and the import of its files: what comes back is what was there, and what is not is noticed."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import CliRunner
from exports import Lines
from graph import Graph

from graphmem.errors import InvalidInputError
from graphmem.interfaces.export import export_lines, extents
from graphmem.interfaces.exported import is_export
from graphmem.user import UserMemory

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


def picture(graph: Graph, user_id: str) -> list[str]:
    """All of one user as an analyst reads it, whatever the order in which Neo4j keeps properties.

    Without `changed`, which is another one after every change, an import included.
    """
    nodes = graph.rows(
        "MATCH (n {user_id: $u}) RETURN labels(n) AS labels, n {.*, changed: null} AS properties", u=user_id
    )
    links = graph.rows(
        "MATCH (a {user_id: $u})-[r]->(b) RETURN type(r) AS type, properties(r) AS properties, a.event_id AS a, "
        "coalesce(b.event_id, b.session_id) AS b",
        u=user_id,
    )
    return sorted(
        repr({**row, "labels": sorted(row.get("labels", [])), "properties": sorted(row["properties"].items())})
        for row in [*nodes, *links]
    )


@pytest.fixture
def told(ada: UserMemory, clock) -> UserMemory:
    """A user with all there is: two sessions, events without one, causes, languages, metadata, odd ids."""
    with ada.session("talk 1", task_type="refund") as talk:
        talk.record("The card was declined", event_type="tool_result", event_id="e 🦊", occurred_at=MAY)
        talk.record("Retried it", actor="assistant", caused_by="e 🦊", occurred_at=MAY + timedelta(minutes=3))
        clock.forward(days=1)
        talk.record("out of order", event_id="late", occurred_at=MAY + timedelta(minutes=1))
    ada.session("报表").record(
        '周报请用 PDF\n"quoted" \\ \u2028', summary="PDF", metadata={"a": [1, 2.5, None], "键": {"b": True}},
        occurred_at=MAY, ended_at=MAY + timedelta(hours=1),
    )  # fmt: skip
    ada.record("no session, caused by what is later", occurred_at=MAY - timedelta(days=1), caused_by="late")
    return ada


def test_a_memory_comes_back_as_it_was(told, files, wipe, graph):
    before, all_of_it, recalled = files.fingerprint(told), picture(graph, told.id), told.recall("PDF").brief()
    lines = files.export(told)
    wipe(told)

    report = files.bring_back(lines)

    assert report.exported.is_sound
    assert (report.stored, report.exported.links, report.exported.verified, report.refused) == (5, 2, 1, [])
    assert files.fingerprint(told) == before
    assert picture(graph, told.id) == all_of_it
    assert graph.chain(told.id, "talk 1")[:2] == ["e 🦊", "late"]
    assert told.recall("PDF").brief() == recalled


def test_properties_that_nobody_foresaw_come_back_with_their_types(told, files, wipe, graph):
    graph.rows(
        "MATCH (e:Event {user_id: $u, event_id: 'late'}) SET e.importance = 0.5, e.recall_count = 3, e.seen = $seen, "
        "e.day = date('2026-05-01'), e.weights = [1.0, 2.0], e.empty = [], e.odd = 0.1, e.explicit = true",
        u=told.id, seen=[MAY, MAY + timedelta(seconds=1)],
    )  # fmt: skip
    graph.rows("MATCH (:Event {user_id: $u})-[c:CAUSED_BY]->() SET c.method = 'phrase', c.confidence = 0.6", u=told.id)
    graph.rows("MATCH (s:Session {user_id: $u}) SET s.pinned = ['a', 'b'], s.ended_at = datetime()", u=told.id)
    before = picture(graph, told.id)
    lines = files.export(told)
    wipe(told)

    report = files.bring_back(lines)

    assert report.exported.verified == 1
    assert picture(graph, told.id) == before


def test_the_file_is_the_same_again_but_for_its_date(told, files, clock):
    first = files.export(told)
    clock.forward(hours=1)
    second = files.export(told)

    assert first[0].pop("exported_at") != second[0].pop("exported_at")
    assert first == second
    times = [line["properties"]["occurred_at"]["$time"] for line in first if line["kind"] == "event"]
    assert times == sorted(times)
    assert [line["kind"] for line in first][0 :: len(first) - 1] == ["graphmem-export", "end"]


def test_an_export_of_one_user_holds_nothing_of_another(told, bob, files):
    bob.session("talk 1").record("bob's own words", event_id="late", actor="Robert")

    files.export(told)

    text = files.file.read_text(encoding="utf-8")
    assert told.id in text
    for of_bob in (bob.id, "bob's own words", "Robert"):
        assert of_bob not in text


def test_an_import_touches_nobody_but_the_users_of_the_file(told, bob, files, wipe, graph):
    bob.session("talk 1").record("bob's own words", event_id="late")
    before = picture(graph, bob.id)
    lines = files.export(told)
    wipe(told)

    files.bring_back(lines)

    assert picture(graph, bob.id) == before


def test_several_users_come_back_from_one_file(told, bob, files, wipe):
    bob.record("mine", occurred_at=MAY)
    before = [files.fingerprint(user) for user in (told, bob)]
    lines = files.export(told, bob)
    for user in (told, bob):
        wipe(user)

    assert files.bring_back(lines).exported.verified == 2
    assert [files.fingerprint(user) for user in (told, bob)] == before


def test_a_memory_larger_than_a_page_comes_back_as_one_chain(ada, files, wipe, graph):
    ada.session("long").record_many(
        [{"content": f"event {n} {'x' * (n % 7) * 1000}", "occurred_at": MAY + timedelta(minutes=n // 3),
          "event_id": f"e{n:03}"} for n in range(800)]
    )  # fmt: skip
    before = graph.chain(ada.id, "long")
    lines = files.export(ada)
    wipe(ada)

    assert files.bring_back(lines).exported.verified == 1
    assert graph.chain(ada.id, "long") == before == [f"e{n:03}" for n in range(800)]


def changed(lines: Lines, **properties: object) -> None:
    """Change the last event of an export."""
    last = [line for line in lines if line["kind"] == "event"][-1]
    last["properties"] |= properties


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda lines: changed(lines, content="another text"), id="a text"),
        pytest.param(lambda lines: changed(lines, occurred_at={"$time": "2026-05-01T09:07:00Z"}), id="a time"),
        pytest.param(lambda lines: changed(lines, importance=0.5), id="one more property"),
        pytest.param(lambda lines: changed(lines, embedding={"$f32": "AACAPw==" * 1}), id="an embedding"),
        pytest.param(lambda lines: lines.remove(next(x for x in lines if x["kind"] == "link")), id="a lost cause"),
        pytest.param(lambda lines: lines.remove(next(x for x in lines if x["kind"] == "event")), id="a lost event"),
        pytest.param(lambda lines: lines[1]["properties"].update(name="somebody"), id="a name"),
    ],
)
def test_a_line_that_was_altered_or_lost_is_noticed(change, told, files, wipe):
    lines = files.export(told)
    change(lines)
    wipe(told)

    report = files.bring_back(lines)

    assert report.exported.differing == [told.id]
    assert not report.exported.is_sound


def test_a_file_that_was_cut_off_is_noticed_and_the_whole_one_completes_it(told, files, wipe, graph):
    before = picture(graph, told.id)
    lines = files.export(told)
    wipe(told)
    for length in range(2, len(lines), 3):
        assert not files.bring_back(lines[:length]).exported.complete

    report = files.bring_back(lines)

    assert report.exported.is_sound
    assert report.exported.verified == 1
    assert report.already_there > 0
    assert picture(graph, told.id) == before


def test_importing_again_stores_nothing_and_changes_nothing(told, files, graph):
    lines, before = files.export(told), picture(graph, told.id)

    report = files.bring_back(lines)

    assert (report.stored, report.already_there, report.exported.verified) == (0, 5, 1)
    assert picture(graph, told.id) == before


def test_a_memory_that_went_on_keeps_what_it_has_and_one_chain(told, files, graph):
    lines = files.export(told)
    graph.rows("MATCH (e:Event {user_id: $u, event_id: 'late'}) DETACH DELETE e", u=told.id)
    graph.rows("MATCH (n:User {user_id: $u}) SET n.name = 'Ada now'", u=told.id)
    talk = told.session("talk 1")
    in_between = talk.record("in between", occurred_at=MAY + timedelta(seconds=90)).event_id
    after = talk.record("after", occurred_at=MAY + timedelta(hours=9)).event_id

    report = files.bring_back(lines)

    assert (report.stored, report.already_there, report.exported.merged) == (1, 4, [told.id])
    chain = graph.chain(told.id, "talk 1")
    assert (len(chain), chain[1:3], chain[-1]) == (5, ["late", in_between], after)
    assert graph.rows("MATCH (n:User {user_id: $u}) RETURN n.name AS name", u=told.id) == [{"name": "Ada now"}]


def test_without_embeddings_they_are_made_from_the_text(told, files, wipe):
    before = files.fingerprint(told)
    lines = files.export(told, embeddings=False)
    assert "$f32" not in files.file.read_text(encoding="utf-8")
    wipe(told)

    report = files.bring_back(lines)

    assert (report.exported.embeddings_made, report.exported.verified) == (5, 1)
    assert "are not in the file" in report.exported.notes[0]
    assert files.fingerprint(told) == before  # the encoder is the same, and deterministic


def test_embeddings_of_another_encoder_are_made_anew(told, files, wipe):
    before = files.fingerprint(told)
    lines = files.export(told)
    lines[0]["encoder"]["model"] = "another"
    changed(lines, embedding={"$f32": "AACAPw==" * 1})
    wipe(told)

    report = files.bring_back(lines)

    assert (report.exported.embeddings_made, report.exported.verified) == (5, 1)
    assert "made by another" in report.exported.notes[0]
    assert files.fingerprint(told) == before


def test_lines_that_cannot_be_used_are_refused_with_their_number(told, bob, files, wipe):
    lines = files.export(told)
    place = next(n for n, line in enumerate(lines) if line["kind"] == "event")
    event = lines[place]
    bad = [
        {"kind": "novelty", "user_id": told.id},
        {**event, "user_id": bob.id},
        {**event, "event_id": ""},
        {**event, "labels": ["Event", "User"]},
        {**event, "event_id": "x", "properties": {**event["properties"], "embedding": [1.0]}},
        {**event, "event_id": "x", "properties": {**event["properties"], "occurred_at": "yesterday"}},
        {**event, "event_id": "x", "properties": {**event["properties"], "mixed": [1, "a"]}},
        {**event, "event_id": "x", "properties": {**event["properties"], "session_id": "unheard of"}},
        {
            "kind": "link",
            "user_id": told.id,
            "type": "CAUSED_BY",
            "event_id": "late",
            "cause_id": "?",
            "properties": {},
        },
        {"kind": "link", "user_id": told.id, "type": "FACT", "event_id": "late", "cause_id": "late", "properties": {}},
    ]
    lines[place:place] = bad
    wipe(told)

    report = files.bring_back(lines)

    assert [refused.number for refused in report.refused] == [place + 1 + n for n in range(len(bad))]
    assert report.stored == 5
    assert all(refused.reason for refused in report.refused)


def test_a_user_whose_time_zone_is_none_is_refused_whole(told, bob, files, wipe, graph):
    bob.record("of bob")
    lines = files.export(told, bob)
    for line in lines:
        if line["kind"] == "user" and line["user_id"] == told.id:
            line["properties"]["time_zone"] = "Mars/Base"
    wipe(told)
    wipe(bob)

    report = files.bring_back(lines)

    assert "There is no time zone 'Mars/Base'" in report.refused[0].reason
    assert graph.count(told.id) == 0
    assert report.exported.verified == 1


def test_what_is_recorded_during_an_export_is_said_to_be_unverified(told, files, memory, wipe):
    lines, taken = export_lines(memory, extents(memory, [told.id])), []
    for line in lines:
        if len(taken) == 2:
            told.record("meanwhile")
        taken.append(json.loads(line))

    assert lines.report.changed == [told.id]
    wipe(told)
    report = files.bring_back(taken)
    assert report.exported.unverified == [told.id]
    assert report.exported.is_sound


def test_a_file_of_a_newer_format_is_refused(told, files):
    lines = files.export(told)
    lines[0]["format"] = 99

    with pytest.raises(InvalidInputError, match="Upgrade graphmem"):
        files.bring_back(lines)


def test_an_export_is_told_from_a_history(told, files, tmp_path):
    files.export(told)
    history = tmp_path / "history.jsonl"
    history.write_text('{"user_id": "ada", "content": "hello"}\n', encoding="utf-8")

    assert is_export(files.file)
    assert not is_export(history)


def test_the_commands_export_and_import(told, bob, run, tmp_path, wipe, graph):
    bob.record("of bob")
    before = picture(graph, told.id)

    exported = run("export", "ada.jsonl", "--user", told.id, "--json")
    wipe(told)
    imported = run("import", "ada.jsonl", "--json")

    assert json.loads(exported.stdout)["events"] == 5
    assert stat.S_IMODE((tmp_path / "ada.jsonl").stat().st_mode) == 0o600
    assert imported.exit_code == 0
    assert json.loads(imported.stdout)["exported"]["verified"] == 1
    assert picture(graph, told.id) == before
    assert run("export", "ada.jsonl", "--user", told.id).exit_code == 1  # it is there already
    assert run("export", "ada.jsonl", "--user", told.id, "--force").exit_code == 0
    assert "0 facts exported" in run("export", "-", "--only", "facts", "--user", told.id).stderr
    assert run("export", "-", "--user", "nobody at all").exit_code == 1


def test_standard_output_gets_all_users_and_nothing_else(told, bob, run: Callable[..., CliRunner]):
    bob.record("of bob")

    answer = run("export", "-")

    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    assert {told.id, bob.id} <= {line["user_id"] for line in lines if line["kind"] == "user"}
    assert lines[-1]["kind"] == "end"


def test_the_command_says_when_a_file_was_altered(told, run, tmp_path, wipe):
    run("export", "ada.jsonl", "--user", told.id)
    wipe(told)
    file = tmp_path / "ada.jsonl"
    file.write_text(file.read_text(encoding="utf-8").replace("Retried it", "Gave it up"), encoding="utf-8")

    answer = run("import", "ada.jsonl")

    assert answer.exit_code == 1
    assert "not what was exported" in answer.stderr
