"""Write the pages that are generated: docs/graph.md and docs/cli.md.

    python scripts/write_docs.py            write them (`make docs`)
    python scripts/write_docs.py --check    exit code 1 when one of them is stale

docs/graph.md is made of cypher/schema/graph.toml and of the migrations, docs/cli.md of the commands themselves.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
from pydantic import BaseModel, ConfigDict

from graphmem.interfaces import cli
from graphmem.store.catalogue import cypher_folder
from graphmem.store.schema import migrations

DOCS = Path(__file__).resolve().parent.parent / "docs"
WIDTH = 100
"""Columns of a command's help."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Property(_Model):
    """A property of a node or relationship."""

    type: str
    meaning: str
    optional: bool = False


class Node(_Model):
    """A label, with the second labels its nodes may carry."""

    meaning: str
    properties: dict[str, Property]
    kinds: dict[str, str] = {}


class Relationship(_Model):
    """A relationship type, with the labels at its two ends."""

    start: str
    end: str
    meaning: str
    properties: dict[str, Property] = {}


class Example(_Model):
    """A query that an analyst would run."""

    question: str
    query: str


class Graph(_Model):
    """cypher/schema/graph.toml."""

    nodes: dict[str, Node]
    relationships: dict[str, Relationship]
    examples: list[Example]


class Made(NamedTuple):
    """A constraint or an index, as a migration makes it."""

    name: str
    kind: str
    """UNIQUE, or the type of the index: RANGE, FULLTEXT, VECTOR."""
    label: str
    properties: tuple[str, ...]
    purpose: str


_MADE = re.compile(
    r"CREATE (?:(?P<constraint>CONSTRAINT)|(?P<kind>[A-Z]+ )?INDEX) (?P<name>\w+) IF NOT EXISTS\s+"
    r"FOR (?:\(\)-)?[(\[]\w+:(?P<label>\w+)[)\]](?:-\(\))?\s+(?P<rest>.*)",
    re.DOTALL,
)
_DROPPED = re.compile(r"DROP (?:CONSTRAINT|INDEX) (\w+) IF EXISTS")


def graph() -> Graph:
    """What the graph means, as cypher/schema/graph.toml says."""
    text = cypher_folder().joinpath("schema", "graph.toml").read_text(encoding="utf-8")
    return Graph.model_validate(tomllib.loads(text))


def schema() -> list[Made]:
    """The constraints and indexes that all migrations together leave behind, by name.

    Raises:
        ValueError: a statement is none that this script can read.
    """
    made: dict[str, Made] = {}
    for statement in (statement for migration in migrations() for statement in migration.statements):
        text = statement.statement.removeprefix("CYPHER 25").strip()
        if dropped := _DROPPED.fullmatch(text):
            made.pop(dropped[1], None)
        elif match := _MADE.fullmatch(text):
            made[match["name"]] = _made(match, statement.summary)
        else:
            raise ValueError(f"{statement.name} is no CREATE or DROP of an index or constraint. Teach this script.")
    return sorted(made.values())


def _made(match: re.Match[str], purpose: str) -> Made:
    rest = match["rest"].partition("OPTIONS")[0]
    if match["constraint"] and not rest.rstrip().endswith("IS UNIQUE"):
        raise ValueError(f"{match['name']} is no uniqueness constraint. Teach this script.")
    kind = "UNIQUE" if match["constraint"] else (match["kind"] or "RANGE").strip()
    return Made(match["name"], kind, match["label"], tuple(re.findall(r"\w\.(\w+)", rest)), purpose)


def graph_page() -> str:
    """docs/graph.md."""
    described, made = graph(), schema()
    parts = [
        "# The graph",
        "Written by `make docs` from [cypher/schema/](../cypher/schema/); do not edit. The tests hold it against a "
        "live graph.",
        "Every node and relationship of a user carries `user_id`. Times are in UTC. Properties marked ? are absent "
        "where there is nothing to say.",
        "```mermaid\ngraph LR\n"
        + "\n".join(f"  {link.start} -- {name} --> {link.end}" for name, link in described.relationships.items())
        + "\n```",
        "## Nodes",
        *(_node(label, node) for label, node in described.nodes.items()),
        "## Relationships",
        *(_relationship(name, link) for name, link in described.relationships.items()),
        "## Constraints",
        "Each set of properties is unique; an index of the same name serves look-ups.",
        _table(["name", "label", "properties", "what for"], (_schema_row(each) for each in made if _unique(each))),
        "## Indexes",
        _table(
            ["name", "type", "label", "properties", "what for"],
            (_schema_row(each, each.kind) for each in made if not _unique(each)),
        ),
        "## Three queries to begin with",
        "They ask about `demo`, the user of `graphmem demo`. Ask for named values or for paths, not for whole nodes: a "
        "table would print every number of their embeddings. Name the user in the first pattern, so that an index "
        "finds it.",
        *(f"{example.question}\n```cypher\n{example.query.strip()}\n```" for example in described.examples),
    ]
    return "\n\n".join(parts) + "\n"


def _node(label: str, node: Node) -> str:
    kinds = "".join(f"\n- `{kind}`: {meaning}" for kind, meaning in node.kinds.items())
    second = f"\n\nA second label says more:\n{kinds}" if kinds else ""
    return f"### {label}\n{node.meaning}{second}\n\n{_properties(node.properties)}"


def _relationship(name: str, link: Relationship) -> str:
    head = f"### {name}\n`(:{link.start})-[:{name}]->(:{link.end})` {link.meaning}"
    return f"{head}\n\n{_properties(link.properties)}" if link.properties else head


def _properties(properties: dict[str, Property]) -> str:
    rows = (
        [f"`{name}`{' ?' if each.optional else ''}", f"`{each.type}`", each.meaning]
        for name, each in properties.items()
    )
    return _table(["property", "type", "meaning"], rows)


def _unique(made: Made) -> bool:
    return made.kind == "UNIQUE"


def _schema_row(made: Made, *kind: str) -> list[str]:
    return [f"`{made.name}`", *kind, made.label, ", ".join(f"`{name}`" for name in made.properties), made.purpose]


def _table(head: Sequence[str], rows: Iterator[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *([cell.replace("|", r"\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cli_page() -> str:
    """docs/cli.md."""
    codes = exit_codes()
    rows = ([code, meaning, f"`{command}`" if command else "every command"] for code, meaning, command in codes)
    parts = [
        "# The command line",
        "Written by `make docs` from the commands' own help; do not edit. `--json` prints JSON for programs and "
        "silences progress.",
        "## Exit codes",
        _table(["code", "meaning", "given by"], rows),
        *(_command(name, context, codes) for name, context in commands()),
    ]
    return "\n\n".join(parts) + "\n"


def commands() -> Iterator[tuple[str, click.Context]]:
    """Every command with its full name, in the order of `graphmem --help`; groups before what is in them."""
    return _commands(cli.main, "graphmem", None)


def _commands(command: click.Command, name: str, parent: click.Context | None) -> Iterator[tuple[str, click.Context]]:
    context = click.Context(command, info_name=name, parent=parent, terminal_width=WIDTH, **command.context_settings)
    yield context.command_path, context
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            if inner is not None and not inner.hidden:
                yield from _commands(inner, each, context)


def exit_codes() -> list[tuple[str, str, str]]:
    """Code, meaning, and the one command that gives it or ""; from the docstring of `graphmem.interfaces.cli`.

    Raises:
        ValueError: the docstring has no list of exit codes.
    """
    stated = re.search(r"Exit codes: (.*?)\.\s*\Z", " ".join((cli.__doc__ or "").split()))
    if stated is None:
        raise ValueError("The docstring of graphmem.interfaces.cli does not end with 'Exit codes: 0 done; 1 …'.")
    entries = [re.fullmatch(r"(\d+) (.*?)(?: \(`([\w -]+)`\))?", entry) for entry in stated[1].split("; ")]
    return [(entry[1], entry[2], entry[3] or "") for entry in entries if entry]


def _command(name: str, context: click.Context, codes: list[tuple[str, str, str]]) -> str:
    own = name.removeprefix("graphmem ")
    given = [code for code, _, command in codes if command in ("", own)]
    return f"## {name}\n```text\n{context.command.get_help(context)}\n```\nExit codes: {', '.join(given)}."


PAGES = {"graph.md": graph_page, "cli.md": cli_page}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages, or check them; the exit code."""
    parser = argparse.ArgumentParser(description="Write docs/graph.md and docs/cli.md.")
    parser.add_argument("--check", action="store_true", help="only say which are stale")
    check = parser.parse_args(arguments).check
    stale = 0
    for name, page in PAGES.items():
        file, text = DOCS / name, page()
        if file.is_file() and file.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if check:
            sys.stderr.write(f"docs/{name} is stale; run make docs\n")
        else:
            file.write_text(text, encoding="utf-8")
            sys.stdout.write(f"docs/{name} written\n")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
