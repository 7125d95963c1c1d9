"""The pages say what is so: the generated ones are fresh, the graph is as described, the tour runs as it stands."""

from __future__ import annotations

import importlib.util
import re
import shlex
import sys
import uuid
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import click
import neo4j
import pytest
from chat_server import MODEL, ChatServer, clerk
from click.testing import CliRunner

from graphmem.config import LlmSettings
from graphmem.interfaces.cli import main
from graphmem.language.llm import model_reader
from graphmem.memory import GraphMemory
from graphmem.models import ActorRole, Episode
from graphmem.store.catalogue import names
from graphmem.user import UserMemory

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
TOUR = DOCS / "tour.md"
PAGES = sorted(DOCS.glob("*.md"))
RUN_IN_TESTS = {"record", "recall", "import", "queries", "audit", "gate", "redact"}
"""Commands of the tour that are run; the others would start, stop or browse a server of the user's own."""


def _load_writer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_docs", ROOT / "scripts" / "write_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where pydantic looks up the annotations of its models
    spec.loader.exec_module(module)
    return module


WRITER = _load_writer()


@pytest.mark.parametrize("name", WRITER.PAGES)
def test_a_generated_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == WRITER.PAGES[name](), f"docs/{name} is stale: run make docs"


def test_checking_says_which_page_is_stale_and_what_to_do(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(WRITER, "DOCS", tmp_path)
    assert WRITER.main([]) == 0
    assert WRITER.main(["--check"]) == 0
    (tmp_path / "cli.md").write_text("old", encoding="utf-8")
    assert WRITER.main(["--check"]) == 1
    assert "docs/cli.md is stale; run make docs" in capsys.readouterr().err


def test_the_description_of_the_graph_is_not_taken_for_a_query() -> None:
    assert "schema.graph" not in names()


def test_every_command_has_a_page_entry_with_its_exit_codes() -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8")
    for command in main.list_commands(click.Context(main)):
        assert f"\n## graphmem {command}\n" in page
    assert "\nExit codes: 0, 1, 2, 3.\n" in page.split("## graphmem status")[1].split("## ")[0]
    assert "\nExit codes: 0, 1, 2, 4.\n" in page.split("## graphmem import")[1].split("## ")[0]


# The graph, by using every field through the public face and looking at what is there then.


@pytest.fixture(scope="module")
def filled(database, encoder, graph) -> str:
    """A mark with which the ids of some users begin, whose memories use every field there is."""
    memory, mark = GraphMemory(database, encoder, count_recalls=True), f"docs-{uuid.uuid4().hex}"
    full = memory.user(f"{mark}-full", name="Full", time_zone="Asia/Shanghai")
    fields = {
        "event_type": "tool_result",
        "actor": "tool:payments",
        "actor_role": "tool",
        "event_id": "e1",
        "session_id": "s1",
        "task_type": "refund",
        "occurred_at": datetime(2026, 5, 4, 9, 30, tzinfo=UTC),
        "ended_at": datetime(2026, 5, 4, 9, 31, tzinfo=UTC),
        "caused_by": ["e0"],
        "tool_call_id": "call_1",
        "reply_to": "e0",
        "summary": "declined",
        "metadata": {"code": 51},
    }
    assert {"content", *fields} == set(Episode.model_fields), "a field of an episode is not used here"
    full.record("Charge the card with 100 euros, please.", event_id="e0", session_id="s1")
    full.record("Payment failed: card declined", **fields)
    session = full.session("s1")
    session.record("Retried with the stored card", actor_role="agent", event_id="e2", caused_by="e1")
    session.record("Ask for another card", event_type="decision")
    session.record("It worked with the other card", event_type="outcome", caused_by="e2")
    session.record("Because of that error I changed the limit of the card", actor_role="agent")
    session.record("It might be a problem of the bank, I am not sure.", actor_role="agent")
    session.record("haha ok")
    full.record("Please remember that my card expires in May.")
    full.record("My password is Tr0ub4dor&3xyz, the meeting is on Friday.")
    for day in (1, 2):
        full.record("Please send the report as PDF.", occurred_at=datetime(2026, 5, day, tzinfo=UTC))
    full.record_many([{"content": "The invoice for May was paid on Friday."}], embed_later=True)
    bare = memory.user(f"{mark}-bare")
    bare.record("My flight leaves on Friday at 7")
    bare.session("s2").record("A session without a task type is fine with me on Friday")
    for user in (full, bare):
        memory.analyse(user_id=user.id)
    _believe(full)
    _read_by_model(memory, full)
    full.record("This waits for being analysed until Friday, in Lyon.")
    # As a fact whose embedding is still to be made.
    waits = (
        "MATCH ()-[f:FACT {user_id: $u, predicate: 'lives_in'}]->() SET f.awaits_embedding = true REMOVE f.embedding"
    )
    graph.rows(waits, u=full.id)
    # As an event of a version that had no gate yet.
    gone = "e.importance, e.explicit, e.gate_reason, e.analysed_as, e.awaits_analysis"
    graph.rows(f"MATCH (e:Event {{user_id: $u}}) REMOVE {gone}", u=bare.id)
    memory.user(f"{mark}-new", name="New").recall("known by name, nothing recorded")
    full.recall("What happened to the card? Where do I live, in Lyon?")
    assert memory.counter
    memory.counter.close()
    return mark


def _believe(full: UserMemory) -> None:
    """Facts of every status, names that are one, and a run that was undone."""
    sayings = [
        "I live in Paris.",
        "I prefer Excel for reports.",
        "I moved to Lyon.",
        "I prefer Excel for reports, as always.",
        "I prefer PDF for reports.",
        "I like tea.",
    ]
    for month, text in enumerate(sayings, start=1):
        full.record(text, occurred_at=datetime(2026, month, 1, tzinfo=UTC))
    full.consolidate()
    until = datetime(2027, 1, 1, tzinfo=UTC)
    full.assert_fact("Anna", "works_at", "Acme", valid_from=datetime(2026, 1, 1, tzinfo=UTC), valid_until=until)
    full.assert_fact("Anna Schmidt", "speaks", "French")
    full.unite("Anna", "Anna Schmidt")
    full.record("I like tea.", occurred_at=datetime(2026, 7, 1, tzinfo=UTC))
    full.rollback(full.consolidate().run_id)
    for week, text in enumerate(["What is new in Orion?", "What about Orion?", "Time for Orion again."], start=2):
        full.record(text, occurred_at=datetime.now(UTC) - timedelta(weeks=week))
    full.rollback(full.reflect().run_id)


def _read_by_model(memory: GraphMemory, full: UserMemory) -> None:
    """A fact that a language model read."""
    chat = ChatServer()
    chat.answer = clerk({"Bristol is home now": [("user", "visits", "Bristol")]})
    memory.reader = model_reader(LlmSettings(base_url=chat.url, model=MODEL), memory.predicates)
    assert memory.reader
    full.record("Bristol is home now", occurred_at=datetime(2026, 8, 1, tzinfo=UTC))
    full.consolidate()
    memory.reader.close()
    memory.reader = None
    chat.close()


def test_the_nodes_are_as_described_and_nothing_else(filled: str, graph) -> None:
    described = WRITER.graph().nodes
    rows = graph.rows(
        "MATCH (n) WHERE n.user_id IS NULL OR n.user_id STARTS WITH $mark "
        "RETURN labels(n) AS labels, [key IN keys(n) | [key, valueType(n[key])]] AS properties",
        mark=filled,
    )
    nodes: dict[str, list[dict[str, str]]] = defaultdict(list)
    kinds: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        own = [label for label in row["labels"] if label in described]
        assert len(own) == 1, f"a node with the labels {row['labels']} is not described"
        nodes[own[0]].append(_types(row["properties"]))
        kinds[own[0]] |= {*row["labels"]} - {*own}

    assert {label: _properties(of_label) for label, of_label in nodes.items()} == _described(described)
    assert kinds == {label: set(node.kinds) for label, node in described.items()}
    assert len(described["Event"].kinds) == len(ActorRole)


def test_the_relationships_are_as_described_and_nothing_else(filled: str, graph) -> None:
    described = WRITER.graph().relationships
    rows = graph.rows(
        "MATCH (a)-[r]->(b) WHERE a.user_id STARTS WITH $mark OR b.user_id STARTS WITH $mark "
        "RETURN type(r) AS type, labels(a) AS start, labels(b) AS end, "
        "[key IN keys(r) | [key, valueType(r[key])]] AS properties",
        mark=filled,
    )
    links: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        links[row["type"]].append(_types(row["properties"]))
        link = described[row["type"]]
        assert link.start in row["start"] or row["start"] == ["TransientEvent"], f"{row['type']} from {row['start']}"
        assert link.end in row["end"], f"{row['type']} to {row['end']}"

    assert {name: _properties(of_type) for name, of_type in links.items()} == _described(described)


Properties = dict[str, tuple[str, bool]]
"""Type of each property, and whether it may be absent."""


def _types(pairs: list[list[str]]) -> dict[str, str]:
    return {name: type.replace(" NOT NULL", "") for name, type in pairs}


def _properties(found: list[dict[str, str]]) -> Properties:
    types = {(name, type) for properties in found for name, type in properties.items()}
    assert len(types) == len(dict(types)), f"a property has several types: {sorted(types)}"
    return {name: (type, any(name not in properties for properties in found)) for name, type in types}


def _described(described: dict) -> dict[str, Properties]:
    return {
        name: {key: (each.type, each.optional) for key, each in entry.properties.items()}
        for name, entry in described.items()
    }


@pytest.mark.usefixtures("database")
def test_the_page_has_the_constraints_and_indexes_of_a_migrated_store(graph) -> None:
    unique = graph.rows("SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties")
    indexes = graph.rows(
        "SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint "
        "WHERE type <> 'LOOKUP' AND owningConstraint IS NULL"
    )
    rows = [*unique, *indexes]
    kinds = [re.sub(r"(NODE|RELATIONSHIP)_(PROPERTY_)?UNIQUENESS", "UNIQUE", row["type"]) for row in rows]
    shown = {
        (row["name"], kind, *row["labelsOrTypes"], *row["properties"]) for row, kind in zip(rows, kinds, strict=True)
    }
    assert shown == {(made.name, made.kind, made.label, *made.properties) for made in WRITER.schema()}
    page = (DOCS / "graph.md").read_text(encoding="utf-8")
    assert [row["name"] for row in rows if f"| `{row['name']}` |" not in page] == []


@pytest.fixture(scope="module")
def driver(server) -> Iterator[neo4j.Driver]:
    auth = (server.username, server.password.get_secret_value())
    with neo4j.GraphDatabase.driver(server.bolt_uri, auth=auth, notifications_min_severity="OFF") as driver:
        yield driver


def _answer(driver: neo4j.Driver, query: str, **params: str) -> list[neo4j.Record]:
    """The rows of an analyst's query, which must not be whole nodes: tables would show their embeddings."""
    records = driver.execute_query(query, params, database_="neo4j").records
    values = [value for record in records for value in record.values()]
    assert not [
        value for value in values if isinstance(value, neo4j.graph.Node | neo4j.graph.Relationship | list | dict)
    ]
    return records


@pytest.mark.parametrize("number", range(len(WRITER.graph().examples)))
def test_an_example_query_answers(number: int, filled: str, driver: neo4j.Driver) -> None:
    query = WRITER.graph().examples[number].query
    assert "'demo'" in query
    assert _answer(driver, query.replace("'demo'", "$user_id"), user_id=f"{filled}-full")


def test_the_query_for_lost_confidence_stands_in_the_page_of_facts_as_it_is_tried() -> None:
    query = next(each.query for each in WRITER.graph().examples if "lost confidence" in each.question)
    assert query.strip() in (DOCS / "facts.md").read_text(encoding="utf-8")


# The tour, as it stands.


class Fence(NamedTuple):
    """A block of a page."""

    kind: str
    text: str
    line: int


def _fences(page: Path) -> list[Fence]:
    text = page.read_text(encoding="utf-8")
    found = re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [Fence(match[1], match[2], text[: match.start(2)].count("\n")) for match in found]


def _commands(page: Path) -> Iterator[list[str]]:
    """The arguments of every `graphmem …` line in the blocks of a page."""
    for fence in _fences(page):
        for line in fence.text.splitlines() if fence.kind in ("", "sh") else ():
            if line.startswith("graphmem "):
                yield shlex.split(line, comments=True)[1:]


@pytest.fixture
def newcomer(server, tmp_path, monkeypatch) -> Path:
    """An empty folder, and the settings of somebody who has the tests' Neo4j for an own one."""
    settings = {
        "NEO4J_URI": server.bolt_uri,
        "NEO4J_USERNAME": server.username,
        "NEO4J_PASSWORD": server.password.get_secret_value(),
        "GRAPHMEM_ENCODER": "hash",
        "GRAPHMEM_DATA_DIR": str(tmp_path / "data"),
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_tour_runs_as_it_stands(newcomer: Path, driver: neo4j.Driver, capsys) -> None:
    program: dict[str, object] = {}
    ran = set()
    for fence in _fences(TOUR):
        ran.add(fence.kind)
        if fence.kind == "python":
            exec(compile("\n" * fence.line + fence.text, str(TOUR), "exec"), program)
            stated = re.findall(r"^ *print\(.*\)  # (.+)$", fence.text, re.MULTILINE)
            printed = capsys.readouterr().out.splitlines()
            assert [line for line in stated if line not in printed] == [], f"tour.md, after line {fence.line}"
        elif fence.kind == "jsonl":
            (newcomer / "history.jsonl").write_text(fence.text, encoding="utf-8")
        elif fence.kind == "cypher":
            assert _answer(driver, fence.text), f"tour.md, line {fence.line}: nothing comes back"
        elif fence.kind == "sh":
            _run(fence)
    assert ran == {"python", "jsonl", "cypher", "sh"}


def _run(fence: Fence) -> None:
    lines = [shlex.split(line, comments=True) for line in fence.text.splitlines()]
    for words in lines:
        if words[:1] == ["graphmem"] and words[1] in RUN_IN_TESTS:
            result = CliRunner().invoke(main, words[1:])
            assert result.exit_code == 0, f"{shlex.join(words)}: {result.output}"
            assert result.stdout.strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_line_in_a_page_is_spelt_right(page: Path, tmp_path, monkeypatch) -> None:
    for name in ("history.jsonl", "memories.jsonl", "memories.backup"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    for arguments in _commands(page):
        command: click.Command | None = main
        rest = list(takewhile(lambda word: word not in ("|", ">", "<", "&&"), arguments))  # the rest is the shell's
        while isinstance(command, click.Group):
            command, rest = command.get_command(click.Context(command), rest[0]), rest[1:]
        assert command is not None, f"graphmem {shlex.join(arguments)}: there is no such command"
        command.make_context("graphmem", rest)
