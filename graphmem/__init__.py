"""graphmem: a memory service for AI agents on Neo4j.

>>> from graphmem import GraphMemory
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from graphmem._version import __version__

if TYPE_CHECKING:
    from graphmem.errors import GraphmemError
    from graphmem.memory import GraphMemory
    from graphmem.models import ActorRole, Episode, Event, EventType
    from graphmem.user import SessionMemory, UserMemory

# Loaded when first used, so that `import graphmem` costs nothing (neither Neo4j's driver nor torch nor spaCy).
_HOMES = {
    "GraphMemory": "graphmem.memory",
    "UserMemory": "graphmem.user",
    "SessionMemory": "graphmem.user",
    "Episode": "graphmem.models",
    "Event": "graphmem.models",
    "EventType": "graphmem.models",
    "ActorRole": "graphmem.models",
    "GraphmemError": "graphmem.errors",
}

__all__ = [
    "ActorRole",
    "Episode",
    "Event",
    "EventType",
    "GraphMemory",
    "GraphmemError",
    "SessionMemory",
    "UserMemory",
    "__version__",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'graphmem' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
