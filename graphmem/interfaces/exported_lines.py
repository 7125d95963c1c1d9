"""Lines of an exported file, checked before anything of them is stored."""

from __future__ import annotations

import json
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from graphmem.checks import checked_id
from graphmem.config import LONGEST_ID_BYTES
from graphmem.episodic.late import redacted_texts
from graphmem.errors import InvalidInputError
from graphmem.interfaces.lines import read
from graphmem.language.redaction import Redactor
from graphmem.models import EncoderIdentity, Episode
from graphmem.store.elements import EMBEDDING

_LABELS = frozenset({"Event", "UserEvent", "AgentEvent", "ToolEvent"})
_SCALARS = (str, bool, int, float, bytes, date)
_EPISODE = ("content", "event_type", "actor", "actor_role", "session_id", "occurred_at", "ended_at", "summary")
"""Properties of an event that are checked as those of an episode."""


@dataclass(frozen=True)
class ExportedEvent:
    """An event of the file, checked."""

    number: int
    event_id: str
    replay_key: str | None
    episode: Episode
    occurred_at: datetime
    labels: list[str]
    properties: dict[str, object]
    embedding: NDArray[np.float32] | None
    redacted: bool
    """Whether something was taken out of it on the way in."""

    @property
    def waits(self) -> bool:
        """Whether it was exported before it was embedded."""
        return self.embedding is None and bool(self.properties.get("awaits_embedding"))


def checked_object(text: bytes) -> dict[str, Any]:
    """The JSON object in a line, or an `InvalidInputError`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidInputError("The line is not JSON in UTF-8.") from None
    if not isinstance(data, dict):
        raise InvalidInputError(f"The line is not a JSON object but {type(data).__name__}.")
    return data


def object_or_empty(text: bytes) -> dict[str, Any]:
    """The object in a line, or an empty one."""
    try:
        return checked_object(text)
    except InvalidInputError:
        return {}


def checked_encoder(header: dict[str, Any]) -> EncoderIdentity:
    """The encoder that a header says made the embeddings, or an `InvalidInputError`."""
    try:
        return EncoderIdentity.model_validate(header.get("encoder"))
    except ValidationError:
        raise InvalidInputError("The first line of the file does not say which encoder made the embeddings.") from None


def checked_properties(properties: dict[str, object]) -> dict[str, object]:
    """Properties that Neo4j can store (texts, numbers, times, lists of one of them), or an `InvalidInputError`."""
    for key, value in properties.items():
        items = value if isinstance(value, list) else [value]
        kinds = {type(item) for item in items}
        if len(kinds) > 1 or not all(value is None or isinstance(item, _SCALARS) for item in items):
            raise InvalidInputError(f"The property {key!r} is nothing that can be stored.")
        if any(isinstance(item, int) and abs(item) >= 2**63 for item in items):
            raise InvalidInputError(f"The property {key!r} is a number beyond 64 bits.")
        if any(isinstance(item, str) and "\x00" in item for item in [key, *items]):
            raise InvalidInputError(f"The property {key!r} holds a NUL character.")
    return {key: value for key, value in properties.items() if value is not None}


def checked_event(
    number: int, data: dict[str, Any], *, session_ids: AbstractSet[str], redactor: Redactor, dimension: int | None
) -> ExportedEvent:
    """The event of a line, redacted as it would be today.

    Args:
        number: of the line.
        data: what it holds.
        session_ids: that the file had before.
        redactor: takes out what would be taken out today; the embedding goes with it.
        dimension: of embeddings; None where those of the file cannot be taken over.

    Raises:
        InvalidInputError: it is no event that can be stored.
    """
    properties = checked_properties(read(data.get("properties")))
    event_id = checked_id("event_id", data.get("event_id"))
    labels = data.get("labels")
    if not isinstance(labels, list) or "Event" not in labels or not _LABELS.issuperset(labels):
        raise InvalidInputError("The labels are not those of an event.")
    embedding = properties.pop(EMBEDDING, None)
    episode, replay_key = _episode(properties)
    if episode.session_id is not None and episode.session_id not in session_ids:
        raise InvalidInputError("The event names a session that the file does not have.")
    texts, types = redacted_texts(properties, redactor)
    if types:
        properties |= texts
        properties["redacted"] = [*cast("list[str]", properties.get("redacted") or []), *types]
        episode = episode.model_copy(update={"content": texts["content"]})
        embedding = None
    vector = checked_vector(embedding, dimension) if dimension is not None and embedding is not None else None
    occurred_at = cast("datetime", episode.occurred_at)
    return ExportedEvent(
        number, event_id, replay_key, episode, occurred_at, [*labels], properties, vector, redacted=bool(types)
    )


def checked_vector(embedding: object, dimension: int) -> NDArray[np.float32]:
    """An embedding of a line, or an `InvalidInputError`."""
    if not isinstance(embedding, list) or len(embedding) != dimension:
        raise InvalidInputError(f"The embedding has not {dimension} dimensions.")
    vector = np.asarray(embedding, dtype=np.float32)
    if not np.isfinite(vector).all() or not vector.any():
        raise InvalidInputError("The embedding is zero or not a number.")
    return vector


def _episode(properties: dict[str, object]) -> tuple[Episode, str | None]:
    """The event as an episode, which is how it is checked, and its replay_key."""
    given: dict[str, Any] = {key: properties.get(key) for key in _EPISODE}
    try:
        given["metadata"] = json.loads(str(properties.get("metadata") or "{}"))
    except ValueError:
        raise InvalidInputError("The metadata is not JSON.") from None
    episode = Episode.checked(given)
    for key in ("occurred_at", "recorded_at"):
        if not isinstance(properties.get(key), datetime):
            raise InvalidInputError(f"The event has no time {key}.")
    replay_key = properties.get("replay_key")
    if replay_key is not None and (not isinstance(replay_key, str) or len(replay_key.encode()) > LONGEST_ID_BYTES):
        raise InvalidInputError("The replay_key is not one.")
    if episode.occurred_at is None:
        raise InvalidInputError("The event has no time occurred_at.")
    return episode, replay_key
