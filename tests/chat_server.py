"""An endpoint that speaks OpenAI's protocol of chat completions, over real sockets, and answers as a test wants."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-a-key-that-must-not-be-seen"
MODEL = "small-model"
Stated = tuple[str, str, str]
"""Subject, predicate and object."""


@dataclass(frozen=True)
class Reply:
    """What goes back over the wire."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0
    """Seconds before anything is sent."""
    drip: float = 0
    """Seconds between one byte and the next."""


def says(content: str | None, *, finish_reason: str = "stop", refusal: str | None = None) -> Reply:
    """A completion with that content, which took 100 tokens to read and 20 to write."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    completion = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": MODEL,
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
    return Reply(json.dumps(completion).encode())


def fails(status: int, **headers: str) -> Reply:
    """An error, in words that repeat a text that was sent, as some endpoints do."""
    body = {"error": {"message": "cannot do this: I live in Paris", "type": "error", "code": None}}
    return Reply(json.dumps(body).encode(), status, {name.replace("_", "-"): value for name, value in headers.items()})


def triple(event: str, subject: str, predicate: str, thing: str, quote: str, **more: str) -> dict[str, str]:
    """A triple as the model is to give it."""
    given = {"event": event, "subject": subject, "predicate": predicate, "object": thing, "quote": quote}
    return {"aspect": "", "polarity": "+", **given, **more}


def clerk(knows: Mapping[str, Sequence[Stated]]) -> Callable[[dict[str, Any]], Reply]:
    """A model that answers well: of each event in which it finds some words, it gives what it knows they state."""

    def answer(request: dict[str, Any]) -> Reply:
        found = [
            triple(event["id"], *stated, quote=words)
            for event in events(request)
            for words, triples in knows.items()
            if words in event["text"]
            for stated in triples
        ]
        return says(json.dumps({"triples": found}, ensure_ascii=False))

    return answer


def events(request: Mapping[str, Any]) -> list[dict[str, str]]:
    """The events that a request shows."""
    shown: list[dict[str, str]] = json.loads(request["messages"][-1]["content"])["events"]
    return shown


class ChatServer:
    """Answers every request by `answer`: a reply, several for one request each and the last for all after it, or a
    function of the request."""

    def __init__(self) -> None:
        self.answer: Reply | list[Reply] | Callable[[dict[str, Any]], Reply] = says('{"triples": []}')
        self.requests: list[dict[str, Any]] = []
        self.headers: list[Message] = []
        self.closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def environment(self) -> dict[str, str]:
        """The settings that let graphmem ask here."""
        return {
            "GRAPHMEM_LLM_BASE_URL": self.url,
            "GRAPHMEM_LLM_API_KEY": KEY,
            "GRAPHMEM_LLM_MODEL": MODEL,
            "GRAPHMEM_LLM_TIMEOUT": "60",
        }

    @property
    def shown(self) -> list[list[str]]:
        """The texts of each prompt."""
        return [[event["text"] for event in events(request)] for request in self.requests]

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _reply(self, request: dict[str, Any]) -> Reply:
        if isinstance(self.answer, list):
            return self.answer.pop(0) if len(self.answer) > 1 else self.answer[0]
        return self.answer if isinstance(self.answer, Reply) else self.answer(request)

    def _handler(server) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                assert self.path == "/v1/chat/completions"
                server.requests.append(request)
                server.headers.append(self.headers)
                reply = server._reply(request)
                server.closing.wait(reply.delay)
                try:
                    self._send(reply)
                except OSError:  # whoever asked has given up
                    self.close_connection = True

            def _send(self, reply: Reply) -> None:
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                if not reply.drip:
                    self.wfile.write(reply.body)
                    return
                for byte in reply.body:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    if server.closing.is_set():
                        return
                    time.sleep(reply.drip)

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler
