"""Free actions and other things that may be done on the side: factories, governing, exploding."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content.tables import content
from referee_service.games.dice_settlers.main_actions import governor_lead
from referee_service.games.dice_settlers.map_tiles import adjacent_tiles, has_lead, houses_remaining
from referee_service.games.dice_settlers.state import BOT, NO_SIDE, MapTile, Player, State, has_permit, number_bonus


def has_use_remaining(state: State, tile: str) -> bool:
    """Whether the player in turn may use a factory once more in this round."""
    if tile not in state.active_player.used_factories:
        return True
    most = content(state).numbers["factory_uses"] + number_bonus(state, state.active_player, "factory_uses")
    return state.active_player.used_factories.count(tile) < most


def factory_tents(state: State, at: int) -> list[str]:
    """The tiles whose tents may serve the factory laid as this number: itself, with a permit those beside it."""
    places = [state.map[at]]
    if has_permit(state, state.active_side, "tent_from_beside"):
        places += adjacent_tiles(state, at)
    return [place.tile for place in places if place.tents[state.active_side]]


def can_use_factory(state: State) -> bool:
    """Whether the player in turn can use any factory."""
    return any(True for _ in usable_factories(state))


def usable_factories(state: State) -> Iterator[tuple[str, list[str]]]:
    """Every factory that the player in turn can use, with the tiles whose tents may serve."""
    factories = content(state).factories
    for at, place in enumerate(state.map):
        if place.tile in factories and has_use_remaining(state, place.tile):
            tents = factory_tents(state, at)
            if tents:
                yield place.tile, tents


def governable(state: State) -> list[MapTile]:
    """The tiles that the player in turn may govern."""
    seat, tents = state.active_side, content(state).numbers["govern_tents"]
    rich = [place for place in state.map if place.tents[seat] >= tents and place.house == NO_SIDE]
    if not rich or not houses_remaining(state, seat):
        return []
    lead = governor_lead(state, state.active_player)
    return [place for place in rich if has_lead(place, seat, lead)]


def house_sites(state: State) -> list[MapTile]:
    """The tiles where tents of the player in turn may become a house whatever the lead."""
    seat, tents = state.active_side, content(state).numbers["govern_tents"]
    if not houses_remaining(state, seat):
        return []
    return [place for place in state.map if place.tents[seat] >= tents and place.house == NO_SIDE]


def explosive_technologies(state: State, player: Player) -> list[str]:
    """The explosive technologies of a player."""
    technologies = content(state).technologies
    return [name for name in player.technologies if technologies[name].on_explode]


def has_free_action(state: State) -> bool:
    """Whether the player in turn can do anything beside main actions."""
    return bool(governable(state)) or bool(explosive_technologies(state, state.active_player)) or can_use_factory(state)


def crowded_factories(state: State) -> list[str]:
    """Solo: the factories where the Bot has two tents or more, and more than the player."""
    factories = content(state).factories
    return [
        place.tile
        for place in state.map
        if place.tile in factories and place.tents[BOT] >= 2 and place.tents[BOT] > place.tents[0]
    ]
