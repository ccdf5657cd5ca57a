"""Where every piece of the game lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee_service.games.burgundy.content.tables import KINDS
from referee_service.games.burgundy.state import MakeRoomFrame, State

Pieces = Iterable[tuple[str, int]]
"""Pieces with their numbers."""


def tiles_by_place(state: State) -> Iterator[tuple[str, Pieces]]:
    """Every tile of the game with the place where it lies, piles and box included."""
    for depot, tiles in enumerate(state.depots):
        yield f"depots[{depot}]", _single(tiles)
    for seat, player in enumerate(state.players):
        yield f"players[{seat}].estate", [(tile, 1) for tile in player.estate if tile]
        yield f"players[{seat}].storage", _single(player.storage)
    for index, frame in enumerate(state.pending):
        if isinstance(frame, MakeRoomFrame):
            yield f"pending[{index}].tile", ((frame.tile, 1),)
    for pile in (*KINDS, "black", "removed"):
        yield f"supply.{pile}", getattr(state.supply, pile)


def goods_by_place(state: State) -> Iterator[tuple[str, Pieces]]:
    """Every goods tile of the game with the place where it lies."""
    yield "round_goods", _single(state.round_goods)
    for depot, goods in enumerate(state.depot_goods):
        yield f"depot_goods[{depot}]", _single(goods)
    for seat, player in enumerate(state.players):
        yield f"players[{seat}].goods", _single(player.goods)
        yield f"players[{seat}].sold", _single(player.sold)
    yield "supply.goods", state.supply.goods


def _single(pieces: tuple[str, ...]) -> Pieces:
    return [(piece, 1) for piece in pieces]


def counted(places: Iterable[tuple[str, Pieces]]) -> dict[str, int]:
    """How many of each piece lie in all places together."""
    found: dict[str, int] = {}
    for _, pieces in places:
        for piece, count in pieces:
            found[piece] = found.get(piece, 0) + count
    return found
