"""Doing something for all users: whoever fails does not keep the others waiting."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graphmem.errors import GraphmemError, StoreUnavailableError


def for_everybody(
    user_ids: Iterable[str], work: Callable[[str], int], *, stop: Callable[[], bool] = lambda: False
) -> int:
    """Do some work for one user after another; the sum of what it gives.

    Args:
        user_ids: whose.
        work: is told of a user.
        stop: asked before every user; True ends the run.

    Raises:
        GraphmemError: the first one of a user; the others were served.
        StoreUnavailableError: the store cannot be reached, so nobody else is tried.
    """
    done, failure = 0, None
    for user_id in user_ids:
        if stop():
            break
        try:
            done += work(user_id)
        except StoreUnavailableError:
            raise
        except GraphmemError as error:
            failure = failure or error
    if failure:
        raise failure
    return done
