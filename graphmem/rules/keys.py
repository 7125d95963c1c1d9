"""Keys made from ids."""

from __future__ import annotations

import hashlib

from graphmem.rules.phrases import plain


def tenant_key(user_id: str) -> str:
    """The user as one word of a full-text index: 34 characters, `u` + 128 bits in hexadecimal + `0`.

    Any user id will do. Letters and digits in lower case are one token for Lucene's `english` and `cjk` analyzers,
    no stop word begins like this, and no stemmer alters a word that ends in a digit.

    >>> tenant_key("ada")
    'ufdee430d40bd57deeac186cd9790033d0'
    """
    return f"u{hashlib.sha256(user_id.encode()).hexdigest()[:32]}0"


def id_key(user_id: str, id: str) -> str:
    """An id of one user as one word of a full-text index: 34 characters, 128 bits in hexadecimal between letters.

    >>> id_key("ada", "e1") == id_key("ada", "e1") != id_key("bob", "e1")
    True
    """
    return f"k{hashlib.sha256(f'{len(user_id)} {user_id} {id}'.encode()).hexdigest()[:32]}k"


USER_KEY, USER_DISAMBIGUATOR = "user", "user"
"""Of the entity that stands for the user in the user's own memory."""
_NAMELESS = frozenset({USER_KEY, "human"})
"""Actors on the user's side that have no other name."""


def name_key(name: str) -> str:
    """A name in the form in which names are compared: NFKC, case folded, simplified characters, blanks made one.

    >>> name_key("Ａcme  CORP"), name_key("臺灣")
    ('acme corp', '台湾')
    """
    return " ".join(plain(name).split())


def entity_id(user_id: str, key: str, disambiguator: str = "") -> str:
    """The id of an entity of one user: 128 bits in hexadecimal, the same wherever and whenever it is made.

    Args:
        user_id: whose entity it is.
        key: of its name, see `name_key`.
        disambiguator: tells apart what has one name; empty for all but a few.

    >>> entity_id("ada", "pdf") == entity_id("ada", "pdf") != entity_id("bob", "pdf")
    True
    """
    identity = f"{len(user_id)} {user_id} {len(key)} {key} {disambiguator}"
    return hashlib.sha256(identity.encode()).hexdigest()[:32]


def user_entity(user_id: str) -> str:
    """The id of the entity that stands for the user in the user's own memory."""
    return entity_id(user_id, USER_KEY, USER_DISAMBIGUATOR)


def is_user_in_person(actor: str, user_id: str) -> bool:
    """Whether an actor whose role is "user" is the user, not somebody else who takes part: whom "I" means.

    >>> is_user_in_person("User", "ada"), is_user_in_person("ADA", "ada"), is_user_in_person("Bob", "ada")
    (True, True, False)
    """
    key = name_key(actor)
    return key in _NAMELESS or key == name_key(user_id)
