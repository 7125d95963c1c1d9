"""A real server, started, found, killed, locked out and repaired."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from neo4j import Driver, GraphDatabase
from neo4j.exceptions import AuthError

from graphmem.config import Settings
from graphmem.errors import ServerPasswordError, ServerStartError, StoreLockedError
from graphmem.server import Instance, RunningServer, State, down, log_lines, reset_password, status, up

STARTER = """
import json, sys
from pathlib import Path
from graphmem.config import Settings
from graphmem.server import Instance, up
server = up(Instance.of(Settings(data_dir=Path(sys.argv[1]), instance="story", heap="512m")))
print(json.dumps({"pid": server.pid, "started": server.started, "uri": server.bolt_uri}))
"""


@pytest.fixture(scope="module")
def starts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Instance, list[dict[str, object]]]]:
    """An instance, and what three processes were told that called `up` at the same time and then ended."""
    data = tmp_path_factory.mktemp("data")
    instance = Instance.of(Settings(data_dir=data, instance="story", heap="512m"))

    def start(_: int) -> dict[str, object]:
        done = subprocess.run([sys.executable, "-c", STARTER, data], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        told: dict[str, object] = json.loads(done.stdout)
        return told

    with ThreadPoolExecutor(3) as pool:
        told = list(pool.map(start, range(3)))
    yield instance, told
    down(instance)


@pytest.fixture(scope="module")
def instance(starts: tuple[Instance, list[dict[str, object]]]) -> Instance:
    return starts[0]


@pytest.fixture
def running(instance: Instance) -> RunningServer:
    return up(instance)


def driver(server: RunningServer) -> Driver:
    return GraphDatabase.driver(server.bolt_uri, auth=(server.username, server.password.get_secret_value()))


def value(server: RunningServer, query: str, **parameters: object) -> object:
    with driver(server) as connection:
        return connection.execute_query(query, parameters, database_="neo4j").records[0][0]


def settings_in_force(server: RunningServer) -> dict[str, str]:
    with driver(server) as connection:
        records = connection.execute_query("SHOW SETTINGS YIELD name, value", database_="neo4j").records
    return {record["name"]: record["value"] for record in records}


def test_three_processes_that_start_at_once_get_one_server_which_outlives_them(
    starts: tuple[Instance, list[dict[str, object]]],
) -> None:
    instance, told = starts

    assert sorted(answer["started"] for answer in told) == [False, False, True]  # type: ignore[type-var]
    assert len({(answer["pid"], answer["uri"]) for answer in told}) == 1
    assert status(instance).state is State.RUNNING
    assert status(instance).pid == told[0]["pid"]


def test_a_running_server_is_found_and_not_started_again(instance: Instance, running: RunningServer) -> None:
    again = up(instance)

    assert not again.started
    assert again.pid == running.pid
    assert again.bolt_uri == running.bolt_uri


def test_the_server_speaks_cypher_25_keeps_no_old_logs_and_tells_nobody(running: RunningServer) -> None:
    in_force = settings_in_force(running)

    assert value(running, "RETURN 1") == 1
    assert in_force["db.query.default_language"] == "CYPHER_25"
    assert in_force["db.tx_log.rotation.retention_policy"] == "keep_none"
    assert in_force["db.checkpoint"] == "VOLUME"
    assert in_force["db.logs.query.enabled"] == "OFF"
    talkative = ("server.fleet_discovery.enabled", "dbms.fleet_manager.enabled", "dbms.usage_report.enabled")
    assert [in_force[name] for name in (*talkative, "client.allow_telemetry")] == ["false"] * 4


def test_the_server_listens_on_loopback_only(running: RunningServer) -> None:
    listening = [
        c for c in psutil.Process(running.pid).net_connections(kind="inet") if c.status == "LISTEN" or not c.raddr
    ]

    assert {c.laddr.port for c in listening} == {running.bolt_port, running.http_port}
    assert {c.laddr.ip.removeprefix("::ffff:") for c in listening} == {"127.0.0.1"}


def test_the_password_is_generated_needed_and_the_owners_alone(instance: Instance, running: RunningServer) -> None:
    secret = running.password.get_secret_value()
    wrong = GraphDatabase.driver(running.bolt_uri, auth=("neo4j", "neo4j"))

    assert len(secret) >= 16
    assert stat.S_IMODE(instance.password_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(instance.home.stat().st_mode) == 0o700
    assert secret not in repr(running)
    assert secret not in " ".join(psutil.Process(running.pid).cmdline())
    with wrong, pytest.raises(AuthError):
        wrong.verify_connectivity()


def test_browser_is_served_and_points_to_the_bolt_port(running: RunningServer) -> None:
    with urllib.request.urlopen(running.browser_url) as page:
        assert b"Neo4j" in page.read()
    with urllib.request.urlopen(f"http://127.0.0.1:{running.http_port}/") as about:
        assert json.load(about)["bolt_direct"].endswith(f":{running.bolt_port}")


def test_a_status_is_json_and_holds_no_secret(instance: Instance, running: RunningServer) -> None:
    text = json.dumps(status(instance).as_json())
    row = json.loads(text)

    assert row["state"] == "running"
    assert row["bolt_uri"] == running.bolt_uri
    assert row["version"] == "2026.09.0"
    assert row["data_bytes"] > 1_000_000
    assert running.password.get_secret_value() not in text


def test_the_log_shows_the_start(instance: Instance, running: RunningServer) -> None:
    assert any(line.endswith("Started.") for line in log_lines(instance))
    assert len(list(log_lines(instance, lines=2))) == 2
    assert running.pid


def test_two_instances_run_side_by_side_with_own_data(running: RunningServer, server: RunningServer) -> None:
    mark = f"only here {os.getpid()}"
    value(running, "CREATE (n:Mark {text: $mark}) RETURN n.text", mark=mark)

    assert value(running, "MATCH (n:Mark {text: $mark}) RETURN count(n)", mark=mark) == 1
    assert value(server, "MATCH (n) WHERE n.text = $mark RETURN count(n)", mark=mark) == 0


def test_a_server_killed_in_the_act_is_noticed_and_recovers_what_was_committed(
    instance: Instance, running: RunningServer
) -> None:
    value(running, "CREATE (n:Kept {text: 'committed'}) RETURN n.text")
    os.kill(running.pid, signal.SIGKILL)
    psutil.wait_procs([psutil.Process(running.pid)] if psutil.pid_exists(running.pid) else [], timeout=10)

    assert status(instance).state is State.CRASHED
    again = up(instance)

    assert again.started
    assert again.bolt_uri == running.bolt_uri
    assert value(again, "MATCH (n:Kept) RETURN n.text") == "committed"


def test_a_process_number_given_to_another_program_is_not_taken_for_the_server(instance: Instance) -> None:
    down(instance)
    instance.process_file.write_text(json.dumps({"pid": os.getpid(), "bolt": 1, "http": 2}))

    assert status(instance).state is State.CRASHED
    assert down(instance) is False
    assert status(instance).state is State.STOPPED


def test_a_server_whose_record_is_lost_is_found_by_its_command_line(instance: Instance, running: RunningServer) -> None:
    instance.process_file.unlink()

    again = up(instance)

    assert (again.pid, again.started) == (running.pid, False)


def test_data_that_another_program_has_open_is_left_alone_and_the_program_named(instance: Instance) -> None:
    down(instance)
    with (instance.data / "databases" / "store_lock").open("r+b") as held:
        fcntl.lockf(held, fcntl.LOCK_EX)
        with pytest.raises(StoreLockedError, match=rf"process {os.getpid()}"):
            up(instance)


@pytest.mark.parametrize(
    ("memory", "said"), [({"heap": "2m"}, "heap of 2m is too small"), ({"heap": "999999g"}, "not enough memory")]
)
def test_a_start_that_fails_over_memory_says_which_setting_to_change(
    instance: Instance, memory: dict[str, str], said: str
) -> None:
    down(instance)

    with pytest.raises(ServerStartError, match=rf"{said}.*GRAPHMEM_HEAP"):
        up(replace(instance, **memory))

    assert status(instance).state is State.STOPPED


def test_a_lost_password_is_replaced_and_the_data_stays(instance: Instance, running: RunningServer) -> None:
    value(running, "CREATE (n:Kept {text: 'before'}) RETURN n.text")
    instance.password_file.unlink()

    with pytest.raises(ServerPasswordError, match="graphmem up --instance story --reset-password"):
        up(instance)
    reset_password(instance)
    again = up(instance)

    assert again.password != running.password
    assert value(again, "MATCH (n:Kept {text: 'before'}) RETURN n.text") == "before"


def test_a_password_changed_in_neo4j_is_said_to_be_changed(instance: Instance, running: RunningServer) -> None:
    right = instance.password_file.read_text()
    instance.password_file.write_text("something else\n")
    try:
        with pytest.raises(ServerPasswordError, match="it was changed in Neo4j"):
            up(instance)
    finally:
        instance.password_file.write_text(right)
    assert up(instance).pid == running.pid


def test_a_clean_stop_leaves_nothing_running(instance: Instance, running: RunningServer) -> None:
    assert down(instance) is True

    assert not psutil.pid_exists(running.pid) or psutil.Process(running.pid).status() == psutil.STATUS_ZOMBIE
    assert status(instance).state is State.STOPPED
    assert down(instance) is False
    assert not Path(instance.process_file).exists()
