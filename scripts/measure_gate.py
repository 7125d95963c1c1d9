"""Measure the write gate on labelled texts: how much of what is worth keeping it keeps, and of junk it refuses.

    python scripts/measure_gate.py tests/sets/gate/second_half.jsonl [--write docs/benchmarks.md]

A line of the file is an episode with its label: text, actor, event_type, language, keep, and "unverified" for guesses.
With --wrong the texts judged otherwise are listed; leave it off for a set that must stay unseen.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path
from typing import get_args

from graphmem._version import __version__
from graphmem.clock import SystemClock
from graphmem.config import GatePolicy
from graphmem.episodic.gate import Verdict, judge
from graphmem.errors import GraphmemError, InvalidInputError
from graphmem.evaluation.report import Table, markdown, plain, section, write_section
from graphmem.models import Episode

POLICIES: tuple[GatePolicy, ...] = get_args(GatePolicy)


@dataclass(frozen=True)
class Labelled:
    """A text with what people said of it."""

    episode: Episode
    language: str
    keep: bool
    unverified: bool

    def judged(self, policy: GatePolicy) -> Verdict:
        episode = self.episode
        return judge(episode.content, event_type=episode.event_type, actor_role=episode.actor_role, policy=policy)


def read_set(path: Path) -> list[Labelled]:
    """The labelled texts of a file.

    Raises:
        InvalidInputError: the file cannot be read, or a line lacks something.
    """
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        return [
            Labelled(
                Episode.checked({"content": row["text"], "actor": row["actor"], "event_type": row["event_type"]}),
                row["language"],
                row["keep"],
                row.get("unverified", False),
            )
            for row in rows
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInputError(f"{path} is no set of labelled texts: {error}.") from None


def recall(items: Sequence[Labelled], policy: GatePolicy, *, keep: bool) -> tuple[int, int]:
    """How many of the texts with this label are judged so, and how many there are."""
    wanted = [item for item in items if item.keep is keep]
    return sum(item.judged(policy).keep is keep for item in wanted), len(wanted)


def table(items: Sequence[Labelled]) -> Table:
    """A row for each policy and language."""
    rows = [["policy, language", "worth keeping", "kept", "junk", "refused"]]
    for policy in POLICIES:
        for language in ("all", *sorted({item.language for item in items})):
            part = [item for item in items if language in ("all", item.language)]
            kept, refused = recall(part, policy, keep=True), recall(part, policy, keep=False)
            rows.append([f"{policy}, {language}", str(kept[1]), _share(*kept), str(refused[1]), _share(*refused)])
    return rows


def guesses(items: Sequence[Labelled]) -> str:
    """How well guesses are told from what is certain, in a sentence."""
    agents = [item for item in items if item.keep and item.episode.actor_role == "agent"]
    marked = [item for item in agents if item.judged("balanced").unverified]
    right = sum(item.unverified for item in marked)
    return (
        f"Of {sum(item.unverified for item in agents)} guesses of agents {right} are marked as unverified, "
        f"and {len(marked) - right} of {sum(not item.unverified for item in agents)} other statements."
    )


def speed(items: Sequence[Labelled], rounds: int = 20) -> str:
    """Time on the processor for one text, in a sentence."""
    start = time.process_time()
    for _ in range(rounds):
        for item in items:
            item.judged("balanced")
    each = (time.process_time() - start) / rounds / len(items)
    characters = sum(len(item.episode.content) for item in items) / len(items)
    return f"{each * 1e6:.0f} µs a text of {characters:.0f} characters on average, on one processor."


def _share(hits: int, of: int) -> str:
    return f"{hits / of:.3f}".removeprefix("0") if of else "–"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into this page")
    parser.add_argument("--wrong", action="store_true", help="list the texts that are judged otherwise")
    options = parser.parse_args()
    try:
        items = read_set(options.file)
        figures = table(items)
        title = f"{len(items)} texts of {options.file.parent.name}/{options.file.name}."
        sys.stdout.write(f"{title}\n\n{plain(figures)}\n\n{guesses(items)}\n{speed(items)}\n")
        if options.wrong:
            for item in items:
                verdict = item.judged("balanced")
                if verdict.keep is not item.keep or verdict.unverified is not item.unverified:
                    sys.stdout.write(f"{'keep' if item.keep else 'junk'}, {verdict.reason}: {item.episode.content}\n")
        if options.write:
            body = f"{title}\n\n{markdown(figures)}\n\n{guesses(items)} {speed(items)}"
            command = f"python scripts/measure_gate.py {options.file}"
            day = SystemClock().now().astimezone(UTC).date()
            write_section(
                options.write, "gate", section(body=body, command=command, versions={"graphmem": __version__}, day=day)
            )
    except GraphmemError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
