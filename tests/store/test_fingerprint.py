"""The fingerprint of what is stored, and who may read all of it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from graphmem.errors import QueryContractError
from graphmem.store.contract import GlobalQuery, parse
from graphmem.store.elements import Link, Node
from graphmem.store.fingerprint import fingerprint
from graphmem.store.tenancy import OF_THE_OPERATOR, OPERATOR_REASON

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
NODE = Node(
    ("Event", "UserEvent"), {"user_id": "ada", "event_id": "e", "content": "a", "at": MAY, "embedding": [0.5, 1.0]}
)
LINK = Link("CAUSED_BY", {"confidence": 1.0}, {"event_id": "e"}, {"event_id": "f"})


def test_a_fingerprint_does_not_depend_on_the_order_of_anything():
    same = Node(("UserEvent", "Event"), dict(reversed(NODE.properties.items())))
    assert fingerprint([NODE, LINK]) == fingerprint([LINK, same])


@pytest.mark.parametrize(
    "other",
    [
        [NODE],
        [NODE, NODE, LINK],
        [NODE, LINK, LINK],
        [NODE, Link("CAUSED_BY", {"confidence": 1}, LINK.source, LINK.target)],
        [NODE, Link("CAUSED_BY", LINK.properties, LINK.target, LINK.source)],
        [NODE, Link("NEXT", LINK.properties, LINK.source, LINK.target)],
        [Node(("Event",), NODE.properties), LINK],
        *(
            [Node(NODE.labels, {**NODE.properties, **change}), LINK]
            for change in (
                {"content": "b"},
                {"content": ["a"]},
                {"at": MAY + timedelta(microseconds=1)},
                {"at": MAY.isoformat()},
                {"at": date(2026, 5, 1)},
                {"embedding": [0.5, 1.0000001]},
                {"embedding": [1.0, 0.5]},
                {"more": []},
            )
        ),
    ],
    ids=range(15),
)
def test_a_fingerprint_sees_every_difference(other):
    assert fingerprint([NODE, LINK]).digest != fingerprint(other).digest


def test_a_fingerprint_without_embeddings_sees_all_but_them():
    def plain(**change: object) -> str:
        return fingerprint([Node(NODE.labels, {**NODE.properties, **change})]).digest_without_embeddings

    assert plain() == plain(embedding=[3.0]) == plain(embedding_b=[4.0])
    assert plain() != plain(content="b")


def everyones(access: str, statement: str) -> str:
    columns = "none" if access == "write" else "name  STRING"
    return (
        f"// All.\n//\n// tenant:  none — {OPERATOR_REASON}\n// access:  {access}\n// params:  none\n"
        f"// columns: {columns}\nCYPHER 25\n{statement}\n"
    )


def test_only_the_operators_few_queries_see_all_users_and_they_only_read():
    reading = "MATCH (node) RETURN node.name AS name"
    name = min(OF_THE_OPERATOR)

    assert isinstance(parse(name, everyones("read", reading)), GlobalQuery)
    with pytest.raises(QueryContractError):
        parse("recall.everything", everyones("read", reading))
    with pytest.raises(QueryContractError):
        parse(name, everyones("write", "MATCH (node) DETACH DELETE node"))
