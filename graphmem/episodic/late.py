"""Looking through what is stored once more, and taking out what must not be there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.episodic.prepare import Stamps, caption, replay_key
from graphmem.errors import StoreBusyError
from graphmem.language.checked import passage_vectors
from graphmem.language.encoder import Encoder
from graphmem.language.identify import language_of
from graphmem.language.redaction import Redactor
from graphmem.models import MENTIONED_TYPES
from graphmem.rules.keys import id_key
from graphmem.rules.passages import event_passage
from graphmem.store.catalogue import tenant_query
from graphmem.store.connection import Row
from graphmem.store.tenant import TenantStore

_TEXTS = tenant_query("episodic.texts")
_REWRITE = tenant_query("episodic.rewrite")
_PAGE = 200
_PASSES = 5
"""Over what was changed by others while it was looked through."""

Progress = Callable[[int], object]
"""Called with the number of events just looked through."""


@dataclass(frozen=True)
class RedactionReport:
    """What was found in stored events."""

    events: int
    """Looked through."""
    changed: int
    """Events in which something was taken out, or would be."""
    found: Mapping[str, int]
    """Places by type."""
    dry_run: bool


def redact_stored(
    store: TenantStore,
    encoder: Encoder,
    redactor: Redactor,
    stamps: Stamps,
    *,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> RedactionReport:
    """Redact the stored events of a user by the rules in force now; they are embedded anew.

    Interrupted, it has redacted a part; running it again does the rest.

    Raises:
        RedactionError: a rule failed.
        StoreError: the store failed; run it again.
    """
    events = changed = 0
    found: Counter[str] = Counter()
    for _ in range(_PASSES):
        missed = False
        events = 0
        for page in _pages(store):
            rows = [(row, types) for row, types in (_redacted(text, redactor, store.user_id) for text in page) if types]
            events += len(page)
            if progress:
                progress(len(page))
            if rows and not dry_run:
                done = _rewrite(store, encoder, stamps, [row for row, _ in rows])
                missed |= len(done) < len(rows)
                rows = [each for each in rows if each[0]["event_id"] in done]
            changed += len(rows)
            for _, types in rows:
                found.update(types)
        if not missed:
            return RedactionReport(events, changed, dict(sorted(found.items())), dry_run)
        progress = None
    raise StoreBusyError("Others keep changing what is looked through. What could be redacted was; run it again.")


def _pages(store: TenantStore) -> Iterator[list[Row]]:
    after = ""
    while page := store.run(_TEXTS, after=after, limit=_PAGE):
        yield page
        after = page[-1]["event_id"]


def redacted_texts(stored: Mapping[str, Any], redactor: Redactor) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The properties of a stored event that hold its text, redacted; and a type for each place where something was.

    Raises:
        RedactionError: a rule failed.
    """
    content = redactor.text(stored["content"])
    properties: dict[str, Any] = {
        "content": content.text,
        "name": caption(content.text),
        "language": language_of(content.text),
    }
    types = content.types
    if stored.get("summary"):
        summary = redactor.text(stored["summary"])
        properties["summary"] = summary.text
        types += summary.types
    if stored.get("metadata"):
        metadata = redactor.json(json.loads(stored["metadata"]))
        properties["metadata"] = json.dumps(metadata.value, ensure_ascii=False, sort_keys=True)
        types += metadata.types
    return properties, types


def _redacted(text: Row, redactor: Redactor, user_id: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The row for `episodic.rewrite`, and the types of what was found."""
    properties, types = redacted_texts(text, redactor)
    passage = event_passage(text["actor"], properties["content"]) if text["embedded"] else None
    kept = {key: text[key] for key in ("event_id", "length", "seen")}
    made_key = None
    if text["replayable"]:
        identity = (text["session_id"], text["actor"], text["event_type"], properties["content"], text["occurred_at"])
        made_key = replay_key(*identity)
    own_keys = [id_key(user_id, id) for id in (text["event_id"], made_key) if id is not None]
    keys = {"replay_key": made_key, "own_keys": own_keys}
    return {**kept, **keys, "properties": properties, "redacted": list(types), "passage": passage}, types


def _rewrite(store: TenantStore, encoder: Encoder, stamps: Stamps, rows: list[dict[str, Any]]) -> set[str]:
    passages = [row["passage"] for row in rows if row["passage"] is not None]
    vectors = iter(passage_vectors(encoder, passages)) if passages else iter(())
    prepared = [
        {key: value for key, value in row.items() if key != "passage"}
        | {"embedding": None if row["passage"] is None else next(vectors)}
        for row in rows
    ]
    (answer,) = store.run(_REWRITE, rows=prepared, recorded_at=stamps.next(), types=list(MENTIONED_TYPES))
    return set(answer["rewritten"])
