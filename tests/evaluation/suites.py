"""Suites of scenarios in the tests: what is said of a mistake in one, and what comes of replaying some."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from program import GRAPHMEM, run, surprises

from graphmem.errors import InvalidInputError
from graphmem.evaluation.scenarios.loading import load_suites


def mistake(file: Path, suite: str, right: str, wrong: str) -> str:
    """What is said where in a good suite something wrong stands instead of what is right."""
    assert right in suite
    file.write_text(suite.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(InvalidInputError) as caught:
        load_suites([file])
    return str(caught.value)


def suites_as_replayed(suites: Path, environment: Mapping[str, str], folder: Path, *options: str) -> dict[str, Any]:
    """What the command tells of them, run in an empty folder."""
    command = (GRAPHMEM, "eval", "scenarios", str(suites), "--json", *options)
    ended = run(*command, environment=environment, cwd=folder)
    assert (ended.returncode, surprises(ended.stderr)) == (0, []), ended.stdout
    found: dict[str, Any] = json.loads(ended.stdout)
    return found
