"""Spots of action fields: the places where their values lie, and the components that lie there.

`places.py` lists all places of the table. Fields of one action name a card together (card, fief and land), so each
function returns all places that fit its value, and the kernel keeps those that the fields have in common.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from referee_service.kernel.places import Group
from referee_service.kernel.rules import Fact
from referee_service.kernel.state import Seat

from .content.tables import CITY_HOST, content

if TYPE_CHECKING:
    from .state import Player, State, Unit

Facts = dict[str, Fact]
"""Facts of labels, prompts and events."""
FREE = "standing_free"
"""Name of the state of a card that stands on no land."""
OWN_FIEF = "own_fief"
"""Name of the fief of the seat that a sentence speaks to."""

# --- names of places ------------------------------------------------------------------------------------------------


def land_place(seat: int, host: int) -> str:
    """Return the place of the city or of a territory."""
    return f"fief.home_{seat}.land.{host}"


def building_place(seat: int, host: int, index: int) -> str:
    """Return the place of a building on a land."""
    return f"{land_place(seat, host)}.building.{index}"


def unit_place(seat: int, unit: Unit) -> str:
    """Return the place of a unit: on its land, in its army, or free in a fief. Equal units share it."""
    if unit.host >= CITY_HOST:
        place = f"{land_place(seat, unit.host)}.{seat}.{unit.card}"
    elif unit.army > 0:
        place = f"battle.army.{unit.army}.{seat}.{unit.card}"
    else:
        place = f"fief.{unit.fief}.free.{seat}.{unit.card}"
    return f"{place}.turned" if unit.turned else place


def unit_places(state: State, seat: int, selects: Callable[[Unit], bool]) -> Group:
    """Return the places of all units of a seat that a predicate selects."""
    player = player_at(state, seat)
    units = player.units if player is not None else ()
    return tuple(dict.fromkeys(unit_place(seat, unit) for unit in units if selects(unit)))


def player_at(state: State, seat: Seat) -> Player | None:
    """Return the player at a seat, or None for chance and for a seat that does not exist."""
    return state.players[seat] if isinstance(seat, int) and 0 <= seat < len(state.players) else None


# --- hand, lands and piles ------------------------------------------------------------------------------------------


def hand_places(state: State, seat: int, card: str) -> Group:
    """Return the place of a kind of card in the hand of the seat."""
    return (f"hand.{seat}.{card}",)


def land_places(state: State, seat: int, host: int | None) -> Group:
    """Return the land of the seat, or for None the ground of its fief beside all lands."""
    return (f"fief.home_{seat}.free",) if host is None else (land_place(seat, host),)


def land_card(state: State, seat: int, host: int) -> str:
    """Return the city or territory of the seat at a host, or "" if there is none."""
    player = player_at(state, seat)
    return player.lands[host].card if player is not None and 0 <= host < len(player.lands) else ""


def space_of(host: int | None) -> int | None:
    """Return the number of the place of a territory, or None for the city and for no land."""
    return host if host is not None and host > CITY_HOST else None


def land_facts(state: State, seat: int, host: int | None) -> Facts:
    """Return a land of a seat with its space, or None for both if there is no land."""
    if host is None or not (card := land_card(state, seat, host)):
        return {"land": None, "space": None}
    return {"land": card, "space": space_of(host)}


def missing_card_facts(state: State, seat: int, host: int | None) -> Facts:
    """Return where a card of a seat was looked for: on a land, at an empty place, or free in the fief."""
    land = land_facts(state, seat, host)
    if host is None:
        return {**land, "freed": FREE, "where": OWN_FIEF}
    return {**land, "empty": host if land["land"] is None else None}


def top_building(state: State, seat: int, pile: int) -> str:
    """Return the open building of a pile, or ""."""
    return state.piles[pile].top if 0 <= pile < len(state.piles) else ""


def same_component(state: State, seat: int, piece: str) -> str:
    """Return the component of a value that is its own id."""
    return piece


# --- units of the seat ----------------------------------------------------------------------------------------------


def unit_card_places(state: State, seat: int, card: str) -> Group:
    """Return the places of all units of this card, turned or not."""
    return unit_places(state, seat, lambda unit: unit.card == card)


def unturned_card_places(state: State, seat: int, card: str) -> Group:
    """Return the places of the unturned units of this card."""
    return unit_places(state, seat, lambda unit: unit.card == card and not unit.turned)


def free_card_places(state: State, seat: int, card: str) -> Group:
    """Return the places of the unturned units of this card that stand on no land."""
    return unit_places(state, seat, lambda unit: unit.card == card and not unit.turned and unit.host < CITY_HOST)


def ready_card_places(state: State, seat: int, card: str) -> Group:
    """Return the places of the units of this card that may join the current battle."""
    fief = state.battle.fief if state.battle is not None else ""
    return unit_places(
        state,
        seat,
        lambda unit: (
            (unit.card, unit.fief) == (card, fief) and unit.host < CITY_HOST and not (unit.turned or unit.army)
        ),
    )


def places_in_fief(state: State, seat: int, fief: str) -> Group:
    """Return the places of all units of the seat in a fief."""
    return unit_places(state, seat, lambda unit: unit.fief == fief)


def places_at_host(state: State, seat: int, host: int | None) -> Group:
    """Return the places of all units of the seat on a land, or for None of those on no land."""
    return unit_places(state, seat, lambda unit: unit.host == host if host is not None else unit.host < CITY_HOST)


def places_by_turn(state: State, seat: int, turned: bool) -> Group:  # noqa: FBT001  the value of an action field
    """Return the places of all units of the seat that are turned, or of those that are not."""
    return unit_places(state, seat, lambda unit: unit.turned == turned)


# --- fronts ---------------------------------------------------------------------------------------------------------


def front_place(fief: str, seat: int) -> str:
    """Return the place where a war on a seat in a fief is declared."""
    return f"fief.{fief}.front.{seat}"


def fronts_in_fief(state: State, seat: int, fief: str) -> Group:
    """Return the fronts of a fief, one for each seat."""
    return tuple(front_place(fief, other) for other in range(len(state.players)))


def fronts_against(state: State, seat: int, other: int) -> Group:
    """Return the fronts against a seat, one for each fief."""
    return tuple(front_place(str(fief), other) for fief in content(state).domains["fief"])


# --- targets --------------------------------------------------------------------------------------------------------

_TARGET = re.compile(r"host_(?P<land>\d+)|army_(?P<army>\d+)|guard_(?P<host>\d+)_(?P<guard>\w+)|turned_(?P<turned>\w+)")


class TargetName(NamedTuple):
    """The parts of the name of a target: a land, an army, or a card, perhaps on a land or turned."""

    card: str = ""
    host: int | None = None
    army: int | None = None
    turned: bool = False


def parse_target(target: str) -> TargetName:
    """Return the parts of the name of a target."""
    found = _TARGET.fullmatch(target)
    if found is None:
        return TargetName(card=target)
    if found["land"]:
        return TargetName(host=int(found["land"]))
    if found["army"]:
        return TargetName(army=int(found["army"]))
    if found["guard"]:
        return TargetName(card=found["guard"], host=int(found["host"]))
    return TargetName(card=found["turned"], turned=True)


def target_places(state: State, seat: int, target: str) -> Group:
    """Return the land, army, card or building of the defender that a target names."""
    battle, named = state.battle, parse_target(target)
    if battle is None:
        return ()
    if named.army is not None:
        return (f"battle.army.{named.army}",)
    if not named.card:
        return (land_place(battle.defender, named.host or CITY_HOST),)
    if named.host is None:
        where = (named.card, battle.fief, named.turned)
        return unit_places(
            state,
            battle.defender,
            lambda unit: (unit.card, unit.fief, unit.turned) == where and unit.host < CITY_HOST and not unit.army > 0,
        )
    guards = unit_places(state, battle.defender, lambda unit: (unit.card, unit.host) == (named.card, named.host))
    return (*guards, *building_places(state, battle.defender, named.host, named.card))


def building_places(state: State, seat: int, host: int, name: str) -> Group:
    """Return the places of all buildings of this name on a land."""
    player = player_at(state, seat)
    buildings = player.lands[host].buildings if player is not None and 0 <= host < len(player.lands) else ()
    return tuple(building_place(seat, host, index) for index, building in enumerate(buildings) if building == name)


def target_card(state: State, seat: int, target: str) -> str:
    """Return the card, building or land that a target names, or "" for an army."""
    battle, named = state.battle, parse_target(target)
    if named.card or named.host is None or battle is None:
        return named.card
    return land_card(state, battle.defender, named.host)
