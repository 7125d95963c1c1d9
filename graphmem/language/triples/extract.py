"""Triples from what was said: the one entry for both languages."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from graphmem.language.identify import HAN, Language, language_of
from graphmem.language.triples.aspects import aspect_of
from graphmem.language.triples.chinese import chinese_triples
from graphmem.language.triples.english import english_triples
from graphmem.language.triples.said import how_said, validity
from graphmem.language.triples.triple import Found, Said, Triple
from graphmem.models import ActorRole

LONGEST = 4_000
"""Characters of a text that are looked at; what people say of themselves in passing is shorter."""
USER = "user"
"""The subject of what the user says of themselves."""
_UTC = ZoneInfo("UTC")
_SENTENCE = re.compile(
    r"(?:[^.!?。！？;；\n]|[.!?](?!\s|$)|(?:(?<=\bMr)|(?<=\bDr)|(?<=\bMs)|(?<=\bMrs)|(?<=\bSt))\.)+[.!?。！？;；\n]*\s*|[.!?。！？;；\n]+\s*"
)
_CLAUSE = re.compile(r"[^,，]+[,，]?\s*")
_LATIN = re.compile(r"[A-Za-z]+")
_HAN = re.compile(f"[{HAN}]")
_ADDRESS = re.compile(r"[\w.+-]+@[\w.-]+|https?://\S+")
"""What is of no language: 我的 email 是 ada@example.org."""
_REMEMBER_IT = re.compile(
    r"\s*(?:(?:and|so|please|do|pls|could you|can you)\s+)*(?:remember|note|memori[sz]e|keep|save"
    r"|write down|don'?t forget)"
    r"\s+(?:it|that|this|them)(?: down| please)?\s*(?:[.,;!]|$)"
    r"|\s*(?:请|麻烦|你|帮我|要)*(?:记住|记一下|记下来?|别忘了?|记好|存一下)(?:这个|它|一下|哦|啊|了|吧|噢)*\s*(?:[,，。.！!~]|$)",
    re.IGNORECASE,
)
"""A sentence that says of the one before that it is to be kept."""
_FOR_ONCE = frozenset(
    ["prefers", "answers_in", "likes", "dislikes", "uses", "needs", "plans", "team_rule", "eats", "drinks", "named"]
)
"""What can be meant for once; where somebody lives cannot."""
ABOUT_THINGS = frozenset(["project_uses", "uses_version", "deadline"])
"""What a tool may say: it is no witness about people."""
_TOLD_TO = re.compile(
    r"\b(?:please|must|should|warning|error|deprecated|requires?)\b|请|警告|错误|必须|应该|建议", re.IGNORECASE
)


def extract(
    text: str,
    *,
    actor: str = USER,
    actor_role: ActorRole | str = ActorRole.USER,
    occurred_at: datetime | None = None,
    language: Language | None = None,
    time_zone: ZoneInfo = _UTC,
) -> list[Triple]:
    """The facts that the first 4,000 characters of `text` state, in its order; each once.

    Only what is explicitly said as true: nothing from questions, conditions, wishes, guesses, past habits, quotations
    and retellings, and nothing that an agent says. Of what a tool returns only what it says of things. The same text
    gives the same triples, whatever was read before.

    Args:
        actor: who says it: the subject of "I" and 我. The user is "user", whatever their name.
        actor_role: which side the actor is on.
        occurred_at: aware; with it "until Friday" becomes a time.
        language: as `language_of` tells it, if that is known already.
        time_zone: whose days "Friday" means.

    >>> [(t.subject, t.predicate, t.object) for t in extract("I moved to Lyon and I speak French.")]
    [('user', 'lives_in', 'Lyon'), ('user', 'speaks', 'French')]
    >>> [(t.subject, t.predicate, t.object) for t in extract("我对花生过敏", actor="小苏")]
    [('小苏', 'allergic_to', '花生')]
    """
    if actor_role == ActorRole.AGENT:
        return []
    looked_at = text[:LONGEST]
    return stated(
        looked_at,
        _found(looked_at, actor, language),
        actor=actor,
        actor_role=actor_role,
        occurred_at=occurred_at,
        time_zone=time_zone,
    )


def stated(
    text: str,
    found: Iterable[tuple[Found, str]],
    *,
    actor: str,
    actor_role: ActorRole | str,
    occurred_at: datetime | None,
    time_zone: ZoneInfo,
) -> list[Triple]:
    """What was found in a text, in its order and each once, with its sentence and with how that says it.

    Of what a tool returns only what it says of things is left.

    Args:
        text: the whole of it.
        found: each with the language of its sentence.
        actor, actor_role, occurred_at, time_zone: as for `extract`.
    """
    triples: dict[tuple[str, str, str, str, str], Triple] = {}
    told: set[Triple] = set()
    for one, of in sorted(found, key=lambda pair: pair[0].start):
        if actor_role == ActorRole.TOOL and one.predicate not in ABOUT_THINGS:
            continue
        triple = _triple(text, one, actor, of, occurred_at, time_zone)
        if actor_role == ActorRole.TOOL and (triple.subject == actor or _TOLD_TO.search(triple.quote)):
            continue
        key = (triple.subject, triple.predicate, triple.object.casefold(), triple.aspect, triple.polarity)
        if triple.object:
            triples.setdefault(key, triple)
        if one.aspect:
            told.add(triple)
    return _once(triples.values(), told)


def _once(triples: Iterable[Triple], told: Container[Triple]) -> list[Triple]:
    """Each preference of a sentence once: the one that has its aspect from the sentence, if there is any."""
    kept: list[Triple] = []
    for triple in triples:
        place = next((at for at, other in enumerate(kept) if _same_preference(triple, other)), None)
        if place is None:
            kept.append(triple)
        elif triple in told and kept[place] not in told:
            kept[place] = triple
    return kept


def _same_preference(triple: Triple, other: Triple) -> bool:
    """Whether two patterns read one preference: "For invoices always send CSV"."""
    if triple.predicate != "prefers" or other.predicate != "prefers" or triple.quote != other.quote:
        return False
    mine, theirs = triple.object.casefold(), other.object.casefold()
    return (triple.subject, triple.polarity) == (other.subject, other.polarity) and (mine in theirs or theirs in mine)


def _found(text: str, actor: str, language: Language | None) -> Iterator[tuple[Found, str]]:
    for start, part, of in _by_language(text, language):
        read = chinese_triples if of == "zh" else english_triples
        yield from ((replace(one, start=one.start + start), of) for one in read(part, actor))


def _by_language(text: str, language: Language | None) -> Iterable[tuple[int, str, str]]:
    """The text in parts of one language, with where each begins: sentences of both may stand side by side."""
    has_chinese, has_english = bool(_HAN.search(text)), len(_LATIN.findall(_ADDRESS.sub("", text))) >= 3
    if not (has_chinese and has_english):
        yield 0, text, "zh" if language in (None, "zh", "mixed") and has_chinese else "en"
        return
    start, of = 0, ""
    for begin, part in _parts(text):
        words = _ADDRESS.sub("", part)
        mine = "zh" if language_of(words) in ("zh", "mixed") or _short_chinese(words) else ""
        mine = mine or ("en" if _LATIN.search(part) else of)
        if of and mine != of:
            yield start, text[start:begin], of
            start = begin
        of = mine or of
    if text[start:].strip():
        yield start, text[start:], of or "en"


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Sentences, and the clauses of those in which both languages stand: "我住 Melbourne, I work as a barista"."""
    for match in _SENTENCE.finditer(text):
        sentence = match[0]
        clauses = list(_CLAUSE.finditer(sentence))
        english = any(not _HAN.search(one[0]) and len(_LATIN.findall(one[0])) >= 4 for one in clauses)
        if english and _HAN.search(sentence):
            yield from ((match.start() + one.start(), one[0]) for one in clauses)
        else:
            yield match.start(), sentence


def _short_chinese(part: str) -> bool:
    """Whether a few Chinese words carry a clause with a foreign name: 我住 Melbourne."""
    return bool(_HAN.match(part.lstrip())) and len(_LATIN.findall(part)) < 4


def _triple(text: str, one: Found, actor: str, language: str, occurred_at: datetime | None, zone: ZoneInfo) -> Triple:
    start, end = sentence_at(text, one.start)
    quote = text[start:end]
    since, until = validity(one.predicate, one.object, quote, occurred_at, zone)
    return Triple(
        subject=one.subject or actor,
        predicate=one.predicate,
        object=" ".join(one.object.split()).strip(" \"'“”「」『』《》"),
        quote=quote,
        span=(start, end),
        aspect=aspect_of(one.aspect, one.object, language) if one.predicate == "prefers" else one.aspect,
        polarity=one.polarity,
        said=_how_said(one, quote, text[end:]),
        valid_from=since,
        valid_until=until,
    )


def _how_said(one: Found, quote: str, after: str) -> Said:
    """The signs of the sentence, and of `after`, what follows it, if that is "please remember it".

    Only what somebody wants or uses can be meant for this time only.
    """
    said = how_said(quote, one.change)
    said = replace(said, remember=said.remember or bool(_REMEMBER_IT.match(after)))
    return said if one.predicate in _FOR_ONCE else replace(said, one_off=False)


def sentence_at(text: str, place: int) -> tuple[int, int]:
    """From where to where the sentence reaches in which `place` lies, without the blanks around it."""
    start, end = 0, len(text)
    for match in _SENTENCE.finditer(text):
        if match.start() <= place < match.end():
            start, end = match.span()
            break
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())
