"""What recurs: only what is plainly so, whatever the order in which it is told."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from graphmem.rules.evidence import Cue, Evidence
from graphmem.rules.facts import Rule, Status
from graphmem.rules.fold import fold
from graphmem.rules.predicates import predicate_named
from graphmem.rules.recurring import Mention, recurrences, when_in

FRIDAY = datetime(2026, 5, 1, 15, tzinfo=UTC)


def seen(*moments: datetime, what: str = "data", who: str = "user") -> list[Mention]:
    return [Mention(who, what, f"{what} {at.isoformat()}", at) for at in moments]


def fridays(number: int, **by: float) -> list[datetime]:
    return [FRIDAY + timedelta(weeks=n, **by) for n in range(number)]


def told(mentions: list[Mention], zone=UTC) -> list[tuple[str, str, int]]:
    return [(each.what, each.when, each.weeks) for each in recurrences(mentions, zone)]


def test_what_comes_up_in_three_weeks_at_the_same_time_recurs():
    assert told(seen(*fridays(3))) == [("data", "Friday afternoon", 3)]
    assert told(seen(*fridays(2))) == []
    assert told(seen(FRIDAY, FRIDAY + timedelta(hours=1), *fridays(2))) == []  # three times, but two weeks


def test_the_order_of_the_mentions_makes_no_difference():
    mentions = seen(*fridays(5)) + seen(*fridays(4, days=-3, hours=-6), what="billing")
    expected = recurrences(mentions, UTC)
    assert [each.what for each in expected] == ["data", "billing"]
    for seed in range(5):
        random.Random(seed).shuffle(mentions)
        assert recurrences(mentions, UTC) == expected


def test_what_comes_up_at_any_time_does_not_recur_at_one():
    elsewhere = [FRIDAY + timedelta(days=day) for day in (2, 3, 5, 10)]
    assert told(seen(*fridays(3), *elsewhere)) == []


def test_what_stopped_for_long_is_no_habit():
    assert told(seen(FRIDAY, FRIDAY + timedelta(weeks=8), FRIDAY + timedelta(weeks=20))) == []


def test_what_is_in_most_of_what_somebody_says_says_nothing_about_fridays():
    others = [
        each
        for n in range(4)
        for day in range(4)
        for each in seen(FRIDAY + timedelta(weeks=n, days=day - 4), what=f"thing {n} {day}")
    ]
    weekly = seen(*fridays(4))
    assert told(weekly + others) == [("data", "Friday afternoon", 4)]
    everywhere = [each for mention in others for each in seen(mention.occurred_at, what="work")]
    assert told(everywhere + others) == []


def test_of_one_time_of_the_week_one_thing_is_told_and_of_one_thing_one_time():
    both = seen(*fridays(4)) + seen(*fridays(3), what="charts")
    assert told(both) == [("data", "Friday afternoon", 4)]


def test_two_people_have_habits_of_their_own():
    found = recurrences(seen(*fridays(3)) + seen(*fridays(3), who="bob"), UTC)
    assert [(each.who, each.when) for each in found] == [("bob", "Friday afternoon"), ("user", "Friday afternoon")]


@pytest.mark.parametrize(
    ("zone", "when"),
    [("UTC", "Friday afternoon"), ("Asia/Shanghai", "Friday night"), ("America/Los_Angeles", "Friday morning")],
)
def test_the_time_of_the_week_is_that_of_the_users_zone(zone, when):
    assert told(seen(*fridays(3)), ZoneInfo(zone)) == [("data", when, 3)]


def test_the_small_hours_belong_to_the_night_before():
    assert told(seen(*fridays(3, hours=11))) == [("data", "Friday night", 3)]


def test_a_time_of_the_week_is_said_in_both_languages():
    assert when_in("en", "Friday afternoon") == "Friday afternoons"
    assert when_in("zh", "Friday afternoon") == "周五下午"


def recurring(*moments: datetime) -> list[Evidence]:
    return [
        Evidence(f"e{at.isoformat()}", at, "data", cues=frozenset({Cue.RECURS}), session_id=f"s{at}", quote="data")
        for at in moments
    ]


def folded(*evidence: Evidence):
    (fact,) = fold(evidence, predicate_named("often_turns_to")).facts
    return fact.status, fact.confidence


def test_three_weeks_make_it_believed_at_75_and_more_do_not_make_it_surer():
    assert folded(*recurring(*fridays(1))) == (Status.DROPPED, 25)
    assert folded(*recurring(*fridays(2))) == (Status.DROPPED, 50)
    assert folded(*recurring(*fridays(3))) == (Status.ACTIVE, 75)
    assert folded(*recurring(*fridays(9))) == (Status.ACTIVE, 75)
    assert folded(*recurring(FRIDAY, FRIDAY + timedelta(minutes=1), *fridays(2))) == (Status.DROPPED, 50)


def test_a_week_is_the_same_for_what_recurs_and_for_how_sure_that_is():
    # Nights of three Sundays: those after midnight belong to the week that ends then.
    nights = [datetime(2026, 5, day, hour, 30, tzinfo=UTC) for day, hour in ((4, 0), (10, 23), (18, 0))]

    assert told(seen(*nights)) == [("data", "Sunday night", 3)]
    assert folded(*recurring(*nights)) == (Status.ACTIVE, 75)


def test_every_time_is_a_step_of_its_own():
    steps = fold(recurring(*fridays(4)), predicate_named("often_turns_to")).steps
    assert [(step.rule, step.delta) for step in steps] == [(Rule.RECURS, 25)] * 3 + [(Rule.RECURS, 0)]


def test_what_somebody_has_denied_does_not_come_back_and_what_was_confirmed_stays_so():
    def verb(cue: Cue) -> Evidence:
        return Evidence("verb", FRIDAY + timedelta(weeks=3, days=1), "data", cues=frozenset({cue}))

    assert folded(*recurring(*fridays(9)), verb(Cue.RETRACT)) == (Status.RETRACTED, 75)
    assert folded(*recurring(*fridays(9)), verb(Cue.CONFIRM)) == (Status.ACTIVE, 90)
