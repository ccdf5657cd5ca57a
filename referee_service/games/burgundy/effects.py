"""Effects: functions that content rows name, for tiles that are placed and triggers that fire."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.events import emit
from referee_service.kernel.pending import push
from referee_service.kernel.tuples import with_player

from .boards import count_of_kind
from .content.schema import Kind
from .content.tables import KINDS, content, effect
from .questions import FreeActionFrame, LoadShipFrame, PlaceBenefitFrame, SellBenefitFrame, TakeBenefitFrame
from .scoring import award_per_piece
from .state import State


@effect
def gain_silver(state: State, seat: int, silver: int) -> State:
    """Give silver to a seat. The supply is unlimited."""
    state = with_player(state, seat, silver=state.players[seat].silver + silver)
    return emit(state, "silver_gained", seat, silver=silver)


@effect
def gain_workers(state: State, seat: int, workers: int) -> State:
    """Give workers to a seat. The supply is unlimited."""
    state = with_player(state, seat, workers=state.players[seat].workers + workers)
    return emit(state, "workers_gained", seat, workers=workers)


@effect
def gain_workers_per(state: State, seat: int, kind: Kind, workers: int) -> State:
    """Give workers for every tile of a kind in the seat's estate."""
    tiles = count_of_kind(content(state), state.players[seat], kind)
    return gain_workers(state, seat, workers * tiles) if tiles else state


@effect
def give_points(state: State, seat: int, points: int, rule: str) -> State:
    """Award points at once."""
    return award_per_piece(state, seat, 1, points, rule)


@effect
def ask_free_action(state: State, seat: int) -> State:
    """Ask the seat for one more action, as with a die of any value."""
    return push(state, FreeActionFrame(seat))


@effect
def ask_tile(state: State, seat: int, kinds: tuple[Kind, ...]) -> State:
    """Ask the seat to take a tile of these kinds from a numbered depot."""
    return push(state, TakeBenefitFrame(seat, kinds))


@effect
def ask_sale(state: State, seat: int) -> State:
    """Ask the seat to sell goods of one kind."""
    return push(state, SellBenefitFrame(seat))


@effect
def ask_placement(state: State, seat: int) -> State:
    """Ask the seat to place one more stored tile."""
    return push(state, PlaceBenefitFrame(seat))


@effect
def load_ship(state: State, seat: int) -> State:
    """Ask the seat to take the goods of a depot."""
    return push(state, LoadShipFrame(seat))


@effect
def advance_on_track(state: State, seat: int) -> State:
    """Move the seat's piece one space to the right on the turn order track, on top of other pieces.

    The order of this round stays as it is.
    """
    space = next(at for at, pieces in enumerate(state.track) if seat in pieces)
    others = tuple(piece for piece in state.track[space] if piece != seat)
    arrived = (*state.track[space + 1], seat)
    state = replace(state, track=(*state.track[:space], others, arrived, *state.track[space + 2 :]))
    return emit(state, "advanced", seat, space=space + 1, rule="ruling.next_round")


@effect
def score_tiles(state: State, seat: int, tile: str, points: int, rule: str) -> State:
    """Award points for every tile of this type in the seat's estate."""
    return award_per_piece(state, seat, state.players[seat].estate.count(tile), points, rule)


@effect
def score_species(state: State, seat: int, points: int, rule: str) -> State:
    """Award points for every species of animal in the seat's estate."""
    tiles = content(state).tiles
    species = {tiles[tile].species for tile in state.players[seat].estate if tile} - {""}
    return award_per_piece(state, seat, len(species), points, rule)


@effect
def score_goods_sold(state: State, seat: int, points: int, rule: str) -> State:
    """Award points for every goods tile that the seat has sold."""
    return award_per_piece(state, seat, len(state.players[seat].sold), points, rule)


@effect
def score_goods_kinds_sold(state: State, seat: int, points: int, rule: str) -> State:
    """Award points for every kind of goods that the seat has sold."""
    return award_per_piece(state, seat, len(set(state.players[seat].sold)), points, rule)


@effect
def score_bonus_tiles(state: State, seat: int, points: int, rule: str) -> State:
    """Award points for every bonus tile of the seat, large or small."""
    tiles = sum(seat in state.bonuses.of(kind) for kind in KINDS)
    return award_per_piece(state, seat, tiles, points, rule)
