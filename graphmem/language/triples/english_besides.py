"""What stands beside a fact in an English sentence and says the same: more tools, languages, parts of a project."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from graphmem.language.triples.english_patterns import stands_for
from graphmem.language.triples.triple import Found, Polarity

_DENIED = re.compile(
    r"\b(?:no|not|never|without|nor|neither|don'?t (?:speak|use|do)|can'?t (?:speak|use)|no longer|instead of|than"
    r"|dropped|ditched|from|off|but not|isn'?t|stopped using|left)(?: any| a word of| really)?\s*$",
    re.IGNORECASE,
)
_NO_MORE = re.compile(r"\b(?:no|not|never|without|nor|dropped|ditched|no longer)\s*$", re.IGNORECASE)
"""What of those before a name says that it is not used; after the others nothing is said of it."""
_JOINS = re.compile(
    r"(?:[,;:/+&(]|\b(?:and|plus|or|with|for|on|in|then|now|also|some|my|our|little|bit of|as well as|both|is|it'?s"
    r"|rusty|basic|decent|fluent|passable|broken|conversational|by|via|use|using|alongside|besides|getting there with"
    r"|through|to|speak|read|understand|runs|run|behind|under|over|mostly|uses|the|an?|top of))\s*$",
    re.IGNORECASE,
)
_NO_LANGUAGE = re.compile(
    r"\s*(?:food|lessons?|class|classes|teacher|restaurant|passport|wine|customers?|clients?|books?|films?|husband|wife"
    r"|friends?|girlfriend|boyfriend|company|exam|course|keyboard|citizenship|market|cuisine|cooking|music|dictionary"
    r"|translation|version|grammar|homework|essay)\b",
    re.IGNORECASE,
)
_NEW_CLAUSE = re.compile(
    r"\b(?:he|she|they|you|your|his|her|their|who|learn(?:ing)?|studying|study|translate|if|could|would|should|might"
    r"|want(?:s|ed)?|thinking|because)\b|[.!?]\s",
    re.IGNORECASE,
)
_CLASS = {"speaks": "LANGUAGE", "uses": "KNOWN", "project_uses": "COMPONENT"}
_THING = (
    r"(?:project|app|repo|service|codebase|site|website|platform|bot|game|tool|plugin|library|side project|backend)"
)
_NAME = r"(?!(?:The|Our|My|This|It|I|We|And|But|So|For|In|On|A|An|That)\b)(?:[A-Z][\w-]+|[a-z]+(?:-[a-z]+)+)"
_PROJECT = re.compile(
    rf"\b(?:[Tt]he |[Oo]ur |[Mm]y )(?P<a>{_NAME}) {_THING}\b"
    rf"|\b{_THING}(?:'s|’s| is)?,? (?:called |named )(?P<b>{_NAME})"
    rf"|(?:^|[,;:.] ?|\b[Ff]or )(?P<c>{_NAME})(?:,| -| –|,? which is| is) (?:our|my|the|an?) (?:[\w-]+ ){{0,3}}?"
    rf"{_THING}\b"
    rf"|\b[Pp]roject (?P<d>[A-Z][\w-]+)"
)
_NOT_SO = re.compile(
    r"\b(?:should|could|would|might|maybe|considering|thinking|if|want(?:ed)? to|plan(?:ning)? to|was|were|used to|help"
    r"|learn|how|error|docs?|evaluat\w+|compar\w+|tempted|tried|trying)\b",
    re.IGNORECASE,
)


@cache
def _of_class(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?P<o>{stands_for(name)})(?![\w-])", re.IGNORECASE)


def besides(sentence: str, start: int, found: Sequence[Found]) -> Iterator[Found]:
    """More of the kind that was found in a sentence: "I speak Dutch, some Farsi and decent Thai".

    Args:
        start: where the sentence begins in the text.
        found: what was read from it, places counted in the text.
    """
    for predicate, name in _CLASS.items():
        known = [one for one in found if one.predicate == predicate]
        if not known or any(one.change for one in known) or len({one.subject for one in known}) > 1:
            continue
        told = {word for one in found for word in re.findall(r"[\w+#.-]+", one.object.lower())}
        first = min(one.start for one in known) - start
        for match in _of_class(name).finditer(sentence, max(first, 0)):
            before = sentence[: match.start()].rstrip()
            words = re.findall(r"[\w+#.-]+", match["o"].lower())
            if not words or told & set(words) or _NEW_CLAUSE.search(sentence, max(first, 0), match.start()):
                continue
            if predicate == "speaks" and _NO_LANGUAGE.match(sentence, match.end()):
                continue
            polarity = _polarity(before)
            if polarity is not None:
                yield Found(known[0].subject, predicate, match["o"], start + match.start(), polarity)


def _polarity(before: str) -> Polarity | None:
    """Whether a name after `before` is one more, or what is denied, or neither."""
    if _DENIED.search(before):
        return "-" if _NO_MORE.search(before) else None
    return "+" if _JOINS.search(before) else None


def built_with(sentence: str, found: Sequence[Found]) -> Iterator[Found]:
    """Parts of a project that a sentence names with it: "For Nimbus, our booking app, it's Go and Redis"."""
    if _NOT_SO.search(sentence) or any(one.predicate == "project_uses" for one in found):
        return
    project = _PROJECT.search(sentence)
    if project is None:
        return
    name = next(group for group in project.groups() if group)
    if _of_class("COMPONENT").fullmatch(name):
        return
    for match in _of_class("COMPONENT").finditer(sentence):
        before = sentence[: match.start()].rstrip()
        polarity = _polarity(before)
        if polarity is not None and not project.start() <= match.start() < project.end():
            yield Found(name, "project_uses", match["o"], match.start(), polarity)
