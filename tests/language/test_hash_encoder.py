import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.config import load_settings
from graphmem.language.encoder import Encoder, HashEncoder, make_encoder


@pytest.fixture
def encoder() -> Encoder:
    return make_encoder(load_settings(encoder="hash"))


def similarity(encoder: Encoder, one: str, other: str) -> float:
    return float(encoder.queries([one])[0] @ encoder.passages([other])[0])


@pytest.mark.parametrize(
    ("cue", "near", "far"),
    [
        ("red bicycle", "I bought a red bicycle", "The meeting was moved to Friday"),
        ("上次付款失败", "付款失败了，卡过期", "我们周末去爬山"),
        ("ＲＥＤ bicycle", "red bicycle", "blue car"),
    ],
)
def test_texts_that_share_words_are_nearer(encoder: Encoder, cue: str, near: str, far: str) -> None:
    assert similarity(encoder, cue, near) > similarity(encoder, cue, far) + 0.2


def test_the_settings_choose_the_encoder(encoder: Encoder) -> None:
    assert isinstance(encoder, HashEncoder)
    assert make_encoder(load_settings(encoder="e5")).identity != encoder.identity


def test_another_process_makes_the_same_vectors(encoder: Encoder) -> None:
    program = (
        "from graphmem.language.encoder import HashEncoder; print(HashEncoder().queries(['one 两个 three']).tolist())"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    ).stdout
    assert printed.strip() == str(encoder.queries(["one 两个 three"]).tolist())


@given(st.lists(st.text(max_size=40), max_size=6))
def test_any_texts_give_unit_vectors(texts: list[str]) -> None:
    encoder = HashEncoder()
    vectors = encoder.passages(texts)
    assert vectors.shape == (len(texts), encoder.identity.dimension)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_progress_counts_every_text(encoder: Encoder) -> None:
    done: list[int] = []
    encoder.passages(["a", "b", "c"], progress=done.append)
    assert sum(done) == 3
