"""Lay a stored tile on a space of your estate, and reap what it brings at once."""

from __future__ import annotations

from collections.abc import Iterator

from referee_service.games.burgundy.content.tables import KINDS, content
from referee_service.games.burgundy.dice import die_objections, reachable_faces, spend_die, usable_dice
from referee_service.games.burgundy.scoring import score_placement
from referee_service.games.burgundy.state import (
    Die,
    Space,
    State,
    Tile,
    has_permit,
    powers,
    repeats_in_city,
    rule_number,
    touches_own_tile,
)
from referee_service.kernel.events import emit
from referee_service.kernel.game import verb
from referee_service.kernel.rules import Refusal, refuse
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item, with_player, without


class PlaceTile(Action, frozen=True, tag="place_tile"):
    """Lay a stored tile on a space of your estate."""

    die: Die
    tile: Tile
    space: Space


FREE_STEP = {kind: f"free_step_{kind}" for kind in KINDS}
"""The number that says how far a die turns for free when it places a tile of a kind."""


def candidates(state: State) -> list[PlaceTile]:
    """Every stored tile on every fitting space within reach."""
    me, tables, offers = state.active_player, content(state), list[PlaceTile]()
    mine, spaces, numbers = powers(state, me), tables.boards[me.board].spaces, tables.boards[me.board].numbers
    for tile in dict.fromkeys(me.storage):
        kind = tables.tiles[tile].kind
        fitting = mine.open_spaces[kind]
        if kind == "building" and "twin_buildings" not in mine.permits:
            fitting = tuple([space for space in fitting if tile not in mine.built[spaces[space].district]])
        for die in usable_dice(state) if fitting else ():
            values = reachable_faces(mine, me.workers, die, mine.numbers[FREE_STEP[kind]])
            offers += [PlaceTile(die, tile, space) for space in fitting if numbers[space] in values]
    return offers


def objections(state: State, action: PlaceTile) -> Iterator[Refusal]:
    """Why this tile may not go on that space; nothing yielded means it may."""
    me, tables = state.active_player, content(state)
    kind, wanted = tables.tiles[action.tile].kind, tables.boards[me.board].spaces[action.space]
    yield from die_objections(state, action.die, wanted.number, rule_number(state, me, FREE_STEP[kind]))
    if action.tile not in me.storage:
        yield refuse("place_tile.stored", tile=action.tile)
    if me.estate[action.space]:
        yield refuse("place_tile.empty", space=action.space, there=me.estate[action.space])
    if kind != wanted.kind:
        yield refuse("place_tile.colour", tile=action.tile, kind=kind, wanted=wanted.kind)
    if not touches_own_tile(state, me, action.space):
        yield refuse("place_tile.touching", space=action.space)
    if repeats_in_city(state, me, action.tile, action.space) and not has_permit(state, me, "twin_buildings"):
        yield refuse("place_tile.twin", tile=action.tile)


def apply(state: State, action: PlaceTile) -> State:
    """The tile leaves storage for good; its points come first, then what it does."""
    seat, tables = state.seat, content(state)
    tile, wanted = tables.tiles[action.tile], tables.boards[state.active_player.board].spaces[action.space].number
    state = spend_die(state, action.die, wanted, rule_number(state, state.active_player, FREE_STEP[tile.kind]))
    me = state.active_player
    state = with_player(
        state,
        seat,
        storage=without(me.storage, action.tile),
        estate=with_item(me.estate, action.space, action.tile),
    )
    state = emit(state, "tile_placed", seat, tile=action.tile, space=action.space)
    state = score_placement(state, seat, action.space)
    for effect in tile.on_place:
        state = effect(state, seat)
    return state


PLACE_TILE = verb(PlaceTile, candidates, objections, apply, exact=True)
