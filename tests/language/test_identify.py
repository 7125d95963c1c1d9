import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.identify import han_share, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Where did I put my keys?", "en"),
        ("我把钥匙放在哪里了？", "zh"),
        ("我用 Python 写了一个接口，放在 server 上", "zh"),
        ("請幫我預訂明天的會議室", "zh"),
        ("She said 你好 to everybody in the room.", "en"),
        ("please review 付款模块 today", "mixed"),
        ("Ça va très bien", "en"),
        ("東京に行きました。とても楽しかったです。", "und"),
        ("오늘 회의는 세 시에 시작합니다", "und"),
        ("Попробуй завтра утром", "und"),
        ("42", "und"),
        ("🎉🎉", "und"),
        ("", "und"),
    ],
)
def test_the_language_follows_from_the_scripts(text: str, language: str) -> None:
    assert language_of(text) == language


def test_the_share_of_chinese_grows_with_the_chinese_words() -> None:
    texts = ["all in English here", "nearly all in English 你好", "half 中文 half 中文", "几乎全是中文 yes", "全是中文"]
    shares = [han_share(text) for text in texts]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)


@given(st.text())
def test_any_text_has_a_language_and_a_share(text: str) -> None:
    assert language_of(text) in {"en", "zh", "mixed", "und"}
    assert 0 <= han_share(text) <= 1
