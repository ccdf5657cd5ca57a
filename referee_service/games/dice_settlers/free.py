"""Free actions and other things that may be done on the side: factories, governing, exploding."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.dice_settlers.content import content
from referee_service.games.dice_settlers.land import leads_enough
from referee_service.games.dice_settlers.mains import governed_lead
from referee_service.games.dice_settlers.state import (
    BOT,
    NOBODY,
    Place,
    Player,
    State,
    beside,
    houses_left,
    number,
    permits,
)


def uses_left(state: State, tile: str) -> bool:
    """Whether the player in turn may use a factory once more in this round."""
    if tile not in state.me.factories:
        return True
    most = content(state).numbers["factory_uses"] + number(state, state.me, "factory_uses")
    return state.me.factories.count(tile) < most


def factory_tents(state: State, at: int) -> list[str]:
    """The tiles whose tents may serve the factory laid as this number: itself, with a permit those beside it."""
    places = [state.map[at]]
    if permits(state, state.active, "tent_from_beside"):
        places += beside(state, at)
    return [place.tile for place in places if place.tents[state.active]]


def can_use_factory(state: State) -> bool:
    """Whether the player in turn can use any factory."""
    return any(True for _ in usable_factories(state))


def usable_factories(state: State) -> Iterator[tuple[str, list[str]]]:
    """Every factory that the player in turn can use, with the tiles whose tents may serve."""
    factories = content(state).factories
    for at, place in enumerate(state.map):
        if place.tile in factories and uses_left(state, place.tile):
            tents = factory_tents(state, at)
            if tents:
                yield place.tile, tents


def governable(state: State) -> list[Place]:
    """The tiles that the player in turn may govern."""
    seat, tents = state.active, content(state).numbers["govern_tents"]
    rich = [place for place in state.map if place.tents[seat] >= tents and place.house == NOBODY]
    if not rich or not houses_left(state, seat):
        return []
    lead = governed_lead(state, state.me)
    return [place for place in rich if leads_enough(place, seat, lead)]


def house_sites(state: State) -> list[Place]:
    """The tiles where tents of the player in turn may become a house whatever the lead."""
    seat, tents = state.active, content(state).numbers["govern_tents"]
    if not houses_left(state, seat):
        return []
    return [place for place in state.map if place.tents[seat] >= tents and place.house == NOBODY]


def explosives(state: State, player: Player) -> list[str]:
    """The explosive technologies of a player."""
    technologies = content(state).technologies
    return [name for name in player.technologies if technologies[name].on_explode]


def has_free_action(state: State) -> bool:
    """Whether the player in turn can do anything beside main actions."""
    return bool(governable(state)) or bool(explosives(state, state.me)) or can_use_factory(state)


def crowded_factories(state: State) -> list[str]:
    """Solo: the factories where the Bot has two tents or more, and more than the player."""
    factories = content(state).factories
    return [
        place.tile
        for place in state.map
        if place.tile in factories and place.tents[BOT] >= 2 and place.tents[BOT] > place.tents[0]
    ]
