"""Whether a piece of text looks like a secret, like an example, or like words."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache

from graphmem.language.redaction.rules import one_of, pattern, rules

HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_NUMBER = re.compile(r"v?\d+(?:[.,:/-]\d+)*%?")
_SYMBOL = re.compile(r"[!@#$%^&*?~+=|\\<>{}\[\]]")
_CODE = re.compile(
    r"[A-Za-z_.]{1,60}\([^)]{0,60}\)?|[A-Za-z_.]{1,60}\[[\"'].*|\$\{?\w+\}?|<[^>]*>|\{\{?.*"
    r"|(?:[A-Za-z_]\w{0,30}\.){1,6}\w{0,20}(?:password|passwd|pwd|pass|token|key|secret)",
    re.IGNORECASE,
)
"""An expression: `getpass()`, `conf["pw"]`, `${TOKEN}`, `user.password`. A token with dots in it is none."""
_MASKED = re.compile(r"[*•·xX.\-_#?…]+")


@cache
def _examples() -> re.Pattern[str]:
    return pattern(one_of(rules()["keys"]["examples"]))


def example(value: str) -> bool:
    """Whether `value` only stands for a value: `YOUR_API_KEY`, `${TOKEN}`, `os.environ[...]`, `***`."""
    return bool(_MASKED.fullmatch(value) or _CODE.fullmatch(value) or _examples().match(value))


def uuid(value: str) -> bool:
    return bool(_UUID.fullmatch(value))


def mixed(value: str) -> bool:
    """Whether `value` has letters together with digits or symbols, or a capital inside a word."""
    if _NUMBER.fullmatch(value) or not any(char.isalnum() for char in value):
        return False
    letters = any(char.isalpha() for char in value)
    digits = any(char.isdigit() for char in value)
    return (letters and digits) or bool(_SYMBOL.search(value)) or bool(re.search(r"[a-z][A-Z]", value))


def telling(value: str) -> bool:
    """Whether `value` looks like a password even where nothing says so: letters, digits and a symbol together."""
    return (
        len(value) >= 6
        and any(char.isalpha() for char in value)
        and any(char.isdigit() for char in value)
        and bool(re.search(r"[!@#$%^&*?~]", value))
        and "://" not in value
        and not value.startswith(("@", "#"))
    )


def random_looking(value: str) -> bool:
    """Whether `value` could be a key: 12 characters or more with digits and letters, or a long mix of cases."""
    if len(value) < 12 or not re.search(r"[A-Za-z]", value):
        return False
    if not re.search(r"\d", value):
        return (
            len(value) >= 24 and bool(re.fullmatch(r"[A-Za-z+/=]+", value)) and mixed(value) and entropy(value) >= 3.8
        )
    return entropy(value) >= (2.6 if len(value) >= 20 else 2.8)


def entropy(value: str) -> float:
    """Shannon's entropy of the characters, in bits a character."""
    counts = Counter(value[:200])
    total = sum(counts.values())
    return -sum(n / total * math.log2(n / total) for n in counts.values())
