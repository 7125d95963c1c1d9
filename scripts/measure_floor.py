"""How near own cues come to a memory, and how near those of somebody else: from where on recall should answer at all.

    python scripts/measure_floor.py /data/locomo /data/longmemeval tests/sets/recall

Every user's cues are asked of the user's own memory and of another user's: of the next of the same set, or where a set
has but one user, of the next set. Printed for each set are the area under the ROC curve and, for some floors, the share
of own cues that would go unanswered and of foreign ones that would be answered. Folders are data sets
(docs/benchmarks.md says in which form) or labelled sets, of which the first half is asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import click
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from graphmem.evaluation.dataset import load
from graphmem.evaluation.looking import looked_at
from graphmem.evaluation.report import markdown
from graphmem.evaluation.scenarios.labelled import is_labelled, labelled
from graphmem.evaluation.storing import keeping_all
from graphmem.evaluation.temporary import temporary_users
from graphmem.memory import GraphMemory
from graphmem.models import Episode
from graphmem.recall.floor import nearness

FLOORS = (0.78, 0.80, 0.82, 0.84, 0.86)


@dataclass(frozen=True)
class Person:
    """A user of a set, what happened to them, and what they ask."""

    set: str
    time_zone: str | None
    episodes: list[Episode]
    cues: list[tuple[str, datetime]]
    """Each with the time at which it is asked."""


def people_of(folder: Path) -> list[Person]:
    """The users of a data set or a labelled set."""
    if is_labelled(folder):
        suite, found = labelled(folder, "first"), []
        for user, story in suite.users.items():
            zone = suite.zone_of(user)
            episodes = story.episodes(ZoneInfo(zone) if zone else None)
            cues = [(each.text, suite.asked_at(user, each, _last(episodes))) for each in story.questions]
            found.append(Person(suite.name, zone, episodes, cues))
        return found
    data = load(folder)
    return [
        Person(
            data.name,
            None,
            list(told),
            [(cue.text, cue.asked_at or _last(told)) for cue in data.cues if cue.user_id == user],
        )
        for user, told in data.episodes.items()
    ]


def _last(episodes: Sequence[Episode]) -> datetime:
    return max(each.occurred_at for each in episodes if each.occurred_at)


def stranger(people: Sequence[Person], place: int) -> int:
    """Whose memory the cues of `people[place]` are foreign to."""
    same = [other for other, each in enumerate(people) if each.set == people[place].set]
    if len(same) > 1:
        return same[(same.index(place) + 1) % len(same)]
    return (place + 1) % len(people)


def measured(memory: GraphMemory, people: Sequence[Person]) -> dict[str, NDArray[np.float64]]:
    """By set, the nearness of each cue to its own memory and to a foreign one, (cues, 2)."""
    keeping = keeping_all(memory)
    found: dict[str, list[tuple[float, float]]] = {}
    with temporary_users(memory, len(people)) as ids:
        for person, id in zip(people, ids, strict=True):
            keeping.user(id, time_zone=person.time_zone).record_many(person.episodes)
        for place, person in enumerate(people):
            other = ids[stranger(people, place)]
            for text, now in tqdm(person.cues, unit=" cues", desc=person.set, disable=None):
                seen = [looked_at(memory, id, text, now) for id in (ids[place], other)]
                own, foreign = (nearness(each.cue, each.candidates) for each in seen)
                found.setdefault(person.set, []).append((own, foreign))
    return {name: np.array(pairs) for name, pairs in found.items()}


def row(name: str, pairs: NDArray[np.float64]) -> list[str]:
    """Of a table: the set, its cues, the area under the ROC curve, and for each floor both shares."""
    own, foreign = pairs.T
    area = (own[:, None] > foreign).mean() + 0.5 * (own[:, None] == foreign).mean()
    shares = [f"{(own < floor).mean():.3f}, {(foreign >= floor).mean():.2f}" for floor in FLOORS]
    return [name, f"{len(own):,}", f"{area:.3f}", *shares]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folders", type=Path, nargs="+")
    people = [person for folder in arguments.parse_args().folders for person in people_of(folder)]
    if len(people) < 2:
        arguments.error("There is only one user, so no cue is foreign. Name another folder beside it.")
    with GraphMemory.open() as memory:
        found = measured(memory, people)
        head = [str(memory.encoder.identity.model), "cues", "area under ROC"]
        floors = [f"{floor:.2f}: own unanswered, foreign answered" for floor in FLOORS]
        click.echo(markdown([[*head, *floors], *(row(name, pairs) for name, pairs in found.items())]))


if __name__ == "__main__":
    main()
