"""Whether what a pattern caught in English can be what it is taken for; what stands the wrong way round is turned."""

from __future__ import annotations

import re
from dataclasses import replace

from graphmem.language.triples.english_patterns import stands_for
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
_MONTH = re.compile(stands_for("MONTH"), re.IGNORECASE)
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
_SOME_OF = re.compile(
    r"(?:one|two|three|four|some|most|many|all|half|both|none|neither|several|a few) of\b", re.IGNORECASE
)
_AN_HOUR = re.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|night|\d{1,2}(?::\d\d)?\s?(?:[ap]m)?)",
    re.IGNORECASE,
)
_ELSEWHOSE = re.compile(
    r"\b(?:his|her|their|(?!(?:it|that|here|there|what|name|number|e-?mail|phone|mobile|address)\b)\w+['’]s) "
    r"(?:(?:new|old|work|home|mobile|cell|private|direct|phone) )*(?:number|phone|cell|mobile|e-?mail|address)\b",
    re.IGNORECASE,
)
"""Before what leads to somebody else: "my boss's number"."""
_FORM = r"(?-i:[A-Z][\w+#.-]*)|tables?|bullet points|bold|metric|euros?|dollars?|pounds|grams|plain text|markdown"
_WRITTEN = re.compile(
    r"(?:report|summar|invoice|doc|file|letter|mail|message|chart|data|minutes|notes?|answer|repl|slide|presentation"
    r"|contract|label|recipe|price|amount|code|statement|overview|figure)\w*$",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(r"\b(?:i|me|you|him|it|them|us|he|she|they|we)\b", re.IGNORECASE)
_IN_FULL = frozenset(
    ["named", "works_as", "works_at", "lives_in", "speaks", "studies", "owns", "pet", "child", "uses", "studies_at"]
)
"""Whose objects are names and kinds of things, in which nobody is spoken of."""
_PEOPLE = frozenset(["child", "married_to", "partner", "sibling", "parent"])


def sound(found: Found, sentence: str) -> Found | None:
    """What was caught, put right; None where its predicate cannot have such an object.

    Args:
        found: what was caught.
        sentence: in which.

    >>> sound(Found("user", "named", "Thirty", 0), "Thirty-one years a postman") is None
    True
    >>> sound(Found("user", "prefers", "invoices", 0), "I prefer invoices as a PDF file").object
    'PDF'
    """
    thing = found.object.strip()
    if _NOTHING.fullmatch(thing) or _SOME_OF.match(thing) or _PRONOUN.fullmatch(found.subject):
        return None
    match found.predicate:
        case "prefers":
            return _turned(found, sentence)
        case "deadline" if not _A_DATE.search(thing):
            return None
        case "email" | "phone" if _ELSEWHOSE.search(sentence):
            return None
        case "works_at" if _AN_HOUR.fullmatch(thing):
            return None
        case "named" if not _A_NAME.fullmatch(thing) or _goes_on(thing, sentence):
            return None
    if found.predicate in _PEOPLE and (_is_denied(thing, sentence) or _dated(thing, sentence)):
        return None
    return None if found.predicate in _IN_FULL and _SOMEBODY.search(thing) else found


def _turned(found: Found, sentence: str) -> Found:
    """Of "the report as a PDF" what is preferred is the PDF."""
    turned = re.search(
        rf"\bprefer(?:s|red)? (?:the |my |our |all )*(?P<a>{re.escape(found.object)}) "
        rf"(?:as (?:an? )?(?P<o>[\w .+-]{{2,20}}?)|in (?:an? )?(?P<i>{_FORM})"
        rf"|on (?P<d>(?:{stands_for('DAY')}|weekday|weekend)s?))"
        r"(?: (?:documents?|files?|format|form))?(?=\s*(?:[.,;!?]|$)| (?:and|but|because|since|so|please|now)\b)",
        sentence,
        re.IGNORECASE,
    )
    if not turned or (turned["i"] and not _WRITTEN.search(found.object)):
        return found
    return replace(found, object=turned["o"] or turned["i"] or turned["d"], aspect=turned["a"])


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
    return bool(_MONTH.fullmatch(name) and re.search(when, sentence, re.IGNORECASE))
