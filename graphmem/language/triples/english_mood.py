"""Which parts of English sentences say something as true: questions, conditions, retellings and quotations do not."""

from __future__ import annotations

import re

_QUESTION = re.compile(
    r"^\W*(?:(?:and|so|but|hey|hi|hello|ok|okay|well|oh|cool|nice|wow)\b[\s,!]*)*"
    r"(?:(?:do|does|did|are|is|was|were|can|could|should|would|will|have|has|had|am|may|shall"
    r"|don'?t|isn'?t|aren'?t|won'?t)"
    r"\s+(?:i|you|we|he|she|they|it|there|my|your|our|the|this|that|anyone|someone|any|people|(?-i:[A-Z])\w+)\b"
    r"|(?:do|does|did|are|is|was|were|should|would|will|isn'?t|aren'?t|won'?t)\s+[a-z]\w+\b"
    r"|(?:what|which|who|whose|where|why|how)\b(?!\s+(?:a|an)\b)|what'?s\b|when (?:do|does"
    r"|did|is|are|will|can|should)\b)",
    re.IGNORECASE,
)
_ASKED_BACK = re.compile(
    r"[,.]?\s*(?:(?:and|so)\s+)?(?:(?:how|what) (?:about|bout) (?:you|u|yours?(?: \w+)?)|and "
    r"(?:you|yours?)|you|yours?|u)\s*\?+\s*$",
    re.IGNORECASE,
)
_TOLD_AFTER = re.compile(
    r"\b(?:you|u|your|yours)\b(?:(?!\b(?:think|know|knew|believe|say|said|remember|guess|if"
    r"|that|what|when|why)\b)[^?])*?"
    r"\s(?=i (?:love|like|hate|am|enjoy|prefer|work|live|have|own|eat|play)\b)",
    re.IGNORECASE,
)
_ASKED_AFTER = re.compile(
    r"(?:,|\s-)\s*(?:what|how|do|does|are|is|who"
    r"|any (?:\w+ )?"
    r"(?:tips|ideas|suggestions|recommendations|recs|advice|thoughts|chance)"
    r"|where(?! i (?:now |currently )?(?:work|live)\b)|which|whats|have|can|could|would|will)\b"
    r"[^?]*\?\W*$|\s(?:what|how|what'?s|whats) (?:about|your|kind of|is your|are your|do you)\b"
    r"[^?]*\W*$",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"^\W*(?:(?:and|so|but|well|ok|okay)\b[\s,]*)?(?:if|unless|suppose|supposing|imagine|pretend|say|let'?s say|what if"
    r"|assume|assuming|had i|were i|in case|whether|once upon a time|years ago|back (?:then|when|in)|according to"
    r"|for (?:homework|example|instance)|e\.g\.|hypothetically|in (?:my|the) (?:dream|story"
    r"|novel|book|movie|game|past)\b"
    r"|when i was|as a (?:kid|child|teenager|student)|translate|rewrite|proofread|correct "
    r"(?:this|the)|fix (?:this|the))\b"
    r"|^\W*(?:oh,? (?:great|sure|joy|wonderful|fantastic|perfect|brilliant|lovely)|yeah,? (?:right|sure)|as if"
    r"|(?:lol|haha|ha|riiight|right)[,.]* (?:sure|yeah)|sure,? (?:right|because)|because clearly)\b"
    r"|\b(?:just kidding|only joking|jk|i'?m kidding|not really|pretend(?:ing)?|my character"
    r"|role ?-?play|in the story"
    r"|(?:write|tell|compose|draft|make up|invent|give)(?: \w+){0,2} (?:an?|the|some)"
    r" (?:[\w-]+ ){0,2}(?:story|poem|song|novel|joke|limerick"
    r"|haiku|fairy ?tale|dialogue|monologue|screenplay|rap|sketch|riddle|fable|ballad))\b|\s/s\W*$",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:(?:(?i:he|she|they|people|everyone|everybody|someone|somebody|nobody|it|who|you|the \w+"
    r"|(?:my|our|his|her|a)(?: (?!(?:is|are|am|was|but|and|has|have)\b)[\w'-]+){1,4}?)"
    r"|(?!(?:Gotta|Must|Should|Can|Just|Not|Have|Got|To)\b)[A-Z]\w+)"
    r"(?:'s)?\s+(?:\w+ly\s+|also\s+|always\s+|once\s+|just\s+|has\s+|had\s+)?(?:says?|said"
    r"|tells?|told|thinks?|thought|claims?|claimed|asks?|asked|believes?"
    r"|believed|insists?|insisted|mentions?|mentioned|wants?|wanted|wishes|wished|hopes?|hoped"
    r"|writes?|wrote|reckons?|guesses|suspects?|heard)\b"
    r"|(?:i'?ve |i |just )?(?:heard|been told(?! (?:that )?i)|read (?:that|somewhere|about))\b)",
)
_UNSURE = re.compile(
    r"\b(?:if|unless|whether|in case|as if|as though|(?<!i )(?:i )?wish(?:ed|ing)?|hop(?:e"
    r"|es|ed|ing)|dream(?:s|ed|ing)? (?:of|about)|wonder(?:ing)?|wondered"
    r"|i (?:never|didn'?t|did not) (?:say|said|mean|think)|not sure|unsure|no idea"
    r"|i (?:guess|think|thought|bet|doubt|suppose|assume|imagine|suspect)"
    r"(?! i told| i.d told| i mentioned)|maybe|perhaps|probably|possibly|might"
    r"|apparently|supposedly|allegedly|or so i|almost|nearly|pretend(?:ing)?|used to|try(?:ing)? to|tried to"
    r"|look(?:ing)? (?:for|at|into)|think(?:ing)? (?:of|about)|consider(?:ing)?|i would have"
    r"|would've|could have|should have|let'?s|let me|my ideal)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r",?\s+\b(?:but|however|though|anyway|because|since)\b|[;:]|\s-+\s|[—–]")
_QUOTED = re.compile(r"[\"“«]([^\"”»]{2,400})[\"”»]|(?<!\w)['‘]([^'’]{8,400})['’](?!\w)")
_SPEAKS = re.compile(r"\b(?:i|i'm|my|me|we|our|am|is|are|you)\b|[.!?]", re.IGNORECASE)
_SENTENCE_END = re.compile(
    r"(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bDr)(?<!\bSt)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)[.!?…]+[\"”')\]]*(?=\s|$)|\n+|;\s"
)


def sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of `text` begin and end, without the blanks around them."""
    found: list[tuple[int, int]] = []
    place = 0
    for match in _SENTENCE_END.finditer(text):
        found.append((place, match.end()))
        place = match.end()
    found.append((place, len(text)))
    spans = []
    for start, end in found:
        part = text[start:end]
        if part.strip():
            spans.append((start + len(part) - len(part.lstrip()), start + len(part.rstrip())))
    return spans


def quoted(text: str) -> list[tuple[int, int]]:
    """What is put in the mouth of others: quotation marks around more than a name."""
    return [match.span() for match in _QUOTED.finditer(text) if _SPEAKS.search(match[1] or match[2])]


def unsaid(sentence: str) -> list[tuple[int, int]]:
    """The parts of a sentence that it does not say as true; the whole of it for a question."""
    whole = [(0, len(sentence))]
    asked = sentence.rstrip(" \"'”)")
    back = _ASKED_BACK.search(sentence)
    if back and back.start() > 0 and not _QUESTION.search(sentence):
        parts = [back.span()]
    elif (
        not _QUESTION.search(sentence)
        and not _WHOLE.search(sentence)
        and (after := _ASKED_AFTER.search(sentence))
        and after.start() > 8
    ):
        parts = [after.span()]
    elif _QUESTION.search(sentence) and (told := _TOLD_AFTER.search(sentence)):
        parts = [(0, told.end())]
    elif asked.endswith("?") or _QUESTION.search(sentence) or _WHOLE.search(sentence):
        return whole
    else:
        parts = []
    for pattern in (_REPORTED, _UNSURE):
        for match in pattern.finditer(sentence):
            stop = _STOP.search(sentence, match.end())
            parts.append((match.start(), stop.start() if stop else len(sentence)))
    return parts
