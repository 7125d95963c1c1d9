"""Figures of a replay: how many questions passed, by kind, language, user and suite."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from graphmem.evaluation.measures import confidence
from graphmem.evaluation.scenarios.replay import Answer, Replay

ENGLISH, CHINESE = "en", "zh"

_GROUPS: dict[str, Callable[[Answer], str]] = {
    "languages": lambda answer: answer.question.in_language,
    "kinds": lambda answer: answer.question.kind,
    "users": lambda answer: answer.user,
    "suites": lambda answer: answer.suite,
}


@dataclass(frozen=True)
class Figures:
    """Of the questions of one kind, language, user or suite, or of all."""

    questions: int
    passed: int
    share: float
    """Of questions that passed."""
    interval: tuple[float, float]
    """Of that share with 95 %, were other questions of the same kind drawn; by bootstrap."""
    found: float
    """Mean share of the expected events and facts that came; where any event is enough, or nothing may come, 1 or 0."""
    single: int
    """Questions that expect one event."""
    first: float | None
    """The share of those whose event came first; None where there are none."""


@dataclass(frozen=True)
class Summary:
    """All figures of a replay."""

    overall: Figures
    groups: dict[str, dict[str, Figures]]
    """By what they are grouped ("languages", "kinds", "users", "suites"), and by name."""

    @property
    def chinese_over_english(self) -> float | None:
        """The share of Chinese questions that passed, over that of English ones; None where one of them is missing."""
        languages = self.groups["languages"]
        if ENGLISH not in languages or CHINESE not in languages or not languages[ENGLISH].share:
            return None
        return round(languages[CHINESE].share / languages[ENGLISH].share, 4)

    def as_json(self) -> dict[str, object]:
        """Ready for JSON."""
        groups = {name: {key: asdict(each) for key, each in group.items()} for name, group in self.groups.items()}
        return {"overall": asdict(self.overall), **groups, "chinese_over_english": self.chinese_over_english}


def summary(replay: Replay, seed: int = 0) -> Summary:
    """The figures; the same seed gives the same intervals."""
    groups = {}
    for name, of in _GROUPS.items():
        keys = sorted({of(answer) for answer in replay.answers} - {""})
        groups[name] = {key: _figures([each for each in replay.answers if of(each) == key], seed) for key in keys}
    return Summary(_figures(replay.answers, seed), groups)


def _figures(answers: Sequence[Answer], seed: int) -> Figures:
    import numpy as np

    passed = np.array([answer.passed for answer in answers], dtype=float)
    firsts = [answer.first for answer in answers if answer.first is not None]
    return Figures(
        questions=len(answers),
        passed=int(passed.sum()),
        share=round(float(passed.mean()), 4),
        interval=confidence({"passed": passed}, seed)["passed"],
        found=round(sum(answer.share for answer in answers) / len(answers), 4),
        single=len(firsts),
        first=round(sum(firsts) / len(firsts), 4) if firsts else None,
    )
