"""`graphmem backup | restore | export`: the memory in a file, and back."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import click
from tqdm import tqdm

from graphmem._version import __version__
from graphmem.config import Settings, load_settings
from graphmem.errors import ConfigurationError
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option, open_memory
from graphmem.interfaces.cli.phases import Phases
from graphmem.interfaces.export import ExportReport, export_file, export_lines, extents
from graphmem.server import STOP, GraphSummary, Instance, Manifest, RunningServer, Survey
from graphmem.server import backup as back_up
from graphmem.server import restore as put_back
from graphmem.store.connection import Database
from graphmem.store.elements import all_elements, holds_memories
from graphmem.store.fingerprint import fingerprint
from graphmem.store.schema import Schema

_disconnect_option = click.option(
    "--disconnect", is_flag=True, help="Go on although other programs are connected; they lose their connection."
)
_wait_option = click.option(
    "--wait", default=0, show_default=True, type=click.IntRange(0), metavar="SECONDS",
    help="Give other programs time to disconnect.",
)  # fmt: skip


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE when it is there.")
@_disconnect_option
@_wait_option
@instance_option
@json_option
def backup(file: Path, force: bool, disconnect: bool, wait: int, instance: str | None, as_json: bool) -> None:
    """Back up the local server's whole store into FILE.

    The server is stopped meanwhile and started again if it ran. Without stopping anything: `graphmem export`.
    """
    settings = _managed(instance)
    begun = time.monotonic()
    with _Announced(settings, quiet=as_json) as phases:
        manifest = back_up(
            Instance.of(settings), file, survey=_SURVEY, version=__version__, overwrite=force,
            disconnect=disconnect, wait=wait, progress=phases,
        )  # fmt: skip
    _tell(manifest, file, time.monotonic() - begun, "backed up into", as_json=as_json)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace the memories that the instance holds.")
@_disconnect_option
@_wait_option
@instance_option
@json_option
def restore(file: Path, force: bool, disconnect: bool, wait: int, instance: str | None, as_json: bool) -> None:
    """Restore the local server's store from FILE, as `graphmem backup` made it.

    The store is loaded beside the present one and compared with what was backed up before it takes its place; until
    then, and when anything goes wrong, the present one stays. The server is stopped meanwhile and started again if it
    ran.
    """
    settings = _managed(instance)
    begun = time.monotonic()
    with _Announced(settings, quiet=as_json) as phases:
        manifest = put_back(
            Instance.of(settings), file, survey=_SURVEY, replace=force, disconnect=disconnect, wait=wait,
            progress=phases,
        )  # fmt: skip
    _tell(manifest, file, time.monotonic() - begun, "restored and compared, from", as_json=as_json)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--user", "users", multiple=True, metavar="ID", help="Only this user; repeatable.  [default: all]")
@click.option("--with-embeddings/--without-embeddings", default=True, show_default=True, help="They are half the file.")
@click.option("--only", type=click.Choice(["events", "facts"]), help="Only one kind of memory.")
@click.option("--force", is_flag=True, help="Replace FILE when it is there.")
@instance_option
@json_option
def export(
    file: Path,
    users: tuple[str, ...],
    with_embeddings: bool,
    only: str | None,
    force: bool,
    instance: str | None,
    as_json: bool,
) -> None:
    """Export memories into FILE ("-": standard output), one JSON object a line; the server keeps running.

    `graphmem import FILE` brings them back as they were, here or elsewhere.
    """
    with open_memory(instance, quiet=as_json) as memory:
        chosen = extents(memory, users)
        total = sum(extent.events for extent in chosen)
        with tqdm(total=total, unit=" events", desc=file.name, disable=True if as_json else None) as bar:
            if str(file) == "-":
                lines = export_lines(memory, chosen, embeddings=with_embeddings, only=only, progress=bar.update)
                for line in lines:
                    sys.stdout.buffer.write(line)
                sys.stdout.buffer.flush()
                report = lines.report
            else:
                report = export_file(
                    memory, file, chosen, embeddings=with_embeddings, only=only, overwrite=force, progress=bar.update
                )
    _tell_export(report, as_json=as_json, on_stderr=str(file) == "-")


def _managed(instance: str | None) -> Settings:
    settings = load_settings(**({"instance": instance} if instance else {}))
    if settings.neo4j_uri:
        raise ConfigurationError(
            "NEO4J_URI names a Neo4j of your own, which graphmem does not stop. Use `graphmem export` and `import`, "
            "or neo4j-admin database dump and load; or unset NEO4J_URI to mean the managed local server."
        )
    return settings


class _Announced(Phases):
    """Says before the server is stopped that it is."""

    def __init__(self, settings: Settings, *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self._said = quiet
        self._instance = settings.instance

    def __call__(self, phase: str, done: int, total: int) -> None:
        if phase == STOP and not self._said:
            self._said = True
            click.echo(f"The server of instance {self._instance!r} is stopped for this and started again.", err=True)
        super().__call__(phase, done, total)


def _connected(server: RunningServer) -> Database:
    return Database.open(server.bolt_uri, server.username, server.password.get_secret_value())


def _summary(server: RunningServer) -> GraphSummary:
    with _connected(server) as database:
        encoder = Schema(database).status().encoder
        found = fingerprint(all_elements(database))
    return GraphSummary(
        fingerprint=found.digest,
        nodes=found.nodes,
        relationships=found.relationships,
        labels=dict(found.labels),
        types=dict(found.types),
        encoder=encoder,
    )


def _is_empty(server: RunningServer) -> bool:
    with _connected(server) as database:
        return not holds_memories(database)


_SURVEY = Survey(summary=_summary, is_empty=_is_empty)


def _tell(manifest: Manifest, file: Path, seconds: float, done: str, *, as_json: bool) -> None:
    size = file.stat().st_size
    if as_json:
        echo_json({**manifest.model_dump(mode="json"), "file": str(file), "file_bytes": size, "seconds": seconds})
        return
    graph = manifest.graph
    users, events = graph.labels.get("User", 0), graph.labels.get("Event", 0)
    click.echo(
        f"{_counted(users, 'user')}, {_counted(events, 'event')} ({_counted(graph.nodes, 'node')}, "
        f"{_counted(graph.relationships, 'relationship')}) {done} {file} ({size / 1e6:,.1f} MB) in {seconds:.0f} s."
    )
    click.echo(f"Fingerprint of the graph: {graph.fingerprint}")


def _tell_export(report: ExportReport, *, as_json: bool, on_stderr: bool) -> None:
    if as_json:
        click.echo(json.dumps(report.as_json(), ensure_ascii=False, indent=2), err=on_stderr)
        return
    click.echo(
        f"{_counted(report.users, 'user')}, {_counted(report.sessions, 'session')}, "
        f"{_counted(report.events, 'event')}, {_counted(report.links, 'link')}, {_counted(report.facts, 'fact')} "
        f"exported in {report.seconds:.1f} s",
        err=on_stderr,
    )
    for user_id in report.changed[:20]:
        click.echo(
            f"user {user_id!r} changed while it was exported: what came meanwhile may be missing, and the "
            f"import cannot be verified. Export it again for that.",
            err=True,
        )


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
