"""The depots: laying out the tiles of a phase, and clearing away what nobody took."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.content.schema import Pile
from referee_service.games.burgundy.content.tables import content
from referee_service.games.burgundy.state import FillDepotsFrame, State
from referee_service.games.burgundy.storage import remove_from_game
from referee_service.kernel.bags import remove_from
from referee_service.kernel.pending import expect_top
from referee_service.kernel.state import CHANCE
from referee_service.kernel.tuples import with_item


def clear_depots(state: State) -> State:
    """All tiles left in the depots leave the game; goods stay where they lie."""
    tiles = [tile for depot in state.depots for tile in depot]
    return replace(remove_from_game(state, *tiles), depots=((),) * len(state.depots)) if tiles else state


def slots_to_fill(state: State) -> tuple[tuple[int, Pile], ...]:
    """The spaces filled in this phase, in order: the depot, and the pile its tile comes from."""
    return content(state).slots[len(state.players), state.phase]


def lay_tile(state: State, tile: str) -> State:
    """A tile goes from its pile to the next space; the question closes with the last one."""
    slots, laid = slots_to_fill(state), expect_top(state, FillDepotsFrame).laid
    depot, pile = slots[laid]
    rest = (FillDepotsFrame(CHANCE, laid + 1),) if laid + 1 < len(slots) else ()
    return replace(
        state,
        supply=replace(state.supply, **{pile: remove_from(state.supply.pile(pile), tile)}),
        depots=with_item(state.depots, depot, (*state.depots[depot], tile)),
        pending=(*state.pending[:-1], *rest),
    )


def lay_forced_tiles(state: State) -> State:
    """Where all tiles of a pile are alike there is nothing to draw: the tile is laid by itself."""
    slots = slots_to_fill(state)
    while isinstance(state.pending[-1], FillDepotsFrame):
        left = state.supply.pile(slots[expect_top(state, FillDepotsFrame).laid][1])
        if len(left) != 1:
            break
        state = lay_tile(state, left[0][0])
    return state
