"""Whether what stands beside the name of a password is one, and where it begins and ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from graphmem.language.redaction.rules import one_of, pattern, rules
from graphmem.language.redaction.values import HAN, example, mixed
from graphmem.language.redaction.view import MARK

ENDS = rf"\s{MARK}，。；！？、（）《》【】\""
QUOTED = rf"\"(?P<double>[^\"\n{MARK}]{{1,100}})\""
QUOTED += rf"|(?<!\w)'(?P<single>[^'\n{MARK}]{{1,100}})'|`(?P<tick>[^`\n{MARK}]{{1,100}})`"
LATIN = rf"(?P<latin>[^{ENDS}{HAN}]{{1,128}})"
_CHINESE = rf"(?P<han>[{HAN}A-Za-z0-9][{HAN}A-Za-z0-9@#$%^&*_+.-]{{1,15}})(?=[\s，。！；,.!;]|$)"
VALUE = rf"(?:{QUOTED}|{LATIN}|{_CHINESE})"
NO_QUOTE = r"(?P<double>(?!))?(?P<single>(?!))?(?P<tick>(?!))?(?P<han>(?!))?"
"""Before a form that takes no quoted and no Chinese value."""

_NOT_ONE = re.compile(
    r"(?:sha-?\d+|utf-?\d+|v\d[\w.]*|\d{1,2}(?::\d\d)?[ap]m|\d+(?:st|nd|rd|th|px|kb|mb|gb|ms|s|h|d)|\d{4}-\d\d-\d\dT?.*|1Password|oauth2?|md5|base64|argon2\w*|bcrypt|2fa)",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d[\d -]*\d")
_GROUPS = re.compile(r"\d{1,4}(?:(?: | ?- ?)\d{1,4}){1,5}(?![\w%/:]|[.,-]\d)")
_DIAL = re.compile(r"\d{1,2}(?:(?:,? | ?- ?)\d{1,2}){2,4}(?![\w%/:]|[.,-]\d)")
_USER = re.compile(r"[\w.@-]{2,40}[:/](?=\S{4})")
"""Of "credentials: ada/x"."""
_JOINED = re.compile(rf"(?<=[A-Za-z@#_])[{HAN}]{{1,4}}[A-Za-z0-9@#$&_!]{{1,20}}(?=[\s，。；！,.;]|$)")
"""Chinese inside a Latin value: "love小猫99"."""
_OVER = re.compile(
    r"[\"'`]?\s{0,2}(?:$|[,.;!?)，。；！？\n]|(?:and|but|for|if|lol"
    r"|please|pls|btw|thanks|thx|ok|on|in case|haha)\b|[^\x00-\x7f])"
)
_DESCRIBES = re.compile(r"(?:ed|ing|ly|able|ible)$")


@dataclass(frozen=True)
class Told:
    """How surely a text says that a value is a password."""

    sure: bool
    """It says so: "is", a colon. Otherwise only a telling value counts."""
    strong: bool
    """Its name means nothing else."""
    beside: bool = False
    """Nothing stands between the name and the value."""
    numeric: int = 0
    """The fewest digits of what is often a bare number, a PIN or a door code; 0 for other names."""
    dial: bool = False
    """The numbers of a combination, with commas, too."""
    spoken: bool = False
    """A word said aloud, as sentries ask for: often a short Chinese sentence."""
    digits: bool = False
    """Only with a digit in it."""


@dataclass(frozen=True)
class _Words:
    units: re.Pattern[str]
    stop_en: frozenset[str]
    stop_zh: re.Pattern[str]
    spoken: re.Pattern[str]


@cache
def _words() -> _Words:
    table = rules()["passwords"]
    said = one_of(map(re.escape, table["no_value_zh"]))
    return _Words(
        units=pattern(rf"\s?(?:{one_of(table['units'])})(?![A-Za-z])"),
        stop_en=frozenset(table["no_value_en"].split()),
        stop_zh=re.compile(said),
        spoken=re.compile(rf"{said}|.*(?:的|什么|多少|哪|怎|谁|[了吗呢吧啊么过]$)"),
    )


def value(window: str, match: re.Match[str], told: Told) -> tuple[int, int] | None:
    """The place of the value within the window, if it is one."""
    for group in ("double", "single", "tick"):
        if match[group]:
            return match.span(group) if _quoted(match[group], told) else None
    if match["han"]:
        return match.span("han") if told.sure and told.strong and _chinese(match["han"], told) else None
    start, end = trimmed(window, *match.span("latin"))
    if not told.strong and (pair := _USER.match(window, start, end)):
        start = pair.end()
    end = _extended(window, start, end, told)
    found = window[start:end]
    if not found or found[0] in "=:,;)]}/|" or example(found) or stops(found) or "://" in found:
        return None
    return (start, end) if latin(found, window[end : end + 12], told) else None


def stops(found: str) -> bool:
    """Whether a sentence goes on with `found`: it is no value then."""
    return found.lower().rstrip("!?") in _words().stop_en


def _quoted(found: str, told: Told) -> bool:
    if told.digits and not re.search(r"\d", found):
        return False
    return not example(found) and ((told.sure and told.strong) or mixed(found))


def _extended(window: str, start: int, end: int, told: Told) -> int:
    """Where a value of several pieces ends: digits in groups, Chinese inside."""
    if told.numeric and window[start : start + 1].isdigit():
        groups = (_DIAL.match(window, start) if told.dial else None) or _GROUPS.match(window, start)
        if groups and groups.end() > end and not _words().units.match(window, groups.end()):
            return groups.end()
    joined = _JOINED.match(window, end)
    if joined and not _words().stop_zh.search(joined[0]):
        return joined.end()
    return end


def latin(found: str, behind: str, told: Told) -> bool:
    """Whether `found`, with `behind` behind it, is a password told like this."""
    if found.isdigit() or _DIGITS.fullmatch(found):
        return _number(found, behind, told)
    if mixed(found):
        return (
            len(found) >= 4 and (told.sure or len(found) >= 6) and not _NOT_ONE.fullmatch(found) and _digit(found, told)
        )
    if not told.strong or not any(char.isalnum() for char in found) or not _digit(found, told):
        return False
    if told.beside or not told.sure:
        return told.beside and bool(re.fullmatch(r"[a-z]{3,}(?:_[a-z]{3,})+", found)) and bool(_OVER.match(behind))
    if re.search(r"[-_.][A-Za-z]", found) and len(found) >= 8:
        return True
    # A plain word: only if the sentence ends with it, and it is not the kind of word that describes.
    return bool(_OVER.match(behind)) and len(found) >= 3 and not _DESCRIBES.search(found)


def _digit(found: str, told: Told) -> bool:
    return not told.digits or bool(re.search(r"\d", found))


def _number(found: str, behind: str, told: Told) -> bool:
    if _words().units.match(behind) or len(found) < 3:
        return False
    if told.beside:
        ends = told.numeric > 0 or bool(re.search(f"[{HAN}]", behind)) or not behind.strip()
        return told.strong and ends and (told.numeric or 4) <= len(found) <= 12
    return told.strong or (told.sure and told.numeric > 0)


def telling_enough(found: str) -> bool:
    """Whether `found` is a password where the words around it only hint at one."""
    return mixed(found) and len(found) >= 5 and not example(found) and not no_password(found)


def no_password(found: str) -> bool:
    """Whether `found` is a time, a version, the name of a method."""
    return bool(_NOT_ONE.fullmatch(found))


def _chinese(found: str, told: Told) -> bool:
    if told.digits:
        return False
    return not (_words().spoken.match(found) if told.spoken else _words().stop_zh.search(found))


def trimmed(window: str, start: int, end: int) -> tuple[int, int]:
    """Without the punctuation of the sentence around the value."""
    found = window[start:end]
    lead = len(found) - len(found.lstrip("\"'`(<"))
    if not found.startswith("<"):
        start += lead
    cut = re.search(r"[,;](?=[A-Za-z{\"']{2,}\s)|[\"'`]|,(?=\w{1,20}[:=])", window[start:end])
    if cut and cut.start() > 0:
        end = start + cut.start()
    stripped = window[start:end].rstrip(".,;:)>\"'`}]")
    end = start + len(stripped)
    if end < start + 1:
        return start, start
    # "!" and "?" may be the end of the sentence or of the password; what is left of it would say little.
    return start, end
