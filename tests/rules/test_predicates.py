"""The table of predicates."""

from __future__ import annotations

import pytest

from graphmem.config import PredicateSettings, Settings
from graphmem.errors import ConfigurationError
from graphmem.rules.predicates import predicate_named, predicate_table


def test_one_lives_in_one_place_likes_many_things_and_prefers_one_for_each_aspect():
    assert predicate_named("lives_in").cardinality == "one"
    assert predicate_named("likes").cardinality == "many"
    assert predicate_named("prefers").cardinality == "one per aspect"


def test_what_is_said_the_other_way_round_points_back():
    for predicate in predicate_table().values():
        if predicate.opposite:
            assert predicate_named(predicate.opposite).opposite == predicate.name
        if predicate.inverse and predicate.inverse in predicate_table():
            assert predicate_named(predicate.inverse).inverse == predicate.name


def test_every_predicate_reads_in_both_languages():
    assert all(predicate.en and predicate.zh for predicate in predicate_table().values())


def test_an_unknown_predicate_is_open():
    assert predicate_named("listens_to").cardinality == "many"
    assert predicate_named("listens_to").en == "listens to"


def test_operators_add_and_redefine_predicates(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "graphmem.toml").write_text(
        '[predicates.coached_by]\ncardinality = "one"\n[predicates.speaks]\ncardinality = "one"\n'
    )
    table = predicate_table(Settings().predicates)

    assert table["coached_by"].cardinality == "one"
    assert table["speaks"].cardinality == "one"
    assert table["lives_in"].cardinality == "one"
    assert predicate_table()["speaks"].cardinality == "many"


def test_a_cardinality_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="one per aspect"):
        PredicateSettings(cardinality="two")  # type: ignore[arg-type]


def test_the_settings_say_which_predicate_is_wrong(tmp_path, monkeypatch):
    from graphmem.config import load_settings

    monkeypatch.chdir(tmp_path)
    (tmp_path / "graphmem.toml").write_text('[predicates.coached_by]\ncardinality = "some"\n')
    with pytest.raises(ConfigurationError, match="coached_by"):
        load_settings()
