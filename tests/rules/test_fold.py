"""How belief changes: every row of the table in docs/beliefs.md, in both languages."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from slots import MANY, ONE, Row, believed, day, days, fold, say, shown, state

from graphmem.clock import BEGINNING
from graphmem.errors import NaiveDatetimeError
from graphmem.models import ActorRole, EventType
from graphmem.rules.evidence import Cue, Evidence, counts
from graphmem.rules.facts import FactKey, Rule, affirmed, of_slot
from graphmem.rules.served import status_at


def rules(folded, object, **more):
    key = state(folded, object, **more).key
    return [(step.rule.value, step.delta, step.support) for step in folded.steps if step.fact == key]


# Said, and said again.


@pytest.mark.parametrize("quote", ["I live in Paris.", "我住在巴黎。"])
def test_said_once_it_is_pending_and_served_as_said(quote):
    folded = fold([say("Paris", 0, quote=quote)], ONE)
    assert believed(folded) == {"Paris": ("pending", 60)}
    assert shown(folded, 0) == {"Paris": "said"}
    assert days(state(folded, "Paris")) == (0, None)
    (step,) = folded.steps
    assert (step.rule, step.delta, step.support, step.quote) == (Rule.NEW, 60, "supports", quote)


@pytest.mark.parametrize("quote", ["I'm allergic to peanuts.", "我对花生过敏。"])
def test_an_allergy_said_once_is_served_beside_another_that_is_believed(quote):
    shrimp = [say("shrimp", 0), say("shrimp", 1)]
    folded = fold([*shrimp, say("peanuts", 2, quote=quote)], MANY)
    assert shown(folded, 2, MANY) == {"shrimp": "believed", "peanuts": "said"}


@pytest.mark.parametrize("quote", ["PDF, please.", "请用 PDF。"])
def test_three_times_in_one_session_is_not_enough_to_be_believed(quote):
    folded = fold([say("PDF", when / 100, "one", quote=quote) for when in range(3)], ONE)
    assert believed(folded) == {"PDF": ("pending", 70)}


@pytest.mark.parametrize("quote", ["PDF, please.", "请用 PDF。"])
def test_in_three_sessions_it_is_believed(quote):
    said = [say("PDF", when, quote=quote) for when in range(3)]
    assert believed(fold(said[:2], ONE)) == {"PDF": ("active", 75)}
    folded = fold(said, ONE)
    assert believed(folded) == {"PDF": ("active", 90)}
    assert shown(folded, 3) == {"PDF": "believed"}
    assert (state(folded, "PDF").said, state(folded, "PDF").sessions) == (3, 3)


def test_a_repetition_that_was_united_with_its_event_is_evidence_of_its_own():
    folded = fold([say("PDF", 0, "one", seen=((0.1, "one"), (3, "two")))], ONE)
    assert believed(folded) == {"PDF": ("active", 80)}
    assert [(step.event_id, step.stored_in) for step in folded.steps] == [
        ("PDF 0", "PDF 0"),
        ("PDF 0 at 0.1", "PDF 0"),
        ("PDF 0 at 3", "PDF 0"),
    ]


def test_without_sessions_another_day_of_the_user_is_another_session():
    evening, night = datetime(2026, 5, 1, 15, tzinfo=UTC), datetime(2026, 5, 1, 17, tzinfo=UTC)
    said = [Evidence("a", evening, "PDF", quote="请用 PDF"), Evidence("b", night, "PDF", quote="PDF, please")]
    assert believed(fold(said, ONE)) == {"PDF": ("pending", 65)}
    assert believed(fold(said, ONE, zone=ZoneInfo("Asia/Shanghai"))) == {"PDF": ("active", 75)}


def test_going_back_to_an_earlier_session_counts_as_the_same_session():
    folded = fold([say("PDF", 0, "a"), say("PDF", 1, "b"), say("PDF", 2, "a")], ONE)
    assert believed(folded) == {"PDF": ("active", 80)}


def test_what_an_event_says_twice_counts_once():
    said = [say("PDF", 0, id="one", quote="PDF, please"), say("PDF", 0, id="one", place=20, quote="as I said, PDF")]
    assert believed(fold(said, ONE)) == {"PDF": ("pending", 60)}
    assert fold(said, ONE).steps[0].quote == "PDF, please"


# Row 1.


@pytest.mark.parametrize("quote", ["This time in detail, please.", "这次写详细一点。"])
def test_a_wish_for_this_time_makes_no_fact_and_doubts_none(quote):
    short = [say("short", 0), say("short", 1)]
    folded = fold([*short, say("detailed", 2, None, Cue.ONE_OFF, quote=quote)], ONE)
    assert folded == fold(short, ONE)


@pytest.mark.parametrize("quote", ["I switched from Notion to Obsidian.", "我不再用 Notion，改用 Obsidian 了。"])
def test_what_gives_way_ends_and_that_it_is_not_so_is_no_fact_of_its_own(quote):
    over = say("Notion", 5, None, Cue.CHANGE, Cue.GIVES_WAY, no=True, quote=quote)
    folded = fold([say("Notion", 0), say("Notion", 1), over], MANY)
    assert believed(folded) == {"Notion": ("superseded", 75)}
    assert days(state(folded, "Notion")) == (0, 5)
    assert fold([over], MANY).facts == ()
    assert believed(fold([say("Notion", 0), over, say("Notion", 9)], MANY))["Notion 2"] == ("pending", 60)


def test_where_one_value_holds_it_goes_without_saying_that_others_do_not():
    said = [say("Paris", 0), say("Paris", 1), say("Lyon", 2, no=True), say("Lyon", 3, no=True)]
    assert shown(fold(said, ONE), 4) == {"Paris": "believed"}
    assert shown(fold(said[2:], ONE), 4) == {"not Lyon": "believed"}
    assert shown(fold(said, MANY), 4, MANY) == {"Paris": "believed", "not Lyon": "believed"}


# Row 2.


@pytest.mark.parametrize(
    ("quote", "cue", "no"),
    [
        ("I never lived in Paris.", Cue.DENIAL, True),
        ("我从来没在巴黎住过。", Cue.DENIAL, True),
        ("That I live in Paris was never true.", Cue.DENIAL, False),
        ("说我住巴黎，那不是真的。", Cue.DENIAL, False),
        ("retracted through the API", Cue.RETRACT, False),
    ],
)
def test_what_is_denied_is_retracted_and_not_served(quote, cue, no):
    folded = fold([say("Paris", 0), say("Paris", 1), say("Paris", 2, None, cue, no=no, quote=quote)], ONE)
    assert believed(folded) == {"Paris": ("retracted", 75)}
    assert state(folded, "Paris").retracted_at == day(2)
    assert shown(folded, 3) == {}
    assert rules(folded, "Paris")[-1] == ("denied", 0, "doubts")


@pytest.mark.parametrize("quote", ["I've never eaten meat.", "我从来没吃过肉。"])
def test_never_where_nothing_was_said_before_is_a_fact_of_its_own(quote):
    folded = fold([say("meat", 0, None, Cue.DENIAL, no=True, quote=quote)], MANY)
    assert believed(folded) == {"not meat": ("pending", 60)}


@pytest.mark.parametrize("quote", ["That was wrong, I live in Lyon.", "刚才说错了，我住在里昂。"])
def test_a_correction_puts_the_right_value_in_the_place_of_the_wrong_one(quote):
    folded = fold([say("Paris", 0), say("Lyon", 4, None, Cue.DENIAL, quote=quote)], ONE)
    assert believed(folded) == {"Paris": ("retracted", 60), "Lyon": ("active", 90)}
    assert days(state(folded, "Lyon")) == (0, None)


def test_what_a_denied_fact_had_superseded_goes_on():
    said = [
        say("Paris", 0),
        say("Paris", 1),
        say("Lyon", 5, None, Cue.CHANGE, quote="I moved to Lyon"),
        say("Lyon", 6, None, Cue.RETRACT),
    ]
    folded = fold(said, ONE)
    assert believed(folded) == {"Paris": ("active", 75), "Lyon": ("retracted", 90)}
    assert days(state(folded, "Paris")) == (0, None)
    assert rules(folded, "Paris")[-1] == ("freed", 0, "supports")


def test_denying_a_rival_ends_the_dispute():
    said = [say("Excel", 0), say("Excel", 1), say("PDF", 2), say("PDF", 3, None, Cue.RETRACT)]
    assert believed(fold(said, ONE)) == {"Excel": ("active", 75), "PDF": ("retracted", 60)}


def test_denying_the_holder_leaves_its_rival_alone():
    said = [say("Excel", 0), say("Excel", 1), say("PDF", 2), say("Excel", 3, None, Cue.RETRACT)]
    folded = fold(said, ONE)
    assert believed(folded) == {"Excel": ("retracted", 55), "PDF": ("pending", 60)}
    assert state(folded, "PDF").rival_of is None
    assert believed(fold([*said, say("PDF", 4)], ONE))["PDF"] == ("active", 75)


def test_a_rival_said_often_enough_is_believed_once_the_holder_is_denied():
    insisting = [say("PDF", 2 + step / 100, "x") for step in range(4)]
    folded = fold([say("Excel", 0), say("Excel", 1), *insisting, say("Excel", 3, None, Cue.RETRACT)], ONE)
    assert believed(folded) == {"Excel": ("retracted", 55), "PDF": ("active", 75)}
    assert rules(folded, "PDF")[-1] == ("freed", 0, "supports")


def test_what_came_before_a_denied_city_lasts_until_the_next_one():
    said = [
        say("Paris", 0),
        say("Lyon", 10, None, Cue.CHANGE),
        say("Berlin", 20, None, Cue.CHANGE),
        say("Lyon", 30, None, Cue.DENIAL, no=True, quote="我从没在里昂住过"),
    ]
    folded = fold(said, ONE)
    assert believed(folded) == {"Paris": ("superseded", 60), "Lyon": ("retracted", 90), "Berlin": ("active", 90)}
    assert days(state(folded, "Paris")) == (0, 20)
    assert state(folded, "Paris").superseded_by == FactKey("Berlin", "+", 1)


@pytest.mark.parametrize("quote", ["That was wrong, I live in Lyon.", "说错了，我住在里昂。"])
def test_a_correction_of_nothing_known_is_a_first_statement(quote):
    assert believed(fold([say("Lyon", 0, None, Cue.DENIAL, quote=quote)], ONE)) == {"Lyon": ("pending", 60)}


def test_said_again_after_a_denial_it_begins_anew():
    folded = fold([say("Paris", 0), say("Paris", 1, None, Cue.RETRACT), say("Paris", 2)], ONE)
    assert believed(folded) == {"Paris": ("retracted", 60), "Paris 2": ("pending", 60)}


# Rows 3 and 4.


@pytest.mark.parametrize("quote", ["I moved to Lyon.", "我搬到里昂了。"])
def test_a_move_ends_the_old_city_at_once_with_its_interval(quote):
    folded = fold([say("Paris", 0), say("Lyon", 60, None, Cue.CHANGE, quote=quote)], ONE)
    assert believed(folded) == {"Paris": ("superseded", 60), "Lyon": ("active", 90)}
    assert days(state(folded, "Paris")) == (0, 60)
    assert days(state(folded, "Lyon")) == (60, None)
    assert state(folded, "Paris").superseded_by == FactKey("Lyon", "+", 1)
    assert (list(shown(folded, 30)), list(shown(folded, 90))) == (["Paris"], ["Lyon"])


@pytest.mark.parametrize("quote", ["From now on PDF.", "以后都用 PDF。"])
def test_from_now_on_wins_against_what_was_believed(quote):
    excel = [say("Excel", when) for when in range(3)]
    folded = fold([*excel, say("PDF", 5, None, Cue.REMEMBER, quote=quote)], ONE)
    assert believed(folded) == {"Excel": ("superseded", 90), "PDF": ("active", 90)}
    assert days(state(folded, "Excel")) == (0, 5)
    assert rules(folded, "Excel")[-1] == ("replaced", 0, "doubts")


@pytest.mark.parametrize("quote", ["Remember: I'm allergic to peanuts.", "记住，我对花生过敏。"])
def test_what_is_to_be_remembered_is_believed_at_once(quote):
    assert believed(fold([say("peanuts", 0, None, Cue.REMEMBER, quote=quote)], MANY)) == {"peanuts": ("active", 90)}


def test_remember_never_lowers_a_confidence():
    said = [*(say("PDF", when) for when in range(4)), say("PDF", 9, None, Cue.REMEMBER)]
    assert believed(fold(said, ONE)) == {"PDF": ("active", 99)}


@pytest.mark.parametrize("quote", ["I no longer use Excel.", "我不再用 Excel 了。"])
def test_no_longer_ends_a_fact_and_says_its_contrary(quote):
    said = [say("Excel", 0), say("Excel", 1), say("Vim", 1), say("Excel", 5, None, Cue.CHANGE, no=True, quote=quote)]
    folded = fold(said, MANY)
    assert believed(folded) == {
        "Excel": ("superseded", 75),
        "not Excel": ("active", 90),
        "Vim": ("pending", 60),
    }
    assert days(state(folded, "Excel")) == (0, 5)


@pytest.mark.parametrize("quote", ["I switched from Excel to PDF.", "我从 Excel 改用 PDF 了。"])
def test_a_switch_names_what_took_the_place(quote):
    switch = [
        say("Excel", 5, "s", Cue.CHANGE, id="switch", no=True, place=7, quote=quote),
        say("PDF", 5, "s", Cue.CHANGE, id="switch", place=20, quote=quote),
    ]
    folded = fold([say("Excel", 0), say("Excel", 1), *switch], ONE)
    assert believed(folded) == {"Excel": ("superseded", 75), "PDF": ("active", 90), "not Excel": ("active", 90)}
    assert state(folded, "Excel").superseded_by == FactKey("PDF", "+", 1)


def test_a_change_with_a_date_holds_from_that_date_on():
    june = say("Lyon", 5, None, Cue.CHANGE, valid_from=day(31), precision="day", quote="I'm moving to Lyon on June 1st")
    folded = fold([say("Paris", 0), say("Paris", 1), june], ONE)
    assert days(state(folded, "Paris")) == (0, 31)
    assert days(state(folded, "Lyon")) == (31, None)
    assert state(folded, "Lyon").precision == "day"
    assert (list(shown(folded, 10)), list(shown(folded, 40))) == (["Paris"], ["Lyon"])
    assert status_at(state(folded, "Lyon"), day(10)) == "upcoming"


def test_until_a_change_comes_the_old_value_can_still_be_confirmed_or_kept():
    moving = [say("Paris", 0), say("Paris", 1), say("Lyon", 5, None, Cue.CHANGE, valid_from=day(31))]
    folded = fold([*moving, say("Paris", 10)], ONE)
    assert believed(folded) == {"Paris": ("superseded", 90), "Lyon": ("active", 90)}
    staying = say("Paris", 10, None, Cue.REMEMBER, quote="记住，我不搬了，还住巴黎")
    folded = fold([*moving, staying], ONE)
    assert believed(folded) == {"Paris": ("active", 90), "Lyon": ("superseded", 90)}
    assert days(state(folded, "Paris")) == (0, None)
    assert shown(folded, 40) == {"Paris": "believed"}


def test_moving_back_makes_a_fact_of_its_own():
    said = [
        say("Paris", 0),
        say("Lyon", 10, None, Cue.CHANGE),
        say("Paris", 20, None, Cue.CHANGE, quote="又搬回巴黎了"),
    ]
    folded = fold(said, ONE)
    assert believed(folded) == {"Paris": ("superseded", 60), "Lyon": ("superseded", 90), "Paris 2": ("active", 90)}
    assert [days(fact) for fact in folded.facts] == [(10, 20), (0, 10), (20, None)]


@pytest.mark.parametrize(("cue", "rule"), [(Cue.CONFIRM, "confirm"), (Cue.ASSERT, "assert")])
def test_what_is_confirmed_or_asserted_through_the_api_is_believed_at_once(cue, rule):
    folded = fold([say("Excel", 0), say("Excel", 1), say("PDF", 2), say("PDF", 3, None, cue)], ONE)
    assert believed(folded) == {"Excel": ("superseded", 55), "PDF": ("active", 90)}
    assert rules(folded, "PDF")[-1] == (rule, 30, "supports")


def test_confirming_a_disputed_fact_ends_the_dispute():
    folded = fold([say("Excel", 0), say("Excel", 1), say("PDF", 2), say("Excel", 3, None, Cue.CONFIRM)], ONE)
    assert believed(folded) == {"Excel": ("active", 90), "PDF": ("dropped", 40)}
    assert days(state(folded, "Excel")) == (0, None)


def test_confirming_a_dropped_rival_brings_it_back():
    said = [say("Excel", 0), say("Excel", 1), say("PDF", 5), say("Excel", 9), say("PDF", 12, None, Cue.CONFIRM)]
    folded = fold(said, ONE)
    assert believed(folded) == {"Excel": ("superseded", 75), "PDF": ("active", 90)}
    assert (days(state(folded, "Excel")), days(state(folded, "PDF"))) == ((0, 12), (12, None))


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


# What is evidence at all.


@pytest.mark.parametrize("quote", ["You prefer PDF.", "你喜欢 PDF。"])
def test_an_agent_does_not_confirm_itself_by_repeating_its_brief(quote):
    said = [say("PDF", 0)]
    for when in range(1, 9):
        agent = {"event_type": EventType.AGENT_MESSAGE, "actor_role": ActorRole.AGENT}
        said.append(say("PDF", when, None, Cue.REMEMBER, quote=quote, **agent))
    assert believed(fold(said, ONE)) == {"PDF": ("pending", 60)}


def test_tools_are_witnesses_of_things_and_not_of_users():
    assert counts(EventType.TOOL_RESULT, ActorRole.TOOL, about_user=False)
    assert not counts(EventType.TOOL_RESULT, ActorRole.TOOL, about_user=True)
    assert not counts(EventType.SYSTEM, ActorRole.TOOL, about_user=False)
    assert not counts(EventType.DIGEST, ActorRole.USER, about_user=True)
    assert counts(EventType.FEEDBACK, ActorRole.USER, about_user=True)
    assert not counts(EventType.DECISION, ActorRole.AGENT, about_user=False)


def test_times_without_a_zone_are_refused():
    with pytest.raises(NaiveDatetimeError, match="occurred_at has no time zone"):
        Evidence("one", datetime(2026, 5, 1), "PDF")  # noqa: DTZ001


def test_an_end_that_is_not_after_the_beginning_does_not_count():
    folded = fold([say("PDF", 0, valid_from=day(3), valid_until=day(3))], ONE)
    assert days(state(folded, "PDF")) == (3, None)


# The page.


def test_the_example_of_the_page_runs_as_printed(capsys):
    page = (Path(__file__).parents[2] / "docs" / "beliefs.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(example, "docs/beliefs.md", "exec"), {})
    shown, *steps = capsys.readouterr().out.splitlines()
    assert f"# {shown}\n" in example
    assert steps == [
        "2026-05-01 Excel new 60 60 pending",
        "2026-05-08 Excel agrees 15 75 active",
        "2026-05-15 Excel contradicted -20 55 disputed",
        "2026-05-15 PDF contradicts 60 60 pending",
        "2026-05-22 PDF wins 15 75 active",
        "2026-05-22 Excel outvoted 0 55 superseded",
    ]


def test_what_the_page_says_would_have_happened_instead():
    said = [say("Excel", 0), say("Excel", 7), say("PDF", 14)]
    assert believed(fold([*said, say("Excel", 21)], ONE)) == {"Excel": ("active", 75), "PDF": ("dropped", 40)}
    from_now_on = say("PDF", 14, None, Cue.REMEMBER)
    assert believed(fold([*said[:2], from_now_on], ONE)) == {"Excel": ("superseded", 75), "PDF": ("active", 90)}
