"""What English says in set phrases (the tables `english_*.toml` of `_TABLES`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from graphmem.language.triples.aspects import known_aspect
from graphmem.language.triples.english_clauses import Cast, named
from graphmem.language.triples.english_phrases import Token, phrases_at
from graphmem.language.triples.english_words import vocabulary
from graphmem.language.triples.patterns import Pattern, load
from graphmem.language.triples.triple import Found

_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
)
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|noon|midnight|mon|tue|wed|thu|fri"
_ONE_DATE = (
    rf"(?:\d{{4}}-\d\d?-\d\d?|\d\d?[./]\d\d?(?:[./]\d{{2,4}})?|(?:(?:next|this|the|end of|the end of)\s+)*"
    rf"(?:{_DAYS}|{_MONTHS}|week|month|year|quarter)\b"
    rf"(?:\s+(?:the\s+)?\d\d?(?:st|nd|rd|th)?)?|(?:the\s+)?\d\d?(?:st|nd|rd|th)(?:\s+(?:of\s+)?"
    rf"(?:{_MONTHS}))?|\d\d?\s+(?:{_MONTHS})|\d\d?(?::\d\d)?\s?(?:am|pm)?\b|Q[1-4])"
)


def _any_of(*groups: str, titled: bool = False) -> str:
    """A regular expression for any word of the groups of the vocabulary, the longest first; `titled` with a capital."""
    words = sorted(set().union(*(vocabulary()[group] for group in groups)), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word.title() if titled else word).replace("_", " ") for word in words) + ")"


_STACKED = (
    rf"(?:(?-i:React Native|Spring Boot|Ruby on Rails)|{_any_of('components')}"
    rf"|(?-i:{_any_of('ambiguous', titled=True)}))"
    r"(?![\w-])(?: (?:v?\d[\d.]*|LTS))*"
)
"""One of what projects are built with, and its version."""
_ADVERB = (
    r"(?:still|now|just|also|really|actually|currently|always|mostly|usually|already|only|kinda|kind of|sort of"
    r"|basically|sometimes|often|quite|pretty|very|so|too|totally|honestly|finally|recently|both|do|did|even|definitely"
    r"|absolutely|officially|originally|normally|generally|mainly|typically|personally|proudly|happily|simply|literally)"
)
_STANDS_FOR = {
    "NAME": r"(?:(?-i:Dr|Mr|Mrs|Ms|Prof|St)\.? )?(?-i:[A-Z])[\w'-]*"
    r"(?: (?:(?:of|de|del|di|da|upon|am|le|la|van|&) )*(?-i:[A-Z])[\w'-]*)*",
    "ADV": _ADVERB,
    "START": r"(?:^\W*|[,;:.(–—-] ?|\b(?:and|but|so|because|since|btw|fyi|fwiw|hi|hey|hello|ok|okay|well|also|honestly"
    r"|actually|anyway|basically|context),? )",
    "NOTE": r"(?:^\W*|[;,.(|/\n] ?|\b(?:and|my|our) )",
    "IS": r"(?> ?(?::|=| [-–—]) ?)",
    "MONTH": _MONTHS,
    "VALUE": r"[^.,;!?|()\n]{2,40}?(?=\s*(?:[,;!?|()\n]|\.(?:\s|$)|$))",
    "LISTED": r"[^;!?|:\n]{2,90}?(?=\s*(?:[;!?|\n]|\.(?:\s|$)|$|, \w+ ?:))",
    "END": r"(?=\s*(?:[.,;!?()–—]|$|- )|\s+(?:and|but|so|because|since|as|for|with|now|these|at|in|on|if|when|while"
    r"|though|tbh|btw|lol|too|most|any ?more|please|lately|recently|imo|myself|every|all|more"
    r"|by|who|which|that|from|or)\b)",
    "IM": rf"\b(?:i.?m|i am)(?: {_ADVERB})*",
    "IVE": rf"\bi(?:.?ve| have)?(?: {_ADVERB})*",
    "OWN": r"^(?!\W*(?:(?:hi|hey|and|so|but|btw|well|oh)\W+)*(?:my (?!name)|our |his |her |their |the |he |she |they "
    r"|you |your |if |when |(?-i:[A-Z])\w+(?:.s| is| was| has) )(?!.*\bi(?:.?m|.?ve| am| have)?\b))",
    "TECH": r"(?!(?:the|a|an|my|i|it|at|to|for|on|in|about|with|only|page|chapter|version|room|line"
    r"|step|floor|day|level|until|over|under|may|june|july|august|march|april|flight|gate|iphone"
    r"|ipad|ps|xbox|galaxy|pixel|type|chapter)\b)(?:(?-i:[A-Z])[\w.+#-]*(?: ?JS)?|"
    rf"{_any_of('components', 'ambiguous', 'tools')}\b)",
    "KNOWN": rf"(?:{_any_of('components', 'tools')}(?: Code| Studio| Teams| Server| Linux)?"
    rf"|(?-i:{_any_of('ambiguous', titled=True)}))\b",
    "STACK": rf"{_STACKED}(?:(?:,? (?:and|plus|with|on top of|&)|,)(?: a bit of| some| a little)? {_STACKED})*",
    "PROJECT": r"(?!(?:It|He|She|They|We|You|I|This|That|There|What|Which|Who|My|Our|The|Everything|Everyone"
    r"|Mine|All|Work)\b)"
    r"(?-i:[A-Z][\w-]+|[a-z]\w*(?:-\w+)+)",
    "COMPONENT": rf"(?:{_any_of('components')}|(?-i:{_any_of('ambiguous', titled=True)}))\b",
    "TOOL": rf"(?!(?:{_MONTHS}|{_DAYS}|(?:the|TV|PTO|GMT|UTC|[A-Z]{{2,4}}T|Earth|Mars|page|line|track|call)\b)\b)"
    r"(?-i:[A-Z])[\w.+#-]*(?: (?-i:[A-Z])[\w.+#-]*)*",
    "JOB": rf"(?:[\w-]+ ){{0,2}}?(?:{_any_of('jobs')}|\w+(?:ologist|ographer|keeper|maker|worker))",
    "NATIONALITY": _any_of("nationalities"),
    "ANIMAL": _any_of("animals"),
    "ZONE": r"(?:(?-i:[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+)|(?:UTC|GMT)\s?[+-]?\s?\d*(?::\d\d)?|(?-i:[A-Z]{2,4}T)"
    r"|(?-i:[A-Z][a-z]+(?: [A-Z][a-z]+)*)(?= time\b))",
    "NAMES": r"(?-i:[A-Z])[\w-]+(?: ?\(\w+\))?(?:, (?-i:[A-Z])[\w-]+(?: ?\(\w+\))?)*,? (?:and|&) (?-i:[A-Z])[\w-]+",
    "DAY": r"(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    "VERSION": r"\d+(?:\.\d+){0,3}(?: LTS)?",
    "LANGUAGE": "(?:(?:British|American|Australian|Brazilian|European|Mexican|Swiss|Canadian|plain|simple|simplified"
    "|traditional) )?" + _any_of("languages"),
    "DATE": rf"{_ONE_DATE}(?:,? (?:at )?{_ONE_DATE})*(?:,? \d{{4}})?",
    "WHEN": rf"\b(?:{_MONTHS}|next|this (?:spring|summer|autumn|fall|winter|weekend|year|month)|{_DAYS}"
    rf"|in \d{{4}}|christmas|easter|spring|summer|autumn|winter)\b",
    "NEXT": rf"(?:next \w+|this (?:spring|summer|autumn|fall|winter|weekend)|(?:in|on|come) (?:{_MONTHS}|{_DAYS}"
    r"|\d{4}|spring|summer|autumn|winter)|(?:in|after) \w+ (?:weeks?|months?|days?)|tomorrow)",
}


def stands_for(word: str) -> str:
    """The regular expression for which {word} stands in the tables."""
    return _STANDS_FOR[word]


_TABLES = tuple(
    f"english_{name}.toml"
    for name in (
        "patterns",
        "preferences",
        "projects",
        "people",
        "tools",
        "orders",
        "asides",
        "notes",
        "homes",
        "labels",
        "tastes",
        "things",
        "lives",
        "kin",
        "roles",
        "rules",
        "turns",
    )
)


@cache
def _patterns() -> tuple[Pattern, ...]:
    return tuple(pattern for table in _TABLES for pattern in load(table, _STANDS_FOR, re.IGNORECASE))


def pattern_triples(sentence: str, tokens: Sequence[Token], cast: Cast) -> Iterator[tuple[Found, int, bool]]:
    """What the set phrases of a sentence say, offsets counted in it; where each phrase ends; and whether it counts also
    where nothing is taken as said."""
    for pattern in _patterns():
        for match in pattern.found(sentence):
            if _OTHERS.search(sentence[: match.start()]):
                continue
            for found in _read(pattern, match, tokens, cast):
                if not pattern.known_aspect or known_aspect(found.aspect, found.object):
                    yield found, match.end(), pattern.blocked


def _read(pattern: Pattern, match: re.Match[str], tokens: Sequence[Token], cast: Cast) -> Iterator[Found]:
    groups = match.groupdict()
    subject = pattern.subject_is or groups.get("s") or groups.get("s2") or cast.actor
    negated = pattern.polarity == "-"
    if pattern.subject:
        who, negated = _before(tokens, match.start(), cast)
        if who is None:
            return
        subject = who
    if pattern.person and not _is_person(tokens, match.start("o")):
        return
    if pattern.says == "project_uses" and _is_place(tokens, match.start("s") if groups.get("s") else -1):
        return  # "here in Belgium we use commas"
    if pattern.says == "deadline":
        subject = _UNFINISHED.sub("", subject)
        if not subject or match.string[: match.start("s" if groups.get("s") else 0)][-1:] in ("'", "’"):
            return  # "the baby's due": read by the pattern that knows the apostrophe
    for text, without in _objects(
        pattern,
        groups.get("o") or groups.get("o2") or "",
        match.start("o") if groups.get("o") else match.start("o2"),
        tokens,
    ):
        aspect = groups.get("a") or groups.get("a2") or groups.get("a3") or pattern.aspect
        yield Found(
            _trimmed(subject),
            pattern.says,
            pattern.object.replace("{o}", text.removesuffix(" person")),
            match.start(),
            "-" if negated != without else "+",
            "" if _ANYTHING.match(aspect) else aspect.strip(),
            pattern.change,
        )


_OTHERS = re.compile(
    r"\b(?:you|they|people|who|everyone|everybody|nobody|someone)(?:'re|'ve| are| have)?"
    r"(?: (?:\w+ly|still|also|already|just|now|all|both|always|don'?t))*\s*$",
    re.IGNORECASE,
)
"""Before what others do, not who speaks."""
_UNFINISHED = re.compile(r"(?:['’]s)?(?: (?:is|are|was|has|have|had|now|also|still|just|be))*$", re.IGNORECASE)
"""What of a verb was taken for the end of a name: "grant report is now"."""
_ANYTHING = re.compile(r"(?:anything|everything|all|whatever|any|it|them|me|now|us|you)\b", re.IGNORECASE)
"""In place of an aspect: what holds of all."""
_NOISE = re.compile(r"\s+(?:lol|ugh|haha|though|too|now|yeah|please|sorry|btw)\b.*$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\s+(?:and|but|so|because|since|while)\s+(?:i|i'?m|i'?d|we|need|want|would|could|do|it|that|was|am|is|are)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_ARTICLE = re.compile(r"^(?:an?|the|my|some) (?=\w)", re.IGNORECASE)
_BEST = re.compile(r" (?:best|better|most|the most|more)$", re.IGNORECASE)
_IN_BRACKETS = re.compile(r" ?\([^)]*\)")
_AS_A_RULE = re.compile(
    r"(?:,| -| –) ?(?:that's|it's|this is|that is) [\w' ]*(?:rule|policy|law|fixed|set in stone|non-negotiable)\b.*$",
    re.IGNORECASE,
)
_LISTED = re.compile(r",? (?:and|plus|&|or) (?:a bit of |some |a little )?|, |(?<=\w) (?:with|on top of) (?=[A-Z])")
_VERSION = re.compile(r" v?\d[\d.]*(?: LTS)?$")
_BARE = frozenset(["prefers", "owns", "works_at", "works_as", "uses"])
"""What is named without its article, also where an object is taken as it stands."""
_WHOLE = frozenset(
    [
        "email",
        "phone",
        "named",
        "has",
        "time_zone",
        "born_on",
        "deadline",
        "uses_version",
        "team_rule",
        "plans",
        "prefers",
        "answers_in",
        "intolerant_to",
        "does",
        "goes",
        "is",
        "eats",
    ]
)


def _objects(pattern: Pattern, text: str, start: int, tokens: Sequence[Token]) -> Iterator[tuple[str, bool]]:
    """The objects in what a pattern matched: a list is taken apart, except where the words matter."""
    if pattern.whole or pattern.says in _WHOLE:
        text = _GOES_ON.sub("", _AS_A_RULE.sub("", text) if pattern.says == "team_rule" else text).strip(" '\"")
        bare = _ARTICLE.sub("", text) if pattern.says in _BARE else text
        yield _BEST.sub("", bare) if pattern.says == "prefers" else bare, False
        return
    if pattern.many:
        listed = _LISTED.split(_IN_BRACKETS.sub("", text))
        built = pattern.says == "project_uses"
        for part in listed:
            none = bool(re.match(r"no\b", part, re.IGNORECASE))
            if part:
                yield (
                    re.sub(r"^(?:no|an?|the|my|our) ", "", _VERSION.sub("", part) if built else part, flags=re.I),
                    none,
                )
        return
    first = next((place for place, token in enumerate(tokens) if token.start >= start), None)
    phrases = [] if first is None else phrases_at(tokens, first)
    inside = [phrase for phrase in phrases if tokens[phrase.first].start < start + len(text)]
    if not inside:  # tagged as anything but a noun: "allergic to shrimp"
        bare = _NOISE.sub("", text).strip()
        named_first = re.match(_STANDS_FOR["NAME"], bare)
        bare = named_first[0] if named_first and pattern.says == "project_uses" else bare
        if bare and len(bare.split()) <= 2:
            yield bare, False
        return
    for phrase in inside:
        past = tokens[phrase.last].end - (start + len(text))
        yield phrase.text[:-past].rstrip() if 0 < past < len(phrase.text) else phrase.text, phrase.negated


def _is_place(tokens: Sequence[Token], start: int) -> bool:
    """Whether the word at `start` names a place."""
    return any(token.start == start and token.entity in ("GPE", "LOC") for token in tokens)


def _is_person(tokens: Sequence[Token], start: int) -> bool:
    """Whether the word at `start` can be somebody's name by what the tagger makes of it."""
    token = next((token for token in tokens if token.start >= start), None)
    return (
        token is not None
        and token.tag.startswith(("NN", "JJ", "UH", "FW"))
        and token.entity in ("", "PERSON", "ORG", "GPE")
        and token.low not in vocabulary()["traits"] | vocabulary()["nationalities"] | vocabulary()["languages"]
    )


def _before(tokens: Sequence[Token], start: int, cast: Cast) -> tuple[str | None, bool]:
    """Who is allergic: the subject before "be" or "have", and whether it is denied."""
    place = next((place for place, token in enumerate(tokens) if token.start >= start), len(tokens)) - 1
    negated = False
    steps = 0
    while place >= 0 and steps < 8:
        token = tokens[place]
        negated = negated or token.low in ("not", "n't", "nt", "never", "no")
        if token.low in ("i", "im", "i'm") or (token.low == "we"):
            return cast.actor, negated
        if token.low in ("he", "she"):
            who = cast.pronoun(token.low)
            return (who.name if who else None), negated
        if token.low in ("if", "maybe", "who", "people", "anyone", "you", "they", "that", "be"):
            return None, negated
        if token.low in ("is", "'s", "has", "are", "s") and place > 0:
            who, _ = named(tokens, place - 1, cast)
            if who is not None:
                return who.name, negated
        place -= 1
        steps += 1
    only = tokens and tokens[0].start >= start - 12 and steps <= 2
    return (cast.actor if only else None), negated


def _trimmed(subject: str) -> str:
    words = subject.split()
    if "of" in words[1:-1] and any(
        word.lower() in ("release", "launch", "delivery") for word in words[: words.index("of")]
    ):
        words = words[words.index("of") + 1 :]
    while len(words) > 1 and words[0].lower() in ("the", "a", "an", "my", "our", "note", "please", "that", "release"):
        words.pop(0)
    return " ".join(words) if words != ["i"] else subject
