"""Line mode: JSON lines in, JSON lines out, for commands that look at texts without any server."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import click

from graphmem.errors import InvalidInputError, ModelError
from graphmem.models import Episode

BAD_LINES = 1
"""Exit code when lines could not be read."""


@dataclass(frozen=True)
class Line:
    """A text to look at, and who said it."""

    id: object
    text: str
    event_type: str
    actor_role: str


def each_line(answer: Callable[[Line], Mapping[str, object]]) -> None:
    """Read lines `{"id", "text", "actor"?, "event_type"?}` from standard input, print the answer to each in order.

    A line that cannot be read is named on standard error with its number, and the rest goes on; then the program ends
    with exit code 1.
    """
    each_object(lambda data: answer(_line(data)))


JsonObject = Mapping[str, object]


def each_object(answer: Callable[[JsonObject], Mapping[str, object]]) -> None:
    """Read a JSON object from each line of standard input, print the answer to each in order; bad lines as above.

    So is a line for which a language model gave no answer.
    """
    bad = 0
    for number, raw in _raw_lines():
        try:
            found = answer(_object(raw))
        except (InvalidInputError, ModelError) as error:
            bad += 1
            click.echo(f"line {number}: {error}", err=True)
        else:
            click.echo(json.dumps(found, ensure_ascii=False))
    if bad:
        raise click.exceptions.Exit(BAD_LINES)


def one_text(text: str, *, actor: str | None = None, event_type: str | None = None) -> Line:
    """A single text as a line; without an actor and a type it is a message of the user.

    Raises:
        InvalidInputError: there is no such type of event, or the actor cannot be one.
    """
    return Line(None, text, *_type_and_role(actor, event_type))


@lru_cache(maxsize=1_000)
def _type_and_role(actor: str | None, event_type: str | None) -> tuple[str, str]:
    fields = {"actor": actor, "event_type": event_type}
    episode = Episode.checked({"content": "-", **{name: value for name, value in fields.items() if value}})
    return episode.event_type.value, episode.actor_role.value


def _raw_lines() -> Iterator[tuple[int, bytes]]:
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        if raw.strip():
            yield number, raw


def _object(raw: bytes) -> JsonObject:
    try:
        data = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise InvalidInputError("It is not JSON in UTF-8.") from None
    if not isinstance(data, dict):
        raise InvalidInputError("It is not a JSON object.")
    return data


def _line(data: JsonObject) -> Line:
    text = data.get("text")
    if not isinstance(text, str):
        raise InvalidInputError("It has no 'text'." if "text" not in data else "Its 'text' is not text.")
    line = one_text(text, actor=_text_or_none(data, "actor"), event_type=_text_or_none(data, "event_type"))
    return replace(line, id=data.get("id"))


def _text_or_none(data: JsonObject, key: str) -> str | None:
    value = data.get(key)
    if not isinstance(value, str | None):
        raise InvalidInputError(f"Its {key!r} is not text.")
    return value
