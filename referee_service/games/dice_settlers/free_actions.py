"""Free actions: factories, governing, explosive technologies; also tents to remove in the solo clean-up."""

from __future__ import annotations

from collections.abc import Iterator

from .content.tables import content
from .main_actions import governor_lead
from .map_tiles import adjacent_tiles, has_lead, houses_remaining
from .state import BOT, NO_SIDE, MapTile, Player, State, has_permit, number_bonus


def has_use_remaining(state: State, tile: str) -> bool:
    """Return whether the active player may use this factory once more in this round."""
    if tile not in state.active_player.used_factories:
        return True
    max_uses = content(state).numbers["factory_uses"] + number_bonus(state, state.active_player, "factory_uses")
    return state.active_player.used_factories.count(tile) < max_uses


def has_helpers(state: State) -> bool:
    """Return whether tents beside a factory may serve it."""
    return has_permit(state, state.active_side, "tent_from_beside")


def factory_tents(state: State, index: int, *, helpers: bool) -> list[str]:
    """Return the tiles whose tents may serve a factory, given by its map index.

    The factory itself may serve, and with `helpers` its neighbours.
    """
    map_tiles = [state.map[index]]
    if helpers:
        map_tiles += adjacent_tiles(state, index)
    return [map_tile.tile for map_tile in map_tiles if map_tile.tents[state.active_side]]


def can_use_factory(state: State) -> bool:
    """Return whether the active player can use any factory."""
    return any(True for _ in usable_factories(state))


def usable_factories(state: State) -> Iterator[tuple[str, list[str]]]:
    """Yield every factory that the active player can use, with the tiles whose tents may serve it."""
    factories, helpers = content(state).factories, has_helpers(state)
    for index, map_tile in enumerate(state.map):
        if map_tile.tile in factories and has_use_remaining(state, map_tile.tile):
            tents = factory_tents(state, index, helpers=helpers)
            if tents:
                yield map_tile.tile, tents


def governable(state: State) -> list[MapTile]:
    """Return the tiles that the active player may govern."""
    seat, tents = state.active_side, content(state).numbers["govern_tents"]
    rich = [map_tile for map_tile in state.map if map_tile.tents[seat] >= tents and map_tile.house == NO_SIDE]
    if not rich or not houses_remaining(state, seat):
        return []
    lead = governor_lead(state, state.active_player)
    return [map_tile for map_tile in rich if has_lead(map_tile, seat, lead)]


def house_sites(state: State) -> list[MapTile]:
    """Return the tiles where the active player's tents may become a house without a lead."""
    seat, tents = state.active_side, content(state).numbers["govern_tents"]
    if not houses_remaining(state, seat):
        return []
    return [map_tile for map_tile in state.map if map_tile.tents[seat] >= tents and map_tile.house == NO_SIDE]


def explosive_technologies(state: State, player: Player) -> list[str]:
    """Return the explosive technologies of a player."""
    technologies = content(state).technologies
    return [name for name in player.technologies if technologies[name].on_explode]


def has_free_action(state: State) -> bool:
    """Return whether the active player can take any free action."""
    return bool(governable(state)) or bool(explosive_technologies(state, state.active_player)) or can_use_factory(state)


def crowded_factories(state: State) -> list[str]:
    """Return the factories where the printed Bot has two tents or more, and more than the player (solo)."""
    factories = content(state).factories
    return [
        map_tile.tile
        for map_tile in state.map
        if map_tile.tile in factories and map_tile.tents[BOT] >= 2 and map_tile.tents[BOT] > map_tile.tents[0]
    ]
