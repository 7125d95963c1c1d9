"""`graphmem read-cue`: no server, one answer a line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from graphmem.interfaces.cli import main


@pytest.fixture
def read_cue(tmp_path, monkeypatch):
    """Runs the command in an empty folder, where no server could start."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRAPHMEM_DATA_DIR", str(tmp_path / "nothing here"))

    def run(*arguments, input=None):
        return CliRunner().invoke(main, ["read-cue", *arguments], input=input)

    yield run
    assert not (tmp_path / "nothing here").exists()


def test_lines_are_answered_in_order_with_times_in_utc(read_cue):
    rows = [
        {"id": 1, "text": "上週三的會議誰參加了", "now": "2026-06-17T10:30:00+08:00", "time_zone": "Asia/Shanghai"},
        {"id": "b", "text": "addresses before June 1", "now": "2026-06-17T14:30:00Z", "time_zone": "America/New_York"},
        {"id": None, "text": "the time before last", "now": "2026-06-17T14:30:00Z", "time_zone": "UTC"},
    ]
    result = read_cue("-", "--json", input="\n".join(map(json.dumps, rows)))

    assert result.exit_code == 0
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["id"] for row in found] == [1, "b", None]
    assert [row["interval"] for row in found] == [
        {"since": "2026-06-09T16:00:00Z", "until": "2026-06-10T16:00:00Z", "precision": "day"},
        {"since": None, "until": "2026-06-01T04:00:00Z", "precision": "day"},
        None,
    ]
    assert found[2]["order"] == "before_last"
    assert list(found[0]) == ["id", "language", "kinds", "interval", "order", "actors", "entities"]


def test_a_bad_line_is_named_and_the_rest_goes_on(read_cue):
    now = "2026-06-17T14:30:00Z"
    bad = [
        {"id": 1},
        {"text": "x"},
        {"text": "x", "now": "soon"},
        {"text": "x", "now": "2026-06-17T14:30:00"},
        {"text": "x", "now": now, "time_zone": "Mars"},
        {"text": "x", "now": now, "time_zone": 1},
    ]
    result = read_cue("-", input="\n".join(map(json.dumps, [*bad, {"id": "last", "text": "今天", "now": now}])))

    assert result.exit_code == 1
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["last"]
    assert all(f"line {number}: " in result.stderr for number in range(1, len(bad) + 1))


def test_a_single_cue_is_shown_in_words(read_cue):
    result = read_cue("what did I say last week", "--now", "2026-06-17T10:30:00+02:00", "--time-zone", "Europe/Berlin")

    assert result.exit_code == 0
    assert "2026-06-07T22:00:00Z to before 2026-06-14T22:00:00Z (week: 'last week')" in result.output
    assert "user" in result.output


def test_a_time_without_its_offset_is_refused_in_one_line(read_cue):
    result = read_cue("yesterday", "--now", "2026-06-17T10:30:00")

    assert result.exit_code == 1
    assert "now has no time zone" in result.stderr
