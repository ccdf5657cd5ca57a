"""Estate checks: only estates that play can lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee_service.kernel.rules import Fault, fault

from ..content.tables import Content
from ..state import Player


def estate_faults(tables: Content, player: Player, path: str, *, is_basic: bool) -> Iterator[Fault]:
    """Yield faults for tiles of a wrong colour, a missing castle, disconnected tiles, and twins without a permit.

    In the basic game the starting castle stands in the middle.
    """
    board, estate = tables.boards[player.board], player.estate
    placed = [at for at, tile in enumerate(estate) if tile]
    for at in placed:
        if tables.tiles[estate[at]].kind != board.spaces[at].kind:
            yield fault(f"{path}[{at}]", "audit.colour", tile=estate[at], wanted=board.spaces[at].kind)
    if tables.starting_tile not in estate:
        yield fault(path, "audit.castle")
    elif is_basic and estate[tables.middle] != tables.starting_tile:
        yield fault(f"{path}[{tables.middle}]", "audit.middle_castle", space=tables.middle)
    for island in _disconnected_spaces(tables, player):
        yield fault(f"{path}[{island}]", "audit.connected", space=island)
    if not any("twin_buildings" in tables.tiles[estate[at]].permits for at in placed):
        yield from _twins(tables, player, path)


def _disconnected_spaces(tables: Content, player: Player) -> list[int]:
    """Return the spaces with tiles that are not connected to the starting castle."""
    placed = {at for at, tile in enumerate(player.estate) if tile}
    castles = [at for at in sorted(placed) if player.estate[at] == tables.starting_tile]
    edge = castles[:1]
    reached = set(edge)
    while edge:
        touching = tables.boards[player.board].spaces[edge.pop()].touching
        fresh = [near for near in touching if near in placed and near not in reached]
        reached.update(fresh)
        edge += fresh
    return sorted(placed - reached)


def _twins(tables: Content, player: Player, path: str) -> Iterator[Fault]:
    """Yield a fault for each building that a city has more than once."""
    for city in {space.district for space in tables.boards[player.board].spaces if space.kind == "building"}:
        for tile, count in Counter(player.estate[at] for at in city if player.estate[at]).items():
            if count > 1:
                yield fault(f"{path}[{city[0]}]", "audit.twins", tile=tile, found=count)
