"""Of the demo's history what matters is kept and explained, talk is not, and no planted secret reaches the disk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from graph import Graph
from program import GRAPHMEM, run, surprises

from graphmem.config import Settings
from graphmem.interfaces.jsonl import LINES_AT_ONCE
from graphmem.rules.gate import gate_table
from graphmem.server import Instance, down, up

HISTORY = [
    json.loads(line)
    for line in (files("graphmem.interfaces") / "demo" / "history.jsonl").read_text(encoding="utf-8").splitlines()
]
TEXTS = {line["event_id"]: line["content"] for line in HISTORY}

SECRETS = [
    "paper-lantern-2047!Demo",  # told in a sentence
    "Zhidenglong#2047demo",  # told in a Chinese sentence
    "guest-lantern-0000-demo",  # in metadata
    "planted-demo-8080",  # in an address
    "lantern-guest-9090-demo",  # in a summary
    "demo-00112233445566778899aabbccddeeff",  # printed by a tool
    "demo-ffeeddccbbaa99887766554433221100",  # in the header of a tool's call
    "110101190001010014",  # a Chinese identity card
    "4000 0012 3456 7899",
    "6200000012345678903",
    "GB82 WEST 1234 5698 7654 32",
    "VGhpcyBpcyBubyBrZXkuIEl0IGlzIHBsYW50ZWQgaW4gdGhlIGRlbW8gaGlzdG9y",  # a private key, line by line
    "eSB0byBzaG93IHRoYXQgYSBwcml2YXRlIGtleSBuZXZlciByZWFjaGVzIHRoZSBk",
    "aXNrIG9mIGEgbWVtb3J5LCBuZWl0aGVyIGl0cyBmaXJzdCBsaW5lIG5vciBpdHMg",
    "bGFzdCBvbmUu",
]
REDACTED = {"api_key": 2, "bank_card": 2, "iban": 1, "national_id": 1, "password": 5, "private_key": 1}
HARMLESS = "she likes osmanthus cake"
"""Is kept, so whoever searches rightly finds it."""

TALK = {
    *("0702-01", "0702-02", "0702-04", "0702-09", "0702-10", "0720-01", "0720-02", "0720-04", "0722-02", "0725-02"),
    *("0728-02", "0728-24", "0922-01", "0922-02", "0922-04", "0922-25", "0922-26", "1014-02", "1014-08", "1014-09"),
    *("1026-02", "1028-02", "1031-02", "1113-08", "1117-01", "1117-02", "1117-03"),
}
LOOPS = {"0728-03": 9, "0728-04": 9, "0922-05": 8, "0922-06": 8}
"""The first of each, and how often it is there."""
WISHES = {"0720-03": {"0722-01", "0725-01"}, "1026-01": {"1028-01", "1031-01"}}
"""Said on three days each."""
LOOP_KEPT = 3


@dataclass(frozen=True)
class Observed:
    """What there is to see of a first demo, a second one, and a stopped server."""

    audit: dict[str, Any]
    audit_again: dict[str, Any]
    loaded_again: dict[str, Any]
    causes: set[tuple[str, str, str]]
    """Effect, cause, method."""
    said: str
    """All that the programs printed."""
    properties: str
    """Of all nodes and relationships."""
    found_in_words: dict[str, int]
    """By text, how many nodes the full-text indexes have for it."""
    files: dict[str, dict[str, list[str]]]
    """By state of the server, by text, the files it was found in."""


@pytest.fixture(scope="module")
def observed(tmp_path_factory) -> Iterator[Observed]:
    data, folder = tmp_path_factory.mktemp("worth-keeping"), tmp_path_factory.mktemp("stranger")
    environment = {"GRAPHMEM_DATA_DIR": str(data), "GRAPHMEM_HEAP": "512m", "GRAPHMEM_ENCODER": "hash"}
    instance = Instance.of(Settings(data_dir=data, encoder="hash", heap="512m"))
    said = []

    def graphmem(*arguments: str) -> dict[str, Any]:
        ended = run(GRAPHMEM, *arguments, "--json", environment=environment, cwd=folder)
        assert (ended.returncode, surprises(ended.stderr)) == (0, [])
        said.extend([ended.stdout, ended.stderr])
        return json.loads(ended.stdout)

    try:
        graphmem("demo")
        audit = graphmem("audit", "--user", "demo", "--gate", "--events", "1000")
        files = {"running": _files_with([*SECRETS, HARMLESS], data)}
        down(instance)  # on its way out it writes a checkpoint; Community does so at no other wish
        files["stopped"] = _files_with([*SECRETS, HARMLESS], data)
        again = graphmem("demo")  # starts it again
        audit_again = graphmem("audit", "--user", "demo", "--gate", "--events", "1000")
        with closing(Graph(up(instance))) as graph:
            rows = graph.rows(
                "MATCH (e)-[c:CAUSED_BY]->(k) RETURN e.event_id AS effect, k.event_id AS cause, c.method AS method"
            )
            properties = graph.rows(
                "MATCH (n) RETURN properties(n) AS p UNION ALL MATCH ()-[r]->() RETURN properties(r) AS p"
            )
            words = {text: _nodes_with(graph, text) for text in [*SECRETS, HARMLESS]}
        files["running again"] = _files_with([*SECRETS, HARMLESS], data)
        yield Observed(
            audit=audit,
            audit_again=audit_again,
            loaded_again=again["loaded"],
            causes={(row["effect"], row["cause"], row["method"]) for row in rows},
            said="".join(said),
            properties=json.dumps(properties, ensure_ascii=False, default=str),
            found_in_words=words,
            files=files,
        )
    finally:
        down(instance)


def _nodes_with(graph: Graph, text: str) -> int:
    """Nodes and facts in the full-text indexes, whose files are compressed."""
    found = 0
    for kind, call in (
        ("NODE", "queryNodes(name, $phrase) YIELD node"),
        ("RELATIONSHIP", "queryRelationships(name, $phrase) YIELD relationship"),
    ):
        (row,) = graph.rows(
            f"SHOW FULLTEXT INDEXES YIELD name, entityType WHERE entityType = '{kind}' "
            f"CALL db.index.fulltext.{call} RETURN count(*) AS found",
            phrase=f'"{text}"',
        )
        found += int(row["found"])
    return found


def _parts(text: str) -> set[str]:
    """The text, without blanks too, and its halves: of what the store cuts at the end of a block one half is whole."""
    wholes = {text.lower(), text.lower().replace(" ", "")}
    halves = {half for each in wholes for half in (each[: len(each) // 2], each[len(each) // 2 :])}
    return wholes | {half for half in halves if len(half) >= 8}


def _files_with(texts: list[str], folder: Path) -> dict[str, list[str]]:
    """By text, the files that have it or a half of it, in either case, as UTF-8 or as UTF-16."""
    needles = {
        text: {part.encode(encoding) for part in _parts(text) for encoding in ("utf-8", "utf-16-le")} for text in texts
    }
    found: dict[str, list[str]] = {text: [] for text in texts}
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = file.read_bytes().lower()
        for text, forms in needles.items():
            if any(form in content for form in forms):
                found[text].append(file.relative_to(folder).as_posix())
    return found


@pytest.mark.parametrize(
    ("server", "holder"),
    [("running", "neostore.transaction.db"), ("stopped", "neostore"), ("running again", "neostore")],
)
def test_no_planted_secret_is_in_any_file_under_the_data_folder(observed, server, holder):
    found = observed.files[server]

    assert any(holder in place for place in found[HARMLESS]), found[HARMLESS]  # the search finds what is there
    assert {text: places for text, places in found.items() if places and text != HARMLESS} == {}


def test_no_planted_secret_is_in_the_graph_or_its_indexes_or_on_the_screen(observed):
    assert HARMLESS in observed.properties
    assert HARMLESS in observed.said
    assert {text for text, nodes in observed.found_in_words.items() if nodes} == {HARMLESS}
    for secret in SECRETS:
        assert secret.lower() not in observed.properties.lower()
        assert secret.lower() not in observed.said.lower()


def test_every_planted_secret_is_in_the_history_and_told_by_its_type(observed):
    history = "\n".join(line for each in HISTORY for line in str(list(each.values())).replace("\\n", "\n").splitlines())

    assert [secret for secret in SECRETS if secret not in history] == []
    assert observed.audit["redacted"] == REDACTED


def test_sentences_stay_readable_without_their_secrets(observed):
    kept = {event["event_id"]: event["content"] for event in observed.audit["latest"]}

    assert "the password is [PASSWORD], please fill in all nineteen." in kept["0702-03"]
    assert "我的身份证号是[NATIONAL_ID]，公证处要用。" in kept["0922-03"]


def test_what_matters_is_kept_with_its_reason_and_talk_is_not(observed):
    repeated = {id for others in WISHES.values() for id in others}
    looped = {line["event_id"] for line in HISTORY if line["content"] in {TEXTS[id] for id in LOOPS}} - set(LOOPS)
    kept = {event["event_id"]: event["gate_reason"] for event in observed.audit["latest"]}

    assert set(kept) == set(TEXTS) - TALK - repeated - looped
    assert set(kept.values()) <= set(gate_table().keep)
    assert {each["reason"]: each["events"] for each in observed.audit["kept"]} == {
        reason: list(kept.values()).count(reason) for reason in kept.values()
    }
    assert kept["1117-07"] == "asked_to_remember"


def test_what_was_refused_is_counted_by_reason(observed):
    refused = observed.audit["refused_by_reason"]

    assert refused["loop"] == sum(LOOPS.values()) - LOOP_KEPT * len(LOOPS)
    assert sum(refused.values()) - refused["loop"] == len(TALK)
    assert set(refused) - {"loop"} <= set(gate_table().refuse)
    assert {"acknowledgement", "boilerplate", "greeting", "laughter", "thanks"} <= set(refused)


def test_what_was_said_again_is_one_event_with_its_occurrences(observed):
    times = {event["event_id"]: event["times"] for event in observed.audit["latest"] if event["times"] > 1}

    assert times == dict.fromkeys(LOOPS, LOOP_KEPT) | {id: 1 + len(others) for id, others in WISHES.items()}
    assert observed.audit["repetitions"] == sum(times.values()) - len(times)


@pytest.mark.parametrize(
    "link",
    [
        ("0702-06", "0702-05", "tool_call"),
        ("0728-04", "0728-03", "tool_call"),
        ("0702-07", "0702-03", "reply"),
        ("1117-06", "1117-05", "reply"),
        ("0728-21", "0728-04", "phrase"),
        ("0922-21", "0922-06", "phrase"),
        ("0922-22", "0922-03", "given"),
    ],
    ids=" ".join,
)
def test_a_cause_is_found_by_ids_and_by_words(observed, link):
    assert link in observed.causes


def test_run_again_it_counts_nothing_twice(observed):
    assert observed.loaded_again["already_there"] == len(HISTORY)
    assert observed.loaded_again["stored"] == observed.loaded_again["united"] == 0
    assert observed.audit_again == observed.audit


def test_the_history_is_stored_in_one_go():
    assert len(HISTORY) <= LINES_AT_ONCE  # so that what stands last is stored only together with all the rest
