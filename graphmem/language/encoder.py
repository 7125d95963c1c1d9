"""Texts as vectors: what every encoder offers, the one for tests, and the choice by settings."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from graphmem.config import Settings
from graphmem.language.identify import HAN
from graphmem.language.words import folded
from graphmem.models import EncoderIdentity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Progress = Callable[[int], None]
"""Called after each batch with the number of texts done in it; fits `tqdm.update`."""


class Encoder(Protocol):
    """Turns texts into vectors whose dot product is their similarity. Safe to share between threads."""

    @property
    def identity(self) -> EncoderIdentity:
        """What makes its vectors comparable with others; known without loading any weights."""
        ...

    def passages(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Vectors (n, dimension) of texts to be found, each of length 1; no texts give an array (0, dimension).

        Raises:
            EncoderError: weights or libraries are missing or broken.
        """
        ...

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors (n, dimension) of texts to find others by, each of length 1.

        Raises:
            EncoderError: weights or libraries are missing or broken.
        """
        ...


def make_encoder(settings: Settings) -> Encoder:
    """The encoder the settings name. Nothing is loaded before its first text."""
    if settings.encoder == "hash":
        return HashEncoder()
    if settings.encoder == "use":
        from graphmem.language.use import UseEncoder

        return UseEncoder(settings)
    from graphmem.language.e5 import E5Encoder

    return E5Encoder(settings)


def default_threads() -> int:
    """Threads for encoding when the settings name none: 1 up to two cores, where more would be slower, else half."""
    cores = os.cpu_count() or 1
    return 1 if cores <= 2 else cores // 2


class HashEncoder:
    """Counts words and Chinese character pairs in 64 hashed places: for tests, without weights, the same everywhere.

    Texts that share words are similar, whatever their meaning.
    """

    _DIMENSION = 64
    _WORD = re.compile(rf"[{HAN}]+|(?:(?![{HAN}])[^\W_])+")
    _HAN_RUN = re.compile(f"[{HAN}]+")

    @property
    def identity(self) -> EncoderIdentity:
        return EncoderIdentity(model="graphmem/hash", dimension=self._DIMENSION)

    def passages(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        vectors = self.queries(texts)
        if progress and texts:
            progress(len(texts))
        return vectors

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        vectors = np.zeros((len(texts), self._DIMENSION), np.float32)
        for row, text in enumerate(texts):
            for feature in self._features(folded(text)):
                digest = blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest()
                vectors[row, digest[0] % self._DIMENSION] += 1 if digest[1] % 2 else -1
            if not vectors[row].any():  # no words, or words that cancel out
                vectors[row, 0] = 1
        unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
        return unit

    def _features(self, text: str) -> Iterator[str]:
        for word in self._WORD.findall(text):
            if self._HAN_RUN.fullmatch(word):
                yield from word
                yield from (word[i : i + 2] for i in range(len(word) - 1))
            else:
                yield word
