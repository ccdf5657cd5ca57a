"""The small functions that content rows name: what buildings and artefacts do."""

from __future__ import annotations

from referee_service.games.settlement.content import effect
from referee_service.games.settlement.pack import Resource
from referee_service.games.settlement.reserve import receive, receive_from
from referee_service.games.settlement.state import CollectTerrain, GainBasic, State, UseBuildings
from referee_service.kernel.events import note
from referee_service.kernel.pending import push
from referee_service.kernel.values import change


def spaces_told(state: State) -> tuple[int, ...]:
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
    state = change(state, seat, bonus=state.players[seat].bonus + villagers)
    return note(state, "villagers_gained", seat, villagers=villagers)


@effect
def gain_its_resource(state: State, seat: int) -> State:
    """Gain the resource of the terrain that the event was about."""
    for space in spaces_told(state):
        state = receive_from(state, seat, space)
    return state


@effect
def ask_extra(state: State, seat: int) -> State:
    """Gain once more the resource of one of the terrains just collected."""
    return push(state, CollectTerrain(seat, spaces_told(state)))


@effect
def ask_use(state: State, seat: int) -> State:
    """The building just placed may be used at once."""
    return push(state, UseBuildings(seat, spaces_told(state)))


@effect
def ask_basic(state: State, seat: int) -> State:
    """Gain a basic resource of choice."""
    return push(state, GainBasic(seat))


@effect
def ask_fortified_terrain(state: State, seat: int) -> State:
    """Gain the resource of a fortified terrain of choice."""
    return push(state, CollectTerrain(seat, state.players[seat].forts))
