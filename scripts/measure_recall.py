"""Recall of the gold events of a data set in the neutral format, through the server.

    graphmem import DIR/events.jsonl
    python scripts/measure_recall.py DIR

Prints recall@1/5/10/20/50 over all cues that have gold events: the share of a cue's gold events among the first k.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from datetime import datetime
from pathlib import Path

from tqdm import tqdm

from graphmem import GraphMemory

DEPTHS = (1, 5, 10, 20, 50)


def main(folder: Path) -> None:
    cues = [json.loads(line) for line in (folder / "cues.jsonl").read_text(encoding="utf-8").splitlines()]
    shares: dict[str, list[list[float]]] = defaultdict(list)
    with GraphMemory.open() as memory:
        for cue in tqdm([cue for cue in cues if cue["gold_event_ids"]], unit=" cues"):
            asked = datetime.fromisoformat(cue["asked_at"])
            found = memory.user(cue["user_id"]).recall(cue["text"], now=asked, k=max(DEPTHS))
            ranked = [hit.event.event_id for hit in found.events]
            gold = set(cue["gold_event_ids"])
            row = [len(gold & set(ranked[:depth])) / len(gold) for depth in DEPTHS]
            shares["all"].append(row)
            shares[cue.get("kind", "")].append(row)
    header = " ".join(f"@{depth:<5}" for depth in DEPTHS)
    sys.stdout.write(f"{'recall':<28} cues  {header}\n")
    for kind, rows in shares.items():
        means = " ".join(f"{sum(column) / len(rows):.3f} " for column in zip(*rows, strict=True))
        sys.stdout.write(f"{kind:<28} {len(rows):>4}  {means}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
