"""`graphmem extract`: the facts that a text states, read by rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

import click

from graphmem.errors import InvalidInputError, NaiveDatetimeError
from graphmem.interfaces.cli.json_lines import JsonObject, each_object, one_text
from graphmem.interfaces.cli.options import json_option
from graphmem.language.triples import USER, Triple, extract
from graphmem.models import ActorRole


@click.command("extract")
@click.argument("text")
@click.option("--actor", metavar="NAME", help="Who says it: the subject of I and 我.  [default: user]")
@click.option(
    "--at", "occurred_at", metavar="TIME", help='When it was said, with its offset: "until Friday" counts from it.'
)
@json_option
def extract_command(text: str, actor: str | None, occurred_at: str | None, as_json: bool) -> None:
    """Show the facts that TEXT states as triples of subject, predicate and object; no server, nothing is stored.

    With "-" as TEXT, JSON lines {"id", "text", "actor", "occurred_at"} are read from standard input, and for each a
    line {"id", "triples": [{"subject", "predicate", "object", "aspect", "polarity", "quote"}]} is written; a line that
    cannot be read is named, the rest goes on, and the exit code is 1. What is wanted for this time only is no fact and
    is left out.
    """
    if text == "-":
        if actor or occurred_at:
            raise click.UsageError('With "-" every line names its own "actor" and "occurred_at".')
        each_object(_answer)
        return
    moment = None if occurred_at is None else _moment(occurred_at)
    triples = _triples(text, actor, moment)
    if as_json:
        click.echo(json.dumps([_in_full(triple) for triple in triples], ensure_ascii=False))
        return
    if not triples:
        click.echo("No fact is stated.")
    for triple in triples:
        click.echo(_line(triple))


def _answer(given: JsonObject) -> dict[str, object]:
    text, actor, occurred_at = given.get("text"), given.get("actor"), given.get("occurred_at")
    if not isinstance(text, str):
        raise InvalidInputError("It has no 'text'." if "text" not in given else "Its 'text' is not text.")
    if not isinstance(actor, str | None):
        raise InvalidInputError("Its 'actor' is not text.")
    if not isinstance(occurred_at, str | None):
        raise InvalidInputError("Its 'occurred_at' is not text.")
    moment = None if occurred_at is None else _moment(occurred_at)
    return {"id": given.get("id"), "triples": [_as_json(triple) for triple in _triples(text, actor, moment)]}


def _triples(text: str, actor: str | None, occurred_at: datetime | None) -> list[Triple]:
    """A name of the user's side is its own subject; "assistant" and "tool" are the agent's and a tool's."""
    role = ActorRole(one_text(text, actor=actor).actor_role)
    found = extract(text, actor=actor or USER, actor_role=role, occurred_at=occurred_at)
    return [triple for triple in found if not triple.said.one_off]


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidInputError(
            f"'occurred_at' is no time: {text!r}. Write it like '2026-05-01T09:30:00+08:00'."
        ) from None
    if moment.tzinfo is None:
        raise NaiveDatetimeError(field="occurred_at")
    return moment


def _as_json(triple: Triple) -> dict[str, object]:
    return {
        "subject": triple.subject,
        "predicate": triple.predicate,
        "object": triple.object,
        "aspect": triple.aspect,
        "polarity": triple.polarity,
        "quote": triple.quote,
    }


def _in_full(triple: Triple) -> Mapping[str, object]:
    signs = [name for name in ("change", "denial", "remember") if getattr(triple.said, name)]
    return {
        **_as_json(triple),
        "span": list(triple.span),
        "said": signs,
        "valid_from": _time(triple.valid_from),
        "valid_until": _time(triple.valid_until),
    }


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _line(triple: Triple) -> str:
    polarity = "not " if triple.polarity == "-" else ""
    aspect = f" ({triple.aspect})" if triple.aspect else ""
    signs = [name for name in ("change", "denial", "remember") if getattr(triple.said, name)]
    said = f"  [{', '.join(signs)}]" if signs else ""
    return f"{triple.subject} · {polarity}{triple.predicate} · {triple.object}{aspect}{said}  from {triple.quote!r}"
