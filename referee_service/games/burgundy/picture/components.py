"""Components in pictures of their own: tiles, goods, boards, depots, bonus tiles, dice, workers and silver."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.text_table import TextContext
from referee_service.pictures.component import ComponentRequest
from referee_service.pictures.geometry import Box, hexagon
from referee_service.pictures.palette import WHITE, mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD

from ..content.tables import BLACK_DEPOT, KINDS, SEAT_COUNTS
from .estate import ACROSS, Estates
from .pieces import STOCK_COLOURS, STOCK_ICONS

TILE: Final = 92.0
"""Radius of a tile."""
SLOT: Final = 42.0
"""Radius of a space of a depot."""
STOCKS: Final = {"silver": "silver", "worker": "workers"}
SHOWN_FACE: Final = 5
"""The face of a die in its picture."""
DEPOT_HEIGHT: Final = 236.0


def draw_piece(scene: Scene, request: ComponentRequest, context: TextContext, box: Box) -> float:
    """Draw the piece of a component below the top of a box. Return the height below."""
    return Components(scene, request.pack, context).piece(request.kind, request.id, box)


class Components(Estates):
    """Draws single components."""

    def piece(self, kind: str, name: str, box: Box) -> float:
        """Draw the piece of a component in the middle of a width. Return the height below."""
        x = box.x + box.width / 2
        match kind:
            case "goods":
                self.goods_piece(name, Box(x - 62, box.y, 124, 124))
                return box.y + 136
            case "player_board":
                return self._player_board(int(name.rpartition("_")[2]), box)
            case "depots":
                return self._depot(int(name.rpartition("_")[2]), box)
            case "bonus":
                return self._bonus(name, box)
            case "token":
                return self._token(name, x, box.y)
            case "dice":
                return self._die(name, x, box.y)
        self.tile(name, x, box.y + TILE, TILE)
        return box.y + 2.09 * TILE

    def _player_board(self, board: int, box: Box) -> float:
        radius = box.width / 7 / ACROSS
        self.board(board, box.x + box.width / 2, box.y + 5.5 * radius, radius)
        return box.y + 11 * radius

    def _token(self, name: str, x: float, y: float) -> float:
        """Draw the sign of a worker or a silverling."""
        stock = STOCKS[name]
        colour = STOCK_COLOURS[stock]
        shown = colour if self.scene.theme.name == "light" else mix(colour, WHITE, 0.5)
        self.scene.icon(STOCK_ICONS[stock], x, y + 66, 128, shown)
        return y + 134

    def _die(self, name: str, x: float, y: float) -> float:
        """Draw the white die, or the die of a player in the colour of the first seat."""
        scene, theme = self.scene, self.scene.theme
        is_white = name == "white_die"
        fill, ink = (theme.die, theme.die_ink) if is_white else (scene.seat_colour(0), theme.on_seat)
        scene.die(x, y + 60, 120, SHOWN_FACE, fill, ink)
        return y + 132

    def _bonus(self, name: str, box: Box) -> float:
        """Draw the colours of the bonus tiles, and their points with two, three and four players."""
        scene, theme, middle = self.scene, self.scene.theme, box.y + 38
        for at, kind in enumerate(KINDS):
            look, x = self.looks.kinds[kind], box.x + box.width * (at + 0.5) / len(KINDS)
            scene.path(hexagon(x, middle + 3, 34), mix(look.fill, "#000000", 0.42))
            scene.path(hexagon(x, middle, 34), look.fill)
            scene.icon(look.icon, x, middle, 40, look.ink)
        for at, seats in enumerate(SEAT_COUNTS):
            x, y = box.x + box.width * (at + 0.5) / len(SEAT_COUNTS), box.y + 128
            scene.icon("star", x - 26, y - 1, 40, theme.star)
            scene.text(x, y, self.tables.by_players[name][seats], 46, weight=BOLD)
            words = self.context.caption("picture_players", seats=seats)
            scene.text(x, y + 38, words, 19, colour=theme.soft, anchor="middle", room=box.width / 3 - 8)
        return box.y + 178

    # --- depots -------------------------------------------------------------------------------------------------------

    def _depot(self, depot: int, box: Box) -> float:
        """Draw a depot: the die or the price that takes its tiles, and its spaces."""
        scene, theme = self.scene, self.scene.theme
        card, x = Box(box.x, box.y, box.width, DEPOT_HEIGHT), box.x + box.width / 2
        if depot == BLACK_DEPOT:
            scene.rect(card, theme.dark_panel, radius=16, stroke=theme.line)
            scene.icon("silver", x - 24, box.y + 48, 52, "#DDE3EA")
            price = self.tables.numbers["purchase_price"]
            scene.text(x + 10, box.y + 48, price, 50, weight=BOLD, colour=theme.on_dark_panel)
            self._black_spaces(card)
        else:
            scene.rect(card, theme.well, radius=16, stroke=theme.line)
            scene.die(x, box.y + 52, 68, depot, theme.die, theme.die_ink)
            self._spaces(depot, card)
        return box.y + DEPOT_HEIGHT

    def _spaces(self, depot: int, card: Box) -> None:
        """Draw the spaces of a numbered depot in the tints of their kinds."""
        scene, theme = self.scene, self.scene.theme
        slots = next(row.slots for row in self.tables.pack.depots if row.number == depot)
        for at, slot in enumerate(slots):
            look, x, y = self.looks.kinds[slot.kind], card.x + card.width * (at + 0.5) / len(slots), card.y + 146
            scene.path(hexagon(x, y, SLOT), mix(look.fill, theme.panel, theme.pale_share))
            colour = mix(look.fill, theme.ink, 0.45 if theme.name == "light" else 0.25)
            scene.icon(look.icon, x, y, SLOT * 1.05, colour)
            if slot.players > min(SEAT_COUNTS):
                self._seats_label(slot.players, x, card, theme.ink)

    def _black_spaces(self, card: Box) -> None:
        """Draw the spaces of the black depot, in groups: those for all, and those for more players."""
        scene, theme, counts = self.scene, self.scene.theme, self.tables.by_players["black_tiles"]
        left, step = card.x + 10, (card.width - 20) / max(counts.values())
        shown = 0
        for seats, count in sorted(counts.items()):
            for at in range(shown, count):
                x = left + (at + 0.5) * step
                scene.path(hexagon(x, card.y + 146, step * 0.5), mix(theme.dark_panel, WHITE, 0.2))
            if shown:
                self._seats_label(seats, left + (shown + count) / 2 * step, card, theme.on_dark_panel)
            shown = count

    def _seats_label(self, seats: int, x: float, card: Box, ink: str) -> None:
        """Write below spaces with how many players they are used."""
        least = str(seats) if seats == max(SEAT_COUNTS) else f"{seats}+"
        label = self.context.caption("picture_players", seats=least)
        self.scene.text(x, card.y + 210, label, 19, colour=ink, anchor="middle", room=98)
