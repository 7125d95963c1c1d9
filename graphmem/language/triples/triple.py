"""What extraction returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Polarity = Literal["+", "-"]


@dataclass(frozen=True, slots=True)
class Said:
    """How a triple was said: what weighing it against older facts depends on."""

    change: bool = False
    """An explicit change: "moved to", "no longer", 改用, 不再."""
    denial: bool = False
    """It was never so: "that was never true", 从来没有."""
    remember: bool = False
    """It is to be kept or to hold from now on: "remember", "from now on", 记住, 以后都."""
    one_off: bool = False
    """For this time only: "this time", 这次."""


@dataclass(frozen=True, slots=True)
class Triple:
    """Something that was said: subject, predicate and object as strings, with the words that say it."""

    subject: str
    """"user" for the user, else the name or the kin word of who or what it is about."""
    predicate: str
    """A canonical predicate (`graphmem/rules/predicates.toml`) or an open one."""
    object: str
    quote: str
    """The sentence that says it, as it stands in the text."""
    span: tuple[int, int]
    """Where `quote` begins and ends in the text, in characters."""
    aspect: str = ""
    """What a preference is about ("report format"); empty where there is no need of it."""
    polarity: Polarity = "+"
    said: Said = field(default_factory=Said)
    valid_from: datetime | None = None
    """From when on it holds, if the sentence says so and the time of the event is known."""
    valid_until: datetime | None = None
    """Until when it holds, exclusive."""


@dataclass(frozen=True, slots=True)
class Found:
    """A triple on its way, before its sentence is added. Languages return these."""

    subject: str
    predicate: str
    object: str
    start: int
    """Where in the text what says it begins; orders the result and finds the sentence."""
    polarity: Polarity = "+"
    aspect: str = ""
    change: bool = False
