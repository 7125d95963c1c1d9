"""`graphmem redact`: what would be taken out of a text before it is stored."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click
from tqdm import tqdm

from graphmem.config import load_settings
from graphmem.interfaces.cli.json_lines import each_line
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option, open_memory
from graphmem.language.redaction import Redacted, Redactor


@click.command("redact")
@click.argument("text", metavar="[TEXT | -]", required=False)
@click.option("--redact-contacts", is_flag=True, help="Take out e-mail addresses and phone numbers, too.")
@click.option("--user", "user_id", metavar="ID", help="Look through what is stored for this user, and redact it.")
@click.option("--dry-run", is_flag=True, help="With --user: only count what would be taken out.")
@instance_option
@json_option
def redact_command(
    text: str | None, redact_contacts: bool, user_id: str | None, dry_run: bool, instance: str | None, as_json: bool
) -> None:
    """Show TEXT as it would be stored, with placeholders for what must not be. Without TEXT it is read from a pipe.

    With - it reads JSON lines {"id", "text"} and writes {"id", "text", "found": [{"type", "start", "end"}]} for each,
    in their order; a line that cannot be read is named on standard error, the others go on, and the exit code is 1.
    Offsets are characters of the text that was given. No server is needed.

    With --user it looks through the stored events of a user instead and takes out what would be found today. Backups,
    exports and Neo4j's transaction logs from before still hold the old text.
    """
    if user_id is not None:
        if text is not None:
            raise click.UsageError("Give either a TEXT or --user.")
        _redact_stored(user_id, contacts=redact_contacts or None, dry_run=dry_run, instance=instance, as_json=as_json)
        return
    if dry_run or instance:
        raise click.UsageError("--dry-run and --instance go with --user.")
    settings = load_settings()
    redactor = Redactor(contacts=redact_contacts or settings.redact_contacts, patterns=settings.redaction_patterns)
    if text == "-":
        each_line(lambda line: {"id": line.id, **_shown(redactor.text(line.text))})
        return
    redacted = redactor.text(sys.stdin.read().removesuffix("\n") if text is None else text)
    click.echo(json.dumps(_shown(redacted), ensure_ascii=False) if as_json else redacted.text)


def _redact_stored(user_id: str, *, contacts: bool | None, dry_run: bool, instance: str | None, as_json: bool) -> None:
    with (
        open_memory(instance, quiet=as_json) as memory,
        tqdm(unit=" events", desc="Looking through", disable=True if as_json else None) as bar,
    ):
        report = memory.user(user_id).redact(contacts=contacts, dry_run=dry_run, progress=bar.update)
    if as_json:
        echo_json({**asdict(report), "found": dict(report.found)})
        return
    click.echo(f"{report.changed:,} of {report.events:,} events {'would be ' if dry_run else ''}redacted")
    for type, places in report.found.items():
        click.echo(f"  {places:6,}  {type}")


def _shown(redacted: Redacted) -> dict[str, object]:
    found = [{"type": each.type, "start": each.start, "end": each.end} for each in redacted.found]
    return {"text": redacted.text, "found": found}
