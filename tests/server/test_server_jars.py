"""The program files of the managed server: fetched once, never run damaged."""

from __future__ import annotations

import gc
import hashlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from graphmem.errors import DiskFullError, ServerDownloadError
from graphmem.server.jars import complete, install_jars
from graphmem.server.lock import Jar, JarsLock, jars_lock

CONTENTS = {"alpha": b"a" * 5_000, "beta": b"b" * 7_000, "gamma": b"c" * 11}


def jar(name: str, content: bytes) -> Jar:
    return Jar("org.example.parts", name, "1.0", "", hashlib.sha256(content).hexdigest(), len(content))


LOCK = JarsLock("1", "1", tuple(jar(name, content) for name, content in CONTENTS.items()), digest="this lock")


@dataclass
class Repository:
    """A Maven repository on this machine."""

    served: dict[str, bytes] = field(default_factory=dict)
    once: dict[str, bytes] = field(default_factory=dict)
    """Answered the first time instead."""
    asked: list[str] = field(default_factory=list)

    def answer(self, path: str) -> bytes | None:
        name = path.rsplit("/", 1)[-1]
        self.asked.append(name)
        return self.once.pop(name, None) or self.served.get(name)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    repository = Repository({f"{name}-1.0.jar": content for name, content in CONTENTS.items()})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            content = repository.answer(self.path)
            self.send_response(404 if content is None else 200)
            self.send_header("Content-Length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        use_repository(monkeypatch, tmp_path, f"http://127.0.0.1:{server.server_port}")
        yield repository
        server.shutdown()


@pytest.fixture
def no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_repository(monkeypatch, tmp_path, "http://127.0.0.1:9")  # nobody listens there


def use_repository(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str) -> None:
    config = tmp_path / "jgo.conf"
    config.write_text(f"[repositories]\ncentral = {address}\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(config))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("M2_REPO", str(tmp_path / "m2"))


def in_maven_repository(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / "m2" / "org" / "example" / "parts" / name / "1.0" / f"{name}-1.0.jar"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    return path


def installed(distribution: Path) -> dict[str, bytes]:
    return {path.name.removesuffix("-1.0.jar"): path.read_bytes() for path in (distribution / "lib").iterdir()}


@pytest.mark.usefixtures("repository")
def test_all_jars_are_fetched_once_and_progress_is_counted_in_bytes(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []

    assert install_jars(tmp_path / "d", lock=LOCK, progress=lambda *step: seen.append(step)) == 3
    assert install_jars(tmp_path / "d", lock=LOCK, thorough=True) == 0

    assert installed(tmp_path / "d") == CONTENTS
    assert seen[0] == ("jars", 0, 12_011)
    assert seen[-1] == ("jars", 12_011, 12_011)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


def flip(path: Path) -> None:
    path.write_bytes(b"!" + path.read_bytes()[1:])


@pytest.mark.parametrize("harm", [cut, flip, Path.unlink], ids=["half-written", "one wrong byte", "deleted"])
def test_a_damaged_jar_is_noticed_and_alone_fetched_again(
    harm: Callable[[Path], object], tmp_path: Path, repository: Repository
) -> None:
    install_jars(tmp_path / "d", lock=LOCK)
    repository.asked.clear()
    harm(tmp_path / "d" / "lib" / "beta-1.0.jar")

    assert install_jars(tmp_path / "d", lock=LOCK, thorough=True) == 1

    assert installed(tmp_path / "d") == CONTENTS
    assert {name for name in repository.asked if name.endswith(".jar")} == {"beta-1.0.jar"}


@pytest.mark.usefixtures("repository")
def test_an_install_that_was_cut_off_is_finished(tmp_path: Path) -> None:
    lib = tmp_path / "d" / "lib"
    lib.mkdir(parents=True)
    (lib / "alpha-1.0.jar").write_bytes(CONTENTS["alpha"])
    half = tmp_path / "d" / "downloads" / "org" / "example" / "parts" / "beta" / "1.0" / "beta-1.0.jar"
    half.parent.mkdir(parents=True)
    half.write_bytes(b"b" * 10)

    assert not complete(tmp_path / "d", LOCK)
    assert install_jars(tmp_path / "d", lock=LOCK) == 2
    assert installed(tmp_path / "d") == CONTENTS


@pytest.mark.usefixtures("repository")
def test_a_jar_that_is_not_pinned_is_removed_from_the_class_path(tmp_path: Path) -> None:
    install_jars(tmp_path / "d", lock=LOCK)
    (tmp_path / "d" / "lib" / "alpha-0.9.jar").write_bytes(b"old")

    install_jars(tmp_path / "d", lock=LOCK)

    assert installed(tmp_path / "d") == CONTENTS


def test_what_arrives_damaged_is_fetched_a_second_time(tmp_path: Path, repository: Repository) -> None:
    repository.once["beta-1.0.jar"] = b"captive portal"

    install_jars(tmp_path / "d", lock=LOCK)

    assert installed(tmp_path / "d") == CONTENTS


def test_what_always_arrives_changed_is_refused_and_not_kept(tmp_path: Path, repository: Repository) -> None:
    repository.served["beta-1.0.jar"] = b"x" * len(CONTENTS["beta"])

    with pytest.raises(ServerDownloadError, match="another sha256"):
        install_jars(tmp_path / "d", lock=LOCK)

    assert "beta" not in installed(tmp_path / "d")
    assert not complete(tmp_path / "d", LOCK)


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # jgo 3.2 leaves the answer 404 open
def test_a_jar_no_repository_has_is_named(tmp_path: Path, repository: Repository) -> None:
    del repository.served["gamma-1.0.jar"]

    with pytest.raises(ServerDownloadError, match=r"org\.example\.parts:gamma"):
        install_jars(tmp_path / "d", lock=LOCK)
    gc.collect()


def test_a_jar_in_the_users_maven_repository_is_taken_from_there(tmp_path: Path, repository: Repository) -> None:
    in_maven_repository(tmp_path, "alpha", CONTENTS["alpha"])

    install_jars(tmp_path / "d", lock=LOCK)

    assert "alpha-1.0.jar" not in repository.asked
    assert installed(tmp_path / "d") == CONTENTS


@pytest.mark.usefixtures("repository")
def test_a_damaged_jar_in_the_users_maven_repository_is_not_used_and_not_touched(tmp_path: Path) -> None:
    theirs = in_maven_repository(tmp_path, "alpha", b"a" * 4_000)

    install_jars(tmp_path / "d", lock=LOCK)

    assert installed(tmp_path / "d") == CONTENTS
    assert theirs.read_bytes() == b"a" * 4_000


@pytest.mark.usefixtures("no_network")
def test_without_a_network_the_first_install_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ServerDownloadError, match="connect to the network"):
        install_jars(tmp_path / "d", lock=LOCK)


def test_without_a_network_an_installed_server_is_still_there(
    tmp_path: Path, repository: Repository, request: pytest.FixtureRequest
) -> None:
    install_jars(tmp_path / "d", lock=LOCK)
    request.getfixturevalue("no_network")

    assert install_jars(tmp_path / "d", lock=LOCK, thorough=True) == 0
    assert repository.asked


@pytest.mark.usefixtures("no_network")
def test_a_disk_without_room_is_noticed_before_the_download(tmp_path: Path) -> None:
    huge = Jar("org.example.parts", "huge", "1.0", "", "0" * 64, 10**18)

    with pytest.raises(DiskFullError, match=r"needs 1,100,000,000,000 MB.*GRAPHMEM_CACHE_DIR"):
        install_jars(tmp_path / "d", lock=JarsLock("1", "1", (huge,), "huge"))


def test_two_installs_at_once_fetch_every_jar_once(tmp_path: Path, repository: Repository) -> None:
    installs = [threading.Thread(target=install_jars, args=(tmp_path / "d",), kwargs={"lock": LOCK}) for _ in range(4)]
    for install in installs:
        install.start()
    for install in installs:
        install.join()

    assert installed(tmp_path / "d") == CONTENTS
    assert sorted(name for name in repository.asked if name.endswith(".jar")) == [
        "alpha-1.0.jar", "beta-1.0.jar", "gamma-1.0.jar",
    ]  # fmt: skip


def test_the_lock_names_every_jar_once_and_no_host() -> None:
    lock = jars_lock()
    names = [jar.file_name for jar in lock.jars]

    assert len(set(names)) == len(names) > 200
    assert f"neo4j-{lock.neo4j}.jar" in names
    assert f"neo4j-browser-{lock.browser}.jar" in names
    assert not {"mockito-core", "junit", "byte-buddy", "hamcrest", "objenesis"} & {jar.artifact for jar in lock.jars}
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in lock.jars)
    assert "://" not in (Path(install_jars.__code__.co_filename).with_name("jars.lock.toml")).read_text()
