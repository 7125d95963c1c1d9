"""Triples: who, what predicate, what object, as a text states it, by rules in English and Chinese."""

from __future__ import annotations

from graphmem.language.triples.extract import LONGEST, USER, extract
from graphmem.language.triples.triple import Said, Triple

__all__ = ["LONGEST", "USER", "Said", "Triple", "extract"]
