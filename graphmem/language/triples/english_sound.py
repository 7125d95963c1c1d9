"""Whether what a pattern caught in English can be what it is taken for: a name, a job, a thing."""

from __future__ import annotations

import re

from graphmem.language.triples.triple import Found

_NOT_NAMES = (
    r"(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy"
    r"|eighty|ninety|hundred|half|self|part|full|ex|non|semi|hi|hiya|hey|hello|morning|evening|ok|okay|thanks|cheers|please"
    r"|sorry|well|yes|no|yeah|nope|yep|so|and|but|my|our|the|this|that|what|when|where|why|who|how|just|still|also|new|old"
    r"|quick|long|short|big|small|first|second|next|last|every|each|all|some|any|not|never|always|currently|now|today"
    r"|such|name|named|calls?|called)\b"
    r"|(?:aunt|auntie|uncle|mum|mom|dad|granny|grandma|grandpa|nan|nana)\b)"
)
_A_NAME = re.compile(rf"(?!{_NOT_NAMES})[^\W\d_][\w.'’-]*(?: [\w.'’&-]+){{0,4}}", re.IGNORECASE)
_MONTH = re.compile(r"(?:january|february|march|april|may|june|july|august|september|october|november|december)\b")
_MEANT = (
    r"(?:it|its|he|him|his|she|her|hers|they|them|their|theirs|we|us|our|ours|you|your|yours|i|me|my|mine|this|that|these"
    r"|those|one|ones|something|anything|nothing|everything|someone|anyone|nobody|everybody|noone|things?|stuff|such"
    r"|neither|either|both|round|about|there|here|so|too|just an?|the things?|a lot|lots|the lot|some|any|none|to|what"
    r"|which|who)"
)
_NOTHING = re.compile(
    rf"(?:the )?{_MEANT}(?: (?:either|too|all|much|again|lot|bit|now|then|there|here|only))*", re.IGNORECASE
)
_PRONOUN = re.compile(r"it|this|that|these|those|he|she|they|which|there", re.IGNORECASE)
_A_DATE = re.compile(r"^(?!v?\d+\.\d+(?:\.\d+)*$).*(?:\d|[^\W\d_]{3})")
_SOMEBODY = re.compile(r"\b(?:i|me|you|him|it|them|us|he|she|they|we)\b", re.IGNORECASE)
_IN_FULL = frozenset(
    ["named", "works_as", "works_at", "lives_in", "speaks", "studies", "owns", "pet", "child", "uses", "studies_at"]
)
"""Whose objects are names and kinds of things, in which nobody is spoken of."""
_PEOPLE = frozenset(["child", "married_to", "partner", "sibling", "parent"])


def is_sound(found: Found, sentence: str) -> bool:
    """Whether the object is one that the predicate can have.

    Args:
        found: what was caught.
        sentence: in which.

    >>> is_sound(Found("user", "named", "Thirty", 0), "Thirty-one years a postman")
    False
    >>> is_sound(Found("user", "dislikes", "them", 0), "I hate them")
    False
    """
    thing = found.object.strip()
    if _NOTHING.fullmatch(thing) or _PRONOUN.fullmatch(found.subject):
        return False
    if found.predicate == "deadline" and not _A_DATE.search(thing):
        return False
    if found.predicate == "named" and (not _A_NAME.fullmatch(thing) or _goes_on(thing, sentence)):
        return False
    if found.predicate in _PEOPLE and (_is_denied(thing, sentence) or _dated(thing, sentence)):
        return False
    return not (found.predicate in _IN_FULL and _SOMEBODY.search(thing))


def _goes_on(name: str, sentence: str) -> bool:
    """Whether it is the beginning of a longer word: "Self-taught"."""
    return bool(re.search(rf"(?<!\w){re.escape(name)}[-–](?=\w)", sentence)) and not re.search(
        rf"(?<!\w){re.escape(name)}(?![\w–-])", sentence
    )


def _is_denied(kin: str, sentence: str) -> bool:
    """Whether somebody is said not to be it: "he's not my husband"."""
    return bool(re.search(rf"(?:\bnot|n['’]?t) my {re.escape(kin)}\b", sentence, re.IGNORECASE))


def _dated(name: str, sentence: str) -> bool:
    """Whether it is a month: "next May my husband and I"."""
    when = rf"\b(?:next|last|this|in|since|until|every|early|late|of|\d\w*) {re.escape(name)}\b"
    return bool(_MONTH.fullmatch(name.lower()) and re.search(when, sentence, re.IGNORECASE))
