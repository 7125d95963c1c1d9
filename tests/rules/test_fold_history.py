"""What comes late, what is forgotten and what ends by itself, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from slots import MANY, ONE, believed, day, days, fold, rules, say, shown, state

from graphmem.clock import BEGINNING
from graphmem.rules.evidence import Cue
from graphmem.rules.facts import FactKey
from graphmem.rules.served import status_at

# Late, history and forgetting.


@pytest.mark.parametrize("quote", ["I live in Paris.", "我住在巴黎。"])
def test_an_older_city_that_arrives_late_is_history_and_doubts_nothing(quote):
    moved = [say("Lyon", 60, None, Cue.CHANGE)]
    folded = fold([*moved, say("Paris", 0, quote=quote)], ONE)
    assert believed(folded) == {"Paris": ("superseded", 60), "Lyon": ("active", 90)}
    assert days(state(folded, "Paris")) == (0, 60)

    lives = [say("Lyon", 60), say("Lyon", 61)]
    folded = fold([*lives, say("Paris", 0, quote=quote)], ONE)
    assert believed(folded)["Lyon"] == ("active", 75)
    assert days(state(folded, "Paris")) == (0, 60)


def test_a_single_older_statement_does_not_take_the_belief_from_a_newer_value():
    insisting = [say("Lyon", 60 + step / 100, "x") for step in range(4)]
    assert believed(fold(insisting, ONE)) == {"Lyon": ("active", 75)}
    folded = fold([*insisting, say("Paris", 0)], ONE)
    assert believed(folded)["Lyon"] == ("active", 75)
    assert days(state(folded, "Paris")) == (0, 60)


@pytest.mark.parametrize("quote", ["In 2019 I lived in Paris.", "2019年我住在巴黎。"])
def test_what_was_over_when_it_was_said_gets_an_interval_of_its_own(quote):
    year = {"valid_from": datetime(2019, 1, 1, tzinfo=UTC), "valid_until": datetime(2020, 1, 1, tzinfo=UTC)}
    folded = fold([say("Lyon", 0), say("Lyon", 1), say("Paris", 2, quote=quote, precision="year", **year)], ONE)
    assert believed(folded) == {"Lyon": ("active", 75), "Paris": ("superseded", 60)}
    paris = state(folded, "Paris")
    assert (paris.valid_from, paris.valid_until, paris.precision) == (year["valid_from"], year["valid_until"], "year")
    assert paris.superseded_by == FactKey("Lyon", "+", 1)
    assert rules(folded, "Paris") == [("history", 60, "supports")]
    assert shown(folded, 3) == {"Lyon": "believed"}


@pytest.mark.parametrize("quote", ["I lived in Paris until May 4th.", "我在巴黎住到5月4号。"])
def test_history_without_a_beginning_begins_where_the_one_before_ended(quote):
    rome = say("Rome", 0, valid_until=day(-30), quote="I lived in Rome until April 1st")
    paris = say("Paris", 1, valid_until=day(-3), quote=quote)
    folded = fold([rome, say("Lyon", 0), paris, say("Paris", 2, valid_until=day(-3))], ONE)
    assert state(folded, "Rome").valid_from == BEGINNING
    assert days(state(folded, "Paris")) == (-30, -3)
    assert believed(folded)["Paris"] == ("superseded", 75)


def test_history_moves_the_beginning_of_what_came_after_it():
    lyon = [say("Lyon", 0, valid_from=day(-100)), say("Lyon", 1)]
    folded = fold([*lyon, say("Paris", 2, valid_from=day(-120), valid_until=day(-50))], ONE)
    assert (days(state(folded, "Paris")), days(state(folded, "Lyon"))) == ((-120, -50), (-50, None))


def test_what_lies_within_a_later_statement_held_at_no_time():
    lyon = [
        say("Lyon", 60, None, Cue.CHANGE),
        say("Lyon", 61, valid_from=day(-9), precision="day", quote="since April 22nd"),
    ]
    folded = fold([say("Paris", 0), *lyon], ONE)
    assert (days(state(folded, "Lyon")), state(folded, "Lyon").precision) == ((-9, None), "day")
    assert days(state(folded, "Paris")) == (0, 0)
    assert shown(folded, 30) == {"Lyon": "believed"}


def test_what_holds_until_something_that_is_to_come_is_history_too():
    plan = say("Lyon", 0, None, Cue.REMEMBER, valid_from=day(31), quote="from June on I live in Lyon")
    folded = fold([plan, say("Paris", 9, quote="I live in Paris")], ONE)
    assert believed(folded) == {"Lyon": ("active", 90), "Paris": ("superseded", 60)}
    assert days(state(folded, "Paris")) == (9, 31)
    assert (shown(folded, 20), shown(folded, 40)) == ({"Paris": "said"}, {"Lyon": "believed"})


def test_what_was_only_said_was_true_in_turn_until_something_was_believed():
    folded = fold([say("Paris", 0), say("Lyon", 60), say("Berlin", 120, None, Cue.CHANGE, quote="搬到柏林了")], ONE)
    assert {fact.key.object: days(fact) for fact in folded.facts} == {
        "Paris": (0, 60),
        "Lyon": (60, 120),
        "Berlin": (120, None),
    }
    assert state(folded, "Paris").superseded_by == FactKey("Lyon", "+", 1)
    assert [list(shown(folded, when)) for when in (30, 90, 150)] == [["Paris"], ["Lyon"], ["Berlin"]]


def test_since_when_is_taken_from_the_text():
    since = say("Lyon", 30, valid_from=day(10), precision="day", quote="I've lived in Lyon since May 11th")
    folded = fold([say("Paris", 0), since, say("Lyon", 40)], ONE)
    assert days(state(folded, "Paris")) == (0, 10)
    assert days(state(folded, "Lyon")) == (10, None)


def test_when_one_of_two_supports_is_forgotten_the_slot_is_what_the_other_says():
    first, second = say("PDF", 0, quote="要 PDF"), say("PDF", 5)
    assert believed(fold([first, second], ONE)) == {"PDF": ("active", 75)}
    folded = fold([second], ONE)
    assert believed(folded) == {"PDF": ("pending", 60)}
    assert days(state(folded, "PDF")) == (5, None)


def test_when_the_support_of_a_winner_is_forgotten_the_old_value_is_back():
    said = [say("Excel", 0), say("Excel", 1), say("PDF", 5), say("PDF", 9)]
    assert believed(fold(said, ONE))["PDF"] == ("active", 75)
    assert believed(fold(said[:2], ONE)) == {"Excel": ("active", 75)}


# Natural ends.


@pytest.mark.parametrize("quote", ["The report is due on Friday.", "报告周五截止。"])
def test_a_deadline_ends_by_itself(quote):
    folded = fold([say("Friday", 0, quote=quote, fact_type="date", valid_until=day(4), precision="day")], ONE)
    due = state(folded, "Friday")
    assert (status_at(due, day(1)), status_at(due, day(4))) == ("pending", "ended")
    assert (shown(folded, 1), shown(folded, 4)) == ({"Friday": "said"}, {})


def test_the_next_deadline_does_not_contradict_one_that_is_over():
    said = [
        say("Friday", 0, fact_type="date", valid_until=day(4)),
        say("Friday", 1, fact_type="date", valid_until=day(4)),
        say("Monday", 6, fact_type="date", valid_until=day(9)),
    ]
    folded = fold(said, ONE)
    assert believed(folded) == {"Friday": ("active", 75), "Monday": ("pending", 60)}
    assert shown(folded, 6) == {"Monday": "said"}
    folded = fold([*said, say("Monday", 7, fact_type="date", valid_until=day(9))], ONE)
    assert believed(folded) == {"Friday": ("superseded", 75), "Monday": ("active", 75)}
    assert days(state(folded, "Friday")) == (0, 4)


@pytest.mark.parametrize(
    ("quote", "fact_type"), [("I plan to visit Japan.", "date"), ("我打算去日本。", "date"), ("I need a visa", "need")]
)
def test_a_plan_without_a_date_ends_thirty_days_after_it_was_last_said(quote, fact_type):
    plan = [say("Japan", when, quote=quote, fact_type=fact_type) for when in (0, 20)]
    folded = fold(plan, MANY)
    assert days(state(folded, "Japan")) == (0, 50)
    assert status_at(state(folded, "Japan"), day(50)) == "ended"
    again = fold([*plan, say("Japan", 80, fact_type=fact_type)], MANY)
    assert [days(fact) for fact in again.facts] == [(0, 50), (80, 110)]


def test_preferences_and_profiles_do_not_age():
    folded = fold([say("PDF", 0, fact_type="preference")], ONE)
    assert status_at(state(folded, "PDF"), day(5000)) == "pending"
