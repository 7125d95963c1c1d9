"""What an examination finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from enum import StrEnum

EXAMPLES = 5
"""Ids shown of a finding, at most."""

Progress = Callable[[str, int, int], object]
"""Told the name of the check that begins, how many are done, and how many there are."""


class Severity(StrEnum):
    """How bad a finding is."""

    ERROR = "error"
    """Recall or recording answers wrongly, or not at all."""
    WARNING = "warning"
    """It will, or the graph is harder to read."""
    INFO = "info"
    """Worth knowing."""


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, however often. Holds ids, never the text of an event."""

    check: str
    severity: Severity
    count: int
    meaning: str
    way_out: str
    examples: tuple[str, ...] = ()
    fixable: bool = False
    """Whether `--fix` repairs it."""


@dataclass(frozen=True)
class Repair:
    """What became of a finding that was to be repaired."""

    check: str
    before: int
    after: int
    failed: str = ""
    """Why it could not be repaired, where an error says so."""


@dataclass(frozen=True)
class Examination:
    """The outcome of all checks."""

    findings: tuple[Finding, ...]
    repairs: tuple[Repair, ...]
    facts: dict[str, int | str] = field(default_factory=dict)
    """Sizes and versions, whether or not anything is wrong with them."""
    checks: tuple[str, ...] = ()
    """What was looked at."""

    @property
    def errors(self) -> int:
        """Findings that are errors."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)

    def as_json(self) -> dict[str, object]:
        """Plain data for programs."""
        return {
            "healthy": not self.findings,
            "problems": len(self.findings),
            "errors": self.errors,
            **asdict(self),
        }


def shown(ids: Iterable[str]) -> tuple[str, ...]:
    """The first few of them."""
    return tuple(sorted(ids)[:EXAMPLES])
