"""What an instance is before any server runs: names, folders, ports, links."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from graphmem.config import Settings
from graphmem.errors import (
    ConfigurationError,
    DiskFullError,
    InvalidInputError,
    PortBusyError,
    ServerError,
    ServerStartError,
)
from graphmem.server import Instance, State, browser_link, checked_name, down, log_lines, status, up
from graphmem.server.ports import is_free, settle_ports


@pytest.fixture
def instance(tmp_path: Path) -> Instance:
    made = Instance.of(Settings(data_dir=tmp_path, instance="work"))
    made.home.mkdir(parents=True)
    return made


@contextmanager
def another_program(port: int = 0) -> Iterator[int]:
    """Something that listens on a port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", port))
        listener.listen()
        yield listener.getsockname()[1]


@pytest.mark.parametrize("name", ["", "Work", "my work", "../up", "-x", "工作", "a" * 42])
def test_a_name_that_cannot_be_a_folder_everywhere_is_refused_with_the_rule(name: str) -> None:
    with pytest.raises(ConfigurationError, match="lower-case letters, digits"):
        checked_name(name)


def test_two_instances_share_program_files_and_nothing_else(tmp_path: Path) -> None:
    one, two = (Instance.of(Settings(data_dir=tmp_path, instance=name)) for name in ("one", "two"))

    assert one.distribution == two.distribution
    assert one.home != two.home


def test_ports_are_chosen_once_and_kept(instance: Instance) -> None:
    ports = settle_ports(instance)

    assert ports.bolt != ports.http
    assert is_free(ports.bolt)
    assert is_free(ports.http)
    assert settle_ports(instance) == ports


def test_a_port_taken_by_another_program_is_left_to_it_and_the_other_port_stays(instance: Instance) -> None:
    before = settle_ports(instance)

    with another_program(before.bolt):
        after = settle_ports(instance)

    assert after.bolt != before.bolt
    assert after.http == before.http
    assert settle_ports(instance) == after


def test_a_port_asked_for_is_never_replaced_silently(instance: Instance) -> None:
    with another_program() as port, pytest.raises(PortBusyError, match=rf"Port {port}.*process {os.getpid()}"):
        settle_ports(replace(instance, bolt_port=port))


def test_an_instance_does_not_take_the_port_of_a_stopped_one(
    instance: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports = settle_ports(instance)
    sibling = replace(instance, name="other", home=instance.home.with_name("other"))
    sibling.home.mkdir()
    monkeypatch.setattr("graphmem.server.ports.random.sample", lambda *_: [ports.bolt, ports.http, 31_001, 31_002])

    assert {settle_ports(sibling).bolt, settle_ports(sibling).http}.isdisjoint({ports.bolt, ports.http})


def test_an_instance_that_was_never_started_is_stopped_and_has_no_log(tmp_path: Path) -> None:
    instance = Instance.of(Settings(data_dir=tmp_path, instance="new"))

    assert status(instance).state is State.STOPPED
    assert down(instance) is False
    with pytest.raises(ServerError, match="graphmem up --instance new"):
        log_lines(instance)
    assert not instance.home.exists()


def test_a_data_folder_that_cannot_be_written_is_named_with_the_setting(tmp_path: Path) -> None:
    (tmp_path / "instances").write_text("a file where a folder should be")

    with pytest.raises(ServerStartError, match=r"instances.*GRAPHMEM_DATA_DIR"):
        up(Instance.of(Settings(data_dir=tmp_path, instance="work")))


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder nobody can write to, root included")
def test_a_read_only_data_folder_is_named_with_the_setting() -> None:
    with pytest.raises(ServerStartError, match=r"cannot be written.*GRAPHMEM_DATA_DIR"):
        up(Instance.of(Settings(data_dir=Path("/sys"), instance="work")))


def test_a_disk_that_is_nearly_full_is_noticed_before_anything_is_started(tmp_path: Path) -> None:
    tiny = tmp_path / "tiny"
    tiny.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(tiny)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no right to make a small disk here")
    try:
        with pytest.raises(DiskFullError, match=r"300 MB.*only 42 MB.*GRAPHMEM_DATA_DIR"):
            up(Instance.of(Settings(data_dir=tiny, instance="work")))
    finally:
        subprocess.run(["umount", str(tiny)], check=True)


def test_a_link_to_browser_fills_in_user_and_query() -> None:
    link = browser_link(http_port=20001, bolt_port=20002, query="MATCH (n:Event) WHERE n.name = '上海' RETURN n")

    assert link.startswith(
        "http://localhost:20001/browser/?dbms=bolt%3A%2F%2Fneo4j%40localhost%3A20002&cmd=edit&arg=MATCH%20"
    )
    assert "%E4%B8%8A%E6%B5%B7" in link


@pytest.mark.parametrize("query", ["MATCH (n:A&B) RETURN n", "RETURN '#'"])
def test_a_query_that_browser_cannot_take_from_a_link_is_refused(query: str) -> None:
    with pytest.raises(InvalidInputError, match="WHERE n:A AND n:B"):
        browser_link(http_port=1, bolt_port=2, query=query)


def test_a_followed_log_goes_on_after_it_was_rotated(instance: Instance) -> None:
    instance.logs.mkdir()
    instance.log_file.write_text("one\ntwo\nthree\n")
    lines = log_lines(instance, lines=2, follow=True)

    assert [next(lines), next(lines)] == ["two", "three"]
    instance.log_file.rename(instance.log_file.with_suffix(".log.01"))
    instance.log_file.write_text("four\n")
    assert next(lines) == "four"
