"""Asking a language model: one endpoint that speaks OpenAI's protocol of chat completions, by the official client.

Only what the settings name is used: not OPENAI_API_KEY, and not another address. Nothing of what is sent or answered is
logged or put into an error.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from graphmem.config import LlmSettings
from graphmem.errors import ModelError
from graphmem.language.llm.prompt import ANSWER_FORMAT

if TYPE_CHECKING:
    from openai import OpenAI

OPENAI = "https://api.openai.com/v1"
_RETRIES = 2
"""By the client, after half a second and a second or as long as the endpoint says: where it is busy, late or fails."""
_MOST_BYTES = 1_000_000
"""Of an answer: the longest sensible one is a hundredth of it."""
_FORMS: tuple[Mapping[str, Any], ...] = (
    {"response_format": ANSWER_FORMAT, "temperature": 0},
    {"response_format": ANSWER_FORMAT},
    {},
)
"""What is asked for beside the texts; where an endpoint refuses that, the next is tried. The last is plain text."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the endpoint answered."""

    text: str
    refused: bool
    cut_off: bool
    tokens_read: int
    tokens_written: int


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Tokens(BaseModel):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(BaseModel):
    choices: list[_Choice]
    usage: _Tokens | None = None


class Endpoint:
    """Where a language model is asked. Safe to use in several threads."""

    def __init__(self, settings: LlmSettings) -> None:
        self.model = settings.model
        self._settings = settings
        self._client: OpenAI | None = None
        self._closed = False
        self._form = 0
        self._lock = threading.Lock()

    def ask(self, instructions: str, data: str) -> Answer:
        """What the model answers.

        Raises:
            ModelError: it could not be asked, or gave no answer.
        """
        try:
            body = self._body(instructions, data)
        except ModelError:
            raise
        except Exception as error:  # whatever the client raises must not end what the model is asked for
            raise self._failure(error) from None
        try:
            completion = _Completion.model_validate_json(body)
        except ValidationError:
            raise self._error("does not answer in OpenAI's protocol: check GRAPHMEM_LLM_BASE_URL") from None
        if not completion.choices:
            raise self._error("gave an empty answer", lasting=False)
        choice, tokens = completion.choices[0], completion.usage or _Tokens()
        return Answer(
            text=choice.message.content or "",
            refused=bool(choice.message.refusal) or choice.finish_reason == "content_filter",
            cut_off=choice.finish_reason == "length",
            tokens_read=tokens.prompt_tokens,
            tokens_written=tokens.completion_tokens,
        )

    def close(self) -> None:
        """Give back the connections; nothing is asked afterwards."""
        with self._lock:
            self._closed = True
            if self._client is not None:
                self._client.close()

    def _body(self, instructions: str, data: str) -> bytes:
        client = self._connect()
        from openai import BadRequestError, UnprocessableEntityError

        for number in range(self._form, len(_FORMS)):
            try:
                body = self._asked(client, instructions, data, _FORMS[number])
            except (BadRequestError, UnprocessableEntityError):
                if number + 1 == len(_FORMS):
                    raise
            else:
                self._form = number
                return body
        raise self._error("refused the request", lasting=False)

    def _asked(self, client: OpenAI, instructions: str, data: str, form: Mapping[str, Any]) -> bytes:
        messages: list[Any] = [{"role": "system", "content": instructions}, {"role": "user", "content": data}]
        request = client.chat.completions.with_streaming_response
        parts = bytearray()
        with request.create(model=self.model, messages=messages, **form) as response:
            # The client's time-out is that of each read, so an answer that drips would never end.
            deadline = time.monotonic() + self._settings.timeout
            for part in response.iter_bytes():
                parts += part
                if time.monotonic() > deadline:
                    raise self._error(self._late)
                if len(parts) > _MOST_BYTES:
                    raise self._error("gave an answer that has no end", lasting=False)
        return bytes(parts)

    def _connect(self) -> OpenAI:
        with self._lock:
            if self._closed:
                raise self._error("is no longer asked, since the memory was closed")
            if self._client is None:
                try:
                    from openai import OpenAI
                except ImportError:
                    raise self._error('cannot be asked: install its client (pip install "graphmem[llm]")') from None
                key = self._settings.api_key
                self._client = OpenAI(
                    # Never None: the client would look for a key in the environment, and hand it to this endpoint.
                    api_key=(key.get_secret_value() if key else "") or "none",
                    base_url=self._settings.base_url or OPENAI,
                    timeout=self._settings.timeout,
                    max_retries=_RETRIES,
                )
                self._client.organization = self._client.project = None  # likewise of the environment
            return self._client

    @property
    def _late(self) -> str:
        return f"did not answer within {self._settings.timeout:g} s"

    def _error(self, reason: str, *, lasting: bool = True) -> ModelError:
        return ModelError(model=self.model, reason=reason, lasting=lasting)

    def _failure(self, error: Exception) -> ModelError:
        """An error of the client by its kind alone: its words may repeat what was sent."""
        status = getattr(error, "status_code", None)
        if isinstance(status, int):
            reason = _STATUS.get(status) or ("failed" if status >= 500 else "refused the request")
            return self._error(f"{reason} (HTTP {status})", lasting=status not in _ONCE)
        kind = type(error).__name__
        if "Timeout" in kind:
            return self._error(self._late)
        if any(word in kind for word in ("Connect", "Protocol", "Read")):
            return self._error("cannot be reached: check GRAPHMEM_LLM_BASE_URL")
        return self._error(f"could not be asked ({kind})")


_ONCE = frozenset([400, 413, 422])
"""What is refused for what it says; another prompt may pass."""
_STATUS = {
    401: "refused the key, check GRAPHMEM_LLM_API_KEY",
    403: "refused the key, check GRAPHMEM_LLM_API_KEY",
    404: "is not known there, check GRAPHMEM_LLM_MODEL and GRAPHMEM_LLM_BASE_URL",
    429: "is asked too often",
}
