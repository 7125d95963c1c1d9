"""Facts in what is recalled: with their rivals, as of a day, as believed on a day, of others only where asked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from saying import AUGUST, CITY, FORMAT, JULY, JUNE, MAY, Clock, say

from graphmem.rules.facts import Status
from graphmem.user import UserMemory


@FORMAT
def test_recall_serves_facts_with_their_rivals_before_events(
    ada: UserMemory, excel: str, pdf: str, pdf_from_now_on: str
) -> None:
    for day, text in enumerate([excel, excel, pdf]):
        say(ada, text, day)
    ada.consolidate()

    found = ada.recall("Which format for the reports?" if "I" in excel else "报告用什么格式？")
    assert [fact.object for fact in found.facts] == ["Excel", "PDF"]
    lines = found.brief().splitlines()
    assert "Excel" in lines[1]
    assert found.facts[0].fact_id[:12] in lines[1]
    assert ("in dispute" in lines[1]) or ("有争议" in lines[1])
    assert ("said against it" in lines[2]) or ("与之相反的说法" in lines[2])
    assert ada.provenance(found.facts[0]).event_ids

    say(ada, pdf_from_now_on, 3)
    ada.consolidate()
    assert [fact.object for fact in ada.recall("Excel or PDF for reports? 报告格式").facts] == ["PDF"]


@CITY
def test_recall_serves_facts_as_they_were_believed_at_an_earlier_time(
    ada: UserMemory, clock: Clock, first: str, moved: str, one: str, other: str
) -> None:
    clock.time = MAY
    ada.record(first, occurred_at=MAY)
    ada.consolidate()
    clock.time = JULY
    ada.record(moved, occurred_at=JULY)
    ada.consolidate()
    cue = "Where do I live?" if one.isascii() else "我住在哪里？"

    then = ada.recall(cue, known_at=JUNE).facts
    assert [(fact.object, fact.status, fact.valid_until.year) for fact in then] == [(one, Status.PENDING, 9999)]
    assert [fact.object for fact in ada.recall(cue).facts] == [other]
    assert ada.recall(cue, known_at=MAY - timedelta(days=1)).facts == ()
    assert [fact.object for fact in ada.recall(cue, as_of=JUNE, known_at=AUGUST).facts] == [one]


@pytest.mark.parametrize(
    ("mine", "hers", "cue", "named", "thing", "own", "other"),
    [
        (
            "I like espresso.",
            "My friend Petra likes green tea.",
            "What does the user like to drink?",
            "What does Petra's flat need?",
            "Who is green tea for?",
            "espresso",
            "green tea",
        ),
        (
            "我喜欢咖啡。",
            "我同事喜欢绿茶。",
            "用户喜欢喝什么？",
            "他同事喜欢喝什么？",
            "绿茶是给谁的？",
            "咖啡",
            "绿茶",
        ),
    ],
    ids=["en", "zh"],
)
def test_what_others_like_comes_only_where_the_cue_names_them_or_the_thing(
    ada: UserMemory, mine: str, hers: str, cue: str, named: str, thing: str, own: str, other: str
) -> None:
    say(ada, mine, 0)
    say(ada, hers, 1)
    ada.consolidate()

    likes = [
        [fact.object for fact in ada.recall(each).facts if fact.predicate == "likes"] for each in (cue, named, thing)
    ]

    assert likes[0] == [own]
    assert other in likes[1]
    assert other in likes[2]


@CITY
def test_recall_as_of_an_earlier_time_serves_what_held_then(
    ada: UserMemory, first: str, moved: str, one: str, other: str
) -> None:
    say(ada, first, 0)
    say(ada, moved, 10)
    ada.consolidate()
    cue = "Where do I live, in Paris or Lyon? 我住在北京还是上海"
    assert [fact.object for fact in ada.recall(cue, as_of=MAY + timedelta(days=5)).facts] == [one]
    assert [fact.object for fact in ada.recall(cue).facts] == [other]
