"""`graphmem demo`: a stranger sees what the memory is for."""

from __future__ import annotations

import json
import time
from importlib.resources import as_file, files
from typing import Any

import click
from tqdm import tqdm

from graphmem.interfaces.cli.options import echo_json, instance_option, json_option, open_memory
from graphmem.interfaces.jsonl import FileReport, count_lines, import_file
from graphmem.memory import GraphMemory, UserMemory

USER, NAME, ZONE = "demo", "Lin Yue 林悦", "Asia/Shanghai"
_DATA = files("graphmem.interfaces") / "demo"


@click.command()
@instance_option
@json_option
def demo(instance: str | None, as_json: bool) -> None:
    """Load half a year of an agent's work, in English and Chinese, and recall from it."""
    with open_memory(instance, quiet=as_json) as memory:
        report = _load(memory, quiet=as_json)
        user = memory.user(USER)
        answers = [_ask(user, cue) for cue in json.loads((_DATA / "cues.json").read_text(encoding="utf-8"))]
        server = memory.server
    if as_json:
        echo_json({"user": USER, "loaded": report.as_json(), "cues": answers})
        return
    _tell(report, answers)
    if server:
        click.echo(f"Look at the graph in Neo4j Browser: {server.browser_url}")
        click.echo("User neo4j; `graphmem browse --show-password` prints the password. Stop it: `graphmem down`.")


def _load(memory: GraphMemory, *, quiet: bool) -> FileReport:
    memory.user(USER, name=NAME, time_zone=ZONE).recall("hello")  # introduces the user
    with (
        as_file(_DATA / "history.jsonl") as history,
        tqdm(total=count_lines(history), unit=" episodes", desc="Loading the history", disable=quiet or None) as bar,
    ):
        return import_file(memory, history, user_id=USER, progress=bar.update)


def _ask(user: UserMemory, cue: dict[str, Any]) -> dict[str, Any]:
    started = time.monotonic()
    found = user.recall(cue["text"], k=4, budget=300)
    return {
        "cue": cue["text"],
        "look_for": cue["why"],
        "brief": found.brief(),
        "why": found.events[0].explain() if found.events else "",
        "milliseconds": round((time.monotonic() - started) * 1000),
    }


def _tell(report: FileReport, answers: list[dict[str, Any]]) -> None:
    there = f", {report.already_there} were there already" if report.already_there else ""
    click.echo(f"\n{report.stored} episodes of Lin Yue's agent stored{there}, June to November 2026.\n")
    for answer in answers:
        click.secho(f"? {answer['cue']}", bold=True)
        click.secho(f"  ({answer['look_for']})", dim=True)
        click.echo(answer["brief"])
        click.secho(f"  Why the first: {answer['why']} [{answer['milliseconds']} ms]\n", dim=True)
