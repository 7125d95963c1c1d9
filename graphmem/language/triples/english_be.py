"""What English "is" says: "I'm a data engineer", "Jonas is our new product owner"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.language.triples.english_attributes import attribute_triples
from graphmem.language.triples.english_clauses import Cast, Who, clause_before
from graphmem.language.triples.english_having import relation_of
from graphmem.language.triples.english_jobs import is_job, job_or_kin
from graphmem.language.triples.english_phrases import Phrase, Token, phrases_at
from graphmem.language.triples.english_words import vocabulary
from graphmem.language.triples.triple import Found

_BE = frozenset(["am", "is", "are", "'m", "'s", "m", "s", "'re", "been", "'s"])


def be_triples(tokens: Sequence[Token], cast: Cast) -> Iterator[Found]:
    """What the forms of "be" in a sentence say, in its order; and who is named beside a word of kinship."""
    last_named: Who | None = None
    for place, token in enumerate(tokens):
        if token.low not in _BE or (token.low in ("'s", "s") and token.tag == "POS" and not _name_is(tokens, place)):
            continue
        if (
            token.low in ("s", "m")
            and token.tag in ("NN", "NNS", "NNP", "CD")
            and not (place and tokens[place - 1].low in ("i", "he", "she"))
        ):
            continue
        clause = clause_before(tokens, place, cast)
        if clause.modal or clause.future or clause.infinitive or clause.past_be or clause.able:
            continue
        who = clause.who
        if who is None and clause.left == 0 and token.low == "been" and place <= 1:
            who = Who(cast.actor, first=True)
        if who is None and clause.joined and last_named is not None and tokens[clause.left - 1].low == "and":
            who = last_named
        after = place + 1
        negated = clause.negated
        while after < len(tokens) and (
            tokens[after].low in vocabulary()["negators"] or tokens[after].low in vocabulary()["adverbs"]
        ):
            negated = negated or tokens[after].low in ("not", "n't", "never", "nt")
            after += 1
        if after >= len(tokens):
            continue
        attributes = list(attribute_triples(tokens, place, after, cast, negated))
        if attributes:
            yield from attributes
        elif who is not None:
            last_named = who
            yield from _state(tokens, place, after, who, negated)


def _name_is(tokens: Sequence[Token], place: int) -> bool:
    if place + 1 < len(tokens) and tokens[place + 1].low in ("called", "named", "a", "an", "the", "not"):
        return True
    return place > 0 and tokens[place - 1].low in ("name", "birthday", "email", "number", "job")


def _state(tokens: Sequence[Token], place: int, after: int, who: Who, negated: bool) -> Iterator[Found]:
    """ "I'm Canadian, a vegan and a nurse": what someone is."""
    words = vocabulary()
    polarity = "-" if negated else "+"
    start = tokens[place].start
    token = tokens[after]
    if token.tag == "VBG" or (who.many and token.low in words["traits"]):
        return
    if token.low in ("married", "engaged") and after + 1 < len(tokens) and tokens[after + 1].low == "to":
        for phrase in phrases_at(tokens, after + 2):
            yield Found(who.name, "married_to" if token.low == "married" else "partner", phrase.text, start, polarity)  # type: ignore[arg-type]
        return
    if token.low == "from" or (
        token.low in ("based", "located", "settled")
        and after + 1 < len(tokens)
        and tokens[after + 1].low in ("in", "at", "near", "out")
    ):
        skip = 1 if token.low == "from" else 3 if tokens[after + 1].low == "out" else 2
        for phrase in phrases_at(tokens, after + skip)[:1]:
            if phrase.text.startswith(("UTC", "GMT")):
                return
            yield Found(who.name, "comes_from" if token.low == "from" else "lives_in", phrase.text, start, polarity)  # type: ignore[arg-type]
        return
    if token.low == "into" or (
        token.low in ("fond", "crazy", "obsessed", "keen", "passionate", "mad")
        and after + 1 < len(tokens)
        and tokens[after + 1].low in ("of", "about", "with", "on")
    ):
        for phrase in phrases_at(tokens, after + (1 if token.low == "into" else 2)):
            yield Found(who.name, "likes", phrase.text, start, "-" if negated != phrase.negated else "+")
        return
    for phrase in phrases_at(tokens, after):
        yield from _being(tokens, phrase, who, start, negated != phrase.negated)


def _being(tokens: Sequence[Token], phrase: Phrase, who: Who, start: int, negated: bool) -> Iterator[Found]:
    words = vocabulary()
    polarity = "-" if negated else "+"
    low = phrase.text.lower()
    follows = tokens[phrase.last + 1].low if phrase.last + 1 < len(tokens) else ""
    if phrase.head in ("person", "guy", "girl") and {"cat", "dog"} & set(low.split()):
        return  # read as a set phrase: "I'm a cat person"
    if phrase.head == "fan" and " of " in phrase.text:
        yield Found(who.name, "likes", phrase.text.split(" of ", 1)[1], start, polarity)  # type: ignore[arg-type]
    elif phrase.head == "fan" or (phrase.head in ("lover", "addict", "enthusiast") and " " in low):
        if follows == "of":
            for of in phrases_at(tokens, phrase.last + 2):
                yield Found(who.name, "likes", of.text, start, polarity)  # type: ignore[arg-type]
        elif (" " in low and phrase.head != "fan") or (
            len(low.split()) == 2 and low.split()[0] not in ("big", "huge", "real", "great")
        ):
            yield Found(who.name, "likes", phrase.text.rsplit(" ", 1)[0], start, polarity)  # type: ignore[arg-type]
    elif low in words["diets"]:
        yield Found(who.name, "diet", low, start, polarity)  # type: ignore[arg-type]
    elif low.removeprefix("half ").removeprefix("part ") in words["nationalities"]:
        if follows not in words["jobs"]:
            yield Found(who.name, "nationality", phrase.text.split(" ")[-1], start, polarity)  # type: ignore[arg-type]
    elif "-" in low and set(low.split("-")) <= words["nationalities"]:
        yield Found(who.name, "nationality", phrase.text, start, polarity)  # type: ignore[arg-type]
    elif low == phrase.head and job_or_kin(low) and tokens[phrase.first].low == "my" and not who.first and not negated:
        yield Found("", relation_of(low) or low, who.name, start)  # "Mehmet is my dentist"
    elif (
        relation_of(phrase.head) == "manager"
        and tokens[phrase.first].low in ("my", "our")
        and who.person
        and not negated
    ):
        if not who.first:
            yield Found("", "manager", who.name, start)  # "Ravi is my line manager"
    elif is_job(phrase):
        title = phrase.text.removeprefix("new ").removeprefix("own ")
        yield Found(who.name, "works_as", title, start, polarity)  # type: ignore[arg-type]
        if follows in ("at", "for") and not negated:
            yield from (
                Found(who.name, "works_at", place.text, start)
                for place in phrases_at(tokens, phrase.last + 2)[:1]
                if place.entity not in ("DATE", "TIME") and place.head not in words["time_units"]
            )
    elif phrase.head in words["diets"]:
        yield Found(who.name, "diet", phrase.head, start, polarity)  # type: ignore[arg-type]
    elif low in words["traits"] or (low.split()[-1] in words["traits"] and len(low.split()) <= 3):
        yield Found(who.name, "is", phrase.text, start, polarity)  # type: ignore[arg-type]
    elif phrase.head in ("foot", "feet", "year", "inch") and low[:1].isdigit() and follows in ("tall", "old"):
        yield Found(who.name, "age" if follows == "old" else "is", f"{phrase.text} {follows}", start, polarity)  # type: ignore[arg-type]
    elif low.isdigit() and 0 < int(low) < 120 and follows in ("", ",", ".", "and", "!", "now", "but") and who.person:
        yield Found(who.name, "age", low, start, polarity)  # type: ignore[arg-type]
    elif (
        relation_of(phrase.head) is not None
        and tokens[phrase.first].low in ("my", "our")
        and not who.first
        and not negated
    ):
        yield Found("", relation_of(phrase.head) or "", who.name, start)
    elif (
        phrase.proper
        and who.first
        and phrase.entity in ("PERSON",)
        and tokens[phrase.first].low not in ("a", "an")
        and len(low.split()) <= 3
        and low not in words["languages"]
    ):
        yield Found(who.name, "named", phrase.text, start, polarity)  # type: ignore[arg-type]
    elif (
        tokens[phrase.first].low in ("a", "an")
        and who.person
        and phrase.head not in words["no_possession"]
        and len(low.split()) <= 4
        and _lasting_noun(phrase)
    ):
        yield Found(who.name, "is", phrase.text, start, polarity)  # type: ignore[arg-type]
        if follows in ("at", "for") and not negated:
            yield from (
                Found(who.name, "works_at", place.text, start)
                for place in phrases_at(tokens, phrase.last + 2)[:1]
                if place.entity not in ("DATE", "TIME") and place.head not in words["time_units"]
            )


def _lasting_noun(phrase: Phrase) -> bool:
    return phrase.head.endswith(
        (
            "er",
            "or",
            "ist",
            "ian",
            "man",
            "woman",
            "mom",
            "dad",
            "person",
            "mother",
            "father",
            "guy",
            "girl",
            "boy",
            "veteran",
            "vet",
            "addict",
            "graduate",
            "nerd",
            "owl",
            "twin",
            "adult",
        )
    )
