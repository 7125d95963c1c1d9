import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.tokens import TokenCounter, estimated_tokens


@pytest.mark.parametrize(
    ("text", "o200k"),  # what OpenAI's o200k_base counts
    [
        ("Where did I put the keys of the office on the second floor?", 14),
        ("我把二楼办公室的钥匙放在哪里了？", 12),
        ("def load(path: Path) -> dict[str, int]:\n    return json.loads(path.read_text())", 20),
        ("Error E1042: timeout after 30s while connecting to 10.0.0.7:7687", 24),
    ],
)
def test_the_estimate_is_not_below_an_exact_count_and_not_double(text: str, o200k: int) -> None:
    assert o200k <= estimated_tokens(text) <= 2 * o200k


def test_an_empty_text_has_no_tokens() -> None:
    assert estimated_tokens("") == 0


@given(st.text(max_size=200), st.text(max_size=200))
def test_a_longer_text_never_takes_fewer_tokens(text: str, more: str) -> None:
    assert estimated_tokens(text + " " + more) >= estimated_tokens(text)


def test_any_function_from_text_to_a_number_is_a_counter() -> None:
    counter: TokenCounter = len
    default: TokenCounter = estimated_tokens
    assert counter("abc") == 3
    assert default("abc") == 1
