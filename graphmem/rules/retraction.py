"""What follows when a fact was never so: what it had ended goes on, and what stood against it is looked at again."""

from __future__ import annotations

from collections.abc import Iterable

from graphmem.rules.evidence import Piece
from graphmem.rules.facts import BELIEVED, FactKey, Rule, Status
from graphmem.rules.slot import Slot, Weighed


def retract(slot: Slot, piece: Piece, facts: Iterable[Weighed]) -> bool:
    """The facts were never so, says `piece`. False when all of them were retracted before."""
    denied = [fact for fact in facts if fact.status is not Status.RETRACTED]
    for fact in denied:
        fact.status, fact.retracted_at, fact.rival_of = Status.RETRACTED, piece.occurred_at, None
        slot.step(fact, piece, Rule.DENIED, "doubts")
    keys = {fact.key for fact in denied}
    ordered = sorted(slot.facts(), key=lambda fact: (fact.valid_from, fact.key))
    for fact in ordered:
        if fact.status is Status.SUPERSEDED and fact.superseded_by in keys:
            _goes_on(slot, piece, fact)
    for fact in ordered:
        if fact.status is Status.PENDING and fact.rival_of in keys:
            _freed_rival(slot, piece, fact)
    for fact in ordered:
        if fact.status is Status.DISPUTED and not slot.rivals(fact):
            fact.status = Status.ACTIVE
            slot.step(fact, piece, Rule.FREED, "supports", max(fact.confidence, slot.numbers.active))
    return bool(denied)


def _goes_on(slot: Slot, piece: Piece, fact: Weighed) -> None:
    """What a denied fact had superseded holds until the next one begins, or still."""
    holder = next(
        (other for other in slot.against(fact.key) if other.status in BELIEVED and other.holds(fact.valid_from)), None
    ) or slot.next_after(fact.key, fact.valid_from)
    if holder is not None:
        fact.superseded_by = holder.key
        fact.valid_until = max(fact.valid_from, min(fact.natural_end, holder.valid_from))
        return
    fact.superseded_by, fact.valid_until = None, fact.natural_end
    if fact.natural_end <= piece.occurred_at:
        return
    fact.status = Status.ACTIVE if fact.believed else Status.PENDING
    slot.make_room(fact)
    slot.step(fact, piece, Rule.FREED, "supports", max(fact.confidence, slot.numbers.active) if fact.believed else None)


def _freed_rival(slot: Slot, piece: Piece, fact: Weighed) -> None:
    """A rival of a denied fact stands against what is held now, or against nothing any more."""
    holders = slot.holders(fact.key, fact.valid_from)
    fact.rival_of = rivalled(holders)
    if fact.rival_of is None and fact.confidence >= slot.numbers.active:
        slot.believe(fact, fact.valid_from, piece, Rule.OUTVOTED)
        slot.step(fact, piece, Rule.FREED, "supports")


def rivalled(holders: Iterable[Weighed]) -> FactKey | None:
    """Which of the holders a rival is said to stand against: one that affirms something, if there is one."""
    return min((holder.key for holder in holders), key=lambda key: (key.polarity != "+", key), default=None)
