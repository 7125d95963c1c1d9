import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.config import Settings, load_settings
from graphmem.errors import EncoderError, WeightsDamagedError, WeightsNotFoundError
from graphmem.language import weights_source
from graphmem.language.weights_source import find_weights, is_complete, unpacked_folder


def test_a_named_folder_comes_before_the_package(tmp_path: Path) -> None:
    source = find_weights(load_settings(weights=tmp_path))
    assert source.location == str(tmp_path)
    assert source.local


def test_named_weights_that_do_not_exist_are_an_error_and_no_reason_to_use_others(tmp_path: Path) -> None:
    with pytest.raises(WeightsNotFoundError, match="GRAPHMEM_WEIGHTS"):
        find_weights(load_settings(weights=tmp_path / "nothing"))


def test_a_named_file_that_is_no_packed_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.bin"
    path.write_bytes(b"no weights")
    with pytest.raises(WeightsDamagedError):
        find_weights(load_settings(weights=path, cache_dir=tmp_path / "cache"))
    assert not [entry for entry in (tmp_path / "cache" / "encoders").iterdir() if entry.is_dir()]


def test_without_named_weights_and_package_the_hub_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights_source, "packed_of_package", lambda: None)
    source = find_weights(load_settings())
    assert (source.location, source.local) == ("intfloat/multilingual-e5-small", False)


def test_the_packages_weights_are_unpacked_once(packed: Path, e5_settings: Settings) -> None:
    source = find_weights(load_settings(cache_dir=e5_settings.cache_dir))
    model = Path(source.location) / "model.safetensors"
    made = model.stat().st_mtime_ns
    assert unpacked_folder(packed, e5_settings.cache_dir) == Path(source.location)
    assert model.stat().st_mtime_ns == made


def test_processes_that_need_the_folder_at_once_make_one(packed: Path, empty_cache: Path) -> None:
    program = (
        "import logging, sys; from pathlib import Path; logging.basicConfig(level='INFO', stream=sys.stdout)\n"
        "from graphmem.language.weights_source import is_complete, unpacked_folder\n"
        "print(is_complete(unpacked_folder(Path(sys.argv[1]), Path(sys.argv[2]))))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, packed, empty_cache], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    printed = [process.communicate()[0] for process in running]
    assert all("True" in text for text in printed)
    assert sum("Unpacking" in text for text in printed) == 1
    assert len([entry for entry in (empty_cache / "encoders").iterdir() if entry.is_dir()]) == 1


def test_a_half_written_folder_is_noticed_and_made_again(packed: Path, filled_cache: Path) -> None:
    folder = unpacked_folder(packed, filled_cache)
    left_over = folder.with_name(f"{folder.name}.part-killed")
    left_over.mkdir()
    with (folder / "model.safetensors").open("r+b") as file:
        file.truncate(1_000)
    assert not is_complete(folder)

    assert unpacked_folder(packed, filled_cache) == folder

    assert is_complete(folder)
    assert not left_over.exists()


def test_a_cache_that_cannot_be_written_is_named_with_the_way_out(packed: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    with pytest.raises(EncoderError, match="GRAPHMEM_CACHE_DIR"):
        unpacked_folder(packed, blocked)
