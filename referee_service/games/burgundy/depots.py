"""Depots: filling them at the start of a phase, clearing them, buying from them, and which are neighbours."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import remove_from
from referee_service.kernel.pending import expect_top
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_item

from .content.schema import Pile
from .content.tables import BLACK_DEPOT, content
from .questions import FillDepotsFrame
from .state import Player, State, has_permit, rule_number
from .storage import remove_from_game


def clear_depots(state: State) -> State:
    """Remove all tiles in the depots from the game. Goods stay in their depots."""
    tiles = [tile for depot in state.depots for tile in depot]
    return replace(remove_from_game(state, *tiles), depots=((),) * len(state.depots)) if tiles else state


def slots_to_fill(state: State) -> tuple[tuple[int, Pile], ...]:
    """Return the slots that are filled in this phase, in order: the depot, and the pile that its tile comes from."""
    return content(state).slots[len(state.players), state.phase]


def lay_tile(state: State, tile: str) -> State:
    """Move a tile from its pile to the next slot. The frame closes after the last slot."""
    slots, laid = slots_to_fill(state), expect_top(state, FillDepotsFrame).laid
    depot, pile = slots[laid]
    rest = (FillDepotsFrame(CHANCE, laid + 1),) if laid + 1 < len(slots) else ()
    return replace(
        state,
        supply=replace(state.supply, **{pile: remove_from(state.supply.pile(pile), tile)}),
        depots=with_item(state.depots, depot, (*state.depots[depot], tile)),
        pending=(*state.pending[:-1], *rest),
    )


def depots_for_sale(state: State, player: Player) -> range:
    """Return the depots where a player may buy: the black one, or all seven with a permit."""
    return range(7) if has_permit(state, player, "buy_anywhere") else range(1)


def can_buy(state: State) -> bool:
    """Return whether the active player can still buy a tile in this turn."""
    player = state.active_player
    if not state.may_buy or player.silver < rule_number(state, player, "purchase_price"):
        return False
    return bool(state.depots[BLACK_DEPOT]) or any(state.depots[depot] for depot in depots_for_sale(state, player))


def neighbour_depots(depot: int) -> tuple[int, int]:
    """Return the two neighbours of a numbered depot on the ring. Depots 6 and 1 are neighbours."""
    return ((depot - 2) % 6 + 1, depot % 6 + 1)
