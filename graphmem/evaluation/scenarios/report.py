"""A replay for people: a title, a table, and every question that failed with what came instead."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from graphmem.evaluation.report import Table, figure
from graphmem.evaluation.scenarios.facts import Held, day
from graphmem.evaluation.scenarios.figures import Figures, Summary
from graphmem.evaluation.scenarios.replay import Answer, Replay
from graphmem.evaluation.scenarios.suite import ExpectedFact
from graphmem.models import Episode, Event
from graphmem.rules.belief import Fact

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
            **_facts_as_json(answer),
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
    if answer.wanted and not answer.events_passed:
        lines.append(f"  expected among the first {question.among}{f', {need} of' if len(answer.wanted) > 1 else ''}:")
        for each in answer.wanted:
            where = f"number {each.rank}" if each.rank else "not found"
            lines.append(f"    {where}: {each.name}, {_event(each.episode, answer.time_zone)}")
        lines.append("  came:" if answer.came else "  nothing came")
        for hit in answer.came:
            lines += [f"    {hit.rank}. {_event(hit.event, answer.time_zone)}", f"       {hit.explain()}"]
    return "\n".join([*lines, *_of_facts(answer)])


def _of_facts(answer: Answer) -> list[str]:
    """What is wrong about the facts."""
    facts, zone = answer.facts, ZoneInfo(answer.time_zone)
    if facts.passed:
        return []
    lines = []
    for each in facts.wanted:
        lines.append(f"  {'served' if each.served else 'expected, not served'}: {_expected(each.expected)}")
        for held in each.held:
            lines += [f"    held is: {_fact(held.fact, zone)}", f"      {held.why}"]
        if not each.served and not each.held:
            lines.append("    nothing is held of it")
    lines += [f"  must not be served: {_fact(fact, zone)}" for fact in facts.unwanted]
    lines.append("  served:" if facts.served else "  no fact was served")
    for held in facts.served:
        lines += [f"    {_fact(held.fact, zone)}", f"      {held.why}"]
    return lines


def _expected(fact: ExpectedFact) -> str:
    told = fact.model_dump(mode="json", exclude_defaults=True, exclude={"object"})
    rest = ", ".join(f"{name} {' or '.join(v) if isinstance(v, list) else v}" for name, v in told.items())
    return " or ".join(fact.object) + (f", {rest}" if rest else "")


def _fact(fact: Fact, zone: ZoneInfo) -> str:
    since, until = day(fact.valid_from, zone), day(fact.valid_until, zone)
    times = [f"since {since}"] * bool(since) + [f"until {until}"] * bool(until)
    return f"{fact.text} ({', '.join([fact.standing, *times])})"


def _facts_as_json(answer: Answer) -> dict[str, object]:
    facts, zone = answer.facts, ZoneInfo(answer.time_zone)

    def held(facts: Iterable[Held]) -> list[dict[str, object]]:
        return [{"fact": _fact(each.fact, zone), "fact_id": each.fact.fact_id, "why": each.why} for each in facts]

    return {
        "expected_facts": [
            {
                **each.expected.model_dump(mode="json", exclude_defaults=True),
                "served": each.served is not None,
                "held": held(each.held),
            }
            for each in facts.wanted
        ],
        "unwanted_facts": [_fact(fact, zone) for fact in facts.unwanted],
        "served_facts": held(facts.served),
    }


def _event(event: Episode | Event, time_zone: str) -> str:
    text = " ".join(event.content.split())
    shown = text if len(text) <= _TEXT else f"{text[:_TEXT]}…"
    when = f"{_when(event.occurred_at, time_zone)}, " if event.occurred_at else ""
    return f"{when}{event.actor}: {shown}"


def _when(moment: datetime, time_zone: str) -> str:
    return f"{moment.astimezone(ZoneInfo(time_zone)):%Y-%m-%d %H:%M}"
