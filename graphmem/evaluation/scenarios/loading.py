"""Which suites are meant by files and folders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from graphmem.errors import InvalidInputError
from graphmem.evaluation.scenarios.checking import checked
from graphmem.evaluation.scenarios.labelled import Half, is_labelled, labelled
from graphmem.evaluation.scenarios.suite import Suite
from graphmem.evaluation.scenarios.yaml_file import YamlFile


def load_suites(paths: Sequence[Path], half: Half = "first") -> list[Suite]:
    """The suites of YAML files, of folders of them, and of labelled sets.

    Args:
        paths: the files and folders.
        half: which questions of labelled sets, and which of the files name.first.yaml and name.second.yaml of a folder.

    Raises:
        InvalidInputError: something is missing or cannot be used; the message says where, and what to do.
    """
    suites = [suite for path in paths for suite in _of(path, half)]
    names = [suite.name for suite in suites]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InvalidInputError(f"Two suites are called {twice[0]!r}. Give each a `name` of its own.")
    return suites


def _of(path: Path, half: Half) -> list[Suite]:
    if not path.exists():
        raise InvalidInputError(f"There is no {path}. Name a YAML file, or a folder of them.")
    if path.is_file():
        return [_yaml(path)]
    if is_labelled(path):
        return [labelled(path, half)]
    files = sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml"))
    if not files:
        raise InvalidInputError(f"{path} holds no YAML file. docs/scenarios.md shows how to write one.")
    return [_yaml(file, _half_of(file)) for file in files if half == "both" or _half_of(file) in (None, half)]


def _half_of(file: Path) -> str | None:
    """Which half of a suite a file says that it is: "name.first.yaml" or "name.second.yaml"."""
    name, _, ending = file.stem.rpartition(".")
    return ending if name and ending in ("first", "second") else None


def _yaml(file: Path, half: str | None = None) -> Suite:
    source = YamlFile.read(file)
    data = source.data()
    if not isinstance(data, dict):
        raise InvalidInputError(f"{file} is no map with `users` in it. docs/scenarios.md shows how to write a suite.")
    named = {"name": file.stem.removesuffix(f".{half}"), **data}
    return checked({**named, "name": f"{named['name']}, {half} half"} if half else named, source)
