"""Buildings of the colony: where a bought one is placed, and which ones are used."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import close_top, expect_top, pop, push, replace_top
from referee_service.kernel.question import Below, question
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player, without
from referee_service.kernel.verb_factories import choose_verb

from ..content.tables import ANY_BASIC, content
from ..effects import building_gain, has_artefact_effect
from ..fields import ColonyField
from ..questions import FillMarketFrame, GiveBasicFrame, PlaceBuildingFrame, UseBuildingsFrame
from ..reserve import give_back
from ..state import EMPTY, State, building_names, can_use, lacks_fortification, region_of, resource_pieces

# --- place_building: the space for a bought building ------------------------------------------------------------------


class PlaceBuilding(Action, frozen=True, tag="place_building"):
    """Put the bought building on an empty space of the colony."""

    space: ColonyField
    """Empty space of the seat's colony, 0 to 8: three in each street, the upper street first."""


def empty_spaces(state: State) -> list[int]:
    """Return the empty spaces of the colony."""
    return [space for space, building in enumerate(state.active_player.colony) if not building]


def apply_place_building(state: State, action: PlaceBuilding) -> State:
    """Put the building on the space."""
    seat, building = state.active_seat, expect_top(state, PlaceBuildingFrame).building
    state = with_player(pop(state), seat, colony=with_item(state.active_player.colony, action.space, building))
    return emit(state, "building_placed", seat, building=building, spaces=(action.space,))


def has_room(state: State, frame: PlaceBuildingFrame, below: Below) -> bool:
    """Return whether the colony has an empty space."""
    return EMPTY in state.active_player.colony


def has_one_space(state: State) -> bool:
    """Return whether the colony has one empty space."""
    return state.active_player.colony.count(EMPTY) == 1


def bought_building(state: State) -> dict[str, Fact]:
    """Return the building that waits for a space."""
    return {"building": expect_top(state, PlaceBuildingFrame).building}


def place_building_facts(state: State, action: PlaceBuilding) -> dict[str, Fact]:
    """Return the building that is placed."""
    return bought_building(state)


PLACE_BUILDING = choose_verb(
    PlaceBuilding, empty_spaces, apply_place_building, rule="place_building.empty", facts=place_building_facts
)
PLACE_BUILDING_QUESTION = question(
    PlaceBuildingFrame,
    "place_building",
    stages=("acted",),
    over=(None, FillMarketFrame),
    fits=has_room,
    forced=has_one_space,
    facts=bought_building,
)


# --- use_buildings: buildings of an activated street, or one just placed ----------------------------------------------


class UseBuilding(Action, frozen=True, tag="use_building"):
    """Use a building of the colony once: give what it takes and gain what it brings."""

    space: ColonyField
    """Space of the seat's colony with the building, 0 to 8: three in each street, the upper street first."""


def use_building_candidates(state: State) -> list[UseBuilding]:
    """Return every waiting building that can be used."""
    waiting = expect_top(state, UseBuildingsFrame).spaces
    return [UseBuilding(space) for space in waiting if can_use(state, state.active_player, space)]


def use_building_objections(state: State, action: UseBuilding) -> Iterator[Refusal]:
    """Yield every reason why this building may not be used."""
    waiting, building = expect_top(state, UseBuildingsFrame).spaces, state.active_player.colony[action.space]
    if action.space not in waiting:
        found: dict[str, Fact] = {"building": building} if building else {"empty": action.space}
        yield refuse("use_building.active", space=action.space, open=waiting, **found)
    elif lacks_fortification(state, state.active_player, action.space):
        yield refuse("use_building.fortification", building=building)
    elif not can_use(state, state.active_player, action.space):
        give = resource_pieces(content(state).buildings[building].give)
        yield refuse("use_building.price", building=building, give=give)


def apply_use_building(state: State, action: UseBuilding) -> State:
    """Apply the effects of the building and return what it takes to the supply. A basic resource is asked for.

    The question closes with the last building.
    """
    seat, building = state.active_seat, content(state).buildings[state.active_player.colony[action.space]]
    rest = without(expect_top(state, UseBuildingsFrame).spaces, action.space)
    closed = replace_top(state, UseBuildingsFrame(seat, rest)) if rest else pop(close_top(state, "use_building.used"))
    state = emit(replace(closed, evenly_exchanged=()), "building_used", seat, building=building.id)
    for each in building.on_use:
        state = each(state, seat)
    stored = state.active_player.stored[action.space] + building.row.stores
    state = with_player(state, seat, stored=with_item(state.active_player.stored, action.space, stored))
    named = tuple((resource, count) for resource, count in building.give if resource != ANY_BASIC)
    state = give_back(state, seat, named)
    return state if named == building.give else push(state, GiveBasicFrame(seat, action.space))


def can_buildings_be_used(state: State, frame: UseBuildingsFrame, below: Below) -> bool:
    """Return whether the buildings belong to an activated street, or to an artefact that lets its owner use one.

    Beneath the buildings of a street no market slot waits, because nothing was bought.
    """
    player, streets = state.active_player, {region_of(space) - 1 for space in frame.spaces}
    if len(streets) > 1 or not all(player.colony[space] for space in frame.spaces):
        return False
    if not below and player.streets[min(streets)]:
        return True
    return len(frame.spaces) == 1 and has_artefact_effect(state, "ask_use")


def use_building_facts(state: State, action: UseBuilding) -> dict[str, Fact]:
    """Return what the building takes and brings: `give` and `gain`, or only `yields` if it takes nothing."""
    building = state.active_player.colony[action.space]
    if not building:
        return {}
    tables = content(state).buildings[building]
    gain = building_gain(tables.row)
    return {"give": resource_pieces(tables.give), "gain": gain} if tables.give else {"yields": gain}


def use_buildings_facts(state: State) -> dict[str, Fact]:
    """Return the building that waits to be used (`building`), or all of them if there are several."""
    player, spaces = state.active_player, expect_top(state, UseBuildingsFrame).spaces
    return building_names(player, spaces) if len(spaces) > 1 else {"building": player.colony[spaces[0]]}


USE_BUILDING = verb(
    UseBuilding,
    use_building_candidates,
    use_building_objections,
    apply_use_building,
    exact=True,
    facts=use_building_facts,
)
USE_BUILDINGS = question(
    UseBuildingsFrame,
    *("use_building", "exchange", "decline"),
    stages=("acted",),
    over=(None, FillMarketFrame),
    fits=can_buildings_be_used,
    forced=True,
    closed_by=("use_building.used",),
    facts=use_buildings_facts,
)
