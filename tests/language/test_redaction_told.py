"""Passwords as people tell them in passing: corrected, paired, at a door. All are made up."""

import pytest

from graphmem.language.redaction import redact

# A text and everything that is taken out of it, in its order.
TOLD = [
    ("password is teal_Otter4, no wait, it's teal_Otter7", ["teal_Otter4", "teal_Otter7"]),
    ("my pin is 6120, sorry, I mean 6021", ["6120", "6021"]),
    ("the PIN isn't 3140 anymore, it's 3410", ["3140", "3410"]),
    ("the PINs are 6604 and 1187", ["6604", "1187"]),
    ("密码是6621，等等，说错了，是6612", ["6621", "6612"]),
    ("密码不是8080，是9090", ["8080", "9090"]),
    ("I changed the pin from 5173 to 9020", ["5173", "9020"]),
    ("密码从aa_1122换成bb_3344了", ["aa_1122", "bb_3344"]),
    ("the combination for the gym locker is 12 30 8", ["12 30 8"]),
    ("Code for the front door: 4408#", ["4408#"]),
    ("the login code they sent is 44 10 92", ["44 10 92"]),
    ("use 730912 as the verification code", ["730912"]),
    ("type 6642 on the keypad", ["6642"]),
    ("the gate is 5521 and the shed is 1176, those are the keypad codes", ["5521", "1176"]),
    ("the safe's combination: left 14, right 32, left 9", ["left 14, right 32, left 9"]),
    ("the unlock pattern is 2-5-8-9-6", ["2-5-8-9-6"]),
    ("解锁图案是3-5-7-8", ["3-5-7-8"]),
    ("PUK码12345678", ["12345678"]),
    ("my pin is four nine two two", ["four nine two two"]),
    ("The safe word is marshmallow.", ["marshmallow"]),
    ("我的口令就是山高水不深", ["山高水不深"]),
    ("密码是love小猫99", ["love小猫99"]),
    ("the wifi password? Mango_tree7", ["Mango_tree7"]),
    ("the password is (with capital T) Thunder9", ["Thunder9"]),
    ("密码（xm-2231）记得保密", ["xm-2231"]),
    ("username and password are bob and Builder_9", ["Builder_9"]),
    ("账号和密码分别是 lisa 和 lisa@2020", ["lisa@2020"]),
    ("log on to the NAS with admin and synology77", ["synology77"]),
    ("用 root/Redhat123 登录", ["Redhat123"]),
    ("wifi: CasaVerde / limonata22", ["limonata22"]),
]

HARMLESS = [
    "the error code for the door sensor is 404",
    "the code for the gate module is 200 lines",
    "use promo code 482913 at checkout",
    "the door is 2000 mm high, the code is on it",
    "Use sda/part12 for the root partition",
    "try admin/v2 of the API",
    "wifi: 5GHz / 2.4GHz",
    "the password isn't working",
    "the password should be unique.",
    "Forgot your password? Reset2Go helps.",
    "密码（8位）",
    "密码不是很安全，建议改",
    "密码错了，应该是大写锁定开着",
    "username and password are required and validated",
    "账号和密码分别是什么",
    "《风语密码》是我最喜欢的电视剧",
    "暗号是谍战片里常见的桥段",
    "取件码 5-3-2011，帮我拿一下快递",
]


@pytest.mark.parametrize(("text", "secrets"), TOLD)
def test_a_password_told_in_passing_is_taken_out_and_nothing_else(text, secrets):
    redacted = redact(text)

    assert [text[found.start : found.end] for found in redacted.found] == secrets
    assert set(redacted.types) == {"password"}
    assert redact(redacted.text).found == ()


@pytest.mark.parametrize("text", HARMLESS)
def test_talk_of_codes_and_passwords_is_left_alone(text):
    assert redact(text).found == ()
