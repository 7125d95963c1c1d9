"""Every error graphmem raises, in one tree.

GraphmemError
├── InvalidInputError            what the caller handed in cannot be used
│   ├── InvalidIdError
│   ├── NaiveDatetimeError
│   ├── UnknownEventError
│   └── CircularCauseError
├── ConfigurationError           a setting is missing, misspelt or contradicts another
├── RedactionError               a text could not be looked through for secrets
├── NotFoundError                asked for by id, and not there
├── ModelError                   a language model gave no answer that can be used
├── EncoderError                 text cannot be turned into embeddings
│   ├── WeightsNotFoundError
│   ├── WeightsDamagedError
│   ├── EncoderMismatchError
│   │   └── EncoderReplacedError  a rebuild made another encoder the store's while it was open
│   └── EmbeddingDimensionError
├── StoreError                   Neo4j answered with an error, or not at all
│   ├── StoreUnavailableError
│   ├── StoreAuthenticationError
│   ├── StoreVersionError
│   ├── StoreBusyError           still failing after the retries; trying again later may work
│   ├── StoreTimeoutError        stopped because it took longer than it was given
│   ├── StoreConflictError       a key that must be unique is there already
│   └── SchemaError
├── QueryContractError           a query file and its use disagree (a fault of graphmem itself)
└── ServerError                  the managed local server cannot do what was asked
    ├── ServerDownloadError
    ├── ServerStartError
    ├── ServerStopError
    ├── ServerPasswordError
    ├── JavaNotUsableError
    ├── PortBusyError
    ├── DiskFullError
    ├── StoreLockedError
    └── BackupError              a backup cannot be made, or is not one, or is not what it says

The docstring of a class is its default message. A message never holds the text of an event or a secret.
"""

from __future__ import annotations

import inspect


class GraphmemError(Exception):
    """graphmem could not do what was asked."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or inspect.getdoc(type(self)))


class InvalidInputError(GraphmemError):
    """The input cannot be used."""


class InvalidIdError(InvalidInputError):
    """An id is empty, too long or not text."""

    def __init__(self, *, kind: str, reason: str) -> None:
        self.kind = kind
        super().__init__(
            f"This {kind} {reason}. Use any text from one character to 1,000 bytes in UTF-8, such as an e-mail "
            f"address, a UUID or a name in any script."
        )


class NaiveDatetimeError(InvalidInputError):
    """A date and time has no time zone."""

    def __init__(self, *, field: str) -> None:
        self.field = field
        super().__init__(
            f"{field} has no time zone. Pass an aware datetime (datetime(..., tzinfo=UTC), or "
            f"'2026-05-01T09:30:00+08:00'), or declare the user's zone with "
            f"memory.user(id, time_zone='Asia/Shanghai')."
        )


class UnknownEventError(InvalidInputError):
    """An event is referred to that this user does not have."""

    def __init__(self, *, event_ids: list[str]) -> None:
        self.event_ids = event_ids
        super().__init__(
            f"caused_by names events this user does not have: {', '.join(event_ids[:5])}. "
            f"Record the cause first, or in the same record_many. Nothing was stored."
        )


class CircularCauseError(InvalidInputError):
    """Events are said to have caused one another in a circle."""

    def __init__(self, *, event_ids: list[str]) -> None:
        self.event_ids = event_ids
        super().__init__(
            f"caused_by goes round in a circle: {', '.join(event_ids[:5])}{' …' if len(event_ids) > 5 else ''}. "
            f"An event cannot be its own cause; take out one of the links. None of these was stored."
        )


class ConfigurationError(GraphmemError):
    """A setting is missing, misspelt or contradicts another."""


class RedactionError(GraphmemError):
    """A text could not be looked through for secrets, so nothing of it was stored."""

    def __init__(self, *, kind: str) -> None:
        self.kind = kind
        super().__init__(
            f"A text could not be looked through for secrets ({kind}), so nothing of it was stored. Check the "
            f"installation (kingfisher-secret-scanner, phonenumbers, python-stdnum), and report what text it was."
        )


class NotFoundError(GraphmemError):
    """There is nothing by that id."""

    def __init__(self, *, kind: str, id: str) -> None:
        self.kind, self.id = kind, id
        super().__init__(f"There is no {kind} {id!r}.")


class ModelError(GraphmemError):
    """A language model gave no answer that can be used.

    `reason` says why, to stand after "the language model"; never in the words of the endpoint, which may repeat what
    it was sent. `lasting` is true where the next answer would fail likewise.
    """

    def __init__(self, *, model: str, reason: str, lasting: bool) -> None:
        self.model, self.reason, self.lasting = model, reason, lasting
        super().__init__(f"The language model {model} {reason}.")


class EncoderError(GraphmemError):
    """Text could not be turned into embeddings."""


class WeightsNotFoundError(EncoderError):
    """The weights of the encoder are nowhere to be found."""


class WeightsDamagedError(EncoderError):
    """The file with the encoder's weights cannot be read."""


class EncoderMismatchError(EncoderError):
    """The store was filled by another encoder than the one configured."""

    def __init__(self, *, stored: str, configured: str) -> None:
        self.stored, self.configured = stored, configured
        super().__init__(
            f"The embeddings in this store were made by {stored}, but {configured} is configured; "
            f"their similarities would mean nothing. Configure {stored} again, "
            f"or make all embeddings anew with {configured}: graphmem schema rebuild."
        )


class EncoderReplacedError(EncoderMismatchError):
    """The embeddings of this store were rebuilt with another encoder since it was opened, so nothing was done with
    the old one. Configure the new encoder (`graphmem schema status` names it) and reopen the memory."""

    def __init__(self) -> None:
        super(EncoderMismatchError, self).__init__(" ".join((inspect.getdoc(type(self)) or "").split()))


class EmbeddingDimensionError(EncoderError):
    """An embedding does not fit the index."""

    def __init__(self, *, model: str, produced: int, indexed: int) -> None:
        self.model, self.produced, self.indexed = model, produced, indexed
        super().__init__(
            f"{model} made a {produced}-dimensional embedding where {indexed} dimensions are "
            f"indexed. Nothing was stored. Use an encoder whose identity states its real dimension."
        )


class StoreError(GraphmemError):
    """Neo4j could not do what was asked."""


class StoreUnavailableError(StoreError):
    """Neo4j does not answer."""


class StoreAuthenticationError(StoreError):
    """Neo4j refused the user name or password."""


class StoreVersionError(StoreError):
    """This Neo4j is too old, or a release known to answer wrongly."""


class StoreBusyError(StoreError):
    """Neo4j was too busy to finish this, also after retries. Nothing was stored; try again in a moment."""


class StoreTimeoutError(StoreError):
    """Neo4j was not done in the time it was given, and stopped. Nothing was stored."""


class StoreConflictError(StoreError):
    """Something with the same key is in the store already. Nothing was stored."""


class SchemaError(StoreError):
    """The schema in the database does not fit this version of graphmem."""


class QueryContractError(GraphmemError):
    """A query file and its use disagree."""


class ServerError(GraphmemError):
    """The managed local server could not do what was asked."""


class ServerDownloadError(ServerError):
    """Parts of the server could not be downloaded."""


class ServerStartError(ServerError):
    """The local server did not start."""


class ServerStopError(ServerError):
    """The local server did not stop."""


class ServerPasswordError(ServerError):
    """The password of the local server is lost, or no longer the right one."""


class JavaNotUsableError(ServerError):
    """No Java that can run Neo4j was found."""


class PortBusyError(ServerError):
    """A port the server needs is used by another program."""


class DiskFullError(ServerError):
    """The disk is too full for the server."""


class StoreLockedError(ServerError):
    """Another process holds the store of this instance."""


class BackupError(ServerError):
    """The backup cannot be made or used."""
