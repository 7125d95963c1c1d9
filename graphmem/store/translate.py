"""Neo4j's errors as graphmem's. Nothing of the driver leaves the store room, and no value leaves with an error.

Neo4j's own messages may quote parameters (a constraint names the offending value), so only the error's code is kept.
"""

from __future__ import annotations

from neo4j import exceptions as neo4j_errors

from graphmem.errors import (
    ConfigurationError,
    GraphmemError,
    InvalidInputError,
    QueryContractError,
    StoreAuthenticationError,
    StoreBusyError,
    StoreConflictError,
    StoreError,
    StoreTimeoutError,
    StoreUnavailableError,
)

# A host name that cannot be resolved comes as a ValueError.
DRIVER_ERRORS = (neo4j_errors.Neo4jError, neo4j_errors.DriverError, ValueError, OSError)

_TIMED_OUT = "Neo.ClientError.Transaction.TransactionTimedOut"  # also …ClientConfiguration
_TERMINATED = ("Neo.TransientError.Transaction.Terminated", "Neo.ClientError.Transaction.Terminated")
# Of two transactions that make the same index, one may fail like this in spite of IF NOT EXISTS.
_ALREADY_THERE = frozenset(
    f"Neo.ClientError.Schema.{title}AlreadyExists" for title in ("EquivalentSchemaRule", "Index", "Constraint")
)
_BY_CODE: dict[str, tuple[type[StoreError], str]] = {
    "Neo.ClientError.Security.AuthenticationRateLimit": (
        StoreAuthenticationError,
        "Neo4j refused too many wrong passwords in a row and waits a few seconds before it listens to this user "
        "again. Correct the password, wait, and try again.",
    ),
    "Neo.ClientError.Security.CredentialsExpired": (
        StoreAuthenticationError,
        "The password of this Neo4j user has expired. Set a new one (ALTER CURRENT USER SET PASSWORD …) and "
        "configure that.",
    ),
    "Neo.ClientError.Security.Forbidden": (
        StoreError,
        "The Neo4j user may not do this. Use a user that may read, write and create indexes and constraints.",
    ),
    "Neo.ClientError.Database.DatabaseNotFound": (
        StoreError,
        "Neo4j has no database of the configured name. Correct NEO4J_DATABASE; Community has only 'neo4j'.",
    ),
    "Neo.TransientError.Database.DatabaseUnavailable": (
        StoreUnavailableError,
        "The database is not online. Wait until Neo4j has started it, or look into Neo4j's logs.",
    ),
    "Neo.TransientError.General.OutOfMemoryError": (
        StoreBusyError,
        "Neo4j is out of memory. Nothing was stored. Give the server more heap, or send less at once.",
    ),
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError": (
        StoreBusyError,
        "Neo4j had no memory left for this transaction. Nothing was stored. Give the server more heap, or send less "
        "at once.",
    ),
}


def translated(error: Exception, doing: str) -> GraphmemError:
    """graphmem's error for one of the driver's.

    Args:
        error: one of `DRIVER_ERRORS`.
        doing: what was being done ("running episodic.nearest").
    """
    if isinstance(error, neo4j_errors.Neo4jError):
        return _from_server(error, doing)
    return _from_driver(error, doing)


def _from_server(error: neo4j_errors.Neo4jError, doing: str) -> GraphmemError:
    code = error.code or "an unknown code"
    if code in _BY_CODE:
        kind, message = _BY_CODE[code]
        return kind(message)
    if isinstance(error, neo4j_errors.AuthError):
        return StoreAuthenticationError(
            "Neo4j refused the user name or password. Set NEO4J_USERNAME and NEO4J_PASSWORD to what this server knows."
        )
    if code.startswith(_TIMED_OUT):
        return StoreTimeoutError(
            f"Neo4j was not done {doing} in the time it was given, and stopped. Nothing was stored. Try again when it "
            f"is less busy, or ask for less at once."
        )
    if code in _TERMINATED:
        return StoreUnavailableError(
            f"Neo4j ended the transaction while {doing} (it is stopping, or an administrator ended it). Nothing was "
            f"stored; try again."
        )
    if isinstance(error, neo4j_errors.ConstraintError) or code in _ALREADY_THERE:
        return StoreConflictError(
            f"Something with the same key is in the store already; Neo4j stopped while {doing}. Nothing was stored."
        )
    if isinstance(error, neo4j_errors.TransientError):
        return StoreBusyError(
            f"Neo4j was too busy while {doing}, also after retries ({code}). Nothing was stored; try again in a moment."
        )
    return StoreError(f"Neo4j failed while {doing} ({code}). Nothing was stored. Its logs say more.")


def _from_driver(error: Exception, doing: str) -> GraphmemError:
    if isinstance(error, neo4j_errors.IncompleteCommit):
        return StoreUnavailableError(
            f"The connection to Neo4j broke during the commit while {doing}, so it may or may not be stored. Do it "
            f"again: with the same event_id or occurred_at nothing is stored twice."
        )
    if isinstance(error, neo4j_errors.ServiceUnavailable | neo4j_errors.SessionExpired):
        return StoreUnavailableError(
            f"Neo4j does not answer (while {doing}). Start it (`graphmem up` for the managed server), or correct "
            f"NEO4J_URI. Nothing was stored."
        )
    if isinstance(error, neo4j_errors.ConnectionPoolError):
        return StoreBusyError(
            f"All connections to Neo4j were in use for too long (while {doing}). Nothing was stored; try again in a "
            f"moment, or use fewer threads."
        )
    if isinstance(error, neo4j_errors.ConfigurationError):
        return ConfigurationError(
            "The connection to Neo4j is configured wrongly. NEO4J_URI begins with bolt://, neo4j://, bolt+s:// or "
            "neo4j+s://, then host and port; a certificate must be valid for that host (or use +ssc)."
        )
    if isinstance(error, neo4j_errors.ResultError | neo4j_errors.TransactionError | neo4j_errors.SessionError):
        return QueryContractError(
            f"The driver was used in a way it does not allow while {doing}. This is a fault in graphmem."
        )
    if isinstance(error, UnicodeError):
        return InvalidInputError(
            f"A text holds half of a surrogate pair, which is not text (while {doing}). Nothing was stored. Decode it "
            f"properly first."
        )
    if isinstance(error, ValueError | OSError):
        return StoreUnavailableError(
            f"The host in NEO4J_URI cannot be reached (while {doing}). Correct the address, or check the network. "
            f"Nothing was stored."
        )
    return StoreError(
        f"The driver could not go on while {doing} ({type(error).__name__}). Nothing was stored. If this connection "
        f"was closed before, open a new one."
    )
