"""`graphmem doctor`: is it healthy."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import NoReturn, Self

import click
from tqdm import tqdm

from graphmem.config import Settings, load_settings
from graphmem.connecting import connect
from graphmem.errors import EncoderError, StoreVersionError
from graphmem.evaluation.doctor.examine import Doctor
from graphmem.evaluation.doctor.findings import Examination, Finding, Repair, Severity
from graphmem.evaluation.doctor.machine import refused_version
from graphmem.interfaces.cli.options import echo_json, instance_option, json_option
from graphmem.interfaces.cli.phases import Phases
from graphmem.language.encoder import Encoder, make_encoder
from graphmem.server import Instance, down

UNHEALTHY = 5
"""Exit code when errors are found."""
_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "blue"}


@click.command()
@click.option("--fix", is_flag=True, help="Repair what can be repaired safely; no event is ever deleted.")
@instance_option
@json_option
@click.pass_context
def doctor(ctx: click.Context, fix: bool, instance: str | None, as_json: bool) -> None:
    """Examine the whole store and its server: chains, links, embeddings, indexes, disk, memory.

    Each finding comes with ids and the way out. Exit code 5 when errors are found, or left after --fix.
    """
    settings = load_settings(**({"instance": instance} if instance else {}))
    found = _examined(settings, fix=fix, quiet=as_json)
    if as_json:
        echo_json(found.as_json())
    else:
        for line in _lines(found):
            click.echo(line)
    if found.errors:
        ctx.exit(UNHEALTHY)


def _examined(settings: Settings, *, fix: bool, quiet: bool) -> Examination:
    encoder, problem = _encoder(settings)
    try:
        with Phases(quiet=quiet) as phases:
            database, server, stop_at_close = connect(settings, phases)
    except StoreVersionError as error:
        return Examination((refused_version(error),), ())
    try:
        with database, _Bar(quiet=quiet) as bar:
            examiner = Doctor(
                database,
                encoder,
                encoder_problem=problem,
                instance=Instance.of(settings) if server else None,
                progress=bar,
            )
            return examiner.fix() if fix else examiner.examine()
    finally:
        if stop_at_close:
            down(stop_at_close)


def _encoder(settings: Settings) -> tuple[Encoder | None, str]:
    """The configured encoder, or why there is none."""
    try:
        return make_encoder(settings), ""
    except EncoderError as error:
        return None, str(error)


class _Bar:
    """One progress bar over the checks, on a terminal."""

    def __init__(self, *, quiet: bool) -> None:
        self._bar: tqdm[NoReturn] = tqdm(unit=" checks", leave=False, disable=True if quiet else None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.close()

    def __call__(self, name: str, done: int, total: int) -> None:
        self._bar.total = total
        self._bar.set_description(name.replace("_", " "), refresh=False)
        self._bar.n = done
        self._bar.refresh()


def _lines(found: Examination) -> Iterator[str]:
    for repair in found.repairs:
        yield _repair_line(repair)
    for finding in found.findings:
        yield from _finding_lines(finding)
    yield _facts_line(found.facts)
    number = len(found.findings)
    yield f"{number} problem{'' if number == 1 else 's'} found" if number else "healthy"


def _repair_line(repair: Repair) -> str:
    failed = f" ({repair.failed})" if repair.failed else ""
    done = (
        click.style("repaired", fg="green") if repair.after < repair.before else click.style("not repaired", fg="red")
    )
    return f"{done} {repair.check}: {repair.before:,} before, {repair.after:,} after{failed}"


def _finding_lines(finding: Finding) -> Iterator[str]:
    severity = click.style(finding.severity.value, fg=_COLOURS[finding.severity])
    yield f"{severity} {finding.check} ({finding.count:,}): {finding.meaning}"
    if finding.examples:
        yield f"    such as {'; '.join(finding.examples)}"
    yield f"    {finding.way_out}"


def _facts_line(facts: dict[str, int | str]) -> str:
    shown = [
        f"{name.removesuffix('_bytes').replace('_', ' ')} {value / 1e6:,.0f} MB"
        if isinstance(value, int)
        else f"{name} {value}"
        for name, value in facts.items()
    ]
    return ", ".join(shown)
