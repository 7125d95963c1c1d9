"""In which language a text is written, by the scripts of its letters."""

from __future__ import annotations

import re
from typing import Literal

Language = Literal["en", "zh", "mixed", "und"]

HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
"""Chinese characters, to be put into a character class of a regular expression."""

_HAN = re.compile(f"[{HAN}]")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+(?:['’][A-Za-z]+)?")
_OTHER_WORD = re.compile(
    "[\u0370-\u1cff\u1f00-\u1fff\u2c00-\u2dff\u3041-\u30ff\u3131-\u318e\ua000-\ua6ff\ua8e0-\udfff\uff66-\uffdc]+"
)
_HAN_PER_WORD = 2.0
"""A Chinese word is about as long as two characters, so that many weigh as much as one Latin word."""
_MIXED_ABOVE, _CHINESE_FROM = 0.25, 0.5
_READ = 4_000
"""Characters looked at: the start of a long text tells its language."""


def han_share(text: str) -> float:
    """The share of Chinese among the Chinese and Latin words of `text`, 0 to 1; 0.5 where there are neither.

    >>> han_share("Where do I live?"), han_share("我住在哪里？"), han_share("42")
    (0.0, 1.0, 0.5)
    """
    head = text[:_READ]
    chinese = len(_HAN.findall(head)) / _HAN_PER_WORD
    latin = len(_LATIN_WORD.findall(head))
    return chinese / (chinese + latin) if chinese or latin else 0.5


def language_of(text: str) -> Language:
    """The language of `text`.

    "zh" from half of Chinese words on (technical Chinese is full of English names), "mixed" from a quarter on, "en"
    for the rest of what is in Latin letters: other languages in Latin letters count as "en" too. "und" when
    neither script prevails: numbers, emoji, Cyrillic, Korean, or Japanese (known by its kana).

    >>> language_of("用 Python 写了一个接口"), language_of("I said 你好 to her on the phone"), language_of("🙂 42")
    ('zh', 'en', 'und')
    """
    head = text[:_READ]
    chinese = len(_HAN.findall(head)) / _HAN_PER_WORD
    latin = len(_LATIN_WORD.findall(head))
    other = len(_OTHER_WORD.findall(head))
    if other * 2 >= chinese + latin + other:
        return "und"
    share = chinese / (chinese + latin)
    if share >= _CHINESE_FROM:
        return "zh"
    return "mixed" if share > _MIXED_ABOVE else "en"
