"""Facts that English texts state."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.triples import extract


def said(text, **how):
    return [(t.subject, t.predicate, t.object, t.polarity) for t in extract(text, **how)]


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("I live in Lisbon now", "lives_in", "Lisbon"),
        ("We're based in Tallinn.", "lives_in", "Tallinn"),
        ("I'm a plumber by trade", "works_as", "plumber"),
        ("I work for the harbour office", "works_at", "harbour office"),
        ("My name is Ottilie", "named", "Ottilie"),
        ("I detest traffic jams", "dislikes", "traffic jams"),
        ("I can't stand aubergines", "dislikes", "aubergines"),
        ("I'm a big fan of Nina Simone", "likes", "Nina Simone"),
        ("I've got a rowing boat", "owns", "rowing boat"),
        ("I have a soy allergy", "allergic_to", "soy"),
        ("I'm allergic to wasps", "allergic_to", "wasps"),
        ("my number is +49 30 901820", "phone", "+49 30 901820"),
        ("write to me at lena@example.org", "email", "lena@example.org"),
        ("I was born on 4 March 1979", "born_on", "4 March 1979"),
        ("I'm studying geology at Graz", "studies", "geology"),
        ("I play the bassoon", "plays", "bassoon"),
        ("we have a cat called Pixel", "pet", "Pixel"),
        ("My wife Ines is away", "married_to", "Ines"),
        ("my boss is Tuomas", "manager", "Tuomas"),
        ("I cycle to work", "commutes_by", "bike"),
        ("I'm vegetarian", "diet", "vegetarian"),
        ("I speak Catalan", "speaks", "Catalan"),
    ],
)
def test_what_is_said_of_oneself(text, predicate, object_):
    assert ("user", predicate, object_, "+") in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?",
        "do I live in Lisbon",
        "If I lived in Lisbon I'd surf every day.",
        "I might move to Oslo",
        "Maybe I like jazz.",
        "I wish I had a boat",
        "I used to live in Graz",
        "I'd love to own a farm",
        "Pretend I am a pirate and I live in Tortuga.",
        'She said: "I live in Lisbon."',
        'Translate "I am allergic to nuts" into Welsh.',
        "My neighbour says he wants a dog",
        "Tom would love a Tesla",
        "People hate Mondays",
        "I love it!",
        "thanks, I really like your answer",
        "Make it shorter",
        "",
        "   ",
        "👍",
        "?!…",
    ],
)
def test_what_is_not_said_as_true_gives_nothing(text):
    assert said(text) == []


def test_coordination_is_taken_apart_and_but_not_is_a_denial():
    assert said("I like tea and plums") == [("user", "likes", "tea", "+"), ("user", "likes", "plums", "+")]
    assert said("I like tea but not coffee") == [("user", "likes", "tea", "+"), ("user", "likes", "coffee", "-")]


def test_what_is_joined_by_and_keeps_its_subject():
    assert said("I live in Lisbon and work at the port.") == [
        ("user", "lives_in", "Lisbon", "+"),
        ("user", "works_at", "port", "+"),
    ]


def test_denials_have_the_other_polarity():
    assert said("I don't live in Lisbon") == [("user", "lives_in", "Lisbon", "-")]
    assert said("I no longer use Evernote") == [("user", "uses", "Evernote", "-")]
    assert said("I stopped using Dropbox") == [("user", "uses", "Dropbox", "-")]


def test_a_move_says_both_ends_and_that_it_is_a_change():
    found = extract("I just moved from Leeds to Bristol")

    assert {(t.object, t.polarity) for t in found} == {("Leeds", "-"), ("Bristol", "+")}
    assert all(t.said.change for t in found)


def test_who_speaks_is_the_subject_and_others_are_named():
    assert said("I'm allergic to latex", actor="Amara") == [("Amara", "allergic_to", "latex", "+")]
    assert said("My brother lives in Osaka") == [("brother", "lives_in", "Osaka", "+")]
    assert said("Tom hates olives") == [("Tom", "dislikes", "olives", "+")]


def test_a_pronoun_is_resolved_only_where_one_person_can_be_meant():
    assert ("Linnea", "allergic_to", "eggs", "+") in said("Our daughter is called Linnea. She's allergic to eggs.")
    assert said("She's allergic to eggs.") == []


def test_a_preference_names_what_it_is_about():
    (triple,) = extract("For reports I'd rather have PDF than Word")

    assert (triple.predicate, triple.object, triple.aspect) == ("prefers", "PDF", "report format")


def test_versions_and_projects():
    assert ("Java", "uses_version", "17", "+") in said("we're still on Java 17")
    assert said("In heron we use pnpm, not npm") == [
        ("heron", "project_uses", "pnpm", "+"),
        ("heron", "project_uses", "npm", "-"),
    ]


def test_team_rules_and_deadlines():
    assert said("we never deploy on Fridays") == [("team", "team_rule", "never deploy on Fridays", "+")]
    assert said("The slides must be ready by Thursday") == [("slides", "deadline", "Thursday", "+")]


def test_signs_of_remembering_and_of_denial_are_told():
    (kept,) = extract("Please answer me in Spanish from now on.")
    (denied,) = extract("I'm not allergic to gluten, that was a misdiagnosis.")

    assert kept.predicate == "answers_in"
    assert kept.said.remember
    assert not kept.said.denial
    assert denied.polarity == "-"
    assert denied.said.denial


def test_a_deadline_ends_when_it_falls():
    now = datetime(2026, 7, 6, 9, tzinfo=UTC)  # a Monday
    (triple,) = extract("The report is due on Friday.", occurred_at=now)

    assert triple.valid_until == datetime(2026, 7, 11, tzinfo=UTC)
    assert extract("The report is due on Friday.")[0].valid_until is None


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("I never lived in Oslo", "lives_in", "Oslo"),
        ("I have never owned a boat", "owns", "boat"),
        ("I no longer like opera", "likes", "opera"),
        ("I love swimming but not diving", "likes", "diving"),
        ("no longer vegetarian, sorry", "diet", "vegetarian"),
        ("I quit Ericsson in May", "works_at", "Ericsson"),
        ("I swapped Word for Typst", "uses", "Word"),
        ("I gave my cello to my niece", "owns", "cello"),
        ("not a fan of olives", "likes", "olives"),
        ("I don't care for ballet", "likes", "ballet"),
    ],
)
def test_what_is_denied_or_over(text, predicate, object_):
    assert ("user", predicate, object_, "-") in said(text)
    assert ("user", predicate, object_, "+") not in said(text)


@pytest.mark.parametrize(
    ("text", "object_"),
    [
        ("No Excel, PDF please", "PDF"),
        ("Please no Word for reports, send Markdown instead", "Markdown"),
        ("Reports: PDF only, no Excel", "PDF"),
        ("celsius please", "celsius"),
        ("spaces over tabs", "spaces"),
        ("Aisle seat for me, always", "Aisle seat"),
        ("don't call me, e-mail is fine", "e-mail"),
    ],
)
def test_short_words_that_say_what_is_preferred(text, object_):
    assert ("user", "prefers", object_, "+") in said(text)


def test_what_is_not_wanted_in_a_format_is_a_denied_preference():
    (triple,) = extract("never send me Excel reports again")

    assert (triple.predicate, triple.object, triple.aspect, triple.polarity) == (
        "prefers",
        "Excel",
        "report format",
        "-",
    )


@pytest.mark.parametrize(
    "text",
    [
        "Oh great, I just love waiting on hold",
        "yeah right, I live on the moon",
        "My neighbour thinks I own the boat",
        "My colleague claims he speaks Welsh",
        "so you use Postgres 16 over there",
        "I'd rather you didn't call",
        "Nobody likes Mondays",
        "metric this time please",
    ],
)
def test_irony_and_what_others_think_or_do_give_nothing(text):
    assert said(text) == []


def test_both_of_two_subjects():
    assert said("Neither my wife nor I eat meat") == [
        ("user", "eats", "meat", "-"),
        ("wife", "eats", "meat", "-"),
    ]
    assert ("wife", "likes", "jazz", "+") in said("My wife and I love jazz")


def test_names_after_those_one_has():
    assert [found[1:3] for found in said("we've two cats, Basil and Mint, and a tortoise")] == [
        ("pet", "Basil"),
        ("pet", "Mint"),
        ("pet", "tortoise"),
    ]
    assert [found[1:3] for found in said("we have twins (Jon and Miren)")] == [("child", "Jon"), ("child", "Miren")]


def test_a_list_may_deny_its_last_part():
    assert said("The Barnacle service stores its sessions in Redis, not in Postgres") == [
        ("Barnacle", "project_uses", "Redis", "+"),
        ("Barnacle", "project_uses", "Postgres", "-"),
    ]
