"""How near own cues come to a memory, and how near those of somebody else: from where on recall should answer at all.

    python scripts/measure_floor.py /data/locomo /data/longmemeval

Every user's cues are asked of the user's own memory and of another user's. Printed are the area under the ROC curve
and, for some floors, the share of own cues that would go unanswered and of foreign ones that would be answered.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import click
import numpy as np

from graphmem.clock import BEGINNING, END
from graphmem.config import RecallSettings
from graphmem.episodic.policy import WritePolicy
from graphmem.evaluation.dataset import DataSet, JudgedCue, load
from graphmem.evaluation.temporary import temporary_users
from graphmem.language.checked import query_vector
from graphmem.language.words import search_words
from graphmem.memory import GraphMemory
from graphmem.recall.channels import gather, look, look_for_words
from graphmem.recall.cue import read_cue
from graphmem.recall.deadline import Deadline
from graphmem.recall.floor import nearness
from graphmem.store.tenant import TenantStore

FLOORS = (0.78, 0.79, 0.80, 0.81, 0.82, 0.84, 0.86)


def nearness_of(cue: JudgedCue, user_id: str, memory: GraphMemory) -> float:
    """How near the cue comes to what that user remembers."""
    store, deadline, search = TenantStore(memory.database, user_id), Deadline(None, memory.side), search_words(cue.text)
    actors = memory.user(user_id)._profile().actors
    read = read_cue(cue.text, now=cue.asked_at or memory.clock.now(), since=BEGINNING, until=END, actors=actors)
    words = look_for_words(search, BEGINNING, END, store, memory.ranking, deadline)
    vector = query_vector(memory.encoder, read.meaning)
    hits = look(read, vector, search, words, store, memory.ranking, deadline)
    return nearness(read, gather(read, hits, vector, store, memory.ranking, deadline))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folders", type=Path, nargs="+")
    sets: list[DataSet] = [load(folder) for folder in arguments.parse_args().folders]
    owners = [(number, user) for number, data in enumerate(sets) for user in data.episodes]
    own, foreign = [], []
    with GraphMemory.open() as opened:
        memory = GraphMemory(
            opened.database,
            opened.encoder,
            policy=WritePolicy(gate="everything", unite=False),
            recalling=RecallSettings(floor=0),
        )
        with temporary_users(memory, len(owners)) as user_ids:
            ids = dict(zip(owners, user_ids, strict=True))
            for number, user in owners:
                memory.user(ids[number, user]).record_many(sets[number].episodes[user])
            for number, data in enumerate(sets):
                for cue in data.cues:
                    place = owners.index((number, cue.user_id))
                    other = owners[(place + 1) % len(owners)]
                    own.append(nearness_of(cue, ids[owners[place]], memory))
                    foreign.append(nearness_of(cue, ids[other], memory))
    here, there = np.array(own), np.array(foreign)
    area = (here[:, None] > there[None, :]).mean() + 0.5 * (here[:, None] == there[None, :]).mean()
    click.echo(f"{len(own)} cues, encoder {memory.encoder.identity}: area under the ROC curve {area:.3f}")
    for floor in FLOORS:
        click.echo(
            f"floor {floor:.2f}: {(here < floor).mean():6.1%} of own unanswered, "
            f"{(there >= floor).mean():6.1%} of foreign answered"
        )


if __name__ == "__main__":
    main()
