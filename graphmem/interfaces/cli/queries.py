"""`graphmem queries`."""

from __future__ import annotations

import click

from graphmem.interfaces.cli.options import echo_json, json_option
from graphmem.store.catalogue import describe


@click.command()
@click.argument("name", required=False)
@json_option
def queries(name: str | None, as_json: bool) -> None:
    """List the Cypher queries graphmem runs, each with its contract; with NAME, print that one."""
    rows = [row for row in describe() if name in (None, row["name"])]
    if not rows:
        raise click.ClickException(f"There is no query {name!r}. `graphmem queries` lists them.")
    if as_json:
        echo_json(rows)
    elif name:
        click.echo(rows[0]["text"])
    else:
        width = max(len(row["name"]) for row in rows)
        for row in rows:
            click.echo(f"{row['name']:<{width}}  {row['access']:<6}  {row['summary']}")
