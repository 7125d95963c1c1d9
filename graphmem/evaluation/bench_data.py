"""Events and cues made up for measuring speed: two languages, words as uneven as in real text, clustered vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from graphmem.errors import EncoderError
from graphmem.language.encoder import Progress
from graphmem.models import EncoderIdentity
from graphmem.rules.passages import event_passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BENCH_ENCODER = EncoderIdentity(model="graphmem/bench", dimension=384)
"""What fills the store of a benchmark: vectors that are given, not made."""

SESSION = 20
"""Events of a session, a minute apart."""
START = datetime(2025, 1, 1, tzinfo=UTC)
YEAR = timedelta(days=365)
DATED = YEAR * 0.07
"""The interval of a dated cue: about 7 % of a user's events, which lie anywhere in one year."""
_WORDS, _RANK_OFFSET = 20_000, 20
"""Of each language. A word of rank r is as frequent as 1 / (r + 20): Zipf's law without the stop words."""
_TOPICS, _TOPIC_WORDS, _OF_SESSION, _ON_TOPIC = 200, 60, 4, 0.4
"""Topics there are, words of one, topics of a session, and the share of an event's words that are its topic's."""
_SPREAD, _NEAR = 0.9, 0.3
"""Lengths of what is added to a topic's vector for an event, and to an event's for a cue."""
_ONSETS = ("b", "br", "c", "d", "f", "g", "gr", "k", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "tr", "v", "w")
_ENDINGS = ("a", "an", "e", "el", "en", "er", "i", "in", "ing", "o", "or", "u", "us", "y")
_HAN_FROM, _HAN_COUNT = 0x4E00, 3000


@dataclass(frozen=True)
class Told:
    """Events of one user: what is handed in, and their vectors (n, dimension), each of length 1."""

    episodes: list[dict[str, Any]]
    vectors: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.episodes)


@dataclass(frozen=True)
class BenchCue:
    """What is asked, its vector (dimension,), and the interval [since, until) for when it is asked with a date."""

    text: str
    vector: NDArray[np.float32]
    since: datetime
    until: datetime


class Generator:
    """Makes the same events and cues again from the same seed.

    An event is about one of 200 topics, and a session about a few. A topic has words of its own, and a vector, to which
    noise of about the same length is added for an event. So events have neighbours, and what is alike in meaning shares
    words, as in real text: the channels of recall find partly the same. With their neighbours that makes some 400
    candidates.

    Args:
        seed: other seeds give other events.
        dimension: of the vectors.
    """

    def __init__(self, *, seed: int = 0, dimension: int = BENCH_ENCODER.dimension) -> None:
        import numpy as np

        self._seed, self._dimension = seed, dimension
        rng = np.random.default_rng([seed, 0])
        self._centres = _unit(rng.standard_normal((_TOPICS, dimension)))
        self._topics = rng.integers(0, _WORDS, (_TOPICS, _TOPIC_WORDS))
        weights = 1 / (np.arange(1, _WORDS + 1) + _RANK_OFFSET)
        self._reach = np.cumsum(weights / weights.sum())
        self._english = ["".join(_picked(rng, _ONSETS, _ENDINGS, _ONSETS, _ENDINGS)) for _ in range(_WORDS)]
        self._chinese = [
            "".join(chr(_HAN_FROM + int(c)) for c in rng.integers(0, _HAN_COUNT, 2)) for _ in range(_WORDS)
        ]

    def told(self, stream: int, first: int, count: int) -> Told:
        """Events `first` to `first + count` of the user of that number, session by session.

        `first` begins a session; the same numbers give the same events, however they are cut.
        """
        import numpy as np

        episodes: list[dict[str, Any]] = []
        vectors = []
        for session in range(first // SESSION, -(-(first + count) // SESSION)):
            rng = np.random.default_rng([self._seed, 1, stream, session])
            begun = START + YEAR * float(rng.random())
            topics = rng.choice(rng.integers(0, _TOPICS, _OF_SESSION), SESSION)
            noise = _unit(rng.standard_normal((SESSION, self._dimension))) * _SPREAD
            vectors.append(_unit(self._centres[topics] + noise))
            for place in range(SESSION):
                episodes.append(
                    {
                        "event_id": f"e{session * SESSION + place:08d}",
                        "session_id": f"s{session:07d}",
                        "content": self._sentence(rng, int(topics[place]), int(rng.integers(6, 24))),
                        "occurred_at": begun + timedelta(minutes=place),
                        "actor": ("user", "agent", "tool")[int(rng.choice(3, p=[0.45, 0.45, 0.1]))],
                    }
                )
        return Told(episodes[:count], np.concatenate(vectors)[:count])

    def cues(self, stream: int, count: int, among: int) -> list[BenchCue]:
        """Questions about events of that user, of the first `among`: some of their words, and a vector nearby."""
        import numpy as np

        rng = np.random.default_rng([self._seed, 2, stream, among])
        cues = []
        for number in rng.integers(0, among, count):
            start = int(number) // SESSION * SESSION
            told = self.told(stream, start, SESSION)
            episode, vector = told.episodes[int(number) - start], told.vectors[int(number) - start]
            content = str(episode["content"])
            words = content.split()[:5] if " " in content else [content[:10]]
            since = min(max(START, episode["occurred_at"] - DATED * float(rng.random())), START + YEAR - DATED)
            near = _unit(vector[None] + _NEAR * _unit(rng.standard_normal((1, self._dimension))))[0]
            cues.append(BenchCue(" ".join(words), near, since, since + DATED))
        return cues

    def _sentence(self, rng: np.random.Generator, topic: int, length: int) -> str:
        chosen = self._reach.searchsorted(rng.random(length)).clip(max=_WORDS - 1)
        on_topic = rng.random(length) < _ON_TOPIC
        chosen[on_topic] = rng.choice(self._topics[topic], int(on_topic.sum()))
        if rng.random() < 0.5:
            return " ".join(self._english[int(word)] for word in chosen).capitalize() + "."
        return "".join(self._chinese[int(word)] for word in chosen) + "。"


class GivenVectors:
    """An encoder that looks its vectors up, so that encoding takes no time.

    Args:
        identity: whose vectors it pretends to make.
    """

    def __init__(self, identity: EncoderIdentity = BENCH_ENCODER) -> None:
        self._identity = identity
        self._passages: dict[str, NDArray[np.float32]] = {}
        self._query: NDArray[np.float32] | None = None

    @property
    def identity(self) -> EncoderIdentity:
        return self._identity

    def learn(self, told: Told) -> None:
        """Know the vectors of these events, and of no others any more."""
        passages = (event_passage(each["actor"], each["content"]) for each in told.episodes)
        self._passages = dict(zip(passages, told.vectors, strict=True))

    def ask(self, cue: BenchCue) -> None:
        """The next query is this one."""
        self._query = cue.vector

    def passages(self, texts: Sequence[str], *, progress: Progress | None = None) -> NDArray[np.float32]:
        """The vectors that were given.

        Raises:
            EncoderError: a text is none of those of `learn`.
        """
        import numpy as np

        if unknown := sum(text not in self._passages for text in texts):
            raise EncoderError(f"{unknown} texts are not as they were made up, so there are no vectors for them.")
        if progress and texts:
            progress(len(texts))
        return np.array([self._passages[text] for text in texts], np.float32).reshape(-1, self._identity.dimension)

    def queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vector that was given, for whatever text.

        Raises:
            EncoderError: there was none.
        """
        import numpy as np

        if self._query is None:
            raise EncoderError("No cue was given, so there is no vector for it.")
        return np.array([self._query for _ in texts], np.float32).reshape(-1, self._identity.dimension)


def _unit(vectors: NDArray[np.float64] | NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy as np

    unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


def _picked(rng: np.random.Generator, *lists: Sequence[str]) -> list[str]:
    return [choices[int(rng.integers(len(choices)))] for choices in lists]
