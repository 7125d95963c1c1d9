"""`graphmem bench`: how fast it is."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Literal

import click

from graphmem.clock import SystemClock
from graphmem.config import Settings, load_settings
from graphmem.episodic.policy import WritePolicy
from graphmem.errors import EncoderError, InvalidInputError
from graphmem.evaluation.bench import BenchReport, bench
from graphmem.evaluation.bench_data import GivenVectors
from graphmem.evaluation.bench_recall import Effort
from graphmem.evaluation.bench_report import bench_tables, bench_title, latency_plot
from graphmem.evaluation.report import markdown, plain, section, versions, write_section
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option
from graphmem.interfaces.cli.phases import Phases
from graphmem.language.encoder import Encoder, make_encoder
from graphmem.memory import GraphMemory
from graphmem.server import Instance, down

PLOT = "latency.svg"
"""Beside the page."""
_PACKAGES = ("neo4j", "neo4j-rust-ext")


@click.command("bench")
@click.option("--scale", default=30_000, show_default=True, help="Events of the largest memory that is asked.")
@click.option("--runs", default=3, show_default=True, help="Times each figure is taken; the median counts.")
@click.option("--cues", default=100, show_default=True, help="Cues asked in each run at each size.")
@click.option("--only", type=click.Choice(["recording", "recall"]), help="Measure this part alone.")
@click.option(
    "--write",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help=f"Put the tables into this page, and a plot beside it as {PLOT}.",
)
@instance_option
@json_option
def bench_command(
    scale: int,
    runs: int,
    cues: int,
    only: Literal["recording", "recall"] | None,
    page: Path | None,
    instance: str | None,
    as_json: bool,
) -> None:
    """Measure speed on made-up events, whose vectors are given: encoding is not in the times.

    By default on a server of its own, which is removed afterwards. With --instance or NEO4J_URI on that server, for
    users of their own, who are erased at the end; what else is in the store then moves the figures.
    """
    if page and only:
        raise click.UsageError("A page gets the whole; leave out --only, or --write.")
    if cues < 1:
        raise InvalidInputError("Ask at least one cue.")
    # What goes on in the background would be measured with it; what is to be analysed is, before anything is asked.
    settings = load_settings(background=False, **({"instance": instance} if instance else {}))
    few = {name: min(getattr(Effort, name), cues) for name in ("scanned", "fetched", "warming")}
    effort = Effort(cues=cues, **few)

    def measure(memory: GraphMemory, encoder: GivenVectors, *, keep: bool) -> tuple[BenchReport, dict[str, str]]:
        real = None if only == "recall" else _real(settings, encoder)
        report = bench(
            memory,
            encoder,
            scale=scale,
            runs=runs,
            effort=effort,
            part=only or "all",
            real=real,
            keep=keep,
            quiet=as_json,
        )
        used = versions(memory, _PACKAGES) | {"encoder": str(real.identity) if real else "none"}
        return report, used

    if instance or settings.neo4j_uri:
        encoder = GivenVectors(make_encoder(settings).identity)
        with _open(settings, encoder, quiet=as_json) as memory:
            report, used = measure(memory, encoder, keep=False)
    else:
        folder = Path(tempfile.mkdtemp(prefix="graphmem-bench-"))
        own = settings.model_copy(update={"data_dir": folder, "instance": "bench", "keep_server": False})
        try:
            with _open(own, encoder := GivenVectors(), quiet=as_json) as memory:
                report, used = measure(memory, encoder, keep=True)
            # Closing has stopped the server, which writes everything to the store's files.
            report = replace(report, bytes_per_event=_store_bytes(own) / report.events)
        finally:
            down(Instance.of(own))
            shutil.rmtree(folder, ignore_errors=True)
    words = [
        "graphmem bench",
        f"--scale {scale}",
        f"--runs {runs}",
        f"--cues {cues}",
        *([f"--only {only}"] if only else []),
    ]
    _show(report, used, " ".join(words), page, as_json=as_json)


def _show(report: BenchReport, used: dict[str, str], command: str, page: Path | None, *, as_json: bool) -> None:
    if page:
        body = [bench_title(report), *map(markdown, bench_tables(report))]
        if report.sizes:
            (page.parent / PLOT).write_text(latency_plot(report.sizes), encoding="utf-8")
            body.append(f"![Latency against the number of events]({PLOT})")
        day = SystemClock().now().date()
        write_section(page, "bench", section(body="\n\n".join(body), command=command, versions=used, day=day))
    if as_json:
        echo_json(report.as_json() | {"versions": used, "command": command})
    else:
        click.echo(f"\n{bench_title(report)}\n")
        click.echo("\n\n".join(map(plain, bench_tables(report))))


def _open(settings: Settings, encoder: GivenVectors, *, quiet: bool) -> GraphMemory:
    """A memory that stores every episode as an event of its own, so that sizes are what they are said to be."""
    with Phases(quiet=quiet) as phases:
        memory = GraphMemory.open(settings=settings, encoder=encoder, progress=phases)
    memory.policy = WritePolicy(gate="everything", unite=False)
    return memory


def _real(settings: Settings, encoder: GivenVectors) -> Encoder | None:
    """The configured encoder, where it can be had and its vectors are as long as those in the store."""
    try:
        real = make_encoder(settings)
        if real.identity.dimension != encoder.identity.dimension:
            return None
        real.passages(["It loads."])
    except EncoderError as error:
        click.echo(f"Not measured together with encoding: {error}", err=True)
        return None
    return real


def _store_bytes(settings: Settings) -> int:
    """Of the store's files, indexes included."""
    folder = Instance.of(settings).data / "databases" / settings.neo4j_database
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
