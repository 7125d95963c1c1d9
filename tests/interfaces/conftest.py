"""The command line in this process, against the server that all tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from exports import Files, Wipe
from graph import Graph

from graphmem.config import Settings
from graphmem.interfaces.cli import main
from graphmem.memory import GraphMemory
from graphmem.store.connection import Database
from graphmem.user import UserMemory

Run = Callable[..., Result]


@pytest.fixture
def environment(settings: Settings, database: Database) -> dict[str, str]:
    """What makes a program use the server and the encoder of the tests, and keep everything apart as it comes."""
    return {
        "GRAPHMEM_DATA_DIR": str(settings.data_dir),
        "GRAPHMEM_INSTANCE": settings.instance,
        "NEO4J_DATABASE": database.name,
        "GRAPHMEM_ENCODER": settings.encoder,
        "GRAPHMEM_GATE": "everything",
        "GRAPHMEM_UNITE": "false",
    }


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in an empty folder; `more` is put into its environment."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, input: str | bytes | None = None, **more: str) -> Result:
        return CliRunner().invoke(main, arguments, input=input, env=environment | more)

    return run


@pytest.fixture
def files(memory: GraphMemory, tmp_path: Path) -> Files:
    return Files(memory, tmp_path)


@pytest.fixture
def wipe(graph: Graph) -> Wipe:
    def wipe(user: UserMemory) -> None:
        graph.rows("MATCH (n {user_id: $u}) DETACH DELETE n", u=user.id)

    return wipe
