"""The checker of the query files: seeded holes it must find, and right queries it must let through.

The queries are in `tests/store/cypher/`: a comment names each, an empty line ends it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.errors import QueryContractError
from graphmem.store.contract import TenantQuery, parse
from graphmem.store.tenancy import check_meta, check_tenancy
from graphmem.store.tokens import UnreadableError, tokens, tree


def queries(file: str) -> list[object]:
    text = (Path(__file__).parent / "cypher" / file).read_text(encoding="utf-8")
    blocks = [block.partition("\n") for block in text.strip().split("\n\n")]
    return [pytest.param(query, id=title.removeprefix("// ")) for title, _, query in blocks]


HIDDEN = {
    "the user behind a carriage return": "MATCH (e:Event // \r {user_id: $user_id}\n) RETURN e.name AS n",
    "a clause behind a carriage return": "MATCH (e:Event {user_id: $user_id}) // \r MATCH (f)\nRETURN e.name AS name",
    "a clause behind an escaped line end": "MATCH (e:Event {user_id: $user_id}) // \\u000A MATCH (f)\nRETURN f.a AS a",
    "a quote that is escaped": "MATCH (e:Event {name: '\\u0027}) //', user_id: $user_id}) RETURN e.name AS name",
}


@pytest.mark.parametrize(
    "text", [*queries("holes.cypher"), *(pytest.param(q, id=title) for title, q in HIDDEN.items())]
)
def test_a_hole_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError):
        check_tenancy(tree(tokens(text)))


@pytest.mark.parametrize("text", queries("right.cypher"))
def test_a_right_query_passes(text: str) -> None:
    check_tenancy(tree(tokens(text)))


@pytest.mark.parametrize("text", queries("meta_holes.cypher"))
def test_a_query_for_no_user_touches_nothing_of_any_user(text: str) -> None:
    with pytest.raises(UnreadableError):
        check_meta(tree(tokens(text)))


def test_a_hole_is_reported_with_the_query_and_the_line_of_the_file() -> None:
    text = """// Leaks.
//
// tenant:  $user_id
// access:  read
// columns: name  STRING
CYPHER 25
MATCH (u:User {user_id: $user_id})
MATCH (e:Event)
RETURN e.name AS name
"""
    with pytest.raises(QueryContractError, match=r"episodic\.leaks .*line 8: \(e:Event\) is not tied to \$user_id"):
        parse("episodic.leaks", text)
    assert isinstance(parse("episodic.tight", text.replace("(e:Event)", "(e:Event {user_id: $user_id})")), TenantQuery)
