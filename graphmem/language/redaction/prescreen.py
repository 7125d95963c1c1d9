"""What a text can hold at all: a quick look that spares most texts the patterns, and the others most patterns.

A sign may be there in vain, never missing in vain: what a detector finds has its sign. All texts here are plain (see
`view.plain`) and in small letters.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN_CHARACTERS = r"a-z0-9_+/=.~:$%&?!@#*-"
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d(?:[^a-z\d]{0,3}\d){6}")
_LONG = re.compile(rf"[{_TOKEN_CHARACTERS}]{{12,}}")
_LONGEST_WORD = 24
"""A word of letters alone is looked at as a key only from so many on."""
_PASSWORDS = (
    "pass", "pwd", "pin", "pw", " code", "phrase", "otp", "cvv", "cvc", "contrase", "kennwort", "comb", "cred", "login",
    "log in", "logged in", "sign in", "words", "密", "口令", "暗号", "助记词", "恢复短语", "码", "://", " -u",
    " -a", "--user", "sshpass", "mysql", "mariadb", "secret word", "safe word",
)  # fmt: skip
_SHORT = re.compile(r"(?<![a-z])(?:pins?|pw|pin ?codes?)(?![a-z])")
_ONLY_SHORT = frozenset({"pin", "pw"})
_IT = (
    "it to",
    "that to",
    "mine to",
    "this to",
    "it back",
    "that back",
    "'s now",
    "s now",
    "it is now",
    "new one",
    "改",
    "换",
    "新的",
    "用这个",
)
_PAIRS = (
    "user",
    "账号",
    "账户",
    "用户",
    "登录",
    "puk",
    "lock pattern",
    "screen pattern",
    "swipe pattern",
    "keypad",
    "图案",
    "手势",
)
_USERS = ("root", "admin", "guest", "test", "ubuntu", "postgres", "oracle", "demo", "deploy")
_NETWORKS = ("wifi", "wi-fi", "wlan", "hotspot", "ssid", "热点", "无线")
_PLACES = ("door", "gate", "garage", "shed", "lock", "safe", "alarm", "intercom", "entrance", "lobby", "atm")
_AS = re.compile(rf"(?:{'|'.join(_USERS)}) ?[/:|] ?\S{{4}}|log(?:ged)? ?[io]n|sign(?:ed)? ?[io]n")
_TYPED = re.compile(r"(?:type?|enter|punch|key|press|dial|use|tap|put)(?:ing)?(?: in)?:? [\"'`]?[#*]?\d{4}")
_DIGIT_SIGNS = (*_IT, *_PAIRS)
_DIGITS_RUN = re.compile(r"\d{4}")
_HEADERS = ("authorization", "bearer", "cookie", "begin", "private-lines")
_IDS = (
    "身份",
    "证",
    "护照",
    "驾照",
    "passport",
    "social",
    "ssn",
    "nino",
    "insurance",
    "identity",
    "id card",
    "id num",
    "id no",
    "id is",
    "id:",
    "licen",
    "id #",
)


class Signs(NamedTuple):
    """Which kinds of things a text may hold."""

    number: bool
    """Seven digits or more, with little between them."""
    token: bool
    """Twelve characters or more of letters and digits, without a blank."""
    password: bool
    header: bool
    id_name: bool
    address: bool
    """A sign of an e-mail address."""
    spelt: bool
    """A phone number in Chinese characters."""

    def any(self, *, contacts: bool) -> bool:
        secret = self.number or self.token or self.password or self.header or self.id_name
        return secret or (contacts and (self.address or self.spelt))


_HAN_DIGITS = re.compile("[一幺][三四五六七八九][零〇一二三四五六七八九幺两]{9}")
_AT = re.compile(r"[\[({<]\s?(?:at|@)\s?[\])}>]| at [\w-]{2,40} dot ")


def signs(text: str, *, contacts: bool) -> Signs:
    """The signs of a plain `text`."""
    low = text.lower()
    digits = _DIGIT.search(low) is not None
    return Signs(
        number=digits and _NUMBER.search(low) is not None,
        token=_token(low),
        password=_password(low, digits=digits),
        header=any(word in low for word in _HEADERS),
        id_name=digits and any(word in low for word in _IDS),
        address=contacts and ("@" in low or "%40" in low or _AT.search(low) is not None),
        spelt=contacts and not low.isascii() and _HAN_DIGITS.search(low) is not None,
    )


def _token(low: str) -> bool:
    if low.isascii() and max(map(len, low.split()), default=0) < 12:
        return False
    for match in _LONG.finditer(low):
        word = match[0]
        if len(word) >= _LONGEST_WORD or (_DIGIT.search(word) and not word.replace(".", "").replace(":", "").isdigit()):
            return True
    return False


def _password(low: str, *, digits: bool) -> bool:
    found = [word for word in _PASSWORDS if word in low]
    if found and (not _ONLY_SHORT.issuperset(found) or _SHORT.search(low)):
        return True
    if not digits:
        return False
    if low.startswith("code") or [word for word in _DIGIT_SIGNS if word in low]:
        return True
    if ("/" in low or "|" in low) and any(word in low for word in _NETWORKS):
        return True
    if _DIGITS_RUN.search(low) and any(word in low for word in _PLACES) and _TYPED.search(low):
        return True
    used = [mark for mark in ("/", ":", "|", "log", "sign") if mark in low] and any(word in low for word in _USERS)
    return bool(used) and _AS.search(low) is not None
