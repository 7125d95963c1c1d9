"""Metadata: strings and keys at any depth, numbers, and keys that say what their values are."""

import pytest

from graphmem.language.redaction import redact_json


@pytest.mark.parametrize(
    ("value", "redacted"),
    [
        ({"password": "x"}, {"password": "[PASSWORD]"}),
        ({"dbPassword": "x", "user": "ada"}, {"dbPassword": "[PASSWORD]", "user": "ada"}),
        ({"密码": "芝麻"}, {"密码": "[PASSWORD]"}),
        ({"密碼": "芝麻"}, {"密碼": "[PASSWORD]"}),
        ({"pin": 4931}, {"pin": "[PASSWORD]"}),
        ({"API_KEY": "abc"}, {"API_KEY": "[API_KEY]"}),
        ({"headers": {"Authorization": "Bearer abc"}}, {"headers": {"Authorization": "Bearer [API_KEY]"}}),
        ({"x-api-key": ["a", "b"]}, {"x-api-key": ["[API_KEY]", "[API_KEY]"]}),
        ({"privateKey": "abc"}, {"privateKey": "[PRIVATE_KEY]"}),
        ({"ssn": 536224817}, {"ssn": "[NATIONAL_ID]"}),
        ({"note": [{"said": "my pin is 4931"}]}, {"note": [{"said": "my pin is [PASSWORD]"}]}),
        ({"n": 4111111111111111}, {"n": "[BANK_CARD]"}),
        ({"n": [110101199003074610]}, {"n": ["[NATIONAL_ID]"]}),
        ({"4111111111111111": 1}, {"[BANK_CARD]": 1}),
        ({"name": "password", "value": "x"}, {"name": "password", "value": "[PASSWORD]"}),
        (["curl", "--password", "x"], ["curl", "--password", "[PASSWORD]"]),
        ({"password": {"old": "x", "new": "y"}}, {"password": {"old": "[PASSWORD]", "new": "[PASSWORD]"}}),
    ],
)
def test_secrets_in_json_are_taken_out(value, redacted):
    assert redact_json(value).value == redacted
    assert redact_json(value).types
    assert redact_json(redacted).value == redacted


@pytest.mark.parametrize(
    "value",
    [
        {"token_count": 812, "max_tokens": 4096, "token": 4096},
        {"password_reset": True, "password": None, "pwd": ""},
        {"password_policy": "12 characters", "keyboard": "de", "primary_key": "user_id"},
        {"order": 20260617000123, "at": 1717171717171, "share": 0.4111111111111111, "ok": [True, None, 3]},
        {"email": "ada@example.com", "phone": "13812345678"},
    ],
)
def test_harmless_json_is_left_alone(value):
    redacted = redact_json(value)

    assert redacted.value == value
    assert redacted.types == ()


def test_contacts_in_json_are_taken_out_where_asked():
    value = {"email": "ada@example.com", "mobile": 13812345678, "a@example.com": 1, "b@example.com": 2}

    redacted = redact_json(value, contacts=True)

    assert redacted.value == {"email": "[EMAIL]", "mobile": "[PHONE]", "[EMAIL]": 1, "[EMAIL]_2": 2}
    assert redacted.counts == {"email": 3, "phone": 1}
