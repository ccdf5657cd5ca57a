"""The small functions that content rows name: what a tile does when it is placed, and when its trigger fires."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.burgundy.content.schema import Kind
from referee_service.games.burgundy.content.tables import KINDS, content, effect
from referee_service.games.burgundy.scoring import score_each
from referee_service.games.burgundy.state import (
    FreeActionFrame,
    LoadShipFrame,
    PlaceBenefitFrame,
    SellBenefitFrame,
    State,
    TakeBenefitFrame,
    count_of_kind,
)
from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player


@effect
def gain_silver(state: State, seat: int, silver: int) -> State:
    """Take silver from the supply, which never runs out."""
    state = with_player(state, seat, silver=state.players[seat].silver + silver)
    return emit(state, "silver_gained", seat, silver=silver)


@effect
def gain_workers(state: State, seat: int, workers: int) -> State:
    """Take workers from the supply, which never runs out."""
    state = with_player(state, seat, workers=state.players[seat].workers + workers)
    return emit(state, "workers_gained", seat, workers=workers)


@effect
def gain_workers_per(state: State, seat: int, kind: Kind, workers: int) -> State:
    """Take workers for every tile of a kind in the estate."""
    tiles = count_of_kind(content(state), state.players[seat], kind)
    return gain_workers(state, seat, workers * tiles) if tiles else state


@effect
def give_points(state: State, seat: int, points: int, rule: str) -> State:
    """Score points at once."""
    return score_each(state, seat, 1, points, rule)


@effect
def ask_free_action(state: State, seat: int) -> State:
    """One more action at once, as with a die of any value."""
    return push(state, FreeActionFrame(seat))


@effect
def ask_tile(state: State, seat: int, kinds: tuple[Kind, ...]) -> State:
    """The owner may take a tile of these kinds from a numbered depot."""
    return push(state, TakeBenefitFrame(seat, kinds))


@effect
def ask_sale(state: State, seat: int) -> State:
    """The owner may sell goods of one kind."""
    return push(state, SellBenefitFrame(seat))


@effect
def ask_placement(state: State, seat: int) -> State:
    """The owner may place one more stored tile."""
    return push(state, PlaceBenefitFrame(seat))


@effect
def load_ship(state: State, seat: int) -> State:
    """The owner takes the goods of a depot."""
    return push(state, LoadShipFrame(seat))


@effect
def advance_on_track(state: State, seat: int) -> State:
    """The owner's piece moves one space to the right on the turn order track, on top of any piece there."""
    here = next(at for at, pieces in enumerate(state.track) if seat in pieces)
    left = tuple(piece for piece in state.track[here] if piece != seat)
    arrived = (*state.track[here + 1], seat)
    state = replace(state, track=(*state.track[:here], left, arrived, *state.track[here + 2 :]))
    return emit(state, "advanced", seat, space=here + 1)


@effect
def score_tiles(state: State, seat: int, tile: str, points: int, rule: str) -> State:
    """Score points for every such tile in the estate."""
    return score_each(state, seat, state.players[seat].estate.count(tile), points, rule)


@effect
def score_species(state: State, seat: int, points: int, rule: str) -> State:
    """Score points for every species of animal in the estate."""
    tiles = content(state).tiles
    species = {tiles[tile].species for tile in state.players[seat].estate if tile} - {""}
    return score_each(state, seat, len(species), points, rule)


@effect
def score_goods_sold(state: State, seat: int, points: int, rule: str) -> State:
    """Score points for every goods tile sold."""
    return score_each(state, seat, len(state.players[seat].sold), points, rule)


@effect
def score_goods_kinds_sold(state: State, seat: int, points: int, rule: str) -> State:
    """Score points for every kind of goods sold."""
    return score_each(state, seat, len(set(state.players[seat].sold)), points, rule)


@effect
def score_bonus_tiles(state: State, seat: int, points: int, rule: str) -> State:
    """Score points for every bonus tile, large or small."""
    tiles = sum(seat in state.bonuses.of(kind) for kind in KINDS)
    return score_each(state, seat, tiles, points, rule)
