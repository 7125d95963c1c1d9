"""What the README shows is so: its program runs as it stands, its commands, targets and links exist."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from pathlib import Path

import click
import pytest
from program import run, surprises

from graphmem.interfaces.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def shell_lines(program: str) -> list[list[str]]:
    """The arguments of every call of `program` in the shell blocks."""
    lines = [shlex.split(line, comments=True) for block in blocks("sh") for line in block.splitlines()]
    return [words[1:] for words in lines if words[:1] == [program]]


def test_the_program_runs_as_it_stands_and_recalls_what_it_recorded(e5_environment, tmp_path):
    (program,) = blocks("python")
    (tmp_path / "example.py").write_text(program, encoding="utf-8")

    ended = run(sys.executable, "example.py", environment=e5_environment, cwd=tmp_path)

    assert ended.returncode == 0, ended.stderr
    recorded = re.findall(r'record\("(.+?)"', program)
    assert len(recorded) == 4
    lines = ended.stdout.splitlines()
    assert all(any(text in line for line in lines[1:4]) for text in recorded[:3]), ended.stdout
    assert lines[-1].startswith("在查看的 4 个事件中排第 1，发生于 ")  # the language of the cue
    assert "Asia/Shanghai" in lines[-1]
    assert "由语义（第 " in lines[-1]
    assert surprises(ended.stderr) == []


@pytest.mark.parametrize("arguments", shell_lines("graphmem"), ids=shlex.join)
def test_a_shell_line_names_a_command_and_its_options(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "history.jsonl").touch()

    command: click.Command | None = main
    while isinstance(command, click.Group):
        command, arguments = command.get_command(click.Context(command), arguments[0]), arguments[1:]

    assert command is not None
    command.make_context("graphmem", list(arguments))  # raises when an option does not exist


def test_the_make_targets_exist_and_are_explained():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    explained = re.findall(r"^([a-z]+):.*  ## \w", makefile, re.MULTILINE)
    named = {words[0] for words in shell_lines("make")} | set(re.findall(r"`make ([a-z]+)`", README))

    assert {"demo", "test"} <= named
    assert named <= set(explained)


def test_what_is_installed_by_its_line_has_these_extras():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    ((_, requirement),) = shell_lines("pip")

    assert set(requirement.removeprefix("graphmem[").removesuffix("]").split(",")) <= extras.keys()


def anchors(page: Path) -> set[str]:
    """The fragments under which the headings of a page are reached."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_link_leads_nowhere(page):
    text = re.sub(r"^```.*?^```$|`[^`\n]+`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        assert not fragment or fragment in anchors(there), target
