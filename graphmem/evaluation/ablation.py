"""Doing without a part of recall, to see what it is worth."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.errors import InvalidInputError
from graphmem.recall.channels import GRAPH, IN_TIME, MEANING, NEIGHBOURS, WORDS, WORDS_CJK
from graphmem.recall.outcome import OUTCOME
from graphmem.rules.ranking import ranking

FAMILIES = {"dense": frozenset({"dense", MEANING}), "lexical": frozenset({"lexical", WORDS, WORDS_CJK})}
"""Names for a feature together with the channels that go with it."""
CHANNELS = (MEANING, WORDS, WORDS_CJK, IN_TIME, GRAPH, NEIGHBOURS, OUTCOME)


def switchable() -> list[str]:
    """Names of all that can be switched off: features, channels, families."""
    return sorted({*ranking().weights, *CHANNELS, *FAMILIES})


def switched_off(names: Iterable[str]) -> frozenset[str]:
    """The channels and features that `names` stand for.

    Raises:
        InvalidInputError: nothing has such a name.
    """
    given = frozenset(names)
    unknown = sorted(given.difference(switchable()))
    if unknown:
        raise InvalidInputError(
            f"Nothing is called {', '.join(unknown)}. Can be switched off: {', '.join(switchable())}."
        )
    return frozenset().union(*(FAMILIES.get(name, {name}) for name in given))
