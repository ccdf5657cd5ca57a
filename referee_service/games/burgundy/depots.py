"""The depots: laying out the tiles of a phase, and clearing away what nobody took."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.content import Pile, content
from referee_service.games.burgundy.state import FillDepots, State
from referee_service.games.burgundy.storage import to_the_box
from referee_service.kernel.pending import pop, swap
from referee_service.kernel.values import put, take_from


def clear_depots(state: State) -> State:
    """All tiles left in the depots leave the game; goods stay where they lie."""
    tiles = [tile for depot in state.depots for tile in depot]
    return replace(to_the_box(state, *tiles), depots=((),) * len(state.depots)) if tiles else state


def _slots(state: State) -> tuple[tuple[int, Pile], ...]:
    return content(state).slots[len(state.players), state.phase]


def next_slot(state: State) -> tuple[int, Pile]:
    """The depot whose next space is filled, and the pile its tile comes from."""
    frame = state.pending[-1]
    assert isinstance(frame, FillDepots)
    return _slots(state)[frame.laid]


def lay_tile(state: State, tile: str) -> State:
    """A tile goes from its pile to the next space; the question closes with the last one."""
    frame = state.pending[-1]
    assert isinstance(frame, FillDepots)
    depot, pile = next_slot(state)
    supply = replace(state.supply, **{pile: take_from(state.supply.pile(pile), tile)})
    state = replace(state, supply=supply, depots=put(state.depots, depot, (*state.depots[depot], tile)))
    laid = frame.laid + 1
    return swap(state, FillDepots(frame.seat, laid)) if laid < len(_slots(state)) else pop(state)


def lay_certain_tiles(state: State) -> State:
    """Where all tiles of a pile are alike there is nothing to draw: the tile is laid by itself."""
    while state.pending and isinstance(state.pending[-1], FillDepots):
        piles = state.supply.pile(next_slot(state)[1])
        if len(piles) != 1:
            break
        state = lay_tile(state, piles[0][0])
    return state
