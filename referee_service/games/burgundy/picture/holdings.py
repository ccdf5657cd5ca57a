"""What a position adds to the pieces of a pack: its view, the goods in depots and storages, and the points."""

from __future__ import annotations

from collections import Counter

from referee_service.kernel.score import total_points
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.typeface import BOLD, text_width

from ..state import State
from .estate import Estates


class Holdings(Estates):
    """Draws pieces of one view into a scene."""

    def __init__(self, scene: Scene, view: State, context: TextContext) -> None:
        super().__init__(scene, view.pack, context)
        self.view = view

    def depot_goods(self, depot: int, x: float, y: float, size: float, room: float) -> None:
        """Draw the goods in a numbered depot."""
        kinds = Counter(self.view.depot_goods[depot - 1])
        alts = {goods: self.alt("depot_goods", depot=depot, goods=goods, count=count) for goods, count in kinds.items()}
        self.goods(kinds, alts, x, y, size, f"depot.{depot}", room)

    def seat_goods(self, seat: int, x: float, y: float, size: float, room: float) -> None:
        """Draw the goods that a player has stored."""
        kinds = Counter(self.view.players[seat].goods)
        alts = {goods: self.alt_of(seat, "goods", goods=goods, count=count) for goods, count in kinds.items()}
        self.goods(kinds, alts, x, y, size, f"seat.{seat}", room)

    def score(self, seat: int, right: float, y: float, size: float, room: float = 110.0) -> None:
        """Draw the points of a player, left of a line. They are smaller if star and number do not fit into the room."""
        scene, points = self.scene, total_points(self.view, seat)
        size = min(size, room / (text_width(str(points), 1, BOLD) + 0.9))
        left = right - text_width(str(points), size, BOLD) - size * 0.9
        box = Box(left, y - size / 2, right - left, size)
        with scene.place(f"seat.{seat}.score", box, alt=self.alt_of(seat, "score", points=points)):
            scene.text(right, y, points, size, weight=BOLD, anchor="end")
            scene.icon("star", left + size * 0.37, y - 1, size * 0.7, scene.theme.star)
