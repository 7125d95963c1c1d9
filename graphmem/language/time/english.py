"""Time expressions in English: the pieces of a text in lower case, in order."""

from __future__ import annotations

from graphmem.language.time import english_dates, english_hours, english_lengths, english_near, english_years
from graphmem.language.time.english_rules import rule

RULE_MODULES = (english_near, english_lengths, english_dates, english_years, english_hours)
"""Each has added its rules to `rule`."""

atoms = rule.atoms
