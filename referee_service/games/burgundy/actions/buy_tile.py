"""The verb `buy_tile`: once a turn, buy a tile for silver from the black depot, or from any depot with a permit."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.places import Group
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action, Seat
from referee_service.kernel.tuples import with_item, with_player, without

from ..content.tables import BLACK_DEPOT
from ..depots import can_buy, depots_for_sale
from ..fields import AnyDepot, DepotTile
from ..state import State, rule_number
from ..storage import receive_tile


class BuyTile(Action, frozen=True, tag="buy_tile"):
    """Buy a tile for silver into the seat's storage, once per turn and without a die."""

    depot: AnyDepot
    tile: DepotTile


def candidates(state: State) -> list[BuyTile]:
    """Return every tile in the depots where the active player may buy."""
    if not can_buy(state):
        return []
    return [
        BuyTile(depot, tile)
        for depot in depots_for_sale(state, state.active_player)
        for tile in dict.fromkeys(state.depots[depot])
    ]


def objections(state: State, action: BuyTile) -> Iterator[Refusal]:
    """Yield every reason why this tile may not be bought."""
    player = state.active_player
    price = rule_number(state, player, "purchase_price")
    if not state.may_buy:
        yield refuse("buy_tile.once")
    if player.silver < price:
        held = player.silver or None
        yield refuse("buy_tile.silver", price=price, held=held, lacking=None if held else "no_silver")
    if action.depot not in depots_for_sale(state, player):
        yield refuse("buy_tile.depot", depot=action.depot)
    if action.tile not in state.depots[action.depot]:
        yield refuse("buy_tile.there", tile=action.tile, depot=action.depot)


def apply(state: State, action: BuyTile) -> State:
    """Pay the price and put the tile into storage."""
    seat, player = state.active_seat, state.active_player
    price = rule_number(state, player, "purchase_price")
    remaining = without(state.depots[action.depot], action.tile)
    state = with_player(state, seat, silver=player.silver - price)
    state = replace(state, may_buy=False, depots=with_item(state.depots, action.depot, remaining))
    state = emit(state, "tile_bought", seat, tile=action.tile, depot=action.depot, silver=price)
    return receive_tile(state, seat, action.tile)


def facts(state: State, action: BuyTile) -> dict[str, Fact]:
    """Return the price of the tile."""
    return {"price": rule_number(state, state.active_player, "purchase_price")}


def silver_places(state: State, seat: Seat, action: BuyTile) -> Group:
    """Return the silver of the seat, for a tile that a die could take too. The black depot only sells."""
    return () if action.depot == BLACK_DEPOT else (f"seat.{seat}.silver",)


NO_PURCHASE = {"buy_tile": "ruling.purchase_between"}
"""The rule against a purchase, for questions during which none is possible."""
BUY_TILE = verb(
    BuyTile,
    candidates,
    objections,
    apply,
    exact=True,
    kinds={"tile": "tile.kind"},
    facts=facts,
    spot=silver_places,
)
