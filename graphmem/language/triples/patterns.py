"""Patterns as data: regular expressions of a table, with what they say."""

from __future__ import annotations

import re as regex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from graphmem.errors import ConfigurationError
from graphmem.language.triples.triple import Polarity

_LONG = 600
"""Characters of an expression that holds a list of hundreds of words."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A row of a table of patterns of either language; the tables say what the fields mean."""

    says: str
    re: regex.Pattern[str]
    needs: regex.Pattern[str] | None = None
    subject_is: str = ""
    subject: bool = False
    object: str = "{o}"
    aspect: str = ""
    polarity: Polarity = "+"
    change: bool = False
    many: bool = False
    """The object is a list."""
    negative: bool = False
    """It says the contrary."""
    place: bool = False
    """The object is a place by its word class."""
    person: bool = False
    """The object is a person's name by its word class."""
    deed: bool = False
    """The object begins with something done, by its word class."""
    topic: bool = False
    """What stands before who speaks is a thing by its word class: no time, no place, no occasion."""
    denied: bool = False
    """Only what is denied says it: 从来没住过."""
    own: bool = False
    """Only who speaks says it of themselves."""
    known_aspect: bool = False
    """Only where `aspects.toml` knows what the preference is about."""
    whole: bool = False
    """The object is taken as it stands, not as noun phrases."""
    cue: tuple[str, ...] = ()
    """One of these must stand in the clause; it is quicker to look for than the expression."""
    noun: bool = False
    """The object ends where a noun phrase ends by the classes of its words."""
    kind: str = ""
    """The class that the object's words must have: "org", "place", "person"."""
    blocked: bool = False
    """It looks at what is otherwise not taken as said."""

    def found(self, sentence: str) -> Iterator[regex.Match[str]]:
        """Where a sentence says it; what is needed besides is looked for first, unless that is a long list of words."""
        late = self.needs is not None and len(self.needs.pattern) > _LONG
        if late or self.needs is None or self.needs.search(sentence):
            for match in self.re.finditer(sentence):
                if late and self.needs is not None and not self.needs.search(sentence):
                    return
                yield match


class Table:
    """Patterns in their order, of which those are looked at whose cue stands in the text."""

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = tuple(patterns)
        self._always = tuple(place for place, pattern in enumerate(patterns) if not pattern.cue)
        self._cued: dict[str, dict[str, list[int]]] = {}
        """Cues by their first character, with where their patterns stand."""
        for place, pattern in enumerate(patterns):
            for cue in pattern.cue:
                self._cued.setdefault(cue[0], {}).setdefault(cue, []).append(place)

    def __iter__(self) -> Iterator[Pattern]:
        return iter(self._patterns)

    def in_question(self, text: str) -> Iterator[Pattern]:
        """Those without a cue and those of which a cue stands in `text`."""
        places = set(self._always)
        for first in self._cued.keys() & set(text):
            for cue, some in self._cued[first].items():
                if len(cue) == 1 or cue in text:
                    places.update(some)
        return (self._patterns[place] for place in sorted(places))


def load(name: str, stands_for: Mapping[str, str], flags: regex.RegexFlag) -> tuple[Pattern, ...]:
    """The patterns of the table `name`, with each {WORD} replaced by what it `stands_for`.

    Raises:
        ConfigurationError: a row is no pattern; says which.
    """
    data = tomllib.loads(files("graphmem.language.triples").joinpath(name).read_text(encoding="utf-8"))
    return tuple(_pattern(name, row, stands_for, flags) for row in data["pattern"])


def _pattern(name: str, row: Mapping[str, object], stands_for: Mapping[str, str], flags: regex.RegexFlag) -> Pattern:
    fields = dict(row)
    try:
        for field in ("re", "needs"):
            if field in fields:
                fields[field] = regex.compile(_filled(str(fields[field]), stands_for), flags)
        fields["cue"] = tuple(str(fields.get("cue", "")).split())
        return Pattern(**fields)  # type: ignore[arg-type]
    except (regex.error, TypeError) as error:
        raise ConfigurationError(f"{name}: the pattern for {row.get('says')!r} cannot be read: {error}.") from None


def _filled(text: str, stands_for: Mapping[str, str]) -> str:
    for word, meaning in stands_for.items():
        text = text.replace("{" + word + "}", meaning)
    return text
