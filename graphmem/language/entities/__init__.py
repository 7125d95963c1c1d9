"""Entities: what a text names, English and Chinese, by rules over the parse.

The rules and the words they know stand in `rules.toml`; docs/entities.md explains them.
"""

from graphmem.language.entities.cue import name_keys
from graphmem.language.entities.find import entities
from graphmem.language.entities.mention import Mention
from graphmem.language.entities.rules import entity_rules

__all__ = ["Mention", "entities", "entity_rules", "name_keys"]
