"""The wheel, built from the sdist and installed with its dependencies into an empty environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from graphmem._version import __version__
from graphmem.store.catalogue import describe

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
UV = BIN / "uv"


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """What a command prints, which must succeed; nothing of this environment or tree is on its paths."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    ended = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment | more, capture_output=True, encoding="utf-8", check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def with_cache(*command: str | Path, cwd: Path) -> None:
    """Run what may download: first with what uv has in its cache, since then it takes seconds and no network."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    try:
        run(*command, cwd=cwd, PATH=path, UV_OFFLINE="1")
    except AssertionError:
        run(*command, cwd=cwd, PATH=path)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel that was built from it."""
    if not UV.exists():
        pytest.skip("needs uv beside Python, as `make` installs it")
    folder = tmp_path_factory.mktemp("dist")
    with_cache(sys.executable, "-m", "build", "--installer", "uv", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (wheel,) = dist.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that holds the wheel and what it asks for, at the versions of the lock."""
    folder = tmp_path_factory.mktemp("installed")
    run(UV, "venv", "--quiet", "--python", sys.executable, "environment", cwd=folder)
    programs = folder / "environment" / BIN.name
    without_cuda = ["--torch-backend", "cpu"] if version("torch").endswith("+cpu") else []
    lock = ["--no-verify-hashes", "-c", ROOT / "requirements" / "dev.lock"]
    with_cache(
        UV, "pip", "install", "--quiet", "--python", programs / "python", *without_cuda, *lock, wheel, cwd=folder
    )
    return programs


def test_the_sdist_and_the_wheel_have_the_version_of_the_package(dist: Path) -> None:
    assert sorted(file.name for file in dist.iterdir() if file.suffix in (".gz", ".whl")) == [
        f"graphmem-{__version__}-py3-none-any.whl",
        f"graphmem-{__version__}.tar.gz",
    ]


def test_the_wheel_holds_everything_the_package_reads_and_nothing_else(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "graphmem").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    queries = {f"graphmem/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "cypher").rglob("*.*")}

    assert held == package | queries
    assert held >= {
        "graphmem/py.typed",
        "graphmem/rules/ranking.toml",
        "graphmem/server/jars.lock.toml",
        "graphmem/interfaces/demo/history.jsonl",
        "graphmem/interfaces/demo/cues.json",
        "graphmem/interfaces/demo/said.jsonl",
        "graphmem/language/data/e5_small.json",
    }


def test_an_installed_graphmem_has_the_queries_of_the_tree(installed: Path, tmp_path: Path) -> None:
    assert json.loads(run(installed / "graphmem", "queries", "--json", cwd=tmp_path)) == describe()


def test_an_installed_graphmem_can_be_imported_and_reads_its_own_files(installed: Path, tmp_path: Path) -> None:
    program = "; ".join(
        [
            "import graphmem",
            "from graphmem import GraphMemory, Episode",
            "from graphmem.config import Settings",
            "from graphmem.language.encoder import make_encoder",
            "from graphmem.rules.ranking import ranking",
            "from graphmem.server import Instance",
            "assert ranking() and make_encoder(Settings()).identity.means and Instance.of(Settings())",
            "print(graphmem.__file__)",
        ]
    )

    printed = run(installed / "python", "-c", program, cwd=tmp_path)

    assert Path(printed.strip()).is_relative_to(installed.parent)
    assert run(installed / "graphmem", "--version", cwd=tmp_path) == f"graphmem, version {__version__}\n"


def test_without_the_extra_for_the_server_it_says_how_to_get_one(installed: Path, tmp_path: Path) -> None:
    ended = subprocess.run(
        [installed / "graphmem", "recall", "--user", "ada", "payment"],
        cwd=tmp_path,
        env=os.environ | {"GRAPHMEM_DATA_DIR": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert ended.returncode == 1
    assert ended.stderr.startswith("Error: ")
    assert 'pip install "graphmem[server]"' in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
