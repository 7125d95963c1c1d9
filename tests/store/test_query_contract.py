"""Headers of query files: what they must say, and that they must say what the text does."""

from __future__ import annotations

import pytest

from graphmem.errors import QueryContractError
from graphmem.store.contract import GlobalQuery, TenantQuery, parse

GOOD = """// The user's events of a session, oldest first.
//
// Walks the index event_chain, which holds
// them in this order.
//
// tenant:  $user_id
// access:  read
// params:  $session_id  STRING          the session
//          $since       ZONED DATETIME  inclusive; what happened
//                                       before is left out
// columns: event_id  STRING
//          at        ZONED DATETIME  when it happened
// order:   at, then event_id
CYPHER 25
MATCH (event:Event {user_id: $user_id, session_id: $session_id})
WHERE event.occurred_at >= $since
RETURN event.event_id AS event_id, event.occurred_at AS at
ORDER BY at, event_id
"""


def test_a_header_is_read_into_a_record() -> None:
    query = parse("episodic.of_session", GOOD)

    assert isinstance(query, TenantQuery)
    assert query.summary == "The user's events of a session, oldest first."
    assert query.description.startswith("Walks the index event_chain")
    assert query.access == "read"
    assert [(p.name, p.type, p.description) for p in query.params] == [
        ("session_id", "STRING", "the session"),
        ("since", "ZONED DATETIME", "inclusive; what happened before is left out"),
    ]
    assert [(c.name, c.type) for c in query.columns] == [("event_id", "STRING"), ("at", "ZONED DATETIME")]
    assert query.order == "at, then event_id"
    assert query.statement.startswith("CYPHER 25")


BREAKS = {
    "no tenant": ("// tenant:  $user_id\n", "", "tenant:"),
    "an unknown tenant": ("// tenant:  $user_id\n", "// tenant:  everyone\n", r"\$since|tenant|user_id"),
    "no tenant without being on the list": ("// tenant:  $user_id\n", "// tenant:  none — it is quicker\n", "user_id"),
    "no access": ("// access:  read\n", "", "access:"),
    "an unknown access": ("// access:  read\n", "// access:  maybe\n", "access is"),
    "read and yet writing": ("ORDER BY", "SET event.seen = true RETURN 1 AS one ORDER BY", "access says read"),
    "write and yet reading": ("// access:  read\n", "// access:  write\n", "writes nothing"),
    "a parameter that is not declared": (
        "session_id: $session_id}",
        "session_id: $id}",
        r"\$id is used but not declared",
    ),
    "a parameter that is not used": ("WHERE event.occurred_at >= $since\n", "", r"\$since is declared .* never used"),
    "a parameter used only in a comment": ("event.occurred_at >= $since", "true // $since", r"\$since is declared"),
    "a parameter used only in a string": ("event.occurred_at >= $since", "event.a = '$since'", r"\$since is declared"),
    "the user declared": ("$session_id  STRING ", "$user_id     STRING ", "never declared|user_id"),
    "a parameter twice": ("$since       ZONED", "$session_id  ZONED", "session_id twice"),
    "a column that is not returned": ("event.occurred_at AS at\n", "event.occurred_at AS time\n", "columns says"),
    "a column that is not declared": ("AS at\n", "AS at, event.name AS name\n", "columns says"),
    "all columns": (
        "RETURN event.event_id AS event_id, event.occurred_at AS at\n",
        "WITH event.event_id AS event_id, event.occurred_at AS at\nRETURN *\n",
        r"RETURN \* hides",
    ),
    "a column without a name": ("event.event_id AS event_id,", "event.event_id,", "with AS"),
    "an order without ORDER BY": ("ORDER BY at, event_id\n", "", "no ORDER BY"),
    "an unknown field": ("// order:", "// sorted:", "the header may have"),
    "a field twice": ("// order:   at", "// access:  read\n// order:   at", "second line 'access:'"),
    "no summary": (GOOD.partition("// tenant")[0], "", "no summary"),
    "two statements": ("ORDER BY at, event_id\n", "ORDER BY at, event_id;\nMATCH (n) DELETE n\n", "one statement"),
    "no CYPHER 25": ("CYPHER 25\n", "", "CYPHER 25"),
    "an older Cypher": ("CYPHER 25\n", "CYPHER 5\n", "CYPHER 25"),
    "a profile": ("CYPHER 25\n", "PROFILE CYPHER 25\n", "CYPHER 25"),
    "no statement": (GOOD.partition("CYPHER 25\n")[2], "", "no statement"),
    "schema in a room": ("// access:  read\n", "// access:  schema\n", "schema"),
}


@pytest.mark.parametrize(("old", "new", "problem"), BREAKS.values(), ids=BREAKS.keys())
def test_a_broken_header_does_not_load(old: str, new: str, problem: str) -> None:
    assert old in GOOD
    with pytest.raises(QueryContractError, match=rf"episodic\.of_session.*({problem})"):
        parse("episodic.of_session", GOOD.replace(old, new, 1))


def test_an_empty_file_does_not_load() -> None:
    with pytest.raises(QueryContractError):
        parse("episodic.empty", "")


def test_windows_line_ends_change_nothing() -> None:
    assert parse("episodic.of_session", GOOD.replace("\n", "\r\n")) == parse("episodic.of_session", GOOD)


def test_a_comment_or_a_line_end_leaves_the_checksum_and_a_word_changes_it() -> None:
    query = parse("episodic.of_session", GOOD)
    commented = parse("episodic.of_session", GOOD.replace("RETURN event.", "// what\n\nRETURN  event."))
    changed = parse("episodic.of_session", GOOD.replace(">= $since", "> $since"))

    assert commented.checksum == query.checksum
    assert changed.checksum != query.checksum


def test_a_schema_statement_gives_its_reason() -> None:
    text = (
        "// A key.\n//\n// tenant:  none — the schema and the encoder belong to the store, not to a user\n"
        "// access:  schema\nCYPHER 25\nCREATE CONSTRAINT k IF NOT EXISTS FOR (u:User) REQUIRE u.user_id IS UNIQUE\n"
    )
    assert isinstance(parse("schema.m001_first.010_key", text), GlobalQuery)
    with pytest.raises(QueryContractError):
        parse("schema.m001_first.010_key", text.replace("the schema and the encoder belong", "it belongs"))
    with pytest.raises(QueryContractError):
        parse(
            "schema.m001_first.010_key",
            text.replace("CREATE CONSTRAINT", "MATCH (n) DETACH DELETE n CREATE CONSTRAINT"),
        )
