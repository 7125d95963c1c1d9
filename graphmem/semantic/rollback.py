"""Undoing what a run of consolidation found, and taking back what single events state."""

from __future__ import annotations

from collections.abc import Collection

from graphmem.errors import NotFoundError
from graphmem.semantic.believe import News, Run, believe, until_written
from graphmem.semantic.consolidate import ON_REQUEST
from graphmem.semantic.refold import Outcome
from graphmem.store.catalogue import tenant_query

_OF_RUN = tenant_query("semantic.run_statements")
_LEAVE_ALONE = tenant_query("semantic.leave_alone")
_RESOLVE = tenant_query("semantic.resolve")


def rollback(run: Run, run_id: str) -> list[Outcome]:
    """Undo the facts of a run: what it found is evidence no more, and the facts are what the rest says.

    Its events wait again, but only for `consolidate()` itself, so that the background does not redo at once what
    somebody has undone; likewise a judgement of reflection is made again only by `reflect()` itself.

    Raises:
        NotFoundError: no evidence is left of such a run.
        StoreError: the store failed; no fact was changed.
    """

    def attempt() -> list[Outcome]:
        (row,) = run.store.run(_OF_RUN, run_id=run_id)
        if not row["slots"]:
            raise NotFoundError(kind="run with evidence", id=run_id)
        news = News(
            events=row["events"],
            touched=frozenset(row["slots"]),
            without=lambda each: each.kept is not None and each.kept["run_id"] == run_id,
            mark=ON_REQUEST,
            undone_run=run_id,
        )
        return believe(run, news)

    judged = run.store.run(_OF_RUN, run_id=run_id)[0]["judged"]
    if judged:  # before they are undone, so that they are not made again however this ends
        run.store.run(_LEAVE_ALONE, slots=judged, leave=True)
    return until_written(attempt)


def withdraw(run: Run, event_ids: Collection[str]) -> list[Outcome]:
    """Fold anew what rests on some events as if they had never been, so that they can be erased.

    Raises:
        StoreError: the store failed; nothing was changed.
    """

    def attempt() -> list[Outcome]:
        (row,) = run.store.run(_RESOLVE, keys=[], event_ids=sorted(event_ids))
        news = News(
            touched=frozenset(each["slot"] for each in row["said"]),
            without=lambda each: each.source.event_id in event_ids,
        )
        return believe(run, news)

    return until_written(attempt)
