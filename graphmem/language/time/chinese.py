"""Time expressions in Chinese: the pieces of a text in simplified characters, in order."""

from __future__ import annotations

from graphmem.language.time import chinese_dates, chinese_hours, chinese_near, chinese_years
from graphmem.language.time.chinese_rules import rule

RULE_MODULES = (chinese_near, chinese_dates, chinese_years, chinese_hours)
"""Each has added its rules to `rule`."""

atoms = rule.atoms
