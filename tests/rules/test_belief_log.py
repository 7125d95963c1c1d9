"""What a new fold appends to the log of belief, which nothing rewrites."""

from __future__ import annotations

import pytest
from slots import ONE, fold, say, state

from graphmem.rules.changes import changes
from graphmem.rules.evidence import Cue
from graphmem.rules.facts import Fold

NOTHING = Fold()


def lines(before, after):
    return [
        (line.fact.object, line.event_id, line.rule, line.delta, line.confidence_after, line.status_after.value)
        for line in changes(fold(before, ONE), fold(after, ONE)).lines
    ]


@pytest.mark.parametrize("quote", ["PDF, please.", "请用 PDF。"])
def test_each_piece_of_evidence_appends_a_line_with_its_quote(quote):
    said = [say("PDF", 0, quote=quote), say("PDF", 1, quote=quote)]
    assert lines([], said) == [
        ("PDF", "PDF 0", "new", 60, 60, "pending"),
        ("PDF", "PDF 1", "agrees", 15, 75, "active"),
    ]
    assert lines(said[:1], said) == lines([], said)[1:]
    assert {line.quote for line in changes(NOTHING, fold(said, ONE)).lines} == {quote}


def test_a_contradiction_appends_a_line_to_either_side():
    excel = [say("Excel", 0), say("Excel", 1)]
    assert lines(excel, [*excel, say("PDF", 5)]) == [
        ("Excel", "PDF 5", "contradicted", -20, 55, "disputed"),
        ("PDF", "PDF 5", "contradicts", 60, 60, "pending"),
    ]


def test_a_late_event_appends_what_is_believed_now_and_leaves_older_lines_alone():
    lyon = [say("Lyon", 60), say("Lyon", 61)]
    assert lines(lyon, [*lyon, say("Paris", 0)]) == [("Paris", "Paris 0", "new", 40, 40, "superseded")]


def test_a_late_support_counts_from_what_was_believed():
    said = [say("PDF", 0), say("PDF", 9)]
    assert lines(said, [*said, say("PDF", 5)]) == [("PDF", "PDF 5", "agrees", 15, 90, "active")]


def test_a_line_says_what_a_late_event_comes_to_after_all_that_followed_it():
    said = [say("Excel", 0), say("PDF", 5), say("PDF", 9)]
    assert lines(said, [*said, say("Excel", 6)]) == [
        ("Excel", "Excel 6", "holds", -5, 35, "pending"),
        ("PDF", "Excel 6", "overruled", -15, 60, "pending"),
    ]


def test_a_fact_that_late_events_change_without_touching_it_gets_a_line_too():
    insisting = [say("Lyon", 60 + step / 100, "x") for step in range(4)]
    late = [say("Paris", 0), say("Paris", 1, quote="还住在巴黎")]
    change = changes(fold(insisting, ONE), fold([*insisting, *late], ONE))
    line = change.lines[-1]
    assert (line.fact.object, line.event_id, line.rule, line.delta) == ("Lyon", "Paris 1", "refolded", 0)
    assert (line.status_after, line.support, line.quote) == ("pending", "doubts", "还住在巴黎")


def test_where_evidence_was_forgotten_the_line_has_no_event():
    said = [say("Excel", 0), say("Excel", 1), say("PDF", 5), say("PDF", 9)]
    change = changes(fold(said, ONE), fold(said[:2], ONE))
    assert change.gone == (("PDF", "+", 1),)
    assert [(line.fact.object, line.event_id, line.rule, line.delta, line.status_after) for line in change.lines] == [
        ("Excel", None, "refolded", 20, "active")
    ]
    assert change.lines[0].quote == ""


def test_facts_are_made_changed_and_gone():
    before = fold([say("Paris", 0)], ONE)
    after = fold([say("Paris", 0), say("Lyon", 5, None, Cue.CHANGE)], ONE)
    change = changes(before, after)
    assert change.made == (state(after, "Lyon"),)
    assert change.changed == (state(after, "Paris"),)
    assert change.gone == ()
    assert changes(after, NOTHING).gone == (state(after, "Lyon").key, state(after, "Paris").key)


def test_an_interval_alone_changes_a_fact_and_says_nothing_new_about_belief():
    lyon = say("Lyon", 60, None, Cue.CHANGE)
    since = say("Lyon", 60, None, Cue.CHANGE, valid_from=say("Lyon", 50).occurred_at)
    change = changes(fold([lyon], ONE), fold([since], ONE))
    assert len(change.changed) == 1
    assert change.lines == ()
