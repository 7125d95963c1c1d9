"""What an English sentence says of what the one before it was about: "Her name is Admiral", "that's rule one"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from graphmem.language.triples.english_patterns import stands_for
from graphmem.language.triples.english_words import vocabulary
from graphmem.language.triples.triple import Found

_A_RULE = re.compile(
    r"^\W*(?:that|this|it)(?:'s| is)(?: \w+ly)?(?: an?| our| the| just)* (?:\w+ )?(?:rule|policy|law)"
    r"(?: (?:one|two|number \w+|#?\d)| here| at work| for us| in (?:our|this|the) \w+)*(?=\W*[.,!;]|\W*$)",
    re.IGNORECASE,
)
_RULED = re.compile(
    r"\b(?:never|always|no|nobody|no one|nothing|everyone|everybody|only|don'?t|must|every|all)\b", re.I
)
_IT_IS_CALLED = re.compile(r"^\W*(?:his|her|its|their) names?(?:'s| is|'re| are) (?P<o>(?-i:[A-Z])[\w-]+)", re.I)
_NAMED_LAST = re.compile(
    r"\b(?:for|on|of|with|called|to) (?:the )?(?P<s>[A-Z][\w-]+)(?: project| app| service| repo)?\W*$"
)
_WITHOUT = re.compile(r"[,;]? (?:but |and )?(?:no|not|never|without) (?:more )?(?P<o>[A-Z][\w.+#-]*)")


@cache
def _animal_last() -> re.Pattern[str]:
    animals = "|".join(sorted(map(re.escape, vocabulary()["animals"]), key=len, reverse=True))
    return re.compile(
        rf"\b(?:my|our|the|an?) (?:[\w-]+ )?(?:{animals})\b(?![^,.;!?]* \b(?:of|next|at)\b)[^,.;!?]{{0,24}}\W*$", re.I
    )


@cache
def _part() -> re.Pattern[str]:
    return re.compile(
        r"^\W*(?:(?:the |its )?(?:front[- ]?end|back[- ]?end|database|db|queue|cache|ui|infra(?:structure)?|storage|api"
        r"|data|search)(?:'s| is| are| uses| runs on| sits on| lives in)|(?:it|that)(?:'s| is| uses| runs on| sits on)"
        rf"(?: all| just| now| mostly| written in| built (?:with|in|on))*) (?P<o>{stands_for('STACK')})",
        re.IGNORECASE,
    )


def project_of(sentence: str, found: Sequence[Found], before: str) -> str:
    """The project that a sentence leaves to speak of: the one it is about, or the name at its end."""
    told = [one.subject for one in found if one.predicate == "project_uses"]
    if told:
        return told[-1]
    last = _NAMED_LAST.search(sentence)
    return last["s"] if last else before if _part().match(sentence) else ""


def parts_of(sentence: str, project: str) -> Iterator[Found]:
    """More of what a project is built with: "Heron is written in Elixir. Front end's Svelte."."""
    match = _part().match(sentence) if project else None
    if match is None:
        return
    for name in re.split(r",? (?:and|plus|with|&|on top of) (?:a bit of |some |a little )?|, ", match["o"]):
        yield Found(project, "project_uses", name, match.start())
    without = _WITHOUT.match(sentence, match.end())
    if without:
        yield Found(project, "project_uses", without["o"], match.start(), "-")


def told_of_before(sentence: str, before: str, actor: str) -> Iterator[Found]:
    """A rule that is called one after it was told; the name of an animal that was mentioned."""
    if not before:
        return
    if _A_RULE.match(sentence) and _RULED.search(before):
        yield Found("team", "team_rule", re.sub(r"^\W*we |\W+$", "", before, flags=re.I), 0)
    called = _IT_IS_CALLED.match(sentence)
    if called and _animal_last().search(before):
        yield Found(actor, "pet", called["o"], called.start())
