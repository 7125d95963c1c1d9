"""`graphmem up | down | status | logs | browse`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graphmem.config import Settings
from graphmem.interfaces.cli import main
from graphmem.server import Instance, RunningServer


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Runs a command against the instance that the whole test run shares."""
    monkeypatch.setenv("GRAPHMEM_DATA_DIR", str(settings.data_dir))
    monkeypatch.setenv("GRAPHMEM_INSTANCE", settings.instance)
    monkeypatch.delenv("NEO4J_URI", raising=False)

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments)

    return run


def test_up_finds_the_running_server_and_says_where_things_are(run, settings: Settings, server: RunningServer) -> None:  # type: ignore[no-untyped-def]
    for_people, for_programs = run("up"), run("up", "--json")

    assert for_people.exit_code == for_programs.exit_code == 0
    assert "already running" in for_people.stdout
    assert server.bolt_uri in for_people.stdout
    assert str(Instance.of(settings).password_file) in for_people.stdout
    row = json.loads(for_programs.stdout)
    assert (row["pid"], row["started"], row["bolt_uri"]) == (server.pid, False, server.bolt_uri)


def test_status_of_a_running_server_is_success(run, server: RunningServer) -> None:  # type: ignore[no-untyped-def]
    answer = run("status", "--json")

    assert answer.exit_code == 0
    assert json.loads(answer.stdout)["pid"] == server.pid
    assert "running for" in run("status").stdout


def test_status_of_a_stopped_server_has_an_exit_code_of_its_own(run) -> None:  # type: ignore[no-untyped-def]
    answer = run("status", "--instance", "nobody-started-me")

    assert answer.exit_code == 3
    assert "stopped" in answer.stdout


def test_browse_gives_the_link_and_hides_the_password_until_asked(
    run, settings: Settings, server: RunningServer
) -> None:  # type: ignore[no-untyped-def]
    secret = server.password.get_secret_value()
    hidden, shown = run("browse"), run("browse", "MATCH (n) RETURN n LIMIT 25", "--show-password")

    assert server.browser_url in hidden.stdout
    assert str(Instance.of(settings).password_file) in hidden.stdout
    assert secret not in hidden.stdout
    assert "cmd=edit&arg=MATCH%20%28n%29" in shown.stdout
    assert secret in shown.stdout


def test_no_command_prints_the_password_unasked(run, server: RunningServer) -> None:  # type: ignore[no-untyped-def]
    printed = "".join(
        run(verb, *more).output for verb in ("up", "status", "logs", "browse") for more in ([], ["--json"])
    )

    assert server.bolt_uri in printed
    assert server.password.get_secret_value() not in printed


def test_logs_shows_as_many_lines_as_asked(run, server: RunningServer) -> None:  # type: ignore[no-untyped-def]
    assert len(run("logs", "-n", "3").stdout.splitlines()) == 3
    assert len(json.loads(run("logs", "-n", "3", "--json").stdout)) == 3
    assert server.pid


def test_down_of_a_stopped_server_is_no_error(run) -> None:  # type: ignore[no-untyped-def]
    answer = run("down", "--instance", "nobody-started-me")

    assert answer.exit_code == 0
    assert "was not running" in answer.stdout


@pytest.mark.parametrize(
    "arguments", [["status", "--instance", "My Work"], ["logs", "--instance", "nobody-started-me"]]
)
def test_an_error_is_one_line_that_says_what_to_do(run, arguments: list[str]) -> None:  # type: ignore[no-untyped-def]
    answer = run(*arguments)

    assert answer.exit_code == 1
    assert answer.stderr.startswith("Error: ")
    assert len(answer.stderr.splitlines()) == 1
    assert not Path("My Work").exists()
