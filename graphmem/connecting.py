"""Which Neo4j is used: the configured one, else the managed local one."""

from __future__ import annotations

import logging

from pydantic import SecretStr

from graphmem.config import Settings
from graphmem.server import Instance, RunningServer, up
from graphmem.server import Progress as ServerProgress
from graphmem.store.connection import Database

log = logging.getLogger("graphmem")


def connect(
    settings: Settings, progress: ServerProgress | None
) -> tuple[Database, RunningServer | None, Instance | None]:
    """The configured database, else the managed local one; with its server, and the instance if it is to be stopped.

    What is in it is not looked at: neither its schema nor its encoder.

    Raises:
        ServerError, StoreError: as for `GraphMemory.open`.
    """
    if settings.neo4j_uri:
        return _open(settings.neo4j_uri, settings.neo4j_username, settings.neo4j_password, settings), None, None
    instance = Instance.of(settings)
    server = up(instance, progress=progress)
    if server.started and settings.keep_server:
        # Said at the level that shows without any logging set up: a process now runs that outlives the program.
        log.warning(
            "A local Neo4j now runs for graphmem (instance %r, %s). `graphmem down` stops it.",
            settings.instance,
            server.bolt_uri,
        )
    database = _open(server.bolt_uri, server.username, server.password, settings)
    return database, server, instance if server.started and not settings.keep_server else None


def _open(uri: str, username: str, password: SecretStr | None, settings: Settings) -> Database:
    return Database.open(uri, username, password.get_secret_value() if password else "", settings.neo4j_database)
