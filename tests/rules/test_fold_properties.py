"""What holds of the fold whatever was said, in whatever order it arrived."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from slots import MANY, ONE, Row, day, fold

from graphmem.models import ActorRole, EventType, Occurrence
from graphmem.rules.changes import changes
from graphmem.rules.evidence import Cue, Evidence
from graphmem.rules.facts import ALIVE, BELIEVED, HOLDING, FactKey, Fold, Status, excluded_by, fact_numbers
from graphmem.rules.served import served, status_at

PREDICATES = st.sampled_from([ONE, MANY, Row("one per aspect")])
MOMENTS = st.integers(0, 40).map(lambda number: day(number / 2))
SELDOM = st.sampled_from([None, None, None, *(day(number) for number in (0, 3, 5, 8, 12, 16, 20, 25))])
SESSIONS = st.sampled_from(["a", "b", "c", None])
SAYINGS = st.tuples(
    st.integers(0, 9),
    MOMENTS,
    st.sampled_from(["Paris", "里昂", "Berlin"]),
    st.sampled_from(["+", "+", "+", "-"]),
    SESSIONS,
    st.sampled_from([None, None, None, *Cue]),
    st.lists(st.tuples(MOMENTS, SESSIONS), max_size=2),
    SELDOM,
    SELDOM,
    st.sampled_from(["profile", "profile", "date"]),
)
"""Few objects and sessions, and many equal times, so that all of them meet."""


def evidence() -> st.SearchStrategy[list[Evidence]]:
    """What one user said about one slot. An event may say several things."""
    return st.lists(SAYINGS, max_size=12).map(_evidence)


def _evidence(sayings: list[tuple[object, ...]]) -> list[Evidence]:
    times: dict[object, tuple[object, object]] = {}
    said = []
    for place, (number, when, object, polarity, session, cue, seen, since, until, fact_type) in enumerate(sayings):
        first = number not in times
        occurred_at, session_id = times.setdefault(number, (when, session))
        said.append(
            Evidence(
                event_id=f"e{number}",
                occurred_at=occurred_at,
                object=object,
                polarity=polarity,
                session_id=session_id,
                cues=frozenset([cue] if cue else []),
                quote=f"quote {place}",
                seen=tuple(
                    Occurrence(occurred_at=when, session_id=where, event_id=f"e{number} again {again}")
                    for again, (when, where) in enumerate(seen if first else [])
                ),
                valid_from=since,
                valid_until=until,
                fact_type=fact_type,
                place=place,
            )
        )
    return said


@given(evidence(), PREDICATES, st.randoms(use_true_random=False))
def test_the_order_of_arrival_makes_no_difference(said, predicate, random):
    shuffled = list(said)
    random.shuffle(shuffled)
    assert fold(shuffled, predicate) == fold(said, predicate)


@given(evidence(), PREDICATES)
def test_folding_twice_or_hearing_of_the_same_evidence_twice_makes_no_difference(said, predicate):
    assert fold(said, predicate) == fold(said, predicate) == fold(said + said, predicate)


@given(evidence(), PREDICATES, st.data())
def test_an_event_taken_out_and_put_back_leaves_no_trace(said, predicate, data):
    before = fold(said, predicate)
    gone = data.draw(st.sampled_from([each.event_id for each in said] or ["none"]))
    without = [each for each in said if each.event_id != gone]
    fold(without, predicate)
    assert fold(without + [each for each in said if each.event_id == gone], predicate) == before


@given(evidence(), PREDICATES, st.data())
def test_whatever_the_batches_the_log_ends_with_what_is_believed(said, predicate, data):
    """Events are folded a batch at a time; lines are appended as after each; a fact and an event share one at most."""
    events = data.draw(st.permutations(sorted({each.event_id for each in said})))
    known: set[str] = set()
    folded, last, lines = Fold(), {}, []
    while len(known) < len(events):
        batch = data.draw(st.integers(1, 4))
        known |= set(events[len(known) : len(known) + batch])
        after = fold([each for each in said if each.event_id in known], predicate)
        change = changes(folded, after)
        for key in change.gone:
            last.pop(key, None)
        for line in change.lines:
            assert line.delta == line.confidence_after - (last[line.fact].confidence_after if line.fact in last else 0)
            assert line.event_id is not None
            last[line.fact] = line
            lines.append((line.fact, line.event_id))
        assert {key: (line.confidence_after, line.status_after) for key, line in last.items()} == {
            fact.key: (fact.confidence, fact.status) for fact in after.facts
        }
        folded = after
    assert folded == fold(said, predicate)
    assert len(set(lines)) == len(lines)


@given(evidence(), PREDICATES)
def test_nothing_changes_where_nothing_is_new(said, predicate):
    folded = fold(said, predicate)
    assert not changes(folded, folded)


@given(evidence(), PREDICATES)
def test_confidence_keeps_its_bounds_and_the_steps_add_up(said, predicate):
    folded = fold(said, predicate)
    sums: dict[FactKey, int] = {}
    for step in folded.steps:
        sums[step.fact] = sums.get(step.fact, 0) + step.delta
        assert step.confidence_after == sums[step.fact]
        assert 5 <= step.confidence_after <= 99
    assert sums == {fact.key: fact.confidence for fact in folded.facts}
    last = {step.fact: step.status_after for step in folded.steps}
    assert last == {fact.key: fact.status for fact in folded.facts}
    assert len({(step.fact, step.event_id) for step in folded.steps}) == len(folded.steps)


@given(evidence(), PREDICATES)
def test_of_facts_that_exclude_each_other_one_is_believed_and_their_intervals_never_overlap(said, predicate):
    facts = fold(said, predicate).facts
    for one, other in combinations(facts, 2):
        if not excluded_by(predicate, one.key, other.key):
            continue
        assert not (one.status in BELIEVED and other.status in BELIEVED), (one, other)
        if one.status in HOLDING and other.status in HOLDING:
            assert (
                one.valid_until <= other.valid_from
                or other.valid_until <= one.valid_from
                or one.valid_from == one.valid_until
                or other.valid_from == other.valid_until
            ), (one, other)


@given(evidence(), PREDICATES)
def test_states_make_sense(said, predicate):
    folded = fold(said, predicate)
    facts = {fact.key: fact for fact in folded.facts}
    for fact in folded.facts:
        assert fact.valid_from <= fact.valid_until
        assert 1 <= fact.sessions <= fact.said
        if fact.status is Status.ACTIVE:
            assert fact.confidence >= fact_numbers().active
            assert fact.rival_of is None
        if fact.status is Status.DISPUTED:
            rivals = [each for each in folded.facts if each.status is Status.PENDING]
            assert any(excluded_by(predicate, each.key, fact.key) for each in rivals)
        if fact.status is Status.PENDING and fact.rival_of:
            assert facts[fact.rival_of].status in {*ALIVE, Status.SUPERSEDED}
        for key in (fact.rival_of, fact.superseded_by):
            assert key is None or (key in facts and excluded_by(predicate, key, fact.key))
        assert (fact.status is Status.RETRACTED) == (fact.retracted_at.year != 9999)
        assert fact.superseded_by is None or fact.status in (Status.SUPERSEDED, Status.RETRACTED)


@given(evidence(), PREDICATES, MOMENTS)
def test_what_is_served_holds_then_and_a_contradiction_is_never_hidden(said, predicate, at):
    facts = fold(said, predicate).facts
    shown = served(facts, predicate, at)
    marks = {each.fact.key: each.mark for each in shown}
    assert len(marks) == len(shown)
    for each in shown:
        assert each.fact.valid_from <= at < each.fact.valid_until
        assert each.fact.status not in (Status.RETRACTED, Status.DROPPED)
        others = [other for other in shown if excluded_by(predicate, each.fact.key, other.fact.key)]
        if each.mark == "disputed":
            assert {other.mark for other in others} == {"rival"}
        if each.mark == "believed":
            assert {other.mark for other in others} <= {"rival"}  # of something else that it does not exclude
    one_holds = predicate.cardinality != "many" and any(
        key.polarity == "+" and mark == "believed" for key, mark in marks.items()
    )
    for fact in facts:
        if one_holds and fact.key.polarity == "-":  # that others do not hold goes without saying
            assert fact.key not in marks
        elif status_at(fact, at) in ALIVE and not any(excluded_by(predicate, fact.key, key) for key in marks):
            assert fact.key in marks


@given(evidence())
def test_the_objects_of_a_slot_of_many_do_not_touch_one_another(said):
    folded = fold(said, MANY)
    for object in {each.object for each in said}:
        alone = fold([each for each in said if each.object == object], MANY)
        assert alone.facts == tuple(fact for fact in folded.facts if fact.key.object == object)


@given(evidence(), PREDICATES)
@settings(max_examples=50)
def test_what_agents_say_changes_nothing(said, predicate):
    repeated = [
        Evidence(
            event_id=f"agent {each.event_id} {each.place}",
            occurred_at=each.occurred_at,
            object=each.object,
            polarity=each.polarity,
            session_id=each.session_id,
            cues=each.cues,
            event_type=kind,
            actor_role=role,
        )
        for each in said
        for kind, role in [
            (EventType.AGENT_MESSAGE, ActorRole.AGENT),
            (EventType.DIGEST, ActorRole.AGENT),
            (EventType.DECISION, ActorRole.AGENT),
            (EventType.TOOL_RESULT, ActorRole.TOOL),
        ]
    ]
    assert fold(said + repeated, predicate) == fold(said, predicate)
