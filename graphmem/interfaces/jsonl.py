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

from graphmem.checks import checked_id
from graphmem.episodic.record import Progress
from graphmem.errors import InvalidInputError, UnknownEventError
from graphmem.language.redaction import Redactor
from graphmem.memory import GraphMemory

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
    facts: int = 0
    """Facts that are there now, of the file."""
    embeddings_made: int = 0
    """Events and facts whose embedding was made from their text."""
    verified: int = 0
    """Users whose memory has the fingerprint it had when it was exported."""
    merged: list[str] = field(default_factory=list)
    """Users who have more here than in the file, so there is nothing to compare."""
    unverified: list[str] = field(default_factory=list)
    """Users whose lines bear no fingerprint, since their memory changed meanwhile, or are cut off."""
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
    united: int = 0
    """Lines that are another occurrence of an event: the same thing said again."""
    not_kept: dict[str, int] = field(default_factory=dict)
    """Lines that the write gate did not keep, by its reason."""
    redacted: dict[str, int] = field(default_factory=dict)
    """Places where something was taken out before anything was stored, by type."""
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
    embed_later: bool | None = None,
    progress: Progress | None = None,
) -> FileReport:
    """Record every line of `file`; what cannot be used is refused with its number, the rest is stored.

    Running it again stores only what is not there yet, so an import that was interrupted is resumed that way.

    Args:
        user_id: for lines that name none.
        time_zone: IANA zone in which times without an offset are read; kept as the users' zone.
        embed_later: leave the embeddings to `graphmem embed`; by default as configured.
        progress: called with the number of lines just dealt with.
    """
    started = time.monotonic()
    writer = _Writer(memory, time_zone=time_zone, embed_later=embed_later)
    report, users = writer.report, set[str]()
    reader = _LineReader(user_id, memory.policy.redactor, report)
    with file.open("rb") as lines:
        numbered = enumerate(lines, start=1)
        while chunk := list(islice(numbered, LINES_AT_ONCE)):
            for user, episodes in reader.by_user(chunk).items():
                users.add(user)
                writer.record(user, episodes)
            if progress:
                progress(len(chunk))
    writer.record_effects()
    report.refused.sort(key=lambda line: line.number)
    report.users, report.seconds = len(users), time.monotonic() - started
    return report


class _LineReader:
    """Makes episodes of lines."""

    def __init__(self, default_user: str | None, redactor: Redactor, report: FileReport) -> None:
        self._default_user, self._redactor, self._report = default_user, redactor, report
        self._told = Counter[bytes]()

    def by_user(self, chunk: list[tuple[int, bytes]]) -> dict[str, list[_Numbered]]:
        """The readable lines of a chunk as episodes with their numbers, by user."""
        users: dict[str, list[_Numbered]] = {}
        for number, line in chunk:
            if not line.strip():
                continue
            try:
                user, episode = self._episode(line)
            except InvalidInputError as error:
                self._report.refused.append(RefusedLine(number, str(error)))
            else:
                users.setdefault(user, []).append((number, episode))
        return users

    def _episode(self, line: bytes) -> tuple[str, dict[str, Any]]:
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
            user = self._default_user
        if user is None:
            raise InvalidInputError("The line has no user_id. Add it, or name the user with --user.")
        if data.get("event_id") is None and data.get("occurred_at") is None:
            data["event_id"] = self._id_of(data)
        return checked_id("user_id", user), data

    def _id_of(self, data: dict[str, Any]) -> str:
        """An id for a line that nothing else would tell from a new one when the import is run again.

        Equal lines are told apart by their count, so that lines may be added before them. What is redacted does not
        go into it: from a hash a short secret can be guessed.
        """
        try:
            plain = json.dumps(self._redactor.json(data).value, sort_keys=True)
        except RecursionError:
            raise InvalidInputError("The line is nested too deeply to be read.") from None
        digest = hashlib.sha256(plain.encode()).digest()
        self._told[digest] += 1
        return hashlib.sha256(digest + str(self._told[digest]).encode()).hexdigest()[:32]


_Numbered = tuple[int, dict[str, Any]]
"""An episode and the number of its line."""


class _Writer:
    """Records episodes, and notes what became of each line."""

    def __init__(self, memory: GraphMemory, *, time_zone: str | None, embed_later: bool | None) -> None:
        self._memory, self._time_zone, self._embed_later = memory, time_zone, embed_later
        self.report = FileReport()
        self._early: dict[str, list[_Numbered]] = {}
        """By user, lines that name a cause which has not come yet."""

    def record(self, user: str, episodes: list[_Numbered]) -> None:
        self._early.setdefault(user, []).extend(self._record(user, episodes, final=False))

    def record_effects(self) -> None:
        """Record the lines that stand before their causes, now that all causes are there."""
        for user, waiting in self._early.items():
            while waiting:
                left = self._record(user, waiting, final=False)
                if len(left) == len(waiting):
                    self._record(user, waiting, final=True)
                    break
                waiting = left

    def _record(self, user: str, episodes: list[_Numbered], *, final: bool) -> list[_Numbered]:
        """The lines among them that name an unknown cause, unless this is `final`: then they are refused."""
        recorded = self._memory.user(user, time_zone=self._time_zone).record_many(
            [episode for _, episode in episodes], embed_later=self._embed_later
        )
        report, early = self.report, []
        report.stored += recorded.stored
        report.already_there += recorded.already_there
        report.united += recorded.united
        report.not_kept = dict(Counter(report.not_kept) + Counter(recorded.not_kept))
        report.redacted = dict(Counter(report.redacted) + Counter(recorded.redacted))
        for refusal in recorded.refused:
            if isinstance(refusal.error, UnknownEventError) and not final:
                early.append(episodes[refusal.position])
            else:
                report.refused.append(RefusedLine(episodes[refusal.position][0], refusal.reason))
        return early
