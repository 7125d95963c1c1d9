"""Memories to measure recall with: one that keeps all as it comes, and one that does without some parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from graphmem.clock import Clock
from graphmem.config import RecallSettings
from graphmem.episodic.policy import WritePolicy
from graphmem.errors import InvalidInputError
from graphmem.memory import GraphMemory
from graphmem.models import Episode
from graphmem.user import UserMemory


def keeping_all(memory: GraphMemory, clock: Clock | None = None) -> GraphMemory:
    """The same memory, which refuses nothing and unites nothing; with another `clock` if one is given."""
    as_it_is = WritePolicy(gate="everything", unite=False)
    return GraphMemory(
        memory.database,
        memory.encoder,
        clock=clock or memory.clock,
        policy=as_it_is,
        predicates=memory.predicates,
        reader=memory.reader,
    )


def doing_without(
    memory: GraphMemory, off: AbstractSet[str], *, recalling: RecallSettings | None = None
) -> GraphMemory:
    """The same memory, without the channels and features that are `off`; see `ablation.switched_off`."""
    switched = replace(memory.ranking, without=memory.ranking.without | off)
    settings = recalling or memory.recalling
    return GraphMemory(
        memory.database,
        memory.encoder,
        clock=memory.clock,
        ranking=switched,
        recalling=settings,
        predicates=memory.predicates,
        reader=memory.reader,
    )


def record_all(user: UserMemory, episodes: Sequence[Episode], progress: Callable[[int], object]) -> dict[str, str]:
    """Record everything, or nothing more after an error; under which id each `event_id` is stored (twins under one).

    Raises:
        InvalidInputError: an episode was refused.
        StoreError: the store failed.
    """
    report = user.record_many(episodes, progress=progress)
    for refusal in report.refused:
        raise InvalidInputError(f"Event {episodes[refusal.position].event_id} cannot be stored: {refusal.reason}")
    return {
        str(episode.event_id): event.event_id
        for episode, event in zip(episodes, report.events, strict=True)
        if event is not None
    }


def analyse_all(
    memory: GraphMemory, user_ids: Sequence[str], progress: Callable[[int, int], object] = lambda *_: None
) -> None:
    """Find what the users' events mention, as the background would.

    Args:
        progress: is told how many events are done, of how many known so far.
    """
    before = 0
    for user_id in user_ids:

        def show(done: int, total: int, before: int = before) -> None:
            progress(before + done, before + total)

        before += memory.analyse(user_id=user_id, progress=show).analysed
