"""What follows when a fact is over: what was denied gives back what it had ended, and its rivals are free."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.rules.evidence import Piece
from graphmem.rules.facts import BELIEVED, Rule, Status
from graphmem.rules.slot import Slot, Weighed, rivalled


def retract(slot: Slot, piece: Piece, facts: Iterable[Weighed]) -> bool:
    """The facts were never so, says `piece`. False when all of them were retracted before."""
    denied = [fact for fact in facts if fact.status is not Status.RETRACTED]
    for fact in denied:
        fact.status, fact.retracted_at, fact.rival_of = Status.RETRACTED, piece.occurred_at, None
        slot.step(fact, piece, Rule.DENIED, "doubts")
    keys = {fact.key for fact in denied}
    for fact in sorted(slot.facts(), key=lambda fact: (fact.valid_from, fact.key), reverse=True):
        if fact.status is Status.SUPERSEDED and fact.superseded_by in keys:
            _goes_on(slot, piece, fact)
    slot.over |= keys
    return bool(denied)


def _goes_on(slot: Slot, piece: Piece, fact: Weighed) -> None:
    """What a denied fact had superseded holds until the next one begins, or still."""
    holder = next((other for other in slot.against(fact.key) if other.status in BELIEVED), None)
    later = slot.next_after(fact.key, fact.valid_from) or holder
    fact.superseded_by, fact.valid_until = later.key if later else None, fact.natural_end
    if later and later.valid_from >= fact.valid_from:
        fact.valid_until = min(fact.natural_end, later.valid_from)
    slot.make_room(fact)
    if holder:
        slot.make_room(holder)
    if later or fact.natural_end <= piece.occurred_at:
        return
    fact.status = Status.ACTIVE if fact.believed else Status.PENDING
    slot.step(fact, piece, Rule.FREED, "supports", max(fact.confidence, slot.numbers.active) if fact.believed else None)


def look_again(slot: Slot, piece: Piece) -> None:
    """Once facts are over: a rival stands against what is held now, or against nothing any more, and what nothing
    stands against any more is believed again."""
    while slot.over:
        over, slot.over = slot.over, set()
        near = {fact.key: fact for key in over for fact in slot.against(key)}
        for fact in sorted(near.values(), key=lambda fact: (fact.valid_from, fact.key)):
            if fact.status is Status.PENDING and fact.rival_of in over:
                _freed(slot, piece, fact)
        for fact in sorted(near.values(), key=lambda fact: fact.key):
            if fact.status is Status.DISPUTED and not slot.rivals(fact):
                fact.status = Status.ACTIVE
                slot.step(fact, piece, Rule.FREED, "supports", max(fact.confidence, slot.numbers.active))


def _freed(slot: Slot, piece: Piece, fact: Weighed) -> None:
    fact.rival_of = rivalled(slot.holders(fact.key, max(fact.valid_from, piece.occurred_at)))
    if fact.rival_of is None and fact.confidence >= slot.numbers.active:
        slot.believe(fact, fact.valid_from, piece, Rule.OUTVOTED)
        slot.step(fact, piece, Rule.FREED, "supports")
