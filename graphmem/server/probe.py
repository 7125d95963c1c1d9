"""Whether a server answers, without a driver."""

from __future__ import annotations

import base64
import http.client
import json
import socket
from enum import Enum
from urllib.error import HTTPError, URLError
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

from pydantic import SecretStr

from graphmem.server.ports import Ports

_HELLO = b"\x60\x60\xb0\x17" + b"\x00\x00\x04\x05" + bytes(12)
"""Bolt's handshake: the magic number and one offered version (5.4); three empty places."""
_PATIENCE = 20.0
"""Seconds for one answer; the first login takes some on a busy machine."""
_HERE = "127.0.0.1"


class Answer(Enum):
    """What the server made of our user name and password."""

    WELCOME = "welcome"
    REFUSED = "refused"
    NOT_YET = "not yet"
    """Nothing came back: it is starting, or busy."""
    FAILED = "failed"
    """It answered that it cannot run the statement: its database is not open."""


def answers(ports: Ports) -> bool:
    """Whether both Bolt and HTTP are up."""
    return _bolt_answers(ports.bolt) and _get(ports.http, "/") is not None


def version(ports: Ports) -> str | None:
    """The version the server tells everybody."""
    about = _get(ports.http, "/")
    return str(about.get("neo4j_version")) if about else None


def ask(
    ports: Ports,
    statement: str,
    password: SecretStr | None,
    *,
    database: str = "neo4j",
    parameters: dict[str, str] | None = None,
    patience: float = _PATIENCE,
) -> Answer:
    """Run one statement over HTTP as user neo4j, without looking at its result; `patience` is in seconds."""
    # Not the newer query/v2: its first use starts a driver inside the server, and the next stop waits 5 s for that.
    body = json.dumps({"statements": [{"statement": statement, "parameters": parameters or {}}]}).encode()
    request = Request(f"http://{_HERE}:{ports.http}/db/{database}/tx/commit", data=body)
    request.add_header("Content-Type", "application/json")
    request.add_header("Accept", "application/json")
    if password is not None:
        credentials = base64.b64encode(f"neo4j:{password.get_secret_value()}".encode()).decode()
        request.add_header("Authorization", f"Basic {credentials}")
    try:
        with _opener().open(request, timeout=patience) as response:
            failed = json.loads(response.read())["errors"]
    except HTTPError as error:
        with error:
            # Somebody else's wrong attempts lock the user for some seconds; that says nothing about our password.
            limited = b"RateLimit" in error.read()
        return Answer.REFUSED if error.code in (401, 403) and not limited else Answer.NOT_YET
    except (URLError, OSError, ValueError, http.client.HTTPException):
        return Answer.NOT_YET
    return Answer.FAILED if failed else Answer.WELCOME


def _bolt_answers(port: int) -> bool:
    try:
        with socket.create_connection((_HERE, port), timeout=_PATIENCE) as connection:
            connection.sendall(_HELLO)
            return len(connection.recv(4)) > 0
    except OSError:
        return False


def _get(port: int, path: str) -> dict[str, object] | None:
    request = Request(f"http://{_HERE}:{port}{path}", headers={"Accept": "application/json"})
    try:
        with _opener().open(request, timeout=_PATIENCE) as response:
            found = json.loads(response.read())
    except HTTPError as error:
        error.close()
        return None
    except (URLError, OSError, ValueError, http.client.HTTPException):
        return None
    return found if isinstance(found, dict) else None


def _opener() -> OpenerDirector:
    return build_opener(ProxyHandler({}))  # a proxy for the world is none for this machine
