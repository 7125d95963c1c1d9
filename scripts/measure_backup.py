"""Back up a store of made-up events, wipe it, restore it, and compare; write the figures into a page.

    python scripts/measure_backup.py --events 20000 --page docs/benchmarks.md

Runs the commands people run, on a server of its own in a temporary folder. The embeddings are random, since a backup
does not care what they mean, and as long as those of the default encoder.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphmem.clock import SystemClock
from graphmem.config import load_settings
from graphmem.evaluation.report import section, versions, write_section
from graphmem.memory import GraphMemory
from graphmem.models import EncoderIdentity
from graphmem.server import Instance, down

USERS, SESSION = 4, 50
START = datetime(2026, 1, 1, tzinfo=UTC)
INSTANCE = "measured"


class RandomEncoder:
    """Vectors that mean nothing."""

    def __init__(self, dimension: int = 384) -> None:
        self.identity = EncoderIdentity(model="random", dimension=dimension)
        self._random = np.random.default_rng(7)

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = self._random.normal(size=(len(texts), self.identity.dimension))
        unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
        return unit

    def passages(self, texts: Sequence[str], *, progress: object = None) -> NDArray[np.float32]:
        return self.queries(texts)


def episodes(user: int, count: int) -> list[dict[str, object]]:
    return [
        {
            "event_id": f"{user}-{number}",
            "session_id": f"session {number // SESSION}",
            "content": f"Event {number}: payment {number * 7919 % 10007} was checked and archived 已归档.",
            "occurred_at": START + timedelta(minutes=number),
            "actor_role": "agent" if number % 3 else "user",
            "caused_by": [f"{user}-{number - 1}"] if number % 5 == 4 else [],
        }
        for number in range(count)
    ]


def graphmem(data: Path, *arguments: str) -> dict[str, Any]:
    environment = {**os.environ, "GRAPHMEM_DATA_DIR": str(data), "GRAPHMEM_INSTANCE": INSTANCE}
    code = "from graphmem.interfaces.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments, "--json"], env=environment, check=True, stdout=subprocess.PIPE
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def measure(events: int, folder: Path) -> tuple[str, dict[str, str]]:
    """A sentence with the figures, and the versions."""
    settings = load_settings(data_dir=folder / "data", instance=INSTANCE, gate="everything", unite=False)
    instance = Instance.of(settings)
    try:
        with GraphMemory.open(settings=settings, encoder=RandomEncoder()) as memory:
            for user in range(USERS):
                memory.user(f"user {user}").record_many(episodes(user, events // USERS))
            used = versions(memory)
        down(instance)
        kept = graphmem(settings.data_dir, "backup", str(folder / "kept"))
        shutil.rmtree(instance.home)
        restored = graphmem(settings.data_dir, "restore", str(folder / "kept"))
        again = graphmem(settings.data_dir, "backup", str(folder / "again"))  # reads the restored store afresh
    finally:
        down(instance)
    return told(kept, restored, again), used


def told(kept: dict[str, Any], restored: dict[str, Any], again: dict[str, Any]) -> str:
    graph = kept["graph"]
    same = graph["fingerprint"] == again["graph"]["fingerprint"]
    return (
        f"A store of {graph['labels']['Event']:,} events with {graph['encoder']['dimension']} dimensions "
        f"({graph['nodes']:,} nodes, {graph['relationships']:,} relationships, {kept['store_bytes'] / 1e6:,.0f} MB), "
        f"on a server that did not run:\n\n"
        f"| backup | file | restore | fingerprint before | after wiping and restoring | |\n|---|---|---|---|---|---|\n"
        f"| {kept['seconds']:.0f} s | {kept['file_bytes'] / 1e6:,.0f} MB | {restored['seconds']:.0f} s | "
        f"`{graph['fingerprint'][:16]}…` | `{again['graph']['fingerprint'][:16]}…` | "
        f"{'identical' if same else 'NOT THE SAME'} |\n\n"
        "The times include one start of Neo4j for the backup and two for the restore, and reading the whole graph once "
        "each for its fingerprint."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--page", type=Path, help="Write the figures into this page, between its marks for backup.")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        body, used = measure(chosen.events, Path(folder))
    used.pop("encoder")
    command = f"python scripts/measure_backup.py --events {chosen.events}"
    text = section(body=body, command=command, versions=used, day=SystemClock().now().date())
    sys.stdout.write(text + "\n")
    if chosen.page:
        write_section(chosen.page, "backup", text)


if __name__ == "__main__":
    main()
