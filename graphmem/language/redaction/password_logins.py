"""Users with their passwords, and networks with theirs: "admin / x", 账号密码分别是a和x, "wifi: Home / x"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from graphmem.language.redaction.password_values import stops, telling_enough, trimmed
from graphmem.language.redaction.rules import one_of, pattern, rules
from graphmem.language.redaction.values import HAN, example, mixed
from graphmem.language.redaction.view import MARK

_VALUE = rf"(?P<value>[^\s，。；{MARK}{HAN}]{{4,64}})"
_PAIR = pattern(
    rf"(?:log(?:ged)? ?in|login|credentials?|creds|sign in|user(?:name)?|账号|账户|用户名?|登录)"
    rf"(?: with| as| are| is|是|为)?\s{{0,2}}:?\s{{0,2}}(?P<user>[\w.@-]{{2,40}})\s{{0,2}}"
    rf"(?:/|\||,? and (?:password|pass) |\+)\s{{0,2}}{_VALUE}"
)
_LOGIN = pattern(rf"(?:log(?:ged)?|sign(?:ed)?) ?in (?:as|with) [\w.@-]{{2,40}} (?:with|using|and) {_VALUE}")
_NAMED = pattern(
    r"(?:user ?(?:names?|id)?|login|account|e-?mail|账[号户]|帐号|用户名?|登录名)\s?(?:and|&|/|\+|和|与|及|、|,|，)?\s?"
    r"(?:the )?(?:pass(?:word)?|pwd|pw|密码|口令)s?\s?(?:are|is|was|分别[是为]|[是为:=])\s?:?\s?"
    rf"\"?(?P<user>[^\s,，/|、:\"和与{MARK}]{{1,40}})\"?\s?(?:,? and |[,，/|、:]|和|与)\s?\"?"
    rf"(?P<value>[^\s，。；、\"{MARK}{HAN}]{{3,64}}|{MARK})"
)
_NETWORK = pattern(
    r"(?:wi-?fi|wlan|hotspot|ssid|热点|无线(?:网络?)?)(?: name)?\s?(?:is|:|=|是|名)?\s?"
    rf"(?P<user>[\w.-]{{2,32}})\s?[/|]\s?(?P<value>[^\s，。；/|{MARK}{HAN}]{{8,63}})"
)
"""A network and its password, of 8 characters or more by WPA."""
_LOGINS = ("log", "cred", "sign", "user", "账", "用户", "登录")
_TWO = re.compile(r"(?:user|login|account|mail|[账帐]|用户|登录名).{0,20}?(?:pass|pw|密码|口令)", re.IGNORECASE)
_AIR = re.compile(r"wi-?fi|wlan|hotspot|ssid|热点|无线", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_FILE = re.compile(r"/|\.[a-z]\w{0,4}$")


@cache
def _usual() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    users = one_of(rules()["passwords"]["users"])
    return (
        pattern(
            rf"(?:(?<![A-Za-z])(?:use|using|try|with|as|enter)\s{{1,2}}|(?:使用|用|试试|试一下|登录|以)\s?)(?P<user>{users})"
            rf"\s?[/:|]\s?{_VALUE}"
        ),
        pattern(
            rf"(?:log(?:ged)?|sign(?:ed)?) ?[io]n(?:to)?(?: [\w.'-]{{1,20}}){{0,5}}? (?:as|with|using) "
            rf"(?P<user>{users})(?:,? (?:with|using|and) | ?/ ?|, ){_VALUE}"
        ),
        pattern(users),
    )


def named_pairs(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Of "username and password are a and b" the place of the whole, and that of the password."""
    if not _TWO.search(text):
        return
    for match in _NAMED.finditer(text):
        start, end = trimmed(text, *match.span("value"))
        found = text[start:end]
        if found == MARK:  # found in an earlier look; the user is none still
            yield match.span(), (start, end)
        if stops(match["user"]) or stops(found) or example(found):
            continue
        if mixed(found) or (found.isdigit() and len(found) >= 4) or _usual()[2].fullmatch(match["user"]):
            yield match.span(), (start, end)


def logins(text: str) -> Iterator[tuple[int, int]]:
    """The password of "log in as a / b" and "use root/b"."""
    low = text.lower()
    told = any(word in low for word in _LOGINS)
    for match in chain(_PAIR.finditer(text), _LOGIN.finditer(text)) if told else ():
        start, end = trimmed(text, *match.span("value"))
        if mixed(text[start:end]) and not re.search("[=:]", text[start:end]) and not example(text[start:end]):
            yield start, end
    known = _DIGIT.search(text) and any(user in low for user in rules()["passwords"]["users"])
    for form in _usual()[:2] if known else ():
        for match in form.finditer(text):
            start, end = trimmed(text, *match.span("value"))
            if telling_enough(text[start:end]) and not _FILE.search(text[start:end]):
                yield start, end


def networks(text: str) -> Iterator[tuple[int, int]]:
    """The password of "wifi: Home / x"."""
    if ("/" not in text and "|" not in text) or not _AIR.search(text):
        return
    for match in _NETWORK.finditer(text):
        start, end = trimmed(text, *match.span("value"))
        if telling_enough(text[start:end]):
            yield start, end
