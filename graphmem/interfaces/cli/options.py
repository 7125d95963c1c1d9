"""Options that several commands share, and how their values are read and shown."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import click

from graphmem.config import load_settings
from graphmem.interfaces.cli.phases import Phases
from graphmem.memory import GraphMemory

user_option = click.option("--user", "user_id", required=True, metavar="ID", help="Whose memory.")
instance_option = click.option(
    "--instance", metavar="NAME", help="Managed local server to use, where NEO4J_URI is not set.  [default: default]"
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class Moment(click.ParamType[datetime]):
    """A date, or a date and time, in ISO 8601: 2026-05-01, 2026-05-01T09:30:00+08:00."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        if isinstance(value, datetime):
            return value
        try:
            return datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no time; write 2026-05-01 or 2026-05-01T09:30:00+08:00", param, ctx)


def open_memory(instance: str | None, *, quiet: bool = False) -> GraphMemory:
    """The configured memory, or that of a named local server, whose start is shown unless `quiet`.

    Nothing runs in its background: a command ends when it has done what it says.
    """
    settings = load_settings(background=False, **({"instance": instance} if instance else {}))
    with Phases(quiet=quiet) as phases:
        return GraphMemory.open(settings=settings, progress=phases)


def echo_json(data: object) -> None:
    """JSON on standard output, Chinese as it is."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2, default=str))
