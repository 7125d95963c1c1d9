"""Open information extraction: every relation a sentence states, in its own words, about whoever it is about.

For comparing with published figures. Memory uses `extract`, which keeps to what is worth remembering.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from graphmem.language.identify import language_of
from graphmem.language.parsing import chinese, english
from graphmem.language.parsing.chinese import Word

if TYPE_CHECKING:
    from spacy.tokens import Token

_SUBJECTS = frozenset(["nsubj", "nsubjpass"])
_INSIDE = frozenset(["aux", "auxpass", "neg", "prt"])
_CUT = frozenset(["relcl", "punct", "advcl", "conj", "cc", "appos", "mark", "parataxis"])
_NOUNS = frozenset(
    ["n", "nr", "ns", "nt", "nw", "nz", "PER", "LOC", "ORG", "TIME", "r", "vn", "an", "m", "q", "a", "f", "s", "t"]
)
_VERBS = frozenset(["v", "vd", "p"])


class OpenTriple(NamedTuple):
    """A relation in the words of its sentence."""

    subject: str
    relation: str
    object: str


def open_triples(text: str) -> list[OpenTriple]:
    """The relations that `text` states, by the tree of a sentence in English and the word classes in Chinese.

    >>> open_triples("Rosa founded the company in Malmö.")[0]
    OpenTriple(subject='Rosa', relation='founded', object='the company')
    """
    found = _chinese(text) if language_of(text) in ("zh", "mixed") else _english(text)
    return list(dict.fromkeys(found))


def _english(text: str) -> Iterator[OpenTriple]:
    for token in english.parse([text])[0]:
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            for subject in _subjects(token):
                yield from _of_verb(token, _phrase(subject))
        elif token.dep_ == "appos" and token.head.pos_ in ("NOUN", "PROPN"):
            yield OpenTriple(_phrase(token.head), "is", _phrase(token))
        elif token.dep_ == "poss" and token.tag_ != "PRP$":
            yield OpenTriple(_phrase(token).removesuffix(" 's"), "has", _phrase(token.head, without=token))


def _subjects(verb: Token) -> list[Token]:
    """The subjects of a verb, or those of the verb it is joined to; what a relative clause hangs on."""
    own = [child for child in verb.children if child.dep_ in _SUBJECTS]
    if not own and verb.dep_ in ("conj", "xcomp", "advcl") and verb.head.pos_ in ("VERB", "AUX"):
        return _subjects(verb.head)
    if verb.dep_ in ("relcl", "acl"):
        own = [child for child in own if child.tag_ not in ("WDT", "WP")] or [verb.head]
    return [other for child in own for other in (child, *child.conjuncts)]


def _of_verb(verb: Token, subject: str) -> Iterator[OpenTriple]:
    words = sorted([verb, *(child for child in verb.children if child.dep_ in _INSIDE)], key=lambda token: token.i)
    relation = " ".join(token.text for token in words)
    objects = [
        child for child in verb.children if child.dep_ in ("dobj", "attr", "acomp", "oprd", "ccomp", "xcomp", "dative")
    ]
    for child in objects:
        for one in (child, *(other for other in child.conjuncts if other.head == child)):
            yield OpenTriple(subject, relation, _phrase(one))
    joined = f"{relation} {_phrase(objects[0])}" if objects and objects[0].dep_ in ("dobj", "attr") else relation
    for preposition in verb.children:
        if preposition.dep_ in ("prep", "agent"):
            for child in preposition.children:
                if child.dep_ in ("pobj", "pcomp"):
                    yield OpenTriple(subject, f"{joined} {preposition.text}", _phrase(child))


def _phrase(head: Token, without: Token | None = None) -> str:
    """The words under `head` in their order, without clauses that hang on it."""
    clause = head.pos_ in ("VERB", "AUX")
    kept = [head]
    waiting = [head]
    while waiting:
        for child in waiting.pop().children:
            if child != without and (child.dep_ not in _CUT or (clause and child.dep_ == "mark")):
                kept.append(child)
                waiting.append(child)
    return " ".join(token.text for token in sorted(kept, key=lambda token: token.i))


def _chinese(text: str) -> Iterator[OpenTriple]:
    clause: list[Word] = []
    subject = ""
    for word in [*chinese.parse([text])[0], Word("。", "w", len(text))]:
        if word.tag != "w" or word.text in '、《》“”"':
            clause.append(word)
            continue
        for one in _clause(clause, subject):
            subject = one.subject
            yield one
        clause = []
        if word.text in "。！？!?":
            subject = ""


def _clause(words: Sequence[Word], subject: str) -> Iterator[OpenTriple]:
    """Subject, verb and object of a clause, its subject being that of the clause before if it has none."""
    verb = next((place for place, word in enumerate(words) if word.tag in _VERBS), None)
    if verb is None:
        return
    first = verb
    while first > 0 and words[first - 1].tag in ("d", "ad"):
        first -= 1
    head = "".join(word.text for word in words[:first] if word.tag in _NOUNS or word.tag in ("u", "c", "w")) or subject
    place = verb
    while place < len(words) and (words[place].tag in _VERBS or words[place].text in ("了", "着", "过")):
        place += 1
    relation = "".join(word.text for word in words[first:place])
    rest = words[place:]
    if head and relation and rest:
        yield OpenTriple(head, relation, "".join(word.text for word in rest))
