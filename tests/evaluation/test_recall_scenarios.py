"""The suites of tests/scenarios/recall, with the encoder a newcomer has: what should be found is, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from suites import suites_as_replayed

from graphmem.evaluation.scenarios.loading import load_suites

SUITES = Path(__file__).resolve().parents[1] / "scenarios" / "recall"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "scenarios.md"
SUPPORTED = ("fact", "preference", "other_language", "and_then", "time")
"""Kinds of question that recall answers well; "order" is in the suites too, of which it answers two of three."""


@pytest.fixture(scope="module")
def replayed(e5_environment, tmp_path_factory):
    kinds = [word for kind in SUPPORTED for word in ("--kind", kind)]
    folder = tmp_path_factory.mktemp("scenarios")
    return suites_as_replayed(SUITES, e5_environment, folder, "--at-least", "0.9", *kinds)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nine_of_ten_questions_bring_back_what_answers_them(replayed, language):
    assert replayed["languages"][language]["questions"] >= 6
    assert replayed["languages"][language]["share"] >= 0.9, replayed["failures"]


@pytest.mark.parametrize("kind", SUPPORTED)
def test_no_kind_of_question_is_left_behind(replayed, kind):
    assert replayed["kinds"][kind]["share"] >= 0.75, replayed["failures"]


def test_chinese_is_as_good_as_english(replayed):
    assert replayed["chinese_over_english"] >= 0.95


def test_both_suites_ask_the_same_kinds_of_questions():
    kinds = [
        sorted(question.kind for story in suite.users.values() for question in story.questions)
        for suite in load_suites([SUITES])
    ]
    assert len(kinds) == 2
    assert kinds[0] == kinds[1]
    assert {"order", *SUPPORTED} == set(kinds[0])


@pytest.mark.parametrize(
    ("place", "name", "user", "languages"),
    [(0, "harbour helpdesk", "maren", ["en", "en", "zh"]), (1, "example", "jonas", ["en", "en", "en", "zh"])],
)
def test_the_examples_of_the_page_are_suites(tmp_path, place, name, user, languages):
    example = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[place]
    file = tmp_path / "example.yaml"
    file.write_text(example, encoding="utf-8")

    (suite,) = load_suites([file])

    assert suite.name == name
    assert [question.in_language for question in suite.users[user].questions] == languages
