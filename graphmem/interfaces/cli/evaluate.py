"""`graphmem eval`: how good it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

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
from graphmem.evaluation.scenarios import replay as replaying
from graphmem.evaluation.scenarios import report as told
from graphmem.evaluation.scenarios.figures import Summary, summary
from graphmem.evaluation.scenarios.labelled import Half
from graphmem.evaluation.scenarios.loading import load_suites
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option, open_memory

TOO_FEW = 7
"""Exit code when a smaller share of questions passed than was asked for."""
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


@eval_command.command()
@click.argument("paths", metavar="FILE_OR_DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Ask only questions of this kind; repeatable.")
@click.option(
    "--half",
    type=click.Choice(get_args(Half)),
    default="first",
    show_default=True,
    help="Of a labelled set in JSON lines: which questions.",
)
@click.option(
    "--at-least", type=click.FloatRange(0, 1), metavar="SHARE", help="End with exit code 7 when fewer questions pass."
)
@click.option(
    "--without", multiple=True, metavar="NAME", help="A channel, feature or family to do without; repeatable."
)
@click.option("--seed", default=0, show_default=True, help="Of the bootstrap.")
@click.option(
    "--write", "page", type=click.Path(dir_okay=False, path_type=Path), help="Put the figures into this page."
)
@instance_option
@json_option
def scenarios(
    paths: tuple[Path, ...],
    kinds: tuple[str, ...],
    half: Half,
    at_least: float | None,
    without: tuple[str, ...],
    seed: int,
    page: Path | None,
    instance: str | None,
    as_json: bool,
) -> None:
    """Replay histories, and see whether questions bring back what answers them.

    FILE_OR_DIR is a YAML file with a history and its questions (docs/scenarios.md shows how to write one), a folder of
    them, or a labelled set in JSON lines. The events are stored for users of their own, who are erased at the end. A
    question passes when all events it expects, or any of them where it says so, are among the first k: 5, or as many
    as it expects if that is more, or what it says. What failed is listed with what came instead, and why.
    """
    suites = load_suites(paths, half)
    replaying.chosen(suites, kinds)  # complains before a server is started
    switched_off(without)
    with open_memory(instance, quiet=as_json) as memory:
        replay = replaying.replay(memory, suites, kinds=kinds, without=without, quiet=as_json)
        used = versions(memory)
    found = summary(replay, seed)
    words = ["graphmem eval scenarios", *map(str, paths), *[f"--half {half}"] * (half != "first")]
    words += [f"--kind {kind}" for kind in kinds] + [f"--without {name}" for name in without]
    command = " ".join(words + [f"--seed {seed}"] * bool(seed))
    if page:
        parts = [*(f"without-{name}" for name in without), *kinds]
        _write_scenarios(page, replay, found, parts, command=command, used=used)
    if as_json:
        about = {"events": replay.events, "seconds": replay.seconds, "versions": used, "command": command, "seed": seed}
        echo_json(found.as_json() | {"failures": told.failures_as_json(replay)} | about)
    else:
        _show_scenarios(replay, found)
    if at_least is not None and found.overall.share < at_least:
        click.echo(f"Fewer questions passed than {at_least:.1%}.", err=True)
        raise click.exceptions.Exit(TOO_FEW)


def _show_scenarios(replay: replaying.Replay, found: Summary) -> None:
    failures = told.failures(replay)
    if failures:
        click.echo("\nFailed:\n\n" + "\n\n".join(failures))
    click.echo(f"\n{told.title(replay, found)}\n\n{plain(told.table(found))}")
    click.echo(f"\nStoring {replay.seconds['storing']:.0f} s, asking {replay.seconds['asking']:.0f} s.")


def _write_scenarios(
    page: Path,
    replay: replaying.Replay,
    found: Summary,
    parts: Sequence[str],
    *,
    command: str,
    used: dict[str, str],
) -> None:
    failed = [f"- {answer.question.text}" for answer in replay.answers if not answer.passed]
    body = [told.title(replay, found), markdown(told.table(found)), *(["Failed:", "\n".join(failed)] if failed else [])]
    text = section(body="\n\n".join(body), command=command, versions=used, day=SystemClock().now().date())
    write_section(page, " ".join(["scenarios", *found.groups["suites"], *parts]), text)
