"""`graphmem worker`: what waits is embedded and analysed."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest
from graph import Graph


@pytest.fixture
def nothing_waits(graph: Graph) -> None:
    """What other tests have told stays as it is: to analyse it all takes many minutes."""
    graph.rows("MATCH (e:Event) REMOVE e.awaits_analysis, e.awaits_facts")
    graph.rows("MATCH (u:User) SET u.analysed_as = 1000")


@pytest.mark.usefixtures("nothing_waits")
def test_the_worker_embeds_and_analyses_what_waits_and_says_so(run, graph: Graph, tmp_path: Path):
    user = f"worker {uuid.uuid4().hex}"
    run("record", "--user", user, "Anna Schmidt moved to Lyon")
    file = tmp_path / "history.jsonl"
    file.write_text(json.dumps({"content": "王小明搬到了上海"}, ensure_ascii=False), encoding="utf-8")
    run("import", "--user", user, "--embed-later", str(file))
    before = run("recall", "--user", user, "Anna")

    answer = run("worker", "--once", "--json")
    again = run("worker", "--once")

    assert "2 events are not analysed yet" in before.stderr
    assert "graphmem worker --once" in before.stderr
    done = json.loads(answer.stdout)
    assert done["embedded"] >= 1
    assert done["analysed"] >= 2
    assert "0 embedded, 0 analysed" in again.stdout
    assert "not analysed" not in run("recall", "--user", user, "Anna").stderr
    names = "MATCH (x:Entity {user_id: $u})<-[:MENTIONS]-() RETURN x.name AS name"
    assert {"Anna Schmidt", "Lyon", "王小明", "上海"} <= {row["name"] for row in graph.rows(names, u=user)}


def test_the_worker_wants_a_sensible_pause(run):
    answer = run("worker", "--every", "0")

    assert answer.exit_code == 2
    assert "greater than 0" in answer.output
