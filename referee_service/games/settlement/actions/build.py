"""The verb `build`: buy a building from the market, pay it and place it."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..common_board import take_from_market
from ..content.tables import content
from ..fields import SlotField, VillagersField
from ..payment import can_afford, request_price
from ..questions import PlaceBuildingFrame
from ..state import EMPTY, State, resource_pieces
from ..villagers import bonus_villager_options, use_villagers, villager_objections, villager_pieces


class Build(Action, frozen=True, tag="build"):
    """Buy the building of a market slot. Its price is paid next, then it is placed."""

    slot: SlotField
    bonus: VillagersField


def candidates(state: State) -> list[Build]:
    """Return every slot with an affordable building, if the colony has room."""
    tables = content(state)
    bonus_counts = bonus_villager_options(state, tables.numbers["build_villagers"])
    if not bonus_counts or EMPTY not in state.active_player.colony:
        return []
    on_sale = {slot.building for slot in state.market if slot.building}
    affordable = {building for building in on_sale if can_afford(state, tables.buildings[building].cost)}
    return [
        Build(at, bonus)
        for at, slot in enumerate(state.market)
        if slot.building in affordable
        for bonus in bonus_counts
    ]


def objections(state: State, action: Build) -> Iterator[Refusal]:
    """Yield every reason why this building may not be bought."""
    tables, building = content(state), state.market[action.slot].building
    yield from villager_objections(state, tables.numbers["build_villagers"], action.bonus)
    if EMPTY not in state.active_player.colony:
        yield refuse("build.room")
    if not building:
        yield refuse("build.slot", slot=action.slot)
    elif not can_afford(state, tables.buildings[building].cost):
        yield refuse("build.price", building=building, price=resource_pieces(tables.buildings[building].cost))


def apply(state: State, action: Build) -> State:
    """Take the building from the market and request its price. It is placed once it is paid."""
    tables, building = content(state), state.market[action.slot].building
    state = use_villagers(state, tables.numbers["build_villagers"], action.bonus)
    state = emit(take_from_market(state, action.slot), "building_bought", state.active_seat, building=building)
    state = push(state, PlaceBuildingFrame(state.active_seat, building))
    return request_price(state, tables.buildings[building].cost, building)


def facts(state: State, action: Build) -> dict[str, Fact]:
    """Return the whole price with the villager, and the slot if another one has the same building."""
    tables, building = content(state), state.market[action.slot].building
    if not building:
        return {}
    villagers = villager_pieces(tables.numbers["build_villagers"], action.bonus)
    has_twin = [slot.building for slot in state.market].count(building) > 1
    price = (*resource_pieces(tables.buildings[building].cost), *villagers)
    return {"price": price, "twin_slot": action.slot if has_twin else None}


BUILD = verb(Build, candidates, objections, apply, exact=True, facts=facts)
