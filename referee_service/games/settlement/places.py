"""Places of the table, and what lies there: market, hero row, artefacts on offer, and the area of each seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee_service.kernel.places import choice_place
from referee_service.kernel.state import question_of

from .content.tables import LEVELS, RESOURCES, SPACES, STREETS, content

if TYPE_CHECKING:
    from .state import State

# --- where values lie -------------------------------------------------------------------------------------------------


def market_places(state: State, seat: int, slot: int) -> tuple[str, ...]:
    """Return a slot of the market."""
    return (f"market.{slot}",)


def row_places(state: State, seat: int, hero: str) -> tuple[str, ...]:
    """Return the place of a hero in the row. A hero that is not in the row has none."""
    return (f"row.{state.hero_row.index(hero)}",) if hero in state.hero_row else ()


def artefact_places(state: State, seat: int, artefact: str) -> tuple[str, ...]:
    """Return the place of an artefact on offer. Another artefact has none."""
    return (f"artefact.{artefact}",) if artefact in state.artefacts else ()


def wild_places(state: State, seat: int, space: int) -> tuple[str, ...]:
    """Return a space of the seat's wilderness."""
    return (f"wild.{seat}.{space}",)


def region_places(state: State, seat: int, region: int) -> tuple[str, ...]:
    """Return the activation zone of a region."""
    return (f"region.{seat}.{region}",)


def colony_places(state: State, seat: int, space: int) -> tuple[str, ...]:
    """Return a space of the seat's colony."""
    return (f"colony.{seat}.{space}",)


def street_places(state: State, seat: int, street: str) -> tuple[str, ...]:
    """Return the activation zone of a street."""
    return (f"street.{seat}.{street}",)


def reserve_places(state: State, seat: object, action: object) -> tuple[str, ...]:
    """Return the reserve of a seat as one place: exchanges begin there."""
    return (f"seat.{seat}.reserve",)


def resource_places(state: State, seat: int, resource: str) -> tuple[str, ...]:
    """Return the place of one kind of resource in the seat's reserve."""
    return (f"seat.{seat}.reserve.{resource}",)


def basic_places(state: State, seat: int, resource: str) -> tuple[str, ...]:
    """Return the place of a basic resource that the seat gives. One that it gains from the supply is a choice."""
    is_given = bool(state.pending) and question_of(state.pending[-1]) == "give_basic"
    return resource_places(state, seat, resource) if is_given else choice_place(state, seat, resource)


def source_places(state: State, seat: int, source: str) -> tuple[str, ...]:
    """Return the place of a resource that pays, or the choice that stands for an exchange."""
    return resource_places(state, seat, source) if source in RESOURCES else choice_place(state, seat, source)


# --- what lies there --------------------------------------------------------------------------------------------------


def same_component(state: State, seat: object, piece: str) -> str:
    """Return the component of a value that is its own id."""
    return piece


def building_in_slot(state: State, seat: int, slot: int) -> str:
    """Return the building in a slot of the market, or "" if it is empty."""
    return state.market[slot].building


def building_on_space(state: State, seat: int, space: int) -> str:
    """Return the building on a space of the seat's colony, or "" if it is empty."""
    return state.players[seat].colony[space]


def terrain_on_space(state: State, seat: int, space: int) -> str:
    """Return the terrain on a space of the seat's wilderness, or "" if it is not explored."""
    return state.players[seat].wilderness[space]


def monster_on_space(state: State, seat: int, space: int) -> str:
    """Return the monster on a space of the seat's wilderness, or "" if there is none."""
    player = state.players[seat]
    return content(state).terrains[player.wilderness[space]].monster if space in player.monsters else ""


# --- the whole table --------------------------------------------------------------------------------------------------


def places(state: State, viewer: int | None) -> tuple[str, ...]:
    """Return all places of the table. Every seat sees all of them."""
    common = [f"market.{slot}" for slot in range(len(state.market))]
    common += [f"row.{at}" for at in range(len(state.hero_row))]
    common += [f"artefact.{artefact}" for artefact in state.artefacts]
    return (*common, *(place for seat in range(len(state.players)) for place in _seat_places(state, seat)))


def _seat_places(state: State, seat: int) -> Iterator[str]:
    """Yield the places of one seat: wilderness, colony, reserve, villagers, artefact, heroes and score."""
    yield from (f"wild.{seat}.{space}" for space in SPACES)
    yield from (f"region.{seat}.{region}" for region in LEVELS)
    yield from (f"colony.{seat}.{space}" for space in SPACES)
    yield from (f"street.{seat}.{street}" for street in STREETS)
    yield f"seat.{seat}.reserve"
    yield from (f"seat.{seat}.reserve.{resource}" for resource in RESOURCES)
    yield from (f"seat.{seat}.{part}" for part in ("villagers", "bonus", "artefact", "score"))
    yield from (f"seat.{seat}.hero.{hero}" for hero in state.players[seat].heroes)
