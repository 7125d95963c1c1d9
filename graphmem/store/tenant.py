"""The second tenancy net: a store that belongs to one user."""

from __future__ import annotations

from functools import cached_property

from graphmem.checks import checked_id
from graphmem.errors import EncoderReplacedError, QueryContractError, StoreError, StoreUnavailableError
from graphmem.rules.keys import tenant_key
from graphmem.store.catalogue import global_query
from graphmem.store.connection import Database, Row
from graphmem.store.contract import TenantQuery
from graphmem.store.slots import Slot

_IS_CURRENT = global_query("schema.is_current")


class TenantStore:
    """Runs queries as one user: adds `$user_id` itself, and takes nothing but tenant queries.

    A query that reads or writes embeddings takes `$ticket` (and `$index_name`), which are added too, and returns
    `current`: whether the slot with this ticket is still the one in use. If not, nothing of it is stored.

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
            params: exactly the declared ones; those of the slot may be left out.

        Raises:
            QueryContractError: `query` is no tenant query, or the params or rows are not what its header says.
            EncoderReplacedError: it is about embeddings, and the store was switched to another encoder.
            StoreError: one of its kinds, when Neo4j cannot do it.
        """
        if "ticket" not in query.param_names:
            return self._database.run_as(self.user_id, query, params, timeout=timeout)
        if "ticket" not in params:
            params = self.slot.params | params
        try:
            return self._database.run_as(self.user_id, query, params, timeout=timeout, check=_check_current)
        except StoreUnavailableError:
            raise
        except StoreError:
            # An old slot's index is dropped after the switch, which is no fault of the query.
            ticket = {name: params[name] for name in ("index_name", "ticket")}
            _check_current(self._database.run(_IS_CURRENT, ticket))
            raise

    @property
    def slot(self) -> Slot:
        """Where embeddings are read and written.

        Raises:
            QueryContractError: nobody has made sure of the encoder yet.
        """
        if self._database.slot is None:
            raise QueryContractError("Call Schema(database).upgrade(encoder.identity) before using embeddings.")
        return self._database.slot

    def __repr__(self) -> str:
        return f"TenantStore({self._database!r}, {self.user_id!r})"


def _check_current(rows: list[Row]) -> None:
    if any(not row["current"] for row in rows):
        raise EncoderReplacedError
