"""Reading files of text and of JSON lines; complaints name the file and the line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphmem.errors import InvalidInputError


def text_of(file: Path) -> str:
    """The text of a file in UTF-8.

    Raises:
        InvalidInputError: there is none, or it cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InvalidInputError(f"There is no {file}.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError(f"{file} cannot be read: {error}.") from None


def json_objects(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a file, each with its place for messages. Empty lines are skipped.

    Raises:
        InvalidInputError: the file cannot be read or is empty, or a line is not an object.
    """
    found = False
    for number, line in enumerate(text_of(file).split("\n"), start=1):
        if not line.strip():
            continue
        place, found = f"{file}, line {number}", True
        try:
            data = json.loads(line)
        except ValueError as error:
            raise InvalidInputError(f"{place} is not JSON: {error}.") from None
        if not isinstance(data, dict):
            raise InvalidInputError(f"{place} is not a JSON object but {type(data).__name__}.")
        yield place, data
    if not found:
        raise InvalidInputError(f"{file} is empty.")
