"""A real Neo4j for the whole run, and users of their own for each test."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import hypothesis
import pytest
from chat_server import ChatServer
from graph import Graph

from graphmem.config import Settings
from graphmem.episodic.policy import WritePolicy
from graphmem.language.encoder import Encoder, make_encoder
from graphmem.memory import GraphMemory
from graphmem.server import Instance, RunningServer, down, up
from graphmem.store.connection import Database
from graphmem.store.schema import Schema
from graphmem.user import UserMemory

# The tests see nothing of the settings of whoever runs them.
for _name in [name for name in os.environ if name.startswith(("GRAPHMEM_", "NEO4J_"))]:
    del os.environ[_name]
# Nothing happens beside a test but where it asks for it, so that what it compares stays as it was.
os.environ |= {"GRAPHMEM_BACKGROUND": "false", "GRAPHMEM_COUNT_RECALLS": "false"}

# The same examples on every run where a change is judged; new ones for whoever works on it.
hypothesis.settings.register_profile("ci", derandomize=True, deadline=None)
hypothesis.settings.register_profile("work", deadline=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "work")


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Own data; the jars and weights are kept in the user's cache folder, as for everyone."""
    return Settings(data_dir=tmp_path_factory.mktemp("data"), instance="tests", encoder="hash", heap="768m")


@pytest.fixture(scope="session")
def server(settings: Settings) -> Iterator[RunningServer]:
    """The managed local server, started once."""
    instance = Instance.of(settings)
    running = up(instance)
    yield running
    down(instance)


@pytest.fixture
def environment(settings: Settings, database: Database) -> dict[str, str]:
    """What makes a program use the server and the encoder of the tests."""
    return {
        "GRAPHMEM_DATA_DIR": str(settings.data_dir),
        "GRAPHMEM_INSTANCE": settings.instance,
        "NEO4J_DATABASE": database.name,
        "GRAPHMEM_ENCODER": settings.encoder,
    }


@pytest.fixture(scope="session")
def e5_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """What programs need to be as a newcomer's are: the real encoder, and a server of their own that they start."""
    data = tmp_path_factory.mktemp("newcomer")
    yield {"GRAPHMEM_DATA_DIR": str(data), "GRAPHMEM_HEAP": "512m"}
    down(Instance.of(Settings(data_dir=data)))


@pytest.fixture(scope="session")
def encoder(settings: Settings) -> Encoder:
    """The deterministic one."""
    return make_encoder(settings)


@pytest.fixture(scope="session")
def database(server: RunningServer, encoder: Encoder) -> Iterator[Database]:
    with Database.open(server.bolt_uri, server.username, server.password.get_secret_value()) as database:
        schema = Schema(database)
        schema.upgrade(encoder.identity)
        schema.check_encoder(encoder.identity)
        yield database


@pytest.fixture(scope="session")
def graph(server: RunningServer) -> Iterator[Graph]:
    """The graph as an analyst sees it."""
    graph = Graph(server)
    yield graph
    graph.close()


class Ticking:
    """A clock that a test sets and moves."""

    def __init__(self, start: datetime) -> None:
        self.time = start

    def now(self) -> datetime:
        return self.time

    def forward(self, **by: float) -> None:
        self.time += timedelta(**by)


@pytest.fixture
def clock() -> Ticking:
    return Ticking(datetime(2026, 6, 1, 9, 30, tzinfo=UTC))


@pytest.fixture
def memory(database: Database, encoder: Encoder, clock: Ticking) -> GraphMemory:
    """Keeps everything apart as it comes: for tests that are not about what is worth keeping."""
    return GraphMemory(database, encoder, clock=clock, policy=WritePolicy(gate="everything", unite=False))


@pytest.fixture
def choosy(database: Database, encoder: Encoder, clock: Ticking) -> GraphMemory:
    """The memory as it is out of the box."""
    return GraphMemory(database, encoder, clock=clock)


@pytest.fixture
def new_user(memory: GraphMemory) -> Callable[..., UserMemory]:
    """Makes users whom no other test knows."""

    def make(prefix: str = "user", **introduction: str) -> UserMemory:
        return memory.user(f"{prefix}-{uuid.uuid4().hex}", **introduction)

    return make


@pytest.fixture
def ada(new_user: Callable[..., UserMemory]) -> UserMemory:
    return new_user("ada")


@pytest.fixture
def bob(new_user: Callable[..., UserMemory]) -> UserMemory:
    return new_user("bob")


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    """An endpoint for a language model, which answers as the test says."""
    server = ChatServer()
    yield server
    server.close()
