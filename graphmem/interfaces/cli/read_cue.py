"""`graphmem read-cue`: what a cue asks for, told from its words alone."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import click

from graphmem.clock import SystemClock
from graphmem.errors import InvalidInputError, NaiveDatetimeError
from graphmem.interfaces.cli.json_lines import JsonObject, each_object
from graphmem.interfaces.cli.options import json_option
from graphmem.language.questions import Reading, read


@click.command("read-cue")
@click.argument("text")
@click.option("--now", metavar="TIME", help='What "yesterday" counts from, with its offset.  [default: now]')
@click.option("--time-zone", metavar="ZONE", help="Whose days are meant, such as Asia/Shanghai.  [default: UTC]")
@json_option
def read_cue(text: str, now: str | None, time_zone: str | None, as_json: bool) -> None:
    """Show how the cue TEXT is read: its kinds, the time it asks about, order words, actors and names; no server.

    With "-" as TEXT, JSON lines {"id", "text", "now", "time_zone"} are read from standard input, and for each a line
    {"id", "language", "kinds", "interval": {"since", "until", "precision"} or null, "order", "actors", "entities"} is
    written, with times in UTC; a line that cannot be read is named, the rest goes on, and the exit code is 1.
    """
    if text == "-":
        if now or time_zone:
            raise click.UsageError('With "-" every line names its own "now" and "time_zone".')
        each_object(_answer)
        return
    moment = SystemClock().now() if now is None else _moment(now)
    reading = read(text, now=moment, time_zone=time_zone or "UTC")
    if as_json:
        found = {**_as_json(reading), "event_types": list(reading.event_types), "vague": reading.vague}
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        _tell(reading)


def _answer(given: JsonObject) -> dict[str, object]:
    text, now, time_zone = given.get("text"), given.get("now"), given.get("time_zone", "UTC")
    if not isinstance(text, str):
        raise InvalidInputError("It has no 'text'." if "text" not in given else "Its 'text' is not text.")
    if not isinstance(now, str):
        raise InvalidInputError("It has no 'now', a time such as '2026-05-01T09:30:00+08:00'.")
    if not isinstance(time_zone, str):
        raise InvalidInputError("Its 'time_zone' is not text.")
    return {"id": given.get("id"), **_as_json(read(text, now=_moment(now), time_zone=time_zone))}


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidInputError(f"'now' is no time: {text!r}. Write it like '2026-05-01T09:30:00+08:00'.") from None
    if moment.tzinfo is None:
        raise NaiveDatetimeError(field="now")
    return moment


def _as_json(reading: Reading) -> dict[str, object]:
    found = reading.interval
    return {
        "language": reading.language,
        "kinds": list(reading.kinds),
        "interval": None
        if found is None
        else {"since": _utc(found.since), "until": _utc(found.until), "precision": found.precision},
        "order": reading.order,
        "actors": list(reading.actors),
        "entities": list(reading.entities),
    }


def _utc(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _tell(reading: Reading) -> None:
    click.echo(f"language: {reading.language}")
    click.echo(f"asks for: {' and '.join(reading.kinds)}")
    if reading.interval is not None:
        since, until = _utc(reading.interval.since) or "the beginning", _utc(reading.interval.until) or "the end"
        click.echo(f"time:     {since} to before {until} ({reading.interval.precision}: {reading.time_words!r})")
    for name, value in (
        ("order:   ", reading.order),
        ("vague:   ", reading.vague),
        ("actors:  ", ", ".join(reading.actors)),
        ("types:   ", ", ".join(reading.event_types)),
        ("names:   ", ", ".join(reading.entities)),
    ):
        if value:
            click.echo(f"{name} {value}")
