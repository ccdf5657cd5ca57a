"""The verb `place_tile`: place a stored tile on a space of the estate, with its points and effects."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Fact, Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player, without

from ..boards import is_next_to_own_tile, is_twin_in_city
from ..content.tables import KINDS, content
from ..dice import die_facts, die_objections, reachable_faces, spend_die, usable_dice
from ..fields import Die, Space, StoredTile
from ..scoring import score_placement
from ..state import State, estate_powers, has_permit, rule_number


class PlaceTile(Action, frozen=True, tag="place_tile"):
    """Place a stored tile on the seat's estate. The die, as changed by workers, shows the number of the space."""

    die: Die
    tile: StoredTile
    space: Space


FREE_STEP = {kind: f"free_step_{kind}" for kind in KINDS}
"""For each kind, the name of the number of free die steps when a tile of that kind is placed."""


def candidates(state: State) -> list[PlaceTile]:
    """Return every stored tile with every space that it fits and a usable die reaches."""
    player, tables, offers = state.active_player, content(state), list[PlaceTile]()
    powers, spaces, numbers = (
        estate_powers(state, player),
        tables.boards[player.board].spaces,
        tables.boards[player.board].numbers,
    )
    for tile in dict.fromkeys(player.storage):
        kind = tables.tiles[tile].kind
        fitting = powers.open_spaces[kind]
        if kind == "building" and "twin_buildings" not in powers.permits:
            fitting = tuple([space for space in fitting if tile not in powers.built[spaces[space].district]])
        for die in usable_dice(state) if fitting else ():
            faces = reachable_faces(powers, player.workers, die, powers.numbers[FREE_STEP[kind]])
            offers += [PlaceTile(die, tile, space) for space in fitting if numbers[space] in faces]
    return offers


def objections(state: State, action: PlaceTile) -> Iterator[Refusal]:
    """Yield every reason why this tile may not go on that space."""
    player, tables = state.active_player, content(state)
    kind, space = tables.tiles[action.tile].kind, tables.boards[player.board].spaces[action.space]
    yield from die_objections(state, action.die, space.number, rule_number(state, player, FREE_STEP[kind]))
    if action.tile not in player.storage:
        yield refuse("place_tile.stored", tile=action.tile)
    if player.estate[action.space]:
        yield refuse("place_tile.empty", space=action.space, there=player.estate[action.space])
    if kind != space.kind:
        yield refuse("place_tile.colour", tile=action.tile, space=action.space, kind=kind, wanted=space.kind)
    if not is_next_to_own_tile(state, player, action.space):
        yield refuse("place_tile.touching", space=action.space)
    if is_twin_in_city(state, player, action.tile, action.space) and not has_permit(state, player, "twin_buildings"):
        yield refuse("place_tile.twin", tile=action.tile)


def apply(state: State, action: PlaceTile) -> State:
    """Move the tile from storage to the estate. Its points come first, then its effects."""
    seat, tables = state.active_seat, content(state)
    tile, number = tables.tiles[action.tile], tables.boards[state.active_player.board].spaces[action.space].number
    state = spend_die(state, action.die, number, rule_number(state, state.active_player, FREE_STEP[tile.kind]))
    player = state.active_player
    state = with_player(
        state,
        seat,
        storage=without(player.storage, action.tile),
        estate=with_item(player.estate, action.space, action.tile),
    )
    state = emit(state, "tile_placed", seat, tile=action.tile, space=action.space)
    state = score_placement(state, seat, action.space)
    for effect in tile.on_place:
        state = effect(state, seat)
    return state


def facts(state: State, action: PlaceTile) -> dict[str, Fact]:
    """Return the workers that the die costs."""
    tables, player = content(state), state.active_player
    kind, number = tables.tiles[action.tile].kind, tables.boards[player.board].numbers[action.space]
    return die_facts(state, action.die, number, rule_number(state, player, FREE_STEP[kind]))


PLACE_TILE = verb(PlaceTile, candidates, objections, apply, exact=True, kinds={"tile": "tile.kind"}, facts=facts)
