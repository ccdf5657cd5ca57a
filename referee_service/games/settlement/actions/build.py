"""The verb `build`: buy a building from the market, pay it and place it."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.keyed_candidates import KeyedCandidates
from referee_service.kernel.pending import push
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action

from ..common_board import take_from_market
from ..content.tables import PACKS, content
from ..fields import SlotField, VillagersField
from ..payment import Funds, can_afford, funds_of, is_price_payable, request_price
from ..questions import PlaceBuildingFrame
from ..state import EMPTY, Slot, State, resource_pieces
from ..villagers import bonus_villager_options, use_villagers, villager_objections, villager_pieces


class Build(Action, frozen=True, tag="build"):
    """Buy the building of a market slot. Its price is paid next, then it is placed."""

    slot: SlotField
    bonus: VillagersField


def key(state: State) -> tuple[tuple[Slot, ...], range, Funds] | None:
    """Return the market, the possible numbers of bonus villagers and the funds of the seat.

    None if the seat has no villager for the action, or its colony has no room.
    """
    bonus_counts = bonus_villager_options(state, content(state).numbers["build_villagers"])
    if not bonus_counts or EMPTY not in state.active_player.colony:
        return None
    return state.market, bonus_counts, funds_of(state)


def offers(market: tuple[Slot, ...], bonus_counts: range, funds: Funds) -> list[Build]:
    """Return every slot with an affordable building."""
    buildings = PACKS.get(funds.pack).buildings
    return [
        Build(at, bonus)
        for at, slot in enumerate(market)
        if slot.building and is_price_payable(funds, buildings[slot.building].cost)
        for bonus in bonus_counts
    ]


candidates = KeyedCandidates(key, offers)


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
