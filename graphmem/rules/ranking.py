"""The numbers of ranking, read once from `ranking.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class GraphWalk:
    """`[graph]` of `ranking.toml`."""

    begin: int
    restart: int
    back: float
    asked: float
    links: float
    unnamed: float
    hub_share: float
    hub_least: int
    hub_most: int
    bridges: int
    reached: int
    steps: int
    least: float


@dataclass(frozen=True)
class Ranking:
    """Weights and settings of recall; `ranking.toml` says what each means."""

    weights: dict[str, float]
    k1: float
    b: float
    sure: float
    lexical_context: dict[int, float]
    dense_context: dict[int, float]
    short: int
    inside: float
    days_after: float
    after: int
    near: float
    around: int
    fresh_days: float
    margin: float
    topical: float
    margin_alike: float
    lifted: int
    floors: dict[str, float]
    ask: int
    keep: int
    widen: int
    beyond: int
    passage_words: int
    passage_weights: dict[str, float]
    overview: dict[str, float]
    graph: GraphWalk
    without: frozenset[str] = frozenset()
    """Channels and features that are switched off, by name; for measuring what each is worth."""

    def uses(self, name: str) -> bool:
        return name not in self.without


@cache
def ranking() -> Ranking:
    """The ranking in force."""
    data = tomllib.loads(files("graphmem.rules").joinpath("ranking.toml").read_text(encoding="utf-8"))
    context = data["context"]
    return Ranking(
        weights=data["weights"],
        **data["bm25"],
        lexical_context={int(offset): weight for offset, weight in context["lexical"].items()},
        dense_context={int(offset): weight for offset, weight in context["dense"].items()},
        short=context["short"],
        **data["dates"],
        **data["order"],
        **data["channels"],
        floors=data["floors"],
        passage_words=data["passages"].pop("words"),
        passage_weights=data["passages"],
        overview=data["overview"],
        graph=GraphWalk(**data["graph"]),
    )
