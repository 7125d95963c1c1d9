"""`graphmem record | import | embed | chain | feedback | audit | redact --user` and what is worth keeping."""

from __future__ import annotations

import json
import uuid

import pytest


@pytest.fixture
def environment(environment):
    """As it is out of the box."""
    return {key: value for key, value in environment.items() if key not in ("GRAPHMEM_GATE", "GRAPHMEM_UNITE")}


@pytest.fixture
def user():
    return f"user {uuid.uuid4().hex}"


def answered(answer):
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.stdout)


def test_record_says_what_was_taken_out_and_what_is_not_kept(run, user):
    secret = run("record", "--user", user, "My password is Tr0ub4dor&3xyz, the meeting is on Friday at 9")
    aside = run("record", "--user", user, "哈哈好的")

    assert "Taken out before it was stored: password." in secret.stderr
    assert "Tr0ub4dor" not in secret.output
    assert "Not kept (" in aside.stderr
    assert answered(run("record", "--user", user, "--json", "haha ok"))["kept"] is False


def test_import_counts_what_was_refused_repeated_and_redacted(run, user, tmp_path):
    lines = [
        {"content": "haha ok"},
        {"content": "Please send the weekly report as PDF.", "occurred_at": "2026-05-01T09:00:00Z"},
        {"content": "please send the weekly report as PDF!", "occurred_at": "2026-05-02T09:00:00Z"},
        {"content": "我的密码是Tr0ub4dor&3xyz，周五九点开会。", "occurred_at": "2026-05-02T10:00:00Z"},
    ]
    file = tmp_path / "history.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")

    report = answered(run("import", "--user", user, "--json", str(file)))
    again = answered(run("import", "--user", user, "--json", str(file)))

    assert (report["stored"], report["united"], report["redacted"]) == (2, 1, {"password": 1})
    assert sum(report["not_kept"].values()) == 1
    assert (again["stored"], again["already_there"], again["united"]) == (0, 3, 0)


def test_an_effect_may_stand_far_before_its_cause(run, user, tmp_path):
    lines = [{"content": "the fix was to restart the node", "event_id": "fix", "caused_by": ["error"]}]
    lines += [{"content": f"line {number} of the log is fine", "event_id": f"n{number}"} for number in range(300)]
    lines += [{"content": "deploy failed: the node is down", "event_id": "error", "event_type": "tool_result"}]
    file = tmp_path / "history.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")

    report = answered(run("import", "--user", user, "--json", str(file)))
    chain = answered(run("chain", "--user", user, "--json", "fix"))

    assert report["refused"] == []
    assert chain["root_id"] == "error"


def test_a_cause_that_never_comes_is_refused_once_with_its_line(run, user, tmp_path):
    file = tmp_path / "history.jsonl"
    file.write_text(json.dumps({"content": "the fix was a restart", "caused_by": ["nobody"]}), encoding="utf-8")

    answer = run("import", "--user", user, "--json", str(file))

    assert answer.exit_code == 4
    assert [line["number"] for line in json.loads(answer.stdout)["refused"]] == [1]


def test_the_chain_is_shown_from_root_to_outcome(run, user):
    for arguments in (
        ("Payment failed: card declined", "--event-id", "a", "--type", "tool_result"),
        ("Retried with the stored card", "--event-id", "b", "--caused-by", "a"),
        ("It worked, no refund needed", "--event-id", "c", "--caused-by", "b", "--type", "outcome"),
    ):
        assert run("record", "--user", user, *arguments).exit_code == 0

    shown = run("chain", "--user", user, "b")

    assert "What came of it: It worked, no refund needed" in shown.stdout
    assert shown.stdout.index("declined") < shown.stdout.index("Retried") < shown.stdout.index("It worked")
    missing = run("chain", "--user", user, "nobody")
    assert (missing.exit_code, missing.stderr) == (1, "Error: There is no event 'nobody'.\n")


def test_feedback_moves_the_importance(run, user):
    recorded = answered(run("record", "--user", user, "--json", "The projector is in the room on the third floor"))

    moved = answered(run("feedback", "--user", user, "--json", "--useful", recorded["event_id"]))

    assert moved["importance"] > recorded["importance"]


def test_the_audit_shows_what_was_kept_and_why(run, user):
    run("record", "--user", user, "Please remember that I am allergic to peanuts.")
    run("record", "--user", user, "ok")

    shown = run("audit", "--user", user, "--gate").stdout
    found = answered(run("audit", "--user", user, "--gate", "--json"))

    assert "1 events kept, 1 episodes refused" in shown
    assert "allergic to peanuts" in shown
    assert found["events"] == 1
    assert found["latest"][0]["gate_reason"] in shown
    assert run("audit", "--user", user).exit_code == 2


def test_what_was_imported_for_later_is_embedded_by_the_worker(run, user, tmp_path):
    file = tmp_path / "history.jsonl"
    file.write_text(json.dumps({"content": "The printer is out of toner", "event_id": "a"}), encoding="utf-8")
    run("import", "--user", user, "--embed-later", str(file))

    before = run("recall", "--user", user, "printer")
    worked = answered(run("embed", "--json"))
    after = run("recall", "--user", user, "printer")

    assert "1 events are not embedded yet" in before.stderr
    assert worked["embedded"] >= 1
    assert "not embedded" not in after.output


def test_what_is_stored_is_redacted_on_request(run, user, graph):
    run("record", "--user", user, "--event-id", "old", "The meeting is on Friday at 9")
    graph.rows("MATCH (e:Event {user_id: $u}) SET e.content = e.content + ', my password is Tr0ub4dor&3xyz'", u=user)

    counted = answered(run("redact", "--user", user, "--dry-run", "--json"))
    done = answered(run("redact", "--user", user, "--json"))

    assert counted["found"] == done["found"] == {"password": 1}
    assert graph.rows("MATCH (e:Event {user_id: $u}) RETURN e.content CONTAINS 'Tr0ub4dor' AS there", u=user) == [
        {"there": False}
    ]
    assert run("redact", "--dry-run", "text").exit_code == 2
