"""`graphmem backup` and `restore`, on a server of their own: stopped, filled, damaged, killed and brought back."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from click.testing import CliRunner, Result

from graphmem.config import Settings
from graphmem.errors import BackupError, DiskFullError
from graphmem.interfaces.cli import main
from graphmem.memory import GraphMemory
from graphmem.server import Instance, State, down, status, up
from graphmem.server.archive import GraphSummary, Manifest, read_manifest, write_archive
from graphmem.server.replacing import beside, put_in_place, replaced, settle
from graphmem.store.elements import all_elements
from graphmem.store.fingerprint import fingerprint

CONNECTED = """
import socket, sys, time
connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
print("connected", flush=True)
time.sleep(600)
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {
        "GRAPHMEM_DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "GRAPHMEM_INSTANCE": "kept",
        "GRAPHMEM_ENCODER": "hash",
        "GRAPHMEM_HEAP": "512m",
        "GRAPHMEM_GATE": "everything",
        "GRAPHMEM_UNITE": "false",
    }


@pytest.fixture(scope="module")
def settings_here(environment: dict[str, str]) -> Settings:
    data = Path(environment["GRAPHMEM_DATA_DIR"])
    return Settings(data_dir=data, instance="kept", encoder="hash", heap="512m", gate="everything", unite=False)


@pytest.fixture(scope="module")
def instance(settings_here: Settings) -> Iterator[Instance]:
    """A server with the memories of two users."""
    found = Instance.of(settings_here)
    with GraphMemory.open(settings=settings_here) as memory:
        for name in ("ada", "bob 中文"):
            with memory.user(name).session("talk") as talk:
                cause = talk.record(f"The payment of {name} failed", event_type="tool_result")
                talk.record("重试后成功", actor="assistant", caused_by=cause.event_id)
    yield found
    down(found)


@pytest.fixture(scope="module")
def graphmem(environment: dict[str, str]) -> Callable[..., Result]:
    def graphmem(*arguments: object, **more: str) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments], env=environment | more)

    return graphmem


@pytest.fixture(scope="module")
def kept(instance: Instance, graphmem: Callable[..., Result], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of it."""
    file = tmp_path_factory.mktemp("backups") / "memories.graphmem"
    answer = graphmem("backup", file, "--instance", instance.name)
    assert answer.exit_code == 0, answer.output
    assert "is stopped for this and started again" in answer.stderr
    return file


def error(answer: Result) -> str:
    assert answer.exit_code == 1
    assert isinstance(answer.exception, SystemExit), answer.exception
    return str(answer.stderr)


def digest(settings: Settings) -> str:
    """Of all that is in the store; the server is started if need be."""
    with GraphMemory.open(settings=settings) as memory:
        return fingerprint(all_elements(memory.database)).digest


def rewritten(file: Path, folder: Path, change: Callable[[dict[str, object]], object]) -> Path:
    """A copy of a backup with another manifest."""
    copy = folder / f"changed {file.name}"
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(copy, "w") as target:
        manifest = json.loads(source.read("manifest.json"))
        change(manifest)
        target.writestr("neo4j.dump", source.read("neo4j.dump"))
        target.writestr("manifest.json", json.dumps(manifest))
    return copy


# In the order in which they stand: each leaves the server to the next as it says, since every start takes its time.


def test_a_server_that_is_in_use_is_not_stopped(instance, graphmem, tmp_path):
    port = up(instance).bolt_port
    with subprocess.Popen([sys.executable, "-c", CONNECTED, str(port)], stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        client.stdout.readline()

        said = error(graphmem("backup", tmp_path / "x"))

        client.kill()
    assert f"(process {client.pid})" in said
    assert "--wait" in said
    assert status(instance).state is State.RUNNING
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_noticed_beforehand_and_the_server_runs_again(instance, graphmem, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules["graphmem.server.backup"], "free_space", lambda _: 1_000_000)

    said = error(graphmem("backup", tmp_path / "x"))

    assert "MB" in said
    assert "Free some space" in said
    assert status(instance).state is State.RUNNING
    assert list(tmp_path.iterdir()) == []


def test_a_backup_is_one_file_that_says_what_is_in_it_and_the_server_runs_again(instance, kept, settings_here):
    manifest = read_manifest(kept)

    assert [path.name for path in kept.parent.iterdir()] == [kept.name]
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert status(instance).state is State.RUNNING
    assert (manifest.graph.labels["User"], manifest.graph.labels["Event"]) == (2, 4)
    assert manifest.graph.types["CAUSED_BY"] == 2
    assert manifest.graph.encoder is not None
    assert manifest.graph.encoder.model == "graphmem/hash"
    assert digest(settings_here) == manifest.graph.fingerprint


def test_a_file_that_is_there_is_not_replaced_unasked(kept, graphmem):
    before = kept.read_bytes()
    assert "--force" in error(graphmem("backup", kept))
    assert kept.read_bytes() == before


def test_a_neo4j_of_ones_own_is_not_stopped(kept, graphmem, tmp_path):
    for command in (("backup", tmp_path / "x"), ("restore", kept)):
        said = error(graphmem(*command, NEO4J_URI="bolt://127.0.0.1:1"))
        assert "graphmem export" in said
        assert "neo4j-admin" in said


def test_there_is_no_backup_of_nothing(graphmem, tmp_path):
    assert "no data yet" in error(graphmem("backup", tmp_path / "x", "--instance", "nowhere"))
    assert "no folder" in error(graphmem("backup", tmp_path / "missing" / "x"))


def test_what_is_no_whole_backup_is_refused_before_anything_is_stopped(instance, kept, graphmem, tmp_path):
    whole = kept.read_bytes()
    middle = len(whole) // 3
    wrong = {
        "cut off": whole[: len(whole) // 2],
        "altered": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "something else": b'{"user_id": "ada", "content": "hello"}\n',
        "empty": b"",
    }
    for name, content in wrong.items():
        file = tmp_path / name
        file.write_bytes(content)
        assert name in error(graphmem("restore", file, "--force"))
    newer = rewritten(kept, tmp_path, lambda manifest: manifest.update(format=99))
    assert "Upgrade graphmem" in error(graphmem("restore", newer, "--force"))
    newer = rewritten(kept, tmp_path, lambda manifest: manifest.update(neo4j="2099.01.0"))
    assert "2099.01.0" in error(graphmem("restore", newer, "--force"))
    altered = rewritten(kept, tmp_path, lambda manifest: manifest.update(dump_sha256="0" * 64))
    assert "checksum" in error(graphmem("restore", altered, "--force"))
    assert "no file" in error(graphmem("restore", tmp_path / "missing", "--force"))
    assert status(instance).state is State.RUNNING


def test_memories_are_not_replaced_unasked(instance, kept, graphmem, settings_here):
    with GraphMemory.open(settings=settings_here) as memory:
        memory.user("carol").record("said after the backup")
    down(instance)

    assert "--force" in error(graphmem("restore", kept))

    assert status(instance).state is State.STOPPED


def test_a_store_that_is_not_the_one_backed_up_is_not_put_in_place(instance, kept, graphmem, tmp_path):
    altered = rewritten(kept, tmp_path, lambda manifest: manifest["graph"].update(fingerprint="0" * 64))

    said = error(graphmem("restore", altered, "--force"))

    assert "was not touched" in said
    assert status(instance).state is State.STOPPED
    assert not beside(instance).home.exists()


def test_a_restore_that_is_killed_leaves_what_was_there(instance, kept, environment, settings_here):
    code = f"from graphmem.interfaces.cli import main; main(['restore', {str(kept)!r}, '--force'])"
    with subprocess.Popen(
        [sys.executable, "-c", code], env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as restoring:
        while not (beside(instance).home / "dump" / "neo4j.dump").exists() and restoring.poll() is None:
            time.sleep(0.05)
        restoring.send_signal(signal.SIGKILL)

    assert beside(instance).home.exists()
    with GraphMemory.open(settings=settings_here) as memory:
        assert memory.user("carol").recall("backup").events[0].event.content == "said after the backup"
    assert not beside(instance).home.exists()


def test_a_restored_store_is_the_one_that_was_backed_up(instance, kept, graphmem, settings_here):
    answer = graphmem("restore", kept, "--force", "--json")

    assert answer.exit_code == 0, answer.output
    assert json.loads(answer.stdout)["graph"]["fingerprint"] == read_manifest(kept).graph.fingerprint
    assert status(instance).state is State.RUNNING
    assert digest(settings_here) == read_manifest(kept).graph.fingerprint
    with GraphMemory.open(settings=settings_here) as memory:
        assert memory.user("carol").recall("backup").events == ()
        assert "重试后成功" in memory.user("bob 中文").recall("支付失败后来怎么样").brief()
    assert not beside(instance).home.exists()
    assert not replaced(instance).exists()


# Without a server.


@pytest.fixture
def two_stores(tmp_path: Path) -> Instance:
    """An old store in its place and a verified one beside it."""
    instance = Instance("x", home=tmp_path / "x", distribution=tmp_path)
    for home, content in ((instance.home, "old"), (beside(instance).home, "new")):
        for part in ("databases", "transactions"):
            folder = home / "data" / part / "neo4j"
            folder.mkdir(parents=True)
            (folder / "store").write_text(content, encoding="utf-8")
    (instance.home / "data" / "databases" / "system").mkdir()
    return instance


def stores(instance: Instance) -> list[str]:
    return [
        (instance.data / part / "neo4j" / "store").read_text(encoding="utf-8") for part in ("databases", "transactions")
    ]


@pytest.mark.parametrize("renames", range(6))
def test_two_stores_that_were_changing_places_when_the_power_failed_go_on_doing_so(renames, two_stores, monkeypatch):
    done = []

    def rename(self: Path, target: Path) -> Path:
        if len(done) == renames:
            raise KeyboardInterrupt
        done.append(self)
        os.rename(self, target)  # noqa: PTH104
        return target

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", rename)
        try:
            put_in_place(two_stores)
        except KeyboardInterrupt:
            assert len(done) == renames

    settle(two_stores)

    assert stores(two_stores) == ["new", "new"]
    assert (two_stores.data / "databases" / "system").exists()
    assert not beside(two_stores).home.exists()


def test_a_store_that_is_not_verified_never_takes_the_place_of_another(two_stores):
    settle(two_stores)

    assert stores(two_stores) == ["old", "old"]
    assert not beside(two_stores).home.exists()


GRAPH = GraphSummary(fingerprint="0", nodes=0, relationships=0, labels={}, types={})


def test_a_disk_that_fills_up_while_the_file_is_written_leaves_no_file(tmp_path, monkeypatch, clock):
    dump, file = tmp_path / "dump", tmp_path / "file"
    dump.write_bytes(b"x" * 1000)
    manifest = Manifest(graphmem="0", neo4j="0", instance="x", created_at=clock.now(), store_bytes=0, graph=GRAPH)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskFullError, match="Free some space"):
        write_archive(dump, file, manifest, lambda *_: None)

    assert not file.exists()


def test_an_archive_of_somebody_else_is_no_backup(tmp_path):
    file = tmp_path / "photos.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("cat.jpg", b"meow")

    with pytest.raises(BackupError, match="no backup of graphmem"):
        read_manifest(file)


def test_nothing_is_left_running(instance):
    down(instance)
    homes = [str(instance.home), str(beside(instance).home)]
    lines = [" ".join(process.info["cmdline"] or []) for process in psutil.process_iter(["cmdline"])]
    assert [line for line in lines if "Neo4jCommunity" in line and any(home in line for home in homes)] == []
