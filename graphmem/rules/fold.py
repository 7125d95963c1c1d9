"""The fold of a slot: what all evidence of a subject, predicate and aspect together says is true.

A pure function in integer arithmetic. Evidence is weighed in the order in which it occurred, so neither the order in
which it arrives nor how it is cut into batches matters; docs/beliefs.md has the table with examples.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, tzinfo

from graphmem.rules.aftermath import look_again, retract
from graphmem.rules.evidence import Cue, Evidence, Piece, pieces
from graphmem.rules.facts import BELIEVED, FactKey, FactNumbers, Fold, Rule, SlotPredicate, Status, fact_numbers
from graphmem.rules.slot import Slot, Weighed, rivalled


def fold(
    evidence: Iterable[Evidence],
    predicate: SlotPredicate,
    *,
    zone: tzinfo = UTC,
    numbers: FactNumbers | None = None,
) -> Fold:
    """The state of every fact of a slot, and the step that each piece of evidence was.

    Args:
        evidence: all there is of the slot, in any order. Of a predicate that holds many objects, the evidence of one
            object may be folded alone: the objects do not touch one another.
        predicate: says how many objects the slot can hold (see `of_slot` for aspects).
        zone: the user's; of evidence without a session, all that was said on one day there is one session.
        numbers: instead of those in `facts.toml`.
    """
    numbers = numbers or fact_numbers()
    slot = Slot(predicate, numbers)
    for piece in pieces(evidence, numbers, zone):
        _weigh(slot, piece)
        look_again(slot, piece)
    return slot.result()


def _weigh(slot: Slot, piece: Piece) -> None:
    """The first row of the table that matches."""
    if Cue.ONE_OFF in piece.cues:
        return  # a pin of the session, no fact
    if Cue.RECURS in piece.cues:
        _recur(slot, piece)
        return
    if (Cue.DENIAL in piece.cues or Cue.RETRACT in piece.cues) and _deny(slot, piece):
        return
    fact = _said_before(slot, piece)
    if Cue.GIVES_WAY in piece.cues and piece.polarity == "-":
        _give_way(slot, piece)
    elif piece.past:
        _past(slot, piece, fact)
    elif piece.explicit:
        _settle(slot, piece, fact, piece.explicit, Rule.REPLACED)
    elif fact is not None and fact.status is not Status.DROPPED:
        _agree(slot, piece, fact)
    else:
        _first(slot, piece, fact)


def _recur(slot: Slot, piece: Piece) -> None:
    """It was seen once more: each distinct week adds its part, and with enough of them it is believed.

    Until then it is dropped, which nobody is told. What somebody has denied does not come back, and what somebody has
    said stays as sure as it is.
    """
    spells = slot.spells(piece.object, piece.polarity)
    if spells and spells[-1].status is Status.RETRACTED:
        return
    fact = spells[-1] if spells else slot.add(piece)
    if not spells:
        fact.status = Status.DROPPED
        fact.valid_from = min(fact.valid_from, fact.valid_until)
    slot.heard(fact, piece)
    weeks = len([session for session in fact.sessions if session.startswith("week ")])
    numbers = slot.numbers
    share = numbers.active * min(weeks, numbers.weeks) // numbers.weeks
    slot.step(fact, piece, Rule.RECURS, "supports", max(fact.confidence, share))
    if weeks >= numbers.weeks and fact.status is Status.DROPPED:
        slot.believe(fact, fact.valid_from, piece, Rule.OUTVOTED)
        slot.step(fact, piece, Rule.RECURS, "supports")


def _said_before(slot: Slot, piece: Piece) -> Weighed | None:
    """The fact that `piece` says again: one that holds, or will, at the time that it speaks of; else a dropped one."""
    spells = [fact for fact in slot.spells(piece.object, piece.polarity) if fact.status is not Status.RETRACTED]
    placed = [fact for fact in spells if fact.status is not Status.DROPPED]
    if piece.past:
        start, end = piece.start, piece.natural_end
        same = [f for f in placed if f.valid_from < end and (start is None or f.valid_until > start)]
        return same[-1] if same else None
    now = [fact for fact in placed if fact.holds(piece.point)]
    ahead = [fact for fact in placed if fact.alive and fact.valid_from > piece.point]
    dropped = [fact for fact in spells if fact.status is Status.DROPPED]
    return next((group[-1] for group in (now, ahead, dropped) if group), None)


def _first(slot: Slot, piece: Piece, dropped: Weighed | None) -> None:
    """Rows 6 and 7: said for the first time, or for the first time since it was dropped."""
    fact = dropped or slot.add(piece)
    if dropped:
        fact.status, fact.rival_of = Status.PENDING, None
        fact.valid_from, fact.valid_until = piece.valid_from, piece.natural_end
        fact.natural_end, fact.ends_as_said, fact.precision = piece.natural_end, piece.end is not None, piece.precision
    slot.heard(fact, piece)
    holders = slot.holders(fact.key, piece.point)
    if holders:
        _contradict(slot, piece, fact, holders)
        slot.step(fact, piece, Rule.CONTRADICTS, "supports", slot.numbers.new)
        return
    later = slot.next_after(fact.key, piece.point, alive=True)
    if later:
        fact.status, fact.superseded_by = Status.SUPERSEDED, later.key
        fact.valid_until = min(fact.valid_until, later.valid_from)
        slot.make_room(fact)
    slot.step(fact, piece, Rule.HISTORY if later else Rule.NEW, "supports", slot.numbers.new)


def _contradict(slot: Slot, piece: Piece, fact: Weighed, holders: list[Weighed]) -> None:
    """Row 6: `fact` begins to stand against what is held."""
    fact.run = {piece.session}
    fact.rival_of = rivalled(holders)
    fact.valid_from = min(piece.valid_from, fact.valid_until)
    for holder in holders:
        slot.doubt(holder, piece, Rule.CONTRADICTED)


def _agree(slot: Slot, piece: Piece, fact: Weighed) -> None:
    """Row 5."""
    raised = _heard_again(slot, piece, fact)
    if fact.status is Status.SUPERSEDED:
        slot.step(fact, piece, Rule.AGREES, "supports", raised)
        return
    holders = slot.holders(fact.key, piece.point) if fact.status is Status.PENDING else []
    if holders:
        _rival_again(slot, piece, fact, holders, raised)
    else:
        _confirmed(slot, piece, fact, raised)


def _rival_again(slot: Slot, piece: Piece, fact: Weighed, holders: list[Weighed], raised: int) -> None:
    if fact.run:
        fact.run.add(piece.session)
    else:
        _contradict(slot, piece, fact, holders)
    unproven = all(not holder.believed for holder in holders)
    wins = len(fact.run) >= slot.numbers.sessions or (unproven and raised >= slot.numbers.active)
    if wins:
        raised = max(raised, slot.numbers.active)
    slot.step(fact, piece, Rule.WINS if wins else Rule.AGREES, "supports", raised)
    if wins:
        slot.believe(fact, fact.valid_from, piece, Rule.OUTVOTED)
        slot.step(fact, piece, Rule.WINS, "supports")


def _confirmed(slot: Slot, piece: Piece, fact: Weighed, raised: int) -> None:
    """What nothing is held against was said again; the count of its rivals begins anew."""
    fact.rival_of = None
    rivals = slot.rivals(fact)
    settled = bool(rivals) and all(rival.last_session != piece.session for rival in rivals)
    if settled and fact.status is Status.DISPUTED:
        fact.status, raised = Status.ACTIVE, max(raised, slot.numbers.active)
    slot.step(fact, piece, Rule.HOLDS if settled else Rule.AGREES, "supports", raised)
    for rival in rivals:
        rival.run.clear()
        if settled:
            slot.overrule(rival, piece)
    if fact.status is Status.PENDING and fact.confidence >= slot.numbers.active:
        slot.believe(fact, fact.valid_from, piece, Rule.OUTVOTED)
        slot.step(fact, piece, Rule.AGREES, "supports")


def _heard_again(slot: Slot, piece: Piece, fact: Weighed) -> int:
    """Count `piece` and take over the times that it says; returns what the confidence rises to."""
    new_session = slot.heard(fact, piece)
    if fact.status is not Status.SUPERSEDED:
        if piece.end is not None or not fact.ends_as_said:
            fact.natural_end = fact.valid_until = piece.natural_end
            fact.ends_as_said = piece.end is not None
        if piece.start is not None:
            fact.valid_from = piece.start
        fact.valid_from = min(fact.valid_from, fact.valid_until)
        if piece.precision != "instant":
            fact.precision = piece.precision
        if fact.status in BELIEVED:
            slot.make_room(fact)
    return fact.confidence + (slot.numbers.other_session if new_session else slot.numbers.same_session)


def _settle(slot: Slot, piece: Piece, said: Weighed | None, rule: Rule, over: Rule) -> None:
    """Rows 3 and 4: believed at once; what was held against it is over, by the rule `over`."""
    fact = said or slot.add(piece)
    replaces = fact.status not in BELIEVED and bool(slot.holders(fact.key, piece.point))
    if fact.status is Status.SUPERSEDED:  # it was to end and does not
        fact.valid_until, fact.superseded_by = fact.natural_end, None
    if fact.status is Status.DROPPED:
        replaces, fact.ends_as_said = True, False
    raised = _heard_again(slot, piece, fact) if said else fact.confidence
    if said is None:
        slot.heard(fact, piece)
    slot.step(fact, piece, rule, "supports", max(raised, slot.numbers.explicit))
    slot.believe(fact, piece.valid_from if replaces else fact.valid_from, piece, over)
    slot.step(fact, piece, rule, "supports")


def _give_way(slot: Slot, piece: Piece) -> None:
    """Row 3, from the side of what is over: it ends, and that it is not so is no fact of its own."""
    for fact in slot.spells(piece.object, "+"):
        if fact.alive and fact.valid_from <= piece.point:
            fact.valid_until = min(fact.valid_until, max(fact.valid_from, piece.valid_from))
            slot.supersede(fact, None, piece, Rule.REPLACED)


def _past(slot: Slot, piece: Piece, fact: Weighed | None) -> None:
    """It speaks of what was over when it was said: history, with an interval of its own."""
    if fact is not None:
        raised = _heard_again(slot, piece, fact)
        slot.step(fact, piece, Rule.AGREES, "supports", raised)
        return
    fact = slot.add(piece)
    slot.heard(fact, piece)
    fact.status = Status.SUPERSEDED
    fact.valid_from = piece.start or slot.free_start(fact.key, piece.natural_end)
    slot.make_room(fact)
    later = slot.next_after(fact.key, piece.natural_end)
    fact.superseded_by = later.key if later else None
    confidence = slot.numbers.explicit if piece.explicit else slot.numbers.new
    slot.step(fact, piece, Rule.HISTORY, "supports", confidence)


def _deny(slot: Slot, piece: Piece) -> bool:
    """Row 2: what is denied was never so. False when there is nothing that could be meant.

    `retract` names its fact. A denial in words either negates it ("I never lived in Paris"), or says it ("that I live
    in Paris was never true"), or says what is true instead ("that was wrong, I live in Lyon").
    """
    if Cue.RETRACT in piece.cues:
        retract(slot, piece, slot.spells(piece.object, piece.polarity))
        return True
    if piece.polarity == "-":
        return retract(slot, piece, slot.spells(piece.object, "+"))
    spells = slot.spells(piece.object, "+")
    if any(fact.alive for fact in spells):
        return retract(slot, piece, spells)
    return _correct(slot, piece)


def _correct(slot: Slot, piece: Piece) -> bool:
    """What is held instead was never so; what is said now was, all the time."""
    wrong = [fact for fact in slot.holders(FactKey(piece.object, "+", 0), piece.point) if fact.alive]
    if not wrong:
        return False
    start = piece.start or min(fact.valid_from for fact in wrong)
    retract(slot, piece, wrong)
    right = replace(piece, start=start)
    _settle(slot, right, _said_before(slot, right), Rule.CORRECTION, Rule.REPLACED)
    return True
