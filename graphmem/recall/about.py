"""Whom the facts of a recollection are about: the user, and others only where the cue asks about them."""

from __future__ import annotations

import re

from graphmem.language.entities import name_keys
from graphmem.language.identify import HAN
from graphmem.language.triples.kin import kin_words
from graphmem.language.words import terms
from graphmem.rules.belief import Fact
from graphmem.rules.keys import name_key, user_entity

_PERSONAL = frozenset({"preference", "profile", "need"})
"""Types of facts that are about a person."""
_BEFORE_ONE = frozenset("我你您他她咱喝吃养爱")
"""What a name of one character may follow in one word: 我哥, 喝茶."""
_TEAM = "team"
"""Subject of what holds for the user's team, see `graphmem.language.triples`."""


class Concern:
    """Which facts a cue can be after.

    What somebody else likes or has is no answer to what the user does, however near it is in meaning; it is one where
    the cue names them, or the thing.
    """

    def __init__(self, cue: str, user_id: str) -> None:
        self._user = user_entity(user_id)
        self._key = name_key(cue)
        self._names = frozenset(name_keys(cue))
        self._words = frozenset(terms(cue))
        self._kin = self._chinese(self._key), any(map(self._named, kin_words()))

    def allows(self, fact: Fact) -> bool:
        subject = name_key(fact.subject)
        if fact.fact_type not in _PERSONAL or fact.subject_id == self._user or subject == _TEAM:
            return True
        if self._named(subject) or self._named(name_key(fact.object)):
            return True
        in_chinese, names_kin = self._kin
        # "her brother" may be one who is known by name, or whom the fact calls 弟弟.
        return names_kin and (subject not in kin_words() or self._chinese(subject) != in_chinese)

    def _named(self, name: str) -> bool:
        """Whether the cue holds a folded name, or a word of a longer one."""
        if self._chinese(name):
            if len(name) > 1:
                return name in self._key
            # One character is part of many words: 哥 of 墨西哥, 茶 of 茶几.
            return any(word == name or (word[1:] == name and word[0] in _BEFORE_ONE) for word in self._words)
        return name in self._names or any(len(word) > 2 and word in self._names for word in name.split())

    @staticmethod
    def _chinese(text: str) -> bool:
        return re.search(f"[{HAN}]", text) is not None
