"""Choice of a card of the player's empire: as a price, to refresh, copy, exhaust, invade or give up."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.picking import apply_pick, pickable_slots
from referee_service.games.empires_north.state import Slot, State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action, question_of


class PickCard(Action, frozen=True, tag="pick_card"):
    """A choice of the card in one slot of the player's empire."""

    slot: Slot


def candidates(state: State) -> list[PickCard]:
    """Return every card that answers the question."""
    return [PickCard(slot) for slot in pickable_slots(state)]


def objections(state: State, action: PickCard) -> Iterator[Refusal]:
    """Yield the reason if this card does not answer the question."""
    if action.slot not in pickable_slots(state):
        yield refuse("pick_card.meant", slot=action.slot, question=question_of(state.pending[-1]))


def apply(state: State, action: PickCard) -> State:
    """Do to the card what the question is about."""
    return apply_pick(state, action.slot)


PICK_CARD = verb(PickCard, candidates, objections, apply, exact=True)
