"""Measure how fast events are made into facts, by step, and whether that depends on how much there is already.

    python scripts/measure_facts.py [--existing 1000 30000] [--events 100] [--rounds 3] [--write docs/benchmarks.md]

Needs a Neo4j (the managed one is started). Users of its own are made and erased. What users say is generated: what they
like, use and own, with names that come back, in English and Chinese by turns; entities are found first and not counted.
The next events of every user are measured by turns, so that whatever else the machine does hits all of them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from graphmem._version import __version__
from graphmem.clock import SystemClock
from graphmem.config import load_settings
from graphmem.episodic.policy import WritePolicy
from graphmem.evaluation.report import section, write_section
from graphmem.evaluation.temporary import temporary_users
from graphmem.memory import GraphMemory
from graphmem.semantic import believe, consolidate
from graphmem.store.tenant import TenantStore

_START = datetime(2026, 1, 1, tzinfo=UTC)
_THINGS = [f"{kind}{number}" for kind in ("Tool", "Song", "Game", "Dish", "Bike") for number in range(400)]
_SAID = ["I like {}.", "I use {} for work.", "I own {}.", "我喜欢{}。", "我用{}工作。", "It rained all day near {}."]


def episodes(count: int, first: int, chance: random.Random) -> list[dict[str, object]]:
    """What a user says, one every hour, in sessions of 20."""
    return [
        {
            "content": chance.choice(_SAID).format(chance.choice(_THINGS)),
            "occurred_at": _START + timedelta(hours=number),
            "session_id": f"s{number // 20}",
            "event_id": f"e{number}-{uuid.uuid4().hex[:6]}",
        }
        for number in range(first, first + count)
    ]


def prepare(memory: GraphMemory, user_id: str, existing: int, chance: random.Random) -> None:
    """A user with so many events, made into facts."""
    user = memory.user(user_id)
    for start in range(0, existing, 5000):
        user.record_many(episodes(min(5000, existing - start), start, chance))
    user.consolidate()


def timed(memory: GraphMemory, user_id: str, first: int, events: int, chance: random.Random) -> dict[str, float]:
    """Seconds by step of consolidating the next events of a user; round trips a group."""
    user = memory.user(user_id)
    user.record_many(episodes(events, first, chance))
    memory.analyse(user_id=user_id)
    trips: Counter[str] = Counter()
    plain = TenantStore.run

    def counted(self: TenantStore, query, /, **params):  # type: ignore[no-untyped-def]
        trips[query.name] += 1
        return plain(self, query, **params)

    TenantStore.run = counted  # type: ignore[method-assign]
    try:
        started = time.monotonic()
        report = user.consolidate()
        seconds = time.monotonic() - started
    finally:
        TenantStore.run = plain  # type: ignore[method-assign]
    stored = sum(trips[query.name] for query in (consolidate._RESOLVE, believe._SLOTS, believe._BELIEVE))
    return {
        "seconds": seconds,
        **{f"{step} s": took for step, took in sorted(report.seconds.items())},
        "round trips a group": stored / max(1, report.groups),
    }


def measure(memory: GraphMemory, existing: Sequence[int], events: int, rounds: int) -> list[dict[str, float]]:
    """Medians over the rounds, in each of which every user is measured once; a round before them warms up."""
    chance = random.Random(0)
    found: dict[int, list[dict[str, float]]] = {each: [] for each in existing}
    with temporary_users(memory, len(existing)) as user_ids:
        users = dict(zip(existing, user_ids, strict=True))
        for each, user_id in users.items():
            prepare(memory, user_id, each, chance)
        for number in range(rounds + 1):
            for each, user_id in users.items():
                found[each].append(timed(memory, user_id, each + number * events, events, chance))
    middle = {
        each: {name: median(taken[name] for taken in takes[1:]) for name in takes[-1]} for each, takes in found.items()
    }
    least = middle[min(existing)]["seconds"]
    return [
        {
            "existing": each,
            "events": events,
            "events/s": round(events / taken["seconds"], 1),
            "times as long": round(taken["seconds"] / least, 2),
            **{name: round(value, 2) for name, value in taken.items() if name != "seconds"},
        }
        for each, taken in middle.items()
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--existing", type=int, nargs="+", default=[1000, 30000])
    parser.add_argument("--events", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", type=Path)
    given = parser.parse_args()
    with GraphMemory.open(settings=load_settings(background=False)) as opened:
        memory = GraphMemory(opened.database, opened.encoder, policy=WritePolicy(gate="everything", unite=False))
        rows = measure(memory, given.existing, given.events, given.rounds)
    titles = list(rows[0])
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    lines += ["| " + " | ".join(str(row[title]) for title in titles) + " |" for row in rows]
    print("\n".join(lines))  # noqa: T201
    if given.write:
        command = " ".join(["python", *sys.argv])
        versions = {"graphmem": __version__}
        text = section(body="\n".join(lines), command=command, versions=versions, day=SystemClock().now().date())
        write_section(given.write, "consolidation", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
