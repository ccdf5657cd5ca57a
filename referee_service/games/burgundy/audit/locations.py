"""Locations of all pieces of the game, as paths of the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee_service.games.burgundy.content.tables import KINDS
from referee_service.games.burgundy.state import MakeRoomFrame, State

Pieces = Iterable[tuple[str, int]]
"""Names of pieces with their counts."""


def tiles_by_path(state: State) -> Iterator[tuple[str, Pieces]]:
    """Yield every location of tiles with its contents, piles and removed tiles included."""
    for depot, tiles in enumerate(state.depots):
        yield f"depots[{depot}]", _one_each(tiles)
    for seat, player in enumerate(state.players):
        yield f"players[{seat}].estate", [(tile, 1) for tile in player.estate if tile]
        yield f"players[{seat}].storage", _one_each(player.storage)
    for index, frame in enumerate(state.pending):
        if isinstance(frame, MakeRoomFrame):
            yield f"pending[{index}].tile", ((frame.tile, 1),)
    for pile in (*KINDS, "black", "removed"):
        yield f"supply.{pile}", getattr(state.supply, pile)


def goods_by_path(state: State) -> Iterator[tuple[str, Pieces]]:
    """Yield every location of goods tiles with its contents."""
    yield "round_goods", _one_each(state.round_goods)
    for depot, goods in enumerate(state.depot_goods):
        yield f"depot_goods[{depot}]", _one_each(goods)
    for seat, player in enumerate(state.players):
        yield f"players[{seat}].goods", _one_each(player.goods)
        yield f"players[{seat}].sold", _one_each(player.sold)
    yield "supply.goods", state.supply.goods


def _one_each(pieces: tuple[str, ...]) -> Pieces:
    """Return the pieces, each with a count of 1."""
    return [(piece, 1) for piece in pieces]


def total_counts(places: Iterable[tuple[str, Pieces]]) -> dict[str, int]:
    """Return the number of each piece over all locations."""
    totals: dict[str, int] = {}
    for _, pieces in places:
        for piece, count in pieces:
            totals[piece] = totals.get(piece, 0) + count
    return totals
