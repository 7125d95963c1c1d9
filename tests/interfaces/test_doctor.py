"""`graphmem doctor` on a store of its own, which every test damages anew."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from graph import Graph

from graphmem.config import Settings
from graphmem.episodic.policy import WritePolicy
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
from graphmem.interfaces.cli import main
from graphmem.language.encoder import Encoder
from graphmem.memory import GraphMemory
from graphmem.server import Instance, down, up
from graphmem.store.connection import Database
from graphmem.store.schema import Schema, migrations

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
TALK = [
    ("user", "The payment failed because the card was declined"),
    ("assistant", "I retry it with the stored card"),
    ("tool", "card accepted, receipt 4711"),
    ("user", "导出的报表打开是乱码"),
    ("assistant", "换成 UTF-8 再导出一次"),
]


class Ward:
    """A store to be damaged, and its doctor."""

    def __init__(self, settings: Settings, encoder: Encoder) -> None:
        self.settings, self.instance = settings, Instance.of(settings)
        server = up(self.instance)
        self.graph = Graph(server)
        self.database = Database.open(server.bolt_uri, server.username, server.password.get_secret_value())
        Schema(self.database).upgrade(encoder.identity)
        self.encoder = encoder

    def refill(self) -> None:
        """Two users, two languages, two sessions each, causes, and an event outside of sessions."""
        self.graph.rows("MATCH (n) WHERE NOT n:Encoder AND NOT n:Migration DETACH DELETE n")
        memory = GraphMemory(self.database, self.encoder, policy=WritePolicy(gate="everything", unite=False))
        for user_id in ("ada", "林"):
            episodes: list[dict[str, Any]] = [
                {
                    "event_id": f"{session}{number}",
                    "session_id": session,
                    "task_type": "refund",
                    "actor": actor,
                    "content": content,
                    "occurred_at": MAY + timedelta(days=session == "b", minutes=number),
                    "caused_by": [f"{session}{number - 1}"] if number else [],
                }
                for session in ("a", "b")
                for number, (actor, content) in enumerate(TALK)
            ]
            assert not memory.user(user_id).record_many([*episodes, {"event_id": "alone", "content": "ok"}]).refused

    def close(self) -> None:
        self.database.close()
        self.graph.close()
        down(self.instance)

    def doctor(self) -> Doctor:
        return Doctor(self.database, self.encoder, instance=self.instance)

    def found(self) -> dict[str, int]:
        counts: Counter[str] = Counter()
        for finding in self.doctor().examine().findings:
            counts[finding.check] += finding.count
        return dict(counts)

    def run(self, *arguments: str, **more: str) -> Result:
        environment = {
            "GRAPHMEM_DATA_DIR": str(self.settings.data_dir),
            "GRAPHMEM_INSTANCE": self.settings.instance,
            "GRAPHMEM_ENCODER": self.settings.encoder,
            "GRAPHMEM_HEAP": self.settings.heap,
            "GRAPHMEM_PAGE_CACHE": self.settings.page_cache,
        }
        return CliRunner().invoke(main, ["doctor", *arguments], env=environment | more)


@pytest.fixture(scope="module")
def hospital(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Iterator[Ward]:
    settings = Settings(
        data_dir=tmp_path_factory.mktemp("ward"), instance="ward", encoder="hash", heap="512m", page_cache="128m"
    )
    ward = Ward(settings, encoder)
    yield ward
    ward.close()


@pytest.fixture
def ward(hospital: Ward) -> Ward:
    hospital.refill()
    return hospital


def test_a_healthy_store_of_two_users_and_languages_gives_no_finding(ward):
    result = ward.run()

    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == "healthy"
    as_json = json.loads(ward.run("--json").stdout)
    assert as_json["healthy"] is True
    assert as_json["findings"] == []
    assert as_json["facts"]["store_bytes"] > 0
    assert as_json["facts"]["transaction_log_bytes"] > 0


@dataclass(frozen=True)
class Damage:
    check: str
    count: int
    plant: str
    """Cypher."""
    fixed: bool = True


EVENT = "MATCH (e:Event {user_id: 'ada', event_id: 'a2'}) "
DAMAGES = {
    "an event with two successors": Damage(
        "chain_fork", 2,
        "MATCH (a:Event {user_id: 'ada', event_id: 'a0'}), (c:Event {user_id: 'ada', event_id: 'a2'}) "
        "CREATE (a)-[:NEXT {user_id: 'ada'}]->(c)",
    ),
    "the same link twice": Damage(
        "chain_fork", 2,
        "MATCH (a:Event {user_id: 'ada', event_id: 'a0'}), (b:Event {user_id: 'ada', event_id: 'a1'}) "
        "CREATE (a)-[:NEXT {user_id: 'ada'}]->(b)",
    ),
    "a link that is gone": Damage(
        "chain_break", 2, "MATCH (e:Event {event_id: 'a2'})-[r:NEXT]->() DELETE r"
    ),
    "an event outside of its session's chain": Damage(
        "chain_break", 2,
        "MATCH (x:Event {user_id: '林'})-[in:NEXT]->(e:Event {event_id: 'b2'})-[out:NEXT]->(y) DELETE in, out",
    ),
    "a cycle": Damage(
        "chain_order", 1,
        "MATCH (a:Event {user_id: 'ada', event_id: 'a0'}), (e:Event {user_id: 'ada', event_id: 'a4'}) "
        "CREATE (e)-[:NEXT {user_id: 'ada'}]->(a)",
    ),
    "an event that follows itself": Damage(
        "chain_order", 1, "MATCH (e:Event {user_id: 'ada', event_id: 'alone'}) SET e.session_id = 'c' WITH e "
        "CREATE (s:Session {user_id: 'ada', session_id: 'c', name: 'c', started_at: e.occurred_at}) "
        "WITH e, s MATCH (u:User {user_id: 'ada'}) "
        "CREATE (e)-[:NEXT {user_id: 'ada'}]->(e), (u)-[:HAS_SESSION {user_id: 'ada'}]->(s), "
        "(e)-[:IN_SESSION {user_id: 'ada'}]->(s)",
    ),
    "a link into another session": Damage(
        "chain_across_sessions", 1,
        "MATCH (a:Event {user_id: 'ada', event_id: 'a4'}), (b:Event {user_id: 'ada', event_id: 'b0'}) "
        "CREATE (a)-[:NEXT {user_id: 'ada'}]->(b)",
    ),
    "an event without IN_SESSION": Damage("misplaced_event", 1, EVENT + "MATCH (e)-[r:IN_SESSION]->() DELETE r"),
    "an event in the wrong session": Damage(
        "misplaced_event", 1,
        EVENT + "MATCH (e)-[r:IN_SESSION]->() DELETE r WITH e MATCH (s:Session {user_id: 'ada', session_id: 'b'}) "
        "CREATE (e)-[:IN_SESSION {user_id: 'ada'}]->(s)",
    ),
    "a session that is gone": Damage(
        "misplaced_event", 5, "MATCH (s:Session {user_id: 'ada', session_id: 'a'}) DETACH DELETE s"
    ),
    "a session without its user": Damage(
        "session_without_user", 2, "MATCH (:User {user_id: 'ada'})-[r:HAS_SESSION]->() DELETE r"
    ),
    "a relationship without user_id": Damage("link_without_user", 1, EVENT + "MATCH (e)-[r:NEXT]->() REMOVE r.user_id"),
    "a relationship with another's user_id": Damage(
        "link_without_user", 1, EVENT + "MATCH (e)-[r:CAUSED_BY]->() SET r.user_id = '林'"
    ),
    "a relationship to another user's event": Damage(
        "link_across_users", 1,
        EVENT + "MATCH (o:Event {user_id: '林', event_id: 'b1'}) "
        "CREATE (e)-[:CAUSED_BY {user_id: 'ada', method: 'given', confidence: 1.0}]->(o)",
    ),
    "a relationship to another user's event, of a third": Damage(
        "link_across_users", 1,
        EVENT + "MATCH (o:Event {user_id: '林', event_id: 'b1'}) CREATE (e)-[:NEXT {user_id: 'eve'}]->(o)",
    ),
    "a wrong tenant key": Damage("tenant_key", 2, "MATCH (e:Event {event_id: 'a2'}) SET e.tenant_key = 'u0'"),
    "no tenant key": Damage("tenant_key", 1, EVENT + "REMOVE e.tenant_key"),
    "a wrong second label": Damage("event_label", 1, EVENT + "REMOVE e:ToolEvent SET e:UserEvent"),
    "two second labels": Damage("event_label", 1, EVENT + "SET e:UserEvent"),
    "no second label": Damage("event_label", 2, "MATCH (e:Event {event_id: 'a0'}) REMOVE e:UserEvent"),
    "an event without a name": Damage("event_name", 1, EVENT + "REMOVE e.name"),
    "sessions and a user without a name": Damage(
        "owner_name", 3, "MATCH (n:User|Session {user_id: 'ada'}) REMOVE n.name"
    ),
    "a missing embedding": Damage("embedding", 2, "MATCH (e:Event {event_id: 'a2'}) REMOVE e.embedding, e.embedding_b"),
    "an embedding of the wrong length": Damage("embedding", 1, EVENT + "SET e.embedding = [1.0, 2.0]"),
    "an embedding of zeros": Damage("embedding", 1, EVENT + "SET e.embedding = [x IN e.embedding | 0.0]"),
    "an embedding that is no number": Damage(
        "embedding", 1, EVENT + "SET e.embedding = [x IN e.embedding | toFloat('NaN')]"
    ),
    "an embedding of text": Damage("embedding", 1, EVENT + "SET e.embedding = [x IN e.embedding | toString(x)]"),
    "a node without user_id": Damage(
        "node_without_user", 1, "CREATE (:Session {session_id: 'x', name: 'x', started_at: datetime()})", fixed=False
    ),
    "a time that is text": Damage("property_type", 1, EVENT + "SET e.ended_at = 'yesterday'", fixed=False),
    "a time that is no moment": Damage(
        "property_type", 2, "MATCH (s:Session {session_id: 'a'}) SET s.started_at = date()", fixed=False
    ),
    "a certainty that is an integer": Damage(
        "property_type", 1, EVENT + "MATCH (e)-[r:CAUSED_BY]->() SET r.confidence = 1", fixed=False
    ),
    "an entity that nothing mentions": Damage(
        "entity_count", 1,
        "CREATE (:Entity {user_id: 'ada', entity_id: 'x', name: 'X', name_key: 'x', entity_type: 'thing', named: true, "
        "event_count: 3, type_counts: [0, 0, 0, 3, 0, 0]})",
    ),
    "a fact that nothing states": Damage(
        "fact_unfounded", 1,
        EVENT + "CREATE (e)-[:MENTIONS {user_id: 'ada', surface: 'Z', entity_type: 'thing', said_id: 'z'}]->"
        "(x:Entity {user_id: 'ada', entity_id: 'z', name: 'Z', name_key: 'z', entity_type: 'thing', named: true, "
        "event_count: 1, type_counts: [0, 0, 0, 1, 0, 0]}) "
        "CREATE (x)-[:FACT {user_id: 'ada', fact_id: 'f', slot: 's', predicate: 'is', aspect: '', polarity: '+', "
        "weighed_as: '+', spell: 1, text: 'Z is Z', caption: 'is', fact_type: 'general', confidence: 0.6, "
        "status: 'pending', valid_from: e.occurred_at, valid_until: datetime('9999-12-31T00:00:00Z'), "
        "precision: 'instant', recorded_at: e.recorded_at, retracted_at: datetime('9999-12-31T00:00:00Z'), said: 1, "
        "sessions: 1, tenant_key: e.tenant_key}]->(x)",
        fixed=False,
    ),
    "an entity that counts wrongly": Damage(
        "entity_count", 1,
        EVENT + "CREATE (e)-[:MENTIONS {user_id: 'ada', surface: 'Y', entity_type: 'thing', said_id: 'y'}]->"
        "(:Entity {user_id: 'ada', entity_id: 'y', name: 'Y', name_key: 'y', entity_type: 'thing', named: true, "
        "event_count: 3, type_counts: [0, 0, 0, 3, 0, 0]})",
    ),
    "an event that was passed over": Damage(
        "event_forgotten_by_analysis", 1,
        EVENT + "REMOVE e.awaits_analysis WITH e MATCH (u:User {user_id: 'ada'}) SET u.analysed_as = 1",
    ),
    "an event without content": Damage("property_missing", 1, EVENT + "REMOVE e.content", fixed=False),
    "a time of recording in the future": Damage(
        "recorded_in_future", 1, EVENT + "SET e.recorded_at = datetime() + duration('P1D')", fixed=False
    ),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_is_found_alone_with_its_count_and_repaired(damage, ward):
    ward.graph.rows(damage.plant)
    events = ward.graph.rows("MATCH (e:Event) RETURN count(e) AS n")

    assert ward.found() == {damage.check: damage.count}

    fixed = ward.doctor().fix()
    assert {finding.check for finding in fixed.findings} == (set() if damage.fixed else {damage.check})
    if damage.fixed:
        assert (fixed.repairs[0].check, fixed.repairs[0].before, fixed.repairs[0].after) == (
            damage.check,
            damage.count,
            0,
        )
        assert all(repair.after == 0 for repair in fixed.repairs)
    assert ward.graph.rows("MATCH (e:Event) RETURN count(e) AS n") == events
    if "content" not in damage.plant:
        for user_id in ("ada", "林"):
            for session in ("a", "b"):
                if damage.fixed:
                    assert ward.graph.chain(user_id, session) == [f"{session}{number}" for number in range(5)]


def test_a_user_whose_node_is_gone_comes_back_with_the_sessions(ward):
    ward.graph.rows("MATCH (u:User {user_id: 'ada'}) DETACH DELETE u")

    assert ward.found() == {"missing_user": 13}
    assert ward.doctor().fix().findings == ()
    assert ward.graph.rows("MATCH (:User {user_id: 'ada'})-[:HAS_SESSION]->(s) RETURN count(s) AS n") == [{"n": 2}]


def test_an_event_that_lost_its_session_id_gets_that_of_the_session_it_is_linked_to(ward):
    ward.graph.rows(EVENT + "REMOVE e.session_id")

    found = ward.found()
    assert found.pop("event_without_session_id") == 1
    assert set(found) <= {"chain_break", "chain_across_sessions"}  # what its absence does to the chain
    assert ward.doctor().fix().findings == ()
    assert ward.graph.chain("ada", "a") == [f"a{number}" for number in range(5)]


def test_many_damages_at_once_are_all_repaired_and_told_on_the_command_line(ward):
    for damage in DAMAGES.values():
        if damage.fixed:
            ward.graph.rows(damage.plant)

    before = ward.run()
    repaired = ward.run("--fix")
    after = ward.run("--json")

    assert before.exit_code == 5
    assert before.output.splitlines()[-1].endswith("problems found")
    assert repaired.exit_code == 0, repaired.output
    assert repaired.output.splitlines()[-1] == "healthy"
    assert "before, 0 after" in repaired.output
    assert after.exit_code == 0
    assert json.loads(after.stdout)["findings"] == []


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
