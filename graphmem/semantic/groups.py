"""Groups of events that are made into facts together: of one topic, 4 to 8 of them, none in two (ADR 0011)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

LEAST, MOST = 4, 8
_NEAR = 0.5
"""Cosine from which two events may be of one topic: below, encoders say it of anything."""
_SHARED = 0.5
"""What a shared entity adds to the tie of two events, divided by how many events share it."""


@dataclass(frozen=True, slots=True)
class Topical:
    """What tells the topic of an event."""

    embedding: Sequence[float] | None = None
    entities: tuple[str, ...] = ()


def groups(events: Sequence[Topical]) -> list[list[int]]:
    """The places of the events by topic, each in one group; groups and what is in them keep the order of the events.

    Topics are the communities (Louvain) of the graph in which events are tied by the cosine of their embeddings and
    the entities they share; large ones are cut, small ones put together, since a group is a transaction.

    >>> groups([Topical(entities=("tea",))] * 5 + [Topical(entities=("rust",))] * 4)
    [[0, 1, 2, 3, 4], [5, 6, 7, 8]]
    """
    if len(events) <= LEAST:
        return [list(range(len(events)))] if events else []
    topics = _topics(events)
    cut = [topic[start : start + MOST] for topic in topics for start in range(0, len(topic), MOST)]
    whole = [group for group in cut if len(group) >= LEAST]
    rest = sorted(place for group in cut if len(group) < LEAST for place in group)
    whole += [rest[start : start + MOST] for start in range(0, len(rest), MOST)]
    return sorted(whole)


def _topics(events: Sequence[Topical]) -> list[list[int]]:
    import networkx as nx
    import numpy as np

    ties: dict[tuple[int, int], float] = defaultdict(float)
    placed = [place for place, event in enumerate(events) if event.embedding is not None]
    if placed:
        vectors = np.asarray([events[place].embedding for place in placed], dtype=np.float32)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        cosines = vectors @ vectors.T
        for row, column in zip(*np.nonzero(np.triu(cosines >= _NEAR, 1)), strict=True):
            ties[placed[row], placed[column]] += float(cosines[row, column]) - _NEAR
    sharing: dict[str, list[int]] = defaultdict(list)
    for place, event in enumerate(events):
        for entity in event.entities:
            sharing[entity].append(place)
    for places in sharing.values():
        for pair in combinations(places, 2):
            ties[pair] += _SHARED / len(places)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(events)))
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in sorted(ties.items()))
    return sorted(sorted(topic) for topic in nx.community.louvain_communities(graph, seed=0))
