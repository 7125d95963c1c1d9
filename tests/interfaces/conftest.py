"""The command line in this process, against the server that all tests share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from exports import Files, Wipe
from graph import Graph

from graphmem.interfaces.cli import main
from graphmem.memory import GraphMemory
from graphmem.user import UserMemory

Run = Callable[..., Result]


@pytest.fixture
def environment(environment: dict[str, str]) -> dict[str, str]:
    """The same, and everything is kept apart as it comes."""
    return environment | {"GRAPHMEM_GATE": "everything", "GRAPHMEM_UNITE": "false"}


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
