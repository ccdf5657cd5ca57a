"""The small functions that content rows name: what buildings and artefacts do."""

from __future__ import annotations

from referee_service.games.settlement.content.schema import Resource
from referee_service.games.settlement.content.tables import effect
from referee_service.games.settlement.reserve import receive, receive_from
from referee_service.games.settlement.state import CollectTerrainFrame, GainBasicFrame, State, UseBuildingsFrame
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player


def event_spaces(state: State) -> tuple[int, ...]:
    """The spaces that the event was about which an artefact has just heard."""
    told = next(event.facts["spaces"] for event in reversed(state.events) if "spaces" in event.facts)
    assert isinstance(told, tuple)
    return tuple(space for space in told if isinstance(space, int))


@effect
def gain(state: State, seat: int, resource: Resource, count: int) -> State:
    """Take resources from the supply."""
    return receive(state, seat, resource, count)


@effect
def gain_villagers(state: State, seat: int, villagers: int) -> State:
    """Take bonus villagers from the supply."""
    state = with_player(state, seat, bonus_villagers=state.players[seat].bonus_villagers + villagers)
    return emit(state, "villagers_gained", seat, villagers=villagers)


@effect
def gain_its_resource(state: State, seat: int) -> State:
    """Gain the resource of the terrain that the event was about."""
    for space in event_spaces(state):
        state = receive_from(state, seat, space)
    return state


@effect
def ask_extra(state: State, seat: int) -> State:
    """Gain once more the resource of one of the terrains just collected."""
    return push(state, CollectTerrainFrame(seat, event_spaces(state)))


@effect
def ask_use(state: State, seat: int) -> State:
    """The building just placed may be used at once."""
    return push(state, UseBuildingsFrame(seat, event_spaces(state)))


@effect
def ask_basic(state: State, seat: int) -> State:
    """Gain a basic resource of choice."""
    return push(state, GainBasicFrame(seat))


@effect
def ask_fortified_terrain(state: State, seat: int) -> State:
    """Gain the resource of a fortified terrain of choice."""
    return push(state, CollectTerrainFrame(seat, state.players[seat].fortifications))
