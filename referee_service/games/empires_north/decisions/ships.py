"""Questions of ships: one that sails, and one that an effect sends or moves up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from referee_service.kernel.bags import add_to
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import lapse, pop, push
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..effects.cards import eligible_ships, queue_after_advance
from ..effects.origins import ACTION_PLACES, is_ordered, opened_by, player_of
from ..effects.runner import current_effect
from ..facts import load_of, source_facts
from ..fields import FishOrNot, RazeOrNot, ShipPlace
from ..questions import ChooseShipFrame, EffectsFrame, SailFrame, VoyageFrame
from ..state import Ship, State, amount_of, deciding_player, deciding_seat

# --- sail: what is assigned to the ship -------------------------------------------------------------------------------


class Sail(Action, frozen=True, tag="sail"):
    """A ship sails, with or without a fish and a raze token."""

    fish: FishOrNot
    raze: RazeOrNot


def sail_candidates(state: State) -> list[Sail]:
    """Return every load that the player holds. Gold cannot replace the fish."""
    player = deciding_player(state)
    fish, raze = ((False, True) if amount_of(player, good) else (False,) for good in ("fish", "raze"))
    return [Sail(*answers) for answers in product(fish, raze)]


def sail_objections(state: State, action: Sail) -> Iterator[Refusal]:
    """Yield a reason for every good that the player lacks."""
    for good in ("fish", "raze"):
        if getattr(action, good) and not amount_of(deciding_player(state), good):
            yield refuse("sail.held", good=good)


def apply_sail(state: State, action: Sail) -> State:
    """Put the ship with its load at the end of the queue."""
    seat, player = deciding_seat(state), deciding_player(state)
    goods = player.goods
    for good in ("fish", "raze"):
        goods = add_to(goods, good, -1) if getattr(action, good) else goods
    state = with_player(pop(state), seat, ships=player.ships - 1, goods=goods)
    state = replace(state, queue=(*state.queue, Ship(seat, action.fish, action.raze)))
    rank, load = len(state.queue), load_of(state.queue[-1])
    return emit(state, "sailed", seat, place=rank - 1, fish=action.fish, raze=action.raze, rank=rank, load=load)


def can_sail(state: State, frame: SailFrame, below: Below) -> bool:
    """Return whether the action is due, and the player has a ship."""
    return player_of(state, frame).ships > 0 and is_ordered(state, frame, below, "sail")


def sail_facts(state: State, action: Sail) -> dict[str, Fact]:
    """Return what the ship takes on board, or that it is empty."""
    load = load_of(Ship(deciding_seat(state), action.fish, action.raze))
    return {"load": load} if load else {"empty": "nothing"}


SAIL = verb(Sail, sail_candidates, sail_objections, apply_sail, exact=True, facts=sail_facts)
SAIL_QUESTION = question(SailFrame, "sail", over=ACTION_PLACES, fits=can_sail, forced=True)


# --- choose_ship: a ship that lands at once or moves up ---------------------------------------------------------------


class ChooseShip(Action, frozen=True, tag="choose_ship"):
    """A choice of a ship in the queue, which lands at once or moves up."""

    place: ShipPlace


def choosable_ships(state: State) -> list[int]:
    """Return the places of the ships that answer the open question."""
    return eligible_ships(state, deciding_seat(state), current_effect(state))


def advance(state: State, place: int, steps: int) -> State:
    """Move a ship up in the queue by at most this number of places."""
    queue = queue_after_advance(state, place, steps)
    after = max(0, place - steps)
    return emit(replace(state, queue=queue), "advanced", state.queue[place].seat, place=after, rank=after + 1)


def choose_ship_candidates(state: State) -> list[ChooseShip]:
    """Return every ship that answers the open question."""
    return [ChooseShip(place) for place in choosable_ships(state)]


def choose_ship_objections(state: State, action: ChooseShip) -> Iterator[Refusal]:
    """Yield the reason if the effect cannot use this ship. Ranks in the queue count from 1."""
    possible = choosable_ships(state)
    if action.place not in possible:
        ranks = tuple(place + 1 for place in possible)
        named = {"place": action.place, "rank": action.place + 1}
        yield refuse("choose_ship.fitting", **named, open=tuple(possible), ranks=ranks)


def choose_ship_facts(state: State, action: ChooseShip) -> dict[str, Fact]:
    """Return the rank of the ship in the queue, and its load."""
    return {"rank": action.place + 1, "load": load_of(state.queue[action.place])}


def choose_ship_question_facts(state: State) -> dict[str, Fact]:
    """Return the card that asks, and what the ship will do."""
    return {**source_facts(state), "mode": current_effect(state).name}


def apply_choose_ship(state: State, action: ChooseShip) -> State:
    """Let the ship land at once, or move it up, as the effect says."""
    current, seat, place = current_effect(state), deciding_seat(state), action.place
    if current.name == "advance_ship":
        return advance(pop(state), place, current.max_count)
    return push(pop(state), VoyageFrame(seat, place, "pillage" if current.name == "pillage_now" else "conquer"))


def auto_choose_ship(state: State, frame: ChooseShipFrame) -> State:
    """Let the question lapse without any possible ship."""
    return state if choosable_ships(state) else lapse(state)


CHOOSE_SHIP = verb(
    ChooseShip,
    choose_ship_candidates,
    choose_ship_objections,
    apply_choose_ship,
    exact=True,
    any_name=True,
    facts=choose_ship_facts,
)
CHOOSE_SHIP_QUESTION = question(
    ChooseShipFrame,
    *("choose_ship", "go_on"),
    over=(EffectsFrame,),
    step=auto_choose_ship,
    fits=opened_by("pillage_now", "conquer_now", "advance_ship"),
    forced=True,
    facts=choose_ship_question_facts,
)
