"""Labelled sets in JSON lines as replay suites.

A folder with users.jsonl (user_id, time_zone, now), histories.jsonl (the events, each with its user_id), and
first_half.jsonl and second_half.jsonl (questions: id, user_id, text, kind, gold_event_ids, and if needed now, any, k).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from graphmem.errors import InvalidInputError
from graphmem.evaluation.lines import json_objects
from graphmem.evaluation.scenarios.checking import Place, checked
from graphmem.evaluation.scenarios.suite import Suite

Half = Literal["first", "second", "both"]

_HISTORIES, _USERS = "histories.jsonl", "users.jsonl"
_QUESTIONS = {"first": "first_half.jsonl", "second": "second_half.jsonl"}
_OF_QUESTIONS = ("text", "now", "kind", "language", "k")


def is_labelled(folder: Path) -> bool:
    """Whether the folder holds a labelled set."""
    return (folder / _HISTORIES).exists()


def labelled(folder: Path, half: Half) -> Suite:
    """The set with the questions of one half, or of both.

    Raises:
        InvalidInputError: a file is missing, or a line cannot be used; the message names it.
    """
    lines = _Lines(folder)
    for place, row in json_objects(folder / _USERS):
        lines.user(place, row)
    for place, row in json_objects(folder / _HISTORIES):
        lines.add(place, row, "events", {key: row[key] for key in row if key not in ("user_id", "time_zone")})
    for name in _QUESTIONS if half == "both" else (half,):
        for place, row in json_objects(folder / _QUESTIONS[name]):
            question = {key: row[key] for key in _OF_QUESTIONS if key in row} | {"question_id": row.get("id")}
            expect = {"events": row.get("gold_event_ids"), "any": row.get("any", False)}
            lines.add(place, row, "questions", question | {"expect": expect})
    title = folder.resolve().name
    return checked({"name": title if half == "both" else f"{title}, {half} half", "users": lines.users}, lines)


@dataclass
class _Lines:
    """The lines, ordered by user, and where each stands."""

    folder: Path
    users: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[Place, str] = field(default_factory=dict)

    def user(self, place: str, row: dict[str, Any]) -> None:
        user = str(row.get("user_id"))
        self.users[user] = {"time_zone": row.get("time_zone"), "now": row.get("now"), "events": [], "questions": []}
        self.places["users", user] = place

    def add(self, place: str, row: dict[str, Any], what: str, part: dict[str, Any]) -> None:
        user = str(row.get("user_id"))
        if user not in self.users:
            raise InvalidInputError(f"{place}: user_id {user!r} is not in {_USERS}. Add a line for this user there.")
        self.places["users", user, what, len(self.users[user][what])] = place
        self.users[user][what].append(part)

    def place(self, path: Place) -> str:
        """The file and the line of what stands at `path`."""
        above = (path[:end] for end in range(len(path), 0, -1))
        return next((self.places[each] for each in above if each in self.places), str(self.folder))
