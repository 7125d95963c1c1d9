"""`graphmem gate`: is it worth keeping."""

from __future__ import annotations

import json
from typing import get_args

import click

from graphmem.config import GatePolicy, load_settings
from graphmem.episodic.gate import Verdict, judge
from graphmem.interfaces.cli.json_lines import Line, each_line, one_text
from graphmem.interfaces.cli.options import json_option
from graphmem.models import EventType
from graphmem.rules.gate import gate_table
from graphmem.rules.importance import ImportanceTable, importance_table


@click.command()
@click.argument("text")
@click.option("--policy", type=click.Choice(get_args(GatePolicy)), help="What to do in doubt.  [default: the setting]")
@click.option("--actor", metavar="NAME", help="Who said it: user, assistant, tool, or a name.  [default: user]")
@click.option(
    "--type", "event_type", type=click.Choice([kind.value for kind in EventType]), help="What kind of thing happened."
)
@json_option
def gate(text: str, policy: GatePolicy | None, actor: str | None, event_type: str | None, as_json: bool) -> None:
    """Say whether the write gate would keep TEXT, and why; nothing is stored, no server is needed.

    With "-" as TEXT, JSON lines {"id", "text", "actor"?, "event_type"?} are read from standard input, and for each a
    line {"id", "keep", "reason", "importance", "importance_reasons", "unverified"} is written; a line that cannot be
    read is named, the rest goes on, and the exit code is 1.
    """
    settings = load_settings(**({"gate": policy} if policy else {}))
    table = importance_table(settings.importance_rules)

    def verdict(line: Line) -> Verdict:
        return judge(
            line.text, event_type=line.event_type, actor_role=line.actor_role, policy=settings.gate, table=table
        )

    if text == "-":
        if actor or event_type:
            raise click.UsageError('With "-" every line names its own "actor" and "event_type".')
        each_line(lambda line: {"id": line.id, **_as_json(verdict(line))})
        return
    found = verdict(one_text(text, actor=actor, event_type=event_type))
    if as_json:
        click.echo(json.dumps(_as_json(found), ensure_ascii=False))
    else:
        _tell(found, table)


def _as_json(verdict: Verdict) -> dict[str, object]:
    return {
        "keep": verdict.keep,
        "reason": verdict.reason,
        "importance": verdict.importance.value,
        "importance_reasons": list(verdict.importance.reasons),
        "unverified": verdict.unverified,
    }


def _tell(verdict: Verdict, table: ImportanceTable) -> None:
    reasons = {**gate_table().keep, **gate_table().refuse}
    kept = "kept" if verdict.keep else "refused"
    click.echo(f"{kept}: {verdict.reason} ({reasons[verdict.reason].meaning})")
    click.echo(f"importance {verdict.importance.value:.2f}, at least {verdict.importance.floor:.2f}")
    for code in verdict.importance.reasons:
        click.echo(f"    {code}: {table.rules[code].meaning}")
