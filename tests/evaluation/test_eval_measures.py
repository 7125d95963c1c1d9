"""Measures, against values worked out by hand."""

from __future__ import annotations

from math import log2

import numpy as np
import pytest

from graphmem.evaluation.measures import Judged, confidence, means, measured

pytest.importorskip("ir_measures", reason="there is no wheel of trec_eval for this platform")

SECOND = 1 / log2(3)
"""What the second place counts in nDCG."""


def scores(ranked, gold):
    return {name: float(value[0]) for name, value in measured([Judged(ranked, frozenset(gold))]).items()}


def test_everything_found_at_the_top_scores_one():
    assert set(scores(["a", "b", "c"], ["a"]).values()) == {1.0}


def test_partly_found_gold_counts_in_part_and_never_as_all_of_it():
    found = scores(["a", "b", "c"], ["b", "z"])

    assert (found["recall@1"], found["recall@5"], found["recall@50"]) == (0, 0.5, 0.5)
    assert (found["any@1"], found["any@5"]) == (0, 1)
    assert (found["all@1"], found["all@5"], found["all@50"]) == (0, 0, 0)
    assert found["MRR"] == 0.5
    assert found["nDCG@10"] == pytest.approx(SECOND / (1 + SECOND), abs=1e-6)


def test_more_gold_than_places_cannot_all_be_found():
    found = scores(["a", "b", "c", "d", "e", "f"], ["a", "b", "c", "d", "e", "f"])

    assert found["recall@5"] == pytest.approx(5 / 6)
    assert (found["any@5"], found["all@5"], found["all@10"]) == (1, 0, 1)
    assert found["nDCG@10"] == pytest.approx(1)


@pytest.mark.parametrize("ranked", [["z", "a"], ["a", "z"], ["10", "9"], ["文", "a b"]])
def test_the_order_given_is_the_order_measured_whatever_the_ids(ranked):
    assert scores(ranked, ranked[:1])["recall@1"] == 1
    assert scores(ranked, ranked[1:])["recall@1"] == 0
    assert scores(ranked, ranked[1:])["MRR"] == 0.5


def test_what_comes_after_the_fiftieth_place_is_not_found():
    ranked = [f"e{n}" for n in range(60)]

    assert scores(ranked, ["e49"])["MRR"] == pytest.approx(1 / 50)
    assert set(scores(ranked, ["e50"]).values()) == {0.0}


def test_an_empty_answer_scores_nothing():
    assert set(scores([], ["a"]).values()) == {0.0}


def test_means_are_over_cues_not_over_gold():
    values = measured([Judged(["a"], {"a"}), Judged(["x", "b"], {"b", "c", "d", "e"}), Judged([], {"f"})])

    assert means(values)["recall@5"] == pytest.approx((1 + 0.25 + 0) / 3, abs=1e-4)
    assert means(values)["MRR"] == 0.5


def test_the_interval_holds_the_mean_and_narrows_with_more_cues():
    few = {"recall@5": np.array([1.0, 0.0] * 10)}
    many = {"recall@5": np.array([1.0, 0.0] * 1000)}

    (low, high), (lower, upper) = confidence(few, 0)["recall@5"], confidence(many, 0)["recall@5"]

    assert low < 0.5 < high
    assert lower < 0.5 < upper
    assert upper - lower < (high - low) / 5
    # The mean of 20 coins lies within 1.96 standard errors of .112.
    assert (low, high) == pytest.approx((0.28, 0.72), abs=0.04)


def test_the_same_seed_gives_the_same_interval_and_equal_cues_none():
    values = {"recall@5": np.linspace(0, 1, 30), "MRR": np.full(30, 0.25)}

    assert confidence(values, 7) == confidence(values, 7)
    assert confidence(values, 7) != confidence(values, 8)
    assert confidence(values, 7)["MRR"] == (0.25, 0.25)
