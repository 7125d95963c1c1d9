"""Links into Neo4j Browser."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from graphmem.errors import InvalidInputError


def browser_link(*, http_port: int, bolt_port: int, username: str = "neo4j", query: str | None = None) -> str:
    """The address that opens Neo4j Browser with the user name, and a query where one is given, filled in.

    Only the password is left to type. Never add `db=`: Browser 5.24 fails over the version of the server then.

    Raises:
        InvalidInputError: the query holds `&` or `#`, which Browser cannot take from a link.

    >>> browser_link(http_port=7474, bolt_port=7687)
    'http://localhost:7474/browser/?dbms=bolt%3A%2F%2Fneo4j%40localhost%3A7687'
    """
    fields = {"dbms": f"bolt://{username}@localhost:{bolt_port}"}
    if query is not None:
        if "&" in query or "#" in query:
            raise InvalidInputError(
                "A query in a link to Browser cannot hold '&' or '#'. Write `WHERE n:A AND n:B` instead of `(n:A&B)`, "
                "or paste the query into Browser."
            )
        fields |= {"cmd": "edit", "arg": query}
    return f"http://localhost:{http_port}/browser/?{urlencode(fields, quote_via=quote, safe='')}"
