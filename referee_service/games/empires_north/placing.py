"""Cards that come into an empire, and actions that begin: what a declared action pushes on the stack."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.empires_north.content import abilities_of, card_of, scenario
from referee_service.games.empires_north.costs import NOTHING, ask_cost
from referee_service.games.empires_north.declaring import can_resolve
from referee_service.games.empires_north.empire import enter, remove_site
from referee_service.games.empires_north.pack import Cost
from referee_service.games.empires_north.questions import (
    Arrive,
    Construct,
    Draw,
    Effects,
    Harvest,
    Perform,
    Place,
    Sail,
    Told,
    Window,
)
from referee_service.games.empires_north.state import Pawn, State, site_at
from referee_service.games.empires_north.supply import receive
from referee_service.kernel.events import note
from referee_service.kernel.pending import asking, lapse, pop, push, swap
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import change, drop, take_from


def declare(state: State, seat: int, action: str) -> State:
    """An action is declared: first a boost or a field, then the action itself."""
    state = note(state, "declared", seat, action=action)
    return push(state, Perform(seat, action), Window(seat, action))


def perform(state: State) -> State:
    """A declared action begins."""
    frame = asking(state, Perform)
    seat, action = frame.seat, frame.action
    assert isinstance(seat, int)
    if not can_resolve(state, seat, action):
        return lapse(state)
    if action == "explore":
        return _explore(state, seat)
    if action == "populate":
        return note(receive(pop(state), seat, (("worker", 1),), "score.action"), "populated", seat)
    question = {"construct": Construct, "harvest": Harvest, "sail": Sail}[action]
    return swap(state, question(seat))


def _explore(state: State, seat: int) -> State:
    """A card is drawn; then it is told, and a scenario may offer something."""
    state = pop(state)
    if state.solo is not None and scenario(state).rules.after_explore:
        state = push(state, Effects(seat, f"{state.options.scenario}_explore", 0))
    return push(state, Told(seat, "explored"), Draw(CHANCE, seat, 1, "hand"))


def arrive(state: State) -> State:
    """A pawn comes to its tile, and the action there is declared."""
    frame = asking(state, Arrive)
    seat = frame.seat
    assert isinstance(seat, int)
    state = declare(pop(state), seat, frame.tile)
    return place_pawn(state, seat, frame.tile) if frame.start is None else move_pawn(state, seat, frame, spent=True)


def place_pawn(state: State, seat: int, tile: str) -> State:
    """A pawn of the supply is put on a tile, active side up."""
    pawns = tuple(sorted((*state.players[seat].pawns, Pawn(tile, exhausted=False))))
    return note(change(state, seat, pawns=pawns), "pawn_placed", seat, tile=tile)


def move_pawn(state: State, seat: int, way: Arrive, *, spent: bool) -> State:
    """An active pawn goes to another tile; paid for and used, it is exhausted."""
    assert way.start is not None
    return shift(state, seat, Pawn(way.start, exhausted=False), Pawn(way.tile, exhausted=spent))


def shift(state: State, seat: int, old: Pawn, new: Pawn) -> State:
    """A pawn goes from one tile to another."""
    pawns = tuple(sorted((*drop(state.players[seat].pawns, old), new)))
    return note(change(state, seat, pawns=pawns), "pawn_moved", seat, start=old.tile, tile=new.tile)


# --- cards ----------------------------------------------------------------------------------------------------------


def take_from_hand(state: State, seat: int, card: str) -> State:
    """A card leaves the hand to be played."""
    return change(state, seat, hand=take_from(state.players[seat].hand, card))


def place(state: State) -> State:
    """The card is paid: it comes into the empire, over another where that was chosen."""
    frame = asking(state, Place)
    seat = frame.seat
    assert isinstance(seat, int)
    state = pop(state)
    if frame.over is not None:
        state = cover(state, seat, frame.over)
    told = None if card_of(state, frame.card).is_island else "built"
    return settle(state, seat, frame.card, told=told, host=frame.host)


def cover(state: State, seat: int, slot: int) -> State:
    """A location is built over: it stays beneath without effect, and what lay on it is lost."""
    site = site_at(state.players[seat], slot)
    assert site is not None
    assert state.solo is not None
    covered = tuple(sorted((*state.solo.covered, site.card)))
    state = replace(remove_site(state, seat, slot), solo=replace(state.solo, covered=covered))
    return note(state, "covered", seat, card=site.card)


def settle(state: State, seat: int, card: str, *, told: str | None, host: int | None = None) -> State:
    """A card comes into the empire: a field yields its goods, a bonus is gained, and then specials hear of it."""
    found = card_of(state, card)
    state, slot = enter(state, seat, card, host)
    state = note(state, "placed", seat, card=card)
    if told is not None:
        state = push(state, Told(seat, told, slot, card))
    state = receive(state, seat, found.goods, "score.bonus")
    return push(state, Effects(seat, card, found.bonus, slot=slot)) if found.bonus is not None else state


def begin(state: State, seat: int, source: str, ability: int, slot: int | None, extra: Cost = NOTHING) -> State:
    """An ability begins: its cost is asked for, then its effects follow."""
    state = push(state, Effects(seat, source, ability, slot=slot))
    return ask_cost(state, seat, abilities_of(state, source)[ability].cost, source, extra)
