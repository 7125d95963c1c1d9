"""Migrations and the encoder's identity: applied once, by whoever comes first, and never silently changed."""

from __future__ import annotations

import re
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import neo4j
import pytest
from store_queries import schema, tenant

from graphmem.errors import EncoderMismatchError, QueryContractError, SchemaError, StoreError
from graphmem.models import EncoderIdentity
from graphmem.store.connection import Database
from graphmem.store.schema import Migration, Schema, as_migrations, migrations
from graphmem.store.tenant import TenantStore

SMALL = EncoderIdentity(model="small", dimension=8, query_prefix="query: ", means="0123456789ab")
LARGE = EncoderIdentity(model="large", dimension=16)


pytestmark = pytest.mark.usefixtures("database")  # whose own schema holds the constraints of the bookkeeping


class Trial:
    """Migrations of its own in the shared store: own ledger, own label, own index."""

    def __init__(self, driver: neo4j.Driver) -> None:
        self.driver = driver
        self.id = uuid.uuid4().hex[:12]
        self.index = f"trial_{self.id}_embedding"

    def shown(self) -> dict[str, dict[str, object]]:
        """The indexes of this trial: name to dimension and state."""
        rows = self.driver.execute_query(
            "SHOW INDEXES YIELD name, state, options WHERE name STARTS WITH $prefix RETURN *",
            prefix=f"trial_{self.id}",
            database_="neo4j",
        ).records
        return {row["name"]: {"state": row["state"], **row["options"]["indexConfig"]} for row in rows}

    def migrations(self, *, second: str = "b", count: int = 1) -> tuple[Migration, ...]:
        """`m001` with a key, a range index and a vector index; `m002` with one more when `count` is 2."""
        label, prefix = f"Trial{self.id}", f"trial_{self.id}"
        statements = [
            schema(
                "schema.m001_first.010_key",
                f"CREATE CONSTRAINT {prefix}_key IF NOT EXISTS\nFOR (n:{label}) REQUIRE (n.user_id, n.a) IS UNIQUE",
            ),
            schema(
                "schema.m001_first.020_range",
                f"CREATE INDEX {prefix}_range IF NOT EXISTS FOR (n:{label}) ON (n.user_id, n.{second})",
            ),
            schema(
                "schema.m001_first.030_embedding",
                f"CREATE VECTOR INDEX {self.index} IF NOT EXISTS\n"
                f"FOR (n:{label}) ON n.embedding OPTIONS $vector_options",
                params="$vector_options  MAP  options",
            ),
            schema(
                "schema.m002_second.010_more",
                f"CREATE INDEX {prefix}_more IF NOT EXISTS FOR (n:{label}) ON (n.user_id, n.c)",
            ),
        ]
        return as_migrations(statements if count == 2 else statements[:3])

    def schema(self, database: Database, **options) -> Schema:
        return Schema(database, migrations=self.migrations(**options), ledger=self.id, index_name=self.index)

    def clean(self) -> None:
        for name in self.shown():
            kind = "CONSTRAINT" if name.endswith("_key") else "INDEX"
            self.driver.execute_query(f"DROP {kind} {name}", database_="neo4j")
        self.driver.execute_query(
            "MATCH (n) WHERE (n:Migration AND n.ledger = $id) OR (n:Encoder AND n.index_name = $index) DELETE n",
            id=self.id,
            index=self.index,
            database_="neo4j",
        )


@pytest.fixture
def trial(server) -> Iterator[Trial]:
    auth = (server.username, server.password.get_secret_value())
    with neo4j.GraphDatabase.driver(server.bolt_uri, auth=auth, notifications_min_severity="OFF") as driver:
        trial = Trial(driver)
        yield trial
        trial.clean()


def named(found) -> list[str]:
    return [str(migration) for migration in found]


def test_an_upgrade_applies_what_is_pending_and_records_it(database, trial) -> None:
    of_trial = trial.schema(database, count=2)
    assert named(of_trial.status().pending) == ["m001_first", "m002_second"]

    assert named(of_trial.upgrade(SMALL)) == ["m001_first", "m002_second"]

    status = of_trial.status()
    assert status.pending == ()
    assert named(status.applied) == ["m001_first", "m002_second"]
    assert all(abs(entry.applied_at - datetime.now(UTC)).total_seconds() < 600 for entry in status.applied)
    assert status.encoder == SMALL
    assert len(trial.shown()) == 4
    assert {index["state"] for index in trial.shown().values()} == {"ONLINE"}
    assert trial.shown()[trial.index]["vector.dimensions"] == 8
    assert trial.shown()[trial.index]["vector.quantization.type"] == "NONE"


def test_a_later_migration_is_applied_alone(database, trial) -> None:
    trial.schema(database).upgrade(SMALL)
    assert named(trial.schema(database, count=2).upgrade(SMALL)) == ["m002_second"]


def test_a_dry_run_changes_nothing(database, trial) -> None:
    of_trial = trial.schema(database)
    assert named(of_trial.upgrade(SMALL, dry_run=True)) == ["m001_first"]
    assert trial.shown() == {}
    assert of_trial.status().applied == ()
    assert of_trial.status().encoder is None


def test_an_up_to_date_store_costs_one_round_trip(server, database, trial) -> None:
    class Counting(Database):
        runs = 0

        def _run(self, *args, **kwargs):
            self.runs += 1
            return super()._run(*args, **kwargs)

    trial.schema(database).upgrade(SMALL)
    with Counting.open(server.bolt_uri, server.username, server.password.get_secret_value()) as counting:
        assert trial.schema(counting).upgrade(SMALL) == ()
        assert counting.runs == 1


def test_a_migration_that_fails_half_way_is_not_recorded_and_can_be_repeated(database, trial) -> None:
    good = trial.migrations()[0]
    broken = schema(
        "schema.m001_first.020_range", "CREATE INDEX trial_broken IF NOT EXISTS FOR (n:Trial) ON (n.a, n.a)"
    )
    half = Migration("m001", "first", (good.statements[0], broken, *good.statements[2:]))

    with pytest.raises(StoreError):
        Schema(database, migrations=[half], ledger=trial.id, index_name=trial.index).upgrade(SMALL)

    assert trial.schema(database).status().applied == ()
    assert len(trial.shown()) == 1
    assert named(trial.schema(database).upgrade(SMALL)) == ["m001_first"]
    assert len(trial.shown()) == 3


def test_a_changed_migration_is_refused_with_the_way_out(database, trial) -> None:
    trial.schema(database).upgrade(SMALL)
    for act in (Schema.status, lambda changed: changed.upgrade(SMALL)):
        with pytest.raises(SchemaError, match=r"m001_first is not the one that was applied .* new migration"):
            act(trial.schema(database, second="other"))


def test_a_store_of_a_newer_graphmem_is_refused_with_the_way_out(database, trial) -> None:
    trial.schema(database, count=2).upgrade(SMALL)
    with pytest.raises(SchemaError, match=r"newer graphmem: it has the migration m002_second.* Upgrade graphmem"):
        trial.schema(database).upgrade(SMALL)


def test_eight_upgrades_at_once_make_one_schema(server, trial) -> None:
    start = threading.Barrier(8)

    def upgrade() -> None:
        with Database.open(server.bolt_uri, server.username, server.password.get_secret_value()) as own:
            start.wait(timeout=60)
            trial.schema(own, count=2).upgrade(SMALL)

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(upgrade) for _ in range(8)]:
            done.result()

    rows = trial.driver.execute_query(
        "MATCH (m:Migration {ledger: $id}) RETURN m.version AS version ORDER BY version", id=trial.id, database_="neo4j"
    ).records
    assert [row["version"] for row in rows] == ["m001", "m002"]
    assert len(trial.shown()) == 4


def test_another_encoder_is_refused_with_the_way_out(database, trial) -> None:
    trial.schema(database).upgrade(SMALL)
    for act in (Schema.upgrade, Schema.check_encoder):
        with pytest.raises(
            EncoderMismatchError, match=r"made by small \(8 dimensions.*large .*is configured"
        ) as caught:
            act(trial.schema(database, count=2), LARGE)
        assert "Configure small" in str(caught.value)
    assert len(trial.shown()) == 3
    trial.schema(database).check_encoder(SMALL)


@pytest.mark.parametrize("field", ["query_prefix", "passage_prefix", "means", "model"])
def test_every_part_of_the_identity_counts(database, trial, field) -> None:
    trial.schema(database).upgrade(SMALL)
    with pytest.raises(EncoderMismatchError):
        trial.schema(database).check_encoder(SMALL.model_copy(update={field: "another"}))


def test_of_two_encoders_that_arrive_at_once_one_is_kept(server, database, trial) -> None:
    start = threading.Barrier(6)

    def upgrade(identity: EncoderIdentity) -> bool:
        with Database.open(server.bolt_uri, server.username, server.password.get_secret_value()) as own:
            start.wait(timeout=60)
            try:
                trial.schema(own).upgrade(identity)
            except EncoderMismatchError:
                return False
            return True

    with ThreadPoolExecutor(6) as pool:
        accepted = list(pool.map(upgrade, [SMALL, LARGE] * 3))

    kept = trial.schema(database).status().encoder
    assert accepted == [kept == SMALL, kept == LARGE] * 3
    assert trial.shown()[trial.index]["vector.dimensions"] == kept.dimension


def test_everything_the_migrations_name_is_there(trial) -> None:
    statements = [statement.statement for migration in migrations() for statement in migration.statements]
    wanted = {re.search(r"(?:INDEX|CONSTRAINT) (\w+) IF NOT EXISTS", statement)[1] for statement in statements}
    shown = trial.driver.execute_query("SHOW INDEXES YIELD name, state RETURN *", database_="neo4j").records

    assert len(wanted) == len(statements)
    assert wanted <= {row["name"] for row in shown if row["state"] == "ONLINE"}


def test_the_two_full_text_indexes_read_as_their_names_say(trial) -> None:
    rows = trial.driver.execute_query(
        "SHOW FULLTEXT INDEXES YIELD name, options, properties RETURN *", database_="neo4j"
    ).records
    analyzers = {row["name"]: row["options"]["indexConfig"]["fulltext.analyzer"] for row in rows}
    assert analyzers["event_text_english"] == "english"
    assert analyzers["event_text_cjk"] == "cjk"


def test_migrations_are_numbered_once() -> None:
    key = "CREATE CONSTRAINT k IF NOT EXISTS FOR (n:N) REQUIRE n.a IS UNIQUE"
    twice = [schema("schema.m001_first.010_key", key), schema("schema.m001_other.010_key", key)]
    with pytest.raises(QueryContractError, match="same version"):
        as_migrations(twice)


def test_one_event_id_is_one_event_of_a_user_and_may_be_one_of_another(database) -> None:
    create = tenant(
        "CREATE (event:Event {user_id: $user_id, event_id: $id, replay_key: $key})",
        access="write",
        params="$id  STRING  any; $key  STRING | NULL  any",
    )
    first, second = (TenantStore(database, uuid.uuid4().hex) for _ in range(2))
    first.run(create, id="a", key="k")
    second.run(create, id="a", key="k")
    first.run(create, id="b", key=None)
    first.run(create, id="c", key=None)
    for id_, key in (("a", None), ("d", "k")):
        with pytest.raises(StoreError, match="same key"):
            first.run(create, id=id_, key=key)
