"""Replaying suites: the histories are recorded for users of their own, the questions asked, the answers judged."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tqdm import tqdm

from graphmem.errors import InvalidInputError
from graphmem.evaluation.ablation import switched_off
from graphmem.evaluation.scenarios.facts import FactAnswer, judged
from graphmem.evaluation.scenarios.history import Story, told
from graphmem.evaluation.scenarios.suite import Question, Suite
from graphmem.evaluation.storing import analyse_all, doing_without
from graphmem.evaluation.temporary import temporary_users
from graphmem.memory import GraphMemory
from graphmem.models import Episode
from graphmem.recall.recollection import Hit
from graphmem.user import UserMemory

DEPTH = 50
"""How far down an event is looked for that should have come, to say where it was."""
CAME = 3
"""First hits that are told of a question that failed."""


@dataclass(frozen=True)
class Wanted:
    """An event that is expected, and where it came."""

    name: str
    """Its event_id in the suite."""
    episode: Episode
    rank: int | None
    """From 1; None where it is not among the hits that were looked at."""


@dataclass(frozen=True)
class Answer:
    """A question that was asked, and what came."""

    suite: str
    user: str
    question: Question
    now: datetime
    time_zone: str
    wanted: tuple[Wanted, ...]
    """Best first; of a question that passed, only ranks up to the k that it asks for are known."""
    came: tuple[Hit, ...]
    """The first few hits."""
    facts: FactAnswer

    @property
    def passed(self) -> bool:
        """Whether the events and the facts are what is expected."""
        return self.events_passed and self.facts.passed

    @property
    def events_passed(self) -> bool:
        """Whether all events that are expected are among the first k, or any of them where that is enough."""
        return bool(self.found) if self.wanted and self.question.expect.any else self.found == len(self.wanted)

    @property
    def found(self) -> int:
        """Of the events that are expected, those among the first k."""
        return sum(each.rank is not None and each.rank <= self.question.among for each in self.wanted)

    @property
    def share(self) -> float:
        """How much of what was wanted was found, 0 to 1; where nothing may come, whether nothing did."""
        facts = self.facts.wanted
        if not self.wanted and not facts:
            return float(self.passed)
        any_event = self.wanted and self.question.expect.any
        events, of = (float(self.events_passed), 1) if any_event else (self.found, len(self.wanted))
        return (events + self.facts.found) / (of + len(facts))

    @property
    def first(self) -> bool | None:
        """Whether the one event that is expected came first; None where several are, or none."""
        return self.wanted[0].rank == 1 if len(self.wanted) == 1 else None


@dataclass(frozen=True)
class Replay:
    """All that a run found out."""

    answers: tuple[Answer, ...]
    events: int
    users: int
    seconds: dict[str, float]
    """Spent on storing and on asking."""


def chosen(suites: Sequence[Suite], kinds: Sequence[str]) -> list[tuple[str, str, Question]]:
    """The questions of these kinds, or all of them, each with its suite and user.

    Raises:
        InvalidInputError: no question is of such a kind, or there are none at all.
    """
    questions = [
        (suite.name, user, question)
        for suite in suites
        for user, story in suite.users.items()
        for question in story.questions
    ]
    known = sorted({question.kind for _, _, question in questions if question.kind})
    unknown = sorted(set(kinds).difference(known))
    if unknown:
        raise InvalidInputError(
            f"No question is of the kind {', '.join(unknown)}. There are: {', '.join(known) or 'no kinds at all'}."
        )
    if not questions:
        raise InvalidInputError("There are no questions. Put some under `questions` of a user.")
    return [each for each in questions if not kinds or each[2].kind in kinds]


def replay(
    memory: GraphMemory,
    suites: Sequence[Suite],
    *,
    kinds: Sequence[str] = (),
    without: Sequence[str] = (),
    quiet: bool = False,
) -> Replay:
    """Record the histories for users of this run only, ask the questions as them, and erase the users.

    Args:
        memory: whose store, encoder and clock are used.
        suites: from `loading.load_suites`.
        kinds: ask only questions of these kinds.
        without: names of channels, features and families to do without; see `ablation.switchable`.
        quiet: show no progress.

    Raises:
        InvalidInputError: a kind or name is unknown, or an event cannot be stored.
        StoreError: the store failed. What was stored is erased all the same, or by the next run.
    """
    questions, off = chosen(suites, kinds), switched_off(without)
    users = [(suite, user) for suite in suites for user in suite.users]
    asking = doing_without(memory, off)
    with temporary_users(memory, len(users)) as ids:
        started = time.monotonic()
        stories = told(memory, users, ids, quiet=quiet)
        analyse_all(memory, ids)
        stored = time.monotonic()
        answers = []
        for suite, user, question in tqdm(questions, unit=" questions", desc="Asking", disable=quiet or None):
            story = stories[suite, user]
            answers.append(_asked(asking.user(story.memory.id), story, question))
        asked = time.monotonic()
    return Replay(
        answers=tuple(answers),
        events=sum(len(story.episodes) for story in stories.values()),
        users=len(stories),
        seconds={"storing": round(stored - started, 1), "asking": round(asked - stored, 1)},
    )


def _asked(user: UserMemory, story: Story, question: Question) -> Answer:
    """The answer; where it does not pass, the events that are missing are looked for further down."""
    now = story.suite.asked_at(story.user, question, story.last)
    as_of = story.suite.moment(story.user, question.as_of, "as_of")
    known_at = story.suite.moment(story.user, question.known_at, "known_at")
    found = user.recall(question.text, now=now, as_of=as_of, known_at=known_at, k=question.among)
    answer = Answer(
        suite=story.suite.name,
        user=story.user,
        question=question,
        now=now,
        time_zone=found.time_zone,
        wanted=_wanted(story, question, found.events),
        came=found.events[:CAME],
        facts=judged(question.expect, found.facts, user, found.zone, known_at),
    )
    if answer.events_passed:
        return answer
    deeper = user.recall(question.text, now=now, k=max(DEPTH, question.among)).events
    beyond = {each.name: each.rank for each in _wanted(story, question, deeper) if (each.rank or 0) > question.among}
    wanted = [Wanted(each.name, each.episode, each.rank or beyond.get(each.name)) for each in answer.wanted]
    return replace(answer, wanted=tuple(sorted(wanted, key=_place)))


def _wanted(story: Story, question: Question, hits: Sequence[Hit]) -> tuple[Wanted, ...]:
    ranks = {hit.event.event_id: hit.rank for hit in hits}
    episodes = {episode.event_id: episode for episode in story.episodes}
    wanted = [
        Wanted(name, episodes[name], ranks.get(story.stored[name])) for name in dict.fromkeys(question.expect.events)
    ]
    return tuple(sorted(wanted, key=_place))


def _place(wanted: Wanted) -> float:
    return wanted.rank or math.inf
