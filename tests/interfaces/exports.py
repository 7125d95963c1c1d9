"""Files of `graphmem export`, written for tests, changed by them, and imported."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from graphmem.interfaces.export import export_file, extents
from graphmem.interfaces.exported import import_export
from graphmem.interfaces.jsonl import FileReport
from graphmem.memory import GraphMemory
from graphmem.store.elements import user_elements
from graphmem.store.fingerprint import Fingerprint, fingerprint
from graphmem.store.tenant import TenantStore
from graphmem.user import UserMemory

Lines = list[dict[str, object]]
Wipe = Callable[[UserMemory], None]


class Files:
    """Exports users, and imports lines that a test may have changed."""

    def __init__(self, memory: GraphMemory, folder: Path) -> None:
        self.memory, self.file = memory, folder / "memories.jsonl"

    def export(self, *users: UserMemory, **options: object) -> Lines:
        chosen = extents(self.memory, [user.id for user in users])
        export_file(self.memory, self.file, chosen, overwrite=True, **options)  # type: ignore[arg-type]
        return [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]

    def bring_back(self, lines: Lines, **options: str) -> FileReport:
        self.file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return import_export(self.memory, self.file, **options)

    def fingerprint(self, user: UserMemory) -> Fingerprint:
        return fingerprint(user_elements(TenantStore(self.memory.database, user.id)))
