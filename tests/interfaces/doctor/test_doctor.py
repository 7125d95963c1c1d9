"""`graphmem doctor` on a store of its own, which every test damages anew."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from wards import EVENT, TALK

from graphmem.errors import StoreVersionError
from graphmem.evaluation.doctor.examine import Doctor
from graphmem.evaluation.doctor.findings import Severity
from graphmem.evaluation.doctor.indexes import expected, index_findings
from graphmem.evaluation.doctor.machine import (
    disk_findings,
    memory_findings,
    refused_version,
    version_findings,
)
from graphmem.evaluation.doctor.types import described
from graphmem.memory import GraphMemory
from graphmem.server import up
from graphmem.store.schema import migrations


def test_a_healthy_store_of_two_users_and_languages_gives_no_finding(ward):
    result = ward.run()

    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == "healthy"
    as_json = json.loads(ward.run("--json").stdout)
    assert as_json["healthy"] is True
    assert as_json["findings"] == []
    assert as_json["facts"]["store_bytes"] > 0
    assert as_json["facts"]["transaction_log_bytes"] > 0


def test_what_is_found_is_shown_by_ids_and_never_by_its_text(ward):
    ward.graph.rows("MATCH (e:Event) REMOVE e.embedding, e.name, e.tenant_key")

    shown = ward.run().output + ward.run("--json").output

    assert "ada: " in shown
    for _, content in TALK:
        assert content[:10] not in shown


def test_json_gives_each_finding_with_examples_and_the_way_out(ward):
    ward.graph.rows("MATCH (e:Event) REMOVE e.tenant_key")

    (finding,) = json.loads(ward.run("--json").stdout)["findings"]

    assert finding["check"] == "tenant_key"
    assert finding["severity"] == "error"
    assert finding["count"] == 22
    assert 0 < len(finding["examples"]) <= 5
    assert "--fix" in finding["way_out"]


def test_warnings_alone_are_no_reason_to_fail(ward):
    ward.graph.rows(EVENT + "REMOVE e.name")

    result = ward.run()

    assert result.exit_code == 0
    assert result.output.splitlines()[-1] == "1 problem found"


@pytest.mark.parametrize(
    ("check", "name", "break_it"),
    [
        ("index_missing", "event_embedding", ["DROP INDEX event_embedding"]),
        ("index_missing", "event_text_cjk", ["DROP INDEX event_text_cjk"]),
        ("index_missing", "event_chain", ["DROP INDEX event_chain"]),
        ("index_missing", "event_key", ["DROP CONSTRAINT event_key"]),
        (
            "index_differs",
            "event_text_english",
            [
                "DROP INDEX event_text_english",
                "CREATE FULLTEXT INDEX event_text_english FOR (e:Event) "
                "ON EACH [e.content, e.actor, e.tenant_key, e.occurred_day]",
            ],
        ),
        (
            "index_differs",
            "event_embedding",
            [
                "DROP INDEX event_embedding",
                "CREATE VECTOR INDEX event_embedding FOR (e:Event) ON e.embedding "
                "OPTIONS {indexConfig: {`vector.dimensions`: 12, `vector.similarity_function`: 'cosine'}}",
            ],
        ),
    ],
)
def test_an_index_that_is_missing_or_another_is_found_and_made_anew(check, name, break_it, ward):
    for statement in break_it:
        ward.graph.rows(statement)

    (finding,) = ward.doctor().examine().findings

    assert (finding.check, finding.examples) == (check, (name,))
    assert ward.doctor().fix().findings == ()
    assert GraphMemory(ward.database, ward.encoder).user("ada").recall("报表乱码").events


def test_duplicates_are_reported_and_left_where_they_are(ward):
    ward.graph.rows("DROP CONSTRAINT event_key")
    ward.graph.rows("DROP CONSTRAINT event_replay")
    ward.graph.rows(
        "MATCH (e:Event {user_id: 'ada', event_id: 'alone'}) CREATE (c:Event) SET c = properties(e), c:UserEvent"
    )
    try:
        found = ward.found()
        fixed = ward.doctor().fix()
        left = ward.graph.count("ada")
    finally:
        ward.graph.rows("MATCH (e:Event {event_id: 'alone'}) DETACH DELETE e")
        ward.doctor().fix()

    assert found == {"duplicate": 1, "index_missing": 2}
    assert "duplicate" in {finding.check for finding in fixed.findings}
    assert next(repair for repair in fixed.repairs if repair.check == "index_missing").failed
    assert left == 12
    assert ward.found() == {}


@pytest.mark.parametrize(
    ("check", "plant", "undo"),
    [
        (
            "migration_unknown",
            "CREATE (:Migration {ledger: 'graphmem', version: 'm999', name: 'later', checksum: '0', "
            "applied_at: datetime()})",
            "MATCH (m:Migration {version: 'm999'}) DELETE m",
        ),
        (
            "migration_changed",
            "MATCH (m:Migration {version: 'm001'}) SET m.was = m.checksum, m.checksum = '0'",
            "MATCH (m:Migration {version: 'm001'}) SET m.checksum = m.was REMOVE m.was",
        ),
    ],
)
def test_migrations_that_do_not_fit_are_reported_instead_of_refused(check, plant, undo, ward):
    ward.graph.rows(plant)
    try:
        found = ward.found()
    finally:
        ward.graph.rows(undo)

    assert found == {check: 1}


def test_a_pending_migration_is_found_and_applied(ward):
    ward.graph.rows("MATCH (m:Migration {ledger: 'graphmem', version: 'm001'}) DELETE m")

    assert ward.found() == {"migration_pending": 1}
    assert ward.doctor().fix().findings == ()


def test_another_encoder_than_the_stores_is_reported_and_nothing_is_embedded_with_it(ward):
    ward.graph.rows("MATCH (n:Encoder) SET n.model = 'another'")
    ward.graph.rows(EVENT + "REMOVE e.embedding")
    try:
        result = ward.run("--fix", "--json")
        embedded = ward.graph.rows(EVENT + "RETURN e.embedding AS embedding")
    finally:
        ward.graph.rows("MATCH (n:Encoder) SET n.model = $model", model=ward.encoder.identity.model)

    assert result.exit_code == 5
    assert {finding["check"] for finding in json.loads(result.stdout)["findings"]} == {"encoder_mismatch", "embedding"}
    assert embedded == [{"embedding": None}]


def test_an_encoder_that_cannot_be_had_is_a_finding(ward, tmp_path: Path):
    result = ward.run("--json", GRAPHMEM_ENCODER="e5", GRAPHMEM_WEIGHTS=str(tmp_path / "nowhere"))

    assert result.exit_code == 5, result.output
    assert {finding["check"] for finding in json.loads(result.stdout)["findings"]} <= {
        "encoder_unusable",
        "encoder_mismatch",
    }


def test_clocks_that_differ_are_found(ward):
    class Ahead:
        def now(self) -> datetime:
            return datetime.now(UTC) + timedelta(minutes=10)

    (finding,) = Doctor(ward.database, ward.encoder, clock=Ahead()).examine().findings

    assert (finding.check, finding.severity) == ("clock_skew", Severity.WARNING)
    assert finding.meaning.count("600 s") or finding.meaning.count("599 s")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no modes")
def test_a_password_file_that_others_can_read_is_found_and_closed(ward):
    ward.instance.password_file.chmod(0o644)

    assert ward.found() == {"password_readable": 1}
    assert ward.doctor().fix().findings == ()
    assert ward.instance.password_file.stat().st_mode & 0o777 == 0o600


def test_a_server_of_ones_own_is_examined_without_its_machine(ward):
    server = up(ward.instance)

    result = ward.run(
        "--json",
        NEO4J_URI=server.bolt_uri,
        NEO4J_USERNAME=server.username,
        NEO4J_PASSWORD=server.password.get_secret_value(),
    )

    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert "machine" not in report["checks"]
    assert "disk_free_bytes" not in report["facts"]


@pytest.mark.parametrize(("version", "refused"), [("2026.09.0", False), ("2026.05.1", True), ("2026.08.0", True)])
def test_a_server_that_is_too_old_or_broken_is_a_finding(version, refused):
    assert [finding.check for finding in version_findings(version)] == (["server_version"] if refused else [])
    assert refused_version(StoreVersionError()).severity is Severity.ERROR


def names(findings: Any) -> list[str]:
    return [finding.check for finding in findings]


def test_memory_and_disk_are_judged_by_what_the_machine_has():
    gb = 10**9

    assert names(memory_findings(gb, gb, 4 * gb)) == []
    assert names(memory_findings(3 * gb, gb, 4 * gb)) == ["memory_overcommitted"]
    assert names(memory_findings(3 * gb, gb, 0)) == []
    assert names(memory_findings(gb // 4, gb, 4 * gb)) == ["heap_small"]
    assert names(disk_findings(10 * gb, gb // 10)) == []
    assert [finding.severity for finding in disk_findings(gb, 0)] == [Severity.WARNING]
    assert [finding.severity for finding in disk_findings(gb // 10, 0)] == [Severity.ERROR]
    assert names(disk_findings(10 * gb, 3 * gb)) == ["transaction_logs"]


@pytest.mark.parametrize(
    ("state", "percent", "check"), [("FAILED", 0.0, "index_failed"), ("POPULATING", 99.0, "index_not_online")]
)
def test_an_index_that_failed_or_is_stuck_is_found(state, percent, check, ward):
    rows = ward.database.run(_indexes())
    wanted = expected(migrations(), ward.encoder.identity, "event_embedding")
    assert index_findings(wanted, rows) == []

    sick = [row | {"state": state, "percent": percent} if row["name"] == "event_text_cjk" else row for row in rows]

    (found,) = index_findings(wanted, sick)
    assert (found.finding.check, found.finding.examples, found.finding.fixable) == (check, ("event_text_cjk",), True)


def _indexes() -> Any:
    from graphmem.store.catalogue import global_query

    return global_query("doctor.indexes")


def test_what_the_graph_should_hold_is_read_from_its_description():
    assert described()["Event"]["types"]["occurred_at"] == "ZONED DATETIME"
    assert "ended_at" not in described()["Event"]["required"]
    assert "content" in described()["Event"]["required"]


def test_progress_is_told_from_the_first_check_to_the_last(ward):
    told: list[tuple[int, int]] = []
    tell: Callable[[str, int, int], object] = lambda _, done, total: told.append((done, total))  # noqa: E731

    Doctor(ward.database, ward.encoder, progress=tell).examine()

    assert [done for done, _ in told] == list(range(told[-1][1] + 1))
