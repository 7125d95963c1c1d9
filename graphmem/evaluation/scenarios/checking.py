"""Data as a suite, or a complaint that names the place, the field and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Protocol

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from graphmem.checks import plain_reason
from graphmem.errors import InvalidInputError
from graphmem.evaluation.scenarios.suite import Expectation, ExpectedFact, Question, Session, Suite, UserStory
from graphmem.models import Episode

Place = tuple[str | int, ...]
"""A path of keys and positions into data."""

_UNDER: Mapping[str, type[BaseModel]] = {
    "users": UserStory,
    "sessions": Session,
    "events": Episode,
    "questions": Question,
    "expect": Expectation,
    "facts": ExpectedFact,
}
"""What stands under each key."""
_NO_OFFSET = "the time has no offset; add one (+08:00), or give the user a time_zone"
_SHOWN = 5
"""Complaints at once: the rest often follow from them."""


class Source(Protocol):
    """Where data came from."""

    def place(self, path: Place) -> str:
        """The file and the line of what stands at `path`."""
        ...


def checked(data: Mapping[str, Any], source: Source) -> Suite:
    """The suite in `data`.

    Raises:
        InvalidInputError: it cannot be used; each complaint says where, and what to do.
    """
    try:
        suite = Suite.model_validate(data)
    except ValidationError as error:
        complaints = [(tuple(each["loc"]), _reason(each)) for each in error.errors(include_input=False)]
    else:
        complaints = [complaint for user in suite.users for complaint in _of_user(suite, user)]
        if not complaints:
            return suite
    told = [f"{source.place(path)}: {reason}." for path, reason in complaints[:_SHOWN]]
    more = [f"And {len(complaints) - _SHOWN} more."] * (len(complaints) > _SHOWN)
    raise InvalidInputError(" ".join(told + more))


def _reason(error: ErrorDetails) -> str:
    *above, field = error["loc"] or ("it",)
    if error["type"] == "value_error" and isinstance(field, int):  # of a whole item: the complaint names its field
        return plain_reason({**error, "loc": ()}).removeprefix("it ")
    if error["type"] != "extra_forbidden":
        named = [key for key in error["loc"] if isinstance(key, str)][-1:]  # of a list it is an item that is wrong
        return plain_reason({**error, "loc": tuple(named)})
    keys = _keys_at(above)
    near = get_close_matches(str(field), keys, 1)
    return f"{field!r} is not known here; " + (f"perhaps {near[0]!r} is meant" if near else f"use {', '.join(keys)}")


def _keys_at(path: Sequence[str | int]) -> list[str]:
    """The keys there are at a place."""
    places = [key for position, key in enumerate(path) if position != 1]  # the second is the name of a user
    model = next((_UNDER[key] for key in reversed(places) if isinstance(key, str) and key in _UNDER), Suite)
    return list(model.model_fields)


def _of_user(suite: Suite, user: str) -> Iterator[tuple[Place, str]]:
    """What is wrong between the parts of what is told of a user."""
    story, above = suite.users[user], ("users", user)
    told = list(_events(story, above))
    names = Counter(episode.event_id for _, episode in told if episode.event_id)
    if not told:
        yield above, "the user has no events; tell what happened under `sessions` or `events`"
    naive = [] if suite.zone_of(user) else [*_naive(story, above, told)]
    yield from ((path, _NO_OFFSET) for path in naive)
    for path, episode in told:
        if episode.event_id and names[episode.event_id] > 1:
            yield path, f"event_id {episode.event_id!r} is there twice; every event needs a name of its own"
        if episode.occurred_at is None:
            yield path, "occurred_at is missing; say when it happened"
        for field, causes in (("caused_by", episode.caused_by), ("reply_to", (episode.reply_to,))):
            yield from _unknown([cause for cause in causes if cause], names, (*path, field))
    for number, question in enumerate(story.questions):
        yield from _unknown(question.expect.events, names, (*above, "questions", number, "expect", "events"))


def _events(story: UserStory, above: Place) -> Iterator[tuple[Place, Episode]]:
    for number, session in enumerate(story.sessions):
        for position, episode in enumerate(session.events):
            yield (*above, "sessions", number, "events", position), episode
    for position, episode in enumerate(story.events):
        yield (*above, "events", position), episode


def _naive(story: UserStory, above: Place, told: Sequence[tuple[Place, Episode]]) -> Iterator[Place]:
    """Where times without an offset stand."""
    times = [
        ((*path, field), getattr(episode, field)) for path, episode in told for field in ("occurred_at", "ended_at")
    ]
    times += [
        ((*above, "questions", number, field), getattr(each, field))
        for number, each in enumerate(story.questions)
        for field in ("now", "as_of", "known_at")
    ]
    return (path for path, time in [*times, ((*above, "now"), story.now)] if time is not None and time.tzinfo is None)


def _unknown(names: Sequence[str], known: Mapping[str, int], path: Place) -> Iterator[tuple[Place, str]]:
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1)
            meant = f"perhaps {near[0]!r} is meant" if near else "give that name to one as its event_id"
            yield path, f"no event of this user is called {name!r}; {meant}"
