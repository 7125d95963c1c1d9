"""Finds the weights of graphmem/rules/ranking.toml on judged cues, and shows what they are worth on others.

    python scripts/fit_ranking.py /data/locomo --check /data/longmemeval --cache /tmp/features.pickle

Every data set (docs/benchmarks.md says in which form) is stored for users of its own, its cues are asked once, and the
features of all candidates are kept in `--cache`, so that trying weights takes seconds. Two things are printed:

1. For each user of the first data set: weights found on the others alone, and how they do on this user and on the
   check. The distance between both is how much the data can be trusted.
2. The weights to use: from those in force, one is changed at a time, and a step is taken only where it is better on
   all users together and no worse on any of them, nor on the check.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from graphmem.evaluation.dataset import load
from graphmem.evaluation.looking import looked_at
from graphmem.evaluation.storing import analyse_all, keeping_all
from graphmem.evaluation.temporary import temporary_users
from graphmem.memory import GraphMemory
from graphmem.recall.rank import rank, weights_for
from graphmem.rules.ranking import ranking

DEPTHS = (1, 5, 10, 20, 50)
STEPS = (0.5, 0.7, 0.85, 1.15, 1.3, 1.6, 2.0)
"""What a weight is multiplied by to try another."""
FITTED = ("dense", "speaker", "question", "when", "number", "answers", "why", "date", "graph")
"""The others are fixed: `lexical` is the unit, and what the sets say nothing about is small by choice."""
NO_WORSE = 0.004
"""A figure that falls by less has not fallen: half a cue in 150."""


@dataclass(frozen=True)
class Asked:
    """A cue: its candidates' features, and which of them are gold."""

    user: str
    features: dict[str, NDArray[np.float64]]
    gold: NDArray[np.bool_]
    gold_count: int
    by_id: NDArray[np.intp]
    """Places of the candidates in order of id, which decides among equal scores."""


Weights = dict[str, float]


def collect(folder: Path, memory: GraphMemory) -> list[Asked]:
    """Store a data set, ask its cues, and take the features: the parts of the scores, over the weights in force."""
    data, found = load(folder), []
    keeping = keeping_all(memory)
    with temporary_users(memory, len(data.episodes)) as user_ids:
        ids = dict(zip(data.episodes, user_ids, strict=True))
        last = {user: max(e.occurred_at for e in told if e.occurred_at) for user, told in data.episodes.items()}
        for user, episodes in data.episodes.items():
            keeping.user(ids[user]).record_many(episodes)
        analyse_all(memory, user_ids)
        for cue in tqdm(data.cues, unit=" cues", desc=data.name, disable=None):
            seen = looked_at(memory, ids[cue.user_id], cue.text, cue.asked_at or last[cue.user_id])
            if not cue.gold_event_ids or not seen.candidates:
                continue
            ranked = rank(seen.cue, seen.candidates, memory.ranking, seen.near)
            weights = weights_for(seen.candidates, memory.ranking)
            names = [each.candidate.event_id for each in ranked]
            found.append(
                Asked(
                    user=cue.user_id,
                    features={
                        part: np.array([each.parts[part] for each in ranked]) / weights[part]
                        for part in ranked[0].parts
                        if weights[part]
                    },
                    gold=np.array([name in cue.gold_event_ids for name in names]),
                    gold_count=len(cue.gold_event_ids),
                    by_id=np.argsort(np.argsort(names)),
                )
            )
    return found


def figures(asked: Sequence[Asked], weights: Weights) -> NDArray[np.float64]:
    """Mean recall at each of `DEPTHS`, and nDCG over all candidates."""
    rows = []
    for each in asked:
        score = sum((weight * each.features[name] for name, weight in weights.items() if name in each.features), 0.0)
        hits = each.gold[np.lexsort((each.by_id, -np.asarray(score)))]
        reached = hits.cumsum()
        gain = (1 / np.log2(np.flatnonzero(hits) + 2)).sum()
        best = (1 / np.log2(np.arange(each.gold_count) + 2)).sum()
        rows.append([*(reached[min(k, len(hits)) - 1] / each.gold_count for k in DEPTHS), gain / best])
    return np.array(rows).mean(axis=0)


def climb(weights: Weights, better: Callable[[Weights, Weights], bool]) -> Weights:
    """Change one weight at a time while that is better."""
    best = dict(weights)
    for _ in range(3):
        before = dict(best)
        for name in FITTED:
            for step in STEPS:
                tried = {**best, name: round(best[name] * step, 3)}
                if better(tried, best):
                    best = tried
        if best == before:
            break
    return best


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--check", type=Path, required=True)
    arguments.add_argument("--cache", type=Path, required=True)
    given = arguments.parse_args()
    if not given.cache.exists():
        with GraphMemory.open() as memory:
            given.cache.write_bytes(pickle.dumps([collect(folder, memory) for folder in (given.folder, given.check)]))
    fitted_on, check = pickle.loads(given.cache.read_bytes())
    in_force = dict(ranking().weights)
    users = sorted({each.user for each in fitted_on})
    by_user = {user: [each for each in fitted_on if each.user == user] for user in users}
    tell("in force", fitted_on, check, in_force)
    for user in users:
        rest = [each for each in fitted_on if each.user != user]
        found = climb(in_force, lambda new, old, rest=rest: bool(total(rest, new) > total(rest, old) + NO_WORSE))
        click.echo(f"found without {user}: {changed(found, in_force)}")
        tell("  on the others", rest, check, found)
        tell(f"  on {user}", by_user[user], check, found)
    parts = [*by_user.values(), check]

    def all_agree(new: Weights, old: Weights) -> bool:
        gains = [total(part, new) - total(part, old) for part in parts]
        return bool(min(gains) > -NO_WORSE and total(fitted_on, new) > total(fitted_on, old) + NO_WORSE)

    found = climb(in_force, all_agree)
    click.echo(f"to use: {changed(found, in_force)}")
    tell("  all", fitted_on, check, found)


def total(asked: Sequence[Asked], weights: Weights) -> float:
    return float(figures(asked, weights).sum())


def changed(found: Weights, before: Weights) -> str:
    return ", ".join(f"{name} = {found[name]:g}" for name in FITTED if found[name] != before[name]) or "as in force"


def tell(title: str, asked: Sequence[Asked], check: Sequence[Asked], weights: Weights) -> None:
    texts = [" ".join(f"{figure:.3f}" for figure in figures(part, weights)) for part in (asked, check)]
    click.echo(f"{title}: {texts[0]} | check {texts[1]}  (recall@{', @'.join(map(str, DEPTHS))}, nDCG)")


if __name__ == "__main__":
    main()
