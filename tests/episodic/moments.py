"""Times that tests of recording share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


def minutes(number):
    return MAY + timedelta(minutes=number)
