"""What English verbs say of their subjects: "I live in Lyon", "and hate coffee", "we've adopted a rabbit"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from graphmem.language.triples.english_clauses import Cast, Clause, Who, clause_before, named
from graphmem.language.triples.english_deeds import activities, next_word, open_verb, stopped
from graphmem.language.triples.english_having import possession, relation_of
from graphmem.language.triples.english_phrases import Phrase, Token, phrases_at
from graphmem.language.triples.english_words import is_tool, vocabulary
from graphmem.language.triples.triple import Found

_TAKES_VERB = frozenset(["likes", "dislikes", "prefers", "plans"])
_NAMES = frozenset(["lives_in", "works_at", "comes_from", "studies_at"])


def verb_triples(tokens: Sequence[Token], cast: Cast) -> Iterator[Found]:
    """What the verbs of a sentence say, in its order."""
    before: Clause | None = None
    for place, _token in enumerate(tokens):
        if not _is_main_verb(tokens, place):
            continue
        clause = _completed(clause_before(tokens, place, cast), before, tokens, place, cast)
        if clause is None:
            continue
        if clause.who is not None and not clause.infinitive:
            before = clause
        for one in _both(tokens, clause, cast):
            yield from _said(tokens, place, one)


def _both(tokens: Sequence[Token], clause: Clause, cast: Cast) -> Iterator[Clause]:
    """The clause of each of its subjects: "my wife and I", "neither my wife nor I"."""
    joint = clause.left - 1
    if clause.who is None or not clause.who.first or joint < 1 or tokens[joint].low not in ("and", "nor"):
        yield clause
        return
    other, first = named(tokens, joint - 1, cast)
    opened = first > 0 and tokens[first - 1].low in ("both", "neither")
    if other is None or first > 1 or (first == 1 and not opened):
        yield clause
        return
    negated = clause.negated or tokens[0].low == "neither"
    yield replace(clause, negated=negated)
    yield replace(clause, who=other, negated=negated)


def _is_main_verb(tokens: Sequence[Token], place: int) -> bool:
    token = tokens[place]
    words = vocabulary()
    known = token.base in words.verbs or token.base in words.changes
    if token.base == "be" or token.tag == "MD":
        return False
    if token.base in ("have", "do"):
        after = next(
            (other for other in tokens[place + 1 :] if other.tag != "RB" and other.low not in words["adverbs"]), None
        )
        return (
            after is not None
            and token.base == "have"
            and after.tag not in ("VBN", "TO", "VB")
            and after.low not in ("got", "been", "to")
        )
    if token.is_verb:
        return True
    before = tokens[place - 1].low if place else ""
    after_it = tokens[place + 1].low if place + 1 < len(tokens) else ""
    if token.base in words.verbs and before in ("and", "but") and after_it and after_it in words.verbs[token.base]:
        return True
    return (
        known
        and token.tag.startswith(("IN", "NN", "JJ", "UH", "RB", "CC"))
        and (
            before in vocabulary()["before_verb"]
            or (place == 0 and token.base in vocabulary()["subject_dropped"] and token.tag != "IN" and len(tokens) > 1)
        )
    )


def _after_infinitive(tokens: Sequence[Token], place: int) -> bool:
    """Whether the verb before `place` is an infinitive, so that what is joined to it is one too: "to keep and use"."""
    for at in range(place - 1, 0, -1):
        if tokens[at].is_verb:
            return tokens[at].tag == "VB" and (tokens[at - 1].low == "to" or tokens[at - 1].tag == "MD")
    return False


def _completed(clause: Clause, before: Clause | None, tokens: Sequence[Token], place: int, cast: Cast) -> Clause | None:
    """The clause with the subject of the one before, or the speaker, where it has none of its own."""
    if clause.who is not None:
        return clause
    token = tokens[place]
    if clause.joined and before is not None and not clause.infinitive:
        last = tokens[clause.left - 1]
        if last.text == "," and token.tag not in ("VBG", "VBN", "VBP", "VBZ", "VBD"):
            return None
        if token.tag == "VB" and _after_infinitive(tokens, clause.left - 1):
            return None
        shared = last.low in ("and", "or", "&") and token.tag in ("VB", "VBP", "VBN", "VBG")
        return replace(
            clause,
            who=before.who,
            modal=clause.modal or (before.modal and shared),
            negated=clause.negated or (before.negated and last.low == "or"),
            going=clause.going or token.tag == "VBG",
            past=clause.past,
        )
    opens = (
        clause.left == 0
        or (clause.joined and clause.left == 1)
        or (clause.joined and before is None and tokens[clause.left - 1].text in (",", "-", "—", ":"))
    )
    opens = opens or (clause.joined and before is None and token.tag == "VBG" and _speaks(tokens))
    if not opens or clause.infinitive:
        return None
    base_form = token.tag in ("VB", "VBP") or (token.low == token.base)
    if (
        base_form
        and not clause.going
        and not clause.perfect
        and token.base not in vocabulary()["subject_dropped"] | {"get", "quit"}
    ):
        return None
    if base_form and token.base in ("use", "live", "work", "get") and not clause.negated:
        return None
    if token.tag == "VBZ":
        return None
    return replace(clause, who=Who(cast.actor, first=True), going=clause.going or token.tag == "VBG")


def _speaks(tokens: Sequence[Token]) -> bool:
    """Whether a sentence begins with who speaks: "I'm 63 and still learning the accordion"."""
    return any(token.low in ("i", "i'm", "im", "been") for token in tokens[:3])


def _said(tokens: Sequence[Token], place: int, clause: Clause) -> Iterator[Found]:
    words = vocabulary()
    token = tokens[place]
    if clause.who is None or clause.infinitive or clause.modal or (clause.future and not clause.going):
        return
    if clause.able:
        yield from _able(tokens, place, clause)
        return
    if _praises(tokens, place):
        return
    past = (
        (token.tag == "VBD" and token.low != token.base)
        or clause.past
        or (token.tag == "VBN" and not clause.perfect and not clause.going)
    )
    if token.low in ("bought", "sold", "moved", "switched", "upgraded", "joined", "quit", "adopted", "got", "became"):
        past = True
    passive = clause.going and token.tag == "VBN" and not clause.perfect
    progressive = clause.going and token.low.endswith("ing")
    if passive or (progressive and clause.past_be) or (clause.going and not progressive and not clause.perfect):
        return
    if token.base in words.changes and (past or clause.perfect) and not (clause.negated and past):
        for found in _framed(tokens, place, clause, words.changes[token.base]):
            yield replace(found, change=True)
        return
    never = any(other.low == "never" for other in tokens[max(place - 3, 0) : place])
    if past and never and not passive and token.base in words.verbs and token.base not in ("come", "report", "plan"):
        yield from _framed(tokens, place, clause, words.verbs[token.base])  # "I never lived in Paris": it is denied
        return
    if (past and not clause.perfect) or (past and clause.past):
        return
    if token.base in words.verbs:
        if progressive and token.base not in vocabulary()["lasting_verbs"]:
            return
        yield from _framed(tokens, place, clause, words.verbs[token.base])
    elif not progressive:
        yield from open_verb(tokens, place, clause)


def _praises(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence is a cheer for what is before one's eyes: "love the logo!"."""
    shown = place + 1 < len(tokens) and tokens[place + 1].low in ("the", "this", "that", "your")
    return place == 0 and shown and len(tokens) <= 6 and tokens[-1].text in ("!", "!!")


def _able(tokens: Sequence[Token], place: int, clause: Clause) -> Iterator[Found]:
    token = tokens[place]
    if token.base == "stand" and clause.negated:
        yield from _framed(tokens, place, replace(clause, negated=False), {"": "dislikes"})
    elif token.base == "live" and clause.negated:
        return
    elif token.base in ("eat", "drink") and clause.who is not None and clause.who.many:
        return  # "we can eat pizza" makes a suggestion
    elif token.base == "speak":
        yield from _framed(tokens, place, clause, {"": "speaks"})
    elif token.base in ("play", "sing", "cook", "dance", "swim", "drive") or (token.base in ("eat", "drink")):
        yield from open_verb(tokens, place, clause)


def _framed(tokens: Sequence[Token], place: int, clause: Clause, frames: Mapping[str, str]) -> Iterator[Found]:
    """What a verb says by the frames of the vocabulary."""
    after = next_word(tokens, place + 1)
    if after >= len(tokens):
        return
    bare = frames.get("")
    moved = frames.get("to") == "lives_in" and tokens[after].low not in frames and bool(phrases_at(tokens, after))
    low = tokens[after].low
    if bare is not None:
        if bare in _TAKES_VERB and (low == "to" or tokens[after].tag == "VBG"):
            yield from activities(tokens, after, clause, bare)
            return
        if bare == "stops":
            yield from stopped(tokens, after, clause)
            return
        phrases = phrases_at(tokens, after)
        kin = relation_of(phrases[0].head) if phrases and bare in ("has", "gets") else None
        if kin == "sibling" and phrases[0].text.lower().endswith("twins"):
            kin = "child"
        names = [
            phrase
            for phrase in phrases[1:]
            if phrase.proper
            or (phrase.first == phrase.last and relation_of(phrase.head) is None and tokens[phrase.last].tag != "CD")
        ]
        if kin and names and len(names) == len(phrases) - 1 and clause.who:
            yield from (
                Found(clause.who.name, kin, phrase.text, token.start) for phrase in names for token in [tokens[place]]
            )
            return
        called = _named_after(tokens, phrases) if kin and clause.who else []
        if kin and clause.who and called:
            yield from (Found(clause.who.name, kin, one.text, tokens[place].start) for one in called)
            phrases = [one for one in phrases[1:] if one not in called]
        if (
            bare in ("likes", "dislikes")
            and phrases
            and phrases[0].text.lower().split()[0] in vocabulary()["no_liking"]
        ):
            return
        about = _about(tokens, phrases) if bare == "prefers" else ""
        for phrase in _denied(tokens, phrases) if clause.negated else phrases:
            for one in _with_object(tokens, place, clause, bare, phrase):
                yield replace(one, aspect=about or one.aspect)
        after = phrases[-1].last + 1 if phrases else after
        if bare == "prefers":
            return
    steps = 0
    while after < len(tokens) and steps < 14:
        low = tokens[after].low
        if (
            low in vocabulary()["clause_openers"] - {"as"}
            or tokens[after].text in ",.;:!?"
            or low in vocabulary()["ends_object"]
        ):
            return
        if low in frames and low:
            if low == "from" and tokens[after - 1].low in ("here", "over"):
                return  # "moved here from Berlin" names where someone came from, not what is over
            phrases = phrases_at(tokens, after + 1)
            if frames[low] == "lives_in":
                phrases = _called(tokens, phrases[:1]) or phrases
            if frames[low] in _NAMES:
                phrases = phrases[:1]
                name = tokens[after + 1] if after + 1 < len(tokens) else None
                if (
                    not phrases
                    and name is not None
                    and name.tag in ("VB", "VBP", "RB")
                    and low != "at"
                    and name.low.isalpha()
                    and len(name.low) > 3
                ):
                    phrases = [Phrase(name.text, name.low, after + 1, after + 1)]  # "moved to sweden", taken for a verb
            predicate = frames[low].replace("lives_in", "uses") if moved else frames[low]  # "moved my notes to Joplin"
            if predicate.startswith("uses"):
                phrases = [one for one in phrases if one.proper and (not moved or _is_program(tokens, one))]
            for phrase in phrases:
                yield from _with_object(tokens, place, clause, predicate, phrase)
            after = phrases[-1].last if phrases else after
        steps += 1
        after += 1


def _denied(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> Sequence[Phrase]:
    """What is denied of a list: the whole of one with "or", else what stands before a comma."""
    joined = any(tokens[phrase.first - 1].low in ("or", "and", "nor") for phrase in phrases[1:])
    return phrases if joined else phrases[:1]


def _about(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> str:
    """What a preference is about, where that is told after it: "PDF for the owner statements"."""
    after = phrases[-1].last + 1 if phrases else len(tokens)
    if after + 1 >= len(tokens) or tokens[after].low not in ("for", "on"):
        return ""
    of = phrases_at(tokens, after + 1)[:1]
    return of[0].text if of and of[0].entity not in ("DATE", "TIME", "PERSON") and of[0].head != "me" else ""


def _called(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> list[Phrase]:
    """The name of a place that is told after its kind: "a village near Graz called Stübing"."""
    if not phrases or phrases[0].proper:
        return []
    for place in range(phrases[0].last + 1, min(phrases[0].last + 6, len(tokens))):
        if tokens[place].low in ("called", "named"):
            return [one for one in phrases_at(tokens, place + 1)[:1] if one.proper]
    return []


def _is_program(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """Whether things can be moved to it as to a tool: "my notes to Joplin"; not "the meeting to Thursday"."""
    mine = any(token.low in ("my", "our") for token in tokens[max(phrase.first - 6, 0) : phrase.first])
    return is_tool(phrase.text) or (mine and phrase.entity not in ("DATE", "TIME", "GPE", "LOC", "FAC", "PERSON"))


def _named_after(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> list[Phrase]:
    """The names after who is had: "two cats, Basil and Mint, and a tortoise"."""
    after = phrases[0].last + 1
    mark = tokens[after].text if after < len(tokens) else ""
    if mark == "(":
        return [one for one in phrases_at(tokens, phrases[0].last + 2) if one.proper]
    if mark != ",":
        return []
    names = []
    for one in phrases[1:]:
        if not one.proper or relation_of(one.head) is not None:
            break
        names.append(one)
    return names


def _with_object(
    tokens: Sequence[Token], place: int, clause: Clause, predicate: str, phrase: Phrase
) -> Iterator[Found]:
    who = clause.who
    if (
        who is None
        or not phrase.text
        or phrase.head in ("one", "ones")
        or phrase.text.lower() in ("much", "more", "it", "most")
    ):
        return
    pointed = tokens[phrase.first].low in ("this", "that", "these", "those", "your", "his", "her", "their", "its")
    if pointed and predicate in ("likes", "dislikes", "uses", "prefers", "needs"):
        return
    if (predicate == "works_at-" and (phrase.entity == "GPE" or not phrase.proper)) or (
        predicate == "works_at" and phrase.entity == "GPE" and tokens[phrase.first - 1].low == "in"
    ):
        return
    if predicate == "lives_in" and phrase.head in vocabulary()["no_place"]:
        return
    if predicate == "married_to" and tokens[phrase.last].tag == "NNS":
        return
    first_word, last_word = phrase.text.lower().split()[0], phrase.text.lower().split()[-1]
    if predicate in ("likes", "dislikes") and {first_word, last_word} & vocabulary()["no_liking"]:
        return
    flipped = predicate.endswith("-")
    if flipped and phrase.negated:
        return  # "sold the van, no more parking fees"
    predicate = predicate.removesuffix("-")
    negative = clause.negated ^ flipped ^ phrase.negated
    if predicate in ("has", "gets", "owns", "pet"):
        habit = any(token.low in ("always", "usually", "often") for token in tokens[max(place - 2, 0) : place])
        found = None if habit else possession(tokens, predicate, phrase)
        if found is None:
            return
        predicate, text = found
    else:
        text = phrase.text
    if predicate == "lives_in" and tokens[place].base in ("move", "change", "stay") and not _is_place(who, phrase):
        if not (who.many or who.name == "team"):
            return
        predicate = "uses"
    if predicate in ("works_at", "lives_in") and tokens[place].base in ("work", "move", "live") and is_tool(text):
        predicate = "uses"  # "I work in Figma", "we moved to Postgres"
    if (
        predicate == "uses"
        and who.name != "team"
        and not who.first
        and not who.person
        and not is_tool(text, personal=True)
    ):
        predicate = "project_uses"
    if (
        predicate == "works_as"
        and phrase.head not in vocabulary()["jobs"]
        and not phrase.head.endswith(("er", "or", "ist", "ian"))
    ):
        return
    yield Found(who.name, predicate, text, tokens[place].start, "-" if negative else "+")


def _is_place(who: Who, phrase: Phrase) -> bool:
    if phrase.entity in ("GPE", "LOC", "FAC"):
        return True
    if who.many and (phrase.entity or any(c.isdigit() for c in phrase.text)):
        return False
    return phrase.proper or who.first
