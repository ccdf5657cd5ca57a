"""A player's reserve: resources received from the unlimited supply and returned to it."""

from __future__ import annotations

from referee_service.kernel.bags import Bag, add_to, bag_of, merge_bags, remove_from, size_of
from referee_service.kernel.events import emit
from referee_service.kernel.rules import Fact
from referee_service.kernel.tuples import with_player

from .content.tables import ANY_BASIC, BASICS
from .state import State, basics_of, resource_of


def receive(state: State, seat: int, resource: str, count: int = 1) -> State:
    """Give resources from the supply to a seat."""
    reserve = add_to(state.players[seat].reserve, resource, count)
    return emit(with_player(state, seat, reserve=reserve), "resource_gained", seat, resource=resource, count=count)


def receive_from(state: State, seat: int, space: int) -> State:
    """Give a seat the resource of the terrain on this space."""
    return receive(state, seat, resource_of(state, state.players[seat], space))


def give_back(state: State, seat: int, resources: Bag) -> State:
    """Return a seat's resources to the supply."""
    reserve = state.players[seat].reserve
    for resource, count in resources:
        reserve = remove_from(reserve, resource, count)
    return with_player(state, seat, reserve=reserve)


def covers_price(reserve: Bag, price: Bag) -> bool:
    """Return whether the reserve has all resources of a price without exchanges."""
    held = dict(reserve)
    return all(held.get(name, 0) >= count for name, count in price)


def discard_other_basics(state: State, seat: int, resources: tuple[str, ...]) -> State:
    """Discard all basic resources of a seat except these."""
    player = state.players[seat]
    rare = tuple((name, count) for name, count in player.reserve if name not in BASICS)
    state = with_player(state, seat, reserve=merge_bags(rare, bag_of(resources)))
    discarded = size_of(basics_of(player)) - len(resources)
    facts: dict[str, Fact] = {"count": discarded, "kept": resources}
    if not discarded:
        facts = {"all_kept": resources} if resources else {"lacking": ANY_BASIC}
    return emit(state, "basics_discarded", seat, **facts)
