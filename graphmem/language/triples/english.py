"""Triples from English text: sentence by sentence, only what it says as true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.language.parsing.english import parse
from graphmem.language.triples.english_be import be_triples
from graphmem.language.triples.english_besides import besides, built_with
from graphmem.language.triples.english_clauses import Cast
from graphmem.language.triples.english_context import parts_of, project_of, told_of_before
from graphmem.language.triples.english_mood import quoted, sentences, unsaid
from graphmem.language.triples.english_names import beside_kin, favourites
from graphmem.language.triples.english_patterns import pattern_triples
from graphmem.language.triples.english_phrases import Token
from graphmem.language.triples.english_sound import sound
from graphmem.language.triples.english_topic import loved, mentioned, topic_of
from graphmem.language.triples.english_verbs import verb_triples
from graphmem.language.triples.english_words import base_form
from graphmem.language.triples.triple import Found

if TYPE_CHECKING:
    from spacy.tokens import Doc

Span = tuple[int, int]
_MARKS = str.maketrans("？！。，；：（）", "?!.,;:()")
_BESIDE = frozenset(["works_at", "works_as", "lives_in", "studies", "studies_at"])
"""What one verb may say at once, one by a set phrase and another by the verb itself."""
_KIDDING = re.compile(r"\b(?:just kidding|only joking|kidding\b|role ?-?play|pretend (?:you|i|to))", re.IGNORECASE)


def english_triples(text: str, actor: str) -> list[Found]:
    """What `text` says as true, in its order; offsets are those of the text."""
    text = text.translate(_MARKS)
    if _KIDDING.search(text):
        return []
    cast = Cast(actor, [])
    hidden = quoted(text)
    found: list[Found] = []
    topic = project = last = ""
    told_from = 0
    for (start, end), tokens in _by_sentence(text, sentences(text)):
        sentence = text[start:end]
        barred = [(start + a, start + b) for a, b in unsaid(sentence)] + hidden
        before, topic = topic, topic_of(tokens)
        if any(a <= start and b >= end for a, b in barred):
            continue
        taken = list(barred)
        beside: dict[Span, str] = {}
        beyond = [*parts_of(sentence, project), *told_of_before(sentence, last, cast.actor)]
        found += [_moved(one, start) for one in beyond]
        taken += [(start, end)] if beyond else []
        if beyond and beyond[0].predicate == "team_rule":
            found = [one for one in found if one.start < told_from or one.predicate == "team_rule"]
        last, told_from, read = sentence, start, len(found)
        for one, end_of_phrase, despite in pattern_triples(sentence, _shifted(tokens, start), cast):
            if not _inside(one.start + start, hidden if despite else barred):
                found.append(_moved(one, start))
                taken.append((one.start + start, start + end_of_phrase))
                beside[taken[-1]] = one.predicate
        named = list(beside_kin(tokens, cast))
        found += [one for one in named if not _inside(one.start, barred)]
        taken += [(one.start, one.start + 1) for one in named]
        project = project_of(sentence, [*found[read:], *beyond], project)
        said: list[Found] = [*be_triples(tokens, cast), *verb_triples(tokens, cast)]
        said += [*favourites(tokens, cast, before), *loved(sentence, start, cast, topic=before or topic)]
        said = [one for one in said if not one.object.startswith("born ")]  # "our daughter is Zoe, born in May"
        mentions = list(mentioned(tokens, cast, [*said, *found]))
        projects = {one.subject for one in found if one.predicate == "project_uses"}
        said = [
            replace(one, predicate="project_uses") if one.predicate == "uses" and one.subject in projects else one
            for one in said
        ]
        found += [one for one in said if not _taken(one, taken, beside) and not _named_already(one, named)]
        found += [one for one in mentions if not _inside(one.start, barred) and not _named_already(one, named)]
        more = [*besides(sentence, start, found[read:])]
        more += [_moved(one, start) for one in built_with(sentence, found[read:])]
        if any(one.predicate == "project_uses" for one in more):
            found[read:] = [one for one in found[read:] if one.predicate != "uses"]
        found += [one for one in more if not _inside(one.start, barred)]
        found[read:] = [whole for one in found[read:] if (whole := sound(one, sentence)) is not None]
    return found


def _by_sentence(text: str, spans: Sequence[Span]) -> Iterator[tuple[Span, list[Token]]]:
    tokens = _tokens(parse([text])[0])
    for start, end in spans:
        yield (start, end), [token for token in tokens if start <= token.start < end]


def _tokens(doc: Doc) -> list[Token]:
    return [
        Token(
            token.text,
            token.lower_.replace("’", "'"),
            base_form(token.text, token.lemma_)
            if token.tag_.startswith(("VB", "NN", "IN", "JJ", "UH", "RB", "CC", "MD"))
            else token.lower_,
            token.tag_,
            token.ent_type_,
            token.idx,
            token.idx + len(token.text),
        )
        for token in doc
        if not token.is_space
    ]


def _shifted(tokens: Sequence[Token], by: int) -> list[Token]:
    return [Token(t.text, t.low, t.base, t.tag, t.entity, t.start - by, t.end - by) for t in tokens]


def _taken(one: Found, taken: Sequence[Span], beside: Mapping[Span, str]) -> bool:
    """Whether a set phrase told already what a verb says; "work as a cook at Kiosk 9" tells of work and of a place."""
    if one.predicate in _BESIDE:
        taken = [span for span in taken if beside.get(span) not in _BESIDE or beside[span] == one.predicate]
    return _inside(one.start, taken)


def _named_already(found: Found, named: Sequence[Found]) -> bool:
    """Whether "a rabbit" is told by its name, too: "a rabbit, Clover"."""
    return found.predicate in ("pet", "child") and any(one.predicate == found.predicate for one in named)


def _moved(found: Found, by: int) -> Found:
    return replace(found, start=found.start + by)


def _inside(place: int, spans: Iterable[Span]) -> bool:
    return any(start <= place < end for start, end in spans)
