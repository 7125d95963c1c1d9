"""`graphmem worker`: what waits is done, of all users."""

from __future__ import annotations

import time
from typing import Any

import click
from tqdm import tqdm

from graphmem.interfaces.cli.options import echo_json, instance_option, json_option, open_memory
from graphmem.language.llm import ModelUse
from graphmem.memory import GraphMemory


@click.command()
@click.option("--once", is_flag=True, help="Do what waits now, and end; otherwise go on until stopped (Ctrl-C).")
@click.option("--every", default=5.0, show_default=True, metavar="SECONDS", help="How often to look for more.")
@instance_option
@json_option
def worker(once: bool, every: float, instance: str | None, as_json: bool) -> None:
    """Embed what was recorded with --embed-later, find what events mention, make facts of what users said, and once a
    day judgements of what recurs, of all users.

    Programs do all but the first in their own background, unless the setting background is off; commands leave it to
    this. Safe to interrupt, and to run several of, beside programs that record.
    """
    if every <= 0:
        raise click.UsageError("--every is a number of seconds greater than 0.")
    with open_memory(instance, quiet=as_json) as memory:
        while True:
            done, use = _round(memory, quiet=as_json)
            if once or any(done.values()):
                _tell(done, use, as_json=as_json)
            if once:
                return
            time.sleep(every)


def _round(memory: GraphMemory, *, quiet: bool) -> tuple[dict[str, int], ModelUse | None]:
    use = memory.reader.use() if memory.reader else None
    with tqdm(unit=" events", desc="Embedding", disable=quiet or None, total=0, leave=False) as bar:
        embedded = memory.embed(progress=_showing(bar))
    with tqdm(unit=" events", desc="Analysing", disable=quiet or None, total=0, leave=False) as bar:
        analysed = memory.analyse(progress=_showing(bar))
    with tqdm(unit=" events", desc="Consolidating", disable=quiet or None, leave=False) as bar:
        consumed = memory.consolidate_waiting(progress=bar.update, use=use)
    judged = memory.reflect_waiting()
    done = {
        "embedded": embedded.embedded,
        "united": embedded.united,
        "analysed": analysed.analysed,
        "mentions": analysed.mentions,
        "consumed": consumed,
        "judged": judged,
    }
    return done, use


def _showing(bar: Any) -> Any:
    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return show


def _tell(done: dict[str, int], use: ModelUse | None, *, as_json: bool) -> None:
    if as_json:
        echo_json(done | ({"model": use.as_json()} if use else {}))
    else:
        click.echo(
            f"{done['embedded']:,} embedded, {done['analysed']:,} analysed with {done['mentions']:,} mentions of "
            f"people, places and things, "
            f"{done['consumed']:,} made into facts, {done['judged']:,} judgements new or changed"
        )
        if use and done["consumed"]:
            click.echo(str(use))
