"""A graph in one number: equal for equal graphs, whatever the order in which they were written or are read.

Every node and every relationship is written in a canonical form and hashed with SHA-256; the hashes are added modulo
2^256, and the sum is hashed together with the counts. Adding needs neither sorting nor memory, and unlike XOR it sees
an element that is there twice. Nodes are known by what they hold, relationships by the keys of their ends, so the
numbers that Neo4j gives to its records do not matter.

An accident (a lost, doubled or altered element) goes unnoticed with a probability of 2^-256. It is no seal against
somebody who forges on purpose: sums of hashes can be steered with great effort, and whoever may write the file may
write another fingerprint into it as well. (Clarke et al., "Incremental Multiset Hash Functions", 2003: MSet-Add-Hash.)
"""

from __future__ import annotations

import hashlib
import struct
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import cast

from neo4j.time import DateTime

from graphmem.store.elements import Element, Link, Node
from graphmem.store.slots import EVENT_INDEX, other_index, property_name

_FORM = b"graphmem 1"
"""Changes with the canonical form, so that fingerprints of two forms never agree by accident."""
_EMBEDDINGS = tuple(map(property_name, (EVENT_INDEX, other_index(EVENT_INDEX))))
STAMP = "changed"
"""Of a user: set by whatever changes the user's memory, and no part of what it holds."""
USE = frozenset({"use_count", "last_used_at"})
"""Of a fact: how it was used, which is no part of what is held true."""
_MODULUS = 1 << 256
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Fingerprint:
    """What a graph is, in short."""

    digest: str
    """64 hexadecimal digits."""
    digest_without_embeddings: str
    """Likewise, of the same graph without its embeddings."""
    nodes: int
    relationships: int
    labels: Mapping[str, int]
    """Nodes by label, by name; a node counts once for each of its labels."""
    types: Mapping[str, int]
    """Relationships by type, by name."""


class Fingerprinter:
    """Takes a graph element by element."""

    def __init__(self) -> None:
        self._sum = self._plain_sum = 0
        self._nodes = self._relationships = 0
        self._labels: Counter[str] = Counter()
        self._types: Counter[str] = Counter()

    def add(self, element: Element) -> None:
        """One more node or relationship."""
        plain = {key: value for key, value in element.properties.items() if key not in _EMBEDDINGS}
        if isinstance(element, Link) and element.type == "FACT":
            plain = {key: value for key, value in plain.items() if key not in USE}
        if isinstance(element, Node):
            if "User" in element.labels:
                plain.pop(STAMP, None)
            self._nodes += 1
            self._labels.update(element.labels)
            head = b"node" + _canonical(sorted(element.labels))
        else:
            self._relationships += 1
            self._types[element.type] += 1
            head = b"link" + b"".join(map(_canonical, (element.type, element.source, element.target)))
        form = head + _canonical(plain)
        hashed = _hash(form)
        self._plain_sum += hashed
        embeddings = {key: element.properties[key] for key in _EMBEDDINGS if key in element.properties}
        self._sum += _hash(form + _canonical(embeddings)) if embeddings else hashed

    def result(self) -> Fingerprint:
        """The fingerprint of what was added so far."""
        return Fingerprint(
            digest=self._digest(self._sum),
            digest_without_embeddings=self._digest(self._plain_sum),
            nodes=self._nodes,
            relationships=self._relationships,
            labels=dict(sorted(self._labels.items())),
            types=dict(sorted(self._types.items())),
        )

    def _digest(self, total: int) -> str:
        counts = b"%d,%d," % (self._nodes, self._relationships)
        return hashlib.sha256(_FORM + counts + (total % _MODULUS).to_bytes(32, "big")).hexdigest()


def fingerprint(elements: Iterable[Element]) -> Fingerprint:
    """The fingerprint of a graph given by its elements, in any order."""
    taken = Fingerprinter()
    for element in elements:
        taken.add(element)
    return taken.result()


def _hash(form: bytes) -> int:
    return int.from_bytes(hashlib.sha256(form).digest(), "big")


def _canonical(value: object) -> bytes:
    """A value so that two values have the same bytes when Neo4j would store the same."""
    if isinstance(value, str):
        text = value.encode("utf-8", "surrogatepass")
        return b"s%d:" % len(text) + text
    if value is None or isinstance(value, bool):
        return {None: b"n", True: b"t", False: b"f"}[value]
    if isinstance(value, int):
        return b"i%d;" % value
    if isinstance(value, float):
        return b"d" + struct.pack(">d", value)
    if isinstance(value, list | tuple):
        return _canonical_list(value)
    if isinstance(value, Mapping):
        parts = (_canonical(key) + _canonical(value[key]) for key in sorted(value))
        return b"m%d:" % len(value) + b"".join(parts)
    if isinstance(value, bytes):
        return b"b%d:" % len(value) + value
    return _canonical_moment(value)


def _canonical_list(value: list[object] | tuple[object, ...]) -> bytes:
    if value and all(type(item) is float for item in value):  # an embedding, where speed counts
        numbers = array("d", cast("list[float]", value))
        if sys.byteorder == "little":
            numbers.byteswap()
        return b"D%d:" % len(value) + numbers.tobytes()
    return b"l%d:" % len(value) + b"".join(map(_canonical, value))


def _canonical_moment(value: object) -> bytes:
    """A time with a zone in nanoseconds since 1970; what else Neo4j knows, such as a point, by its text."""
    if isinstance(value, DateTime) and value.tzinfo is not None:
        return b"z%d;" % (_nanoseconds(value.to_native()) + value.nanosecond % 1000)
    if isinstance(value, datetime) and value.tzinfo is not None:
        return b"z%d;" % _nanoseconds(value)
    if isinstance(value, date):
        return b"c" + value.isoformat().encode()
    text = f"{type(value).__name__} {value}".encode()
    return b"x%d:" % len(text) + text


def _nanoseconds(moment: datetime) -> int:
    since = moment - _EPOCH
    return ((since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds) * 1000
