"""The picture of a table: where the ring, the islands, the empires and the hand lie, and how much detail fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee_service.kernel.bags import size_of
from referee_service.kernel.grammar import capitalized
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.geometry import Box
from referee_service.pictures.scene import Scene
from referee_service.pictures.table import BAR_HEIGHT, Chip, PictureRequest, draw_question
from referee_service.pictures.typeface import BOLD

from ..questions import LandingFrame
from ..view import View
from .board import Board
from .cards import Shown
from .compact import COMPACT, NAMES, NO_CARDS, SMALL
from .painter import MARGIN, WIDTH
from .results import Results
from .seats import BRIEF, FULL, STYLES, PlacedCard, Seats, Style
from .solo import SoloPanel

MAX_HEIGHT: Final = 1900.0
PREFERRED_HEIGHT: Final = 1650.0
"""Full cards make a picture no higher than this; brief cards have the same words."""
MAX_PART_HEIGHT: Final = 1200.0
BETWEEN: Final = 12.0
"""Distance of two panels."""
TITLE_WIDTH: Final = 330.0


class Detail(Struct, frozen=True):
    """How cards are drawn: in the empire of the viewer, in hand, and in the empires of other seats."""

    own: Style
    hand: Style
    others: Style


DETAILS: Final = (
    Detail(FULL, FULL, COMPACT),
    Detail(FULL, FULL, SMALL),
    Detail(BRIEF, FULL, COMPACT),
    Detail(BRIEF, FULL, SMALL),
    Detail(BRIEF, BRIEF, COMPACT),
    Detail(BRIEF, BRIEF, SMALL),
    Detail(BRIEF, BRIEF, NAMES),
    Detail(COMPACT, BRIEF, SMALL),
    Detail(COMPACT, BRIEF, NAMES),
    Detail(COMPACT, COMPACT, NAMES),
    Detail(SMALL, SMALL, NAMES),
)
"""From much to little. The first one that fits is drawn."""
RAID_DETAILS: Final = (
    Detail(FULL, FULL, COMPACT),
    Detail(BRIEF, BRIEF, COMPACT),
    Detail(COMPACT, BRIEF, COMPACT),
    Detail(COMPACT, BRIEF, SMALL),
    Detail(COMPACT, COMPACT, COMPACT),
    Detail(COMPACT, COMPACT, SMALL),
)
"""For a question that only cards of other seats answer: their icons are more important."""
EQUAL_DETAILS: Final = tuple(Detail(style, style, style) for style in STYLES)
"""For parts and views in which no empire is more important than another."""


class Panel(Struct, frozen=True):
    """A panel of the picture: its height, and the function that draws it below a height."""

    height: float
    draw: Callable[[float], None]


def draw(scene: Scene, view: View, context: TextContext, request: PictureRequest) -> None:
    """Draw a view, or a part of it: `table`, `mine` or `seat.N`."""
    table = Table(scene, view, context, request)
    y = table.header() + BETWEEN
    panels: list[Panel] = []
    for detail in table.details():
        panels = list(table.panels(detail))
        full = PREFERRED_HEIGHT if FULL in (detail.own, detail.hand) else MAX_HEIGHT
        limit = full if request.part is None else MAX_PART_HEIGHT
        if y + sum(panel.height + BETWEEN for panel in panels) + 4 <= limit:
            break
    for panel in panels:
        panel.draw(y)
        y += panel.height + BETWEEN
    scene.height = y + 4


class Table(Board, Seats, SoloPanel, Results):
    """Draws the parts of a table that the request wants."""

    def __init__(self, scene: Scene, view: View, context: TextContext, request: PictureRequest) -> None:
        super().__init__(scene, view, context)
        self.request, self.viewer = request, request.viewer
        chips = request.question.chips
        self.card_chips = [chip for chip in chips if self._chosen_card(chip) is not None]
        self.question = replace(request.question, chips=tuple(chip for chip in chips if chip not in self.card_chips))
        self.is_over = view.board.stage == "over"
        self._known_panels: dict[tuple[str, Style], Panel] = {}

    @property
    def shown_seat(self) -> int | None:
        """The one seat whose panel is wanted, or None."""
        part, seats = self.request.part or "", len(self.state.players)
        if part.startswith("seat.") and part[5:].isdecimal() and int(part[5:]) < seats:
            return int(part[5:])
        if part == "mine" and self.viewer is None:
            return self.question.seat or 0
        return None

    def header(self) -> float:
        """Draw the title, the round, and the question. Return the height below."""
        scene, state, solo = self.scene, self.state, self.state.solo
        scene.text(MARGIN, 31, self.caption("title"), 26, weight=BOLD, room=TITLE_WIDTH)
        rounds = self.tables.numbers["solo_rounds"]
        words = (
            self.caption("round_of", round=state.round, rounds=rounds)
            if solo is not None
            else self.caption("last_round" if state.is_last_round else "round", round=state.round)
        )
        stage = self.context.piece(f"stage_{state.stage}")
        words = f"{words} · {stage}" if state.round else capitalized(stage)
        scene.text(MARGIN, 62, words, 20, colour=self.theme.soft, room=TITLE_WIDTH)
        left = MARGIN + TITLE_WIDTH + 14
        return draw_question(scene, self.context, self.question, Box(left, 12, WIDTH - MARGIN - left, BAR_HEIGHT))

    def details(self) -> tuple[Detail, ...]:
        """Return how much detail is possible, from much to little."""
        is_equal = self.viewer is None or self.shown_seat is not None
        least = (Detail(NO_CARDS, NO_CARDS, NO_CARDS),) if self.request.part == "table" else ()
        if is_equal:
            return EQUAL_DETAILS + least
        return ((RAID_DETAILS + DETAILS) if self._is_about_others else DETAILS) + least

    @property
    def _is_about_others(self) -> bool:
        """Whether only cards of other seats can be touched, apart from buttons."""
        touched = [place.split(".") for place in self.scene.marks if not place.startswith("button.")]
        return bool(touched) and all(place[0] == "empire" and place[1] != str(self.viewer) for place in touched)

    # --- which panels -------------------------------------------------------------------------------------------------

    def panels(self, detail: Detail) -> Iterator[Panel]:
        """Yield the panels of the wanted part from top to bottom."""
        part, viewer = self.request.part, self.viewer
        if self.shown_seat is not None and self.shown_seat != viewer:
            yield self._empire(self.shown_seat, detail.others)
            return
        if part != "table":
            yield from self._open_cards()
        if part in (None, "table"):
            yield from self._common()
            for seat in range(len(self.state.players)):
                if seat != viewer:
                    yield self._empire(seat, detail.others)
        if part != "table" and viewer is not None:
            yield self._empire(viewer, detail.own)
            yield from self._held(viewer, detail.hand)

    def _common(self) -> Iterator[Panel]:
        """Yield the scenario or the score track, and the board. After the end, final scores replace track and board."""
        solo = self.state.solo
        if self.is_over:
            yield Panel(self.results_height(), self.draw_results)
        if solo is not None:
            yield Panel(self.scenario_height(), lambda y: self.draw_scenario(solo, y))
        if self.is_over:
            return
        if solo is None:
            yield Panel(50, lambda y: self.track(y - 2))
        height = self.expedition_height()
        yield Panel(height, lambda y: self._draw_board(y, height))

    def _draw_board(self, y: float, height: float) -> None:
        self.ring(y, height)
        self.expedition(y, height)

    def _empire(self, seat: int, style: Style) -> Panel:
        key, is_active = (f"empire.{seat}", style), seat == self.question.seat
        if key not in self._known_panels:
            height = self.empire_height(seat, style)
            panel = Panel(height, lambda y: self.draw_empire(seat, y, style, is_active=is_active))
            self._known_panels[key] = panel
        return self._known_panels[key]

    def _cards(self, title: str, cards: list[PlacedCard], style: Style) -> Panel:
        key = title, style
        if key not in self._known_panels:
            panel = Panel(self.cards_height(cards, style), lambda y: self.draw_cards(title, cards, y, style))
            self._known_panels[key] = panel
        return self._known_panels[key]

    def _held(self, seat: int, style: Style) -> Iterator[Panel]:
        """Yield the cards that the viewer looks at, and those of the hand."""
        player = self.state.players[seat]
        if player.looked_at:
            cards = self.held_cards(f"lookout.{seat}", player.looked_at, player.kept)
            yield self._cards(self.caption("lookout", count=size_of(player.looked_at)), cards, FULL)
        if player.hand:
            cards = self.held_cards(f"hand.{seat}", player.hand)
            yield self._cards(self.caption("hand", count=size_of(player.hand)), cards, style)

    # --- cards of an open question ------------------------------------------------------------------------------------

    def _open_cards(self) -> Iterator[Panel]:
        """Yield the cards that the seat to move chooses from, or the island that a ship has found."""
        if self.card_chips:
            cards = [
                PlacedCard(chip.place, shown, f"{chip.label} – {shown.face.text}")
                for chip in self.card_chips
                if (shown := self._chosen_card(chip)) is not None
            ]
            yield self._cards(self.caption("choices"), cards, FULL if len(cards) <= 10 else BRIEF)
        frame = self.state.pending[-1] if self.state.pending else None
        if isinstance(frame, LandingFrame):
            yield Panel(self.landing_height(frame.island), lambda y: self.draw_landing(frame.island, y))

    def _chosen_card(self, chip: Chip) -> Shown | None:
        """Return the card or the clan that a chip stands for, or None."""
        kind, _, name = chip.place.partition(".")
        if kind != "choice":
            return None
        if name in self.tables.clans:
            face = self.faces.clan(name)
            return Shown(face=face, parts=face.parts, where="board")
        return self.hand_card(name) if name in self.tables.cards else None
