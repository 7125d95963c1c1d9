"""Questions in English and Chinese: what kind they are, and which time, order, actors and things they name."""

from __future__ import annotations

from graphmem.language.questions.kinds import Kind
from graphmem.language.questions.orders import Order
from graphmem.language.questions.read import Reading, read

__all__ = ["Kind", "Order", "Reading", "read"]
