"""What holds for every text."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.language.redaction import Redactor, redact, redact_json

PIECES = st.sampled_from(
    [
        "password", "密码", "口令", " is ", "是", "：", ":", "=", " ", "，", "\n", "hunter2", "Abc@12345", "4931", "to",
        "[PASSWORD]", "[API_KEY]", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "QUJDREVGR0hJSktMTU5P",
        "4111 1111 1111 1111", "110101199003074610", "token", "sk-", "aB3dE6gH9jK2mN5pQ8sT1", "https://", "a:b@c.de",
        "changed it", "新的", "改成", "ada@example.com", "+1 415 555 2671", "'", '"', "-u a:b", "--password", "GB82",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=12).map("".join))
QUIET = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


@QUIET
@given(TEXTS, st.booleans())
def test_any_text_is_redacted_once_and_for_all(text, contacts):
    once = redact(text, contacts=contacts)

    assert redact(once.text, contacts=contacts).text == once.text


@QUIET
@given(TEXTS)
def test_the_offsets_lead_from_the_text_to_its_redacted_form(text):
    redacted = redact(text, contacts=True)

    place, rebuilt = 0, ""
    for found in redacted.found:
        assert place <= found.start < found.end <= len(text)
        rebuilt += text[place : found.start] + f"[{found.type.upper()}]"
        place = found.end
    assert rebuilt + text[place:] == redacted.text


@QUIET
@given(st.text(alphabet="bdfghjlmrvxz, .!?的了好天气很喜欢吃饭\n", max_size=300))
def test_words_without_signs_are_never_touched(text):
    assert redact(text, contacts=True).text == text


@QUIET
@given(st.text(alphabet=st.characters(), max_size=200))
def test_no_character_whatever_makes_it_fail(text):
    Redactor(contacts=True).text(text)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=8,
)


@QUIET
@given(JSON)
def test_any_json_stays_json_and_is_redacted_once_and_for_all(value):
    once = redact_json(value, contacts=True)

    json.dumps(once.value)
    assert redact_json(once.value, contacts=True).value == once.value


@pytest.mark.parametrize(
    "unit", ["password ", "密码是", "1 ", "4111 ", "a@a.", "a://b:", "--password ", "eyJ", "GB82", "(1"]
)
def test_a_long_text_of_one_repeated_beginning_is_done(unit):
    redact(unit * (40_000 // len(unit)), contacts=True)
