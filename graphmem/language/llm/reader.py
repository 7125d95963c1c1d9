"""Reading events by a language model: several in a prompt, held against the texts, the rules standing by."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from graphmem.config import LlmSettings
from graphmem.errors import ModelError
from graphmem.language.llm.answer import checked, claims, language
from graphmem.language.llm.endpoint import Answer, Endpoint
from graphmem.language.llm.prompt import Passage, instructions, prompts, shown
from graphmem.language.llm.usage import Drop, ModelUse
from graphmem.language.triples.extract import sentence_at, stated
from graphmem.language.triples.triple import Found, Triple
from graphmem.models import ActorRole
from graphmem.rules.predicates import Predicate

PAUSE = 60.0
"""Seconds for which a model is not asked after it could not be reached, was late or refused: what waits goes on by the
rules instead of waiting for it again and again."""


class ModelReader:
    """Reads triples by a language model. Safe to use in several threads."""

    def __init__(self, endpoint: Endpoint, table: Mapping[str, Predicate]) -> None:
        self.model = endpoint.model
        self._endpoint, self._table = endpoint, table
        self._failure: tuple[float, str] | None = None

    def use(self) -> ModelUse:
        """Nothing asked yet."""
        return ModelUse(self.model)

    def read(self, passages: Sequence[Passage], use: ModelUse) -> dict[str, list[Triple]]:
        """What passages of one user state, by the ids of the events; those that are not in it are for the rules.

        Never fails: where the model gives no answer that can be used, `use` says why. What an agent says is not shown.

        Args:
            passages: of one user, few enough for a prompt or two.
            use: counts.
        """
        found: dict[str, list[Triple]] = {}
        for together in prompts(
            [each for each in passages if each.actor_role != ActorRole.AGENT and each.text.strip()]
        ):
            failure = self._failure  # another thread may forget it meanwhile
            if failure and time.monotonic() < failure[0]:
                use.left_to_rules[failure[1]] += len(together)
                continue
            try:
                found |= self.ask(together, use)
                self._failure = None
            except ModelError as error:
                use.left_to_rules[error.reason] += len(together)
                if error.lasting:
                    self._failure = (time.monotonic() + PAUSE, error.reason)
        return found

    def ask(self, passages: Sequence[Passage], use: ModelUse) -> dict[str, list[Triple]]:
        """Like `read`, in one prompt, and whatever went wrong before.

        Raises:
            ModelError: the model could not be asked, or nothing of its answer can be used.
        """
        by_id = {f"e{number}": passage for number, passage in enumerate(passages, start=1)}
        use.prompts += 1
        answer = self._endpoint.ask(instructions(passages, self._table), shown(by_id))
        use.tokens_read += answer.tokens_read
        use.tokens_written += answer.tokens_written
        sifted = self._sifted(answer, by_id)
        use.dropped += sifted.dropped
        if sifted.useless:
            raise self._error("gave an answer of which nothing can be used")
        found = {}
        for id, passage in by_id.items():
            if id in sifted.doubtful:
                use.left_to_rules["said of it only what it does not say"] += 1
                continue
            found[passage.event_id] = _triples(passage, sifted.found.get(id, []))
            use.triples += len(found[passage.event_id])
        use.events += len(found)
        return found

    def close(self) -> None:
        """Give back the connections."""
        self._endpoint.close()

    def _sifted(self, answer: Answer, passages: Mapping[str, Passage]) -> _Sifted:
        if answer.refused:
            raise self._error("refused to read the texts")
        if answer.cut_off:
            raise self._error("gave an answer that is cut off")
        if not answer.text.strip():
            raise self._error("gave an empty answer")
        try:
            given = claims(answer.text)
        except (ValueError, TypeError) as error:
            raise self._error(str(error)) from None
        sifted = _Sifted()
        for one in given:
            sifted.add(*checked(one, passages, self._table))
        return sifted

    def _error(self, reason: str) -> ModelError:
        return ModelError(model=self.model, reason=reason, lasting=False)


@dataclass(slots=True)
class _Sifted:
    """The triples of an answer: what can be used, and why the rest cannot."""

    found: dict[str, list[Found]] = field(default_factory=dict)
    dropped: Counter[Drop] = field(default_factory=Counter)
    misread: set[str] = field(default_factory=set)

    def add(self, id: str, one: Found | Drop) -> None:
        if isinstance(one, Found):
            self.found.setdefault(id, []).append(one)
        else:
            self.dropped[one] += 1
            if one is not Drop.TOOL:
                self.misread.add(id)

    @property
    def doubtful(self) -> set[str]:
        """Events of which only such things were said as they do not say."""
        return self.misread - self.found.keys()

    @property
    def useless(self) -> bool:
        return bool(self.misread) and not self.found


def _triples(passage: Passage, found: Sequence[Found]) -> list[Triple]:
    return stated(
        passage.text,
        [(one, language(passage.text[slice(*sentence_at(passage.text, one.start))])) for one in found],
        actor=passage.speaker,
        actor_role=passage.actor_role,
        occurred_at=passage.occurred_at,
        time_zone=passage.zone,
    )


def model_reader(settings: LlmSettings, table: Mapping[str, Predicate]) -> ModelReader | None:
    """A reader by the configured model; None where none is configured.

    Args:
        settings: where the model is asked.
        table: of predicates, with a row for every name (`open_table`).
    """
    return ModelReader(Endpoint(settings), table) if settings.configured else None
