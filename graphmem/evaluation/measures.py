"""Measures of a ranking against what should have been found, in the notation of the field.

`recall@k`, `nDCG@k` and `MRR` come from ir_measures, whose provider here is trec_eval itself:

- recall@k: share of a cue's gold that is among the first k.
- nDCG@k: gains of 1 discounted by log2(1 + rank), over those of the best possible ranking (Järvelin and Kekäläinen,
  2002, "Cumulated gain-based evaluation of IR techniques").
- MRR: 1 / rank of the first gold, 0 when it is not among the first 50.
- any@k: 1 when any gold is among the first k (ir_measures calls it Success@k); all@k: 1 when all of it is.

What is reported is the mean over cues; any@k is what some papers call recall@k.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.errors import ConfigurationError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CUTOFFS = (1, 5, 10, 20, 50)
DEPTH = max(CUTOFFS)
"""How deep a ranking is looked at."""
RESAMPLES = 2000
"""Of the bootstrap."""


@dataclass(frozen=True)
class Judged:
    """A ranking, best first, each id once; and the ids that should be in it, at least one."""

    ranked: Sequence[str]
    gold: AbstractSet[str]


def measured(rankings: Sequence[Judged]) -> dict[str, NDArray[np.float64]]:
    """Every measure by name, as an array of one value a ranking.

    Raises:
        ConfigurationError: ir_measures is not installed.
    """
    import numpy as np

    try:
        import ir_measures
        from ir_measures import RR, R, Success, nDCG
    except ImportError:
        raise ConfigurationError(
            "Measuring needs ir_measures: pip install 'graphmem[eval]'. Where there is no wheel of "
            "pytrec_eval-terrier, which it needs (Linux on ARM), build that from source first."
        ) from None
    names = {R @ k: f"recall@{k}" for k in CUTOFFS} | {nDCG @ 10: "nDCG@10", RR: "MRR"}
    names |= {Success @ k: f"any@{k}" for k in CUTOFFS}
    # Only places count, so items go by their place: no id can confuse trec_eval, and no two have the same score.
    run, gold = {}, {}
    for index, judged in enumerate(rankings):
        ranked = list(judged.ranked[:DEPTH])
        run[str(index)] = {str(place): float(-place) for place in range(len(ranked))}
        gold[str(index)] = {str(ranked.index(id) if id in ranked else f"not found {id}"): 1 for id in judged.gold}
    values = {name: np.zeros(len(rankings)) for name in names.values()}
    for metric in ir_measures.iter_calc(list(names), gold, run) if rankings else ():
        values[names[metric.measure]][int(metric.query_id)] = metric.value
    return values | {f"all@{k}": (values[f"recall@{k}"] == 1).astype(float) for k in CUTOFFS}


def means(values: dict[str, NDArray[np.float64]]) -> dict[str, float]:
    """The mean of every measure; 0 where nothing was measured."""
    return {name: round(float(each.mean()), 4) if len(each) else 0.0 for name, each in values.items()}


def confidence(values: dict[str, NDArray[np.float64]], seed: int) -> dict[str, tuple[float, float]]:
    """The interval in which each mean lies with 95 %, were other cues of the same kind drawn.

    By the percentile bootstrap (Efron 1979) over cues: `RESAMPLES` times as many cues are drawn with replacement, the
    same for every measure. The same seed gives the same interval.
    """
    import numpy as np

    table = np.array(list(values.values()))
    count = table.shape[1]
    if not count:
        return {}
    drawn = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), size=RESAMPLES)
    low, high = np.quantile(drawn @ table.T / count, (0.025, 0.975), axis=0)
    return {name: (round(float(low[row]), 4), round(float(high[row]), 4)) for row, name in enumerate(values)}
