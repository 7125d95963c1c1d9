"""The installed program, in processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

GRAPHMEM = str(Path(sys.executable).with_name("graphmem"))


def run(
    *command: str, environment: Mapping[str, str], cwd: Path, input: str | bytes = ""
) -> subprocess.CompletedProcess[str]:
    """Runs to its end, with UTF-8 on its pipes whatever the locale."""
    ended = subprocess.run(
        command,
        input=input if isinstance(input, bytes) else input.encode(),
        env=os.environ | environment,
        cwd=cwd,
        capture_output=True,
        check=False,
        timeout=600,
    )
    return subprocess.CompletedProcess(command, ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def surprises(stderr: str) -> list[str]:
    """Lines on standard error, but for the one that says that a server was started."""
    return [line for line in stderr.splitlines() if not line.startswith("A local Neo4j now runs for graphmem")]
