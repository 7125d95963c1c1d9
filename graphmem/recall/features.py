"""What recall knows of each candidate, as numbers: one array of n floats a feature (docs: rules/ranking.toml).

The recipe and its measurements are in docs/benchmarks.md; BM25 is Robertson and Zaragoza (2009), "The Probabilistic
Relevance Framework: BM25 and Beyond".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from graphmem.language.identify import HAN
from graphmem.language.signals import names_failure
from graphmem.models import ActorRole, EventType
from graphmem.recall.candidates import Candidate, Neighbours
from graphmem.recall.cue import Cue
from graphmem.recall.reading import Reading
from graphmem.rules.ranking import Ranking
from graphmem.rules.strength import strength

Feature = NDArray[np.float64]
Flags = NDArray[np.bool_]
Mix = Callable[[Feature], Feature]
"""Adds to each candidate's values a part of its neighbours'."""
_PRIOR = 5
_DAY = 86_400.0
_HAN = re.compile(f"[{HAN}]")


def features(cue: Cue, candidates: Sequence[Candidate], ranking: Ranking) -> dict[str, Feature]:
    """Every feature of the candidates, by name."""
    readings = [candidate.reading for candidate in candidates]
    lengths = np.array([len(reading.terms) for reading in readings], dtype=float)
    damping = np.minimum(1.0, ranking.short / np.maximum(1, lengths))
    neighbours = Neighbours(candidates)
    of_tools: Flags = np.array([candidate.event_type in _OF_TOOLS for candidate in candidates])
    chinese: Flags = np.array([reading.is_chinese for reading in readings])
    counts = term_counts(cue.terms, readings)
    bm25 = _bm25(
        counts,
        lengths,
        lambda values: neighbours.mixed(values, ranking.lexical_context, damping),
        ranking,
    )
    return {
        "lexical": _within_script(bm25, chinese, usual=0.0)
        * _reach(cue.terms, chinese)
        * _shared(counts[:, [term not in cue.time_terms for term in cue.terms]]) ** ranking.sure,
        "dense": _dense(candidates, lambda values: neighbours.mixed(values, ranking.dense_context, damping), chinese),
        "speaker": _speaker(cue, candidates),
        "question": np.array([reading.question_share for reading in readings]) * damping,
        "when": _if_asked(cue.asks_when, lambda reading: reading.has_time, readings) * ~of_tools,
        "number": _if_asked(cue.asks_number, lambda reading: reading.has_number, readings),
        "answers": _answers(candidates),
        "why": _why(cue, candidates),
        "rule": _rule(cue, candidates),
        "newest": _newest(cue, candidates),
        "deed": _deed(cue, candidates),
        "date": _date(cue, candidates, ranking),
        "type": np.array([float(each.event_type in cue.reading.event_types) for each in candidates]),
        "strength": _strength(cue, candidates),
        "notable": _notable(cue, candidates),
        "repeated": np.log1p(np.array([each.repetitions for each in candidates], dtype=float)),
        "recent": _freshness(cue, candidates, ranking.fresh_days),
    }


def standard(values: Feature) -> Feature:
    """z-scores; zeros where all values are equal."""
    spread = values.std()
    return (values - values.mean()) / spread if spread > 1e-9 else np.zeros_like(values)


def _within_script(values: Feature, chinese: Flags, usual: float) -> Feature:
    """z-scores around the mean of the candidates in the same script.

    Texts in the cue's language are more similar to it whatever they say, and only they can share words with it. So an
    event is compared with those in its own script: of the others, sharing no words says nothing. A few events are no
    measure of their kind, so each script counts as having `_PRIOR` events more with the `usual` value.
    """
    centred = values.copy()
    for group in (chinese, ~chinese):
        centred[group] -= (values[group].sum() + _PRIOR * usual) / (group.sum() + _PRIOR)
    spread = centred.std()
    return centred / spread if spread > 1e-9 else np.zeros_like(values)


def _reach(terms: Sequence[str], chinese: Flags) -> float:
    """The share of the candidates that are in a script of the cue's terms: how much of the memory words can reach."""
    scripts = {bool(_HAN.match(term)) for term in terms}
    return float(np.isin(chinese, list(scripts)).mean()) if scripts else 0.0


def _shared(counts: Feature) -> float:
    """The largest share of the cue's terms, by rarity, that one candidate holds, 0 to 1: how much words can tell. Where
    none holds more than one word of many, that word is as likely chance as not.
    """
    rarity = _rarity(counts)
    return float(((counts > 0) @ rarity).max() / rarity.sum()) if len(rarity) and len(counts) else 1.0


def _rarity(counts: Feature) -> Feature:
    """Of each term among the candidates: the inverse document frequency of BM25, (terms,)."""
    holding = (counts > 0).sum(axis=0)
    return np.asarray(np.log(1 + (len(counts) - holding + 0.5) / (holding + 0.5)))


def _if_asked(asked: bool, has: Callable[[Reading], bool], readings: Sequence[Reading]) -> Feature:
    """Whether each text has what the cue asks for, centred; nothing where it does not ask, nor is it looked for."""
    if not asked:
        return np.zeros(len(readings))
    values: Feature = np.array([has(reading) for reading in readings], dtype=float)
    return np.asarray(values - values.mean())


def _bm25(counts: Feature, lengths: Feature, mix: Mix, ranking: Ranking) -> Feature:
    """BM25 of terms, with frequencies, (n, terms), and lengths that count the neighbours in part.

    A term's rarity is taken among the candidates: measured, it ranks as well as the rarity among all events of the
    user, and needs no term statistics to be kept.
    """
    frequency, length = mix(counts), mix(lengths)
    norm = ranking.k1 * (1 - ranking.b + ranking.b * length / max(1e-9, length.mean()))
    saturated: Feature = frequency * (ranking.k1 + 1) / (frequency + norm[:, None])
    return np.asarray(saturated @ _rarity(counts))


def term_counts(wanted: Sequence[str], readings: Sequence[Reading]) -> Feature:
    """How often each wanted term is in each text, (texts, terms).

    Chinese is looked for in the text itself, so that it does not matter where the text was cut into words.
    """
    counts = np.zeros((len(readings), len(wanted)))
    spaced = {term: place for place, term in enumerate(wanted) if not _HAN.match(term)}
    for row, reading in enumerate(readings):
        for term in spaced.keys() & reading.terms:
            counts[row, spaced[term]] = reading.terms.count(term)
    for place, term in enumerate(wanted):
        if term not in spaced:
            counts[:, place] = [reading.plain.count(term) for reading in readings]
    return counts


def _dense(candidates: Sequence[Candidate], mix: Mix, chinese: Flags) -> Feature:
    """Standardised similarity, the neighbours' added in part. What is not embedded yet counts as average."""
    cosines = np.array([np.nan if candidate.cosine is None else candidate.cosine for candidate in candidates])
    known = np.isfinite(cosines)
    if not known.any():
        return np.zeros(len(candidates))
    filled = np.where(known, cosines, cosines[known].mean())
    return standard(mix(_within_script(filled, chinese, usual=float(filled.mean()))))


def _speaker(cue: Cue, candidates: Sequence[Candidate]) -> Feature:
    if cue.actors:
        meant = [candidate.actor in cue.actors for candidate in candidates]
    elif cue.role is not None:
        # What tools return and what was decided belongs to whose matter it is, so it speaks against nobody.
        return np.array([_of_role(candidate, cue.role) for candidate in candidates])
    else:
        return np.zeros(len(candidates))
    return np.where(meant, 1.0, -1.0)


_SAID = frozenset({EventType.USER_MESSAGE, EventType.AGENT_MESSAGE, EventType.FEEDBACK})


def _of_role(candidate: Candidate, role: ActorRole) -> float:
    if candidate.actor_role is role:
        return 1.0
    return -1.0 if not candidate.event_type or candidate.event_type in _SAID else 0.0


def _answers(candidates: Sequence[Candidate]) -> Feature:
    """1 where the event before asked something and this one is not the agent's."""
    asking = {c.event_id for c in candidates if c.asks}
    return np.array([float(c.previous in asking and c.actor_role is not ActorRole.AGENT) for c in candidates])


_FAILED = frozenset({"failure", "delay"})
"""Codes of importance that say that something went wrong."""


def fails(candidate: Candidate) -> bool:
    """Whether it is the result of a tool that went wrong."""
    return candidate.event_type == EventType.TOOL_RESULT and (
        not _FAILED.isdisjoint(candidate.reasons) or names_failure(candidate.reading.text)
    )


def went_wrong(candidate: Candidate) -> bool:
    """Whether it tells that something went wrong, whoever says so."""
    return fails(candidate) or not _FAILED.isdisjoint(candidate.reasons)


_CAUSE_KNOWN, _CAUSE_NEAR, _CAUSE_OF_A_CHOICE = 1.0, 0.85, 0.2
"""Where a cause is asked for: what an outcome counts that gives a reason; a failure, what is said of it, or a reason
elsewhere; and a failure where somebody is asked for the reason of a choice."""


def _why(cue: Cue, candidates: Sequence[Candidate]) -> Feature:
    """Where the cue asks for a cause: an outcome that gives a reason knows it; what went wrong, what the agent said of
    that, and a reason given elsewhere come near it."""
    if not cue.asks_why:
        return np.zeros(len(candidates))
    failed = {each.event_id for each in candidates if fails(each)}

    def tells(each: Candidate) -> float:
        gives_reason = each.reading.tells_why
        if gives_reason and each.event_type == EventType.OUTCOME:
            return _CAUSE_KNOWN
        said_of_it = (
            each.previous in failed
            and each.actor_role is ActorRole.AGENT
            and each.event_type == EventType.AGENT_MESSAGE
        )
        if gives_reason:
            return _CAUSE_NEAR
        return (_CAUSE_OF_A_CHOICE if cue.asks_motive else _CAUSE_NEAR) * (each.event_id in failed or said_of_it)

    return np.array([tells(each) for each in candidates])


_NOT_BY_THE_USER = 0.5
"""What a rule counts that somebody else put into words: the agent that repeats it, a decision."""


def _rule(cue: Cue, candidates: Sequence[Candidate]) -> Feature:
    """Where the cue asks what is wanted or to be avoided: 1 for what the user laid down or likes."""
    if not cue.asks_rule:
        return np.zeros(len(candidates))

    def lays_down(each: Candidate) -> float:
        if each.event_type in _OF_TOOLS or not each.reading.states_rule:
            return 0.0
        return _NOT_BY_THE_USER if each.actor_role is ActorRole.AGENT else 1.0

    return np.array([lays_down(each) for each in candidates])


_OF_TOOLS = frozenset({EventType.TOOL_CALL, EventType.TOOL_RESULT})


def _newest(cue: Cue, candidates: Sequence[Candidate]) -> Feature:
    """Where the cue asks how things stand now: -.5 for the first candidate in time to .5 for the last. What tools are
    asked and return says how it was at that moment, so it counts as the first."""
    if not cue.asks_current or len(candidates) < 2:
        return np.zeros(len(candidates))
    places = np.linspace(-0.5, 0.5, len(candidates))
    return np.array([-0.5 if c.event_type in _OF_TOOLS else at for c, at in zip(candidates, places, strict=True)])


_DEEDS: Mapping[str, float] = {EventType.TOOL_CALL: -1.0, EventType.DECISION: 0.5, EventType.OUTCOME: 0.5}


def _deed(cue: Cue, candidates: Sequence[Candidate]) -> Feature:
    """What an event is for answers, as a rule: a call of a tool holds words of the question, its result the answer."""
    if cue.reading.event_types:
        return np.zeros(len(candidates))
    return np.array([_DEEDS.get(each.event_type, 0.0) for each in candidates])


def _date(cue: Cue, candidates: Sequence[Candidate], ranking: Ranking) -> Feature:
    """1 within the time that the cue asks about, less shortly after and, for a day, around it."""
    if cue.span is not None:
        since, until = cue.span
        is_short, is_day = until - since <= timedelta(days=7), until - since <= timedelta(days=1)
        after = until + timedelta(days=ranking.after) if is_short else until
        around = timedelta(days=ranking.around) if is_day else timedelta()

        def agrees(candidate: Candidate) -> float:
            at = candidate.occurred_at
            if since <= at < until:
                return ranking.inside
            if until <= at < after:
                return ranking.days_after
            return ranking.near if since - around <= at < until + around else 0.0

        return np.array([agrees(candidate) for candidate in candidates])
    if cue.recent is not None:
        return _freshness(cue, candidates, cue.recent / timedelta(days=1))
    return np.zeros(len(candidates))


def _freshness(cue: Cue, candidates: Sequence[Candidate], days: float) -> Feature:
    """1 now, 1/e so many days earlier; what is still to come counts as now."""
    return np.asarray(np.exp(-_days_since(cue, (each.occurred_at for each in candidates)) / days))


def _strength(cue: Cue, candidates: Sequence[Candidate]) -> Feature:
    idle = _days_since(cue, (each.last_used or each.occurred_at for each in candidates))
    return strength(np.array([each.importance for each in candidates]), idle_days=idle)


def _notable(cue: Cue, candidates: Sequence[Candidate]) -> Feature:
    """Where the cue asks for whatever happened, how much each event matters, 0 to 1."""
    return np.array([each.importance if cue.only_time else 0.0 for each in candidates])


def _days_since(cue: Cue, times: Iterable[datetime]) -> Feature:
    """Up to the present of the cue; 0 for what is still to come."""
    now = cue.now.timestamp()
    seconds: Feature = np.array([now - time.timestamp() for time in times])
    return seconds.clip(0.0) / _DAY
