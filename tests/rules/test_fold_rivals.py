"""Contradictions, and who wins: row 6 of the table in docs/beliefs.md, in both languages."""

from __future__ import annotations

import pytest
from slots import MANY, ONE, Row, believed, days, fold, rules, say, shown, state

from graphmem.rules.facts import FactKey, affirmed, of_slot

# Row 6, and who wins.


def no_excel(on, session, quote):
    """No Excel, PDF: one event that says two things."""
    return [
        say("Excel", on, session, id=f"no excel {on}", no=True, quote=quote),
        say("PDF", on, session, id=f"no excel {on}", place=10, quote=quote),
    ]


@pytest.mark.parametrize("quote", ["No Excel, PDF.", "不要 Excel，要 PDF。"])
def test_a_contradiction_is_doubted_first_and_both_values_are_shown(quote):
    folded = fold([say("Excel", 0), say("Excel", 1), *no_excel(5, "x", quote)], ONE)
    assert believed(folded) == {"Excel": ("disputed", 55), "PDF": ("pending", 60), "not Excel": ("pending", 60)}
    assert shown(folded, 5) == {"Excel": "disputed", "PDF": "rival", "not Excel": "rival"}
    assert state(folded, "PDF").rival_of == FactKey("Excel", "+", 1)
    assert rules(folded, "Excel")[-1] == ("contradicted", -20, "doubts")


@pytest.mark.parametrize("quote", ["No Excel, PDF.", "不要 Excel，要 PDF。"])
def test_said_in_two_sessions_the_rival_wins_from_its_first_statement_on(quote):
    excel = [say("Excel", 0), say("Excel", 1)]
    folded = fold([*excel, *no_excel(5, "x", quote), *no_excel(9, "y", quote)], ONE)
    assert believed(folded) == {"Excel": ("superseded", 55), "PDF": ("active", 75), "not Excel": ("active", 75)}
    assert days(state(folded, "Excel")) == (0, 5)
    assert days(state(folded, "PDF")) == (5, None)
    assert rules(folded, "PDF")[-1] == ("wins", 15, "supports")
    assert rules(folded, "Excel")[-1] == ("outvoted", 0, "doubts")


def test_two_independent_sessions_are_needed_however_often_the_rival_is_said_in_one():
    excel = [say("Excel", 0), say("Excel", 1)]
    insisting = [say("PDF", 5 + step / 100, "x", quote="要 PDF") for step in range(6)]
    folded = fold([*excel, *insisting], ONE)
    assert believed(folded) == {"Excel": ("disputed", 55), "PDF": ("pending", 85)}
    assert believed(fold([*excel, *insisting, say("PDF", 6, "y")], ONE))["PDF"] == ("active", 99)


@pytest.mark.parametrize("quote", ["Excel again, please.", "还是用 Excel。"])
def test_the_old_value_confirmed_in_a_later_session_wins_and_the_rival_is_dropped(quote):
    said = [*(say("Excel", when) for when in range(3)), say("PDF", 5), say("Excel", 9, quote=quote)]
    folded = fold(said, ONE)
    assert believed(folded) == {"Excel": ("active", 85), "PDF": ("dropped", 40)}
    assert shown(folded, 9) == {"Excel": "believed"}
    assert rules(folded, "Excel")[-1] == ("holds", 15, "supports")
    assert rules(folded, "PDF")[-1] == ("overruled", -20, "doubts")


def test_a_value_that_wins_its_dispute_is_believed_whatever_it_lost():
    folded = fold([say("Excel", 0), say("Excel", 1), say("PDF", 5), say("Excel", 9)], ONE)
    assert believed(folded)["Excel"] == ("active", 75)


def test_confirmed_in_the_session_of_the_doubt_it_stays_disputed_but_the_rival_begins_anew():
    said = [say("Excel", 0), say("Excel", 1), say("PDF", 5, "x"), say("Excel", 5.1, "x"), say("PDF", 6, "y")]
    assert believed(fold(said, ONE)) == {"Excel": ("disputed", 50), "PDF": ("pending", 75)}
    folded = fold([*said, say("PDF", 7, "z")], ONE)
    assert believed(folded) == {"Excel": ("superseded", 50), "PDF": ("active", 90)}
    assert days(state(folded, "Excel")) == (0, 6)


def test_a_rival_that_was_often_said_survives_losing():
    insisting = [say("PDF", 5 + step / 100, "x") for step in range(4)]
    folded = fold([say("Excel", 0), say("Excel", 1), *insisting, say("Excel", 9)], ONE)
    assert believed(folded) == {"Excel": ("active", 75), "PDF": ("pending", 55)}
    assert shown(folded, 9) == {"Excel": "believed"}
    again = fold([say("Excel", 0), say("Excel", 1), *insisting, say("Excel", 9), say("PDF", 10)], ONE)
    assert believed(again) == {"Excel": ("disputed", 55), "PDF": ("pending", 70)}


def test_a_rival_is_dropped_below_fifty():
    excel = [say("Excel", 0), say("Excel", 1)]
    rival = [say("PDF", 5 + step / 100, "x") for step in range(3)]
    assert believed(fold([*excel, *rival[:2], say("Excel", 9)], ONE))["PDF"] == ("dropped", 45)
    assert believed(fold([*excel, *rival, say("Excel", 9)], ONE))["PDF"] == ("pending", 50)


def test_confidence_never_falls_below_five():
    doubts = [say(city, 5 + number) for number, city in enumerate(["Lyon", "Berlin", "Rome", "成都"])]
    assert believed(fold([say("Paris", 0), *doubts], ONE))["Paris"] == ("pending", 5)


def test_a_dropped_rival_may_try_again():
    said = [say("Excel", 0), say("Excel", 1), say("PDF", 5), say("Excel", 9), say("PDF", 12)]
    folded = fold(said, ONE)
    assert believed(folded) == {"Excel": ("disputed", 55), "PDF": ("pending", 60)}
    folded = fold([*said, say("PDF", 13)], ONE)
    assert believed(folded)["PDF"] == ("active", 75)
    assert days(state(folded, "PDF")) == (12, None)


def test_what_was_said_once_and_then_contradicted_once_is_shown_with_its_contradiction():
    folded = fold([say("Paris", 0, quote="我住在巴黎"), say("Lyon", 60, quote="I live in Lyon")], ONE)
    assert believed(folded) == {"Paris": ("pending", 40), "Lyon": ("pending", 60)}
    assert shown(folded, 60) == {"Lyon": "said", "Paris": "said"}


@pytest.mark.parametrize("quote", ["I don't like coffee.", "我不喜欢咖啡。"])
def test_of_many_values_only_the_contrary_of_the_same_object_contradicts(quote):
    likes = [say("coffee", 0), say("coffee", 1), say("tea", 1)]
    folded = fold([*likes, say("coffee", 5, no=True, quote=quote)], MANY)
    assert believed(folded) == {"coffee": ("disputed", 55), "not coffee": ("pending", 60), "tea": ("pending", 60)}


def test_to_dislike_is_weighed_as_not_to_like():
    table = {"lives_in": ONE, "likes": Row("many", "dislikes"), "dislikes": Row("many", "likes")}
    assert affirmed("dislikes", "+", table) == ("likes", "-")
    assert affirmed("dislikes", "-", table) == ("likes", "+")
    assert affirmed("likes", "-", table) == ("likes", "-")
    assert affirmed("lives_in", "+", table) == ("lives_in", "+")


def test_preferences_without_an_aspect_do_not_exclude_each_other():
    prefers = Row("one per aspect")
    said = [say("tea", 0, quote="我更喜欢茶"), say("trains", 1, quote="I prefer trains")]
    assert believed(fold(said, of_slot(prefers, ""))) == {"tea": ("pending", 60), "trains": ("pending", 60)}
    assert believed(fold(said, of_slot(prefers, "drink"))) == {"tea": ("pending", 40), "trains": ("pending", 60)}


def test_an_event_does_not_doubt_what_it_says():
    both = [say("Paris", 0, id="one"), say("Lyon", 0, id="one", place=9)]
    assert believed(fold(both, ONE)) == {"Paris": ("pending", 60), "Lyon": ("pending", 60)}
