"""What recall knows of each candidate, as numbers: one array of n floats a feature (docs: rules/ranking.toml).

The recipe and its measurements are in docs/benchmarks.md; BM25 is Robertson and Zaragoza (2009), "The Probabilistic
Relevance Framework: BM25 and Beyond".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from graphmem.language.identify import HAN
from graphmem.language.signals import has_number_words, has_time_words, names_failure, tells_why
from graphmem.models import ActorRole, EventType
from graphmem.recall.candidates import Candidate, neighbour_matrix
from graphmem.recall.cue import Cue
from graphmem.recall.reading import READER, Reading
from graphmem.rules.phrases import plain
from graphmem.rules.ranking import Ranking
from graphmem.rules.strength import strength

Feature = NDArray[np.float64]
Flags = NDArray[np.bool_]
_PRIOR = 5
_HAN = re.compile(f"[{HAN}]")


def features(cue: Cue, candidates: Sequence[Candidate], ranking: Ranking) -> dict[str, Feature]:
    """Every feature of the candidates, by name."""
    texts = [candidate.text for candidate in candidates]
    readings = read_ahead(candidates)
    words = [reading.terms for reading in readings]
    damping = np.array([min(1.0, ranking.short / max(1, len(own))) for own in words])
    lexical_mix = neighbour_matrix(candidates, ranking.lexical_context, damping)
    dense_mix = neighbour_matrix(candidates, ranking.dense_context, damping)
    chinese: Flags = np.array([reading.is_chinese for reading in readings])
    bm25 = _bm25(cue, words, texts, lexical_mix, ranking)
    return {
        "lexical": _within_script(bm25, chinese, usual=0.0) * _reach(cue.terms, chinese),
        "dense": _dense(candidates, dense_mix, chinese),
        "speaker": _speaker(cue, candidates),
        "question": np.array([reading.question_share for reading in readings]) * damping,
        "when": _if_asked(cue.asks_when, has_time_words, texts),
        "number": _if_asked(cue.asks_number, has_number_words, texts),
        "answers": _answers(candidates),
        "why": _why(cue, candidates),
        "deed": _deed(cue, candidates),
        "date": _date(cue, candidates, ranking),
        "type": np.array([float(each.event_type in cue.reading.event_types) for each in candidates]),
        "strength": np.array([_strength(cue, each) for each in candidates]),
        "repeated": np.array([np.log1p(each.repetitions) for each in candidates]),
        "recent": np.array([_freshness(cue, each, ranking.fresh_days) for each in candidates]),
    }


def read_ahead(candidates: Sequence[Candidate]) -> list[Reading]:
    """What is in the texts of the candidates: read once, for instance while the server is busy, and kept."""
    return READER.read((candidate.actor, candidate.text) for candidate in candidates)


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


def _if_asked(asked: bool, has: Callable[[str], bool], texts: Sequence[str]) -> Feature:
    """Whether each text has what the cue asks for, centred; nothing where it does not ask, nor is it looked for."""
    if not asked:
        return np.zeros(len(texts))
    values: Feature = np.array([has(text) for text in texts], dtype=float)
    return np.asarray(values - values.mean())


def _bm25(cue: Cue, words: Sequence[Sequence[str]], texts: Sequence[str], mix: Feature, ranking: Ranking) -> Feature:
    """BM25 of the cue's terms, with term frequencies and lengths that count the neighbours in part.

    A term's rarity is taken among the candidates: measured, it ranks as well as the rarity among all events of the
    user, and needs no term statistics to be kept.
    """
    counts = _counts(cue.terms, words, texts)
    frequency = mix @ counts
    length = mix @ np.array([len(own) for own in words], dtype=float)
    norm = ranking.k1 * (1 - ranking.b + ranking.b * length / max(1e-9, length.mean()))
    holding = (counts > 0).sum(axis=0)
    idf = np.log(1 + (len(words) - holding + 0.5) / (holding + 0.5))
    saturated: Feature = frequency * (ranking.k1 + 1) / (frequency + norm[:, None])
    return np.asarray(saturated @ idf)


def term_counts(wanted: Sequence[str], candidates: Sequence[Candidate]) -> Feature:
    """How often each wanted term is in each candidate, (candidates, terms)."""
    readings = read_ahead(candidates)
    return _counts(wanted, [reading.terms for reading in readings], [candidate.text for candidate in candidates])


def _counts(wanted: Sequence[str], words: Sequence[Sequence[str]], texts: Sequence[str]) -> Feature:
    """How often each wanted term is in each event, (events, terms).

    Chinese is looked for in the text itself, so that it does not matter where the text was cut into words.
    """
    in_text = {place: term for place, term in enumerate(wanted) if _HAN.match(term)}
    among_words = {term: place for place, term in enumerate(wanted) if place not in in_text}
    counts = np.zeros((len(words), len(wanted)))
    for own, text, row in zip(words, texts, counts, strict=True):
        for word in own:
            if word in among_words:
                row[among_words[word]] += 1
        if in_text and not text.isascii():
            simple = plain(text)
            for place, term in in_text.items():
                row[place] = simple.count(term)
    return counts


def _dense(candidates: Sequence[Candidate], mix: Feature, chinese: Flags) -> Feature:
    """Standardised similarity, the neighbours' added in part. What is not embedded yet counts as average."""
    cosines = np.array([np.nan if candidate.cosine is None else candidate.cosine for candidate in candidates])
    known = np.isfinite(cosines)
    if not known.any():
        return np.zeros(len(candidates))
    filled = np.where(known, cosines, cosines[known].mean())
    return standard(mix @ _within_script(filled, chinese, usual=float(filled.mean())))


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
        not _FAILED.isdisjoint(candidate.reasons) or names_failure(candidate.text)
    )


_CAUSE_KNOWN, _CAUSE_NEAR = 1.0, 0.85
"""Where a cause is asked for: what an outcome counts that gives a reason; a failure, what is said of it, or a reason
elsewhere."""


def _why(cue: Cue, candidates: Sequence[Candidate]) -> Feature:
    """Where the cue asks for a cause: an outcome that gives a reason knows it; what went wrong, what the agent said of
    that, and a reason given elsewhere come near it."""
    if not cue.asks_why:
        return np.zeros(len(candidates))
    failed = {each.event_id for each in candidates if fails(each)}

    def tells(each: Candidate) -> float:
        gives_reason = tells_why(each.text)
        if gives_reason and each.event_type == EventType.OUTCOME:
            return _CAUSE_KNOWN
        said_of_it = (
            each.previous in failed
            and each.actor_role is ActorRole.AGENT
            and each.event_type == EventType.AGENT_MESSAGE
        )
        return _CAUSE_NEAR * (each.event_id in failed or said_of_it or gives_reason)

    return np.array([tells(each) for each in candidates])


_DEEDS = {EventType.TOOL_CALL: -1.0, EventType.DECISION: 0.5, EventType.OUTCOME: 0.5}


def _deed(cue: Cue, candidates: Sequence[Candidate]) -> Feature:
    """What an event is for answers, as a rule: a call of a tool holds words of the question, its result the answer."""
    if cue.reading.event_types:
        return np.zeros(len(candidates))
    return np.array([_DEEDS.get(EventType(each.event_type), 0.0) if each.event_type else 0.0 for each in candidates])


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
        return np.array([_freshness(cue, each, cue.recent / timedelta(days=1)) for each in candidates])
    return np.zeros(len(candidates))


def _freshness(cue: Cue, candidate: Candidate, days: float) -> float:
    """1 now, 1/e so many days earlier; what is still to come counts as now."""
    age = max(0.0, (cue.now - candidate.occurred_at) / timedelta(days=1))
    return float(np.exp(-age / days))


def _strength(cue: Cue, candidate: Candidate) -> float:
    idle = cue.now - (candidate.last_used or candidate.occurred_at)
    return strength(candidate.importance, idle=max(idle, timedelta()))
