"""Measure redaction on labelled texts: the share of spans taken out, the share of harmless texts left alone.

    python scripts/measure_redaction.py DIR [--without-contacts] [--write docs/benchmarks.md]

DIR holds JSON lines, in any of these forms: {"text", "spans": [{"type", "text"}]}, the same with "value" for "text",
or {"text", "redact": [{"type", "value"}]}. A span counts as found when all of its characters were taken out; a text
without spans counts as untouched when nothing was. Spans of kinds that redaction does not look for (people, places)
are left out, and so are the texts that have only such.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from graphmem.evaluation.report import markdown, plain, section, write_section
from graphmem.language.redaction import Redactor

KINDS = {
    "password": "password", "key": "api_key", "api_key": "api_key", "private_key": "private_key",
    "national_id": "national_id", "cn_id": "national_id", "ssn": "national_id", "us_ssn": "national_id",
    "card": "bank_card", "bank_card": "bank_card", "credit_card": "bank_card", "iban": "iban", "iban_code": "iban",
    "email": "email", "email_address": "email", "phone": "phone", "phone_number": "phone",
}  # fmt: skip


@dataclass
class Figures:
    spans: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    harmless: int = 0
    untouched: int = 0
    seconds: float = 0.0
    missed: list[str] = field(default_factory=list)


def texts(path: Path) -> Iterator[tuple[str, str, list[tuple[str, str]] | None]]:
    """Id, text and spans; None for a text that only has spans of other kinds."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        given = json.loads(line)
        labelled = given.get("spans", given.get("redact", []))
        spans = [(KINDS.get(each["type"].lower()), each.get("text", each.get("value"))) for each in labelled]
        known = [(kind, value) for kind, value in spans if kind]
        yield str(given.get("id", number)), given["text"], known if known or not labelled else None


def measure(path: Path, redactor: Redactor) -> Figures:
    figures = Figures()
    for id, text, spans in texts(path):
        start = time.perf_counter()
        redacted = redactor.text(text)
        figures.seconds += time.perf_counter() - start
        if spans == []:
            figures.harmless += 1
            figures.untouched += not redacted.found
            figures.missed += [f"{id}: touched"] * bool(redacted.found)
        for kind, value in spans or ():
            figures.spans[kind] += 1
            place = text.find(value)
            taken = any(each.start <= place and place + len(value) <= each.end for each in redacted.found)
            figures.found[kind] += taken
            figures.missed += [f"{id}: {kind} left"] * (not taken)
    return figures


def share(part: int, whole: int) -> str:
    return f"{part} of {whole}" + (f" ({part / whole:.1%})" if whole else "")


def table(measured: dict[str, Figures]) -> list[list[str]]:
    rows = [["set", "spans taken out", "harmless untouched", *sorted(set(KINDS.values()))]]
    for name, figures in measured.items():
        kinds = [f"{figures.found[kind]}/{figures.spans[kind]}" for kind in rows[0][3:]]
        spans = share(figures.found.total(), figures.spans.total())
        rows.append([name, spans, share(figures.untouched, figures.harmless), *kinds])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--without-contacts", action="store_true", help="leave e-mail addresses and phone numbers")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table into this page")
    parser.add_argument("--misses", action="store_true", help="name the texts that went wrong")
    given = parser.parse_args()
    redactor = Redactor(contacts=not given.without_contacts)
    paths = [given.folder] if given.folder.is_file() else sorted(given.folder.glob("*.jsonl"))
    measured = {path.stem: measure(path, redactor) for path in paths}
    rows = table(measured)
    sys.stdout.write(plain(rows) + "\n")
    if given.misses:
        sys.stdout.writelines(f"{name} {miss}\n" for name, each in measured.items() for miss in each.missed)
    if given.write:
        used = {
            name: version(name) for name in ("graphmem", "kingfisher-secret-scanner", "phonenumbers", "python-stdnum")
        }
        name = given.folder.stem if given.folder.is_file() else given.folder.name
        command = f"python scripts/measure_redaction.py {name}" + " --without-contacts" * given.without_contacts
        text = section(
            body=markdown(rows),
            command=command,
            versions={"Python": platform.python_version(), **used},
            day=datetime.now(UTC).date(),
        )
        write_section(given.write, f"redaction {name}", text)


if __name__ == "__main__":
    main()
