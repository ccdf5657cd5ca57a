"""Effects: functions that content rows name, for buildings and artefacts."""

from __future__ import annotations

from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player

from .content.schema import BuildingRow, Resource
from .content.tables import ANY_BASIC, content, effect
from .questions import CollectTerrainFrame, GainBasicFrame, UseBuildingsFrame
from .reserve import receive, receive_from
from .state import State


def event_spaces(state: State) -> tuple[int, ...]:
    """Return the spaces of the event that triggered the current effect."""
    spaces = next(event.facts["spaces"] for event in reversed(state.events) if "spaces" in event.facts)
    assert isinstance(spaces, tuple)
    return tuple(space for space in spaces if isinstance(space, int))


@effect
def gain(state: State, seat: int, resource: Resource, count: int) -> State:
    """Give resources to a seat."""
    return receive(state, seat, resource, count)


@effect
def gain_villagers(state: State, seat: int, villagers: int) -> State:
    """Give bonus villagers to a seat."""
    state = with_player(state, seat, bonus_villagers=state.players[seat].bonus_villagers + villagers)
    return emit(state, "villagers_gained", seat, villagers=villagers)


@effect
def gain_its_resource(state: State, seat: int) -> State:
    """Give the seat the resource of each terrain of the triggering event."""
    for space in event_spaces(state):
        state = receive_from(state, seat, space)
    return state


@effect
def ask_extra(state: State, seat: int) -> State:
    """Ask the seat for one of the terrains just collected, which yields its resource again."""
    return push(state, CollectTerrainFrame(seat, event_spaces(state)))


@effect
def ask_use(state: State, seat: int) -> State:
    """Let the seat use the building just placed."""
    return push(state, UseBuildingsFrame(seat, event_spaces(state)))


@effect
def ask_basic(state: State, seat: int) -> State:
    """Ask the seat for a basic resource to gain."""
    return push(state, GainBasicFrame(seat))


@effect
def ask_fortified_terrain(state: State, seat: int) -> State:
    """Ask the seat for a fortified terrain, which yields its resource."""
    return push(state, CollectTerrainFrame(seat, state.players[seat].fortifications))


# --- what a building brings -------------------------------------------------------------------------------------------


def building_gain(row: BuildingRow) -> tuple[str, ...]:
    """Return what one use of a building brings, piece by piece: resources, villagers, points, or a choice."""
    gain: list[str] = ["point"] * row.points
    for effect_row in row.on_use:
        for name, given in effect_row.items():
            match name, given:
                case "gain", {"resource": str(resource), "count": int(count)}:
                    gain += [resource] * count
                case "gain_villagers", int(villagers):
                    gain += ["bonus_villager"] * villagers
                case "ask_basic", _:
                    gain.append(ANY_BASIC)
                case "ask_fortified_terrain", _:
                    gain.append("terrain_resource")
    return tuple(gain)


# --- who has an effect ------------------------------------------------------------------------------------------------


def first_building_with(state: State, name: str) -> str | None:
    """Return the first building of the active player that names this effect, or None."""
    buildings = content(state).buildings
    owned = (each for each in state.active_player.colony if each)
    return next((each for each in owned if {name: True} in buildings[each].row.on_use), None)


def has_building_effect(state: State, name: str) -> bool:
    """Return whether a building of the active player names this effect."""
    return first_building_with(state, name) is not None


def has_artefact_effect(state: State, name: str) -> bool:
    """Return whether the artefact of the active player names this effect."""
    triggers = content(state).artefacts[state.active_player.artefact].row.triggers
    return any({name: True} in rows for rows in triggers.values())
