"""The default encoder: multilingual-e5-small through sentence-transformers."""

from __future__ import annotations

import contextlib
import logging
import threading
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphmem.config import Settings
from graphmem.errors import EncoderError, WeightsDamagedError
from graphmem.language.encoder import Progress, default_threads
from graphmem.language.language_axis import load_language_axis
from graphmem.language.weights_source import (
    WeightsSource,
    find_weights,
    unpacked_folder,
    weights_not_found,
)
from graphmem.models import EncoderIdentity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from sentence_transformers import SentenceTransformer

_log = logging.getLogger(__name__)

MODEL, DIMENSION = "intfloat/multilingual-e5-small", 384
QUERY_PREFIX, PASSAGE_PREFIX = "query: ", "passage: "
_MAX_TOKENS = 512
_MOST_CHARACTERS = 16 * _MAX_TOKENS
"""No piece of the tokenizer is longer than 16 characters: what comes after can not reach the model."""
_HUB_SECONDS = 15
_SAME_MODEL = 0.9
"""Vectors of one text by 4-bit and full weights agree to .98, those of different models have nothing in common."""


class E5Encoder:
    """multilingual-e5-small: 384 dimensions, about 100 languages, of a text its first 512 tokens (some 2,000 characters
    of English, 700 of Chinese).

    Libraries and weights load with the first text, in 5 to 20 seconds. The axis along which Chinese and English
    differ is taken out of every vector, so that a question finds its answer in the other language.
    """

    def __init__(self, settings: Settings) -> None:
        self._model = E5Model(settings)
        self._axis = load_language_axis()

    @property
    def identity(self) -> EncoderIdentity:
        return EncoderIdentity(
            model=MODEL,
            dimension=DIMENSION,
            query_prefix=QUERY_PREFIX,
            passage_prefix=PASSAGE_PREFIX,
            means=self._axis.digest,
        )

    def passages(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        return self._axis.removed_from(self._model.encode(PASSAGE_PREFIX, texts, progress=progress))

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self._axis.removed_from(self._model.encode(QUERY_PREFIX, texts))


class E5Model:
    """The bare model, as published: vectors with the language axis still in them."""

    def __init__(self, settings: Settings, *, check: bool = True) -> None:
        """`check`: make sure on loading that the weights are this model's; off only where its data are made."""
        self._settings, self._check = settings, check
        self._threads = settings.encoder_threads or default_threads()
        self._loaded: SentenceTransformer | None = None
        self._lock = threading.Lock()

    def encode(self, prefix: str, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """Vectors (n, 384) of length 1 of `prefix` + each text.

        Texts of like length share a batch, so that little is padded. Between two batches other threads get their turn.
        """
        import numpy as np

        vectors = np.empty((len(texts), DIMENSION), np.float32)
        ready = [prefix + _prepared(text) for text in texts]
        longest_first = sorted(range(len(ready)), key=lambda i: -len(ready[i]))
        for start in range(0, len(ready), self._settings.encoder_batch):
            rows = longest_first[start : start + self._settings.encoder_batch]
            with self._lock:
                vectors[rows] = self._encode_batch([ready[i] for i in rows])
            if progress:
                progress(len(rows))
        return vectors

    def _encode_batch(self, texts: list[str]) -> NDArray[np.float32]:
        if self._loaded is None:
            self._loaded = self._load()
        try:
            return _encoded(self._loaded, texts, self._threads)
        except (RuntimeError, MemoryError) as error:
            raise EncoderError(
                f"The encoder failed on a batch of {len(texts)} texts ({type(error).__name__}). If memory is short, "
                f"set GRAPHMEM_ENCODER_BATCH to a smaller number."
            ) from error

    def _load(self) -> SentenceTransformer:
        source = find_weights(self._settings)
        _log.info("Loading the encoder from %s", source.description)
        try:
            return self._open_checked(source)
        except (EncoderError, OSError, ValueError, RuntimeError, KeyError) as error:
            if source.packed is None or isinstance(error, _LibraryError):
                raise _as_encoder_error(error, source) from error
            _log.warning("The unpacked weights in %s are damaged; unpacking them again", source.location)
        unpacked_folder(source.packed, self._settings.cache_dir, rebuild=True)
        try:
            return self._open_checked(source)
        except (EncoderError, OSError, ValueError, RuntimeError, KeyError) as error:
            raise _as_encoder_error(error, source) from error

    def _open_checked(self, source: WeightsSource) -> SentenceTransformer:
        model = _open(source)
        return _checked(model, source, self._threads) if self._check else model


class _LibraryError(EncoderError):
    """The libraries of the encoder are missing or broken."""


def _as_encoder_error(error: Exception, source: WeightsSource) -> EncoderError:
    if isinstance(error, EncoderError):
        return error
    if not source.local:
        return weights_not_found()
    return WeightsDamagedError(
        f"The encoder cannot be loaded from {source.location} ({type(error).__name__}). Put a complete "
        f"sentence-transformers folder of {MODEL} there, or leave GRAPHMEM_WEIGHTS out."
    )


def _prepared(text: str) -> str:
    """`text` as the model will read it: blanks united as its tokenizer does, and no more than can reach it."""
    return " ".join(text.encode("utf-8", "replace").decode().split())[:_MOST_CHARACTERS]


def _encoded(model: SentenceTransformer, texts: list[str], threads: int) -> NDArray[np.float32]:
    with _torch_threads(threads):
        vectors: NDArray[np.float32] = model.encode(
            texts, batch_size=len(texts), show_progress_bar=False, normalize_embeddings=True, convert_to_numpy=True
        )
    return vectors


def _checked(model: SentenceTransformer, source: WeightsSource, threads: int) -> SentenceTransformer:
    """`model`, after a look at whether it is the one its vectors will be said to come from."""
    axis = load_language_axis()
    vector = _encoded(model, [axis.probe_text], threads)[0]
    if vector.shape != (DIMENSION,) or not float(vector @ axis.probe_vector) > _SAME_MODEL:
        raise WeightsDamagedError(
            f"The weights in {source.location} are damaged or those of another model: they do not give the vectors of "
            f"{MODEL}. Put that model there, or leave GRAPHMEM_WEIGHTS out."
        )
    return model


def _open(source: WeightsSource) -> SentenceTransformer:
    try:
        from sentence_transformers import SentenceTransformer
    except (ImportError, OSError, RuntimeError) as error:
        raise _LibraryError(
            f"sentence-transformers or torch cannot be imported ({error}). Install them again "
            f"(pip install --force-reinstall sentence-transformers torch), or set GRAPHMEM_ENCODER=hash for tests."
        ) from error

    def load(*, local: bool) -> SentenceTransformer:
        model = SentenceTransformer(source.location, device="cpu", local_files_only=local)
        model.max_seq_length = _MAX_TOKENS
        return model.float().eval()

    with _no_loading_bars():
        if source.local:
            if not (Path(source.location) / "config.json").is_file():
                raise FileNotFoundError(source.location)
            return load(local=True)
        try:
            return load(local=True)
        except (OSError, ValueError):  # not downloaded before
            _ask_hub(source.location)
            _log.info("Downloading %s (470 MB, once)", source.location)
            return load(local=False)


def _ask_hub(model: str) -> None:
    """Raise an OSError at once if the hub does not answer: its own client would try for over a minute, noisily."""
    from huggingface_hub import constants

    with urllib.request.urlopen(f"{constants.ENDPOINT}/{model}/resolve/main/config.json", timeout=_HUB_SECONDS):
        pass


@contextlib.contextmanager
def _torch_threads(count: int) -> Iterator[None]:
    """Encode with `count` threads and leave torch as the caller had set it."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextlib.contextmanager
def _no_loading_bars() -> Iterator[None]:
    """Keep transformers from drawing its "Loading weights" bar over the caller's output."""
    settings: Any
    from transformers.utils import logging as settings

    shown = settings.is_progress_bar_enabled()
    settings.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            settings.enable_progress_bar()
