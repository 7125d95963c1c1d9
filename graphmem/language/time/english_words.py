"""Number, month and day names of English, as time expressions use them."""

from __future__ import annotations

from graphmem.language.dates import MONTH_NAMES
from graphmem.language.numerals import NUMBER_WORDS, number
from graphmem.language.time.spans import Grain

MONTHS = MONTH_NAMES | {name[:3]: value for name, value in MONTH_NAMES.items()} | {"sept": 9}
_NAMES = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
DAYS = {name: place for place, name in enumerate(_NAMES)} | {name[:3]: place for place, name in enumerate(_NAMES)}
DAYS |= {"tues": 1, "thur": 3, "thurs": 3}
UNITS = {
    "minute": Grain.MINUTE,
    "min": Grain.MINUTE,
    "hour": Grain.HOUR,
    "hr": Grain.HOUR,
    "day": Grain.DAY,
    "week": Grain.WEEK,
    "month": Grain.MONTH,
    "year": Grain.YEAR,
}

_COUNTED = "|".join(sorted(NUMBER_WORDS - {"zero"}, key=len, reverse=True))
NUMBER = (
    rf"(\d{{1,4}}|an?(?: couple(?: of)?| pair of| few| dozen)?|couple(?: of)?|few|several"
    rf"|(?:{_COUNTED})(?:[ -](?:{_COUNTED}))?|half an?)"
)
"""One group: how many. A few and several are vague."""

_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
_ORDINAL_VALUES = {name: place for place, name in enumerate(_ORDINALS, start=1)}
_ORDINAL_VALUES |= {
    f"{tens}{mark}{name}": ten + _ORDINAL_VALUES[name]
    for tens, ten, most in (("twenty", 20, 9), ("thirty", 30, 1))
    for name in _ORDINALS[:most]
    for mark in "- "
}
_ORDINAL_VALUES["thirtieth"] = 30
ORDINAL = f"(?:{'|'.join(sorted(_ORDINAL_VALUES, key=len, reverse=True))})"
"""1 to 31 in words."""
_SMALL = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_TEENS = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"]
_CARDINAL_VALUES = {name: place for place, name in enumerate([*_SMALL, *_TEENS], start=1)} | {"thirty": 30}
_CARDINAL_VALUES |= {
    f"{tens}{mark}{name}": value + place
    for tens, value, most in (("twenty", 20, 9), ("thirty", 30, 1))
    for place, name in enumerate(_SMALL[:most], start=1)
    for mark in "- "
}
CARDINAL = f"(?:{'|'.join(sorted(_CARDINAL_VALUES, key=len, reverse=True))})"
"""One to thirty-one in words."""
HOUR_WORD = f"(?:{'|'.join(sorted(_SMALL, key=len, reverse=True))})"
"""One to twelve in words."""


def number_of(words: str) -> float | None:
    """How many `words` of `NUMBER` are; None where they are vague."""
    if words.isdigit():
        return int(words)
    if "couple" in words or "pair" in words:
        return 2
    if "few" in words or words == "several":
        return None
    if words.startswith("half"):
        return 0.5
    if words in ("a", "an"):
        return 1
    if "dozen" in words:
        return 12
    return number(words.replace("-", " ").split())


def ordinal_of(words: str) -> int | None:
    """A day of a month in digits ("3", "3rd") or words ("third", "three")."""
    digits = words.rstrip("stndrh")
    return int(digits) if digits.isdigit() else _ORDINAL_VALUES.get(words) or _CARDINAL_VALUES.get(words)
