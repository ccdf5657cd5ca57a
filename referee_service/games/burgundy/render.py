"""The view as text: the common table, then each player with the estate as a drawing of hexes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from referee_service.kernel.hexes import hexagon_cells
from referee_service.kernel.score import total_points
from referee_service.kernel.text_table import Block, HexCell, HexGrid, Legend, Section, Table, TextContext

from .boards import empty_space_count
from .content.tables import BLACK_DEPOT, DEPOTS, KINDS, Space, Tile, content
from .state import EMPTY, Player, State, turn_order_on_track

MARK_LENGTH = 3
"""Letters of a name in the mark of a tile."""


def sections(seen: State, context: TextContext) -> Iterator[Section]:
    """Yield the table, then one section per seat."""
    yield Section("table", context.catalogue.title[context.language], tuple(_table_blocks(seen, context)))
    for seat, player in enumerate(seen.players):
        title = context.caption(
            "owner", player=context.player(seat), points=total_points(seen, seat), board=player.board or None
        )
        yield Section(f"seat.{seat}", title, tuple(_seat_blocks(seen, player, context)))


# --- the table --------------------------------------------------------------------------------------------------------


def _table_blocks(seen: State, context: TextContext) -> Iterator[Block]:
    """Yield the round, the depots, the track, the bonus tiles, and the pieces of each player in numbers."""
    yield context.caption(
        "status",
        phase=seen.phase,
        round=seen.round,
        order=tuple(context.player(seat) for seat in seen.turn_order),
        white=seen.white_die or None,
        coming=tuple(f"colour_{goods}" for goods in seen.round_goods),
    )
    yield _depot_table(seen, context)
    track = context.caption("track", track=tuple(_track_pieces(seen, context)))
    claims = tuple(_bonus_claims(seen, context))
    bonuses = context.caption("bonuses", bonuses=claims) if claims else context.caption("no_bonuses")
    yield f"{track} {bonuses}" if any(seen.track) else bonuses
    yield _player_table(seen, context)


def _depot_table(seen: State, context: TextContext) -> Table:
    """Return the depots with their tiles and goods."""
    rows = [
        (str(depot), _tile_list(seen.depots[depot], context), _goods_list(seen.depot_goods[depot - 1], context) or "–")
        for depot in DEPOTS
    ]
    rows.append((context.caption("black"), _tile_list(seen.depots[BLACK_DEPOT], context), ""))
    head = tuple(context.caption(f"head_{name}") for name in ("depot", "tiles", "goods"))
    return Table(head, tuple(rows))


def _track_pieces(seen: State, context: TextContext) -> Iterator[str]:
    """Yield the pieces on the turn order track with their spaces, the first in turn order first."""
    for seat in turn_order_on_track(seen):
        space = next(at for at, pieces in enumerate(seen.track) if seat in pieces)
        yield context.caption("track_piece", player=context.player(seat), space=space)


def _bonus_claims(seen: State, context: TextContext) -> Iterator[str]:
    """Yield the colours whose bonus tiles are taken, with the players that have them."""
    for kind in KINDS:
        if seats := seen.bonuses.of(kind):
            yield context.caption("bonus", kind=kind, owners=tuple(context.player(seat) for seat in seats))


def _player_table(seen: State, context: TextContext) -> Table:
    """Return one row per player: points, dice and counts."""
    rows = tuple(
        (
            context.player(seat),
            str(total_points(seen, seat)),
            ", ".join(map(str, player.dice)) or "–",
            str(player.silver),
            str(player.workers),
            str(len(player.storage)),
            str(empty_space_count(player)) if player.estate else "–",
        )
        for seat, player in enumerate(seen.players)
    )
    names = ("player", "points", "dice", "silver", "workers", "stored", "empty")
    return Table(tuple(context.caption(f"head_{name}") for name in names), rows)


# --- one seat ---------------------------------------------------------------------------------------------------------


def _seat_blocks(seen: State, player: Player, context: TextContext) -> Iterator[Block]:
    """Yield the pieces of a player, then the estate with its legend."""
    holdings = context.caption(
        "holdings",
        dice=player.dice,
        silver=player.silver,
        workers=player.workers,
        goods=_goods_list(player.goods, context) or None,
        sold=_goods_list(player.sold, context) or None,
    )
    tiles = _tile_list(player.storage, context)
    storage = context.caption("storage", tiles=tiles) if player.storage else context.caption("empty_storage")
    yield f"{holdings} {storage}"
    if not player.board:
        return
    if not player.estate:
        yield context.caption("no_estate")
    yield HexGrid(tuple(_hex_cells(seen, player, context)))
    yield Legend(tuple(_legend(seen, player, context)))


def _hex_cells(seen: State, player: Player, context: TextContext) -> Iterator[HexCell]:
    """Yield the spaces of an estate: its number, then its tile, or its colour and die."""
    tables = content(seen)
    rows = [len(row) for row in tables.pack.dice_pattern]
    spaces = zip(hexagon_cells(rows), tables.boards[player.board].spaces, _estate(player, sum(rows)), strict=True)
    for at, ((q, r), space, tile) in enumerate(spaces):
        if tile:
            mark, words = _tile_mark(tables.tiles[tile], context), context.caption("covered", space=at, tile=tile)
        else:
            mark = _space_mark(space, context)
            words = context.caption("open", space=at, kind=space.kind, number=space.number)
        yield HexCell(2 * q + r, r, (f"{at} {mark}",), words)


def _estate(player: Player, spaces: int) -> tuple[str, ...]:
    """Return the entries of an estate. It is empty before the starting castle is placed."""
    return player.estate or (EMPTY,) * spaces


def _letter(kind: str, context: TextContext) -> str:
    return context.caption(f"letter_{kind}")


def _space_mark(space: Space, context: TextContext) -> str:
    """Return the mark of an empty space: the letter of its colour, and its die."""
    return f"{_letter(space.kind, context)}{space.number}"


def _tile_mark(tile: Tile, context: TextContext) -> str:
    """Return the mark of a tile: number and species of animals, letter and number of numbered tiles, or its name."""
    if tile.species:
        return f"{tile.animals}{_short_name(tile.species, context)}"
    if number := _number(tile):
        return f"{_letter(tile.kind, context).upper()}{number}"
    return _short_name(tile.id, context)


def _number(tile: Tile) -> str:
    """Return the number of a tile that is one of a numbered kind, or the empty string."""
    prefix, _, number = tile.id.rpartition("_")
    return number if prefix == tile.kind else ""


def _short_name(piece: str, context: TextContext) -> str:
    return context.piece(piece)[:MARK_LENGTH].capitalize()


def _legend(seen: State, player: Player, context: TextContext) -> Iterator[tuple[str, str]]:
    """Yield the meaning of each mark in an estate. An empty space is explained by an example."""
    tables = content(seen)
    spaces = tables.boards[player.board].spaces
    empty = [at for at, tile in enumerate(_estate(player, len(spaces))) if not tile]
    for at in empty[:1]:
        facts = {"space": at, "kind": spaces[at].kind, "number": spaces[at].number}
        yield f"{at} {_space_mark(spaces[at], context)}", context.caption("legend_open", **facts)
    kinds = {spaces[at].kind for at in empty}
    yield from [(_letter(kind, context), context.piece(kind)) for kind in KINDS if kind in kinds]
    yield from sorted({_tile_meaning(tables.tiles[tile], context) for tile in player.estate if tile})


def _tile_meaning(tile: Tile, context: TextContext) -> tuple[str, str]:
    """Return the mark of a tile with its meaning. All animals of a species, and all numbered tiles, share one."""
    if tile.species:
        return _short_name(tile.species, context), context.piece(tile.species)
    if _number(tile):
        return _letter(tile.kind, context).upper(), context.caption("legend_number", kind=tile.kind)
    return _tile_mark(tile, context), context.piece(tile.id)


# --- lists ------------------------------------------------------------------------------------------------------------


def _tile_list(tiles: Iterable[str], context: TextContext) -> str:
    """Return the names of tiles, equal ones counted, or a dash."""
    counts = Counter(tiles).items()
    names = [context.counted([(tile, count)]) if count > 1 else context.piece(tile) for tile, count in counts]
    return ", ".join(names) or "–"


def _goods_list(goods: Iterable[str], context: TextContext) -> str:
    """Return goods as counted colours: `2 red, 1 pink`. The empty string for none."""
    counts = Counter(goods).items()
    return ", ".join(context.counted([(f"colour_{each}", count)]) for each, count in counts)
