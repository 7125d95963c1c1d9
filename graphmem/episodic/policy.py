"""What is done with an episode before it is stored: the settings of the write path in one place."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from graphmem.config import GatePolicy, Settings
from graphmem.episodic.gate import Verdict
from graphmem.language.redaction import Redactor
from graphmem.rules.importance import ImportanceTable, importance_table, raised

log = logging.getLogger(__name__)

Opinion = Callable[[str], float]
"""How much a redacted text matters, 0 to 1, in the eyes of a model."""


@dataclass(frozen=True)
class WritePolicy:
    """How strictly episodes are looked at, and what is done with them."""

    gate: GatePolicy = "balanced"
    table: ImportanceTable = field(default_factory=importance_table)
    """The rules of importance."""
    redact_contacts: bool = False
    """Whether e-mail addresses and phone numbers are taken out too."""
    redaction_patterns: Mapping[str, str] = field(default_factory=dict)
    """An operator's own kinds of secrets."""
    unite: bool = True
    """Whether the same thing said again becomes one event with another occurrence."""
    embed_later: bool = False
    """Whether embeddings are left to `graphmem embed`."""

    opinion: Opinion | None = None
    """Asked about what is kept; it may raise an importance, never lower it."""

    @classmethod
    def of(cls, settings: Settings, opinion: Opinion | None = None) -> Self:
        """The policy that was configured.

        Raises:
            ConfigurationError: an own rule or pattern cannot be used.
        """
        policy = cls(
            gate=settings.gate,
            table=importance_table(settings.importance_rules),
            redact_contacts=settings.redact_contacts,
            redaction_patterns=settings.redaction_patterns,
            unite=settings.unite,
            embed_later=settings.embed_later,
            opinion=opinion,
        )
        _ = policy.redactor  # a pattern that cannot be used is reported now, not with the first episode
        return policy

    @cached_property
    def redactor(self) -> Redactor:
        """Takes out what must not be stored."""
        return Redactor(contacts=self.redact_contacts, patterns=self.redaction_patterns)

    def with_opinion(self, verdict: Verdict, text: str) -> Verdict:
        """The verdict with its importance raised by the model's opinion, where there is one."""
        if self.opinion is None:
            return verdict
        try:
            importance = raised(verdict.importance, self.opinion(text))
        except Exception as error:
            # A model that is down must not cost an episode. Its error is not logged: it may quote the text.
            log.warning("The model gave no opinion on an importance (%s); the rules decide.", type(error).__name__)
            return verdict
        return replace(verdict, importance=importance)

    def but(self, **changes: Any) -> Self:
        """This policy with some of it changed; None leaves a part as it is."""
        changes = {name: value for name, value in changes.items() if value not in (None, getattr(self, name))}
        return replace(self, **changes) if changes else self
