"""How strongly events are still held."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WEAKEST = 0.05
SCALE_DAYS = 45.0


def strength(
    importance: NDArray[np.float64], *, idle_days: NDArray[np.float64], scale_days: float = SCALE_DAYS
) -> NDArray[np.float64]:
    """How strongly each event is still held after lying idle, (n,) of 0.05 to 1.

    Importance falls by 1/e per `scale_days`; recording an event again or recalling it resets `idle_days`.

    >>> float(strength(np.array([0.8]), idle_days=np.array([45.0]))[0].round(3))
    0.294
    """
    return np.asarray(np.maximum(WEAKEST, importance * np.exp(-idle_days / scale_days)))
