"""How a sentence says what it says: as a change, a denial, for good or for this time only; and for how long."""

from __future__ import annotations

import re
import tomllib
from datetime import datetime
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from graphmem.language.time import read_time
from graphmem.language.triples.chinese_words import HAN
from graphmem.language.triples.triple import Said
from graphmem.rules.phrases import Phrases, plain, tokens_of

_ENDS = frozenset(["plans", "deadline", "needs"])
"""What ends by itself at the time that its object names."""
_UNTIL = re.compile(
    r"\b(?:until|till|through|up to)\s+(?P<en>[^.,;!?]{2,40})|(?:直到|到)(?P<zh>[^,，。;；!！]{1,16})"
    r"(?:为止|之前)|(?P<zh2>[^,，。;；!！]{1,16})为止",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"\b(?:since|as of|starting(?: from| on| in)?|effective|from)\s+(?P<en>(?!now\b|here\b"
    r"|home\b)[^.,;!?]{2,40})|(?:自从?|从)?(?P<zh>[\d一二三四五六七八九十今去前明上下个年月日号周春夏秋冬天]{2,10}?)(?:起"
    r"|以来|开始)",
    re.IGNORECASE,
)


@cache
def _phrases() -> Phrases:
    text = files("graphmem.language.triples").joinpath("said.toml").read_text(encoding="utf-8")
    return Phrases(tomllib.loads(text)["phrases"])


def how_said(sentence: str, change: bool) -> Said:
    """The signs of a sentence; `change` is what the rule that read it knows already."""
    groups = {hit.name for hit in _phrases().hits(tokens_of(plain(sentence)))}
    return Said(
        change=change or "change" in groups,
        denial="denial" in groups,
        remember="remember" in groups,
        one_off="one_off" in groups and "remember" not in groups,
    )


def validity(
    predicate: str, object_: str, sentence: str, occurred_at: datetime | None, zone: ZoneInfo
) -> tuple[datetime | None, datetime | None]:
    """From when and until when what a sentence says holds, as far as it says so; nothing without `occurred_at`."""
    if occurred_at is None:
        return None, None
    until = _named_time(_UNTIL, sentence, occurred_at, zone, ahead=True)
    if until is None and predicate in _ENDS:
        until = _end(object_, occurred_at, zone)
    since = _named_time(_FROM, sentence, occurred_at, zone, ahead=False)
    return since, until


def _named_time(
    pattern: re.Pattern[str], sentence: str, now: datetime, zone: ZoneInfo, *, ahead: bool
) -> datetime | None:
    match = pattern.search(sentence)
    if match is None:
        return None
    words = next(group for group in match.groups() if group)
    if ahead:
        return _end(words, now, zone)
    found = read_time(words, now=now, time_zone=zone).interval
    return found.since if found is not None else None


def _end(words: str, now: datetime, zone: ZoneInfo) -> datetime | None:
    """The end of a time that is still to come."""
    planned = f"计划{words}" if re.search(HAN, words) else f"planned for {words}"
    found = read_time(planned, now=now, time_zone=zone).interval
    return found.until if found is not None and found.until is not None and found.until > now else None
