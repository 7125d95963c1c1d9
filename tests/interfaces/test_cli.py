"""The command line as a whole: help, JSON, languages, and errors of one line."""

from __future__ import annotations

import json
import re
import uuid
from pathlib import Path

import click
import pytest
from program import GRAPHMEM
from program import run as run_program

from graphmem._version import __version__
from graphmem.interfaces.cli import main
from graphmem.models import ActorRole, EventType
from graphmem.server import RunningServer
from graphmem.store.catalogue import describe, names

ROOT = Path(__file__).parents[2]


def commands(group: click.Group = main, path: tuple[str, ...] = ()) -> dict[str, click.Command]:
    """Every command by what is typed."""
    context = click.Context(group)
    found: dict[str, click.Command] = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found[" ".join((*path, name))] = command
        if isinstance(command, click.Group):
            found |= commands(command, (*path, name))
    return found


COMMANDS = commands()


@pytest.fixture
def user():
    return f"user {uuid.uuid4().hex}"


def is_one_line(answer):
    return answer.exit_code == 1 and bool(re.fullmatch(r"Error: [^\n]+\n", answer.stderr)) and answer.stdout == ""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_all_its_options(name, run):
    answer = run(*name.split(), "--help")

    assert answer.exit_code == 0
    assert (COMMANDS[name].help or "").split("\n")[0] in " ".join(answer.stdout.split())
    options = [param for param in COMMANDS[name].params if isinstance(param, click.Option)]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_reference(name):
    assert f"graphmem {name}\n" in (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if not isinstance(command, click.Group)])
def test_every_command_has_json_for_programs(name):
    assert "--json" in [option for param in COMMANDS[name].params for option in param.opts]


def test_the_version_is_that_of_the_package(run):
    assert run("--version").stdout == f"graphmem, version {__version__}\n"


def test_without_arguments_it_lists_the_commands(run):
    shown = run().output

    assert all(re.search(rf"^  {name} +\w", shown, re.MULTILINE) for name in COMMANDS if " " not in name)


def test_a_command_that_does_not_exist_is_misspelt(run):
    answer = run("remember")

    assert answer.exit_code == 2
    assert "No such command 'remember'" in answer.stderr


def test_record_prints_the_id_under_which_recall_finds_the_event(run, user):
    recorded = run("record", "--user", user, "The payment failed because the card was declined")
    answer = run("recall", "--user", user, "Why did the payment fail?")

    assert recorded.exit_code == answer.exit_code == 0
    assert f"user: The payment failed because the card was declined [{recorded.stdout.strip()}]" in answer.stdout
    assert "Number 1" not in answer.stdout


def test_record_takes_all_that_can_be_said_of_an_episode(run, user):
    cause = run("record", "--user", user, "Card declined", "--type", "tool_result", "--event-id", "e1").stdout.strip()
    said = {
        "--session": "support 42",
        "--task-type": "refund",
        "--type": "outcome",
        "--actor": "Billing bot",
        "--role": "agent",
        "--at": "2026-05-01T09:00:00",
        "--until": "2026-05-01T10:00",
        "--caused-by": cause,
        "--tool-call-id": "call_1",
        "--reply-to": "question",
        "--event-id": "e2",
        "--summary": "short",
        "--metadata": '{"城市": ["杭州"]}',
        "--time-zone": "Asia/Shanghai",
    }

    answer = run("record", "--user", user, "Refunded", "--json", *(word for pair in said.items() for word in pair))

    assert answer.exit_code == 0, answer.stderr
    event = json.loads(answer.stdout)
    assert event.pop("recorded_at")
    by_rules = {"importance", "importance_reasons", "explicit", "unverified", "gate_reason", "kept", "redacted", "seen"}
    assert {key: value for key, value in event.items() if key not in by_rules} == {
        "event_id": "e2",
        "session_id": "support 42",
        "tool_call_id": "call_1",
        "reply_to": "question",
        "event_type": "outcome",
        "actor": "Billing bot",
        "actor_role": "agent",
        "content": "Refunded",
        "summary": "short",
        "occurred_at": "2026-05-01T01:00:00Z",
        "ended_at": "2026-05-01T02:00:00Z",
        "metadata": {"城市": ["杭州"]},
    }


@pytest.mark.parametrize(("option", "values"), [("--type", EventType), ("--role", ActorRole)])
def test_types_and_roles_are_written_as_everywhere_else(run, user, option, values):
    for value in values:
        answer = run("record", "--user", user, "x", option, value.value, "--json")

        assert value.value in json.loads(answer.stdout).values()


def test_record_reads_a_content_from_standard_input(run, user):
    text = "Zeile 1: Zahlung fehlgeschlagen\n第二行：付款失败 😀\n"

    answer = run("record", "--user", user, "-", "--json", input=text)

    assert json.loads(answer.stdout)["content"] == text


def test_recall_is_json_with_the_brief_and_an_explanation_of_each_event(run, user):
    for number in range(3):
        run("record", "--user", user, f"The payment failed, attempt {number}")

    answer = run("recall", "--user", user, "payment", "-k", "2", "--json")

    found = json.loads(answer.stdout)
    assert found["brief"] == run("recall", "--user", user, "payment", "-k", "2", "--now", found["now"]).stdout[:-1]
    assert [event["rank"] for event in found["events"]] == [1, 2]
    assert all(event["explanation"].startswith("Number ") for event in found["events"])


def test_recall_explains_every_event_when_asked(run, user):
    ids = [run("record", "--user", user, f"The payment failed, attempt {n}").stdout.strip() for n in range(3)]

    shown = run("recall", "--user", user, "payment", "--explain").stdout

    assert all(re.search(rf"^\[{id}\] Number \d of 3 events looked at", shown, re.MULTILINE) for id in ids)


def test_recall_looks_into_the_interval_that_is_given_in_the_users_zone(run, user):
    for day in (1, 2, 3):
        at = f"2026-05-0{day}T00:30:00"
        run("record", "--user", user, f"payment {day}", "--at", at, "--time-zone", "Asia/Shanghai")

    shown = run("recall", "--user", user, "payment", "--since", "2026-05-02", "--until", "2026-05-03").stdout

    assert re.findall(r"payment \d", shown) == ["payment 2"]
    assert "2026-05-02 00:30" in shown


def test_queries_lists_the_catalogue(run):
    assert json.loads(run("queries", "--json").stdout) == describe()
    assert [line.split()[0] for line in run("queries").stdout.splitlines()] == names()
    one = json.loads(run("queries", "recall.nearest", "--json").stdout)
    assert run("queries", "recall.nearest").stdout.rstrip() == one[0]["text"].rstrip()


@pytest.mark.parametrize("locale", [{"LANG": "C", "LC_ALL": ""}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX"}])
def test_chinese_goes_in_and_comes_out_whatever_the_locale(environment, tmp_path, user, locale):
    def graphmem(*arguments, **more):
        return run_program(GRAPHMEM, *arguments, environment=environment | locale, cwd=tmp_path, **more)

    recorded = graphmem("record", "--user", user, "--actor", "林悦", "-", input="上次付款失败，重试成功 😀")
    answer = graphmem("recall", "--user", user, "付款怎么样了？", "--explain")
    for_programs = graphmem("recall", "--user", user, "付款怎么样了？", "--json")

    assert (recorded.returncode, recorded.stderr) == (0, "")
    assert "林悦: 上次付款失败，重试成功 😀" in answer.stdout
    assert '"cue": "付款怎么样了？"' in for_programs.stdout


def test_a_pipe_that_cannot_carry_chinese_gets_escapes_and_no_traceback(environment, tmp_path, user):
    narrow = environment | {"PYTHONIOENCODING": "latin-1"}
    run_program(GRAPHMEM, "record", "--user", user, "付款失败", environment=environment, cwd=tmp_path)

    answer = run_program(GRAPHMEM, "recall", "--user", user, "付款", environment=narrow, cwd=tmp_path)
    for_programs = run_program(GRAPHMEM, "recall", "--user", user, "付款", "--json", environment=narrow, cwd=tmp_path)

    assert "\\u4ed8\\u6b3e\\u5931\\u8d25" in answer.stdout
    assert json.loads(for_programs.stdout)["events"][0]["event"]["content"] == "付款失败"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["recall", ""], "The cue is empty"),
        (["recall", " \n"], "The cue is empty"),
        (["recall", "x", "-k", "0"], "k is 0"),
        (["recall", "x", "--budget", "5"], "5 tokens"),
        (["recall", "x", "--since", "2026-05-02", "--until", "2026-05-01"], "since"),
        (["recall", "x", "--now", "0001-01-01T00:00:00Z"], "now lies outside"),
        (["record", ""], "content is empty"),
        (["record", "x", "--at", "2026-05-01T09:00:00"], "occurred_at has no time zone"),
        (["record", "x", "--time-zone", "Mars/Olympus"], "no time zone 'Mars/Olympus'"),
        (["record", "x", "--metadata", "{"], "--metadata is not JSON"),
        (["record", "x", "--metadata", "[1]"], "metadata should be"),
        (["record", "x", "--caused-by", "nobody"], "does not have: nobody"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(run, user, arguments, message):
    answer = run(arguments[0], "--user", user, *arguments[1:])

    assert is_one_line(answer), answer.output
    assert message in answer.stderr


def test_an_empty_user_id_is_nobody(run):
    assert "user id is empty" in run("recall", "--user", "", "x").stderr
    assert "user id is empty" in run("record", "--user", " ", "x").stderr


@pytest.mark.parametrize("arguments", [["recall", "x"], ["record", "x"]])
def test_a_user_must_be_named(run, arguments):
    answer = run(*arguments)

    assert answer.exit_code == 2
    assert "Missing option '--user'" in answer.stderr


@pytest.mark.parametrize("time", ["yesterday", "2026-13-01", "01.05.2026"])
def test_a_time_that_is_none_is_answered_with_how_to_write_one(run, user, time):
    answer = run("record", "--user", user, "x", "--at", time)

    assert answer.exit_code == 2
    assert "write 2026-05-01 or 2026-05-01T09:30:00+08:00" in answer.stderr


def test_an_unknown_query_is_said_to_be_unknown(run):
    answer = run("queries", "recall.everything")

    assert is_one_line(answer)
    assert "There is no query 'recall.everything'" in answer.stderr


@pytest.mark.parametrize(
    ("uri", "message"),
    [
        ("bolt://127.0.0.1:1", "Neo4j does not answer"),
        ("bolt://nobody.invalid:7687", "Neo4j does not answer"),
        ("http://127.0.0.1:7474", "NEO4J_URI is no address of a Neo4j"),
    ],
)
def test_a_neo4j_that_is_not_there_is_said_to_be_missing(run, user, uri, message):
    answer = run("recall", "--user", user, "x", NEO4J_URI=uri, NEO4J_PASSWORD="secret")

    assert is_one_line(answer), answer.output
    assert message in answer.stderr
    assert "secret" not in answer.output


def test_a_wrong_password_is_said_to_be_wrong_and_not_shown(run, user, server: RunningServer):
    answer = run("recall", "--user", user, "x", NEO4J_URI=server.bolt_uri, NEO4J_PASSWORD="not the one")

    assert is_one_line(answer), answer.output
    assert "refused the user name or password" in answer.stderr
    assert "not the one" not in answer.output


def test_a_given_neo4j_is_used_with_its_password(run, user, server: RunningServer):
    given = {"NEO4J_URI": server.bolt_uri, "NEO4J_PASSWORD": server.password.get_secret_value()}

    assert run("record", "--user", user, "x", GRAPHMEM_INSTANCE="nobody-started-me", **given).exit_code == 0
    assert "user: x" in run("recall", "--user", user, "x").stdout


def test_another_encoder_than_the_one_that_filled_the_store_is_refused_with_the_way_out(run, user):
    answer = run("recall", "--user", user, "x", GRAPHMEM_ENCODER="e5")

    assert is_one_line(answer)
    assert "were made by graphmem/hash" in answer.stderr
    assert "graphmem schema rebuild" in answer.stderr


@pytest.mark.parametrize("command", [["recall", "--user", "u", "x"], ["up"], ["status"]])
def test_an_instance_cannot_be_called_anything(run, tmp_path, command):
    answer = run(*command, "--instance", "../My Work")

    assert is_one_line(answer), answer.output
    assert "instance" in answer.stderr.lower()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ('colour = "red"', "colour"),
        ('heap = "much"', "heap"),
        ("neo4j_uri = 7", "neo4j_uri"),
        ("instance = = 3", "graphmem.toml cannot be read"),
    ],
)
def test_a_settings_file_with_mistakes_is_refused_by_name(run, user, tmp_path, file, message):
    (tmp_path / "graphmem.toml").write_text(file)

    answer = run("recall", "--user", user, "x")

    assert is_one_line(answer), answer.output
    assert message in answer.stderr
    assert "graphmem.toml" in answer.stderr


def test_a_setting_that_is_misspelt_in_the_environment_does_not_pass_silently(run, user):
    answer = run("recall", "--user", user, "x", GRAPHMEM_HEAP="much")

    assert is_one_line(answer)
    assert "heap" in answer.stderr
