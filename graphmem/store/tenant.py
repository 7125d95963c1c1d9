"""The second tenancy net: a store that belongs to one user."""

from __future__ import annotations

from functools import cached_property

from graphmem.models import checked_id
from graphmem.rules.keys import tenant_key
from graphmem.store.connection import Database, Row
from graphmem.store.contract import TenantQuery


class TenantStore:
    """Runs queries as one user: adds `$user_id` itself, and takes nothing but tenant queries.

    Raises:
        InvalidIdError: the user id is empty, too long or not text.
    """

    def __init__(self, database: Database, user_id: str) -> None:
        self._database = database
        self.user_id = checked_id("user id", user_id)

    @cached_property
    def tenant_key(self) -> str:
        """The user as one word of a full-text index."""
        return tenant_key(self.user_id)

    def run(self, query: TenantQuery, /, *, timeout: float | None = None, **params: object) -> list[Row]:
        """The rows of `query`, run as this user.

        Args:
            query: from `tenant_query`.
            timeout: seconds after which the server stops it.
            params: exactly the declared ones.

        Raises:
            QueryContractError: `query` is no tenant query, or the params or rows are not what its header says.
            StoreError: one of its kinds, when Neo4j cannot do it.
        """
        return self._database.run_as(self.user_id, query, params, timeout=timeout)

    def __repr__(self) -> str:
        return f"TenantStore({self._database!r}, {self.user_id!r})"
