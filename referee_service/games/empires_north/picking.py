"""Questions about a card of one's own empire: which cards may be picked, and what becomes of the one picked."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.empires_north.binding import card_cost
from referee_service.games.empires_north.costs import cards_to_pay
from referee_service.games.empires_north.declaring import copyable
from referee_service.games.empires_north.effects.cards import refresh_site, refreshable
from referee_service.games.empires_north.empire import action_sites, fields_of, guarded_sites, leave, set_site
from referee_service.games.empires_north.questions import (
    Copy,
    ExhaustField,
    GiveUp,
    Guard,
    Invade,
    PayWithCard,
    Refresh,
)
from referee_service.games.empires_north.running import asking_effect, beneath, cost_asked
from referee_service.games.empires_north.state import Player, State
from referee_service.kernel.events import note
from referee_service.kernel.pending import asking, pop, swap
from referee_service.kernel.state import Frame


def chooser(state: State) -> int:
    """The seat that is asked."""
    seat = state.pending[-1].seat
    assert isinstance(seat, int)
    return seat


def asked(state: State) -> Player:
    """The player who is asked."""
    return state.players[chooser(state)]


def pickable(state: State) -> list[int]:
    """The slots of the cards that answer the question being asked."""
    return PICKS[type(state.pending[-1])][0](state)


def picked(state: State, slot: int) -> State:
    """What happens to the card that was picked."""
    return PICKS[type(state.pending[-1])][1](state, slot)


def _as_price(state: State) -> list[int]:
    frame, cost = cost_asked(state)
    return [site.slot for site in cards_to_pay(state, asked(state), cost, frame.slot)]


def _give(state: State, slot: int) -> State:
    """The card is discarded, returned or exhausted, as the cost says."""
    seat, wanted = chooser(state), card_cost(cost_asked(state)[1])
    assert wanted is not None
    if wanted[0] == "exhaust_card":
        return exhaust(pop(state), seat, slot)
    return leave(pop(state), seat, slot, to_hand=wanted[0] == "return_card")


def exhaust(state: State, seat: int, slot: int) -> State:
    """A card is turned sideways."""
    return note(set_site(state, seat, slot, exhausted=True), "exhausted", seat, slot=slot)


def _tired(state: State) -> list[int]:
    return refreshable(state, chooser(state), asking_effect(state).meant, beneath(state).slot)


def _refresh(state: State, slot: int) -> State:
    frame, seat = asking(state, Refresh), chooser(state)
    state = pop(state) if frame.left == 1 else swap(state, replace(frame, left=frame.left - 1))
    return refresh_site(state, seat, slot)


def _copyable(state: State) -> list[int]:
    return [site.slot for site in copyable(state, chooser(state), asking_effect(state), beneath(state).slot)]


def _copy(state: State, slot: int) -> State:
    seat, own = chooser(state), beneath(state).slot
    assert own is not None
    return note(set_site(pop(state), seat, own, twin=slot), "copied", seat, slot=slot)


def ready_fields(state: State) -> list[int]:
    """The fields that are not exhausted."""
    return [site.slot for site in fields_of(state, asked(state)) if not site.exhausted]


def _exhaust(state: State, slot: int) -> State:
    return exhaust(pop(state), chooser(state), slot)


def _locations(state: State) -> list[int]:
    return [site.slot for site in guarded_sites(state, asked(state))]


def _give_up(state: State, slot: int) -> State:
    return leave(pop(state), chooser(state), slot, to_hand=False)


def _leave_unguarded(state: State, slot: int) -> State:
    """A location is given up; the others may still be guarded."""
    return leave(state, chooser(state), slot, to_hand=False)


def _free_of_invaders(state: State) -> list[int]:
    return [site.slot for site in action_sites(state, asked(state)) if not site.invaded]


def _invade(state: State, slot: int) -> State:
    return note(set_site(pop(state), chooser(state), slot, invaded=True), "invaded", chooser(state), slot=slot)


PICKS: dict[type[Frame], tuple[Callable[[State], list[int]], Callable[[State, int], State]]] = {
    PayWithCard: (_as_price, _give),
    Refresh: (_tired, _refresh),
    Copy: (_copyable, _copy),
    ExhaustField: (ready_fields, _exhaust),
    GiveUp: (_locations, _give_up),
    Guard: (_locations, _leave_unguarded),
    Invade: (_free_of_invaders, _invade),
}
