"""Free action: take a tent from a factory and get what it makes."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.free import factory_tents, usable_factories, uses_left
from referee_service.games.dice_settlers.land import take_back_tent
from referee_service.games.dice_settlers.state import State, TileField, place_of
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.values import change


class UseFactory(Action, frozen=True, tag="use_factory"):
    """Use the factory of a tile with a tent from a tile: the same one, or with a permit one beside it."""

    tile: TileField
    tent: TileField


def candidates(state: State) -> list[UseFactory]:
    """Every factory not used up with every tent that may serve."""
    return [UseFactory(tile, tent) for tile, tents in usable_factories(state) for tent in tents]


def objections(state: State, action: UseFactory) -> Iterator[Refusal]:
    """Why this factory may not be used so; nothing yielded means it may."""
    place = place_of(state, action.tile)
    if place is None or action.tile not in content(state).factories:
        yield refuse("use_factory.factory", tile=action.tile)
        return
    if not uses_left(state, action.tile):
        yield refuse("use_factory.once", tile=action.tile)
    if action.tent not in factory_tents(state, state.map.index(place)):
        yield refuse("use_factory.tent", tile=action.tile, tent=action.tent)


def apply(state: State, action: UseFactory) -> State:
    """The tent goes home, and the factory does its work."""
    seat = state.active
    state = change(state, seat, factories=tuple(sorted((*state.me.factories, action.tile))))
    state = note(take_back_tent(state, action.tent, seat), "factory_used", seat, tile=action.tile)
    for work in content(state).tiles[action.tile].effects:
        state = work(state, seat)
    return state


USE_FACTORY = verb(UseFactory, candidates, objections, apply, exact=True)
