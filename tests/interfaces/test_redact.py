"""`graphmem redact`: texts in, texts with placeholders out, without any server."""

import json

import pytest
from click.testing import CliRunner

from graphmem.interfaces.cli import main


@pytest.fixture
def graphmem(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *arguments, input=None: CliRunner().invoke(main, ["redact", *arguments], input=input)


def test_a_text_is_shown_as_it_would_be_stored(graphmem):
    assert graphmem("我的密码是Abc@12345，别忘了").output == "我的密码是[PASSWORD]，别忘了\n"


def test_contacts_are_taken_out_only_where_asked(graphmem):
    assert graphmem("mail ada@example.com").output == "mail ada@example.com\n"
    assert graphmem("--redact-contacts", "mail ada@example.com").output == "mail [EMAIL]\n"


def test_json_says_where_something_was_found(graphmem):
    shown = json.loads(graphmem("--json", "my pin is 4931").output)

    assert shown == {"text": "my pin is [PASSWORD]", "found": [{"type": "password", "start": 10, "end": 14}]}


def test_lines_are_answered_in_order_and_a_bad_one_is_named(graphmem):
    lines = ['{"id": 2, "text": "my pin is 4931"}', "hunter2", "", '{"id": "x", "text": "你好", "actor": "user"}']

    result = graphmem("-", "--json", input="\n".join(lines))

    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {"id": 2, "text": "my pin is [PASSWORD]", "found": [{"type": "password", "start": 10, "end": 14}]},
        {"id": "x", "text": "你好", "found": []},
    ]
    assert "line 2" in result.stderr
    assert "hunter2" not in result.stderr
    assert result.exit_code == 1


def test_settings_add_own_patterns_and_contacts(graphmem, tmp_path):
    settings = 'redact_contacts = true\n[redaction]\npatterns = {employee_id = "EMP-[0-9]{6}"}\n'
    (tmp_path / "graphmem.toml").write_text(settings, encoding="utf-8")

    assert graphmem("EMP-004711, ada@example.com").output == "[EMPLOYEE_ID], [EMAIL]\n"


def test_a_pattern_that_cannot_be_used_is_named(graphmem, tmp_path):
    (tmp_path / "graphmem.toml").write_text('[redaction]\npatterns = {employee_id = "EMP-("}\n', encoding="utf-8")

    result = graphmem("hello")

    assert result.exit_code == 1
    assert "employee_id" in result.output
