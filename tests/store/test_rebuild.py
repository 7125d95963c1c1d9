"""Making all embeddings anew with another encoder: complete, resumable, and nothing lost to those who use the memory.

On a server of its own, since the encoder of a store is everybody's.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import neo4j
import numpy as np
import pytest
from click.testing import CliRunner, Result
from graph import Graph
from neo4j.vector import Vector
from program import GRAPHMEM

from graphmem.clock import SystemClock
from graphmem.config import Settings
from graphmem.episodic.policy import WritePolicy
from graphmem.episodic.prepare import Stamps, prepare
from graphmem.errors import EncoderError, EncoderMismatchError, EncoderReplacedError, SchemaError
from graphmem.interfaces.cli import main
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder, HashEncoder
from graphmem.memory import GraphMemory
from graphmem.models import EncoderIdentity
from graphmem.recall.recollection import Recollection
from graphmem.rules.keys import tenant_key
from graphmem.server import Instance, RunningServer, down, up
from graphmem.store.catalogue import catalogue, tenant_query
from graphmem.store.connection import Database
from graphmem.store.rebuild import Rebuild, RebuildReport
from graphmem.user import UserMemory

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
TEXTS = [
    "Payment failed: card declined",
    "The report goes out as PDF",
    "我下周搬到里昂",
    "Retried, it worked",
    "报表是乱码",
]
CUES = ["why did the card fail?", "in which format is the report?", "我搬到哪里？", "乱码"]


class Words(HashEncoder):
    """The encoder for tests, once for each dimension."""

    def __init__(self, dimension: int, name: str = "words") -> None:
        self._DIMENSION, self._name = dimension, name

    @property
    def identity(self) -> EncoderIdentity:
        return EncoderIdentity(model=f"tests/{self._name}-{self._DIMENSION}", dimension=self._DIMENSION)


OLD, NEW, THIRD, HASH = Words(48), Words(96), Words(48, "other words"), HashEncoder()


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    settings = Settings(data_dir=tmp_path_factory.mktemp("data"), instance="rebuild", heap="512m")
    instance = Instance.of(settings)
    yield instance
    down(instance)


@pytest.fixture(scope="module")
def server(own: Instance) -> RunningServer:
    return up(own)


@pytest.fixture(scope="module")
def graph(server: RunningServer) -> Iterator[Graph]:
    graph = Graph(server)
    yield graph
    graph.close()


class Store:
    """The store on this module's server, and ways to open and look at it."""

    def __init__(self, server: RunningServer, graph: Graph, own: Instance) -> None:
        self._server, self.graph, self._own = server, graph, own

    def wipe(self) -> None:
        self.graph.rows("MATCH (n) DETACH DELETE n")
        for row in self.graph.rows("SHOW CONSTRAINTS YIELD name"):
            self.graph.rows(f"DROP CONSTRAINT {row['name']}")
        for row in self.graph.rows("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name"):
            self.graph.rows(f"DROP INDEX {row['name']}")

    def settings(self) -> Settings:
        return Settings(
            neo4j_uri=self._server.bolt_uri,
            neo4j_password=self._server.password,
            neo4j_username=self._server.username,
            gate="everything",
            unite=False,
        )

    def open(self, encoder: Encoder) -> GraphMemory:
        """As a process of its own would."""
        return GraphMemory.open(settings=self.settings(), encoder=encoder)

    def database(self) -> Database:
        server = self._server
        return Database.open(server.bolt_uri, server.username, server.password.get_secret_value())

    def driver(self) -> neo4j.Driver:
        auth = (self._server.username, self._server.password.get_secret_value())
        return neo4j.GraphDatabase.driver(self._server.bolt_uri, auth=auth)

    def rebuild(self, encoder: Encoder, embed: Callable | None = None, **options) -> RebuildReport:
        with self.database() as database:
            embed = embed or partial(passage_vectors, encoder)
            return Rebuild(database, encoder.identity, embed, **{"batch": 4, **options}).run()

    def environment(self) -> dict[str, str]:
        return {
            "NEO4J_URI": self._server.bolt_uri,
            "NEO4J_PASSWORD": self._server.password.get_secret_value(),
            "GRAPHMEM_DATA_DIR": str(self._own.home.parent.parent),
        }

    def command(self, *arguments: str, encoder: str = "hash") -> Result:
        return CliRunner().invoke(main, ["schema", *arguments], env=self.environment() | {"GRAPHMEM_ENCODER": encoder})

    def slots(self) -> dict[str, tuple[str, str]]:
        """State and model of every slot by its index."""
        rows = self.graph.rows("MATCH (e:Encoder) RETURN e.index_name AS name, e.state AS state, e.model AS model")
        return {row["name"]: (row["state"], row["model"]) for row in rows}

    def indexes(self) -> dict[str, int]:
        """Dimension of every vector index that is online."""
        rows = self.graph.rows("SHOW VECTOR INDEXES YIELD name, state, options WHERE state = 'ONLINE' RETURN *")
        return {row["name"]: row["options"]["indexConfig"]["vector.dimensions"] for row in rows}

    def is_dropping(self) -> bool:
        """Whether somebody waits to drop an index."""
        return bool(self.graph.rows("SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery CONTAINS 'DROP INDEX'"))

    def is_all_of(self, encoder: Encoder) -> bool:
        """Every event has the embedding of its own text by that encoder in the active slot, and none in another."""
        ((active, (_, model)),) = self.slots().items()
        key, gone = ("embedding_b", "embedding") if active.endswith("_b") else ("embedding", "embedding_b")
        rows = self.graph.rows(
            "MATCH (e:Event) RETURN e.actor + ': ' + e.content AS text, e[$key] AS made, e[$gone] AS gone",
            key=key,
            gone=gone,
        )
        wanted = encoder.passages([row["text"] for row in rows])
        made = [row["made"] for row in rows]
        whole = all(row["gone"] is None and row["made"] is not None for row in rows)
        both = (active, active.replace("event", "fact"))
        right_indexes = self.indexes() == dict.fromkeys(both, encoder.identity.dimension)
        facts = self.graph.rows(
            "MATCH ()-[f:FACT]->() RETURN f.text AS text, f[$key] AS made, f[$gone] AS gone", key=key, gone=gone
        )
        if facts:
            whole &= all(row["gone"] is None and row["made"] is not None for row in facts)
            of_facts = encoder.passages([row["text"] for row in facts])
            whole = whole and np.allclose([row["made"] for row in facts], of_facts, atol=1e-6)
        return model == encoder.identity.model and right_indexes and whole and np.allclose(made, wanted, atol=1e-6)


@pytest.fixture
def store(server: RunningServer, graph: Graph, own: Instance) -> Store:
    """Empty, without even a schema."""
    store = Store(server, graph, own)
    store.wipe()
    return store


def tell(user: UserMemory, number: int = 10) -> None:
    """The same history for every store: sessions, both languages, one text as often as it comes."""
    report = user.record_many(
        [
            {
                "event_id": f"e{n}",
                "session_id": f"s{n % 3}",
                "content": f"{TEXTS[n % len(TEXTS)]}, {user.id} {n}",
                "occurred_at": MAY + timedelta(minutes=n),
            }
            for n in range(number)
        ]
    )
    assert not report.refused


def found(recollection: Recollection) -> list[tuple[str, float, dict[str, int]]]:
    return [(hit.event.event_id, pytest.approx(hit.score, abs=1e-4), hit.found_by) for hit in recollection.events]


def recalled(user: UserMemory) -> list[list[tuple[str, float, dict[str, int]]]]:
    return [found(user.recall(cue, now=MAY, k=20)) for cue in CUES]


def test_recall_is_that_of_a_store_built_with_the_new_encoder(store: Store) -> None:
    with store.open(NEW) as memory:
        for name in ("ada", "bob"):
            tell(memory.user(name))
        afresh = [recalled(memory.user(name)) for name in ("ada", "bob")]
    store.wipe()
    with store.open(OLD) as memory:
        for name in ("ada", "bob"):
            tell(memory.user(name))
        assert [recalled(memory.user(name)) for name in ("ada", "bob")] != afresh

    report = store.rebuild(NEW)

    assert (report.embedded, report.removed) == (20, 20)
    assert store.is_all_of(NEW)
    with store.open(NEW) as memory:
        assert [recalled(memory.user(name)) for name in ("ada", "bob")] == afresh
        memory.user("ada").record("and it goes on", event_id="later")
        assert memory.user("ada").recall("and it goes on").events[0].event.event_id == "later"
    assert store.is_all_of(NEW)


def test_it_goes_back_and_forth(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    for encoder in (NEW, OLD, NEW, THIRD):
        store.rebuild(encoder)
        assert store.is_all_of(encoder)


def test_a_store_whose_encoder_is_another_names_the_rebuild_as_the_way_out(store: Store) -> None:
    store.open(OLD).close()
    with pytest.raises(EncoderMismatchError, match=r"tests/words-96 .*: graphmem schema rebuild"):
        store.open(NEW)


def test_an_encoder_that_no_index_takes_is_refused_before_anything_is_changed(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    with pytest.raises(EncoderError, match="an index takes 1 to 4096"):
        store.rebuild(Words(5000))
    assert store.is_all_of(OLD)


# While others use the memory


def test_recall_and_recording_go_on_over_the_old_embeddings(store: Store) -> None:
    with store.open(OLD) as memory:
        ada = memory.user("ada")
        tell(ada)
        before, during = recalled(ada), []

        def embed(texts: Sequence[str]) -> np.ndarray:
            if not during:
                during.append(recalled(ada))
                ada.record("said while it was rebuilt", event_id="0", session_id="s0", occurred_at=MAY)
                memory.user("new").record("told by somebody new")
                store.graph.rows("MATCH (e:Event {event_id: 'e1'}) DETACH DELETE e")
                assert ada.recall("said while it was rebuilt").events[0].event.event_id == "0"
            return passage_vectors(NEW, texts)

        report = store.rebuild(NEW, embed)

    assert during == [before]
    assert report.embedded == 11
    assert store.is_all_of(NEW)
    assert store.graph.count("ada") == 10
    assert store.graph.count("new") == 1


def test_writers_lose_nothing_to_the_switch_and_are_then_refused(store: Store) -> None:
    acknowledged: list[str] = []
    refused: list[EncoderMismatchError] = []
    under_way, over = threading.Event(), threading.Event()

    def write(number: int) -> None:
        with store.open(OLD) as memory:
            for n in itertools.count():
                event_id = f"w{number}-{n}"
                last = over.is_set()
                try:
                    # Now and then a user whom nobody knew.
                    user = memory.user(f"writer{number}" + (f"-{n}" if n % 5 == 0 else ""))
                    user.record(f"{TEXTS[n % 5]} {event_id}", event_id=event_id, session_id="s")
                except EncoderMismatchError as error:
                    refused.append(error)
                    return
                acknowledged.append(event_id)
                assert not last, "an event was stored with the old encoder after the rebuild"
                if n > 3:
                    under_way.set()

    store.open(OLD).close()
    with ThreadPoolExecutor(3) as pool:
        writing = [pool.submit(write, number) for number in range(3)]
        assert under_way.wait(60)
        store.rebuild(NEW, batch=16)
        over.set()
        for done in writing:
            done.result()

    assert len(refused) == 3
    rows = store.graph.rows("MATCH (e:Event) RETURN e.event_id AS id")
    assert sorted(row["id"] for row in rows) == sorted(acknowledged)
    assert store.is_all_of(NEW)


def test_an_event_that_is_committed_after_the_switch_is_not_missed(store: Store) -> None:
    """The narrowest case: its transaction read the old ticket before the switch, and ends after it."""
    policy = WritePolicy(gate="everything", unite=False)
    row = prepare(
        {"content": "on its way", "event_id": "late"},
        policy=policy,
        stamps=Stamps(SystemClock()),
        zone=lambda: None,
        session_id=None,
        task_type=None,
    )
    with (
        store.open(OLD) as memory,
        store.driver() as driver,
        driver.session(database="neo4j") as session,
        ThreadPoolExecutor(1) as pool,
    ):
        memory.user("ada").record("there from the start")
        slot, late = memory.database.slot, []
        assert slot is not None
        embedding = Vector(OLD.passages([row.passage])[0])
        params = {
            "rows": [{"event_id": "late", "properties": row.properties(policy, "bob"), "embedding": embedding}],
            **{"actors": ["user"], "sessions": [], "links": [], "causes": [], "recorded_at": MAY},
            **{"transients": [], "refusals": [], "expired": MAY, "same_within": 7, "lucene": "nothing"},
            **{"user_id": "bob", "tenant_key": tenant_key("bob"), **slot.params},
        }

        def embed(texts: Sequence[str]) -> np.ndarray:
            if not late:
                late.append(session.begin_transaction())
                (answer,) = late[0].run(tenant_query("episodic.record").statement, params)
                assert answer["current"]
            return passage_vectors(NEW, texts)

        running = pool.submit(store.rebuild, NEW, embed)
        wait_for(lambda: store.slots().get("event_embedding_b", ("", ""))[0] == "active", running)
        wait_for(lambda: "event_embedding" not in store.indexes() or store.is_dropping(), running)
        assert store.graph.count("bob") == 0
        late[0].commit()
        running.result(timeout=120)

    assert store.graph.count("bob") == 1
    assert store.is_all_of(NEW)


def wait_for(condition: Callable[[], bool], running: Future) -> None:
    """Until it holds while the rebuild runs."""
    deadline = time.monotonic() + 120
    while not condition():
        assert not running.done(), "the rebuild ended while an event was on its way"
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("others", [[NEW], [NEW, THIRD]], ids=["other slot", "same slot and dimension"])
def test_whoever_holds_the_old_encoder_is_refused_and_told_to_reopen(store: Store, others: list[Encoder]) -> None:
    with store.open(OLD) as memory:
        ada = memory.user("ada")
        tell(ada)
        for encoder in others:
            store.rebuild(encoder)
        before = store.graph.fingerprint("ada")

        for act in (
            lambda: ada.record("too late"),
            lambda: ada.record_many([{"content": "too late"}, {"content": "this, too"}]),
            lambda: ada.session("s9").record("too late"),
            lambda: memory.user("somebody new").record("too late"),
            lambda: ada.recall(CUES[0]),
        ):
            with pytest.raises(EncoderReplacedError, match=r"schema status.*reopen"):
                act()

        assert store.graph.fingerprint("ada") == before
        assert store.graph.rows("MATCH (n {user_id: 'somebody new'}) RETURN n") == []
    assert store.is_all_of(others[-1])
    with store.open(others[-1]) as memory:
        assert memory.user("ada").recall(CUES[0]).events


def test_every_query_about_embeddings_says_whether_its_slot_is_in_use() -> None:
    about = {name: query for name, query in catalogue().items() if "ticket" in query.param_names}
    of_users = {name for name in about if not name.startswith("schema.")}
    assert of_users >= {"episodic.record", "recall.context", "recall.nearest", "recall.nearest_b", "embed.fill"}
    for name in of_users:
        assert "index_name" in about[name].param_names, name
        assert "current" in about[name].column_names, name


# Interrupted


def test_a_rebuild_that_was_killed_goes_on_where_it_was(store: Store, tmp_path: Path) -> None:
    number = 300
    with store.open(OLD) as memory:
        tell(memory.user("ada"), number)
    environment = os.environ | store.environment() | {"GRAPHMEM_ENCODER": "hash", "GRAPHMEM_ENCODER_BATCH": "1"}
    rebuilding = subprocess.Popen(
        [GRAPHMEM, "schema", "rebuild"], env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with rebuilding:
        done = 0
        while done < 10 and rebuilding.poll() is None:
            done = store.graph.rows("MATCH (e:Event) RETURN count(e.embedding_b) AS n")[0]["n"]
        rebuilding.send_signal(signal.SIGKILL)
    assert 10 <= done < number, "it was over before it could be killed"

    unfinished = store.command("status", "--json")
    assert unfinished.exit_code == 6
    assert [slot["state"] for slot in json.loads(unfinished.stdout)["slots"]] == ["active", "filling"]
    with store.open(OLD) as memory:
        assert memory.user("ada").recall(CUES[0]).events
    report = json.loads(store.command("rebuild", "--json").stdout)

    assert report["embedded_before"] >= done
    assert report["embedded"] == number - report["embedded_before"]
    assert report["leftover"] is None
    assert store.is_all_of(HASH)


def interrupted(store: Store, encoder: Encoder, step: str, after: int = 1) -> None:
    """A rebuild that ends at the given step, when that many events are done in it."""

    class Interruption(Exception):
        pass

    def progress(at: str, done: int, _: int) -> None:
        if at == step and done >= after:
            raise Interruption

    with contextlib.suppress(Interruption):
        store.rebuild(encoder, progress=progress)
        raise AssertionError(f"there was no step {step}")


def test_what_a_rebuild_to_a_third_encoder_left_is_removed_first(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    interrupted(store, NEW, "embedding")
    assert store.slots() == {
        "event_embedding": ("active", "tests/words-48"),
        "event_embedding_b": ("filling", "tests/words-96"),
    }

    said = store.command("rebuild")

    assert said.exit_code == 0
    assert "A rebuild was not finished. What is left of the embeddings of tests/words-96" in said.stdout
    assert "10 of 10 events and facts are to be embedded" in said.stdout
    assert "Embedded 10 events and facts and removed 14 embeddings" in said.stdout
    assert store.is_all_of(HASH)


@pytest.mark.parametrize("step", ["emptying", "cleaning"])
def test_a_removal_that_was_interrupted_is_finished(store: Store, step: str) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    if step == "emptying":
        interrupted(store, THIRD, "embedding")
    interrupted(store, NEW, step, after=0)
    assert "emptying" in {state for state, _ in store.slots().values()}

    store.rebuild(NEW)

    assert store.is_all_of(NEW)


def test_a_rebuild_can_be_given_up(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
        interrupted(store, NEW, "embedding")
        report = store.rebuild(OLD)
        assert (report.embedded, report.removed) == (0, 4)
        memory.user("ada").record("the old encoder stays in use")
    assert store.is_all_of(OLD)


def test_of_two_rebuilds_the_later_one_takes_over(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    later: list[RebuildReport] = []

    def embed(texts: Sequence[str]) -> np.ndarray:
        if not later:
            later.append(store.rebuild(THIRD))
        return passage_vectors(NEW, texts)

    with pytest.raises(SchemaError, match="Another rebuild of this store has begun or ended"):
        store.rebuild(NEW, embed)

    assert store.is_all_of(THIRD)


def test_events_without_an_embedding_are_embedded(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    store.graph.rows("MATCH (e:Event {event_id: 'e3'}) REMOVE e.embedding")
    assert store.rebuild(OLD).embedded == 1
    assert store.is_all_of(OLD)


def test_a_store_from_before_there_were_two_slots_is_one_with_the_first_active(store: Store) -> None:
    with store.open(OLD) as memory:
        tell(memory.user("ada"))
    store.graph.rows("MATCH (e:Encoder) REMOVE e.state, e.ticket")
    with store.open(OLD) as first, store.open(OLD) as second:
        for memory in (first, second):
            memory.user("ada").record("is still recorded")
            assert memory.user("ada").recall(CUES[0]).events
    store.rebuild(NEW)
    assert store.is_all_of(NEW)


# The command line


def test_the_commands_tell_what_is_and_what_is_to_be_done(store: Store) -> None:
    empty = store.command("status", "--json")
    assert empty.exit_code == 6
    assert json.loads(empty.stdout)["pending"] == [
        "m001_first_light",
        "m002_worth_keeping",
        "m003_quick_record",
        "m004_who_and_what",
        "m005_what_is_true",
        "m006_alike_facts",
    ]
    assert "no encoder yet" in store.command("rebuild", "--dry-run").output

    planned = json.loads(store.command("upgrade", "--dry-run", "--json").stdout)
    assert "schema.m001_first_light.050_event_key" in planned["migrations"][0]["statements"]
    assert store.indexes() == {}, "a dry run changes nothing"
    assert "Applied m001_first_light" in store.command("upgrade").stdout
    assert "up to date" in store.command("upgrade").stdout

    fine = store.command("status")
    assert fine.exit_code == 0
    assert "0 of 0 events and facts embedded; index online" in fine.stdout
    assert "Nothing to do: all 0 events and facts are embedded by graphmem/hash" in store.command("rebuild").stdout

    other = store.command("status", encoder="use")
    assert other.exit_code == 6
    assert "universal-sentence-encoder-multilingual/3 (512 dimensions) is configured" in other.stdout
    before = store.slots()
    planned = json.loads(store.command("rebuild", "--dry-run", "--json", encoder="use").stdout)
    assert (planned["switches"], planned["nothing_to_do"], planned["dry_run"]) == (True, False, True)
    assert store.slots() == before
    assert store.command("upgrade", encoder="use").exit_code == 0, "an upgrade is not about the encoder"


def test_the_light_encoder_takes_over_from_the_one_for_tests(store: Store) -> None:
    with store.open(HASH) as memory:
        tell(memory.user("ada"))
    assert store.command("rebuild", encoder="use").exit_code == 0
    settings = store.settings().model_copy(update={"encoder": "use"})
    with GraphMemory.open(settings=settings) as memory:
        (first, *_) = memory.user("ada").recall("Where will I live?", k=1).events
        assert "里昂" in first.event.content
        assert store.is_all_of(memory.encoder)


def test_what_facts_say_is_embedded_anew_too_and_recalled_meanwhile(store):
    said = ["I live in Paris.", "我对花生过敏。", "I prefer PDF for reports.", "My dentist is Dr. Weber."]
    cues = ["where does the user live?", "PDF"]
    with store.open(OLD) as memory:
        ada = memory.user("ada")
        for text in said:
            ada.record(text, occurred_at=MAY)
        ada.consolidate()
        before = [[fact.text for fact in ada.recall(cue).facts] for cue in cues]
        assert all(before)

        def embed(texts: Sequence[str]):
            assert [[fact.text for fact in ada.recall(cue).facts] for cue in cues] == before
            return passage_vectors(NEW, texts)

        assert store.is_all_of(OLD)
        report = store.rebuild(NEW, embed, batch=3)
    assert report.embedded == len(said) + len(ada_facts(store))
    assert store.is_all_of(NEW)

    with store.open(NEW) as memory:
        ada = memory.user("ada")
        assert all([fact.text for fact in ada.recall(cue).facts] for cue in cues)
        ada.record("I live in Lyon now, I moved there.", occurred_at=MAY + timedelta(days=1))
        ada.consolidate()
        assert "Lyon" in ada.recall("where does the user live?").facts[0].text
    assert store.is_all_of(NEW)


def ada_facts(store: Store) -> list[str]:
    return [row["text"] for row in store.graph.rows("MATCH ()-[f:FACT {user_id: 'ada'}]->() RETURN f.text AS text")]


def test_a_store_from_before_facts_were_embedded_gets_its_index_in_the_slot_that_is_in_use(store, graph):
    with store.open(OLD) as memory:
        memory.user("ada").record("I live in Paris.", occurred_at=MAY)
        memory.user("ada").consolidate()
    store.rebuild(NEW)
    graph.rows("DROP INDEX fact_embedding_b")
    graph.rows("MATCH (m:Migration {version: 'm006'}) DELETE m")
    graph.rows("MATCH ()-[f:FACT]->() REMOVE f.embedding_b")

    with store.open(NEW) as memory:
        assert memory.user("ada").recall("where does the user live?").facts
    assert store.rebuild(NEW).embedded == 1
    assert store.is_all_of(NEW)
