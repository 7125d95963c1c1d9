"""`graphmem extract`: no server, one answer a line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from graphmem.interfaces.cli import main


@pytest.fixture
def extract(tmp_path, monkeypatch):
    """Runs the command in an empty folder, where no server could start."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRAPHMEM_DATA_DIR", str(tmp_path / "nothing here"))

    def run(*arguments, input=None):
        return CliRunner().invoke(main, ["extract", *arguments], input=input)

    yield run
    assert not (tmp_path / "nothing here").exists()


def test_lines_are_answered_in_order(extract):
    rows = [
        {"id": 1, "text": "For reports I'd rather have PDF than Word", "occurred_at": "2026-05-01T09:00:00Z"},
        {"id": "b", "text": "我对乳胶过敏", "actor": "小苏", "occurred_at": "2026-05-01T09:00:00+08:00"},
        {"id": None, "text": "I live in Lisbon", "actor": "assistant"},
    ]  # fmt: skip
    result = extract("-", "--json", input="".join(json.dumps(row) + "\n" for row in rows))

    assert result.exit_code == 0
    assert [json.loads(line) for line in result.output.splitlines()] == [
        {
            "id": 1,
            "triples": [
                {
                    "subject": "user",
                    "predicate": "prefers",
                    "object": "PDF",
                    "aspect": "report format",
                    "polarity": "+",
                    "quote": "For reports I'd rather have PDF than Word",
                }
            ],
        },
        {
            "id": "b",
            "triples": [
                {
                    "subject": "小苏",
                    "predicate": "allergic_to",
                    "object": "乳胶",
                    "aspect": "",
                    "polarity": "+",
                    "quote": "我对乳胶过敏",
                }
            ],
        },
        {"id": None, "triples": []},
    ]


def test_bad_lines_are_named_and_the_rest_goes_on(extract):
    lines = [
        '{"id": 1}',
        "no json",
        '{"id": 2, "text": "I live in Lisbon", "occurred_at": "noon"}',
        '{"id": 3, "text": "ok"}',
    ]
    result = extract("-", input="\n".join(lines))

    assert result.exit_code == 1
    assert '{"id": 3, "triples": []}' in result.output
    for number in (1, 2, 3):
        assert f"line {number}:" in result.output


def test_a_time_without_an_offset_is_refused(extract):
    result = extract("I live in Lisbon", "--at", "2026-05-01T09:00:00")

    assert result.exit_code == 1
    assert "occurred_at" in result.output


def test_people_read_one_line_a_fact(extract):
    assert "user · lives_in · Lisbon" in extract("I moved to Lisbon.").output
    assert "No fact is stated." in extract("Where do I live?").output


def test_programs_get_the_span_and_the_signs(extract):
    (found,) = json.loads(extract("I moved to Lisbon.", "--json").output)

    assert found["span"] == [0, 18]
    assert found["said"] == ["change"]
