"""The ways to install: what the lock holds on which platform, and the Neo4j for people who run Docker."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from graphmem.server.lock import jars_lock

ROOT = Path(__file__).resolve().parent.parent
PLATFORMS = {
    "Linux x86-64": {
        "sys_platform": "linux",
        "platform_system": "Linux",
        "platform_machine": "x86_64",
        "os_name": "posix",
    },
    "macOS": {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "arm64", "os_name": "posix"},
    "Windows": {"sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64", "os_name": "nt"},
}


def _lock(name: str) -> list[Requirement]:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    entries = re.findall(r"^([a-z0-9].*?)\s*\\?$", text, re.MULTILINE)
    return [Requirement(entry) for entry in entries]


def _installed_on(platform: str, python: str = "3.12") -> set[str]:
    environment = {
        **PLATFORMS[platform],
        "python_version": python,
        "python_full_version": f"{python}.0",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "extra": "",
    }
    return {
        canonicalize_name(entry.name)
        for entry in _lock("dev.lock")
        if entry.marker is None or entry.marker.evaluate(environment)
    }


def _cuda(names: set[str]) -> set[str]:
    return {name for name in names if name.startswith(("nvidia-", "cuda-")) or name == "triton"}


@pytest.mark.parametrize("platform", ["macOS", "Windows"])
def test_no_cuda_package_is_installed_where_the_platform_allows_it(platform: str) -> None:
    installed = _installed_on(platform)
    assert "torch" in installed
    assert _cuda(installed) == set()


def test_the_cuda_packages_of_linux_are_the_only_difference_that_weighs() -> None:
    """What docs/install.md says of Linux; when this fails, measure and write it anew."""
    linux = _installed_on("Linux x86-64")
    assert {"triton", "nvidia-cudnn-cu13", "nvidia-cublas"} <= _cuda(linux)
    assert linux - _cuda(linux) - _installed_on("macOS") == set()


@pytest.mark.parametrize("name", ["dev.lock", "uv.lock"])
def test_a_lock_pins_every_package_once_to_a_version_that_is_real(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    entries = _lock(name)
    assert entries
    assert [str(entry) for entry in entries if not re.fullmatch(r"==[^*,]+", str(entry.specifier))] == []
    assert [str(entry) for entry in entries if "999.9.9" in str(entry.specifier)] == []
    assert text.count("\n    --hash=sha256:") >= len(entries)
    assert not re.search(r"^--|://", text, re.MULTILINE), "the lock names a host"


def test_everything_the_project_asks_for_is_in_the_lock() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    wanted = [Requirement(line) for group in groups for line in group]
    locked = {canonicalize_name(entry.name): str(entry.specifier).removeprefix("==") for entry in _lock("dev.lock")}
    own = [each for each in wanted if canonicalize_name(each.name) != project["name"]]

    assert [each.name for each in own if canonicalize_name(each.name) not in locked] == [], "run make lock"
    assert [str(each) for each in own if not each.specifier.contains(locked[canonicalize_name(each.name)])] == []


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    service: dict[str, Any] = yaml.safe_load(text)["services"]["neo4j"]
    return service


def test_docker_runs_the_version_of_the_local_server(compose) -> None:
    assert compose["image"] == f"neo4j:{jars_lock().neo4j}-community"


def test_docker_listens_on_loopback_only(compose) -> None:
    assert sorted(compose["ports"]) == ["127.0.0.1:7474:7474", "127.0.0.1:7687:7687"]


def test_docker_has_no_password_until_one_is_chosen(compose) -> None:
    assert re.fullmatch(r"neo4j/\$\{NEO4J_PASSWORD:\?[^}]+\}", compose["environment"]["NEO4J_AUTH"])


def test_docker_tells_when_neo4j_answers_and_keeps_the_data(compose) -> None:
    kind, command = compose["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    assert "cypher-shell" in command
    assert re.sub(r"\$\$", "", command).count("$") == 0, "compose would put in a variable of the host"
    assert "neo4j-data:/data" in compose["volumes"]


def _setting(variable: str) -> str:
    """The image's rule: a prefix, then `_` stands for `.` and `__` for `_`."""
    return variable.removeprefix("NEO4J_").replace("__", "\0").replace("_", ".").replace("\0", "_")


@pytest.mark.usefixtures("database")
def test_docker_sets_what_neo4j_knows_and_as_privately_as_the_local_server(compose, graph) -> None:
    given = {_setting(name): value for name, value in compose["environment"].items() if name != "NEO4J_AUTH"}
    local = {row["name"]: row["value"] for row in graph.rows("SHOW SETTINGS YIELD name, value")}

    assert [name for name in given if name not in local] == []
    private = [name for name in given if re.search("telemetry|fleet|usage|logs|csv|language|timeout", name)]
    assert len(private) >= 8
    assert {name: given[name].upper() for name in private} == {name: local[name].upper() for name in private}
