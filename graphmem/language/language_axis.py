"""Takes the same-language bias out of multilingual-e5-small's vectors.

In a memory with both languages the bare model finds, for a Chinese question, Chinese texts first, whatever they say.
The difference between the mean vectors of the same sentences in Chinese and in English is one direction, the language
axis; without their component along it, texts of both languages are compared by what they mean. Nothing has to be known
about a text's language, mixed texts included, and within one language the order hardly changes (docs/encoder.md).

The idea of removing directions that carry no meaning is that of Mu and Viswanath, "All-but-the-Top" (ICLR 2018); the
data are made by scripts/encoder_means.py.
"""

from __future__ import annotations

import functools
import hashlib
import json
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DATA_FILE = "e5_small.json"


@dataclass(frozen=True, eq=False)
class LanguageAxis:
    """The direction to remove, and one known vector by which the model is recognised."""

    axis: NDArray[np.float32]
    """Unit vector (384,)."""
    probe_text: str
    """A text with its prefix."""
    probe_vector: NDArray[np.float32]
    """The bare model's vector (384,) of `probe_text`."""
    digest: str
    """sha256 of the axis: part of the encoder's identity."""

    def removed_from(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """`vectors` (n, 384) without their component along the axis, each of length 1 again."""
        import numpy as np

        rest = vectors - np.outer(vectors @ self.axis, self.axis)
        lengths: NDArray[np.float32] = np.linalg.norm(rest, axis=1, keepdims=True)
        return (rest / np.maximum(lengths, 1e-12)).astype(np.float32)


@functools.cache
def load_language_axis() -> LanguageAxis:
    """The axis that belongs to multilingual-e5-small, from the package's data."""
    import numpy as np

    text = resources.files("graphmem.language").joinpath("data", DATA_FILE).read_text(encoding="utf-8")
    data = json.loads(text)
    axis = np.asarray(data["axis"], np.float32)
    return LanguageAxis(
        axis=axis / np.linalg.norm(axis),
        probe_text=data["probe_text"],
        probe_vector=np.asarray(data["probe_vector"], np.float32),
        digest=hashlib.sha256(json.dumps(data["axis"]).encode()).hexdigest(),
    )
