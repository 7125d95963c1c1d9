"""When two events are one event seen twice: the numbers of `duplicates.toml`."""

from __future__ import annotations

import tomllib
from datetime import timedelta
from importlib.resources import files

from graphmem.models import EncoderIdentity

_NUMBERS = tomllib.loads(files("graphmem.rules").joinpath("duplicates.toml").read_text(encoding="utf-8"))

SAME_WITHIN = timedelta(days=_NUMBERS["same_within_days"])
"""How far apart two events may be and still be one event seen twice."""
LOOP_LIMIT: int = _NUMBERS["loop_limit"]
"""Of a loop in one session, so many occurrences are kept."""


def threshold(identity: EncoderIdentity) -> float:
    """The least cosine at which two events of equal wording are one, for vectors of this encoder.

    An encoder that nobody has calibrated gets a cautious one.
    """
    thresholds: dict[str, float] = _NUMBERS["threshold"]
    return thresholds.get(identity.model, thresholds["unknown"])
