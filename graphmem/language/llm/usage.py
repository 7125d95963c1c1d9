"""What asking a language model came to: tokens, what was thrown away, what was left to the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum


class Drop(StrEnum):
    """Why a triple of a model was thrown away."""

    FORM = "wrong_form"
    EVENT = "no_event"
    QUOTE = "not_quoted"
    SUBJECT = "no_subject"
    PREDICATE = "no_predicate"
    OBJECT = "no_object"
    TOOL = "of_a_tool"

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]


_MEANINGS = {
    Drop.FORM: "not of the form that was asked for",
    Drop.EVENT: "naming no event of the prompt",
    Drop.QUOTE: "quoting what the event does not say",
    Drop.SUBJECT: "about somebody whom the event does not name",
    Drop.PREDICATE: "without a predicate that can be used",
    Drop.OBJECT: "with an object that is not in the quoted sentence",
    Drop.TOOL: "not for a tool to say",
}


@dataclass(slots=True)
class ModelUse:
    """What asking a language model came to."""

    model: str
    prompts: int = 0
    tokens_read: int = 0
    """As the endpoint counts them; 0 where it does not."""
    tokens_written: int = 0
    events: int = 0
    """Read by the model."""
    triples: int = 0
    """That are used."""
    dropped: Counter[Drop] = field(default_factory=Counter)
    """Triples that were thrown away, by why."""
    left_to_rules: Counter[str] = field(default_factory=Counter)
    """Events, by why; the reason stands after "the language model"."""

    def __str__(self) -> str:
        lines = [
            f"Language model {self.model}: {_many(self.events, 'event')} read in {_many(self.prompts, 'prompt')}, "
            f"{self.tokens_read:,} tokens read and {self.tokens_written:,} written"
        ]
        if self.dropped:
            lines.append(f"  thrown away: {self.dropped_text}")
        lines += [
            f"  read by the rules: {_many(events, 'event')}, since the model {reason}"
            for reason, events in sorted(self.left_to_rules.items())
        ]
        return "\n".join(lines)

    def add(self, other: ModelUse) -> None:
        """Count what another run came to as well."""
        for name in ("prompts", "tokens_read", "tokens_written", "events", "triples"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.dropped += other.dropped
        self.left_to_rules += other.left_to_rules

    @property
    def dropped_text(self) -> str:
        """How many triples were thrown away, for a person."""
        return ", ".join(f"{count:,} {drop.meaning}" for drop, count in sorted(self.dropped.items()))

    def as_json(self) -> dict[str, object]:
        return {
            "model": self.model,
            "prompts": self.prompts,
            "tokens_read": self.tokens_read,
            "tokens_written": self.tokens_written,
            "events": self.events,
            "triples": self.triples,
            "dropped": {drop.value: count for drop, count in sorted(self.dropped.items())},
            "left_to_rules": dict(sorted(self.left_to_rules.items())),
        }


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
