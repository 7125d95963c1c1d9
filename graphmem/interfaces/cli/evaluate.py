"""`graphmem eval`: how good it is."""

from __future__ import annotations

from pathlib import Path

import click

from graphmem.clock import SystemClock
from graphmem.evaluation.ablation import switched_off
from graphmem.evaluation.dataset import load
from graphmem.evaluation.report import (
    markdown,
    plain,
    retrieval_tables,
    retrieval_title,
    section,
    versions,
    write_section,
)
from graphmem.evaluation.retrieval import RetrievalReport, chosen, evaluate
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option, open_memory

_PACKAGES = ("ir-measures", "pytrec-eval-terrier")


@click.group("eval")
def eval_command() -> None:
    """Measure how good the memory is, on data of your own."""


@eval_command.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--without", multiple=True, metavar="NAME", help="A channel, feature or family to do without; repeatable."
)
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Ask only cues of this kind; repeatable.")
@click.option("--ablations", is_flag=True, help="Ask again without each channel, feature and family in turn.")
@click.option("--seed", default=0, show_default=True, help="Of the bootstrap.")
@click.option("--write", "page", type=click.Path(dir_okay=False, path_type=Path), help="Put the tables into this page.")
@instance_option
@json_option
def retrieval(
    folder: Path,
    without: tuple[str, ...],
    kinds: tuple[str, ...],
    ablations: bool,
    seed: int,
    page: Path | None,
    instance: str | None,
    as_json: bool,
) -> None:
    """Measure recall on the data set in DIR: events.jsonl and cues.jsonl.

    The events are stored for users of their own, who are erased at the end. Measures: recall@k, nDCG@10 and MRR of the
    gold events ("turn") and of their sessions ("session"); any@k and all@k are the shares of cues with any and with
    all of their gold among the first k. Intervals are 95 %, by bootstrap over the cues.
    """
    data = load(folder)
    switched_off(without)
    chosen(data.cues, kinds)  # complains before a server is started
    with open_memory(instance, quiet=as_json) as memory:
        report = evaluate(memory, data, without=without, kinds=kinds, ablations=ablations, seed=seed, quiet=as_json)
        used = versions(memory, _PACKAGES)
    command = _command(report, kinds, ablations=ablations, seed=seed)
    if page:
        _write(page, report, kinds, command, used)
    if as_json:
        echo_json(report.as_json() | {"versions": used, "command": command})
    else:
        click.echo(f"\n{retrieval_title(report)}\n")
        click.echo("\n\n".join(map(plain, retrieval_tables(report))))
        click.echo(f"\nStoring {report.seconds['storing']:.0f} s, asking {report.seconds['asking']:.0f} s.")


def _write(page: Path, report: RetrievalReport, kinds: tuple[str, ...], command: str, used: dict[str, str]) -> None:
    name = " ".join(["retrieval", report.data_set, *(f"without-{each}" for each in report.without), *kinds])
    body = "\n\n".join([retrieval_title(report), *map(markdown, retrieval_tables(report))])
    write_section(page, name, section(body=body, command=command, versions=used, day=SystemClock().now().date()))


def _command(report: RetrievalReport, kinds: tuple[str, ...], *, ablations: bool, seed: int) -> str:
    """The command that gives these figures again, in whichever folder the data set lies."""
    words = ["graphmem eval retrieval", report.data_set]
    words += [f"--without {name}" for name in report.without] + [f"--kind {kind}" for kind in kinds]
    words += ["--ablations"] * ablations + [f"--seed {seed}"] * bool(seed)
    return " ".join(words)
