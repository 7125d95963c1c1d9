"""The walk over the graph: personalised PageRank on what is near the best events, and the ways it took.

Jeh and Widom (2003), "Scaling Personalized Web Search". The graph has two kinds of nodes: events and what they mention.
An event passes on to its entities by their rarity, an entity to its events alike; at each step a share returns to where
the walk began. Worked out with numpy: networkx needs thirty times as long for a graph of this size.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.recall.candidates import Candidate
from graphmem.rules.ranking import GraphWalk

Numbers = NDArray[np.float64]


class Bridge(NamedTuple):
    """An entity over which events are reached."""

    entity_id: str
    name: str
    event_count: int
    named: bool
    asked: bool
    """Whether the cue names it."""


@dataclass(frozen=True)
class Neighbourhood:
    """What is near the best hits."""

    reached: Sequence[Candidate]
    """Events that no channel found, nearest first."""
    mentions: Mapping[str, Sequence[str]]
    """By event id, ids of the entities it mentions; hubs are left out."""
    bridges: Mapping[str, Bridge]
    """By entity id."""
    causes: Sequence[tuple[str, str]]
    """An effect and its cause, by event ids."""
    total: int
    """Events of the user; of very many only so many that it tells hubs."""

    def rarity(self, entity_id: str, unnamed: float) -> float:
        """Weight of the step from an event to an entity."""
        bridge = self.bridges[entity_id]
        return log(1 + self.total / bridge.event_count) * (1.0 if bridge.named else unnamed)


NOWHERE = Neighbourhood((), {}, {}, (), 0)


def walk(
    near: Neighbourhood,
    event_ids: Sequence[str],
    restart: Mapping[str, float],
    links: Sequence[tuple[str, str]],
    rules: GraphWalk,
) -> Numbers:
    """How likely the walk is at each of `event_ids`, (n,); they sum to about 1.

    Args:
        near: mentions and entities.
        event_ids: all events that take part.
        restart: where the walk begins and returns to, by event id, in shares of 1; all of them among `event_ids`.
        links: pairs of events that it may go along either way, besides `near.causes`.
        rules: the numbers.
    """
    place = {event_id: index for index, event_id in enumerate(event_ids)}
    bridge = {entity_id: index for index, entity_id in enumerate(near.bridges)}
    edges = [
        (place[event_id], bridge[entity_id], near.rarity(entity_id, rules.unnamed))
        for event_id, entity_ids in near.mentions.items()
        if event_id in place
        for entity_id in entity_ids
    ]
    begin = np.zeros(len(place))
    for event_id, share in restart.items():
        begin[place[event_id]] = share
    if not edges and not links and not near.causes:
        return begin
    events = np.array([edge[0] for edge in edges], dtype=np.intp)
    entities = np.array([edge[1] for edge in edges], dtype=np.intp)
    weights = np.array([edge[2] for edge in edges])
    to_entity = weights / _sums(events, weights, len(place))[events]
    to_event = 1 / _sums(entities, np.ones(len(edges)), len(bridge))[entities]
    source, target, to_linked = _linked([*near.causes, *links], place)
    asked = _asked(near, bridge)
    mix = rules.asked if asked.any() else 0.0
    has_links, has_entities = (
        np.bincount(source, minlength=len(place)) > 0,
        np.bincount(events, minlength=len(place)) > 0,
    )
    along = np.where(has_links, np.where(has_entities, rules.links, 1.0), 0.0)
    at = begin.copy()
    for _ in range(rules.steps):
        on_entities = np.bincount(entities, ((1 - along) * at)[events] * to_entity, len(bridge))
        on_entities = (1 - mix) * on_entities + mix * asked * on_entities.sum()
        moved = np.bincount(events, on_entities[entities] * to_event, len(place)).astype(np.float64)  # of none: ints
        moved += np.bincount(target, (along * at)[source] * to_linked, len(place))
        at = (1 - rules.back) * moved + rules.back * begin
        at /= at.sum()
    return at


def _sums(keys: NDArray[np.intp], values: Numbers, size: int) -> Numbers:
    """Of the values by key; never 0, so that it may divide."""
    return np.maximum(np.bincount(keys, values, size), 1e-12)


def _linked(
    links: Sequence[tuple[str, str]], place: Mapping[str, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp], Numbers]:
    """Both directions of the links, and the share of each among those of its event."""
    known = [(place[one], place[other]) for one, other in links if one in place and other in place]
    both = sorted({*known, *((other, one) for one, other in known)})
    source = np.array([one for one, _ in both], dtype=np.intp)
    target = np.array([other for _, other in both], dtype=np.intp)
    return source, target, 1 / _sums(source, np.ones(len(both)), len(place))[source]


def _asked(near: Neighbourhood, bridge: Mapping[str, int]) -> Numbers:
    """Where the walk returns to on entities: what the cue names, the rarer the more; sums to 1, or is 0 throughout."""
    shares = np.zeros(len(bridge))
    for entity_id, index in bridge.items():
        if near.bridges[entity_id].asked:
            shares[index] = 1 / max(1, near.bridges[entity_id].event_count)
    return shares / shares.sum() if shares.any() else shares


class Step(NamedTuple):
    """One step of a way: over an entity to an event."""

    over: str
    """Name of the entity; "cause" or "next" for a link."""
    event_id: str


def ways(near: Neighbourhood, wanted: Sequence[str], restart: Sequence[str]) -> dict[str, tuple[Step, ...]]:
    """The shortest way to each of the `wanted` events from what the cue names or from one of the `restart` events.

    Of ways of one length the one over the rarest entities. The first step of a way that begins at a name of the cue
    leads over that name; one that begins at an event has it as its first step, over nothing ("").
    """
    mentioned_by: dict[str, list[str]] = {}
    for event_id, entity_ids in near.mentions.items():
        for entity_id in entity_ids:
            mentioned_by.setdefault(entity_id, []).append(event_id)
    known: dict[str, tuple[Step, ...]] = {event_id: (Step("", event_id),) for event_id in restart}
    rare_first = sorted(near.bridges.values(), key=lambda each: (each.event_count, each.entity_id))
    waiting = deque(known)
    for each in rare_first:
        if each.asked:
            for event_id in mentioned_by.get(each.entity_id, ()):
                if event_id not in known:
                    known[event_id] = (Step(each.name, event_id),)
                    waiting.append(event_id)
    order = {each.entity_id: rank for rank, each in enumerate(rare_first)}
    missing = set(wanted).difference(known)
    while waiting and missing:
        here = waiting.popleft()
        for entity_id in sorted(near.mentions.get(here, ()), key=order.__getitem__):
            for event_id in mentioned_by[entity_id]:
                if event_id not in known:
                    known[event_id] = (*known[here], Step(near.bridges[entity_id].name, event_id))
                    waiting.append(event_id)
                    missing.discard(event_id)
    return {event_id: known[event_id] for event_id in wanted if event_id in known}
