"""neo4j-admin, run on the files of an instance."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import SecretStr

from graphmem.errors import ServerError, ServerStartError
from graphmem.server.command import admin_command
from graphmem.server.instance import Instance
from graphmem.server.java import Java, find_java
from graphmem.server.password import write_secret

_PATIENCE = 3600.0
"""Seconds; dumping a large store takes minutes."""


@dataclass(frozen=True)
class AdminResult:
    """What a neo4j-admin command printed; it has succeeded."""

    output: str


def admin(
    instance: Instance, *arguments: str, secret: SecretStr | None = None, java: Java | None = None
) -> AdminResult:
    """Run `neo4j-admin ARGUMENTS` (such as `"database", "dump", "neo4j", "--to-path=…"`) on a stopped instance.

    `secret` becomes the last argument without showing in the list of processes.

    Raises:
        ServerError: the command failed; the message has its last line.
        JavaNotUsableError: there is no Java to run it.
    """
    java = java or find_java()
    command = admin_command(instance, java)
    if secret is None:
        return _run(instance, java, [*command, *arguments])
    name = "run/arguments"
    write_secret(instance, name, "\n".join(map(_quoted, (*command[1:], *arguments, secret.get_secret_value()))))
    try:
        return _run(instance, java, [command[0], f"@{instance.home / name}"])
    finally:
        (instance.home / name).unlink(missing_ok=True)


def set_initial_password(instance: Instance, password: SecretStr, java: Java) -> None:
    """Give user neo4j its password; only before the first start."""
    try:
        admin(instance, "dbms", "set-initial-password", secret=password, java=java)
    except ServerError as error:
        raise ServerStartError(f"The first password could not be set. {error}") from error


def _run(instance: Instance, java: Java, command: Sequence[str]) -> AdminResult:
    environment = {
        **os.environ,
        "NEO4J_HOME": str(instance.home),
        "NEO4J_CONF": str(instance.conf_dir),
        "JAVA_HOME": str(java.home),
    }
    try:
        done = subprocess.run(
            command, env=environment, cwd=instance.home, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, errors="replace", timeout=_PATIENCE, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ServerError(f"neo4j-admin could not be run: {type(error).__name__}.") from error
    if done.returncode != 0:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
        raise ServerError(f"neo4j-admin failed: {lines[-1].strip() if lines else f'exit code {done.returncode}'}.")
    return AdminResult(done.stdout)


def _quoted(argument: str) -> str:
    """As Java reads it from a file of arguments."""
    return '"' + argument.replace("\\", "\\\\").replace('"', '\\"') + '"'
