"""The verb `activate_street`: use the buildings of a street, in any order."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player

from ..content.tables import STREETS, content
from ..fields import StreetField, VillagersField
from ..questions import UseBuildingsFrame
from ..state import State, building_names, buildings_in, has_permit
from ..villagers import bonus_villager_options, use_villagers, villager_objections, villager_pieces


class ActivateStreet(Action, frozen=True, tag="activate_street"):
    """Use the buildings of a street in any order, once per round."""

    street: StreetField
    bonus: VillagersField


def can_activate(state: State, street: str) -> bool:
    """Return whether the street may be activated: once in a round, and with a permit one street twice."""
    times, at = state.active_player.streets, STREETS.index(street)
    again = times[at] == 1 and max(times) == 1 and has_permit(state, state.active_player, "second_street")
    return not times[at] or again


def candidates(state: State) -> list[ActivateStreet]:
    """Return every street that may be activated and has a building."""
    bonus_counts = bonus_villager_options(state, content(state).numbers["activate_street_villagers"])
    fitting = (
        [street for street in STREETS if buildings_in(state.active_player, street) and can_activate(state, street)]
        if bonus_counts
        else []
    )
    return [ActivateStreet(street, bonus) for street in fitting for bonus in bonus_counts]


def objections(state: State, action: ActivateStreet) -> Iterator[Refusal]:
    """Yield every reason why this street may not be activated."""
    yield from villager_objections(state, content(state).numbers["activate_street_villagers"], action.bonus)
    if not can_activate(state, action.street):
        yield refuse("activate_street.once", street=action.street)
    if not buildings_in(state.active_player, action.street):
        yield refuse("activate_street.building", street=action.street)


def apply(state: State, action: ActivateStreet) -> State:
    """Use a villager, and ask the player to use the buildings of the street."""
    seat, at = state.active_seat, STREETS.index(action.street)
    state = use_villagers(state, content(state).numbers["activate_street_villagers"], action.bonus)
    state = with_player(
        state, seat, streets=with_item(state.active_player.streets, at, state.active_player.streets[at] + 1)
    )
    state = emit(state, "street_activated", seat, street=action.street)
    return push(state, UseBuildingsFrame(seat, buildings_in(state.active_player, action.street)))


def facts(state: State, action: ActivateStreet) -> dict[str, Fact]:
    """Return the villagers and the buildings of the street."""
    villagers = villager_pieces(content(state).numbers["activate_street_villagers"], action.bonus)
    spaces = buildings_in(state.active_player, action.street)
    return {"villagers": villagers, **building_names(state.active_player, spaces)}


ACTIVATE_STREET = verb(
    ActivateStreet, candidates, objections, apply, exact=True, kinds={"street": "activate_street.street"}, facts=facts
)
