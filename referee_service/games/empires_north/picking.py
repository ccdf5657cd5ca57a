"""Answers that name a card of the player's empire by its slot, given with the verb `pick_card`.

For each question the module lists the slots that answer it, and applies the pick: pay, refresh, copy, exhaust, guard,
give up or invade. Cards of a deck or discard pile are in `taking`, named options in `choosing`, ships in `ships`.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from referee_service.games.empires_north.content.cards import card_cost
from referee_service.games.empires_north.economy.costs import payment_cards
from referee_service.games.empires_north.effects.cards import refresh_site, refreshable_slots
from referee_service.games.empires_north.effects.requirements import copyable_cards
from referee_service.games.empires_north.effects.runner import current_cost, current_effect, effects_frame_below
from referee_service.games.empires_north.empire.cards import (
    action_sites,
    fields_of,
    guardable_sites,
    remove_card,
    update_site,
)
from referee_service.games.empires_north.questions import (
    CopyFrame,
    ExhaustFieldFrame,
    GiveUpFrame,
    GuardFrame,
    InvadeFrame,
    PayWithCardFrame,
    RefreshFrame,
)
from referee_service.games.empires_north.state import State, deciding_player, deciding_seat
from referee_service.kernel.events import emit
from referee_service.kernel.pending import expect_top, pop, replace_top
from referee_service.kernel.state import Frame


def pickable_slots(state: State) -> list[int]:
    """Return the slots of the cards that answer the open question."""
    return PICKS[type(state.pending[-1])][0](state)


def apply_pick(state: State, slot: int) -> State:
    """Carry out the open question on the picked card."""
    return PICKS[type(state.pending[-1])][1](state, slot)


def _payment_slots(state: State) -> list[int]:
    """Return the slots of the cards that can pay the current cost."""
    frame, cost = current_cost(state)
    return [site.slot for site in payment_cards(state, deciding_player(state), cost, frame.slot)]


def _pay_with_card(state: State, slot: int) -> State:
    """Discard, return or exhaust the card, as the cost says."""
    seat, wanted = deciding_seat(state), card_cost(current_cost(state)[1])
    assert wanted is not None
    if wanted[0] == "exhaust_card":
        return exhaust(pop(state), seat, slot)
    return remove_card(pop(state), seat, slot, to_hand=wanted[0] == "return_card")


def exhaust(state: State, seat: int, slot: int) -> State:
    """Exhaust a card of an empire."""
    return emit(update_site(state, seat, slot, exhausted=True), "exhausted", seat, slot=slot)


def _refreshable_slots(state: State) -> list[int]:
    """Return the slots of the cards that the effect in progress may refresh."""
    wanted, acting_slot = current_effect(state).card_filter, effects_frame_below(state).slot
    return refreshable_slots(state, deciding_seat(state), wanted, acting_slot)


def _refresh(state: State, slot: int) -> State:
    """Refresh the card, and close the question after the last one."""
    frame, seat = expect_top(state, RefreshFrame), deciding_seat(state)
    state = pop(state) if frame.remaining == 1 else replace_top(state, replace(frame, remaining=frame.remaining - 1))
    return refresh_site(state, seat, slot)


def _copyable_slots(state: State) -> list[int]:
    """Return the slots of the cards that the acting card may copy."""
    return [
        site.slot
        for site in copyable_cards(state, deciding_seat(state), current_effect(state), effects_frame_below(state).slot)
    ]


def _copy(state: State, slot: int) -> State:
    """Record which card the acting card copies."""
    seat, copy_slot = deciding_seat(state), effects_frame_below(state).slot
    assert copy_slot is not None
    return emit(update_site(pop(state), seat, copy_slot, copied_slot=slot), "copied", seat, slot=slot)


def ready_fields(state: State) -> list[int]:
    """Return the slots of the deciding player's fields that are not exhausted."""
    return [site.slot for site in fields_of(state, deciding_player(state)) if not site.exhausted]


def _exhaust(state: State, slot: int) -> State:
    """Exhaust the field."""
    return exhaust(pop(state), deciding_seat(state), slot)


def _guardable_slots(state: State) -> list[int]:
    """Return the slots of the locations that must be guarded."""
    return [site.slot for site in guardable_sites(state, deciding_player(state))]


def _give_up(state: State, slot: int) -> State:
    """Discard the location."""
    return remove_card(pop(state), deciding_seat(state), slot, to_hand=False)


def _leave_unguarded(state: State, slot: int) -> State:
    """Discard the location. The question stays open for the other locations."""
    return remove_card(state, deciding_seat(state), slot, to_hand=False)


def _invadable_slots(state: State) -> list[int]:
    """Return the slots of the Action locations without invaders."""
    return [site.slot for site in action_sites(state, deciding_player(state)) if not site.invaded]


def _invade(state: State, slot: int) -> State:
    """Put an invader on the location."""
    seat = deciding_seat(state)
    return emit(update_site(pop(state), seat, slot, invaded=True), "invaded", seat, slot=slot)


PICKS: dict[type[Frame], tuple[Callable[[State], list[int]], Callable[[State, int], State]]] = {
    PayWithCardFrame: (_payment_slots, _pay_with_card),
    RefreshFrame: (_refreshable_slots, _refresh),
    CopyFrame: (_copyable_slots, _copy),
    ExhaustFieldFrame: (ready_fields, _exhaust),
    GiveUpFrame: (_guardable_slots, _give_up),
    GuardFrame: (_guardable_slots, _leave_unguarded),
    InvadeFrame: (_invadable_slots, _invade),
}
"""For each question, the function that lists the slots and the one that applies a pick."""
