"""Compute the language axis of multilingual-e5-small from sentences that exist in English and in Chinese.

    python scripts/encoder_means.py

Writes graphmem/language/data/e5_small.json: the axis, and one vector by which the model is recognised. The mean vectors
of statements (as passages) and of questions (as queries) are taken per language; the axis is the sum of both
differences Chinese minus English, made a unit vector. Another axis is another encoder: every store must be rebuilt.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import graphmem.language
from graphmem.config import load_settings
from graphmem.language.e5 import PASSAGE_PREFIX, QUERY_PREFIX, E5Model
from graphmem.language.language_axis import DATA_FILE

DATA = Path(__file__).parent / "data"
PROBE = "passage: user: We meet at the station at nine. 我们九点在车站见。"
DIGITS = 5


def sentences(name: str) -> tuple[list[str], list[str]]:
    """English and Chinese sentences of one file, line by line the same in meaning."""
    rows = [line.split("\t") for line in (DATA / name).read_text(encoding="utf-8").splitlines() if line]
    return [row[0] for row in rows], [row[1] for row in rows]


def difference(model: E5Model, prefix: str, english: list[str], chinese: list[str]) -> NDArray[np.float32]:
    """Mean of the Chinese vectors minus mean of the English ones, (384,)."""
    offset: NDArray[np.float32] = model.encode(prefix, chinese).mean(0) - model.encode(prefix, english).mean(0)
    return offset


def main() -> None:
    model = E5Model(load_settings(), check=False)
    statements, questions = sentences("neutral_statements.tsv"), sentences("neutral_questions.tsv")
    as_said = tuple([f"user: {text}" for text in texts] for texts in statements)  # as events are encoded
    axis = difference(model, PASSAGE_PREFIX, *as_said) + difference(model, QUERY_PREFIX, *questions)
    axis /= np.linalg.norm(axis)
    data = {
        "model": "intfloat/multilingual-e5-small",
        "axis": [round(float(x), DIGITS) for x in axis],
        "probe_text": PROBE,
        "probe_vector": [round(float(x), DIGITS) for x in model.encode("", [PROBE])[0]],
    }
    path = Path(graphmem.language.__path__[0]) / "data" / DATA_FILE
    path.write_text(json.dumps(data, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
