"""Facts in a file: they come back as they were, with their evidence and their log, or are made anew and it is said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from click.testing import Result
from graph import Graph

from graphmem.user import UserMemory

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
SAID = [
    "I live in Paris.", "我的报告都用Excel。", "I am allergic to peanuts.", "I moved to Lyon.",
    "报告用PDF，不要Excel。", "Anna likes tea.", "My dentist is Dr. Weber.",
]  # fmt: skip


def believed(graph: Graph, user: UserMemory) -> list[str]:
    """Facts, evidence, log and marks as an analyst reads them; without counts of mentions, which are found anew."""
    rows = graph.rows(
        "MATCH (a {user_id: $u})-[r:FACT|STATES|SUPPORTS|DOUBTS|IS]->(b:Entity) "
        "RETURN type(r) AS type, coalesce(a.event_id, a.entity_id) AS a, b.entity_id AS b, properties(r) AS properties",
        u=user.id,
    )
    rows += graph.rows(
        "MATCH (e:Event {user_id: $u}) RETURN e.event_id AS id, e {.consumed_at, .awaits_facts} AS properties",
        u=user.id,
    )
    rows += graph.rows(
        "MATCH (n:Entity {user_id: $u}) WHERE EXISTS { (n)-[:FACT|STATES]-() } OR n.united_into IS NOT NULL "
        "RETURN n.entity_id AS id, n {.name, .name_key, .aliases, .united_into} AS properties",
        u=user.id,
    )
    rows += graph.rows("MATCH (u:User {user_id: $u}) RETURN u {.facts_version} AS properties", u=user.id)
    return sorted(repr({**row, "properties": sorted(row["properties"].items())}) for row in rows)


def told(user: UserMemory) -> list[str]:
    """Everything that is said about facts, to whoever asks."""
    facts = user.facts(status="all")
    return [*map(str, facts), *(str(user.provenance(fact)) for fact in facts), *map(str, user.disputes())]


@pytest.fixture
def believer(ada: UserMemory, clock) -> UserMemory:
    """A user with every kind of fact: superseded, disputed, pending, united, rolled back, asserted, waiting events."""
    for day, text in enumerate(SAID):
        clock.forward(days=1)
        ada.record(text, event_id=f"e{day}", session_id=f"s{day}", occurred_at=MAY + timedelta(days=day))
        if day in (2, len(SAID) - 2):
            ada.consolidate()
    report = ada.consolidate()
    ada.record("Annie likes jazz.", event_id="annie", occurred_at=MAY + timedelta(days=20))
    ada.consolidate()
    ada.unite("Anna", "Annie")
    ada.rollback(report.run_id)
    ada.assert_fact("user", "speaks", "Welsh")
    ada.record("I like chess.", event_id="waits", occurred_at=MAY + timedelta(days=30))
    return ada


def test_facts_come_back_as_they_were_with_evidence_log_and_marks(believer, files, wipe, graph):
    before, as_told = believed(graph, believer), told(believer)
    lines = files.export(believer)
    wipe(believer)

    report = files.bring_back(lines)

    assert (report.refused, report.exported.notes, report.exported.verified) == ([], [], 1)
    assert report.exported.facts == len(believer.facts(status="all"))
    assert believed(graph, believer) == before
    assert told(believer) == as_told


def test_what_is_said_after_an_import_is_weighed_with_what_was_said_before_it(believer, files, wipe, clock):
    lines = files.export(believer)
    wipe(believer)
    files.bring_back(lines)
    clock.forward(days=5)

    believer.record("I moved to Rome.", occurred_at=MAY + timedelta(days=40))
    report = believer.consolidate()

    assert [fact.object for fact in believer.facts(predicate="lives_in")] == ["Rome"]
    assert [fact.object for fact in believer.history("user", "lives_in")] == ["Paris", "Lyon", "Rome"]
    assert any("chess" in each.text for each in report.outcomes)  # what waited when it was exported
    assert believer.entity("Annie").name == "Anna"
    believer.split("Annie")
    assert {fact.object for fact in believer.facts(subject="Annie")} == {"jazz"}


def test_without_embeddings_they_are_made_from_what_facts_say(believer, files, wipe, graph):
    before = believed(graph, believer)
    lines = files.export(believer, embeddings=False)
    assert "$f32" not in files.file.read_text(encoding="utf-8")
    wipe(believer)

    assert files.bring_back(lines).exported.verified == 1
    assert believed(graph, believer) == before  # the encoder is the same, and deterministic


def test_importing_again_changes_nothing_and_says_so(believer, files, graph):
    before = believed(graph, believer)

    report = files.bring_back(files.export(believer))

    assert (report.stored, report.exported.verified, report.exported.notes) == (0, 1, [])
    assert believed(graph, believer) == before


def test_an_import_that_was_cut_off_is_completed_by_the_next(believer, files, wipe, graph):
    before = believed(graph, believer)
    lines = files.export(believer)
    wipe(believer)
    for length in (5, len(lines) - 8, len(lines) - 2):
        report = files.bring_back(lines[:length])
        assert not report.exported.complete
        assert "did not arrive whole" in report.exported.notes[-1]
        files.memory.consolidate_waiting()  # what runs in the background leaves them alone
        files.memory.reflect_waiting()

    assert files.bring_back(lines).exported.verified == 1
    assert believed(graph, believer) == before


def test_who_has_facts_already_keeps_them_and_facts_are_made_of_the_events_that_are_new(believer, files, wipe):
    lines = files.export(believer)
    wipe(believer)
    believer.record("I live in Oslo.", occurred_at=MAY + timedelta(days=35))
    believer.consolidate()

    report = files.bring_back(lines)

    assert report.exported.merged == [believer.id]
    assert "there are facts here already" in report.exported.notes[0]
    assert [fact.object for fact in believer.facts()] == ["Oslo"]
    believer.consolidate()
    assert {"peanuts", "Welsh"} <= {fact.object for fact in believer.facts()}


def test_a_fact_without_its_evidence_is_not_taken_over_but_made_anew(believer, files, wipe, graph):
    lines = files.export(believer)
    wipe(believer)
    lines.remove(next(line for line in lines if line["kind"] == "evidence"))

    report = files.bring_back(lines)

    assert not report.exported.complete
    assert "lines about them are missing" in report.exported.notes[0]
    assert believer.facts(status="all") == []
    believer.consolidate()
    assert "peanuts" in {fact.object for fact in believer.facts()}
    assert not graph.rows("MATCH (e:Event {user_id: $u, awaits_facts: 'restored'}) RETURN e", u=believer.id)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("fact", {"properties": {}}),
        ("fact", {"subject_id": ""}),
        ("entity", {"properties": {"name": 3}}),
        ("evidence", {"awaits": "Godot"}),
        ("evidence", {"links": [{"type": "LIKES", "object_id": "x", "properties": {}}]}),
        ("evidence", {"links": None}),
    ],
)
def test_lines_about_facts_that_cannot_be_used_are_refused(kind, change, believer, files, wipe):
    lines = files.export(believer)
    place = next(n for n, line in enumerate(lines) if line["kind"] == kind)
    lines[place] |= change
    wipe(believer)

    report = files.bring_back(lines)

    assert [refused.number for refused in report.refused] == [place + 1]
    assert "lines about them cannot be used" in report.exported.notes[0]
    assert believer.facts(status="all") == []


def test_a_secret_that_would_be_taken_out_today_does_not_come_back_by_facts(believer, files, wipe, graph):
    lines = files.export(believer)
    for line in lines:
        if line["kind"] == "evidence":
            for link in line["links"]:
                link["properties"]["quote"] = "My password is hunter2Hunter!"
    wipe(believer)

    report = files.bring_back(lines)

    assert "redacted" in report.exported.notes[0]
    believer.consolidate()
    assert "hunter2" not in repr(believed(graph, believer))


def test_an_altered_fact_is_noticed(believer, files, wipe):
    lines = files.export(believer)
    next(line for line in lines if line["kind"] == "fact")["properties"]["confidence"] = 0.99
    wipe(believer)

    assert files.bring_back(lines).exported.differing == [believer.id]


def test_facts_alone_can_be_written_and_are_put_onto_the_events_that_are_there(believer, files, wipe, graph):
    before, events = believed(graph, believer), files.export(believer, only="events")
    facts = files.export(believer, only="facts")
    assert {line["kind"] for line in facts} & {"session", "event", "link"} == set()
    assert {line["kind"] for line in events} & {"fact", "evidence", "entity"} == set()
    wipe(believer)

    alone = files.bring_back(facts)
    assert "of the events that they rest on are not here" in alone.exported.notes[0]
    files.bring_back(events)
    report = files.bring_back(facts)

    assert (report.exported.verified, report.exported.notes, report.stored) == (1, [], 0)
    assert believed(graph, believer) == before


def test_of_a_whole_file_one_kind_can_be_taken(believer, files, wipe, graph):
    before, lines = believed(graph, believer), files.export(believer)
    wipe(believer)

    assert files.bring_back(lines, only="events").exported.is_sound
    assert believer.facts(status="all") == []
    assert files.bring_back(lines, only="facts").exported.verified == 1
    assert believed(graph, believer) == before


def test_a_file_from_before_facts_were_exported_is_imported_and_facts_are_made_anew(believer, files, wipe):
    lines = [line for line in files.export(believer, only="events") if line["kind"] not in ("evidence", "fact")]
    del lines[0]["holds"]
    lines[0]["format"] = 1
    for line in lines:
        for kind in ("entities", "facts", "evidence"):
            line.pop(kind, None)
    wipe(believer)

    report = files.bring_back(lines)

    assert (report.exported.complete, report.exported.verified) == (True, 1)
    believer.consolidate()
    assert {"peanuts", "Welsh"} <= {fact.object for fact in believer.facts()}


def test_how_often_facts_were_used_comes_back_and_makes_no_difference(believer, files, wipe, graph):
    lines = files.export(believer)
    graph.rows("MATCH ()-[f:FACT {user_id: $u}]->() SET f.use_count = 3, f.last_used_at = datetime()", u=believer.id)
    assert files.bring_back(lines).exported.verified == 1
    lines = files.export(believer)
    wipe(believer)

    assert files.bring_back(lines).exported.verified == 1
    assert graph.rows("MATCH ()-[f:FACT {user_id: $u}]->() RETURN DISTINCT f.use_count AS n", u=believer.id) == [
        {"n": 3}
    ]


def test_the_commands_take_only(believer, run: Callable[..., Result], wipe, tmp_path):
    for only in ("events", "facts"):
        assert run("export", f"{only}.jsonl", "--user", believer.id, "--only", only).exit_code == 0
    count = len(believer.facts(status="all"))
    wipe(believer)

    assert run("import", "events.jsonl").exit_code == 0
    done = run("import", "facts.jsonl", "--only", "facts")

    assert done.exit_code == 0, done.output
    assert f"{count:,} facts with their evidence are there now." in done.output
    refused = run("import", "facts.jsonl", "--only", "events")
    assert refused.exit_code != 0
    assert "no events in this file" in refused.output
    (tmp_path / "history.jsonl").write_text('{"user_id": "x", "content": "hello"}\n')
    assert "--only is for what was exported" in run("import", "history.jsonl", "--only", "facts").output
