"""How a sentence goes on behind the name of a password: "is x", ": x", "改成x", "from x to y". All bounded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from graphmem.language.redaction.password_values import ENDS, LATIN, NO_QUOTE, VALUE
from graphmem.language.redaction.rules import named, one_of, pattern, rules
from graphmem.language.redaction.values import HAN
from graphmem.language.redaction.view import MARK

QUALIFIER = re.compile(
    r"(?:\s{0,2}\([^)\n]{0,30}\))?"
    r"(?:\s{1,2}(?:for|of|on|to|at|in|from|with|i|we|you|they|he|she|that|which|there|here|now|currently|again|today|s)\b"
    rf"[^\n.;!?:=，。；！？{MARK}]{{0,50}})?",
    re.IGNORECASE,
)
_ASIDE = r"(?:\s{1,2}\([^)\n]{1,30}\))?"
_FILLER = (
    r"(?:\s{1,2}(?:now|still|just|currently|simply|always|actually"
    rf"|set to|called|literally|something like|the word|back to|going to be))?{_ASIDE}"
)
_IS = (
    r"(?:\s{1,2}(?:is|was|are|will be|has (?:always )?been|becomes?|used to be|remains|stays"
    r"|(?:is |was |got |been )?(?:changed|reset|set|updated|switched|rotated) (?:back )?to)"
    r"|\?\s(?:it'?s|it is)|'s|\s?(?:=>|->|→))\b"
    rf"{_FILLER}\s{{1,3}}"
)
_PERHAPS = r"(?:\s{1,2}(?:(?:should|must|would|could|might|may) (?:now )?be|(?:is|was)(?:n't| not| no longer)))\s{1,3}"
_ASKED = rf"\?\s{{1,3}}{NO_QUOTE}(?P<latin>[^{ENDS}{HAN}]{{2,64}}(?:[.,;!](?=\s|$)|(?=\s{{0,3}}(?:$|\n))))"
"""The answer to one's own question, with which the sentence ends."""
_COLON = r"\s{0,2}[\"']?\s{0,2}(?::=|=>|==?|:|->|→)\s{0,3}"
_DASH = r"\s{1,2}[-—]{1,2}\s{1,2}"
_TO = r"[^\n.;!?:=，。；！？]{0,40}?\s{1,2}(?:back )?(?:to|as)\s{1,2}"
_OLD = rf"(?P<old>[^\s{MARK}，。；！？{HAN}]{{3,64}})"
_FROM = rf"\s{{1,2}}from\s{{1,2}}{_OLD}\s{{1,2}}(?:back )?to\s{{1,2}}"
_ZH_GAP = rf"[^\n。；！？:=\"{MARK}]{{0,14}}?"
_ZH_IS = (
    r"(?:是|为|叫(?:做)?|就是|还是|仍是|变成|改[成为回]|换[成为回]|设[成为]|设置[成为]|重置[成为]|更新[成为]"
    r"|[用填输](?:的是)?|新的(?:是|为)?|现在是|(?:是|为)?:|=|就(?=\s?[A-Za-z0-9]))"
    r"(?:了|的是|就是|是)?(?:那个|这个|之前的?|以前的?|原来的?|[老旧]的){0,2}\s{0,2}:?\s{0,2}"
)
_ZH_FROM = rf"从\s?{_OLD}\s?(?:改|换|变|设|更新|重置)[成为到回]了?\s?"
_AS_KEY = r"(?:as a|(?:as|is|was|that'?s|this is) (?:my|the|our|your|his|her|their))(?:[ -]\w{1,15}){0,3}?[ -]"
_SPELT = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)"
CHANGES = re.compile(
    r"\b(?:chang|reset|updat|set|rotat|switch|mov|renew|made|make|chose|pick)\w{0,5}\b[^\n.;!?]{0,40}$", re.IGNORECASE
)
PHRASES = pattern(r"(?:pass ?phrase|(?:seed|recovery) (?:phrase|words?)|助记词|恢复短语)")
_WORDS_START = re.compile(r"(?:[^:\n=]{0,30}?(?:\bis\b|是|[:=]))\s{0,3}[\"']?")
_WORDS_LINE = re.compile(r"[A-Za-z][A-Za-z-]{1,20}(?:[ ,、]{1,2}[A-Za-z][A-Za-z-]{1,20}){2,24}")


@dataclass(frozen=True)
class Forms:
    name: re.Pattern[str]
    plain_name: re.Pattern[str]
    """The same for a text without names such as DB_PASSWORD, much quicker."""
    weak: re.Pattern[str]
    bare: re.Pattern[str]
    opens: re.Pattern[str]
    other_code: re.Pattern[str]
    spoken: re.Pattern[str]
    compound: re.Pattern[str]
    says: re.Pattern[str]
    perhaps: re.Pattern[str]
    asked: re.Pattern[str]
    colon: re.Pattern[str]
    to: re.Pattern[str]
    replaced: re.Pattern[str]
    beside: re.Pattern[str]
    comma: re.Pattern[str]
    bracket: re.Pattern[str]
    chinese: re.Pattern[str]
    spelt: re.Pattern[str]
    before: re.Pattern[str]


@cache
def forms() -> Forms:
    """The patterns, made once from the tables."""
    table = rules()["passwords"]
    names = one_of(table["strong"])
    inside = "|(?<=[a-z])(?-i:Password|Passwd|Pwd)(?![a-z])|(?<![A-Za-z])(?-i:[A-Z]{1,10}(?:PASSWORD|PASSWD|PASS|PWD))"
    inside += "(?![A-Za-z])"
    return Forms(
        # In DB_PASSWORD and userPassword, too: only small letters in front would make it another word.
        name=pattern(
            named(table["strong"], prefix="(?:[A-Za-z0-9]{0,30}_)?", suffix="(?:_[A-Za-z0-9]{1,10})?") + inside
        ),
        plain_name=pattern(named(table["strong"])),
        weak=pattern(named(table["weak"])),
        bare=pattern(named(table["bare"])),
        opens=pattern(named(table["opens"])),
        other_code=pattern(rf"(?:{one_of(table['other_codes'])})[ -]?$"),
        spoken=pattern(one_of(table["spoken"])),
        compound=pattern(rf"[\s_-]?(?:{one_of(table['compounds'])})(?![A-Za-z])"),
        says=pattern(rf"{_IS}{VALUE}"),
        perhaps=pattern(rf"{_PERHAPS}{VALUE}"),
        asked=pattern(_ASKED),
        colon=pattern(rf"(?:{_COLON}|{_DASH}|\s{{1,2}}(?:is|was|are)\s?:\s{{0,2}}){VALUE}"),
        to=pattern(rf"{_TO}{VALUE}"),
        replaced=pattern(rf"(?:{_FROM}|{_ZH_FROM.replace('<old>', '<former>')}){VALUE}"),
        beside=pattern(rf"码?\s{{0,2}}{VALUE}"),
        comma=pattern(rf"[，,]\s?{NO_QUOTE}{LATIN}(?=[，。；\s]|$)"),
        bracket=pattern(rf"\s?[（(]{NO_QUOTE}(?P<latin>[^\s()（）{MARK}{HAN}]{{4,64}})[)）]"),
        chinese=pattern(rf"{_ZH_GAP}{_ZH_IS}{VALUE}"),
        spelt=pattern(rf"(?:{_COLON}|{_IS}|\s)(?P<words>(?:{_SPELT}[ ,-]{{1,2}}){{3,9}}{_SPELT})\b"),
        before=pattern(
            rf"(?<![^\s\"'`:，。{HAN}])(?P<latin>[^\s\"'`{MARK}，。；！？{HAN}]{{4,64}})[\"'`]?"
            rf"(?:,? {_AS_KEY}(?P<name>{names})(?![A-Za-z])"
            rf"|\s?(?:就?是|作为|当作?|做)(?:我|你|他|她|新|这个|那个|登录|的){{0,4}}(?:{names}))"
        ),
    )


def qualified(form: re.Pattern[str], window: str) -> list[re.Match[str]]:
    """Where `form` follows the name at once, or after words that say which password it is ("of the router")."""
    found: list[re.Match[str]] = []
    for match in form.finditer(window):
        if QUALIFIER.fullmatch(window, 0, match.start()) is None:
            break
        if not (match[0].startswith("'s") and match.start()):
            found.append(match)
    return found


def first(form: re.Pattern[str], window: str) -> list[re.Match[str]]:
    match = form.match(window)
    return [match] if match else []


def word_line(window: str) -> tuple[int, int] | None:
    """The words of a passphrase told behind its name."""
    start = _WORDS_START.match(window)
    words = _WORDS_LINE.match(window, start.end()) if start else None
    return words.span() if words else None
