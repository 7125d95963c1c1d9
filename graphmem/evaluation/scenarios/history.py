"""Telling a memory what happened to the users of suites; where facts are asked for, session by session."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

from tqdm import tqdm

from graphmem.clock import BEGINNING
from graphmem.evaluation.scenarios.suite import Suite
from graphmem.evaluation.storing import keeping_all, record_all
from graphmem.memory import GraphMemory
from graphmem.models import Episode
from graphmem.user import UserMemory

_UTC = ZoneInfo("UTC")


@dataclass(frozen=True)
class Story:
    """A user of a suite, and the one who stands for them in the store."""

    suite: Suite
    user: str
    memory: UserMemory
    episodes: list[Episode]
    stored: dict[str, str]
    """Under which id each event is stored."""

    @property
    def last(self) -> datetime:
        """When the last event occurred."""
        return max(_time(episode) for episode in self.episodes)


@dataclass
class _Standing:
    """A clock that stands still until it is set."""

    time: datetime = BEGINNING

    def now(self) -> datetime:
        return self.time


def told(
    memory: GraphMemory, users: Sequence[tuple[Suite, str]], ids: Sequence[str], *, quiet: bool
) -> dict[tuple[str, str], Story]:
    """Record what happened to `users`, each as the user of the id at the same place; by name of suite and user.

    Raises:
        InvalidInputError: an event cannot be stored.
        StoreError: the store failed.
    """
    histories = []
    for suite, user in users:
        zone = suite.zone_of(user)
        histories.append(suite.users[user].episodes(ZoneInfo(zone) if zone else None))
    clock = _Standing()
    keeping, living, stories = keeping_all(memory), keeping_all(memory, clock), {}
    with tqdm(total=sum(map(len, histories)), unit=" events", desc="Storing", disable=quiet or None) as bar:
        for (suite, user), id, episodes in zip(users, ids, histories, strict=True):
            zone = suite.zone_of(user)
            if suite.users[user].of_facts:
                known = living.user(id, time_zone=zone)
                stored = _lived(known, clock, episodes, ZoneInfo(zone) if zone else _UTC, bar.update)
            else:
                known = keeping.user(id, time_zone=zone)
                stored = record_all(known, episodes, bar.update)
            stories[suite.name, user] = Story(suite, user, known, episodes, stored)
    return stories


def _lived(
    user: UserMemory, clock: _Standing, episodes: Sequence[Episode], zone: tzinfo, progress: Callable[[int], object]
) -> dict[str, str]:
    """Record as if it happened now, and make facts whenever a session has ended: that is when they are learned."""
    stored: dict[str, str] = {}
    for part in _until_ends(episodes, zone):
        clock.time = _time(part[-1])
        stored |= record_all(user, part, progress)
        user.consolidate()
    return stored


def _until_ends(episodes: Sequence[Episode], zone: tzinfo) -> Iterator[list[Episode]]:
    """The events in order of time, cut after the last of each session; what is outside sessions is one each day."""
    ordered = sorted(episodes, key=_time)
    sessions = [each.session_id or str(_time(each).astimezone(zone).date()) for each in ordered]
    ends = sorted({session: place for place, session in enumerate(sessions)}.values())
    start = 0
    for end in ends:
        yield ordered[start : end + 1]
        start = end + 1


def _time(episode: Episode) -> datetime:
    return episode.occurred_at or BEGINNING
