"""The verbs about facts: rollback, provenance, asserting, confirming and retracting, names that are united."""

from __future__ import annotations

import pytest
from graph import Graph
from saying import Clock, everything, say

from graphmem.errors import InvalidInputError, NotFoundError
from graphmem.rules.facts import Status
from graphmem.user import UserMemory


def test_a_run_can_be_rolled_back_and_done_again(ada: UserMemory, graph: Graph) -> None:  # noqa: ARG001
    say(ada, "I live in Paris.", 0)
    ada.consolidate()
    say(ada, "I moved to Lyon.", 1)
    run_id = ada.consolidate().run_id

    outcomes = ada.rollback(run_id)
    assert any(outcome.after is None for outcome in outcomes)
    assert everything(ada, "lives_in") == {"Paris": ("pending", 0.6)}
    with pytest.raises(NotFoundError):
        ada.rollback(run_id)

    ada.consolidate()
    assert everything(ada, "lives_in") == {"Paris": ("superseded", 0.6), "Lyon": ("active", 0.9)}


def test_provenance_tells_every_step_with_the_event_and_its_words(ada: UserMemory) -> None:
    first = say(ada, "I prefer Excel for reports.", 0)
    second = say(ada, "I prefer Excel for reports.", 1)
    third = say(ada, "I prefer PDF for reports.", 2)
    ada.consolidate()
    excel = next(fact for fact in ada.facts() if fact.object == "Excel")

    why = ada.provenance(excel.fact_id[:10])
    assert [(step.event_id, step.support, step.delta) for step in why.changes] == [
        (first, "supports", 0.6),
        (second, "supports", 0.15),
        (third, "doubts", -0.2),
    ]
    assert why.changes[-1].quote == "I prefer PDF for reports."
    assert "-0.20" in str(why)
    assert why.as_json()["fact"]["status"] == "disputed"  # type: ignore[index]
    with pytest.raises(NotFoundError):
        ada.provenance("nothing")


def test_facts_can_be_asserted_confirmed_and_retracted(ada: UserMemory, clock: Clock) -> None:
    evidence = say(ada, "The office is on the third floor now.", 0)
    fact = ada.assert_fact("Acme", "located_in", "第三层", evidence=[evidence])
    assert (fact.subject, fact.object, fact.status, fact.confidence) == ("Acme", "第三层", Status.ACTIVE, 0.9)
    assert ada.provenance(fact).changes[0].rule == "assert"

    say(ada, "I live in Paris.", 0)
    ada.consolidate()
    paris = ada.facts(predicate="lives_in")[0]
    clock.forward(days=1)
    assert ada.confirm(paris).status is Status.ACTIVE
    clock.forward(days=1)
    gone = ada.retract(paris.fact_id)
    assert (gone.status, gone.retracted_at) == (Status.RETRACTED, clock.now())
    assert ada.facts(predicate="lives_in") == []
    with pytest.raises(InvalidInputError):
        ada.assert_fact("user", "likes", " ")
    with pytest.raises(InvalidInputError):
        ada.facts(status="probable")


def test_two_names_can_be_united_and_split_again(ada: UserMemory) -> None:
    ada.assert_fact("Anna", "works_at", "Acme")
    ada.assert_fact("Anna Schmidt", "speaks", "French")
    speaks = ada.facts(subject="Anna Schmidt")[0].fact_id
    assert any({pair.one, pair.other} == {"Anna", "Anna Schmidt"} for pair in ada.review())

    ada.unite("Anna", "Anna Schmidt")
    assert {fact.predicate for fact in ada.facts(subject="Anna")} == {"works_at", "speaks"}
    assert ada.facts(subject="anna schmidt") == ada.facts(subject="Anna")
    assert ada.entity("Anna Schmidt").aliases == ("Anna Schmidt",)
    assert ada.facts(predicate="speaks")[0].fact_id == speaks

    ada.assert_fact("Anna Schmidt", "likes", "tea")
    ada.split("Anna Schmidt")
    assert {fact.predicate for fact in ada.facts(subject="Anna")} == {"works_at"}
    assert {fact.predicate for fact in ada.facts(subject="Anna Schmidt")} == {"speaks", "likes"}
    assert ada.facts(predicate="speaks")[0].fact_id == speaks
    assert len(ada.provenance(speaks).changes) == 1


def test_the_same_names_of_two_users_do_not_meet(ada: UserMemory, bob: UserMemory) -> None:
    for user, city in ((ada, "Paris"), (bob, "Rome")):
        say(user, f"I live in {city}. My friend Anna lives in {city}.", 0)
        user.consolidate()
    assert {fact.object for fact in ada.facts(predicate="lives_in")} == {"Paris"}
    assert {fact.object for fact in bob.facts(predicate="lives_in")} == {"Rome"}
