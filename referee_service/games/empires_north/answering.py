"""Questions that answer themselves: frames that only wait for their turn, and choices where there is none."""

from __future__ import annotations

from collections.abc import Callable

from referee_service.games.empires_north.binding import WORKER
from referee_service.games.empires_north.choosing import chosen, options
from referee_service.games.empires_north.content import content
from referee_service.games.empires_north.costs import pay_the_only_way
from referee_service.games.empires_north.declaring import assignments, constructible
from referee_service.games.empires_north.harvesting import harvest_field
from referee_service.games.empires_north.picking import asked, chooser, pickable, picked, ready_fields
from referee_service.games.empires_north.placing import arrive, perform, place
from referee_service.games.empires_north.questions import (
    Assign,
    Boosted,
    Draw,
    DrawIsle,
    Keep,
    LayOff,
    Release,
    Reveal,
    Told,
)
from referee_service.games.empires_north.running import asking_effect, beneath, go_on
from referee_service.games.empires_north.ships import send, ships_asked
from referee_service.games.empires_north.state import State
from referee_service.games.empires_north.supply import lose_points, reshuffle, reshuffle_isles
from referee_service.games.empires_north.taking import releasable, takeable
from referee_service.games.empires_north.voyages import blind, landing, voyage
from referee_service.kernel.events import note
from referee_service.kernel.payment import Payment
from referee_service.kernel.pending import asking, lapse, pop
from referee_service.kernel.values import add_to, change

# --- cards and islands that come ------------------------------------------------------------------------------------


def lay_ring(state: State) -> State:
    """The ring is complete."""
    return pop(state) if len(state.ring) == len(content(state).pack.tiles) else state


def draw(state: State) -> State:
    """Enough is drawn, or nothing is left; an empty deck is shuffled again."""
    frame = asking(state, Draw)
    player = state.players[frame.to]
    if not frame.left:
        return pop(state)
    if player.deck:
        return state
    return reshuffle(state, frame.to) if player.discard else lapse(state)


def keep(state: State) -> State:
    """Who has no cards to keep, or no worker to keep them with, is not asked."""
    frame, player = asking(state, Keep), asked(state)
    broke = frame.exactly is None and player.workers < content(state).numbers["lookout_cost"]
    return pop(state) if broke or not player.looked else state


def lay_off(state: State) -> State:
    """Nothing was looked at."""
    return state if state.players[asking(state, LayOff).of].looked else pop(state)


def reveal(state: State) -> State:
    """Enough islands lie open, or none is left; an empty pile is shuffled again."""
    frame = asking(state, Reveal)
    isles = state.isles(frame.pile)
    if not frame.left or not (isles.pile or isles.discard):
        return pop(state)
    return state if isles.pile else reshuffle_isles(state, frame.pile)


def draw_isle(state: State) -> State:
    """No island is left; an empty pile is shuffled again."""
    pile = asking(state, DrawIsle).pile
    isles = state.isles(pile)
    if not (isles.pile or isles.discard):
        return lapse(state)
    return state if isles.pile else reshuffle_isles(state, pile)


# --- parts of an action ---------------------------------------------------------------------------------------------


def window(state: State) -> State:
    """Who holds no card is not asked."""
    return state if asked(state).hand else pop(state)


def told(state: State) -> State:
    """It has happened."""
    frame = asking(state, Told)
    if not frame.card:
        return note(pop(state), frame.event, frame.seat)
    return note(pop(state), frame.event, frame.seat, card=frame.card, slot=frame.slot)


def boosted(state: State) -> State:
    """The boost is discarded."""
    frame = asking(state, Boosted)
    return change(pop(state), chooser(state), discard=add_to(asked(state).discard, frame.card))


def construct(state: State) -> State:
    """Nothing in the hand can be placed."""
    seat = chooser(state)
    return state if any(constructible(state, seat, card) for card, _ in asked(state).hand) else lapse(state)


def harvest(state: State) -> State:
    """Only one field is ready, or none."""
    ready = ready_fields(state)
    return state if len(ready) > 1 else harvest_field(state, ready[0]) if ready else lapse(state)


def payment(state: State) -> State:
    """There is only one way to pay."""
    return pay_the_only_way(state, asking(state, Payment))


# --- choices --------------------------------------------------------------------------------------------------------


def choose(state: State) -> State:
    """One option is possible; where an event leaves none, points are lost."""
    possible = options(state)
    if len(possible) == 1:
        return chosen(state, possible[0])
    if possible:
        return state
    return lose_points(pop(state), chooser(state), content(state).numbers["penalty"])


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
    return state if asked(state).deck else pop(state)


def build_free(state: State) -> State:
    """Who holds no card is not asked."""
    return state if asked(state).hand else pop(state)


def choose_ship(state: State) -> State:
    """Only one ship can do it, or none."""
    places = ships_asked(state)
    return state if len(places) > 1 else send(state, places[0]) if places else lapse(state)


def assign(state: State) -> State:
    """All is assigned, or nothing more can be."""
    frame = asking(state, Assign)
    if frame.left and assignments(state, chooser(state), asking_effect(state), beneath(state).slot):
        return state
    return close_assignment(state)


def close_assignment(state: State) -> State:
    """What was assigned stays; specials hear of goods, and workers are none."""
    frame = asking(state, Assign)
    is_heard = frame.begun and asking_effect(state).what != WORKER
    return note(pop(state), "assigned", frame.seat) if is_heard else pop(state)


def release(state: State) -> State:
    """All is released, or there is nothing more."""
    return state if asking(state, Release).left and releasable(state) else pop(state)


def refresh_pawn(state: State) -> State:
    """No pawn is exhausted."""
    return state if any(pawn.exhausted for pawn in asked(state).pawns) else pop(state)


def shift_pawn(state: State) -> State:
    """No pawn is on a tile."""
    return state if asked(state).pawns else pop(state)


BY_ITSELF: dict[str, Callable[[State], State]] = {
    "lay_ring": lay_ring,
    "draw": draw,
    "keep": keep,
    "lay_off": lay_off,
    "reveal": reveal,
    "place": place,
    "arrive": arrive,
    "perform": perform,
    "window": window,
    "construct": construct,
    "harvest": harvest,
    "told": told,
    "boosted": boosted,
    "effects": go_on,
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
    "found": search,
    "build_free": build_free,
    "choose_ship": choose_ship,
    "assign": assign,
    "release": release,
    "refresh_pawn": refresh_pawn,
    "shift_pawn": shift_pawn,
    "voyage": voyage,
    "blind": blind,
    "landing": landing,
    "draw_isle": draw_isle,
}
