"""The verb `take_tile`: take a tile from a numbered depot into storage.

A die takes from the depot of its value, a castle's action from any depot, a building's benefit only its kinds.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, without

from ..boards import placed_source, take_effect
from ..content.tables import BLACK_DEPOT, DEPOTS, content
from ..dice import die_facts, die_objections, reachable_faces, spend_die, usable_dice
from ..fields import DepotTile, Die, TileDepot
from ..questions import TakeBenefitFrame
from ..state import State, estate_powers, rule_number
from ..storage import receive_tile


class TakeTile(Action, frozen=True, tag="take_tile"):
    """Take a tile from a numbered depot into storage. The die, as changed by workers, shows the number of the depot."""

    die: Die
    depot: TileDepot
    tile: DepotTile


FREE_STEP = "free_step_take"
"""The name of the number of free die steps when a tile is taken."""


def candidates(state: State) -> list[TakeTile]:
    """Return every tile of every depot within reach."""
    frame, depots, player = state.pending[-1] if state.pending else None, state.depots, state.active_player
    if isinstance(frame, TakeBenefitFrame):
        tiles = content(state).tiles
        return [
            TakeTile(None, depot, tile)
            for depot in DEPOTS
            for tile in dict.fromkeys(depots[depot])
            if tiles[tile].kind in frame.kinds
        ]
    powers, workers = estate_powers(state, player), player.workers
    return [
        TakeTile(die, depot, tile)
        for die in usable_dice(state)
        for depot in reachable_faces(powers, workers, die, powers.numbers[FREE_STEP])
        for tile in dict.fromkeys(depots[depot])
    ]


def objections(state: State, action: TakeTile) -> Iterator[Refusal]:
    """Yield every reason why this tile may not be taken from that depot."""
    frame, kind = state.pending[-1] if state.pending else None, content(state).tiles[action.tile].kind
    is_black = action.depot == BLACK_DEPOT
    wanted = action.die or 0 if is_black else action.depot  # no die has the value of the black depot
    yield from die_objections(state, action.die, wanted, rule_number(state, state.active_player, FREE_STEP))
    if is_black:
        yield refuse("take_tile.black")
    if action.tile not in state.depots[action.depot]:
        yield refuse("take_tile.there", tile=action.tile, depot=action.depot)
    if isinstance(frame, TakeBenefitFrame) and kind not in frame.kinds:
        source = placed_source(state, take_effect(frame.kinds))
        yield refuse("take_tile.kind", tile=action.tile, kind=kind, kinds=frame.kinds, source=source)


def apply(state: State, action: TakeTile) -> State:
    """Move the tile to storage. A tile never goes straight to the estate."""
    seat = state.active_seat
    state = spend_die(state, action.die, action.depot, rule_number(state, state.active_player, FREE_STEP))
    remaining = without(state.depots[action.depot], action.tile)
    state = replace(state, depots=with_item(state.depots, action.depot, remaining))
    return receive_tile(emit(state, "tile_taken", seat, tile=action.tile, depot=action.depot), seat, action.tile)


def facts(state: State, action: TakeTile) -> dict[str, Fact]:
    """Return the workers that the die costs."""
    wanted = action.depot or action.die or 0  # no die has the value of the black depot
    return die_facts(state, action.die, wanted, rule_number(state, state.active_player, FREE_STEP))


TAKE_TILE = verb(TakeTile, candidates, objections, apply, exact=True, kinds={"tile": "tile.kind"}, facts=facts)
