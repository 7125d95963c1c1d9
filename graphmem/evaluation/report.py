"""Reports for people: tables for the terminal, and sections of a page that commands write."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from graphmem._version import __version__
from graphmem.errors import InvalidInputError
from graphmem.evaluation.retrieval import Measurement, RetrievalReport
from graphmem.memory import GraphMemory

SHOWN = ("recall@1", "recall@5", "recall@10", "recall@20", "recall@50", "nDCG@10", "MRR", "any@5", "all@5")
"""Measures of a table, in its order."""
_ABLATION = ("recall@1", "recall@5", "recall@10", "recall@20", "recall@50")

Table = Sequence[Sequence[str]]
"""Rows of cells, the head first. The first column is left-aligned, the others right."""


def versions(memory: GraphMemory, packages: Sequence[str] = ()) -> dict[str, str]:
    """Of what was measured with: graphmem, Python, Neo4j, the encoder, and these packages where installed."""
    found = {
        "graphmem": __version__,
        "Python": platform.python_version(),
        "Neo4j": memory.database.server().version,
        "encoder": str(memory.encoder.identity),
    }
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def plain(table: Table) -> str:
    """The table with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    )


def markdown(table: Table) -> str:
    """The table in Markdown."""
    head, *rows = ("| " + " | ".join(row) + " |" for row in table)
    return "\n".join([head, "|---|" + "---:|" * (len(table[0]) - 1), *rows])


def section(*, body: str, command: str, versions: dict[str, str], day: date) -> str:
    """A section for a page: what was found, then by which command, with which versions, on which day."""
    used = ", ".join(f"{name} {number}" for name, number in versions.items())
    return f"{body}\n\n`{command}` · {day.isoformat()} · {used}"


def write_section(page: Path, name: str, text: str) -> None:
    """Put `text` between the lines `<!-- begin NAME -->` and `<!-- end NAME -->`, at the end of the page if not there.

    Raises:
        InvalidInputError: the page cannot be read or written, or has one of the two lines without the other.
    """
    begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
    try:
        old = page.read_text(encoding="utf-8") if page.exists() else ""
        before, opened, rest = old.partition(begin)
        _, closed, after = rest.partition(end)
        if bool(opened) != bool(closed) or (not opened and end in old):
            raise InvalidInputError(f"{page} has only one of the lines {begin} and {end}. Put both there, or none.")
        block = f"{begin}\n{text.strip()}\n{end}"
        new = f"{before}{block}{after}" if opened else f"{old.rstrip()}\n\n{block}\n".lstrip()
        page.write_text(new, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"{page} cannot be written: {error}.") from None


def retrieval_tables(report: RetrievalReport) -> list[Table]:
    """How good recall was; and what each part is worth, where that was measured."""
    head = ["", "cues", *SHOWN]
    rows = [["turn", *_cells(report.overall)], _interval(report, "turn")]
    if report.overall.session:
        rows += [["session", *_cells(report.overall, session=True)], _interval(report, "session")]
    rows += [[f"turn, {kind}", *_cells(measurement)] for kind, measurement in report.kinds.items()]
    tables: list[Table] = [[head, *rows]]
    if report.ablations:
        tables.append(_ablations(report))
    return tables


def retrieval_title(report: RetrievalReport) -> str:
    """What was measured, in a sentence."""
    users = "1 user" if report.users == 1 else f"{report.users:,} users"
    without = f", without {', '.join(report.without)}" if report.without else ""
    left_out = f", {report.left_out:,} more could not be judged" if report.left_out else ""
    return f"{report.data_set}{without}: {report.events:,} events of {users}, {report.overall.cues:,} cues{left_out}."


def _cells(measurement: Measurement, *, session: bool = False) -> list[str]:
    scores = (measurement.session if session else measurement.turn) or {}
    return [f"{measurement.cues:,}", *(figure(scores[name]) for name in SHOWN)]


def _interval(report: RetrievalReport, level: str) -> list[str]:
    intervals = report.intervals[level]
    return ["95 %", "", *("–".join(map(figure, intervals[name])) for name in SHOWN)]


def _ablations(report: RetrievalReport) -> Table:
    def row(name: str, measurement: Measurement) -> list[str]:
        return [name, *(figure(measurement.turn[measure]) for measure in _ABLATION)]

    whole = row("as it is", report.overall)
    ordered = sorted(report.ablations.items(), key=lambda item: (item[1].turn["recall@5"], item[0]))
    return [["turn", *_ABLATION], whole, *(row(f"without {name}", measurement) for name, measurement in ordered)]


def figure(value: float) -> str:
    """Three decimals, without the zero in front: .872."""
    return f"{value:.3f}".removeprefix("0")
