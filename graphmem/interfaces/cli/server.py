"""`graphmem up | down | status | logs | browse`: the managed local server."""

from __future__ import annotations

import os
import time
import webbrowser
from typing import get_args

import click

from graphmem.config import load_settings
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option
from graphmem.interfaces.cli.phases import Phases
from graphmem.server import (
    Instance,
    Log,
    RunningServer,
    State,
    Status,
    browser_link,
    checked_name,
    log_lines,
    reset_password,
)
from graphmem.server import down as stop_server
from graphmem.server import status as server_status
from graphmem.server import up as start_server

NOT_RUNNING = 3
"""Exit code of `status` when the server does not run, as init scripts have it."""


def _instance(name: str | None, **ports: int | None) -> Instance:
    given = {"instance": checked_name(name)} if name else {}
    return Instance.of(load_settings(**given), **ports)


@click.command()
@instance_option
@click.option("--bolt-port", type=click.IntRange(1, 65535), help="Insist on this port for drivers.")
@click.option("--http-port", type=click.IntRange(1, 65535), help="Insist on this port for Browser.")
@click.option("--reset-password", "new_password", is_flag=True, help="Make a new password; the data stays.")
@json_option
def up(instance: str | None, bolt_port: int | None, http_port: int | None, new_password: bool, as_json: bool) -> None:
    """Start the local Neo4j, or find it running; the first time it is downloaded."""
    chosen = _instance(instance, bolt_port=bolt_port, http_port=http_port)
    if os.environ.get("NEO4J_URI"):
        click.echo("NEO4J_URI is set: graphmem's other commands use that Neo4j, not the local one.", err=True)
    begun = time.monotonic()
    with Phases(quiet=as_json) as phases:
        if new_password:
            reset_password(chosen)
        server = start_server(chosen, progress=phases)
    if as_json:
        echo_json(_as_json(chosen, server))
        return
    if server.started:
        click.echo(f"Neo4j of instance {chosen.name!r} runs, after {time.monotonic() - begun:.0f} s.")
    else:
        click.echo(f"Neo4j of instance {chosen.name!r} was already running.")
    click.echo(f"Bolt     {server.bolt_uri}")
    click.echo(f"Browser  {server.browser_url}")
    click.echo(f"User     {server.username}, password in {chosen.password_file}")


@click.command()
@instance_option
@click.option(
    "--timeout", default=60, show_default=True, type=click.IntRange(1), help="Seconds to wait for a clean stop."
)
@json_option
def down(instance: str | None, timeout: int, as_json: bool) -> None:
    """Stop the local Neo4j cleanly; its data stays."""
    chosen = _instance(instance)
    stopped = stop_server(chosen, timeout=timeout)
    if as_json:
        echo_json({"name": chosen.name, "stopped": stopped})
    else:
        click.echo(f"Neo4j of instance {chosen.name!r} {'is stopped' if stopped else 'was not running'}.")


@click.command()
@instance_option
@json_option
@click.pass_context
def status(ctx: click.Context, instance: str | None, as_json: bool) -> None:
    """Say whether the local Neo4j runs; exit code 3 when it does not."""
    found = server_status(_instance(instance))
    if as_json:
        echo_json(found.as_json())
    else:
        for name, value in _rows(found):
            click.echo(f"{name:<9}{value}")
    if found.state is not State.RUNNING:
        ctx.exit(NOT_RUNNING)


@click.command()
@instance_option
@click.option("-n", "--lines", default=50, show_default=True, type=click.IntRange(0), help="Lines from the end.")
@click.option("-f", "--follow", is_flag=True, help="Go on with new lines until Ctrl-C.")
@click.option("--log", type=click.Choice(get_args(Log)), default="neo4j", show_default=True, help="Which log.")
@json_option
def logs(instance: str | None, lines: int, follow: bool, log: Log, as_json: bool) -> None:
    """Show what the local Neo4j logged."""
    found = log_lines(_instance(instance), lines=lines, follow=follow, log=log)
    if as_json and not follow:
        echo_json(list(found))
        return
    for line in found:
        if as_json:
            echo_json(line)
        else:
            click.echo(line)


@click.command()
@click.argument("query", required=False)
@instance_option
@click.option("--show-password", is_flag=True, help="Print the password itself, not only where it is.")
@click.option("--open", "open_it", is_flag=True, help="Open the address in a web browser.")
@json_option
def browse(query: str | None, instance: str | None, show_password: bool, open_it: bool, as_json: bool) -> None:
    """Print the address of Neo4j Browser, where QUERY is ready to run; start the server if needed."""
    chosen = _instance(instance)
    with Phases(quiet=as_json) as phases:
        server = start_server(chosen, progress=phases)
    link = browser_link(http_port=server.http_port, bolt_port=server.bolt_port, username=server.username, query=query)
    password = server.password.get_secret_value() if show_password else None
    if as_json:
        row = {"url": link, "username": server.username, "password_file": str(chosen.password_file)}
        echo_json(row | ({"password": password} if password else {}))
    else:
        click.echo(f"Browser   {link}")
        click.echo(f"User      {server.username}")
        click.echo(f"Password  {password}" if password else f"Password  in {chosen.password_file} (--show-password)")
    if open_it and not webbrowser.open(link):
        raise click.ClickException("No web browser could be opened here. Open the address yourself.")


def _as_json(instance: Instance, server: RunningServer) -> dict[str, str | int | bool]:
    return {
        "name": instance.name,
        "started": server.started,
        "bolt_uri": server.bolt_uri,
        "bolt_port": server.bolt_port,
        "http_port": server.http_port,
        "username": server.username,
        "password_file": str(instance.password_file),
        "pid": server.pid,
        "browser_url": server.browser_url,
    }


def _rows(found: Status) -> list[tuple[str, str]]:
    """A status as lines for people."""
    rows = [("Instance", found.name), ("State", _explained(found))]
    if found.pid is not None:
        rows.append(("Process", str(found.pid)))
    if found.state is State.RUNNING:
        rows += [("Version", f"Neo4j {found.version}"), ("Bolt", str(found.bolt_uri))]
        rows.append(("Browser", browser_link(http_port=found.http_port or 0, bolt_port=found.bolt_port or 0)))
    rows += [("Data", f"{found.data_bytes / 1e6:,.0f} MB in {found.home}"), ("Log", str(found.log_file))]
    return rows


def _explained(found: Status) -> str:
    match found.state:
        case State.RUNNING:
            minutes = (found.uptime_seconds or 0) // 60
            days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
            return f"running for {days} d {hours} h {minutes} min"
        case State.STARTING:
            return "starting or stopping: its process runs and does not answer"
        case State.CRASHED:
            return "crashed: it ended without a clean stop; `graphmem up` starts it and it recovers"
        case State.STOPPED:
            return "stopped"
