"""Histories as files: one JSON object a line."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from graphmem.episodic.record import Progress
from graphmem.errors import InvalidInputError
from graphmem.memory import GraphMemory
from graphmem.models import checked_id

LINES_AT_ONCE = 256


@dataclass(frozen=True)
class RefusedLine:
    """A line that was not stored, and why."""

    number: int
    """From 1."""
    reason: str


@dataclass
class ExportedReport:
    """How what was imported compares with what was exported."""

    complete: bool = False
    """Whether the file has its last line, and all that it counts."""
    links: int = 0
    """Causes that are there now."""
    embeddings_made: int = 0
    """Events whose embedding was made from their text."""
    verified: int = 0
    """Users whose memory has the fingerprint it had when it was exported."""
    merged: list[str] = field(default_factory=list)
    """Users who have more here than in the file, so there is nothing to compare."""
    unverified: list[str] = field(default_factory=list)
    """Users whose lines bear no fingerprint, since they recorded something meanwhile, or are cut off."""
    differing: list[str] = field(default_factory=list)
    """Users whose memory is not what was exported."""
    notes: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether everything arrived, as far as it can be told."""
        return self.complete and not self.differing


@dataclass
class FileReport:
    """What became of the lines of a file."""

    stored: int = 0
    already_there: int = 0
    refused: list[RefusedLine] = field(default_factory=list)
    users: int = 0
    seconds: float = 0.0
    exported: ExportedReport | None = None
    """What more there is to say of a file that `graphmem export` wrote."""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def count_lines(file: Path) -> int:
    """Lines of a file, for a progress bar.

    Raises:
        InvalidInputError: it is a pipe or a device: it could be read only once, and never be resumed.
    """
    if not file.is_file():
        raise InvalidInputError(
            f"{file} is no regular file. Write the lines into one first; an import is resumed from it."
        )
    with file.open("rb") as lines:
        return sum(1 for _ in lines)


def import_file(
    memory: GraphMemory,
    file: Path,
    *,
    user_id: str | None = None,
    time_zone: str | None = None,
    progress: Progress | None = None,
) -> FileReport:
    """Record every line of `file`; what cannot be used is refused with its number, the rest is stored.

    Running it again stores only what is not there yet, so an import that was interrupted is resumed that way.

    Args:
        user_id: for lines that name none.
        time_zone: IANA zone in which times without an offset are read; kept as the users' zone.
        progress: called with the number of lines just dealt with.
    """
    report, started, users, told = FileReport(), time.monotonic(), set[str](), Counter[bytes]()
    with file.open("rb") as lines:
        numbered = enumerate(lines, start=1)
        while chunk := list(islice(numbered, LINES_AT_ONCE)):
            for user, episodes in _by_user(chunk, user_id, report, told).items():
                users.add(user)
                _record(memory, user, time_zone, episodes, report)
            if progress:
                progress(len(chunk))
    report.refused.sort(key=lambda line: line.number)
    report.users, report.seconds = len(users), time.monotonic() - started
    return report


def _by_user(
    chunk: list[tuple[int, bytes]], default_user: str | None, report: FileReport, told: Counter[bytes]
) -> dict[str, list[tuple[int, dict[str, Any]]]]:
    """The readable lines of a chunk as episodes with their numbers, by user."""
    users: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for number, line in chunk:
        if not line.strip():
            continue
        try:
            user, episode = _episode(line, default_user, told)
        except InvalidInputError as error:
            report.refused.append(RefusedLine(number, str(error)))
        else:
            users.setdefault(user, []).append((number, episode))
    return users


def _episode(line: bytes, default_user: str | None, told: Counter[bytes]) -> tuple[str, dict[str, Any]]:
    try:
        data = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InvalidInputError("The line is not UTF-8.") from None
    except ValueError as error:
        raise InvalidInputError(f"The line is not JSON: {error}.") from None
    except RecursionError:
        raise InvalidInputError("The line is nested too deeply to be read.") from None
    if not isinstance(data, dict):
        raise InvalidInputError(f"The line is not a JSON object but {type(data).__name__}.")
    user = data.pop("user_id", None)
    if user is None:  # an empty one is a mistake, not somebody
        user = default_user
    if user is None:
        raise InvalidInputError("The line has no user_id. Add it, or name the user with --user.")
    if data.get("event_id") is None and data.get("occurred_at") is None:
        # Nothing else would tell this line from a new one when the import is run again.
        # Equal lines are told apart by their count, so that lines may be added before them.
        digest = hashlib.sha256(line.strip()).digest()
        told[digest] += 1
        data["event_id"] = hashlib.sha256(digest + str(told[digest]).encode()).hexdigest()[:32]
    return checked_id("user_id", user), data


def _record(
    memory: GraphMemory,
    user: str,
    time_zone: str | None,
    episodes: list[tuple[int, dict[str, Any]]],
    report: FileReport,
) -> None:
    recorded = memory.user(user, time_zone=time_zone).record_many([episode for _, episode in episodes])
    report.stored += recorded.stored
    report.already_there += recorded.already_there
    report.refused += [RefusedLine(episodes[refusal.position][0], refusal.reason) for refusal in recorded.refused]
