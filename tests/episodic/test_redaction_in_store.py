"""What must not be stored is nowhere: not in the graph, not in what comes back, not in errors or logs."""

from __future__ import annotations

import json
import logging
import uuid
from datetime import UTC, datetime

import pytest

from graphmem.episodic.policy import WritePolicy
from graphmem.errors import GraphmemError
from graphmem.language.encoder import HashEncoder
from graphmem.memory import GraphMemory

SECRETS = {
    "password": "Tr0ub4dor&3xyz",
    "bank_card": "4539 5787 6362 1486",
    "national_id": "11010519491231002X",
}
ENGLISH = f"My password is {SECRETS['password']} and my card is {SECRETS['bank_card']}, the meeting is on Friday at 9."
CHINESE = f"我的密码是{SECRETS['password']}，身份证号{SECRETS['national_id']}，周五九点开会。"


@pytest.fixture
def cy(choosy):
    return choosy.user(f"cy-{uuid.uuid4().hex}")


def everything_of(graph, user):
    rows = graph.rows("MATCH (n {user_id: $u}) OPTIONAL MATCH (n)-[r]->() RETURN properties(n) AS n, r AS r", u=user.id)
    return json.dumps(rows, default=str, ensure_ascii=False)


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_secrets_become_placeholders_and_the_rest_stays_readable(cy, graph, text):
    event = cy.record(text)

    assert "[PASSWORD]" in event.content
    assert "Friday at 9" in event.content or "周五九点开会" in event.content
    assert set(event.redacted) == {"password", "bank_card" if text is ENGLISH else "national_id"}
    assert not [secret for secret in SECRETS.values() if secret in everything_of(graph, cy)]


def test_secrets_in_summary_and_metadata_are_taken_out_too(cy, graph):
    event = cy.record(
        "The deployment is finished and everything works.",
        summary=f"done; admin password: {SECRETS['password']}",
        metadata={"env": {"DB_PASSWORD": SECRETS["password"], "retries": 3}, "note": [f"card {SECRETS['bank_card']}"]},
    )

    assert event.metadata["env"]["retries"] == 3
    assert "done" in event.summary
    assert sorted(event.redacted) == ["bank_card", "password", "password"]
    assert not [secret for secret in SECRETS.values() if secret in everything_of(graph, cy)]


def test_what_the_gate_refuses_is_redacted_as_well(cy, graph):
    cy.session("s").record(f"ok {SECRETS['bank_card']}")

    assert SECRETS["bank_card"] not in everything_of(graph, cy)


def test_a_report_counts_by_type(cy):
    report = cy.record_many([{"content": ENGLISH}, {"content": CHINESE}])

    assert report.redacted == {"bank_card": 1, "national_id": 1, "password": 2}


def test_contacts_are_kept_unless_asked_for(cy, database, encoder, clock):
    text = "Write to ada@example.com about the flight on Friday."
    shy = GraphMemory(database, encoder, clock=clock, policy=WritePolicy(redact_contacts=True))

    assert "ada@example.com" in cy.record(text).content
    assert "[EMAIL]" in shy.user(f"shy-{uuid.uuid4().hex}").record(text).content


def test_own_patterns_are_taken_out(database, encoder, clock):
    policy = WritePolicy(redaction_patterns={"employee_id": r"EMP-[0-9]{6}"})
    user = GraphMemory(database, encoder, clock=clock, policy=policy).user(f"own-{uuid.uuid4().hex}")

    assert user.record("Ask EMP-123456 about the invoice.").content == "Ask [EMPLOYEE_ID] about the invoice."


class Refusing(HashEncoder):
    """Fails with the text in its error, as careless libraries do."""

    def passages(self, texts):
        raise RuntimeError(f"cannot encode {texts}")


def test_neither_logs_nor_errors_hold_what_was_taken_out(database, choosy, clock, caplog):
    caplog.set_level(logging.DEBUG)
    broken = GraphMemory(database, Refusing(), clock=clock).user(f"b-{uuid.uuid4().hex}")
    user = choosy.user(f"u-{uuid.uuid4().hex}")
    said = []
    for attempt in (
        lambda: broken.record(ENGLISH),
        lambda: user.record(ENGLISH, caused_by="nobody"),
        lambda: user.record(ENGLISH + "\x00"),
        lambda: user.record(ENGLISH, metadata={"a": object()}),
        lambda: user.record(ENGLISH, occurred_at=ENGLISH),
        lambda: user.record(ENGLISH, nonsense=ENGLISH),
    ):
        with pytest.raises((GraphmemError, RuntimeError)) as caught:
            attempt()
        said.append(repr(caught.getrepr(style="long", showlocals=False)) + str(caught.value))

    told = "\n".join(said) + caplog.text
    assert SECRETS["password"] not in told
    assert SECRETS["bank_card"] not in told


def stale(memory, graph):
    """A user with an event as an older version, or somebody in Browser, might have stored it."""
    user = memory.user(f"old-{uuid.uuid4().hex}")
    event = user.record("placeholder text about the meeting", event_id="old", session_id="s")
    graph.rows(
        "MATCH (e:Event {user_id: $u}) SET e.content = $c, e.name = left($c, 40), e.metadata = $m",
        u=user.id, c=ENGLISH, m=json.dumps({"password": SECRETS["password"]}),
    )  # fmt: skip
    return user, event


def test_what_is_stored_can_be_redacted_later(memory, graph):
    user, _ = stale(memory, graph)

    counted = user.redact(dry_run=True)
    assert SECRETS["password"] in everything_of(graph, user)
    done = user.redact()
    again = user.redact()

    assert counted.found == done.found == {"bank_card": 1, "password": 2}
    assert (counted.changed, done.changed, again.changed) == (1, 1, 0)
    assert not [secret for secret in SECRETS.values() if secret in everything_of(graph, user)]
    (hit,) = user.recall("meeting on Friday").events
    assert sorted(hit.event.redacted) == ["bank_card", "password", "password"]


def test_late_redaction_embeds_what_is_left(memory, graph, encoder):
    user, _ = stale(memory, graph)
    user.redact()

    (row,) = graph.rows("MATCH (e:Event {user_id: $u}) RETURN e.content AS c, e.embedding AS v", u=user.id)
    assert row["v"] == pytest.approx(list(encoder.passages([f"user: {row['c']}"])[0]), abs=1e-6)


def test_late_redaction_leaves_other_users_alone(memory, graph):
    user, _ = stale(memory, graph)
    other, _ = stale(memory, graph)
    before = graph.fingerprint(other.id)

    user.redact()

    assert graph.fingerprint(other.id) == before


def test_late_redaction_leaves_no_hash_of_the_old_text_and_replays_still_work(memory, graph):
    user = memory.user(f"old-{uuid.uuid4().hex}")
    when = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
    user.record("placeholder", event_id="old", occurred_at=when)
    graph.rows("MATCH (e:Event {user_id: $u}) SET e.content = $c, e.wording_key = 'w'", u=user.id, c=ENGLISH)
    (before,) = graph.rows("MATCH (e:Event {user_id: $u}) RETURN e.replay_key AS key", u=user.id)

    user.redact()

    (after,) = graph.rows(
        "MATCH (e:Event {user_id: $u}) RETURN e.replay_key AS key, e.wording_key AS wording", u=user.id
    )
    assert after["key"] != before["key"]
    assert after["wording"] is None
    assert user.record(ENGLISH, occurred_at=when).event_id == "old"
