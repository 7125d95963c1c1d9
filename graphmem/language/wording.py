"""How a text is worded: a key that is equal only for texts that say the same in nearly the same words.

Everything counts, in its place: numbers, names, negation, who did what to whom, tense, units. What makes no difference
is taken out or made alike first: case, width, traditional characters, punctuation, articles, politeness, fillers,
contractions, forms of numbers and dates, and the few synonyms of `wording.toml`. A time or a condition may stand at
either end of a sentence. Whatever no rule knows makes two texts different.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from graphmem.language.wording_clauses import arranged
from graphmem.language.wording_numbers import Tokens
from graphmem.language.wording_words import ENDS, QUESTION, STOP, tables, tokens

MOST_CHARACTERS = 10_000
"""Of a text that is compared: longer ones are documents, not remarks."""


def wording(text: str) -> str:
    """What `text` says, as 24 hexadecimal digits, or "" where there is nothing to compare.

    Nothing to compare have texts of more than 10,000 characters, without words, or of answers alone ("yes", "ok",
    好的), which mean something only where they were said.

    >>> wording("haha, I've moved to Porto!") == wording("I have moved to Porto")
    True
    >>> wording("我付了一百块") == wording("我付了100元")
    True
    >>> wording("I paid 100") == wording("I paid 1000")
    False
    """
    if len(text) > MOST_CHARACTERS:
        return ""
    said = canonical(text)
    return blake2b(said.encode("utf-8", "replace"), digest_size=12).hexdigest() if said else ""


def canonical(text: str) -> str:
    """What is compared of `text`: its words in one form. "" where there is nothing to compare."""
    said: Tokens = []
    for sentence in _sentences(tokens(text)):
        said += arranged(sentence)
    if all(word in tables().answers or word in ENDS for word in said):
        return ""
    # Chinese words stand together as they are written: where they are cut makes no difference.
    return "".join(word if word[0] > "\u2e80" else f" {word} " for word in said)


def _sentences(words: Tokens) -> Iterator[Tokens]:
    """The sentences, each with its end."""
    begin = 0
    for place, word in enumerate(words):
        if word in (STOP, QUESTION):
            yield words[begin : place + 1]
            begin = place + 1
    if begin < len(words):
        yield words[begin:]
