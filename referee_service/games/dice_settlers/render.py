"""The view as sections of text: the common table, the map, one part for each player, and the printed Bot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee_service.kernel.bags import Bag, bag_of, size_of
from referee_service.kernel.grammar import capitalized
from referee_service.kernel.pending import top
from referee_service.kernel.text_table import Block, HexCell, HexGrid, Legend, Section, Table, TextContext

from .content.tables import TERRAINS, content
from .map_tiles import houses_remaining
from .places import free_cells, tile_to_lay
from .questions import ChooseTileFrame, RerollFrame, RollDiceFrame
from .scoring import side_points
from .state import BOT, NO_SIDE, MapTile, State, points_remaining, require_bot, side_name, sides_of

WIDE_MAP = 11
"""Width of a map in half hexes, above which hexes show short marks to fit in 80 characters."""
HIGH_MAP = 6
"""Rows above which free cells are not drawn."""
NARROW_LINE = 7
"""Characters in a line of a short hex."""
SIDE_MARKS = "abcd"
"""Mark of the tents of each side."""
HOUSE_MARK = "#"
"""Mark of a house, before that of its side."""


def sections(seen: State, context: TextContext) -> Iterator[Section]:
    """Yield the sections of a view: `table`, `map`, one for each seat, and `bot` in a solo game."""
    writer = ViewWriter(seen, context)
    yield writer.table()
    yield writer.map()
    for seat in range(len(seen.players)):
        yield writer.seat(seat)
    if seen.bot is not None:
        yield writer.bot()


class ViewWriter:
    """Writer of the sections of one view."""

    def __init__(self, seen: State, context: TextContext) -> None:
        self.seen, self.context, self.caption = seen, context, context.caption

    def who(self, side: int) -> str:
        """Return the name of the player of a side, or the id of the side, whose name has an article."""
        name = self.context.names[side : side + 1] if side < len(self.seen.players) else ()
        return (name and name[0]) or f"side_{side_name(self.seen, side)}"

    def names(self, pieces: Iterable[str]) -> str:
        """Return pieces by name, in the given order."""
        return ", ".join(map(self.context.piece, pieces)) or "–"

    def tokens(self, tokens: Bag) -> str:
        """Return counted tokens."""
        return self.context.counted((f"token_{token}", count) for token, count in tokens)

    # --- the common table ---------------------------------------------------------------------------------------------

    def table(self) -> Section:
        """Return the round, the general supply, the tiles beside the map, and the technologies."""
        seen, catalogue = self.seen, self.context.catalogue
        title = self.caption("title", title=catalogue.title[self.context.language], round=seen.round)
        last = self.caption("last_round") if seen.is_last_round else None
        active, first = self.who(seen.active_side), self.who(seen.first_side)
        remaining = points_remaining(seen) if seen.stage != "over" else 0
        dice = self.context.counted(seen.supply)
        blocks: list[Block] = [
            capitalized(self.caption("round", stage=seen.stage, active=active, first=first, last=last)),
            self.caption("supply", points=remaining, tiles=size_of(seen.deck), dice=dice),
            *self._tiles_beside(),
            self._technologies(),
        ]
        return Section("table", title, tuple(blocks))

    def _tiles_beside(self) -> Iterator[str]:
        frame = top(self.seen)
        if self.seen.start_offer:
            yield self.caption("offer", offer=self.seen.start_offer)
        if isinstance(frame, ChooseTileFrame) and frame.tiles:
            yield self.caption("drawn", tiles=frame.tiles)
        if tile := tile_to_lay(self.seen):
            yield self.caption("laying", tile=tile)

    def _technologies(self) -> Table:
        rows = tuple(map(self._technology, self.seen.technologies))
        columns = ("technology", "symbols", "tokens", "terrains", "points", "owners")
        return Table(tuple(map(self.caption, columns)), rows)

    def _technology(self, name: str) -> tuple[str, ...]:
        row = content(self.seen).technologies[name].row
        owned = [player.technologies for player in self.seen.players]
        owned += [self.seen.bot.technologies] if self.seen.bot else []
        owners = [self.who(side) for side, technologies in enumerate(owned) if name in technologies]
        named = ", ".join(capitalized(self.context.piece(owner)) for owner in owners)
        tokens = ", ".join(f"{count} {self.context.piece(token)}" for token, count in row.tokens.items())
        terrains = self.names(row.terrains)
        return self.context.piece(name), str(row.research), tokens, terrains, str(row.points), named

    # --- the map ------------------------------------------------------------------------------------------------------

    def map(self) -> Section:
        """Return the map as a drawing of hexes with a legend."""
        title = self.caption("map")
        if not self.seen.map:
            return Section("map", title, (self.caption("map_empty"),))
        spots = self._spots()
        columns = [*(2 * tile.q + tile.r for tile in self.seen.map), *(cell.column for cell in spots)]
        is_wide = max(columns) - min(columns) > WIDE_MAP
        cells = [self._map_cell(map_tile, is_wide=is_wide) for map_tile in self.seen.map]
        legend = Legend(tuple(self._legend(is_wide=is_wide, has_spots=bool(spots))))
        return Section("map", title, (HexGrid((*cells, *spots)), legend))

    def _map_cell(self, map_tile: MapTile, *, is_wide: bool) -> HexCell:
        """Return a tile: its number, terrain and points above, its pieces below."""
        row = content(self.seen).tiles[map_tile.tile].row
        number = map_tile.tile.removeprefix("tile_").lstrip("0")
        head = f"{number} {self.caption(f'mark_{row.terrain}')}"
        head += "" if is_wide else f" {row.first}/{row.second}"
        marks = [f"{HOUSE_MARK}{SIDE_MARKS[map_tile.house]}"] if map_tile.house != NO_SIDE else []
        marks += [f"{SIDE_MARKS[side]}{tents}" for side, tents in enumerate(map_tile.tents) if tents]
        words = self.caption(
            "map_tile",
            tile=map_tile.tile,
            q=map_tile.q,
            r=map_tile.r,
            first=row.first if row.first or row.second else None,
            second=row.second,
            pieces=self._pieces(map_tile),
        )
        lines = (head, *_wrapped(marks, NARROW_LINE)) if is_wide else (head, " ".join(marks))
        return HexCell(2 * map_tile.q + map_tile.r, map_tile.r, lines, capitalized(words))

    def _pieces(self, map_tile: MapTile) -> str:
        pieces = [self.caption("house", who=self.who(map_tile.house))] if map_tile.house != NO_SIDE else []
        pieces += [
            self.caption("tents", count=tents, who=self.who(side)) for side, tents in enumerate(map_tile.tents) if tents
        ]
        return ", ".join(pieces) or self.caption("no_pieces")

    def _spots(self) -> tuple[HexCell, ...]:
        """Return the free cells with their coordinates while a tile is laid, if the drawing stays small."""
        if not tile_to_lay(self.seen):
            return ()
        cells = free_cells(self.seen)
        rows = [r for _, r in cells]
        if max(rows) - min(rows) >= HIGH_MAP:
            return ()
        return tuple(HexCell(2 * q + r, r, (f"({q},{r})",), self.caption("map_spot", q=q, r=r)) for q, r in cells)

    def _legend(self, *, is_wide: bool, has_spots: bool) -> Iterator[tuple[str, str]]:
        yield ("15 F", self.caption("legend_short")) if is_wide else ("15 F 3/1", self.caption("legend_number"))
        yield from ((self.caption(f"mark_{terrain}"), self.context.piece(terrain)) for terrain in TERRAINS)
        for side in range(sides_of(self.seen)):
            mark = SIDE_MARKS[side]
            yield f"{mark}2", self.caption("legend_tents", who=self.who(side), count=2)
            yield f"{HOUSE_MARK}{mark}", self.caption("legend_house", who=self.who(side))
        if has_spots:
            yield "(1,0)", self.caption("legend_spot")

    # --- players ------------------------------------------------------------------------------------------------------

    def seat(self, seat: int) -> Section:
        """Return the pieces of one player."""
        seen, player, caption = self.seen, self.seen.players[seat], self.caption
        technologies = [
            caption("used", technology=name) if name in player.used_technologies else self.context.piece(name)
            for name in player.technologies
        ]
        blocks = [
            caption("holdings", quota=player.quota, tents=player.tents, **self._houses(seat)),
            caption("active", dice=self.context.counted(player.active)),
            *self._dice_in_hand(seat),
            caption("spent", dice=self.context.counted(player.spent)),
            caption("bag", dice=self.context.counted(player.bag)),
            caption("own_tokens", tokens=self.tokens(player.tokens)),
            caption("own_technologies", technologies=", ".join(technologies) or "–"),
            caption("done", done=self.names(player.actions_done)),
        ]
        if player.used_factories:
            blocks.append(caption("factories", tiles=self.names(player.used_factories)))
        if player.extra_symbols:
            extra = self.context.counted((f"symbol_{symbol}", count) for symbol, count in player.extra_symbols)
            blocks.append(caption("extra", symbols=extra))
        title = capitalized(caption("player", who=self.who(seat), points=side_points(seen, seat)))
        return Section(f"seat.{seat}", title, tuple(blocks))

    def _houses(self, side: int) -> dict[str, int]:
        total = content(self.seen).numbers["houses"]
        return {"houses": total - houses_remaining(self.seen, side), "all_houses": total}

    def _dice_in_hand(self, seat: int) -> Iterator[str]:
        for frame in self.seen.pending:
            owner = frame.to if isinstance(frame, RollDiceFrame) else frame.seat
            if isinstance(frame, RerollFrame | RollDiceFrame) and owner == seat:
                yield self.caption("in_hand", dice=self.context.counted(bag_of(frame.dice)))

    # --- printed Bot --------------------------------------------------------------------------------------------------

    def bot(self) -> Section:
        """Return the pieces of the printed Bot, and the edges of its hexagon as a table."""
        bot, caption, hexagon = require_bot(self.seen), self.caption, content(self.seen).hexagon
        rows = tuple(
            (
                self.context.piece(action),
                self.context.counted(edge.dice),
                self.context.piece(edge.token) if edge.token else "–",
            )
            for action, edge in zip(hexagon, bot.edges, strict=True)
        )
        blocks = (
            caption("bot_tents", tents=bot.tents, **self._houses(BOT)),
            caption("queue", dice=self.names(bot.dice_queue)),
            caption("centre", tokens=self.tokens(bot.centre)),
            caption("own_technologies", technologies=self.names(bot.technologies)),
            caption("marker", action=hexagon[bot.marker]),
            Table((caption("edge"), caption("edge_dice"), caption("edge_token")), rows),
        )
        title = capitalized(caption("player", who=self.who(BOT), points=side_points(self.seen, BOT)))
        return Section("bot", title, blocks)


def _wrapped(marks: list[str], width: int) -> list[str]:
    """Return marks in lines of at most this width."""
    lines = [""]
    for mark in marks:
        joined = f"{lines[-1]} {mark}".strip()
        if len(joined) <= width:
            lines[-1] = joined
        else:
            lines.append(mark)
    return lines
