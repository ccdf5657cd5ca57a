"""Automatic answers: frames with at most one possible answer, and frames that only resume a waiting step.

`STEP_BY_QUESTION` has the step of every question. The other five modules list and apply the answers of seats:
`choosing` named options, `picking` cards of the empire, `taking` cards of a pile and goods on cards, `ships` the ships
of the queue, `harvesting` fields.
"""

from __future__ import annotations

from collections.abc import Callable

from referee_service.games.empires_north.choosing import apply_option, options
from referee_service.games.empires_north.content.cards import WORKER
from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.economy.costs import auto_pay
from referee_service.games.empires_north.economy.supply import lose_points, reshuffle_deck, reshuffle_islands
from referee_service.games.empires_north.effects.requirements import legal_assignments
from referee_service.games.empires_north.effects.runner import current_effect, effects_frame_below, run_next_effect
from referee_service.games.empires_north.empire.placement import auto_place, is_constructible
from referee_service.games.empires_north.harvesting import harvest_field
from referee_service.games.empires_north.phases.declared_actions import auto_arrive, auto_perform
from referee_service.games.empires_north.phases.expedition import auto_blind_landing, auto_landing, auto_voyage
from referee_service.games.empires_north.phases.lookout import auto_end_lookout
from referee_service.games.empires_north.picking import apply_pick, pickable_slots, ready_fields
from referee_service.games.empires_north.questions import (
    AssignFrame,
    DiscardBoostFrame,
    DiscardUnkeptFrame,
    DrawFrame,
    DrawIsleFrame,
    EmitEventFrame,
    KeepFrame,
    ReleaseFrame,
    RevealFrame,
)
from referee_service.games.empires_north.ships import choosable_ships, send_ship
from referee_service.games.empires_north.state import State, deciding_player, deciding_seat
from referee_service.games.empires_north.taking import releasable, takeable_cards
from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import expect_top, lapse, pop
from referee_service.kernel.tuples import with_player

# --- draws ----------------------------------------------------------------------------------------------------------


def auto_lay_ring(state: State) -> State:
    """Close the question once the ring is complete."""
    return pop(state) if len(state.ring) == len(content(state).pack.tiles) else state


def auto_draw(state: State) -> State:
    """Close the question after the last card, or let it lapse without cards. Reshuffle an empty deck."""
    frame = expect_top(state, DrawFrame)
    player = state.players[frame.recipient]
    if not frame.remaining:
        return pop(state)
    if player.deck:
        return state
    return reshuffle_deck(state, frame.recipient) if player.discard else lapse(state)


def auto_keep(state: State) -> State:
    """Close the question for a player without cards to keep, or without a worker to pay for one."""
    frame, player = expect_top(state, KeepFrame), deciding_player(state)
    lacks_workers = frame.exactly is None and player.workers < content(state).numbers["lookout_cost"]
    return pop(state) if lacks_workers or not player.looked_at else state


def auto_lay_off(state: State) -> State:
    """Close the question for a player who looked at no cards."""
    return state if state.players[expect_top(state, DiscardUnkeptFrame).player].looked_at else pop(state)


def auto_reveal(state: State) -> State:
    """Close the question after the last island, or without islands. Reshuffle an empty pile."""
    frame = expect_top(state, RevealFrame)
    islands = state.islands(frame.pile)
    if not frame.remaining or not (islands.pile or islands.discard):
        return pop(state)
    return state if islands.pile else reshuffle_islands(state, frame.pile)


def auto_draw_isle(state: State) -> State:
    """Let the question lapse if no island is left. Reshuffle an empty pile."""
    pile = expect_top(state, DrawIsleFrame).pile
    islands = state.islands(pile)
    if not (islands.pile or islands.discard):
        return lapse(state)
    return state if islands.pile else reshuffle_islands(state, pile)


# --- parts of an action ---------------------------------------------------------------------------------------------


def auto_boost_window(state: State) -> State:
    """Close the question for a player without cards in hand."""
    return state if deciding_player(state).hand else pop(state)


def auto_emit_event(state: State) -> State:
    """Emit the event that waited for the frames above."""
    frame = expect_top(state, EmitEventFrame)
    if not frame.card:
        return emit(pop(state), frame.event, frame.seat)
    return emit(pop(state), frame.event, frame.seat, card=frame.card, slot=frame.slot)


def auto_discard_boost(state: State) -> State:
    """Discard the boost that has been carried out."""
    frame = expect_top(state, DiscardBoostFrame)
    return with_player(pop(state), deciding_seat(state), discard=add_to(deciding_player(state).discard, frame.card))


def auto_construct(state: State) -> State:
    """Let the question lapse if no card of the hand can be placed."""
    seat, hand = deciding_seat(state), deciding_player(state).hand
    return state if any(is_constructible(state, seat, card) for card, _ in hand) else lapse(state)


def auto_harvest(state: State) -> State:
    """Harvest the only ready field. Without one, let the question lapse."""
    ready = ready_fields(state)
    return state if len(ready) > 1 else harvest_field(state, ready[0]) if ready else lapse(state)


def auto_payment(state: State) -> State:
    """Pay the rest if there is only one way to pay."""
    return auto_pay(state, expect_top(state, PaymentFrame))


# --- choices --------------------------------------------------------------------------------------------------------


def auto_choose(state: State) -> State:
    """Apply the only possible option. If an event leaves no option, the player loses points."""
    possible = options(state)
    if len(possible) == 1:
        return apply_option(state, possible[0])
    if possible:
        return state
    return lose_points(pop(state), deciding_seat(state), content(state).numbers["penalty"])


def auto_pick(state: State) -> State:
    """Pick the only possible card. Without one, let the question lapse."""
    slots = pickable_slots(state)
    return state if len(slots) > 1 else apply_pick(state, slots[0]) if slots else lapse(state)


def auto_pick_some(state: State) -> State:
    """Close the question if no card can be picked any more."""
    return state if pickable_slots(state) else pop(state)


def auto_take_back(state: State) -> State:
    """Close the question if no card of the discard pile fits."""
    return state if takeable_cards(state) else pop(state)


def auto_search(state: State) -> State:
    """Close the question if the deck is empty."""
    return state if deciding_player(state).deck else pop(state)


def auto_build_free(state: State) -> State:
    """Close the question for a player without cards in hand."""
    return state if deciding_player(state).hand else pop(state)


def auto_choose_ship(state: State) -> State:
    """Use the only possible ship. Without one, let the question lapse."""
    places = choosable_ships(state)
    return state if len(places) > 1 else send_ship(state, places[0]) if places else lapse(state)


def auto_assign(state: State) -> State:
    """Close the question if nothing remains to be assigned, or nothing can be."""
    frame = expect_top(state, AssignFrame)
    if frame.remaining and legal_assignments(
        state, deciding_seat(state), current_effect(state), effects_frame_below(state).slot
    ):
        return state
    return close_assignment(state)


def close_assignment(state: State) -> State:
    """Close the question. Emit the event if goods were assigned; workers are no goods."""
    frame = expect_top(state, AssignFrame)
    triggers_specials = frame.has_begun and current_effect(state).goods != WORKER
    return emit(pop(state), "assigned", frame.seat) if triggers_specials else pop(state)


def auto_release(state: State) -> State:
    """Close the question if nothing remains to be released, or nothing can be."""
    return state if expect_top(state, ReleaseFrame).remaining and releasable(state) else pop(state)


def auto_refresh_pawn(state: State) -> State:
    """Close the question if no pawn is exhausted."""
    return state if any(pawn.exhausted for pawn in deciding_player(state).pawns) else pop(state)


def auto_shift_pawn(state: State) -> State:
    """Close the question if no pawn is on the ring."""
    return state if deciding_player(state).pawns else pop(state)


STEP_BY_QUESTION: dict[str, Callable[[State], State]] = {
    "lay_ring": auto_lay_ring,
    "draw": auto_draw,
    "keep": auto_keep,
    "lay_off": auto_lay_off,
    "end_lookout": auto_end_lookout,
    "reveal": auto_reveal,
    "place": auto_place,
    "arrive": auto_arrive,
    "perform": auto_perform,
    "boost_window": auto_boost_window,
    "construct": auto_construct,
    "harvest": auto_harvest,
    "emit_event": auto_emit_event,
    "discard_boost": auto_discard_boost,
    "effects": run_next_effect,
    "payment": auto_payment,
    "choose": auto_choose,
    "choose_cost": auto_choose,
    "tribute": auto_choose,
    "pay_with_card": auto_pick,
    "copy": auto_pick,
    "exhaust_field": auto_pick,
    "give_up": auto_pick,
    "invade": auto_pick,
    "refresh": auto_pick_some,
    "guard": auto_pick_some,
    "search": auto_search,
    "take_back": auto_take_back,
    "starting_card": auto_search,
    "build_free": auto_build_free,
    "choose_ship": auto_choose_ship,
    "assign": auto_assign,
    "release": auto_release,
    "refresh_pawn": auto_refresh_pawn,
    "shift_pawn": auto_shift_pawn,
    "voyage": auto_voyage,
    "blind_landing": auto_blind_landing,
    "landing": auto_landing,
    "draw_isle": auto_draw_isle,
}
"""The automatic step of each question. It returns the same state if the seat must answer."""
