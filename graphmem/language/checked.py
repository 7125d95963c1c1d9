"""Embeddings are checked before they reach the index: one bad vector would break every search it takes part in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphmem.errors import EmbeddingDimensionError, EncoderError
from graphmem.language.encoder import Encoder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def passage_vectors(encoder: Encoder, texts: Sequence[str]) -> NDArray[np.float32]:
    """`encoder.passages`, one sound vector of the stated dimension for each text.

    Raises:
        EncoderError: the encoder made something else; `EmbeddingDimensionError` when the dimension is wrong.
    """
    return _sound(encoder, encoder.passages(texts), len(texts))


def query_vector(encoder: Encoder, text: str) -> NDArray[np.float32]:
    """`encoder.queries` of one text, checked likewise; an array (dimension,)."""
    vector: NDArray[np.float32] = _sound(encoder, encoder.queries([text]), 1)[0]
    return vector


def _sound(encoder: Encoder, vectors: NDArray[np.float32], wanted: int) -> NDArray[np.float32]:
    import numpy as np

    identity = encoder.identity
    try:
        vectors = np.asarray(vectors, dtype=np.float32)
    except (TypeError, ValueError):
        raise EncoderError(f"{identity.model} made something else than an array of numbers.") from None
    if vectors.ndim != 2:
        raise EncoderError(f"{identity.model} made an array of {vectors.ndim} dimensions; one row a text is needed.")
    if vectors.shape[1:] != (identity.dimension,):
        raise EmbeddingDimensionError(model=identity.model, produced=vectors.shape[-1], indexed=identity.dimension)
    if len(vectors) != wanted:
        raise EncoderError(f"{identity.model} made {len(vectors)} embeddings of {wanted} texts. Nothing was stored.")
    if not np.isfinite(vectors).all() or not np.linalg.norm(vectors, axis=1).all():
        raise EncoderError(
            f"{identity.model} made an embedding that is zero or not a number. Nothing was stored. "
            f"Check its weights, then try again."
        )
    return vectors
