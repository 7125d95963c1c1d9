"""`graphmem`: the verbs of the memory, on the command line.

Exit codes: 0 done; 1 an error, said in one line; 2 the command was misspelt; 3 the server does not run (`status`);
4 part of the input was refused (`import`); 5 errors were found (`doctor`); 6 something is to be done (`schema status`);
7 fewer questions passed than asked for (`eval scenarios`).
"""

from __future__ import annotations

import io
import sys
from importlib import import_module
from typing import Any

import click

from graphmem._version import __version__
from graphmem.errors import GraphmemError

# Where each command lives. A module is imported when one of its commands is asked for, so `--help` is quick.
_COMMANDS = {
    "up": "server",
    "down": "server",
    "status": "server",
    "logs": "server",
    "browse": "server",
    "demo": "demo",
    "record": "memory",
    "recall": "memory",
    "import": "memory",
    "chain": "keeping",
    "feedback": "keeping",
    "embed": "keeping",
    "worker": "worker",
    "consolidate": "facts",
    "reflect": "facts",
    "facts": "facts",
    "provenance": "facts",
    "history": "facts",
    "assert-fact": "facts",
    "confirm": "facts",
    "retract": "facts",
    "disputes": "facts",
    "review": "facts",
    "rollback": "facts",
    "unite": "facts",
    "split": "facts",
    "audit": "keeping",
    "redact": "redact",
    "gate": "gate",
    "read-cue": "read_cue",
    "extract": "extract",
    "export": "backup",
    "backup": "backup",
    "restore": "backup",
    "queries": "queries",
    "schema": "schema",
    "doctor": "doctor",
    "eval": "evaluate",
    "bench": "bench",
}


class _Root(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = import_module(f"graphmem.interfaces.cli.{_COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{name}_command", None) or getattr(module, name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except GraphmemError as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=_Root, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="graphmem")
def main() -> None:
    """A memory for AI agents on Neo4j: what happened is kept, and found again with reasons.

    Without NEO4J_URI a local Neo4j is installed and started when first needed.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What a terminal or pipe that is not UTF-8 cannot show is written as \uXXXX, which is valid in JSON, too.
        sys.stdout.reconfigure(errors="backslashreplace")
