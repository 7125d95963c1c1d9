"""The connection to Neo4j: the one place where queries run."""

from __future__ import annotations

import logging
import re
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import neo4j

from graphmem.clock import Clock, SystemClock
from graphmem.errors import ConfigurationError, GraphmemError, QueryContractError, StoreVersionError
from graphmem.store.contract import GlobalQuery, Query, TenantQuery
from graphmem.store.slots import Slot
from graphmem.store.translate import DRIVER_ERRORS, translated
from graphmem.store.values import from_store, to_store

logger = logging.getLogger(__name__)
_DRIVER_LOGGER = logging.getLogger("neo4j")
_WIRE_LOGGER = logging.getLogger("neo4j.io")

Row = dict[str, Any]
"""One row of a query: its keys are the query's columns."""
Check = Callable[[list[Row]], None]
"""Looks at the rows of a query before what it wrote is committed; what it raises undoes the writing."""

Taking = Callable[[neo4j.Result], list[Row]]
"""Takes the rows of a result."""
Watcher = Callable[[str | None, str], None]
"""Is told of a write: for which user (None for the whole store), and by which query."""

OLDEST_VERSION = (2026, 6)
"""`SEARCH … WHERE … IN` came with 2026.06."""
BROKEN_VERSIONS = {"2025.06.0": "it fails in several ways", "2026.08.0": "it answers some queries wrongly"}
SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")

QUERY_SECONDS = 60.0
"""How long one query may take when its caller says nothing."""
RETRY_SECONDS = 30.0
"""How long transient errors and a lost connection are retried."""
STREAM_SECONDS = 3600.0
"""How long a walk over the whole store may take."""
STREAM_ROWS = 1000
"""Rows that are on their way at once while the store is walked."""
CONNECT_SECONDS = 10.0
IDLE_SECONDS = 60.0
"""A connection that lay idle for longer is tested before use: the server may have been restarted."""
APPLICATION = "graphmem"


@dataclass(frozen=True)
class Server:
    """What the server says about itself."""

    version: str
    address: str


class Database:
    """An open connection to one Neo4j database; safe to share between threads. Close it, or use it in `with`."""

    def __init__(self, driver: neo4j.Driver, *, uri: str, name: str, clock: Clock) -> None:
        self._driver = driver
        self._uri = uri
        self.name = name
        self.clock = clock
        self._watchers: list[weakref.WeakMethod[Watcher]] = []
        self.slot: Slot | None = None
        """Where this process reads and writes embeddings, since `Schema` made sure of the encoder."""

    @classmethod
    def open(
        cls,
        uri: str,
        username: str,
        password: str,
        database: str = "neo4j",
        *,
        clock: Clock | None = None,
        retry_seconds: float = RETRY_SECONDS,
    ) -> Self:
        """Connect, and make sure that this is a Neo4j graphmem can work with.

        Args:
            uri: `bolt://host:port`, `neo4j://…`, or one of them with `+s` or `+ssc` for TLS.
            username: of the Neo4j user.
            password: of the Neo4j user; kept by the driver only.
            database: the name of the database; Community has only `neo4j`.
            clock: tells the time at which migrations are applied.
            retry_seconds: how long `run` retries transient errors and a lost connection.

        Raises:
            ConfigurationError: the URI is none of these.
            StoreUnavailableError: nothing answers there.
            StoreAuthenticationError: the user name or password is wrong.
            StoreVersionError: this Neo4j is too old, or known to be broken.
        """
        _check_address(uri)
        opened = cls(
            _driver(uri, username, password, retry_seconds), uri=uri, name=database, clock=clock or SystemClock()
        )
        try:
            check_version(opened.server().version)
        except BaseException:
            opened.close()
            raise
        logger.debug("Connected to database %s", database)
        return opened

    def server(self) -> Server:
        """The server's version and address, fresh from the server.

        Raises:
            StoreError: one of its kinds, as for `open`.
        """
        try:
            info = self._driver.get_server_info()
        except DRIVER_ERRORS as error:
            failure = translated(error, "connecting")
        else:
            return Server(info.agent.removeprefix("Neo4j/"), str(info.address))
        raise failure

    def run(
        self, query: GlobalQuery, params: Mapping[str, object] | None = None, *, timeout: float | None = None
    ) -> list[Row]:
        """Run a query about the store itself; see `run_as` for what runs as a user.

        Args:
            query: from `global_query`.
            params: exactly the declared ones.
            timeout: seconds after which the server stops it; by default `QUERY_SECONDS`.

        Raises:
            QueryContractError: the params or the rows are not what the query's header says.
            StoreError: one of its kinds, when Neo4j cannot do it.
        """
        if not isinstance(query, GlobalQuery):
            raise QueryContractError(f"The query {query.name} runs as a user: use TenantStore.run.")
        return self._run(query, dict(params or {}), timeout)

    def run_as(
        self,
        user_id: str,
        query: TenantQuery,
        params: Mapping[str, object] | None = None,
        *,
        timeout: float | None = None,
        check: Check | None = None,
    ) -> list[Row]:
        """Run a query as one user. Meant for `TenantStore`, which holds the user.

        Raises:
            QueryContractError: the query runs for no user, or the params or the rows are not what its header says.
            StoreError: one of its kinds, when Neo4j cannot do it.
        """
        if not isinstance(query, TenantQuery):
            raise QueryContractError(f"The query {query.name} runs for no user: use Database.run.")
        if not isinstance(user_id, str) or not user_id:
            raise QueryContractError(f"The query {query.name} needs the user it runs as.")
        if "user_id" in (params or {}):
            raise QueryContractError(f"The query {query.name} gets $user_id from the store, never among the params.")
        return self._run(query, dict(params or {}), timeout, check, user_id=user_id)

    def stream(self, query: GlobalQuery) -> Iterator[tuple[object, ...]]:
        """The rows of an operator's query as they arrive, so that the store may be larger than memory.

        A row is a tuple in the order of the declared columns, its values as the driver gives them. Nothing is retried:
        what breaks off is begun anew by its caller.

        Raises:
            QueryContractError: the query takes parameters, or the rows are not what its header says.
            StoreError: one of its kinds, when Neo4j cannot do it.
        """
        _check_params(query, {})
        statement = neo4j.Query(
            query.statement,
            metadata={"query": query.name, "app": APPLICATION},
            timeout=STREAM_SECONDS,
        )
        columns = [column.name for column in query.columns]
        try:
            with self._driver.session(
                database=self.name, default_access_mode=neo4j.READ_ACCESS, fetch_size=STREAM_ROWS
            ) as session:
                result = session.run(statement)
                _check_columns(query, list(result.keys()))
                for record in result:
                    yield tuple(record[column] for column in columns)
        except DRIVER_ERRORS as error:
            failure = translated(error, f"running {query.name}")
        else:
            return
        raise failure

    def watch(self, watcher: Watcher) -> None:
        """Tell `watcher`, a method, of everything that is written over this connection, for as long as it lives."""
        self._watchers = [each for each in self._watchers if each() is not None] + [weakref.WeakMethod(watcher)]

    def _tell(self, user_id: str | None, query: Query) -> None:
        for each in self._watchers:
            watcher = each()
            if watcher is not None:
                watcher(user_id, query.name)

    def _run(
        self,
        query: Query,
        params: dict[str, object],
        timeout: float | None,
        check: Check | None = None,
        **tenant: str,
    ) -> list[Row]:
        _check_params(query, params)
        sent = {name: to_store(value, f"${name} of {query.name}") for name, value in params.items()}
        statement = neo4j.Query(
            query.statement,
            metadata={"query": query.name, "app": APPLICATION},
            timeout=QUERY_SECONDS if timeout is None else timeout,
        )
        taking = partial(_rows, query, check)
        failure: GraphmemError
        try:
            if query.access == "read":
                rows = self._read(statement, sent | tenant, taking)
            else:
                rows = self._driver.execute_query(
                    statement, sent | tenant, database_=self.name, result_transformer_=taking
                )
        except DRIVER_ERRORS as error:
            failure = translated(error, f"running {query.name}")
        else:
            logger.debug("%s: %d rows", query.name, len(rows))
            return rows
        finally:
            if query.access != "read":
                self._tell(tenant.get("user_id"), query)  # also after a failure: it may have been committed
        # Outside the except block: the driver's error may quote a parameter, so it must not be in the traceback.
        raise failure

    def _read(self, statement: neo4j.Query, params: dict[str, object], taking: Taking) -> list[Row]:
        """What a query reads, in a transaction that begins and ends with it: two rounds less than one that the driver
        may run again. That is the way out where this fails for a while."""
        try:
            with self._driver.session(database=self.name, default_access_mode=neo4j.READ_ACCESS) as session:
                return taking(session.run(statement, params))
        except (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError) as error:
            if not error.is_retryable():
                raise
        reading = neo4j.RoutingControl.READ
        return self._driver.execute_query(
            statement, params, routing_=reading, database_=self.name, result_transformer_=taking
        )

    def close(self) -> None:
        """Close all connections. Closing twice does nothing."""
        self._driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Database({_without_credentials(self._uri)!r}, {self.name!r})"


def _driver(uri: str, username: str, password: str, retry_seconds: float) -> neo4j.Driver:
    if not _DRIVER_LOGGER.handlers:
        # Retries and notifications belong into the log of those who keep one, not on everybody's screen.
        _DRIVER_LOGGER.addHandler(logging.NullHandler())
    if _WIRE_LOGGER.level == logging.NOTSET:
        # At DEBUG the driver writes every parameter, and so what users said, into the log of the program.
        _WIRE_LOGGER.setLevel(logging.INFO)
    try:
        return neo4j.GraphDatabase.driver(
            uri,
            auth=neo4j.basic_auth(username, password),
            user_agent=f"{APPLICATION} {neo4j.__name__}/{neo4j.__version__}",
            notifications_min_severity="WARNING",
            # A fresh store has none of our labels yet, which is no news.
            notifications_disabled_classifications=["UNRECOGNIZED"],
            telemetry_disabled=True,
            max_transaction_retry_time=retry_seconds,
            connection_timeout=CONNECT_SECONDS,
            liveness_check_timeout=IDLE_SECONDS,
        )
    except DRIVER_ERRORS as error:
        failure = translated(error, "connecting")
    raise failure


def _check_address(uri: str) -> None:
    try:
        address = urlsplit(uri)
        is_address = address.scheme in SCHEMES and bool(address.hostname) and address.port != 0
    except ValueError:  # the port is no number
        is_address = False
    if not is_address:
        raise ConfigurationError(
            f"NEO4J_URI is no address of a Neo4j. Write {', '.join(f'{scheme}://' for scheme in SCHEMES[:-1])} or "
            f"{SCHEMES[-1]}://, then the host and, after a colon, the port (usually 7687)."
        )


def _without_credentials(uri: str) -> str:
    scheme, separator, rest = uri.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"


def check_version(version: str) -> None:
    """Refuse a server that is too old or known to be broken.

    Raises:
        StoreVersionError: saying which, and what to install.
    """
    match = re.match(r"(\d+)\.(\d+)", version)
    if match is None:
        raise StoreVersionError(f"This Neo4j calls its version {version!r}, which graphmem cannot read.")
    if version in BROKEN_VERSIONS:
        raise StoreVersionError(
            f"This is Neo4j {version}, and {BROKEN_VERSIONS[version]}. Upgrade it to 2026.09.0 or later."
        )
    if (int(match[1]), int(match[2])) < OLDEST_VERSION:
        oldest = f"{OLDEST_VERSION[0]}.{OLDEST_VERSION[1]:02d}"
        raise StoreVersionError(f"This is Neo4j {version}; graphmem needs {oldest} or later. Upgrade it to 2026.09.0.")


def _check_params(query: Query, params: Mapping[str, object]) -> None:
    for name in sorted(query.param_names - params.keys()):
        raise QueryContractError(f"The query {query.name} needs ${name}, which was not passed.")
    for name in sorted(params.keys() - query.param_names):
        raise QueryContractError(f"The query {query.name} was passed ${name}, which it does not declare.")


def _check_columns(query: Query, keys: list[str]) -> None:
    if set(keys) != query.column_names:
        raise QueryContractError(
            f"The query {query.name} returned {sorted(keys)}, but declares {sorted(query.column_names)}."
        )


def _rows(query: Query, check: Check | None, result: neo4j.Result) -> list[Row]:
    """The rows of a result. Called inside the transaction: what is raised here undoes it."""
    keys = list(result.keys())
    _check_columns(query, keys)
    rows = [
        {key: from_store(value, f"{key} of {query.name}") for key, value in zip(keys, record.values(), strict=True)}
        for record in result
    ]
    if check:
        check(rows)
    return rows
