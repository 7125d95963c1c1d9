"""The write gate: whether an episode is worth keeping, by the rules of `gate.toml`, with the reason.

Texts are not compared with lists of junk. Greetings, thanks, laughter, fillers, status words and other words that
carry nothing are taken out, and what is left decides; so a phrasing that nobody thought of falls on the right side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.config import GatePolicy
from graphmem.episodic.substance import Substance, substance
from graphmem.models import ActorRole, EventType
from graphmem.rules.gate import GUESS, NO_GUESS, GateTable, gate_table
from graphmem.rules.importance import Importance, ImportanceTable, Rule, importance_table, looked_at, outside
from graphmem.rules.phrases import Hit, plain, tokens_of

_BARE_NUMBER = re.compile(r"\W*(?:1|0|233+|66+|88+|520|111+|123(?:4(?:56?)?)?|12345+6*7*8*9*|999+)\W*")
_EMOJI = re.compile("[\u2600-\u27bf\u2b50-\u2b55\U0001f000-\U0001faff\ufe0f\u200d\u3030\u303d\u3297\u3299]")
_QUESTION = re.compile(
    r"\?|[吗呢么]\W*$|^\W*(?:who|what|whats|what's|when|where|why|which|how|can|could|do|does|did|is|are|should|would"
    r"|will)\b|什么|怎么|为啥|为何|如何|哪|几点|多少|是不是|能不能|有没有|可不可以"
)
_ABOUT_SOMEBODY = re.compile(r"[我他她咱](?:们|家)?(?![^。！!]*[?？吗么呢])")
"""How a Chinese statement about somebody begins; a single character more may say what."""
_GUESSING = frozenset({EventType.AGENT_MESSAGE, EventType.NOTE, EventType.DIGEST})
_NEUTRAL = frozenset(
    {
        *("empty_talk", "opening", "acknowledgement", "waiting", "boilerplate"),
        *("narration", "tool_noise", "tool_progress"),
    }
)
"""Kinds of emptiness that are also in much of what is worth keeping ("yes, the blue one")."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gate says about an episode."""

    keep: bool
    reason: str
    """Code of the reason to keep or to refuse; `gate.toml` says what each means."""
    importance: Importance
    unverified: bool = False
    """A guess of the agent's own, kept as such."""


def judge(
    text: str,
    *,
    event_type: str = EventType.USER_MESSAGE,
    actor_role: str = ActorRole.USER,
    policy: GatePolicy = "balanced",
    table: ImportanceTable | None = None,
) -> Verdict:
    """Whether an episode of this text is worth keeping.

    `balanced` keeps in doubt, `strict` refuses in doubt, `everything` keeps all and still gives the reason for which
    `balanced` would keep or refuse. Of a text of more than 4,000 characters the first and the last 2,000 are looked at.
    `table` holds the rules of importance, by default the built-in ones (`importance_table(settings.importance_rules)`
    adds an operator's).

    >>> judge("haha ok, anyway my flight is at 7 on Friday").reason, judge("haha ok thanks a lot!!").reason
    ('commitment', 'thanks')
    """
    table, gate = table or importance_table(), gate_table()
    folded = plain(looked_at(text))
    tokens = tokens_of(folded)
    rules = table.holding(tokens, event_type=event_type, actor_role=actor_role)
    weighed = table.weighed(rules, event_type=event_type)
    hits = gate.phrases.hits(tokens)
    found = substance(folded, hits, event_type=event_type, actor_role=actor_role)
    unverified = actor_role == ActorRole.AGENT and event_type in _GUESSING and _is_guess(hits)
    about = actor_role == ActorRole.USER and _ABOUT_SOMEBODY.match(folded) is not None
    if refusal := _refusal(folded, found, rules, gate, signal=bool(rules) or unverified or about):
        return Verdict(policy == "everything", refusal, weighed)
    if policy == "strict" and _is_doubtful(found, rules, gate):
        return Verdict(False, "doubtful", weighed)
    return Verdict(True, _reason(folded, rules, gate, event_type, actor_role, unverified), weighed, unverified)


def _refusal(folded: str, found: Substance, rules: list[Rule], gate: GateTable, *, signal: bool) -> str:
    """Why a text is to be refused; empty where it is not. With a `signal` whatever is left is enough."""
    if _BARE_NUMBER.fullmatch(folded):
        return "bare_number"
    if not found.left and not found.empty:
        return "emoji" if _EMOJI.search(folded) else "no_words"
    enough = found.left >= (gate.balanced if found.empty.keys() <= _NEUTRAL else gate.mixed)
    if not enough and not found.empty["taken_back"]:
        asked = found.left >= gate.question and _QUESTION.search(folded) is not None
        enough = asked or (signal and found.left > 0) or any(rule.name in gate.alone for rule in rules)
    if enough:
        return ""
    order = {code: place for place, code in enumerate(gate.refuse)}
    by_weight = sorted(found.empty, key=lambda kind: (kind == "empty_talk", -found.empty[kind], order[kind]))
    return by_weight[0] if by_weight else "empty_talk"


def _is_doubtful(found: Substance, rules: list[Rule], gate: GateTable) -> bool:
    return found.left < gate.strict and not any(rule.weight >= gate.strict_weight for rule in rules)


def _is_guess(hits: list[Hit]) -> bool:
    guesses = [hit for hit in hits if hit.name == GUESS]
    return bool(guesses) and outside(guesses, [hit for hit in hits if hit.name == NO_GUESS])


def _reason(folded: str, rules: list[Rule], gate: GateTable, event_type: str, actor_role: str, unverified: bool) -> str:
    """Why a text is kept: the first reason of the table that holds."""
    names = {rule.name for rule in rules}
    for code, reason in gate.keep.items():
        if reason.roles and actor_role not in reason.roles:
            continue
        if (unverified and code == "guess") or event_type in reason.event_types or not names.isdisjoint(reason.rules):
            return code
    if any(rule.own for rule in rules):
        return "own_rule"
    return "question" if _QUESTION.search(folded) else "substance"
