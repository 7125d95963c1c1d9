"""What the rules for time expressions in Chinese share: the words they are made of, in simplified characters."""

from __future__ import annotations

from graphmem.language.time.chinese_words import UNITS
from graphmem.language.time.rules import Rules

rule = Rules()
"""Adds a rule; knows them all."""
UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
WEEK = "周|星期|礼拜"
