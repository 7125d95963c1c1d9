"""A replay for people: a title, a table, and every question that failed with what came instead."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from graphmem.evaluation.report import Table, figure
from graphmem.evaluation.scenarios.figures import Figures, Summary
from graphmem.evaluation.scenarios.replay import Answer, Replay
from graphmem.models import Episode, Event

_TEXT = 160
"""Characters of an event that are shown."""
_NAMES = {"en": "English", "zh": "Chinese", "mixed": "both languages", "und": "other"}


def title(replay: Replay, found: Summary) -> str:
    """What was replayed and how it went, in a sentence or two."""
    names = list(found.groups["suites"])
    of = names[0] if len(names) == 1 else f"{len(names)} suites"
    users = "1 user" if replay.users == 1 else f"{replay.users:,} users"
    passed = f"{found.overall.passed:,} of {found.overall.questions:,} questions passed ({figure(found.overall.share)})"
    ratio = found.chinese_over_english
    return f"{of}: {replay.events:,} events of {users}; {passed}." + (
        f" Chinese over English: {figure(ratio)}." if ratio is not None else ""
    )


def table(found: Summary) -> Table:
    """A row for all questions, then for each language, kind and user, and each suite where there are several."""
    rows = [["", "questions", "passed", "share", "95 %", "found", "single", "came first"], _row("all", found.overall)]
    for what, group in found.groups.items():
        if what == "suites" and len(group) == 1:
            continue
        rows += [_row(_NAMES.get(name, name) if what == "languages" else name, each) for name, each in group.items()]
    return rows


def failures(replay: Replay) -> list[str]:
    """A block of lines for each question that failed."""
    return [_failure(answer) for answer in replay.answers if not answer.passed]


def failures_as_json(replay: Replay) -> list[dict[str, object]]:
    """The same for programs."""
    return [
        {
            "suite": answer.suite,
            "user": answer.user,
            **answer.question.model_dump(mode="json", include={"question_id", "text", "kind"}),
            "language": answer.question.in_language,
            "now": answer.now.isoformat(),
            "k": answer.question.among,
            "any": answer.question.expect.any,
            "expected": [
                {"event_id": each.name, "content": each.episode.content, "rank": each.rank} for each in answer.wanted
            ],
            "came": [
                {"rank": hit.rank, "event_id": hit.event.event_id, "content": hit.event.content, "why": hit.explain()}
                for hit in answer.came
            ],
        }
        for answer in replay.answers
        if not answer.passed
    ]


def _row(name: str, found: Figures) -> list[str]:
    return [
        name,
        f"{found.questions:,}",
        f"{found.passed:,}",
        figure(found.share),
        "–".join(map(figure, found.interval)),
        figure(found.found),
        f"{found.single:,}",
        "" if found.first is None else figure(found.first),
    ]


def _failure(answer: Answer) -> str:
    question = answer.question
    about = [question.question_id, answer.user, question.kind, _when(answer.now, answer.time_zone)]
    need = "any" if question.expect.any else "all"
    lines = [question.text, f"  {' · '.join(part for part in about if part)}"]
    lines.append(f"  expected among the first {question.among}{f', {need} of' if len(answer.wanted) > 1 else ''}:")
    for each in answer.wanted:
        where = f"number {each.rank}" if each.rank else "not found"
        lines.append(f"    {where}: {each.name}, {_event(each.episode, answer.time_zone)}")
    lines.append("  came:" if answer.came else "  nothing came")
    for hit in answer.came:
        lines += [f"    {hit.rank}. {_event(hit.event, answer.time_zone)}", f"       {hit.explain()}"]
    return "\n".join(lines)


def _event(event: Episode | Event, time_zone: str) -> str:
    text = " ".join(event.content.split())
    shown = text if len(text) <= _TEXT else f"{text[:_TEXT]}…"
    when = f"{_when(event.occurred_at, time_zone)}, " if event.occurred_at else ""
    return f"{when}{event.actor}: {shown}"


def _when(moment: datetime, time_zone: str) -> str:
    return f"{moment.astimezone(ZoneInfo(time_zone)):%Y-%m-%d %H:%M}"
