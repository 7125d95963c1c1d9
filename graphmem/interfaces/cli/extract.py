"""`graphmem extract`: the facts that a text states, read by rules or by the configured language model."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from types import TracebackType
from typing import Self
from zoneinfo import ZoneInfo

import click

from graphmem.config import SETTINGS_FILE, load_settings
from graphmem.errors import ConfigurationError, InvalidInputError, NaiveDatetimeError
from graphmem.interfaces.cli.json_lines import JsonObject, each_object, one_text
from graphmem.interfaces.cli.options import json_option
from graphmem.language.llm import Passage, model_reader
from graphmem.language.redaction import Redactor
from graphmem.language.triples import LONGEST, USER, Triple, extract
from graphmem.models import ActorRole
from graphmem.rules.predicates import open_table


@click.command("extract")
@click.argument("text")
@click.option("--actor", metavar="NAME", help="Who says it: the subject of I and 我.  [default: user]")
@click.option(
    "--at", "occurred_at", metavar="TIME", help='When it was said, with its offset: "until Friday" counts from it.'
)
@click.option("--llm", "by_model", is_flag=True, help="Let the configured language model read; TEXT is sent to it.")
@json_option
def extract_command(text: str, actor: str | None, occurred_at: str | None, by_model: bool, as_json: bool) -> None:
    """Show the facts that TEXT states as triples of subject, predicate and object; no server, nothing is stored.

    With "-" as TEXT, JSON lines {"id", "text", "actor", "occurred_at"} are read from standard input, and for each a
    line {"id", "triples": [{"subject", "predicate", "object", "aspect", "polarity", "quote"}]} is written; a line that
    cannot be read is named, the rest goes on, and the exit code is 1. What is wanted for this time only is no fact and
    is left out.

    With --llm the language model under [llm] in graphmem.toml reads instead of the rules, which do not stand in for it
    here: where it gives no answer that can be used, the command says why and fails. What it took and what was thrown
    away of its answers is told on standard error. Secrets are taken out before anything is sent.
    """
    if text == "-" and (actor or occurred_at):
        raise click.UsageError('With "-" every line names its own "actor" and "occurred_at".')
    if by_model:
        with _ByModel() as read:
            _show(read, text, actor, occurred_at, as_json=as_json)
    else:
        _show(_by_rules, text, actor, occurred_at, as_json=as_json)


_Read = Callable[[str, str | None, datetime | None], list[Triple]]
"""Reads a text of an actor, said at a time."""


def _show(read: _Read, text: str, actor: str | None, occurred_at: str | None, *, as_json: bool) -> None:
    if text == "-":
        each_object(lambda given: _answer(read, given))
        return
    triples = read(text, actor, None if occurred_at is None else _moment(occurred_at))
    if as_json:
        click.echo(json.dumps([_in_full(triple) for triple in triples], ensure_ascii=False))
        return
    if not triples:
        click.echo("No fact is stated.")
    for triple in triples:
        click.echo(_line(triple))


def _answer(read: _Read, given: JsonObject) -> dict[str, object]:
    text, actor, occurred_at = given.get("text"), given.get("actor"), given.get("occurred_at")
    if not isinstance(text, str):
        raise InvalidInputError("It has no 'text'." if "text" not in given else "Its 'text' is not text.")
    if not isinstance(actor, str | None):
        raise InvalidInputError("Its 'actor' is not text.")
    if not isinstance(occurred_at, str | None):
        raise InvalidInputError("Its 'occurred_at' is not text.")
    moment = None if occurred_at is None else _moment(occurred_at)
    return {"id": given.get("id"), "triples": [_as_json(triple) for triple in read(text, actor, moment)]}


def _by_rules(text: str, actor: str | None, occurred_at: datetime | None) -> list[Triple]:
    found = extract(text, actor=actor or USER, actor_role=_role(text, actor), occurred_at=occurred_at)
    return [triple for triple in found if not triple.said.one_off]


def _role(text: str, actor: str | None) -> ActorRole:
    """A name of the user's side is its own subject; "assistant" and "tool" are the agent's and a tool's."""
    return ActorRole(one_text(text, actor=actor).actor_role)


class _ByModel:
    """Reads by the configured language model, each text in a prompt of its own; at the end tells what that took."""

    def __init__(self) -> None:
        settings = load_settings()
        reader = model_reader(settings.llm, open_table(settings.predicates))
        if reader is None:
            raise ConfigurationError(
                "No language model is configured. Set GRAPHMEM_LLM_MODEL with GRAPHMEM_LLM_BASE_URL or "
                f"GRAPHMEM_LLM_API_KEY, or [llm] in {SETTINGS_FILE}."
            )
        self._reader, self._use = reader, reader.use()
        self._redactor = Redactor(contacts=settings.redact_contacts, patterns=settings.redaction_patterns)

    def __call__(self, text: str, actor: str | None, occurred_at: datetime | None) -> list[Triple]:
        role = _role(text, actor)
        clean = self._redactor.text(text).text[:LONGEST]
        if role == ActorRole.AGENT or not clean.strip():
            return []
        passage = Passage("1", clean, actor or USER, role, occurred_at, ZoneInfo("UTC"))
        found = self._reader.ask([passage], self._use)
        return [triple for triple in found.get("1", []) if not triple.said.one_off]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._reader.close()
        click.echo(str(self._use), err=True)


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
