"""`graphmem embed | chain | feedback | audit`."""

from __future__ import annotations

import time
from typing import Any

import click
from tqdm import tqdm

from graphmem.episodic.embed import EmbedReport
from graphmem.forgetting.audit import GateAudit, ModelAudit
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option, open_memory, user_option


@click.command()
@click.option("--watch", is_flag=True, help="Go on: look for new ones until it is stopped (Ctrl-C).")
@click.option("--every", default=5.0, show_default=True, metavar="SECONDS", help="How often to look, with --watch.")
@instance_option
@json_option
def embed(watch: bool, every: float, instance: str | None, as_json: bool) -> None:
    """Embed what was recorded with --embed-later (or the setting embed_later), of all users, and what facts say.

    Safe to interrupt, and to run beside programs that record.
    """
    if every <= 0:
        raise click.UsageError("--every is a number of seconds greater than 0.")
    with open_memory(instance, quiet=as_json) as memory:
        while True:
            with tqdm(unit=" events", desc="Embedding", disable=as_json or watch or None, total=0) as bar:

                def show(done: int, total: int, bar: Any = bar) -> None:
                    bar.total = total
                    bar.update(done - bar.n)

                report = memory.embed(progress=show)
            if report.embedded or report.facts or not watch:
                _tell(report, as_json=as_json)
            if not watch:
                return
            time.sleep(every)


def _tell(report: EmbedReport, *, as_json: bool) -> None:
    if as_json:
        echo_json(report.__dict__)
    else:
        again = f"; {report.united:,} of them had been said before" if report.united else ""
        facts = f"; {report.facts:,} facts" if report.facts else ""
        click.echo(f"{report.embedded:,} embedded, of {report.users:,} users{again}{facts}")


@click.command()
@user_option
@click.argument("event_id", metavar="EVENT")
@instance_option
@json_option
def chain(user_id: str, event_id: str, instance: str | None, as_json: bool) -> None:
    """Show what led to EVENT and what came of it, from the root to the outcome."""
    with open_memory(instance, quiet=as_json) as memory:
        found = memory.user(user_id).chain(event_id)
    if as_json:
        echo_json(found.as_json())
        return
    click.echo(str(found))
    if found.outcome:
        click.echo(f"What came of it: {found.outcome.content}")
    else:
        click.echo("Nothing is known to have come of it.")


@click.command()
@user_option
@click.argument("event_id", metavar="EVENT")
@click.option("--useful/--not-useful", required=True, help="Whether it was of use.")
@instance_option
@json_option
def feedback(user_id: str, event_id: str, useful: bool, instance: str | None, as_json: bool) -> None:
    """Say whether EVENT was of use: it becomes a step more or less important."""
    with open_memory(instance, quiet=as_json) as memory:
        event = memory.user(user_id).feedback(event_id, useful=useful)
    if as_json:
        echo_json(event.model_dump(mode="json"))
    else:
        click.echo(f"importance {event.importance:.2f} ({', '.join(event.importance_reasons)})")


@click.command()
@user_option
@click.option("--gate", "gate", is_flag=True, help="What the write gate has kept and why, and what it has refused.")
@click.option("--model", "model", is_flag=True, help="What language models were asked for facts, and the tokens.")
@click.option("--events", "latest", default=20, show_default=True, metavar="N", help="Of so many events say why.")
@instance_option
@json_option
def audit(user_id: str, gate: bool, model: bool, latest: int, instance: str | None, as_json: bool) -> None:
    """Look into how a memory is kept."""
    if gate == model:
        raise click.UsageError("Say what to look into: --gate or --model.")
    if latest < 0:
        raise click.UsageError("--events is a number of events.")
    with open_memory(instance, quiet=as_json) as memory:
        user = memory.user(user_id)
        found = user.model_audit() if model else user.gate_audit(latest=latest)
    if as_json:
        echo_json(found.as_json())
    elif isinstance(found, ModelAudit):
        _print_model_audit(found)
    else:
        _print_audit(found)


def _print_model_audit(found: ModelAudit) -> None:
    if not found.days:
        click.echo("No language model was asked.")
    for each in found.days:
        click.echo(
            f"{each.day}  {each.model}  {each.prompts:,} prompts, {each.tokens_read:,} tokens read, "
            f"{each.tokens_written:,} written"
        )
    for name, events in found.events.items():
        click.echo(f"{events:,} events are as {name} read them")


def _print_audit(found: GateAudit) -> None:
    refused = found.refused_by_reason
    click.echo(
        f"{found.events:,} events kept, {sum(refused.values()):,} episodes refused, {found.repetitions:,} said again "
        f"(junk {found.junk_rate:.0%}); {found.explicit:,} asked to be remembered, {found.unverified:,} unverified"
    )
    click.echo("\nKept for")
    for each in found.kept:
        mean = "" if each.importance is None else f"   mean importance {each.importance:.2f}"
        click.echo(f"  {each.events:6,}  {each.reason}{mean}")
    if refused:
        click.echo("\nRefused for")
        for reason, count in refused.items():
            days = [day for day, reasons in found.refused.items() if reason in reasons]
            span = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
            click.echo(f"  {count:6,}  {reason}   {span}")
    if found.transient:
        click.echo(f"  ({found.transient:,} of them are there until their session is a day old)")
    if found.redacted:
        click.echo("\nTaken out before anything was stored")
        for type, places in found.redacted.items():
            click.echo(f"  {places:6,}  {type}")
    if found.latest:
        click.echo("\nThe latest events")
        for event in found.latest:
            importance = "  – " if event.importance is None else f"{event.importance:4.2f}"
            times = f" ×{event.times}" if event.times > 1 else ""
            why = ", ".join(event.importance_reasons)
            text = " ".join(event.content.split())[:80]
            click.echo(f"  {event.occurred_at:%Y-%m-%d}  {importance}  {event.gate_reason}{times}  {text}  ({why})")
