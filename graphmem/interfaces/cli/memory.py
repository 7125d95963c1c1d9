"""`graphmem record | recall | import`."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path

import click
from tqdm import tqdm

from graphmem.errors import InvalidInputError, StoreError
from graphmem.interfaces.cli.options import (
    Moment,
    echo_json,
    instance_option,
    json_option,
    open_memory,
    user_option,
)
from graphmem.interfaces.exported import import_export, is_export
from graphmem.interfaces.jsonl import ExportedReport, FileReport, count_lines, import_file
from graphmem.models import ActorRole, EventType
from graphmem.recall.recollection import Recollection


@click.command()
@user_option
@click.argument("content")
@click.option("--session", "session_id", metavar="ID", help="The session it belongs to.")
@click.option("--task-type", metavar="TEXT", help="What kind of task the session is.")
@click.option(
    "--type", "event_type", type=click.Choice([kind.value for kind in EventType]), help="What kind of thing happened."
)
@click.option("--actor", metavar="NAME", help="Who said or did it.")
@click.option(
    "--role", "actor_role", type=click.Choice([role.value for role in ActorRole]), help="Which side the actor is on."
)
@click.option("--at", "occurred_at", type=Moment(), help="When it happened.  [default: now]")
@click.option("--until", "ended_at", type=Moment(), help="When it was over, for what lasted.")
@click.option("--tool-call-id", metavar="ID", help="Of a tool call and its result; links the one to the other.")
@click.option("--reply-to", metavar="EVENT", help="Id of the event it answers.")
@click.option("--caused-by", multiple=True, metavar="EVENT", help="Id of an event that brought it about; repeatable.")
@click.option("--event-id", metavar="ID", help="Your own id; recording it again stores nothing.")
@click.option("--summary", metavar="TEXT", help="A short form of a long content.")
@click.option("--metadata", metavar="JSON", help="Anything else, as a JSON object.")
@click.option("--time-zone", metavar="ZONE", help="The user's zone, kept; times without an offset are read in it.")
@instance_option
@json_option
def record(
    user_id: str,
    content: str,
    metadata: str | None,
    time_zone: str | None,
    instance: str | None,
    as_json: bool,
    **fields: object,
) -> None:
    """Record what happened, in the words of CONTENT ("-" reads standard input)."""
    text = sys.stdin.read() if content == "-" else content
    given = {name: value for name, value in fields.items() if value not in (None, ())}
    with open_memory(instance, quiet=as_json) as memory:
        user = memory.user(user_id, time_zone=time_zone)
        event = user.record(text, **given, **_metadata(metadata))  # type: ignore[arg-type]  # checked by the model
    if as_json:
        echo_json(event.model_dump(mode="json"))
        return
    click.echo(event.event_id)
    if event.redacted:
        click.echo(f"Taken out before it was stored: {', '.join(event.redacted)}.", err=True)
    if not event.kept:
        click.echo(f"Not kept ({event.gate_reason}); see docs/gate.md.", err=True)
    elif event.seen:
        click.echo(f"Said before; now recorded {event.count} times.", err=True)


def _metadata(text: str | None) -> dict[str, object]:
    if text is None:
        return {}
    try:
        return {"metadata": json.loads(text)}
    except ValueError as error:
        raise InvalidInputError(f"--metadata is not JSON: {error}.") from None


@click.command()
@user_option
@click.argument("cue")
@click.option("-k", default=10, show_default=True, help="Events wanted, at most.")
@click.option("--budget", default=1000, show_default=True, help="Tokens of the brief, at most.")
@click.option("--since", type=Moment(), help="Only what occurred then or later.")
@click.option("--until", type=Moment(), help="Only what occurred before.")
@click.option("--now", type=Moment(), help="The reference time.  [default: now]")
@click.option("--as-of", type=Moment(), help="Facts are those that held then.")
@click.option("--known-at", type=Moment(), help="Facts are as they were believed then.")
@click.option("--session", "session_id", metavar="ID", help="The session that asks, itself no 'last time'.")
@click.option("--timeout", "timeout_ms", type=int, metavar="MS", help="Milliseconds it may take; the rest is left out.")
@click.option("--explain", is_flag=True, help="Say of each event why it was found.")
@instance_option
@json_option
def recall(
    user_id: str,
    cue: str,
    k: int,
    budget: int,
    since: datetime | None,
    until: datetime | None,
    now: datetime | None,
    as_of: datetime | None,
    known_at: datetime | None,
    session_id: str | None,
    timeout_ms: int | None,
    explain: bool,
    instance: str | None,
    as_json: bool,
) -> None:
    """Recall what is remembered about CUE, as a brief for a prompt."""
    with open_memory(instance, quiet=as_json) as memory:
        found = memory.user(user_id).recall(
            cue,
            k=k,
            budget=budget,
            since=since,
            until=until,
            now=now,
            as_of=as_of,
            known_at=known_at,
            session_id=session_id,
            timeout_ms=timeout_ms,
        )
    if as_json:
        echo_json({**found.as_json(), "brief": found.brief()})
    else:
        click.echo(found.brief())
        if found.not_embedded:
            click.echo(
                f"{found.not_embedded:,} events are not embedded yet and were searched by their words only; "
                f"`graphmem embed` embeds them.",
                err=True,
            )
        if found.not_analysed:
            click.echo(
                f"{found.not_analysed:,} events are not analysed yet and were not reached through what they mention; "
                f"`graphmem worker --once` analyses them.",
                err=True,
            )
        if explain:
            _explain(found)


def _explain(found: Recollection) -> None:
    click.echo()
    click.echo(f"asks for: {' and '.join(found.kinds)}")
    if found.interval is not None:
        ends = (found.interval.since, found.interval.until)
        since, until = (None if at is None else f"{at.astimezone(found.zone):%Y-%m-%d %H:%M}" for at in ends)
        click.echo(
            f"time:     {since or 'the beginning'} to before {until or 'the end'} {found.time_zone} "
            f"({found.interval.precision}: {found.interval.words!r})"
        )
    if found.order is not None:
        click.echo(f"order:    {found.order}")
    for hit in found.events:
        click.echo(f"[{hit.event.event_id}] {hit.explain()}")


@click.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--user", "user_id", metavar="ID", help="Whose memory, for lines that name no user_id.")
@click.option("--time-zone", metavar="ZONE", help="Zone of times without an offset, kept as the users' zone.")
@click.option("--embed-later", is_flag=True, help="Do not wait for the encoder; `graphmem embed` does that part.")
@click.option("--only", type=click.Choice(["events", "facts"]), help="Of an export, only one kind of memory.")
@instance_option
@json_option
def import_command(
    file: Path,
    user_id: str | None,
    time_zone: str | None,
    embed_later: bool,
    only: str | None,
    instance: str | None,
    as_json: bool,
) -> None:
    """Import a history: FILE has one JSON object a line; or bring back what `graphmem export` wrote.

    Keys of a history: user_id, content, and optionally event_id, session_id, task_type, actor, actor_role, event_type,
    occurred_at, ended_at, caused_by, tool_call_id, reply_to, summary, metadata. Lines that are already there are left
    alone, so an import that was interrupted is resumed by running it again. Exit code 4 when lines were refused, 1 when
    what was exported did not arrive whole.
    """
    exported = is_export(file)
    if exported and (user_id or time_zone):
        raise click.UsageError("This file was written by `graphmem export`, which names its users and their zones.")
    if only and not exported:
        raise click.UsageError("This file is a history, of which facts are made; --only is for what was exported.")
    with (
        open_memory(instance, quiet=as_json) as memory,
        tqdm(total=count_lines(file), unit=" lines", desc=file.name, disable=None if not as_json else True) as bar,
    ):
        try:
            if exported:
                report = import_export(memory, file, only=only, progress=bar.update)
            else:
                report = import_file(
                    memory,
                    file,
                    user_id=user_id,
                    time_zone=time_zone,
                    embed_later=embed_later or None,
                    progress=bar.update,
                )
        except StoreError as error:
            raise click.ClickException(
                f"{error} That is about one part of the file; the parts before it are stored. "
                f"Run the import again to go on."
            ) from error
    if as_json:
        echo_json(report.as_json())
    else:
        _print_report(report)
    if report.exported and not report.exported.is_sound:
        raise click.ClickException(_unsound(report.exported))
    if report.refused:
        raise click.exceptions.Exit(4)


def _print_report(report: FileReport) -> None:
    click.echo(
        f"{report.stored:,} stored, {report.already_there:,} already there, {len(report.refused):,} refused "
        f"({report.users:,} {'user' if report.users == 1 else 'users'}, {report.seconds:.1f} s)"
    )
    if report.united:
        click.echo(f"{report.united:,} said again: further occurrences of events that are there")
    for title, counts in (("not kept", report.not_kept), ("redacted", report.redacted)):
        if counts:
            click.echo(f"{sum(counts.values()):,} {title}: " + ", ".join(f"{n:,} {name}" for name, n in counts.items()))
    for line in report.refused[:20]:
        click.echo(f"line {line.number}: {line.reason}", err=True)
    if len(report.refused) > 20:
        click.echo(f"… and {len(report.refused) - 20:,} more; --json lists them all", err=True)
    if report.exported:
        _print_comparison(report.exported)


def _print_comparison(outcome: ExportedReport) -> None:
    for note in outcome.notes:
        click.echo(note)
    if outcome.facts:
        click.echo(f"{outcome.facts:,} facts with their evidence are there now.")
    click.echo(f"Compared by fingerprint: {outcome.verified:,} of the users here are what was exported.")
    if outcome.merged:
        click.echo(f"Not compared, since there is more here than in the file: {len(outcome.merged):,}.")
    if outcome.unverified:
        click.echo(f"Not compared, since they changed during the export: {len(outcome.unverified):,}.")


def _unsound(outcome: ExportedReport) -> str:
    if outcome.differing:
        names = ", ".join(map(repr, outcome.differing[:5])) + (" …" if len(outcome.differing) > 5 else "")
        return (
            f"What is here is not what was exported, for the users {names} ({len(outcome.differing):,}): the file was "
            f"altered, lines were refused, or something was here before. Look at the refused lines, use another copy "
            f"of the file, or import into an empty instance."
        )
    return "The file is incomplete: lines are missing, or its end. What it has is stored. Use another copy of it."
