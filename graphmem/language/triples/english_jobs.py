"""Which English nouns are jobs."""

from __future__ import annotations

from graphmem.language.triples.english_phrases import Phrase
from graphmem.language.triples.english_words import vocabulary


def job_or_kin(noun: str) -> bool:
    """Whether someone can be another's: "my dentist", "my landlord"."""
    return noun in vocabulary()["jobs"] | vocabulary()["kin"] and noun not in ("team", "family", "lead")


def is_job(phrase: Phrase) -> bool:
    """Whether a noun phrase names a job: by its last word, or how that ends."""
    words = vocabulary()
    if phrase.head == "driver" and phrase.text.lower().split()[0] in words["driven"]:
        return True
    if phrase.head in words["no_jobs"] or (phrase.head in ("mom", "owner", "lead") and " " not in phrase.text):
        return False
    return phrase.head in words["jobs"] or (
        phrase.head.endswith(
            ("ologist", "grapher", "ician", "ographer", "wright", "smith", "keeper", "maker", "worker")
        )
        and phrase.head.isalpha()
    )
