"""What the tests of extraction look at of a triple."""

from __future__ import annotations

from graphmem.language.triples import extract


def said(text, **how):
    return [(t.subject, t.predicate, t.object, t.polarity) for t in extract(text, **how)]


def found(text, predicate):
    return [(t.object, t.polarity) for t in extract(text) if t.predicate == predicate]
