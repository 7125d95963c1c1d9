"""Time expressions in English and Chinese: read into half-open intervals, in the user's zone, without any library."""

from __future__ import annotations

from graphmem.language.time.expressions import LONGEST, TimeReading, read_time
from graphmem.language.time.spans import Interval

__all__ = ["LONGEST", "Interval", "TimeReading", "read_time"]
