"""The language model on the command line."""

from __future__ import annotations

import json
import uuid

import pytest
from chat_server import KEY, MODEL, ChatServer, clerk, fails, says, triple

KNOWN = {
    "Bristol is home now": [("user", "lives_in", "Bristol")],
    "你要找我就来青岛": [("user", "lives_in", "青岛")],
}


@pytest.fixture
def extract(chat: ChatServer, tmp_path, monkeypatch):
    """Runs `graphmem extract --llm` in an empty folder, where no server could start."""
    from click.testing import CliRunner

    from graphmem.interfaces.cli import main

    monkeypatch.chdir(tmp_path)
    chat.answer = clerk(KNOWN)

    def run(*arguments, input=None, **more):
        environment = {"GRAPHMEM_DATA_DIR": str(tmp_path / "nothing here"), **chat.environment, **more}
        return CliRunner().invoke(main, ["extract", "--llm", *arguments], input=input, env=environment)

    return run


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Bristol is home now.", "user · lives_in · Bristol  from 'Bristol is home now.'"),
        ("你要找我就来青岛。", "user · lives_in · 青岛  from '你要找我就来青岛。'"),
    ],
)
def test_the_reading_of_the_model_is_shown_with_what_it_took(extract, text: str, line: str) -> None:
    result = extract(text)
    assert (result.exit_code, result.stdout) == (0, line + "\n")
    assert f"Language model {MODEL}: 1 event read in 1 prompt, 100 tokens read and 20 written" in result.stderr
    (found,) = json.loads(extract(text, "--json").stdout)
    assert found["predicate"] == "lives_in"


def test_what_was_thrown_away_is_told(extract, chat: ChatServer) -> None:
    right = triple("e1", "user", "lives_in", "Bristol", "Bristol is home now")
    wrong = triple("e3", "user", "lives_in", "Bath", "Bristol is home now")
    chat.answer = says(json.dumps({"triples": [right, wrong]}))
    assert "thrown away: 1 naming no event of the prompt" in extract("Bristol is home now.").stderr


def test_lines_are_prompts_of_their_own_and_those_without_an_answer_are_named(extract, chat: ChatServer) -> None:
    lines = [{"id": 1, "text": "Bristol is home now."}, {"id": 2, "text": "REFUSE"}, {"id": 3, "text": "ok"}]
    good = clerk(KNOWN)
    chat.answer = lambda request: says(None, refusal="no") if "REFUSE" in str(request) else good(request)
    result = extract("-", input="\n".join(map(json.dumps, lines)))

    assert result.exit_code == 1
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == [1, 3]
    assert f"line 2: The language model {MODEL} refused to read the texts." in result.stderr
    assert [len(texts) for texts in chat.shown] == [1, 1, 1]


def test_a_model_that_does_not_answer_is_an_error_here_without_its_words_or_the_key(extract, chat: ChatServer) -> None:
    chat.answer = fails(401)
    result = extract("I live in Paris.")
    assert result.exit_code == 1
    assert f"The language model {MODEL} refused the key, check GRAPHMEM_LLM_API_KEY (HTTP 401)." in result.output
    assert KEY not in result.output
    assert "cannot do this" not in result.output


def test_secrets_are_taken_out_and_agents_are_not_sent(extract, chat: ChatServer) -> None:
    extract("My password is Tr0ub4dor&3xyz, ok?")
    extract("Bristol is home now.", "--actor", "assistant")
    assert len(chat.requests) == 1
    assert "Tr0ub4dor" not in str(chat.requests)


def test_without_a_model_the_message_says_what_to_set(extract) -> None:
    none = dict.fromkeys(["GRAPHMEM_LLM_BASE_URL", "GRAPHMEM_LLM_API_KEY", "GRAPHMEM_LLM_MODEL"], "")
    result = extract("I live in Paris.", **none)
    assert result.exit_code == 1
    assert "No language model is configured" in result.output


def test_an_endpoint_without_the_name_of_a_model_is_refused(extract) -> None:
    result = extract("I live in Paris.", GRAPHMEM_LLM_MODEL="")
    assert result.exit_code == 1
    assert "name the model too" in result.output


def test_consolidating_tells_what_the_model_took_and_an_audit_counts_it(run, chat: ChatServer) -> None:
    user = ("--user", f"model {uuid.uuid4().hex}")
    chat.answer = clerk(KNOWN)
    assert "No language model was asked." in run("audit", *user, "--model").stdout
    run("record", *user, "Bristol is home now.")
    report = json.loads(run("consolidate", *user, "--json", **chat.environment).stdout)
    assert (report["model"]["prompts"], report["outcomes"][0]["after"]) == (1, "pending 0.60")

    run("record", *user, "--session", "other", "I live in Paris.")
    chat.answer = fails(401)
    shown = run("consolidate", *user, **chat.environment)
    assert shown.exit_code == 0
    assert "read by the rules: 1 event, since the model refused the key" in shown.stdout

    assert f"{MODEL}  2 prompts, 100 tokens read, 20 written" in run("audit", *user, "--model").stdout
    assert json.loads(run("audit", *user, "--model", "--json").stdout)["events"] == {MODEL: 1}
    assert run("audit", *user).exit_code == 2


def test_a_worker_tells_it_too(run, chat: ChatServer) -> None:
    chat.answer = clerk(KNOWN)
    user = ("--user", f"model {uuid.uuid4().hex}")
    run("record", *user, "Remember: Bristol is home now.")
    assert json.loads(run("worker", "--once", "--json", **chat.environment).stdout)["model"]["prompts"] >= 1

    assert json.loads(run("audit", *user, "--model", "--json").stdout)["events"] == {MODEL: 1}
