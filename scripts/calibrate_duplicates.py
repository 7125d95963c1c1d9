"""Calibrate when two texts are one thing said twice: pairs united rightly and wrongly at each threshold.

    python scripts/calibrate_duplicates.py tests/sets/duplicates/first_half.jsonl --encoder e5

A line of the file is a pair: id, a, b, language, same, kind. Two texts are united when their wording is equal and the
cosine of their embeddings reaches the threshold; beside it stands what the threshold alone would unite. With
`--write docs/benchmarks.md` the tables go into that page.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC
from importlib.metadata import version
from pathlib import Path

from graphmem.clock import SystemClock
from graphmem.config import load_settings
from graphmem.errors import GraphmemError, InvalidInputError
from graphmem.evaluation.report import Table, markdown, plain, section, write_section
from graphmem.language.encoder import Encoder, make_encoder
from graphmem.language.wording import wording
from graphmem.rules.duplicates import threshold
from graphmem.rules.passages import event_passage

STEPS = (0.0, 0.5, 0.6, 0.7, 0.75, 0.8, 0.84, 0.86, 0.88, 0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99)
_ACTOR = "user"


@dataclass(frozen=True)
class Pair:
    """Two texts of one actor, and how alike they are."""

    id: str
    a: str
    b: str
    language: str
    same: bool
    kind: str
    worded_alike: bool
    cosine: float


def read_pairs(path: Path, encoder: Encoder) -> list[Pair]:
    """The pairs of a file.

    Raises:
        InvalidInputError: the file cannot be read, or a line is no pair; says which.
    """
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        first = encoder.passages([event_passage(_ACTOR, line["a"]) for line in lines])
        second = encoder.passages([event_passage(_ACTOR, line["b"]) for line in lines])
        cosines = (first * second).sum(axis=1).tolist()
        return [
            Pair(
                **{key: line[key] for key in ("id", "a", "b", "language", "same", "kind")},
                worded_alike=wording(line["a"]) == wording(line["b"]) != "",
                cosine=cosine,
            )
            for line, cosine in zip(lines, cosines, strict=True)
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInputError(f"{path} does not hold pairs, one JSON object a line: {error!r}.") from None


def curve(pairs: Sequence[Pair]) -> Table:
    """What is united at each threshold, by threshold and wording, and by threshold alone."""
    head = ["cosine at least", "united rightly", "wrongly", "without the wording: rightly", "wrongly"]
    rows = [
        [
            f"{step:.2f}",
            *_counts(pairs, lambda pair, step=step: pair.worded_alike and pair.cosine >= step),  # type: ignore[misc]
            *_counts(pairs, lambda pair, step=step: pair.cosine >= step),  # type: ignore[misc]
        ]
        for step in STEPS
    ]
    return [head, *rows]


def by_language(pairs: Sequence[Pair], least: float) -> Table:
    """What is united at the threshold in force, by language."""
    rows = []
    for language in sorted({pair.language for pair in pairs}):
        of_language = [pair for pair in pairs if pair.language == language]
        counts = _counts(of_language, lambda pair: pair.worded_alike and pair.cosine >= least)
        rows.append([language, str(len(of_language)), *counts])
    return [["language", "pairs", "united rightly", "wrongly"], *rows]


def lowest(pairs: Sequence[Pair]) -> str:
    """How alike those are that are rightly worded alike."""
    alike = sorted(pair.cosine for pair in pairs if pair.worded_alike and pair.same)
    if not alike:
        return "No pair is rightly worded alike."
    return (
        f"Cosines of the {len(alike)} pairs that are rightly worded alike: lowest {alike[0]:.3f}, a tenth below "
        f"{alike[len(alike) // 10]:.3f}, half below {alike[len(alike) // 2]:.3f}."
    )


def _counts(pairs: Sequence[Pair], united: Callable[[Pair], bool]) -> list[str]:
    chosen = [pair for pair in pairs if united(pair)]
    right, wrong = sum(pair.same for pair in chosen), sum(not pair.same for pair in chosen)
    same = sum(pair.same for pair in pairs)
    return [f"{right} of {same}", f"{wrong} of {len(pairs) - same}"]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="pairs as JSON lines")
    parser.add_argument("--encoder", choices=("e5", "use", "hash"), default="e5")
    parser.add_argument("--errors", action="store_true", help="list the pairs that are judged wrongly")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables into this page")
    options = parser.parse_args(arguments)
    try:
        settings = load_settings().model_copy(update={"encoder": options.encoder})
        encoder = make_encoder(settings)
        pairs = read_pairs(options.file, encoder)
        least = threshold(encoder.identity)
        tables = [curve(pairs), by_language(pairs, least)]
        title = f"{options.file.stem}, {len(pairs)} pairs; threshold in force {least}. {lowest(pairs)}"
        out = sys.stdout
        out.write("\n\n".join([title, *map(plain, tables)]) + "\n")
        if options.errors:
            for pair in pairs:
                if (pair.worded_alike and pair.cosine >= least) != pair.same:
                    out.write(
                        f"{'missed' if pair.same else 'WRONG'} {pair.cosine:.3f} {pair.kind}: {pair.a} | {pair.b}\n"
                    )
        if options.write:
            body = "\n\n".join([title, *map(markdown, tables)])
            command = f"python scripts/calibrate_duplicates.py {options.file} --encoder {options.encoder}"
            used = {"graphmem": version("graphmem"), "encoder": str(encoder.identity)}
            text = section(body=body, command=command, versions=used, day=SystemClock().now().astimezone(UTC).date())
            write_section(options.write, f"duplicates {options.file.stem} {options.encoder}", text)
    except GraphmemError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
