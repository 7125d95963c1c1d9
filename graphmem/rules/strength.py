"""How strongly an event is still held."""

from __future__ import annotations

from datetime import timedelta
from math import exp

WEAKEST = 0.05
SCALE = timedelta(days=45)


def strength(importance: float, *, idle: timedelta, scale: timedelta = SCALE) -> float:
    """How strongly an event is still held after lying idle, 0.05 to 1.

    Importance falls by 1/e per `scale`; recording it again or recalling it resets `idle`.

    >>> round(strength(0.8, idle=timedelta(days=45)), 3)
    0.294
    """
    return max(WEAKEST, importance * exp(-idle / scale))
