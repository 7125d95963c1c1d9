"""Reading the cue: what recall is given, and all it can tell from the words alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from graphmem.language.questions import Kind, Order, Reading, read
from graphmem.language.questions.kinds import asks_what_followed, told_beside, without_what_followed
from graphmem.language.questions.orders import names_occasion, names_talk, what_happened
from graphmem.language.questions.people import without_event_types
from graphmem.language.questions.standing import asks_about_today, asks_current, asks_motive, asks_rule, compares_with
from graphmem.language.signals import asks_number, asks_when, asks_why, names_in, without_asking_when, without_names
from graphmem.language.time import Interval
from graphmem.language.time.expressions import folded_text
from graphmem.language.words import terms
from graphmem.models import ActorRole

_AGENT_WORDS = re.compile(r"\b(you|your|yours)\b|你|您", re.IGNORECASE)
_USER_WORDS = re.compile(r"\b(i|i'm|i've|my|me|mine)\b|我(?!们|們|国|國)|咱(?!们|們)", re.IGNORECASE)
_TOLD_YOU = re.compile(
    r"(?:跟|对|對|给|給|和|同|向)你(?:们|們)?(?:说|說|讲|講|提|聊|报告|報告|抱怨|反映|交代|吩咐)|(?:告诉|告訴"
    r"|交代|吩咐|要求|提醒)(?:过|過|了)?你"
    r"|\b(?:told|asked|reminded|warned|informed) you\b|\b(?:said|mentioned|complained|reported"
    r"|explained) (?:\w+ )?to you\b"
    r"|\b(?:must|may|should|shall|can|are|were|have|need) you\b(?! (?:say|tell|ask))|\byou (?:must|may|should"
    r"|shall|have to|need to|are"
    r" (?:to|allowed|supposed|meant))\b|(?:要|得|该|该)?(?:需要|应该|應該|可以|必须|必須|不能|不许|不准|得)你"
    r"|你(?:应该|應該|必须|必須|不能|不许|不准|可以|得)",
    re.IGNORECASE,
)
"""Whom "you" was told, or what "you" are to do: the user said it."""
_ROLES = {"user": ActorRole.USER, "assistant": ActorRole.AGENT, "tool": ActorRole.TOOL}
_JUST_NOW = re.compile(r"just now|moment|minutes|hours|刚|方才|早些|分钟|小时", re.IGNORECASE)
_SAYS_NOTHING = re.compile(
    r"\b(?:what|which|tell|show|list|give|happen\w*|occur\w*|go(?:ing|es)? on|went (?:on|down)|came up|come up"
    r"|discuss\w*|talk(?:ed|ing)?(?: about)?|do(?:ne|ing)?|did|said?|say|work(?:ed|ing)?(?: on)?|every|any|some|all"
    r"|every ?thing|any ?thing|some ?thing|things?|stuff|events?|summar\w*|overview|recap|busy|up to|new|news|else"
    r"|mention\w*|there|notes?|history|remember|memor\w*|since|until|before|after|during|deal(?:t|ing)?(?: with)?"
    r"|handled?|handling|catch up|caught up|catch|up|bring|date|fill|run (?:me |us )?through|walk|through"
    r"|look(?:ing)? back"
    r"|took place|take place|experienced?|accomplish\w*|achiev\w*|g[eo]t(?:ten)?|timeline|highlights?|main|major|big"
    r"|important|notable|activit\w+|whole|entire|kept|keep|most|review|matters?|on|please|can|could)\b"
    r"|发生|[做干忙弄聊谈说讲提办搞出过]|处理|经历|遇到|碰到|完成|些|大事|事情|事项|事儿|事|有|记录|情况|状况"
    r"|活动|总结|回顾|回忆|梳理|盘点"
    r"|汇总|概括|概述|概况|复盘|讲讲|说说|一下|列出|告诉|所有|全部|主要|重要|整个|一整|都|进展|动静|动态|内容"
    r"|以来|期间|之间|之前|之后|以前|以后"
    r"|帮|里|当中|中|内|一共|共|件",
    re.IGNORECASE,
)
"""Words that ask for whatever there was."""


@dataclass(frozen=True)
class Cue:
    """A cue, read. `meaning` is what is encoded: the actors' names act through `actors`, not through similarity."""

    text: str
    reading: Reading
    now: datetime
    since: datetime
    until: datetime
    """What may be looked at, as given by the caller; `reading.interval` is what the words say."""
    meaning: str
    terms: tuple[str, ...]
    time_terms: frozenset[str]
    """Those of `terms` that name the time asked about, which no event has to repeat."""
    actors: frozenset[str]
    role: ActorRole | None
    asks_when: bool
    asks_number: bool
    asks_why: bool
    asks_motive: bool
    """Whether it asks why somebody did something, not why something happened."""
    asks_rule: bool
    """Whether it asks what somebody wants done, or avoided."""
    asks_current: bool
    """Whether it asks how things stand now."""
    asks_outcome: bool
    """Whether it asks for what came of something."""
    span: tuple[datetime, datetime] | None
    """The time asked about, within what may be looked at; None where no time is named, or it lies outside."""
    recent: timedelta | None
    """How far back a vague word reaches ("recently")."""
    only_time: bool
    """Whether it asks for whatever happened in the span, or whatever of a type that it names."""
    session_id: str | None = None
    """The session that asks."""

    @property
    def language(self) -> str:
        return self.reading.language

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return self.reading.kinds

    @property
    def order(self) -> Order | None:
        return self.reading.order

    @property
    def occasion(self) -> Order | None:
        """The order word, where it chooses an occasion."""
        words = (self.reading.order_words or "").casefold()
        if self.order is None or not names_occasion(self.order, words):
            return None
        return "last" if self.order == "previous" and self.session_id is None and names_talk(words) else self.order

    @property
    def interval(self) -> Interval | None:
        return self.reading.interval


def read_cue(
    text: str,
    *,
    now: datetime,
    since: datetime,
    until: datetime,
    actors: Sequence[str],
    time_zone: str = "UTC",
    recent_days: float = 14,
    session_id: str | None = None,
) -> Cue:
    """Read `text`.

    Args:
        text: the cue.
        now: what "yesterday" counts from.
        since: only what occurred then or later may be looked at.
        until: only what occurred before.
        actors: the names of everyone who acts in this user's events.
        time_zone: IANA name of the zone whose days are meant.
        recent_days: how far back "recently" reaches.
        session_id: the session that asks, if any.
    """
    forms = {actor: {actor, actor.split()[0]} for actor in actors if _is_name(actor)}  # in full, and the first name
    found = names_in(text, set().union(*forms.values()))
    named = frozenset(actor for actor, own in forms.items() if found & own)
    reading = read(text, now=now, time_zone=time_zone, actors=sorted(forms))
    folded = folded_text(text)[1]
    current = asks_current(folded)
    topic = _topic(text, reading)
    meaning = without_names(topic, found)
    aside = asks_about_today(folded) or compares_with(text, reading.time_words)
    span = None if aside else _span(reading.interval, since, until)
    return Cue(
        text=text,
        reading=reading,
        now=now,
        since=since,
        until=until,
        meaning=meaning,
        terms=tuple(dict.fromkeys(terms(topic))),
        time_terms=frozenset(terms(reading.time_words or "")) if span else frozenset(),
        actors=named,
        role=None if named else _role(text, reading.actors),
        asks_when=asks_when(text),
        asks_number=asks_number(text),
        asks_why=asks_why(text),
        asks_motive=asks_motive(folded),
        asks_rule=asks_rule(folded),
        asks_current=current,
        asks_outcome=asks_what_followed(folded),
        span=span,
        recent=None if current else _recent(reading.vague, recent_days),
        only_time=span is not None and _only_time(meaning, reading),
        session_id=session_id,
    )


_SAYS_ENOUGH, _SAYS_ENOUGH_IN_ONE = 2, 3
"""Terms that a cue needs, as a rule, to say what it is about; what is left of a single clause needs one more, since how
something was resolved is worded like the answer."""
_NOT_NAMES = {"user", "assistant", "agent", "tool", "human", "system", "document"}


def _is_name(actor: str) -> bool:
    return actor.casefold() not in _NOT_NAMES and ":" not in actor and bool(actor.split())


def _role(text: str, actors: Sequence[str]) -> ActorRole | None:
    """Whose events are asked for: who is said to have spoken or acted, else whom the cue is about."""
    if _TOLD_YOU.search(text):
        return ActorRole.USER
    said = [_ROLES[actor] for actor in actors if actor in _ROLES]
    if said:
        return said[0]
    if _AGENT_WORDS.search(text):
        return ActorRole.AGENT
    return ActorRole.USER if _USER_WORDS.search(text) else None


def _without(text: str, words: str | None) -> str:
    """`text` without `words`, which say which occasion is meant and, but for its name, not what it is about."""
    left = text.replace(words, what_happened(words.lower()), 1) if words else text
    return left if terms(left) else text


def _topic(text: str, reading: Reading) -> str:
    """`text` without what says which occasion or time is meant, or asks for a time, or for what came of something:
    that is not said where the answer is told.
    """
    left = _without(text, reading.order_words)
    folded = folded_text(left)[1]
    if asks_what_followed(folded):
        told = told_beside(folded)
        left = _shorter(left, told) if told else _shorter(left, without_what_followed(folded), _SAYS_ENOUGH_IN_ONE)
    if asks_when(text):
        left = _shorter(left, without_asking_when(left))
    return left


def _shorter(text: str, left: str, enough: int = _SAYS_ENOUGH) -> str:
    """`left`, or `text` where too little is left to say what it is about."""
    return left if len(terms(left)) >= enough else text


def _span(interval: Interval | None, since: datetime, until: datetime) -> tuple[datetime, datetime] | None:
    if interval is None:
        return None
    start, end = max(interval.since or since, since), min(interval.until or until, until)
    return (start, end) if start < end else None


def _recent(vague: str | None, days: float) -> timedelta | None:
    if vague is None:
        return None
    return timedelta(days=min(days, 1)) if _JUST_NOW.search(vague) else timedelta(days=days)


def _only_time(meaning: str, reading: Reading) -> bool:
    left = folded_text(meaning.replace(reading.time_words or "", " "))[1]
    if reading.event_types:
        left = without_event_types(left)
    return not terms(_SAYS_NOTHING.sub(" ", left))
