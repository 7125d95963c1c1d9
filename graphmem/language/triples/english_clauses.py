"""Who an English verb is about, and whether it is said as true: what stands to its left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphmem.language.triples.english_phrases import Token, text_between
from graphmem.language.triples.english_words import vocabulary

_FIRST = frozenset(["i", "we", "me", "ive", "im"])
_NOBODY = -1
"""In place of the first token of a subject that is there, but cannot be told."""


@dataclass(frozen=True, slots=True)
class Who:
    """A subject."""

    name: str
    first: bool = False
    """It is who speaks."""
    many: bool = False
    """"we"."""
    person: bool = True


@dataclass(frozen=True, slots=True)
class Clause:
    """What stands before a verb."""

    who: Who | None
    negated: bool = False
    modal: bool = False
    """would, could, may, might: not said as true."""
    future: bool = False
    able: bool = False
    """can."""
    perfect: bool = False
    going: bool = False
    """A form of "be" before it: "am living", "is called"."""
    past: bool = False
    infinitive: bool = False
    """After "to": said by the verb before it, not by this one."""
    past_be: bool = False
    left: int = 0
    """The place of the first token of the subject."""
    joined: bool = False
    """The subject is that of the clause before: "…, and hate coffee"."""


@dataclass(slots=True)
class Cast:
    """Who is talked about in a message so far."""

    actor: str
    known: list[tuple[str, str]]
    """(name, gender: "f", "m" or "") of those named, in order."""
    besides: set[str] = field(default_factory=set)
    """Words of kinship for those whose names are known."""

    def pronoun(self, low: str) -> Who | None:
        """He or she, where one person only can be meant."""
        gender = {"he": "m", "she": "f", "his": "m", "her": "f"}.get(low)
        if gender is None:
            return None
        fitting = {name for name, of in self.known if of in ("", gender)}
        return Who(fitting.pop()) if len(fitting) == 1 else None

    def name(self, name: str, gender: str, kin: str = "") -> None:
        """Someone is named; `kin` ("daughter") is what they are called besides."""
        if kin:
            self.besides.add(kin)
            self.known = [(known, of) for known, of in self.known if known != kin]
        if name not in self.besides and all(name != known for known, _ in self.known):
            self.known.append((name, gender))


def clause_before(tokens: Sequence[Token], verb: int, cast: Cast) -> Clause:
    """What stands before the verb at place `verb`."""
    words = vocabulary()
    seen: dict[str, bool] = {}
    place = verb - 1
    bare = True
    while place >= 0:
        token = tokens[place]
        low = token.low
        if low == "longer" and place > 0 and tokens[place - 1].low == "no":
            seen["negated"] = True
            place -= 1
        elif low in words["negators"]:
            seen["negated"] = True
        elif low in ("'s",) and place > 0 and tokens[place].tag == "POS":
            break
        elif low in vocabulary()["modals"]:
            seen["modal"] = True
        elif low in vocabulary()["will"] and token.tag in ("MD", "VBP", "VB", "NN"):
            seen["future"] = True
        elif low in vocabulary()["can"] and token.tag in ("MD",):
            seen["able"] = True
            if low == "cannot":
                seen["negated"] = True
        elif low in vocabulary()["have"]:
            seen["perfect"] = True
        elif low in vocabulary()["be"]:
            seen["going"] = True
            seen["past_be"] = seen.get("past_be", False) or low in ("was", "were")
        elif low in vocabulary()["do"] and token.is_verb:
            seen["past"] = seen.get("past", False) or low == "did"
        elif low == "to":
            seen["infinitive"] = True
            break
        elif low == "used" and seen.get("infinitive"):
            break
        elif low in ("myself", "ourselves", "himself", "herself") or (
            low in ("go", "goes") and tokens[verb].tag in ("VB", "VBP", "NN")
        ):
            pass
        elif not (token.tag == "RB" or low in words["adverbs"]):
            break
        bare = False if low not in words["adverbs"] else bare
        place -= 1
    who, left, joined = _subject(tokens, place, cast)
    return Clause(who, left=left, joined=joined, **seen)


def _subject(tokens: Sequence[Token], place: int, cast: Cast) -> tuple[Who | None, int, bool]:
    """Who ends at `place`; its first place; whether the clause is joined to the one before."""
    if place < 0:
        return None, 0, False
    token = tokens[place]
    if token.low in _FIRST and token.low != "me":
        if place > 0 and tokens[place - 1].low in ("how", "what"):
            return None, _NOBODY, False  # "that's how I like it"
        return Who(cast.actor, first=True, many=token.low == "we"), place, False
    if token.low in ("he", "she"):
        return cast.pronoun(token.low), _NOBODY, False
    if token.low in vocabulary()["relatives"] or token.low in ("you", "they", "it"):
        return None, _NOBODY, False
    beside = _apposed(tokens, place, cast)
    if beside is not None:
        return beside, _NOBODY, False
    if token.low in ("and", "but", "&", "or") or token.text in (",", "-", "–", "—", ":"):
        return None, place + 1, True
    if token.low == "both" and place > 0:
        return _subject(tokens, place - 1, cast)
    return (*named(tokens, place, cast), False)


def _apposed(tokens: Sequence[Token], place: int, cast: Cast) -> Who | None:
    """Who is named twice before a comma at `place`: "my boss, Annika, hates surprises", "Rollo, our spaniel, …"."""
    if tokens[place].text != "," or place < 3:
        return None
    opens = next((at for at in range(place - 2, max(place - 5, 0), -1) if tokens[at].text == ","), None)
    if opens is None:
        return None
    before, start = named(tokens, opens - 1, cast)
    inside = tokens[opens + 1 : place]
    if before is None or (start > 0 and tokens[start - 1].text not in ",.;:-" and tokens[start - 1].tag != "CC"):
        return None
    if all(token.tag.startswith("NNP") and token.text[:1].isupper() for token in inside):
        name = text_between(tokens, opens + 1, place - 1)
        cast.name(name, gender_of(tokens[opens - 1].low), tokens[opens - 1].low)
        return Who(name) if before.name in vocabulary()["kin"] else None
    return before if inside[0].low in ("my", "our") and before.person else None


def named(tokens: Sequence[Token], last: int, cast: Cast) -> tuple[Who | None, int]:
    """Who is named by the words that end at `last`, and where they begin: "my wife", "my brother Tom", "Rosa"."""
    words = vocabulary()
    last = _without_place(tokens, last)
    first = last
    while first > 0 and _in_name(tokens[first - 1]):
        first -= 1
    owner = tokens[first - 1].low if first > 0 else ""
    if owner in ("my", "our") or tokens[first].low in ("my", "our"):
        start = first if tokens[first].low in ("my", "our") else first - 1
        inside = list(tokens[start + 1 : last + 1])
        kin = [place for place, token in enumerate(inside) if token.low in words["kin"]]
        if not kin or any(token.tag == "POS" for token in inside):
            return None, _NOBODY
        if start > 0 and tokens[start - 1].low in ("in", "of", "at", "from", "with", "to", "on", "for"):
            return None, _NOBODY  # "everyone in my family"
        after = inside[kin[-1] + 1 :]
        word = inside[kin[-1]].low
        name = text_between(tokens, start + 2 + kin[-1], last) if after else word
        gender = gender_of(word)
        if (owner == "our" and word == "team") or (tokens[start].low == "our" and word == "team"):
            return Who("team", person=False), start
        if not after and word in words["unknown"]:
            return None, start
        cast.name(name, gender)
        return Who(name), start
    if owner == "the" and tokens[first].low == tokens[last].low == "team":
        return Who("team", person=False), first - 1
    if tokens[first].text[:1].isupper() and tokens[first].tag in ("NNP", "NNPS", "NN", "JJ", "UH", "VB", "RB"):
        if (
            tokens[first].low in words["adverbs"]
            or tokens[first].low in words["anybody"]
            or tokens[first].low in words["passing"]
            or tokens[first].tag in ("RB", "UH")
        ):
            return None, first
        if first > 0 and tokens[first - 1].low in ("the", "a", "an", "his", "her", "their", "your", "this", "that"):
            return None, first - 1
        if first > 0 and tokens[first - 1].tag == "IN":
            return None, first - 1
        if tokens[first].low in words["no_people"]:
            return None, first
        name = text_between(tokens, first, last)
        if not all(token.text[:1].isupper() for token in tokens[first : last + 1]):
            return None, first
        person = tokens[last].entity not in ("ORG", "PRODUCT", "GPE", "LOC", "FAC", "WORK_OF_ART", "NORP")
        cast.name(name, "")
        return Who(name, person=person), first
    return None, _NOBODY


def _without_place(tokens: Sequence[Token], last: int) -> int:
    """The last token of a name without where they belong: "Kenji from accounting"."""
    of = next((at for at in range(last - 1, max(last - 4, 0), -1) if tokens[at].low in ("from", "in", "at")), None)
    if of is None or tokens[of - 1].tag != "NNP" or not tokens[of - 1].text[:1].isupper():
        return last
    return of - 1 if of == 1 or tokens[of - 2].text in ",.;:" or tokens[of - 2].tag in ("CC", "UH") else last


def _in_name(token: Token) -> bool:
    if token.low in ("my", "our"):
        return False
    if token.text[:1].isupper() and token.is_noun:
        return True
    return (
        (token.is_noun or token.tag in ("JJ", "CD", "POS", "JJR", "JJS"))
        and token.low not in vocabulary()["adverbs"]
        and not token.is_verb
    )


def gender_of(kin: str) -> str:
    """ "f" or "m" for a word of kinship that tells, else ""."""
    words = vocabulary()
    return "f" if kin in words["women"] else "m" if kin in words["men"] else ""
