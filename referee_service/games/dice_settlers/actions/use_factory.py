"""Free action `use_factory`: take a tent off a factory and get what the factory makes."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_player

from ..content.tables import content
from ..fields import MapTileField, TentTileField
from ..free_actions import factory_tents, has_helpers, has_use_remaining, usable_factories
from ..labels import effect_facts
from ..map_tiles import find_map_tile, return_tent
from ..state import State


class UseFactory(Action, frozen=True, tag="use_factory"):
    """The activation of a factory: a tent returns to the personal supply, and the factory has its effect."""

    tile: MapTileField
    """Factory tile on the map to activate."""
    tent: TentTileField
    """Tile that the tent is taken from: the factory itself, or with a technology one beside it."""


def candidates(state: State) -> list[UseFactory]:
    """Return one action per usable factory and tent that may serve it."""
    return [UseFactory(tile, tent) for tile, tents in usable_factories(state) for tent in tents]


def objections(state: State, action: UseFactory) -> Iterator[Refusal]:
    """Yield every reason against this use of the factory."""
    map_tile = find_map_tile(state, action.tile)
    if map_tile is None:
        yield refuse("tile.map", tile=action.tile)
        return
    if action.tile not in content(state).factories:
        yield refuse("use_factory.factory", tile=action.tile)
        return
    if not has_use_remaining(state, action.tile):
        yield refuse("use_factory.once", tile=action.tile)
    if action.tent not in factory_tents(state, state.map.index(map_tile), helpers=has_helpers(state)):
        yield refuse("use_factory.tent", tile=action.tile, tent=action.tent)


def apply(state: State, action: UseFactory) -> State:
    """Return the tent to the personal supply and apply the factory's effects."""
    seat = state.active_side
    state = with_player(state, seat, used_factories=tuple(sorted((*state.active_player.used_factories, action.tile))))
    state = emit(return_tent(state, action.tent, seat), "factory_used", seat, tile=action.tile)
    for apply_effect in content(state).tiles[action.tile].effects:
        state = apply_effect(state, seat)
    return state


def facts(state: State, action: UseFactory) -> dict[str, Fact]:
    """Return what the factory gives, and the neighbour tile if the tent comes from there."""
    helper = action.tent if action.tent != action.tile else None
    return {"helper": helper, **effect_facts(state, content(state).tiles[action.tile].row.effects)}


USE_FACTORY = verb(
    UseFactory,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"tile": "tile.kind", "tent": "tent.kind"},
    facts=facts,
    chip="action.use_factory",
)
