"""`graphmem gate`: no server, one answer a line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from graphmem.interfaces.cli import main


@pytest.fixture
def gate(tmp_path, monkeypatch):
    """Runs the command in an empty folder, where no server could start."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRAPHMEM_DATA_DIR", str(tmp_path / "nothing here"))

    def run(*arguments, input=None):
        return CliRunner().invoke(main, ["gate", *arguments], input=input)

    yield run
    assert not (tmp_path / "nothing here").exists()


def answers(result):
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_lines_are_answered_in_order(gate):
    rows = [
        {"id": "a", "text": "haha ok"},
        {"id": 7, "text": "我对花生过敏", "actor": "user"},
        {"id": "c", "text": "Error: timeout", "actor": "tool", "event_type": "tool_result"},
        {"id": None, "text": "Maybe it is DNS", "actor": "assistant"},
        {"id": "e", "text": ""},
    ]
    result = gate("-", input="\n".join(map(json.dumps, rows)) + "\n")

    assert result.exit_code == 0
    found = answers(result)
    assert [row["id"] for row in found] == ["a", 7, "c", None, "e"]
    assert [row["keep"] for row in found] == [False, True, True, True, False]
    assert [row["reason"] for row in found] == ["laughter", "person", "tool_error", "guess", "no_words"]
    assert [row["unverified"] for row in found] == [False, False, False, True, False]
    assert found[1]["importance"] >= 0.85
    assert found[1]["importance_reasons"] == ["allergy"]


def test_a_bad_line_is_named_without_its_text_and_the_rest_goes_on(gate):
    bad = [b"not json hunter2", b"[1]", b'{"id": 1}', b'{"text": 5}', b'{"text": "x", "event_type": "shout"}', b"\xff"]
    good = '{"id": "last", "text": "我住在里昂"}'.encode()
    result = gate("-", input=b"\n".join([*bad, b"", good]))

    assert result.exit_code == 1
    assert [row["id"] for row in answers(result)] == ["last"]
    for number in range(1, 7):
        assert f"line {number}: " in result.stderr
    assert "line 7" not in result.stderr
    assert "hunter2" not in result.output


def test_the_policy_is_the_settings_unless_given(gate, tmp_path):
    line = '{"id": 1, "text": "the blue one"}'
    assert answers(gate("-", input=line))[0]["keep"]
    (tmp_path / "graphmem.toml").write_text('[gate]\npolicy = "strict"\n', encoding="utf-8")
    assert not answers(gate("-", input=line))[0]["keep"]
    assert answers(gate("-", "--policy", "everything", input=line))[0]["keep"]


def test_own_rules_of_the_settings_file_count(gate, tmp_path):
    (tmp_path / "graphmem.toml").write_text(
        '[[importance.rules]]\nname = "vip"\npatterns = ["金牌客户"]\nfloor = 0.9\n', encoding="utf-8"
    )
    (found,) = answers(gate("金牌客户", "--json"))
    assert found["importance"] == 0.9
    assert "vip" in found["importance_reasons"]


def test_a_rule_that_cannot_be_read_is_said_in_one_line(gate, tmp_path):
    (tmp_path / "graphmem.toml").write_text('[[importance.rules]]\nname = "vip"\npatterns = ["(a"]\n', encoding="utf-8")
    result = gate("hello")
    assert result.exit_code == 1
    assert "'vip' cannot be read" in result.stderr


@pytest.mark.parametrize(
    ("text", "says"), [("please cancel the flight", "kept: trouble"), ("哈哈", "refused: laughter")]
)
def test_a_single_text_is_explained(gate, text, says):
    result = gate(text)
    assert result.exit_code == 0
    assert says in result.output
    assert "importance" in result.output


def test_who_says_it_and_what_it_is_count(gate):
    (found,) = answers(gate("Connection refused", "--actor", "tool", "--json"))
    assert found["reason"] == "tool_error"
    (found,) = answers(gate("use SQLite", "--type", "decision", "--json"))
    assert found["reason"] == "decision"
