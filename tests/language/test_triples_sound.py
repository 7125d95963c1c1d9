"""What a pattern caught in English has to be something that its predicate can have."""

from __future__ import annotations

import pytest

from graphmem.language.triples import extract


@pytest.mark.parametrize(
    "text",
    [
        "Twenty-two years a baker in Cork, and never late.",
        "Half-blind electrician here.",
        "Howdy, quick question about tyres.",
        "Uncle Joe (77) says I should get a hat.",
    ],
)
def test_what_opens_a_sentence_is_not_taken_for_a_name(text):
    assert [triple for triple in extract(text) if triple.predicate == "named"] == []


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I hate them.", "dislikes"),
        ("Opera drives her mad, I can't get enough of it.", "likes"),
        ("I'm allergic to nobody but my boss.", "allergic_to"),
        ("She's not my wife, she's my cousin.", "married_to"),
        ("Release 3.2 of Merlin has to ship.", "deadline"),
    ],
)
def test_pronouns_denied_kin_and_versions_are_no_objects(text, predicate):
    assert [triple for triple in extract(text) if triple.predicate == predicate] == []


def test_names_that_look_like_words_stay():
    assert [(each.predicate, each.object) for each in extract("My name is May.")] == [("named", "May")]
    assert [(each.predicate, each.object) for each in extract("Just call me Anne-Marie.")] == [("named", "Anne-Marie")]


@pytest.mark.parametrize(
    "text",
    [
        "My landlord's number is +44 7911 123456.",
        "Her email is anna@press.example, use that.",
        "Our shift starts at nine.",
    ],
)
def test_what_leads_to_somebody_else_is_none_of_the_users(text):
    assert [each.predicate for each in extract(text) if each.predicate in ("email", "phone", "works_at")] == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I prefer the monthly statement as a PDF file.", "PDF"),
        ("I prefer meetings on Tuesdays, mornings are free.", "Tuesdays"),
        ("I prefer the minutes in bullet points.", "bullet points"),
    ],
)
def test_a_form_is_preferred_not_what_has_it(text, wanted):
    assert [each.object for each in extract(text) if each.predicate == "prefers"] == [wanted]
