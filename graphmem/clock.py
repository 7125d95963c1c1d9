"""The one place that reads the time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Anything that tells the time as an aware datetime in UTC."""

    def now(self) -> datetime: ...


class SystemClock:
    """The machine's clock.

    >>> SystemClock().now().tzinfo is UTC
    True
    """

    def now(self) -> datetime:
        return datetime.now(UTC)


BEGINNING = datetime(1, 1, 1, tzinfo=UTC)
"""An unknown start: before everything."""
END = datetime(9999, 12, 31, tzinfo=UTC)
"""An open end: after everything."""


def day_word(moment: datetime) -> str:
    """The UTC day of `moment` as one word of the full-text index, in which days sort.

    >>> day_word(datetime(987, 5, 1, tzinfo=UTC))
    '09870501'
    """
    return moment.astimezone(UTC).date().isoformat().replace("-", "")
