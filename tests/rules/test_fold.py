"""How belief changes: every row of the table in docs/beliefs.md, in both languages."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from slots import MANY, ONE, believed, day, days, fold, rules, say, shown, state

from graphmem.errors import NaiveDatetimeError
from graphmem.models import ActorRole, EventType
from graphmem.rules.evidence import Cue, Evidence, counts
from graphmem.rules.facts import FactKey, Rule
from graphmem.rules.served import status_at

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
