"""What holds for triples of either language."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.language.triples import LONGEST, extract

SENTENCES = [
    "I live in Lisbon",
    "I don't like tea",
    "my wife Ines is a nurse",
    "我住在宁波",
    "我对花生过敏",
    "我老婆叫阿珍",
]
OTHERS = [
    "and",
    ", ",
    ". ",
    "? ",
    "，",
    "。",
    "？",
    "如果",
    "if ",
    "from now on ",
    "以后",
    "we use pnpm, not npm",
    "1.2.3",
]
ODD = [
    "\n",
    "\t",
    "🙂",
    "Ａ１",
    "\u200b",
    "é",
    '"',
    "“",
    "”",
    "'",
    "(",
    "@",
    "#",
    " " * 30,
    "2026-09-01",
    "\ufeff",
    "𠮷",
]
PIECES = st.sampled_from(SENTENCES + OTHERS + ODD)


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_a_quote_stands_at_its_span_and_objects_are_never_empty(text):
    for triple in extract(text):
        start, end = triple.span
        assert text[start:end] == triple.quote
        assert triple.quote.strip()
        assert triple.object.strip()
        assert triple.subject.strip()
        assert triple.polarity in "+-"


@settings(max_examples=30, deadline=None)
@given(st.lists(PIECES, max_size=8).map("".join))
def test_questions_and_agents_state_nothing(text):
    assert extract(text, actor="assistant", actor_role="agent") == []


@settings(max_examples=20, deadline=None)
@given(st.lists(PIECES, max_size=8).map("".join))
def test_reading_again_gives_the_same(text):
    first = extract(text)
    extract("I live in Graz and my dog is called Rex. 我姐叫小梅。")

    assert extract(text) == first


@pytest.mark.parametrize("text", ["I live in Lisbon", "我住在宁波"])
def test_the_same_words_as_a_question_state_nothing(text):
    assert extract(text)
    assert extract(text + "?") == []
    assert extract(text + "？") == []


def test_only_the_beginning_of_a_long_text_is_read():
    filler = "The weather was fine that day. "
    text = "I live in Lisbon. " + filler * (LONGEST // len(filler)) + " I own a boat."

    assert [triple.object for triple in extract(text)] == ["Lisbon"]


@pytest.mark.parametrize("unit", ["a", "我", "I ", "(", "1.", "and ", "的", "x@", "-", "的和"])
def test_texts_without_end_are_read_in_the_end(unit):
    extract(unit * 4_000)


def test_both_languages_may_stand_in_one_text():
    found = [(t.predicate, t.object) for t in extract("I work at the harbour office. 我住在宁波。")]

    assert found == [("works_at", "harbour office"), ("lives_in", "宁波")]


def test_a_tool_tells_of_things_and_not_of_people():
    assert (
        extract("The Falcon project is built on Rust.", actor="tool", actor_role="tool")[0].predicate == "project_uses"
    )
    assert extract("name: Otto, I live in Lisbon", actor="tool", actor_role="tool") == []
    assert extract("Warning: please use node 20", actor="tool", actor_role="tool") == []


def test_what_is_said_twice_is_one_triple():
    assert len(extract("I live in Lisbon. Yes, I live in Lisbon!")) == 1


def test_clauses_of_one_sentence_may_be_in_both_languages():
    found = [(t.predicate, t.object) for t in extract("我住 Melbourne, I work as a barista at Proud Mary")]

    assert found == [("lives_in", "Melbourne"), ("works_as", "barista"), ("works_at", "Proud Mary")]
