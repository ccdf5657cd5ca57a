"""Pick a card of your empire: as a price, to refresh, to copy, to exhaust, or to give up."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.empires_north.picking import pickable, picked
from referee_service.games.empires_north.state import Slot, State
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action, question_of


class PickCard(Action, frozen=True, tag="pick_card"):
    """Pick the card in a slot of your empire."""

    slot: Slot


def candidates(state: State) -> list[PickCard]:
    """Every card that is meant."""
    return [PickCard(slot) for slot in pickable(state)]


def objections(state: State, action: PickCard) -> Iterator[Refusal]:
    """Why this card may not be picked; nothing yielded means it may."""
    if action.slot not in pickable(state):
        yield refuse("pick_card.meant", slot=action.slot, question=question_of(state.pending[-1]))


def apply(state: State, action: PickCard) -> State:
    """It is done to the card."""
    return picked(state, action.slot)


PICK_CARD = verb(PickCard, candidates, objections, apply, exact=True)
