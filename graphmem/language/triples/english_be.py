"""What English "is" says: "I'm a data engineer", "my name's Ada", "Jonas is our new product owner", "our dog, Clover"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphmem.language.triples.english_clauses import Cast, Who, clause_before, gender_of
from graphmem.language.triples.english_having import relation_of
from graphmem.language.triples.english_phrases import Phrase, Token, phrase_at, phrases_at, text_between
from graphmem.language.triples.english_words import singular, vocabulary
from graphmem.language.triples.english_topic import topic_of
from graphmem.language.triples.triple import Found

_BE = frozenset(["am", "is", "are", "'m", "'s", "m", "s", "'re", "been", "'s"])
_ATTRIBUTES = {
    "name": "named", "full name": "named", "nickname": "named", "birthday": "born_on", "bday": "born_on",
    "date of birth": "born_on", "job": "works_as", "occupation": "works_as", "profession": "works_as",
    "nationality": "nationality", "gym": "gym", "wifi": "wifi_name", "hometown": "comes_from", "home town": "comes_from",
    "major": "studies", "diet": "diet", "age": "age", "employer": "works_at", "company": "works_at",
    "native language": "speaks", "mother tongue": "speaks", "first language": "speaks", "city": "lives_in", "home": "lives_in",
}  # fmt: skip
_SKIP = frozenset(
    "question point problem guess issue idea bad fault favorite plan thing mistake pleasure concern turn bet opinion hope favourite goal dream guy man god life day mind heart place answer request suggestion understanding email phone number".split()
)
_TRANSIENT = frozenset(
    "here there fine good great ok okay sorry sure ready back done happy sad tired busy bored afraid glad home late early right wrong".split()
)


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
        attributes = list(_attribute(tokens, place, after, cast, negated))
        if attributes:
            yield from attributes
        elif who is not None:
            last_named = who
            yield from _state(tokens, place, after, who, negated)


def _name_is(tokens: Sequence[Token], place: int) -> bool:
    if place + 1 < len(tokens) and tokens[place + 1].low in ("called", "named"):
        return True
    return place > 0 and tokens[place - 1].low in ("name", "birthday", "email", "number", "job")


def _state(tokens: Sequence[Token], place: int, after: int, who: Who, negated: bool) -> Iterator[Found]:
    """ "I'm Canadian, a vegan and a nurse": what someone is."""
    words = vocabulary()
    polarity = "-" if negated else "+"
    start = tokens[place].start
    token = tokens[after]
    if token.tag == "VBG" or who.many and token.low in words["traits"]:
        return
    if token.low in ("married", "engaged") and after + 1 < len(tokens) and tokens[after + 1].low == "to":
        for phrase in phrases_at(tokens, after + 2):
            yield Found(who.name, "married_to" if token.low == "married" else "partner", phrase.text, start, polarity)  # type: ignore[arg-type]
        return
    if token.low == "from" or (
        token.low in ("based", "located")
        and after + 1 < len(tokens)
        and tokens[after + 1].low in ("in", "at", "near", "out")
    ):
        skip = 1 if token.low == "from" else 3 if tokens[after + 1].low == "out" else 2
        for phrase in phrases_at(tokens, after + skip)[:1]:
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
    if phrase.head == "fan" and " of " in phrase.text:
        yield Found(who.name, "likes", phrase.text.split(" of ", 1)[1], start, polarity)  # type: ignore[arg-type]
    elif phrase.head == "fan" or (phrase.head in ("lover", "addict", "enthusiast") and " " in low):
        if follows == "of":
            for of in phrases_at(tokens, phrase.last + 2):
                yield Found(who.name, "likes", of.text, start, polarity)  # type: ignore[arg-type]
        elif (
            " " in low
            and phrase.head != "fan"
            or len(low.split()) == 2
            and low.split()[0] not in ("big", "huge", "real", "great")
        ):
            yield Found(who.name, "likes", phrase.text.rsplit(" ", 1)[0], start, polarity)  # type: ignore[arg-type]
    elif low in words["diets"]:
        yield Found(who.name, "diet", low, start, polarity)  # type: ignore[arg-type]
    elif low in words["nationalities"]:
        if follows not in words["words" if False else "jobs"]:
            yield Found(who.name, "nationality", phrase.text, start, polarity)  # type: ignore[arg-type]
    elif _is_job(phrase):
        title = phrase.text.removeprefix("new ").removeprefix("own ")
        yield Found(who.name, "works_as", title, start, polarity)  # type: ignore[arg-type]
        if follows in ("at", "for") and not negated:
            yield from (
                Found(who.name, "works_at", place.text, start) for place in phrases_at(tokens, phrase.last + 2)[:1]
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
        actor = who.name
        yield Found("", relation_of(phrase.head) or "", actor, start)
    elif (
        phrase.proper
        and who.first
        and phrase.entity in ("PERSON",)
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
                Found(who.name, "works_at", place.text, start) for place in phrases_at(tokens, phrase.last + 2)[:1]
            )


_FAVOURITE = frozenset("favorite favourite fave fav favorit".split())


def favourites(tokens: Sequence[Token], cast: Cast, topic: str) -> Iterator[Found]:
    """ "Winter is my favourite season"; "that is my favourite movie", with what was talked about before as `topic`."""
    for place, token in enumerate(tokens):
        its = token.low == "its" and place + 1 < len(tokens) and tokens[place + 1].low in ("my", "may")
        if not its and (token.low not in _BE or place == 0 or place + 2 >= len(tokens)):
            continue
        after = place + 1
        if tokens[after].low in ("also", "still", "definitely", "by", "probably"):
            after += 1
        if tokens[after].low not in ("my", "our", "out", "may"):
            continue
        at = after + 1
        while at < len(tokens) and tokens[at].low in ("absolute", "all", "time", "very", "-"):
            at += 1
        if at >= len(tokens) or tokens[at].low not in _FAVOURITE:
            continue
        kind = phrase_at(tokens, at + 1)
        first = place - 1
        while (
            first >= 0
            and (tokens[first].is_noun or tokens[first].tag in ("JJ", "CC", "DT", "CD", "VBG", "NNP"))
            and tokens[first].low not in ("but", "that")
        ):
            first -= 1
        text = text_between(tokens, first + 1, place - 1) if first + 1 < place else ""
        if its:
            text = topic_of("", tokens[:place]) or topic
        elif tokens[place - 1].low in ("it", "that", "they", "he", "she", "this", "these", "those"):
            text = topic_of("", tokens[: place - 1]) or topic
        for determiner in ("the ", "a ", "The ", "A ", "and ", "so "):
            text = text.removeprefix(determiner)
        if text:
            aspect = kind.text if kind is not None else ""
            yield Found(cast.actor, "prefers" if aspect else "likes", text, token.start, aspect=aspect)


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


def _is_job(phrase: Phrase) -> bool:
    words = vocabulary()
    if phrase.head in words["no_jobs"] or phrase.head in ("mom", "owner", "lead") and " " not in phrase.text:
        return False
    return phrase.head in words["jobs"] or (
        phrase.head.endswith(
            ("ologist", "grapher", "ician", "ographer", "wright", "smith", "keeper", "maker", "worker")
        )
        and phrase.head.isalpha()
    )


def _attribute(tokens: Sequence[Token], place: int, after: int, cast: Cast, negated: bool) -> Iterator[Found]:
    """ "My name is Ada", "our daughter is called Linnea", "the landlord's name is Mr. Okafor", "my favourite tea is sencha"."""
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
    value_at = after + 1 if called else after
    value = phrase_at(tokens, value_at, names=called)
    if value is None:
        return
    subject: str | None = cast.actor if owner in ("my", "our") else None
    if owner in ("'s", "'") and tokens[first].tag == "POS" and first > 0:
        subject = _owner(tokens, first - 1, cast)
        kin = relation_of(tokens[first - 1].low)
        if kin and noun == "name" and first > 1 and tokens[first - 2].low in ("my", "our"):
            cast.name(value.text, gender_of(tokens[first - 1].low))
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
    if head in _FAVOURITE and owner in ("my", "our"):
        yield Found(subject, "likes", value.text, start, polarity)  # type: ignore[arg-type]
        return
    if favourite is None and len(noun.split()) > 2 and "favorite" in noun.split():
        return
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
            and (value.entity in ("PERSON", "ORG", "GPE", "") and not _is_job(value) or relation == "manager")
        )
    ):
        if noun == head or relation:
            cast.name(value.text, gender_of(head))
            yield Found(subject, relation, value.text, start, polarity)  # type: ignore[arg-type]
        return
    if called:
        yield Found(subject, f"{head}_name", value.text, start, polarity)  # type: ignore[arg-type]
    elif noun in _ATTRIBUTES:
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
    from graphmem.language.triples.english_clauses import named

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
        or tokens[last + 1].low in ("of", ",")
        and last + 2 < len(tokens)
        and tokens[last + 2].entity == "DATE"
    ):
        last += 1
    return last


def _says_attribute(noun: str, head: str, value: Phrase, tokens: Sequence[Token]) -> bool:
    words = vocabulary()
    if (
        head in _SKIP
        or head in words["no_possession"]
        or (head in words["kin"] and not (value.proper and value.entity in ("PERSON", "")))
        or len(noun.split()) > 3
    ):
        return False
    if tokens[value.first].tag.startswith("VB") or value.text.lower() in _TRANSIENT:
        return False
    return value.proper or any(character.isdigit() for character in value.text)


def beside_kin(tokens: Sequence[Token], cast: Cast) -> Iterator[Found]:
    """Names beside a word of kinship: "my husband Pete", "a rabbit, Clover", "a whippet named Sputnik"."""
    words = vocabulary()
    for place, token in enumerate(tokens):
        relation = relation_of(token.low)
        if relation is None or place == 0 or not token.low.isalpha():
            continue
        first = place - 1
        while first >= 0 and (tokens[first].tag in ("JJ", "CD", "NN", "JJR", "JJS", "HYPH")):
            first -= 1
        owner = tokens[first].low if first >= 0 else ""
        if owner not in ("my", "our", "a", "an") or place + 1 >= len(tokens):
            continue
        after = place + 1
        named = tokens[after].low in ("called", "named")
        comma = tokens[after].text == "," and after + 1 < len(tokens)
        after += 1 if named or comma else 0
        if owner in ("a", "an") and not (named or (comma and relation == "pet")):
            continue
        if after >= len(tokens):
            continue
        name = tokens[after]
        after_name = tokens[after + 1].low if after + 1 < len(tokens) else ""
        proper = (
            name.text[:1].isupper()
            and name.tag in ("NNP", "NN", "JJ", "NNS", "NNPS", "FW")
            and name.low not in words["nationalities"]
        )
        if comma and not (proper and after_name in ("", ".", ",", "!", "is", "and", "who")):
            continue
        if not (
            proper
            or (named and name.tag.startswith(("NN", "JJ", "VB")))
            or (
                relation == "pet"
                and name.is_noun
                and name.tag != "NNS"
                and after_name in ("is", "was", "has", "loves", "likes", "and")
                and not comma
                and token.tag == "NN"
            )
        ):
            continue
        last = after
        while (
            proper and last + 1 < len(tokens) and tokens[last + 1].tag == "NNP" and tokens[last + 1].text[:1].isupper()
        ):
            last += 1
        if after_name == "'s" and tokens[after + 1].tag == "POS":
            pass
        text = text_between(tokens, after, last)
        cast.name(text, gender_of(token.low))
        yield Found(cast.actor, relation, text, token.start)
