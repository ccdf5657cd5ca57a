"""Questions that answer themselves: frames that only wait for their turn, and choices where there is none."""

from __future__ import annotations

from collections.abc import Callable

from referee_service.games.empires_north.choosing import chosen, options
from referee_service.games.empires_north.content.cards import WORKER
from referee_service.games.empires_north.content.tables import content
from referee_service.games.empires_north.economy.costs import auto_pay
from referee_service.games.empires_north.economy.supply import lose_points, reshuffle_deck, reshuffle_islands
from referee_service.games.empires_north.effects.requirements import legal_assignments
from referee_service.games.empires_north.effects.runner import current_effect, effects_frame_below, run_next_effect
from referee_service.games.empires_north.empire.placement import auto_place, is_constructible
from referee_service.games.empires_north.harvesting import harvest_field
from referee_service.games.empires_north.phases.declared_actions import auto_arrive, auto_perform
from referee_service.games.empires_north.phases.expedition import auto_blind, auto_landing, auto_voyage
from referee_service.games.empires_north.picking import pickable, picked, ready_fields
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
from referee_service.games.empires_north.ships import send, ships_asked
from referee_service.games.empires_north.state import State, deciding_player, deciding_seat
from referee_service.games.empires_north.taking import releasable, takeable
from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.payment import PaymentFrame
from referee_service.kernel.pending import expect_top, lapse, pop
from referee_service.kernel.tuples import with_player

# --- cards and islands that come ------------------------------------------------------------------------------------


def lay_ring(state: State) -> State:
    """The ring is complete."""
    return pop(state) if len(state.ring) == len(content(state).pack.tiles) else state


def draw(state: State) -> State:
    """Enough is drawn, or nothing is left; an empty deck is shuffled again."""
    frame = expect_top(state, DrawFrame)
    player = state.players[frame.recipient]
    if not frame.remaining:
        return pop(state)
    if player.deck:
        return state
    return reshuffle_deck(state, frame.recipient) if player.discard else lapse(state)


def keep(state: State) -> State:
    """Who has no cards to keep, or no worker to keep them with, is not asked."""
    frame, player = expect_top(state, KeepFrame), deciding_player(state)
    broke = frame.exactly is None and player.workers < content(state).numbers["lookout_cost"]
    return pop(state) if broke or not player.looked_at else state


def lay_off(state: State) -> State:
    """Nothing was looked at."""
    return state if state.players[expect_top(state, DiscardUnkeptFrame).player].looked_at else pop(state)


def reveal(state: State) -> State:
    """Enough islands lie open, or none is left; an empty pile is shuffled again."""
    frame = expect_top(state, RevealFrame)
    isles = state.islands(frame.pile)
    if not frame.remaining or not (isles.pile or isles.discard):
        return pop(state)
    return state if isles.pile else reshuffle_islands(state, frame.pile)


def draw_isle(state: State) -> State:
    """No island is left; an empty pile is shuffled again."""
    pile = expect_top(state, DrawIsleFrame).pile
    isles = state.islands(pile)
    if not (isles.pile or isles.discard):
        return lapse(state)
    return state if isles.pile else reshuffle_islands(state, pile)


# --- parts of an action ---------------------------------------------------------------------------------------------


def window(state: State) -> State:
    """Who holds no card is not asked."""
    return state if deciding_player(state).hand else pop(state)


def told(state: State) -> State:
    """It has happened."""
    frame = expect_top(state, EmitEventFrame)
    if not frame.card:
        return emit(pop(state), frame.event, frame.seat)
    return emit(pop(state), frame.event, frame.seat, card=frame.card, slot=frame.slot)


def boosted(state: State) -> State:
    """The boost is discarded."""
    frame = expect_top(state, DiscardBoostFrame)
    return with_player(pop(state), deciding_seat(state), discard=add_to(deciding_player(state).discard, frame.card))


def construct(state: State) -> State:
    """Nothing in the hand can be placed."""
    seat, hand = deciding_seat(state), deciding_player(state).hand
    return state if any(is_constructible(state, seat, card) for card, _ in hand) else lapse(state)


def harvest(state: State) -> State:
    """Only one field is ready, or none."""
    ready = ready_fields(state)
    return state if len(ready) > 1 else harvest_field(state, ready[0]) if ready else lapse(state)


def payment(state: State) -> State:
    """There is only one way to pay."""
    return auto_pay(state, expect_top(state, PaymentFrame))


# --- choices --------------------------------------------------------------------------------------------------------


def choose(state: State) -> State:
    """One option is possible; where an event leaves none, points are lost."""
    possible = options(state)
    if len(possible) == 1:
        return chosen(state, possible[0])
    if possible:
        return state
    return lose_points(pop(state), deciding_seat(state), content(state).numbers["penalty"])


def pick(state: State) -> State:
    """One card can be picked, or none."""
    found = pickable(state)
    return state if len(found) > 1 else picked(state, found[0]) if found else lapse(state)


def pick_some(state: State) -> State:
    """No card can be picked any more."""
    return state if pickable(state) else pop(state)


def take_back(state: State) -> State:
    """Nothing in the pile is meant."""
    return state if takeable(state) else pop(state)


def search(state: State) -> State:
    """There is nothing to look through."""
    return state if deciding_player(state).deck else pop(state)


def build_free(state: State) -> State:
    """Who holds no card is not asked."""
    return state if deciding_player(state).hand else pop(state)


def choose_ship(state: State) -> State:
    """Only one ship can do it, or none."""
    places = ships_asked(state)
    return state if len(places) > 1 else send(state, places[0]) if places else lapse(state)


def assign(state: State) -> State:
    """All is assigned, or nothing more can be."""
    frame = expect_top(state, AssignFrame)
    if frame.remaining and legal_assignments(
        state, deciding_seat(state), current_effect(state), effects_frame_below(state).slot
    ):
        return state
    return close_assignment(state)


def close_assignment(state: State) -> State:
    """What was assigned stays; specials hear of goods, and workers are none."""
    frame = expect_top(state, AssignFrame)
    is_heard = frame.has_begun and current_effect(state).goods != WORKER
    return emit(pop(state), "assigned", frame.seat) if is_heard else pop(state)


def release(state: State) -> State:
    """All is released, or there is nothing more."""
    return state if expect_top(state, ReleaseFrame).remaining and releasable(state) else pop(state)


def refresh_pawn(state: State) -> State:
    """No pawn is exhausted."""
    return state if any(pawn.exhausted for pawn in deciding_player(state).pawns) else pop(state)


def shift_pawn(state: State) -> State:
    """No pawn is on a tile."""
    return state if deciding_player(state).pawns else pop(state)


BY_ITSELF: dict[str, Callable[[State], State]] = {
    "lay_ring": lay_ring,
    "draw": draw,
    "keep": keep,
    "lay_off": lay_off,
    "reveal": reveal,
    "place": auto_place,
    "arrive": auto_arrive,
    "perform": auto_perform,
    "boost_window": window,
    "construct": construct,
    "harvest": harvest,
    "emit_event": told,
    "discard_boost": boosted,
    "effects": run_next_effect,
    "payment": payment,
    "choose": choose,
    "choose_cost": choose,
    "tribute": choose,
    "pay_with_card": pick,
    "copy": pick,
    "exhaust_field": pick,
    "give_up": pick,
    "invade": pick,
    "refresh": pick_some,
    "guard": pick_some,
    "search": search,
    "take_back": take_back,
    "starting_card": search,
    "build_free": build_free,
    "choose_ship": choose_ship,
    "assign": assign,
    "release": release,
    "refresh_pawn": refresh_pawn,
    "shift_pawn": shift_pawn,
    "voyage": auto_voyage,
    "blind_landing": auto_blind,
    "landing": auto_landing,
    "draw_isle": draw_isle,
}
