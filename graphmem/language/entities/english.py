"""What an English parse names: named entities, noun chunks with a proper noun, and nouns that others may share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphmem.language.entities.mention import Mention, mention
from graphmem.language.entities.rules import entity_rules
from graphmem.language.identify import HAN
from graphmem.models import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span

_HAN = re.compile(f"[{HAN}]")
_FIRST_PERSON = frozenset(["i", "me", "my", "mine", "myself"])
_SHORTEST_NOUN = 3


def english_mentions(doc: Doc, *, within_chinese: bool = False) -> Iterator[Mention]:
    """The mentions of a parse; `within_chinese` says that what has Chinese characters is left to others."""
    for made in _all(doc):
        if not (within_chinese and _HAN.search(made.surface)):
            yield made


def _all(doc: Doc) -> Iterator[Mention]:
    types = entity_rules().types
    for span in doc.ents:
        kind = types.get(span.label_)
        if kind and any(token.pos_ == "PROPN" or token.text[:1].isupper() for token in span):
            yield from _trimmed(span, kind)
    for chunk in doc.noun_chunks:
        owned = _owned(chunk)
        if any(token.pos_ == "PROPN" for token in owned):
            yield from _trimmed(owned, EntityType.THING)
    for token in doc:
        if token.lower_ in _FIRST_PERSON:
            yield Mention(token.text, token.text, EntityType.PERSON, token.idx, speaker=True)
            break
    yield from _shared(doc)


def _owned(chunk: Span) -> Span:
    """What follows the last possessive: of "Melanie's friends" the friends, for Melanie is a name of her own."""
    last = max((place for place, token in enumerate(chunk) if token.tag_ == "POS"), default=-1)
    return chunk[last + 1 :]


def _trimmed(span: Span, kind: EntityType) -> Iterator[Mention]:
    """The span without what stands before its name, and without line breaks."""
    skipped = 0
    while skipped < len(span) and (span[skipped].pos_ in ("DET", "PRON", "INTJ", "PUNCT", "SPACE", "CCONJ", "ADP")):
        skipped += 1
    if skipped == len(span):
        return
    start = span[skipped].idx
    surface = span.doc.text[start : span.end_char].split("\n")[0]
    if made := mention(surface, start, kind):
        yield made


def _shared(doc: Doc) -> Iterator[Mention]:
    """Nouns of talk that are no names; in a passage its names say enough."""
    rules = entity_rules()
    if len(doc) > rules.talk_words * 1.25:  # tokens, marks among them
        return
    count = 0
    for token in doc:
        if token.pos_ != "NOUN" or len(token) < _SHORTEST_NOUN or not token.is_alpha:
            continue
        lemma = token.lemma_.lower()
        if lemma in rules.general or token.lower_ in rules.general:
            continue
        made = mention(token.text, token.idx, EntityType.THING, named=False)
        if made is not None:
            yield Mention(token.text, lemma, EntityType.THING, token.idx, named=False)
            count += 1
        if count == rules.most_shared:
            return
