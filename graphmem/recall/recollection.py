"""What recall returns: ranked events, each explained, and the brief made of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, SkipValidation

from graphmem.models import Event
from graphmem.recall import brief as _brief
from graphmem.recall import explain as _explain
from graphmem.recall.graph import Step


class Hit(BaseModel):
    """A recalled event, and why it was recalled."""

    model_config = ConfigDict(frozen=True)

    event: Event
    rank: int
    """From 1, the best."""
    of: int
    """Candidates that were ranked."""
    score: float
    """Comparable within one recollection only."""
    found_by: dict[str, int]
    """Channels that found it, with its rank in each; empty when it was reached from a neighbour."""
    parts: dict[str, float]
    """What each feature adds to the score (their sum)."""
    way: tuple[Step, ...] = ()
    """Where it was reached over the graph: from what the cue names, or from another event, over what they mention."""
    time_zone: str

    def explain(self) -> str:
        """Why this event was recalled, in a sentence or two."""
        return _explain.hit(self)


class Recollection(BaseModel):
    """What came back for a cue."""

    model_config = ConfigDict(frozen=True)

    user_id: str
    cue: str
    language: str
    now: datetime
    """The reference time of the cue."""
    since: datetime | None
    until: datetime | None
    """The half-open interval that was searched; None where it is open."""
    time_zone: str
    """Of the user, for display."""
    events: tuple[Hit, ...]
    not_embedded: int = 0
    """Events of the user that wait for their embedding: they are found by their words only."""
    not_analysed: int = 0
    """Events of the user whose entities are still to be found: they are not reached through what they mention."""
    budget: int
    """Tokens of a brief, where `brief` is not told otherwise."""
    count_tokens: SkipValidation[Callable[[str], int]]

    def brief(self, budget: int | None = None) -> str:
        """The recollection for a prompt: a note, then a line for each event, best first, with its date and id.

        Never more than `budget` tokens by the memory's tokenizer; what does not fit is cut from the end.

        Raises:
            InvalidInputError: the budget is too small for the note and a line.
        """
        return _brief.render(self, self.budget if budget is None else budget)

    def as_json(self) -> dict[str, object]:
        """Everything but the tokenizer, ready for JSON; each hit with its explanation."""
        data = self.model_dump(mode="json", exclude={"count_tokens"})
        for hit, row in zip(self.events, data["events"], strict=True):
            row["explanation"] = hit.explain()
        return data

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)
