"""Activate a region: its terrains yield their resources, and where nothing protects them monsters may appear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from referee_service.games.settlement.content import LEVELS, content
from referee_service.games.settlement.reserve import receive_from
from referee_service.games.settlement.state import Encounter, State, Villagers, collectable, permits
from referee_service.games.settlement.villagers import mixes, send_villagers, villager_objections
from referee_service.kernel.events import note
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.ruling import Refusal, refuse
from referee_service.kernel.state import Action, Domain
from referee_service.kernel.values import change, put


class ActivateRegion(Action, frozen=True, tag="activate_region"):
    """Collect the resources of a region, with a basic or a bonus villager."""

    region: Annotated[int, Domain("region")]
    bonus: Villagers


def is_open(state: State, region: int) -> bool:
    """A region is activated once in a round; with a permit, one region a second time."""
    times = state.me.regions
    again = times[region - 1] == 1 and max(times) == 1 and permits(state, state.me, "second_region")
    return not times[region - 1] or again


def candidates(state: State) -> list[ActivateRegion]:
    """Every region that is open and yields something."""
    ways = mixes(state, content(state).numbers["activate_region_villagers"])
    fitting = [region for region in LEVELS if collectable(state.me, region) and is_open(state, region)] if ways else []
    return [ActivateRegion(region, bonus) for region in fitting for bonus in ways]


def objections(state: State, action: ActivateRegion) -> Iterator[Refusal]:
    """Why this region may not be activated; nothing yielded means it may."""
    yield from villager_objections(state, content(state).numbers["activate_region_villagers"], action.bonus)
    if not is_open(state, action.region):
        yield refuse("activate_region.once", region=action.region)
    if not collectable(state.me, action.region):
        yield refuse("activate_region.collectable", region=action.region)


def apply(state: State, action: ActivateRegion) -> State:
    """Every terrain without a monster yields its resource; then each without a fortification risks an encounter."""
    seat, at = state.active, action.region - 1
    state = send_villagers(state, content(state).numbers["activate_region_villagers"], action.bonus)
    state = change(state, seat, regions=put(state.me.regions, at, state.me.regions[at] + 1))
    spaces = collectable(state.me, action.region)
    state = note(state, "region_activated", seat, region=action.region, spaces=spaces)
    for space in spaces:
        state = receive_from(state, seat, space)
    return push(state, *(Encounter(seat, space) for space in reversed(spaces) if space not in state.me.forts))


ACTIVATE_REGION = verb(ActivateRegion, candidates, objections, apply, exact=True)
