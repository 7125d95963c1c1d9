"""A server of their own for the tests of rebuilding: the encoder of a store is everybody's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from graph import Graph
from rebuilds import Store

from graphmem.config import Settings
from graphmem.server import Instance, RunningServer, down, up


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    settings = Settings(data_dir=tmp_path_factory.mktemp("data"), instance="rebuild", heap="512m")
    instance = Instance.of(settings)
    yield instance
    down(instance)


@pytest.fixture(scope="session")
def server(own: Instance) -> RunningServer:
    return up(own)


@pytest.fixture(scope="session")
def graph(server: RunningServer) -> Iterator[Graph]:
    graph = Graph(server)
    yield graph
    graph.close()


@pytest.fixture
def store(server: RunningServer, graph: Graph, own: Instance) -> Store:
    """Empty, without even a schema."""
    store = Store(server, graph, own)
    store.wipe()
    return store
