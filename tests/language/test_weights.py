import contextlib
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.errors import WeightsDamagedError
from graphmem.language.weights import Shape, read_packed

TINY = Shape(hidden=32, layers=1, heads=2, feed_forward=64, vocabulary=10, positions=4, token_types=1)
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "a", "你好"]
SCALE = 0.5


def matrix(rows: int, columns: int) -> tuple[bytes, np.ndarray]:
    """A packed matrix whose weights count from -8 to 7 over and over, and the same in the open."""
    block = struct.pack("<e", SCALE) + bytes((j % 16) | (((j + 3) % 16) << 4) for j in range(16))
    row = [((j % 16) - 8) * SCALE for j in range(16)] + [(((j + 3) % 16) - 8) * SCALE for j in range(16)]
    blocks = rows * columns // 32
    return block * blocks, np.array(row * blocks, np.float32).reshape(rows, columns)


def packed_bytes(tensors: dict[str, tuple[int, int, bytes]]) -> bytes:
    """A packed file of the tiny model; `tensors` are kind (0: 32-bit floats, 1: 4 bits), number of weights, bytes."""
    shape = (32, 1, 2, 64, 10, 4, 1)
    text = "".join(PIECES).encode()
    ends = np.cumsum([0, *(len(piece.encode()) for piece in PIECES)])
    head = b"E5S1" + struct.pack("<I7ifi", 1, *shape, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, len(text))
    head += struct.pack(f"<{len(ends)}I", *ends) + struct.pack(f"<{len(PIECES)}f", *range(len(PIECES))) + text
    head += struct.pack("<iI", 0, 0) + struct.pack("<i", len(tensors))
    start = len(head) + sum(2 + len(name) + 21 for name in tensors)
    directory, body = b"", b""
    for name, (kind, count, data) in tensors.items():
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind, count, start + len(body), len(data))
        body += data
    return head + directory + body


def tiny_file() -> bytes:
    return packed_bytes(
        {"emb.word": (1, 320, matrix(10, 32)[0]), "emb.ln.w": (0, 32, np.arange(32, dtype="<f4").tobytes())}
    )


def written(folder: Path, data: bytes) -> Path:
    path = folder / "weights.bin"
    path.write_bytes(data)
    return path


def test_packed_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    weights = read_packed(written(tmp_path, tiny_file()), TINY)
    assert [piece for piece, _ in weights.pieces] == PIECES
    assert weights.special.unknown == 3
    assert np.array_equal(weights.tensor("emb.word", 10, 32), matrix(10, 32)[1])
    assert np.array_equal(weights.tensor("emb.ln.w", 32), np.arange(32, dtype=np.float32))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_file_cut_short_anywhere_is_refused(tmp_path: Path, data: st.DataObject) -> None:
    whole = tiny_file()
    length = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(WeightsDamagedError, match=r"weights\.bin"):
        read_packed(written(tmp_path, whole[:length]), TINY)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_file_with_wrong_bytes_is_read_or_refused_but_never_fails_otherwise(
    tmp_path: Path, data: st.DataObject
) -> None:
    whole = bytearray(tiny_file())
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), min_size=1, max_size=4)):
        whole[place] = data.draw(st.integers(0, 255))
    with contextlib.suppress(WeightsDamagedError):
        read_packed(written(tmp_path, bytes(whole)), TINY)


def test_another_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsDamagedError, match="another model"):
        read_packed(written(tmp_path, tiny_file()))


def test_something_else_than_weights_is_refused_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(WeightsDamagedError, match="GRAPHMEM_WEIGHTS"):
        read_packed(written(tmp_path, b"PK\x03\x04 this is a zip file"))


def test_a_missing_tensor_is_named(tmp_path: Path) -> None:
    weights = read_packed(written(tmp_path, tiny_file()), TINY)
    with pytest.raises(WeightsDamagedError, match=r"l0\.q\.w"):
        weights.tensor("l0.q.w", 32, 32)
