"""English facts in looser wordings: notes behind labels, roles without a verb, verdicts, turns of phrase."""

from __future__ import annotations

import pytest
from extracting import found, said

from graphmem.language.triples import extract


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("Location: Aarhus", "lives_in", "Aarhus"),
        ("employer - Maersk", "works_at", "Maersk"),
        ("job title: Head Gardener", "works_as", "Head Gardener"),
        ("Allergies: latex, celery", "allergic_to", "celery"),
        ("Languages: Swedish, Farsi", "speaks", "Farsi"),
        ("hobbies = bouldering, chess", "likes", "chess"),
        ("dislikes: aubergine", "dislikes", "aubergine"),
        ("Editor: Helix", "uses", "Helix"),
        ("DOB: 12/08/1979", "born_on", "12/08/1979"),
        ("tz: Europe/Riga", "time_zone", "Europe/Riga"),
        ("Wife: Solveig", "married_to", "Solveig"),
        ("course: Marine Biology", "studies", "Marine Biology"),
    ],
)
def test_a_fact_is_noted_behind_a_label(text, predicate, object_):
    assert object_ in [one for one, _ in found(text, predicate)]


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("I've been in Turku going on nine years", "lives_in", "Turku"),
        ("Tbilisi is where I live", "lives_in", "Tbilisi"),
        ("my wife and I retired to Gozo in 2019", "lives_in", "Gozo"),
        ("I currently call Winnipeg home", "lives_in", "Winnipeg"),
        ("we split our time between Oslo and Faro", "lives_in", "Faro"),
        ("I rent a studio in Malmö", "lives_in", "Malmö"),
        ("I've been with Philips since 2011", "works_at", "Philips"),
        ("been a porter on the children's ward at Guy's for ten years", "works_at", "Guy"),
        ("Carlsberg pays my wages", "works_at", "Carlsberg"),
        ("I run the kitchen at The Crooked Billet", "works_at", "Crooked Billet"),
        ("as a vet I see this every day", "works_as", "vet"),
        ("Freelance bookbinder, mostly family bibles", "works_as", "bookbinder"),
        ("I'm head of logistics at a dairy", "works_as", "head of logistics"),
        ("they made me shift supervisor in May", "works_as", "shift supervisor"),
        ("I'm a chemistry student", "studies", "chemistry"),
        ("I read philosophy at Durham", "studies", "philosophy"),
        ("we're having the roof done in the spring", "plans", "having the roof done in the spring"),
        ("slides have to be ready by Wednesday", "deadline", "Wednesday"),
    ],
)
def test_homes_work_and_plans_in_looser_wordings(text, predicate, object_):
    assert object_ in [one for one, _ in found(text, predicate)]


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("nothing beats a cold cider after work", "likes", "cider"),
        ("I find opera fascinating", "likes", "opera"),
        ("Liquorice is disgusting", "dislikes", "Liquorice"),
        ("I find golf tedious", "dislikes", "golf"),
        ("voice notes drive me mad", "dislikes", "voice notes"),
        ("queues and I are not friends", "dislikes", "queues"),
        ("I'd sooner have litres than pints", "prefers", "litres"),
        ("Whenever there's a table to be made, Markdown please", "prefers", "Markdown"),
        ("lists please, my screen reader trips over tables", "prefers", "lists"),
        ("Whatever language I write in, answer in Danish", "answers_in", "Danish"),
        ("stick to English when you answer me", "answers_in", "English"),
        ("I bring my own lunch, walnuts put me in hospital", "allergic_to", "walnuts"),
        ("I carry an epipen because of my nut allergy", "allergic_to", "nut"),
        ("Yusuf speaking, about the boiler", "named", ""),
        ("Hello! Yusuf here", "named", "Yusuf"),
        ("my parents named me Sorrel", "named", "Sorrel"),
        ("send everything to k.ono@rill.example, the old one is dead", "email", "k.ono@rill.example"),
        ("ring me on 0151 496 0111", "phone", "0151 496 0111"),
        ("I turn 40 on November 2nd", "born_on", "November 2nd"),
        ("hubby's name is Anselm", "married_to", "Anselm"),
        ("my 3yo Zara won't sleep", "child", "Zara"),
        ("got a pup on Sunday, named him Bandit", "pet", "Bandit"),
        ("the till runs on Square", "uses", "Square"),
        ("I do the payroll in Xero", "uses", "Xero"),
        ("I've finally got my own allotment", "owns", "allotment"),
        ("I swapped the Polo for a Skoda Enyaq, great range", "owns", "Skoda Enyaq"),
        ("Terraform v1.5 on all our machines", "uses_version", "1.5"),
    ],
)
def test_tastes_bodies_kin_and_things_in_looser_wordings(text, predicate, object_):
    objects = [one for one, _ in found(text, predicate)]
    assert object_ in objects if object_ else not objects


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("House rule - shoes off in the ward", "shoes off in the ward"),
        ("In our kitchen nobody touches the knives", "nobody touches the knives"),
        ("two signatures on anything over 500 euros, no exceptions", "two signatures on anything over 500 euros"),
        ("it's team policy to answer tickets within a day", "answer tickets within a day"),
        ("we require signed commits on main", "require signed commits on main"),
    ],
)
def test_a_team_has_rules_in_many_words(text, rule):
    assert said(text) == [("team", "team_rule", rule, "+")]


def test_more_of_the_same_stands_beside_what_was_found():
    assert said("Fluent in Arabic and Kurdish, getting there with Swedish") == [
        ("user", "speaks", "Arabic", "+"),
        ("user", "speaks", "Kurdish", "+"),
        ("user", "speaks", "Swedish", "+"),
    ]
    assert said("I speak Thai and I'm learning Polish")[0] == ("user", "speaks", "Thai", "+")
    assert found("I speak Thai and I'm learning Polish", "speaks") == [("Thai", "+")]
    assert found("I use Krita for drawing and Scrivener for text", "uses") == [("Krita", "+"), ("Scrivener", "+")]


def test_a_project_named_with_its_parts_is_built_with_them():
    assert said("For Nimbus, our booking app, it's Go and Redis, no Kafka") == [
        ("Nimbus", "project_uses", "Go", "+"),
        ("Nimbus", "project_uses", "Redis", "+"),
        ("Nimbus", "project_uses", "Kafka", "-"),
    ]
    assert set(said("we migrated Falcon from MySQL to Postgres")) == {
        ("Falcon", "project_uses", "MySQL", "-"),
        ("Falcon", "project_uses", "Postgres", "+"),
    }
    assert said("should the Nimbus app use Redis or Kafka?") == []
    assert said("here in Norway we use crowns")[:1] != [("Norway", "project_uses", "crowns", "+")]


def test_one_verb_may_tell_of_work_and_place():
    assert set(said("I work as a barista at Proud Mary")) == {
        ("user", "works_as", "barista", "+"),
        ("user", "works_at", "Proud Mary", "+"),
    }


@pytest.mark.parametrize(
    ("text", "subject", "due"),
    [
        ("the baby's due on the 19th of August", "baby", "19th of August"),
        ("the tax return is now due on 6 May", "tax return", "6 May"),
    ],
)
def test_what_is_due_is_named_without_its_verb(text, subject, due):
    assert [(one.subject, one.object) for one in extract(text) if one.predicate == "deadline"] == [(subject, due)]


@pytest.mark.parametrize(
    "text",
    [
        "allergies: none",
        "I'm in Vienna for a conference until Friday",
        "Nurse, please help me with this form",
        "I worked at a pub when I was a student",
        "best plumber in Leeds?",
        "Plumber needed for the leak on Tuesday",
        "give me the list as PDF this time",
        "shorter please",
        "mail bob@work.example about it",
        "the helpline is 0800 123 456",
        "Can't sleep, allergic to Mondays",
        "people with nut allergies should avoid it",
        "Python 3.13 is out",
        "my neighbour's dog barks",
        "Somebody told my son that one is a prime",
        "I'm Deaf, sorry",
        "other teams never test",
        "the weather is awful today",
    ],
)
def test_what_looks_alike_gives_nothing(text):
    assert [one for one in said(text) if one[1] not in ("is", "does")] == []
