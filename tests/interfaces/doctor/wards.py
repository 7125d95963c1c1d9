"""A store that tests damage, and its doctor."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from click.testing import CliRunner, Result
from graph import Graph

from graphmem.config import Settings
from graphmem.episodic.policy import WritePolicy
from graphmem.evaluation.doctor.examine import Doctor
from graphmem.interfaces.cli import main
from graphmem.language.encoder import Encoder
from graphmem.memory import GraphMemory
from graphmem.server import Instance, down, up
from graphmem.store.connection import Database
from graphmem.store.schema import Schema

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
TALK = [
    ("user", "The payment failed because the card was declined"),
    ("assistant", "I retry it with the stored card"),
    ("tool", "card accepted, receipt 4711"),
    ("user", "导出的报表打开是乱码"),
    ("assistant", "换成 UTF-8 再导出一次"),
]


class Ward:
    """A store to be damaged, and its doctor."""

    def __init__(self, settings: Settings, encoder: Encoder) -> None:
        self.settings, self.instance = settings, Instance.of(settings)
        server = up(self.instance)
        self.graph = Graph(server)
        self.database = Database.open(server.bolt_uri, server.username, server.password.get_secret_value())
        Schema(self.database).upgrade(encoder.identity)
        self.encoder = encoder

    def refill(self) -> None:
        """Two users, two languages, two sessions each, causes, and an event outside of sessions."""
        self.graph.rows("MATCH (n) WHERE NOT n:Encoder AND NOT n:Migration DETACH DELETE n")
        memory = GraphMemory(self.database, self.encoder, policy=WritePolicy(gate="everything", unite=False))
        for user_id in ("ada", "林"):
            episodes: list[dict[str, Any]] = [
                {
                    "event_id": f"{session}{number}",
                    "session_id": session,
                    "task_type": "refund",
                    "actor": actor,
                    "content": content,
                    "occurred_at": MAY + timedelta(days=session == "b", minutes=number),
                    "caused_by": [f"{session}{number - 1}"] if number else [],
                }
                for session in ("a", "b")
                for number, (actor, content) in enumerate(TALK)
            ]
            assert not memory.user(user_id).record_many([*episodes, {"event_id": "alone", "content": "ok"}]).refused

    def close(self) -> None:
        self.database.close()
        self.graph.close()
        down(self.instance)

    def doctor(self) -> Doctor:
        return Doctor(self.database, self.encoder, instance=self.instance)

    def found(self) -> dict[str, int]:
        counts: Counter[str] = Counter()
        for finding in self.doctor().examine().findings:
            counts[finding.check] += finding.count
        return dict(counts)

    def run(self, *arguments: str, **more: str) -> Result:
        environment = {
            "GRAPHMEM_DATA_DIR": str(self.settings.data_dir),
            "GRAPHMEM_INSTANCE": self.settings.instance,
            "GRAPHMEM_ENCODER": self.settings.encoder,
            "GRAPHMEM_HEAP": self.settings.heap,
            "GRAPHMEM_PAGE_CACHE": self.settings.page_cache,
        }
        return CliRunner().invoke(main, ["doctor", *arguments], env=environment | more)


EVENT = "MATCH (e:Event {user_id: 'ada', event_id: 'a2'}) "
