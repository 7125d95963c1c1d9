"""A mention: an entity as a text names it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphmem.language.entities.rules import entity_rules
from graphmem.models import EntityType
from graphmem.rules.keys import name_key

_LETTER = re.compile(r"[^\W\d_]")
_LEADING = re.compile(
    r"^(?:(?:the|a|an|my|your|his|her|its|our|their|this|that|these|those|some|any|no|every|each|all|both|another|dear"
    r"|hi|hey|hello|thanks|oh|wow|yes|yeah|no|and|or|but|of|in|at|on|to|for|from|by|with|as)\s+)+",
    re.IGNORECASE,
)
_TRAILING = re.compile(r"(?:['’`]s?)$|[\s\-–—,.;:!?，。；：！？、]+$")
_LEADING_MARKS = re.compile(r"^[\s\-–—,.;:!?，。；：！？、\"'“”‘’(（\[【]+")
_BRACKETS = {")": "(", "]": "[", "）": "（", "】": "【"}


@dataclass(frozen=True, slots=True)
class Mention:
    """Something a text names."""

    surface: str
    """As it stands in the text."""
    name: str
    """Without article, possessive and marks around it."""
    entity_type: EntityType
    start: int
    """Where the surface begins in the text."""
    named: bool = True
    """Whether it has a name of its own; False for a noun that other texts may share ("camping")."""
    speaker: bool = False
    """Whether it is who speaks ("I", 我), whoever that is."""

    @property
    def end(self) -> int:
        return self.start + len(self.surface)

    @property
    def key(self) -> str:
        """The name as it is compared."""
        return name_key(self.name)


def mention(surface: str, start: int, entity_type: EntityType, *, named: bool = True) -> Mention | None:
    """The mention at that place, or None where nothing that can be an entity is left of it."""
    rules, name = entity_rules(), cleaned(surface)
    key = name_key(name)
    if not key or not _LETTER.search(key) or key in rules.no_entity:
        return None
    if len(name) > rules.longest_name or len(name.split()) > rules.longest_name_words:
        return None
    if len(key) == 1 and key.isascii():
        return None
    return Mention(surface, name, entity_type, start, named=named)


def cleaned(surface: str) -> str:
    """A name without article, possessive, quotes and marks around it, blanks made one.

    >>> cleaned("the Acme  Corp.'s"), cleaned("“Three Body”,")
    ('Acme Corp', 'Three Body')
    """
    name = " ".join(surface.split())
    before = None
    while name != before:
        before = name
        name = _LEADING.sub("", _LEADING_MARKS.sub("", name))
        name = _TRAILING.sub("", name).rstrip("\"'“”‘’")
        if name and name[-1] in _BRACKETS and _BRACKETS[name[-1]] not in name:
            name = name[:-1]
    return name
