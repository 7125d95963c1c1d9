"""How good recall is on a data set: stored through the memory, asked through the memory, judged."""

from __future__ import annotations

import time
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from tqdm import tqdm

from graphmem.config import RecallSettings
from graphmem.errors import InvalidInputError
from graphmem.evaluation.ablation import switchable, switched_off
from graphmem.evaluation.dataset import DataSet, JudgedCue
from graphmem.evaluation.measures import Judged, confidence, means, measured
from graphmem.evaluation.storing import analyse_all, doing_without, keeping_all, record_all
from graphmem.evaluation.temporary import temporary_users
from graphmem.memory import GraphMemory

_WHOLE = 10_000
"""Events asked for: all candidates, so that there are enough sessions among them. It changes no ranking."""

Scores = dict[str, float]
"""The mean of each measure by name, such as `recall@5`."""
Intervals = dict[str, tuple[float, float]]


@dataclass(frozen=True)
class Answer:
    """What came back for a cue, as ids, best first; and what should have."""

    cue: JudgedCue
    events: Judged
    sessions: Judged | None
    """Sessions in the order of their best event; None where the data set does not say which hold the answer."""


@dataclass(frozen=True)
class Measurement:
    """Means over the cues of a kind, or over all."""

    cues: int
    turn: Scores
    session: Scores | None
    """None where no cue says which sessions hold its answer."""


@dataclass(frozen=True)
class RetrievalReport:
    """All that a run found out."""

    data_set: str
    events: int
    users: int
    overall: Measurement
    kinds: dict[str, Measurement]
    left_out: int
    """Cues without gold, or with gold that is nowhere among the events."""
    intervals: dict[str, Intervals]
    """95 % intervals of `turn` and `session`."""
    without: tuple[str, ...]
    ablations: dict[str, Measurement]
    """The same once more, without one part each; empty unless asked for."""
    seed: int
    seconds: dict[str, float] = field(default_factory=dict)
    """Spent on storing and on asking."""

    def as_json(self) -> dict[str, object]:
        return {
            "data_set": self.data_set,
            "events": self.events,
            "users": self.users,
            "cues": self.overall.cues,
            "left_out": self.left_out,
            "turn": self.overall.turn,
            "session": self.overall.session,
            "kinds": {kind: vars(measurement) for kind, measurement in self.kinds.items()},
            "confidence": self.intervals,
            "without": list(self.without),
            "ablations": {name: vars(measurement) for name, measurement in self.ablations.items()},
            "seed": self.seed,
            "seconds": self.seconds,
        }


def chosen(cues: Sequence[JudgedCue], kinds: Sequence[str]) -> list[JudgedCue]:
    """The cues of these kinds; all of them where no kind is given.

    Raises:
        InvalidInputError: no cue is of such a kind.
    """
    known = sorted({cue.kind for cue in cues if cue.kind})
    unknown = sorted(set(kinds).difference(known))
    if unknown:
        raise InvalidInputError(
            f"No cue is of the kind {', '.join(unknown)}. There are: {', '.join(known) or 'no kinds at all'}."
        )
    return [cue for cue in cues if not kinds or cue.kind in kinds]


def evaluate(
    memory: GraphMemory,
    data: DataSet,
    *,
    without: Sequence[str] = (),
    kinds: Sequence[str] = (),
    ablations: bool = False,
    seed: int = 0,
    quiet: bool = False,
) -> RetrievalReport:
    """Store the data set for users of its own, ask its cues, erase the users, and say how good the answers were.

    Args:
        memory: whose store, encoder and clock are used.
        data: from `dataset.load`.
        without: names of channels, features and families to do without; see `ablation.switchable`.
        kinds: ask only cues of these kinds.
        ablations: ask everything again for each that can be switched off, without it.
        seed: of the bootstrap.
        quiet: show no progress.

    Raises:
        InvalidInputError: a name or kind is unknown, or no cue can be judged, or an event cannot be stored.
        ConfigurationError: ir_measures is not installed.
        StoreError: the store failed. What was stored is erased all the same, or by the next run.
    """
    off, wanted = switched_off(without), chosen(data.cues, kinds)
    measured([])  # fails before the work where ir_measures is missing
    left_out = {name: switched_off([name]) | off for name in switchable() if not switched_off([name]) <= off}
    with temporary_users(memory, len(data.episodes)) as user_ids:
        ids = dict(zip(data.episodes, user_ids, strict=True))
        started = time.monotonic()
        stored = _store(memory, data, ids, quiet=quiet)
        _analyse(memory, user_ids, quiet=quiet)
        cues = _judgeable(wanted, stored)
        asked = time.monotonic()
        answers = _ask(memory, cues, data, ids, off, "Asking", quiet=quiet)
        answered = time.monotonic()
        again = {
            name: _ask(memory, cues, data, ids, each, f"Asking without {name}", quiet=quiet)
            for name, each in (left_out.items() if ablations else ())
        }
    return RetrievalReport(
        data_set=data.name,
        events=sum(map(len, data.episodes.values())),
        users=len(data.episodes),
        overall=_measurement(answers),
        kinds={
            kind: _measurement([answer for answer in answers if answer.cue.kind == kind])
            for kind in sorted({answer.cue.kind for answer in answers if answer.cue.kind})
        },
        left_out=len(wanted) - len(cues),
        intervals=_intervals(answers, seed),
        without=tuple(sorted(without)),
        ablations={name: _measurement(found) for name, found in again.items()},
        seed=seed,
        seconds={"storing": round(asked - started, 1), "asking": round(answered - asked, 1)},
    )


def _store(memory: GraphMemory, data: DataSet, user_ids: dict[str, str], *, quiet: bool) -> dict[str, dict[str, str]]:
    """Record everything as it is; by user, under which id each event is stored (twins are stored once)."""
    total = sum(map(len, data.episodes.values()))
    memory = keeping_all(memory)
    with tqdm(total=total, unit=" events", desc="Storing", disable=quiet or None) as bar:
        return {
            user_id: record_all(memory.user(user_ids[user_id]), episodes, bar.update)
            for user_id, episodes in data.episodes.items()
        }


def _analyse(memory: GraphMemory, user_ids: Sequence[str], *, quiet: bool) -> None:
    """Find what the stored events mention, as the background would."""
    with tqdm(unit=" events", desc="Analysing", total=0, disable=quiet or None) as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        analyse_all(memory, user_ids, show)


def _judgeable(cues: Sequence[JudgedCue], stored: dict[str, dict[str, str]]) -> list[JudgedCue]:
    """The cues some of whose gold is there, in the ids of the store."""
    found = []
    for cue in cues:
        known = stored[cue.user_id]
        if cue.gold_event_ids & known.keys():
            gold = frozenset(known.get(id, id) for id in cue.gold_event_ids)
            found.append(cue.model_copy(update={"gold_event_ids": gold}))
    if not found:
        raise InvalidInputError("No cue can be judged: none names an event of the data set in its gold_event_ids.")
    return found


def _ask(
    memory: GraphMemory,
    cues: Sequence[JudgedCue],
    data: DataSet,
    user_ids: dict[str, str],
    off: AbstractSet[str],
    title: str,
    *,
    quiet: bool,
) -> list[Answer]:
    """Recall every cue as its user, at the time it was asked; what happened later is not hidden."""
    always = RecallSettings(floor=0, recent_days=memory.recalling.recent_days)  # an order is judged, however far
    asking = doing_without(memory, off, recalling=always)
    last = {
        user: max(episode.occurred_at for episode in episodes if episode.occurred_at)
        for user, episodes in data.episodes.items()
    }
    answers = []
    for cue in tqdm(cues, unit=" cues", desc=title, disable=quiet or None):
        now = cue.asked_at or last[cue.user_id]
        hits = asking.user(user_ids[cue.user_id]).recall(cue.text, now=now, k=_WHOLE).events
        sessions = list(dict.fromkeys(hit.event.session_id for hit in hits if hit.event.session_id is not None))
        answers.append(
            Answer(
                cue=cue,
                events=Judged([id for hit in hits for id in (hit.event.event_id, *hit.same)], cue.gold_event_ids),
                sessions=Judged(sessions, cue.gold_session_ids) if cue.gold_session_ids else None,
            )
        )
    return answers


def _measurement(answers: Sequence[Answer]) -> Measurement:
    turns, sessions = _judged(answers)
    return Measurement(len(turns), means(measured(turns)), means(measured(sessions)) if sessions else None)


def _intervals(answers: Sequence[Answer], seed: int) -> dict[str, Intervals]:
    turns, sessions = _judged(answers)
    found = {"turn": confidence(measured(turns), seed)}
    return found | ({"session": confidence(measured(sessions), seed)} if sessions else {})


def _judged(answers: Sequence[Answer]) -> tuple[list[Judged], list[Judged]]:
    return [answer.events for answer in answers], [answer.sessions for answer in answers if answer.sessions]
