"""What English says something of someone is: "my name is Ada", "the landlord's name is Mr. Okafor"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.language.triples.english_clauses import Cast, gender_of, named
from graphmem.language.triples.english_having import relation_of
from graphmem.language.triples.english_jobs import is_job
from graphmem.language.triples.english_phrases import Phrase, Token, phrase_at, phrases_at, text_between
from graphmem.language.triples.english_words import singular, vocabulary
from graphmem.language.triples.triple import Found

_ATTRIBUTES = {
    "name": "named", "job title": "works_as", "position": "works_as", "surname": "named", "last name": "named",
    "first name": "named", "full name": "named", "nickname": "named", "birthday": "born_on", "bday": "born_on",
    "date of birth": "born_on", "job": "works_as", "occupation": "works_as", "profession": "works_as",
    "nationality": "nationality", "gym": "gym", "wifi": "wifi_name", "hometown": "comes_from",
    "home town": "comes_from",
    "major": "studies", "diet": "diet", "age": "age", "employer": "works_at", "company": "works_at",
    "native language": "speaks", "mother tongue": "speaks", "first language": "speaks", "city": "lives_in",
    "home": "lives_in", "timezone": "time_zone", "time zone": "time_zone", "pronouns": "pronouns",
}  # fmt: skip


FAVOURITE = frozenset(["favorite", "favourite", "fave", "fav", "favorit"])
"""Ways to write "favourite"."""


def attribute_triples(tokens: Sequence[Token], place: int, after: int, cast: Cast, negated: bool) -> Iterator[Found]:
    """ "My name is Ada", "our daughter is called Linnea", "the landlord's name is Mr. Okafor"."""
    last = place - 1
    first = last
    while first >= 0 and (
        tokens[first].is_noun
        or tokens[first].tag in ("JJ", "JJR", "JJS", "VBG", "HYPH", "NNP", "RBS")
        or tokens[first].low in ("of", "favorite", "favourite", "fave", "best", "-")
    ):
        first -= 1
    if first < 0 or first == last:
        return
    owner = tokens[first].low
    noun = text_between(tokens, first + 1, last).lower()
    head = singular(tokens[last].low)
    start = tokens[first].start
    called = tokens[after].low in ("called", "named") and after + 1 < len(tokens)
    dated = tokens[after].low in ("on", "in") and "day" in head and after + 1 < len(tokens)
    value_at = after + 1 if called or dated else after
    value = phrase_at(tokens, value_at, names=called)
    if value is None:
        return
    subject: str | None = cast.actor if owner in ("my", "our") else None
    if owner in ("'s", "'") and tokens[first].tag == "POS" and first > 0:
        subject = _owner(tokens, first - 1, cast)
        kin = relation_of(tokens[first - 1].low)
        if kin and noun == "name" and first > 1 and tokens[first - 2].low in ("my", "our"):
            cast.name(value.text, gender_of(tokens[first - 1].low), tokens[first - 1].low)
            yield Found(cast.actor, kin, value.text, start)
            return
    if owner in ("her", "his"):
        who = cast.pronoun("she" if owner == "her" else "he")
        subject = who.name if who else None
    if subject is None:
        return
    polarity = "-" if negated else "+"
    favourite = next((word for word in ("favorite", "favourite", "fave", "favorit") if noun.split()[0] == word), None)
    if favourite and len(noun.split()) > 1:
        aspect = noun.removeprefix(favourite).strip()
        for phrase in phrases_at(tokens, value_at):
            yield Found(subject, "prefers", phrase.text, start, polarity, aspect=aspect)  # type: ignore[arg-type]
        return
    if head in FAVOURITE and owner in ("my", "our"):
        yield Found(subject, "likes", value.text, start, polarity)  # type: ignore[arg-type]
        return
    if favourite is None and len(noun.split()) > 2 and "favorite" in noun.split():
        return
    words = vocabulary()
    if head not in words["kin"] and relation_of(head) is None and set(noun.split()) & words["kin"]:
        return  # "my son Tobias is 9" says something of Tobias
    relation = relation_of(head)
    if head in ("hair", "eye", "beard", "skin") and owner == "my" and tokens[value.last].tag in ("JJ", "NN", "VBN"):
        yield Found(subject, head, value.text, start, polarity)  # type: ignore[arg-type]
        return
    if relation is not None and (
        called
        or (
            value.proper
            and not negated
            and tokens[value.first].low not in ("a", "an")
            and value.entity != "NORP"
            and value.text.lower() not in vocabulary()["nationalities"]
            and ((value.entity in ("PERSON", "ORG", "GPE", "") and not is_job(value)) or relation == "manager")
        )
    ):
        if vocabulary()["no_more"] & set(noun.replace("-", " ").split()):
            return
        cast.name(value.text, gender_of(head), head)
        for phrase in phrases_at(tokens, value_at) if not called else [value]:
            yield Found(subject, relation, phrase.text, start, polarity)  # type: ignore[arg-type]
        return
    if head in words["vehicles"] | words["devices"] and owner == "my" and value.proper:
        yield Found(subject, "owns", value.text, start, polarity)  # type: ignore[arg-type]
        return
    if called and head in ("baby", "newborn", "firstborn"):
        yield Found(subject, "child", value.text, start, polarity)  # type: ignore[arg-type]
    elif called and (head in vocabulary()["jobs"] or head in vocabulary()["kin"]) and head != "team":
        yield Found(subject, head, value.text, start, polarity)  # type: ignore[arg-type]
    elif called:
        yield Found(subject, f"{head}_name", value.text, start, polarity)  # type: ignore[arg-type]
    elif noun in _ATTRIBUTES and not (_ATTRIBUTES[noun] == "named" and tokens[value.first].low in ("a", "an")):
        full = (
            text_between(tokens, value.first, _date_end(tokens, value))
            if _ATTRIBUTES[noun] == "born_on"
            else value.text
        )
        yield Found(subject, _ATTRIBUTES[noun], full, start, polarity)  # type: ignore[arg-type]
    elif owner in ("my", "our") and _says_attribute(noun, head, value, tokens):
        yield Found(subject, noun.replace(" ", "_").replace("-", "_"), value.text, start, polarity)  # type: ignore[arg-type]


def _owner(tokens: Sequence[Token], last: int, cast: Cast) -> str | None:
    """Whose: "my wife's", "Rosa's", "the landlord's"."""
    who, _ = named(tokens, last, cast)
    if who is not None:
        return who.name
    if last > 0 and tokens[last - 1].low == "the" and tokens[last].low in vocabulary()["kin"] | vocabulary()["jobs"]:
        return tokens[last].low
    return None


def _date_end(tokens: Sequence[Token], value: Phrase) -> int:
    last = value.last
    while last + 1 < len(tokens) and (
        tokens[last + 1].entity in ("DATE", "CARDINAL", "ORDINAL")
        or (tokens[last + 1].low in ("of", ",") and last + 2 < len(tokens) and tokens[last + 2].entity == "DATE")
    ):
        last += 1
    return last


def _says_attribute(noun: str, head: str, value: Phrase, tokens: Sequence[Token]) -> bool:
    words = vocabulary()
    if (
        head in vocabulary()["no_attribute"]
        or head in words["no_possession"]
        or (head in words["kin"] and not (value.proper and value.entity in ("PERSON", "")))
        or len(noun.split()) > 3
    ):
        return False
    if tokens[value.first].tag.startswith("VB") or value.text.lower() in vocabulary()["moments"]:
        return False
    return value.proper or any(character.isdigit() for character in value.text)
