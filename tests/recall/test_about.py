"""Whom the facts of an answer are about."""

from __future__ import annotations

import pytest

from graphmem.clock import BEGINNING, END
from graphmem.recall.about import Concern
from graphmem.rules.belief import Fact
from graphmem.rules.facts import Status


def likes(subject: str, thing: str) -> Fact:
    return Fact(
        fact_id="f",
        subject=subject,
        predicate="likes",
        object=thing,
        aspect="",
        polarity="+",
        text=f"{subject} likes {thing}",
        fact_type="preference",
        confidence=0.6,
        status=Status.ACTIVE,
        valid_from=BEGINNING,
        valid_until=END,
        recorded_at=BEGINNING,
        retracted_at=END,
        rival_of=None,
        superseded_by=None,
        subject_id="somebody",
        object_id="something",
        said=1,
        sessions=1,
    )


@pytest.mark.parametrize(
    ("cue", "subject", "allowed"),
    [
        ("我哥喜欢什么？", "Tom", True),
        ("哥最近怎么样", "Tom", True),
        ("墨西哥菜怎么样？", "Tom", False),
        ("What does my brother like?", "弟弟", True),
        ("What do brothel scenes in films stand for?", "弟弟", False),
        ("What does Tom like?", "Tom", True),
        ("What do I like?", "Tom", False),
    ],
)
def test_what_others_like_comes_only_where_the_cue_is_about_them(cue, subject, allowed):
    assert Concern(cue, "ada").allows(likes(subject, "水煮鱼")) is allowed


@pytest.mark.parametrize(("cue", "allowed"), [("喝茶的是谁？", True), ("茶几放在哪里？", False)])
def test_a_thing_of_one_character_is_meant_by_a_word_and_not_by_a_part_of_one(cue, allowed):
    assert Concern(cue, "ada").allows(likes("Tom", "茶")) is allowed
