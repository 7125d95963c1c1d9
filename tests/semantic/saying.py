"""What users say in the tests of facts, in both languages, and what is held then."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol

import pytest

from graphmem.rules.belief import Fact
from graphmem.user import UserMemory


class Clock(Protocol):
    """The clock of the tests, which stands still until it is moved."""

    time: datetime

    def now(self) -> datetime: ...
    def forward(self, **by: float) -> None: ...


MAY = datetime(2026, 5, 1, 9, tzinfo=UTC)
JUNE, JULY, AUGUST = (datetime(2026, month, 1, 9, tzinfo=UTC) for month in (6, 7, 8))
CITY = pytest.mark.parametrize(
    ("first", "moved", "one", "other"),
    [
        ("I live in Paris.", "I moved to Lyon.", "Paris", "Lyon"),
        ("我住在北京。", "我搬到上海了。", "北京", "上海"),
    ],
    ids=["en", "zh"],
)
FORMAT = pytest.mark.parametrize(
    ("excel", "pdf", "pdf_from_now_on"),
    [
        ("I prefer Excel for reports.", "I prefer PDF for reports.", "From now on send reports as PDF."),
        ("我的报告都用Excel。", "我的报告都用PDF。", "以后报告都用PDF。"),
    ],
    ids=["en", "zh"],
)


def say(user: UserMemory, text: str, on: float, session: str | None = None, **fields: object) -> str:
    """Record a text so many days after the first of May, in a session of its own unless one is named."""
    at = MAY + timedelta(days=on)
    return user.record(text, occurred_at=at, session_id=session or f"s{on}", **fields).event_id  # type: ignore[arg-type]


def held(facts: list[Fact]) -> dict[str, tuple[str, float]]:
    return {fact.object: (fact.status.value, fact.confidence) for fact in facts}


def everything(user: UserMemory, predicate: str) -> dict[str, tuple[str, float]]:
    return held(user.facts(predicate=predicate, status="all"))
