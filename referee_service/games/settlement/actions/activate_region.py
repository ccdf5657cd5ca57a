"""The verb `activate_region`: collect the resources of a region. Unprotected terrains then risk an encounter."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.bags import bag_of
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player

from ..content.tables import LEVELS, content
from ..fields import RegionField, VillagersField
from ..questions import EncounterFrame
from ..reserve import receive_from
from ..state import State, collectable_spaces, has_permit, resource_of, resource_pieces
from ..villagers import bonus_villager_options, use_villagers, villager_objections, villager_pieces


class ActivateRegion(Action, frozen=True, tag="activate_region"):
    """Collect the resources of a region, once per round. Each terrain without a fortification risks an encounter."""

    region: RegionField
    bonus: VillagersField


def can_activate(state: State, region: int) -> bool:
    """Return whether the region may be activated: once in a round, and with a permit one region twice."""
    times = state.active_player.regions
    again = times[region - 1] == 1 and max(times) == 1 and has_permit(state, state.active_player, "second_region")
    return not times[region - 1] or again


def candidates(state: State) -> list[ActivateRegion]:
    """Return every region that may be activated and yields something."""
    bonus_counts = bonus_villager_options(state, content(state).numbers["activate_region_villagers"])
    fitting = (
        [region for region in LEVELS if collectable_spaces(state.active_player, region) and can_activate(state, region)]
        if bonus_counts
        else []
    )
    return [ActivateRegion(region, bonus) for region in fitting for bonus in bonus_counts]


def objections(state: State, action: ActivateRegion) -> Iterator[Refusal]:
    """Yield every reason why this region may not be activated."""
    yield from villager_objections(state, content(state).numbers["activate_region_villagers"], action.bonus)
    if not can_activate(state, action.region):
        yield refuse("activate_region.once", region=action.region)
    if not collectable_spaces(state.active_player, action.region):
        yield refuse("activate_region.collectable", region=action.region)


def apply(state: State, action: ActivateRegion) -> State:
    """Collect every terrain without a monster. Then each one without a fortification has an encounter."""
    seat, at = state.active_seat, action.region - 1
    state = use_villagers(state, content(state).numbers["activate_region_villagers"], action.bonus)
    state = with_player(
        state, seat, regions=with_item(state.active_player.regions, at, state.active_player.regions[at] + 1)
    )
    spaces = collectable_spaces(state.active_player, action.region)
    state = emit(state, "region_activated", seat, region=action.region, spaces=spaces)
    for space in spaces:
        state = receive_from(state, seat, space)
    return push(
        state,
        *(EncounterFrame(seat, space) for space in reversed(spaces) if space not in state.active_player.fortifications),
    )


def facts(state: State, action: ActivateRegion) -> dict[str, Fact]:
    """Return the villagers and the resources that are collected."""
    player, spaces = state.active_player, collectable_spaces(state.active_player, action.region)
    return {
        "villagers": villager_pieces(content(state).numbers["activate_region_villagers"], action.bonus),
        "gain": resource_pieces(bag_of(resource_of(state, player, at) for at in spaces)),
    }


ACTIVATE_REGION = verb(ActivateRegion, candidates, objections, apply, exact=True, facts=facts)
