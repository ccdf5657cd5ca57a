"""The depots: laying out the tiles of a phase, and clearing away what nobody took."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.content import content
from referee_service.games.burgundy.pack import Pile
from referee_service.games.burgundy.state import FillDepots, State
from referee_service.games.burgundy.storage import to_the_box
from referee_service.kernel.pending import asking
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import put, take_from


def clear_depots(state: State) -> State:
    """All tiles left in the depots leave the game; goods stay where they lie."""
    tiles = [tile for depot in state.depots for tile in depot]
    return replace(to_the_box(state, *tiles), depots=((),) * len(state.depots)) if tiles else state


def slots_of(state: State) -> tuple[tuple[int, Pile], ...]:
    """The spaces filled in this phase, in order: the depot, and the pile its tile comes from."""
    return content(state).slots[len(state.players), state.phase]


def lay_tile(state: State, tile: str) -> State:
    """A tile goes from its pile to the next space; the question closes with the last one."""
    slots, laid = slots_of(state), asking(state, FillDepots).laid
    depot, pile = slots[laid]
    rest = (FillDepots(CHANCE, laid + 1),) if laid + 1 < len(slots) else ()
    return replace(
        state,
        supply=replace(state.supply, **{pile: take_from(state.supply.pile(pile), tile)}),
        depots=put(state.depots, depot, (*state.depots[depot], tile)),
        pending=(*state.pending[:-1], *rest),
    )


def lay_certain_tiles(state: State) -> State:
    """Where all tiles of a pile are alike there is nothing to draw: the tile is laid by itself."""
    slots = slots_of(state)
    while isinstance(state.pending[-1], FillDepots):
        left = state.supply.pile(slots[asking(state, FillDepots).laid][1])
        if len(left) != 1:
            break
        state = lay_tile(state, left[0][0])
    return state
