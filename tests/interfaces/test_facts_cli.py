"""What is held true, on the command line."""

from __future__ import annotations

import json
import uuid


def test_what_was_said_is_consolidated_listed_explained_confirmed_and_retracted(run):
    user = ("--user", f"facts {uuid.uuid4().hex}")
    run("record", *user, "I live in Paris.")
    assert "Would consume 1 events" in run("consolidate", *user, "--dry-run").stdout
    report = json.loads(run("consolidate", *user, "--json").stdout)
    assert (report["events"], report["outcomes"][0]["after"]) == (1, "pending 0.60")

    (fact,) = json.loads(run("facts", *user, "--predicate", "lives_in", "--json").stdout)
    assert (fact["object"], fact["status"]) == ("Paris", "pending")
    assert "I live in Paris." in run("provenance", *user, fact["fact_id"][:8]).stdout
    assert "active 0.90" in run("confirm", *user, fact["fact_id"]).stdout
    assert run("disputes", *user).stdout == "Nothing is disputed.\n"
    assert "retracted" in run("retract", *user, fact["fact_id"][:8]).stdout
    assert json.loads(run("facts", *user, "--predicate", "lives_in", "--json").stdout) == []
    assert "retracted" in run("history", *user, "user", "lives_in").stdout


def test_facts_are_asserted_names_united_and_split_and_a_run_rolled_back(run):
    user = ("--user", f"facts {uuid.uuid4().hex}")
    run("assert-fact", *user, "王小明", "works_at", "Acme")
    run("assert-fact", *user, "小明", "speaks", "法语")
    assert run("unite", *user, "王小明", "小明").exit_code == 0
    assert "法语" in run("facts", *user, "--subject", "王小明").stdout
    assert run("split", *user, "小明").exit_code == 0
    assert "法语" not in run("facts", *user, "--subject", "王小明").stdout
    assert run("review", *user).exit_code == 0

    run("record", *user, "I speak French.")
    report = json.loads(run("consolidate", *user, "--json").stdout)
    assert "→ gone" in run("rollback", *user, report["run_id"]).stdout
    unknown = run("rollback", *user, "nothing")
    assert (unknown.exit_code, "There is no run" in unknown.output) == (1, True)
