"""Cards with words in a picture: the piles of buildings, the decks, and the hand of the seat that looks."""

from __future__ import annotations

from typing import Final

from referee_service.kernel.bags import pieces_of, size_of
from referee_service.kernel.text_table import TextContext
from referee_service.pictures.cards import Card, Sign, card_height, draw_card
from referee_service.pictures.geometry import Box
from referee_service.pictures.palette import mix
from referee_service.pictures.scene import Scene
from referee_service.pictures.seat_bars import CORNER
from referee_service.pictures.typeface import BOLD

from ..content.tables import DECKS, PILES
from ..state import buildings_of
from ..view import View
from .faces import Density
from .pieces import GOOD, Pieces

MARGIN: Final = 24.0
INNER: Final = 1152.0
"""Width of a panel over the whole table."""
DECK_WIDTH: Final = 124.0
CARD_GAP: Final = 16.0
MIN_PILE: Final = 146.0
MIN_DECK: Final = 126.0
TITLE: Final = 46.0
"""Height of the title of a panel."""
HAND_COLUMNS: Final = 5
DENSE_COLUMNS: Final = 7


class Cards(Pieces):
    """Draws piles, decks and the hand."""

    def __init__(self, scene: Scene, view: View, context: TextContext) -> None:
        super().__init__(scene, view, context)
        self._hands: dict[tuple[int, Density], tuple[list[Card], list[float]]] = {}

    def _hand_card(self, seat: int, card: str, count: int) -> Card:
        """Return a card of the hand of a seat. The building that it requires is green if the fief has it."""
        row = self.tables.troops.get(card)
        if row is None or row.requires not in buildings_of(self.board.players[seat]):
            return self.hand_card(card, count)
        return self.hand_card(card, count, (Sign("glyph", self.building_glyph(row.requires), colour=GOOD),))

    # --- piles and decks ----------------------------------------------------------------------------------------------

    def _pile_width(self) -> float:
        return (INNER - 24 - len(DECKS) * (DECK_WIDTH + CARD_GAP) - len(PILES) * CARD_GAP) / len(PILES)

    def _pile_height(self) -> float:
        tops = [self.building_card(pile.top) for pile in self.board.piles if pile.top]
        least = MIN_PILE if self.density < Density.NO_WORDS else MIN_DECK
        return max([least, *(card_height(card, self._pile_width()) for card in tops)])

    def supply_height(self) -> float:
        """Return the height of the panel with piles and decks."""
        return TITLE + self._pile_height() + 18

    def supply(self, y: float) -> None:
        """Draw the piles of buildings and the decks."""
        scene, theme, width = self.scene, self.theme, self._pile_width()
        height = self._pile_height()
        scene.rect(Box(MARGIN, y, INNER, height + TITLE + 18), theme.panel, radius=CORNER)
        x = MARGIN + 12
        title = self.context.caption("buildings").upper()
        wide = scene.text(x + 4, y + 23, title, 17, weight=BOLD, colour=theme.soft)
        for index in PILES:
            box, title_width = Box(x + index * (width + CARD_GAP), y + TITLE, width, height), wide if not index else 0
            self._pile(index, box, title_width)
        x += len(PILES) * (width + CARD_GAP) + 4
        wide = scene.text(x, y + 23, self.caption("decks").upper(), 17, weight=BOLD, colour=theme.soft)
        if self.board.game_end is None:
            right, price = MARGIN + INNER - 16, self.caption("card_price", price=self.tables.numbers["card_price"])
            scene.text(right, y + 23, price, 18, colour=theme.soft, anchor="end", room=right - x - wide - 20)
        for index, deck in enumerate(DECKS):
            self._deck(index, deck, Box(x + index * (DECK_WIDTH + CARD_GAP), y + TITLE, DECK_WIDTH, height))

    def _pile(self, index: int, box: Box, title: float) -> None:
        scene, theme, pile = self.scene, self.theme, self.board.piles[index]
        count = pile.hidden_count
        if not pile.top and not count:
            with scene.place(f"pile.{index}", box, alt=self.alt("empty_pile", pile=index)):
                self._pile_word(self.caption("sold_out"), box)
            return
        label = self.caption("beneath", count=count) if count else self.caption("last_one")
        room = box.width - title - 20
        scene.text(box.x + box.width - 4, box.y - 23, label, 18, colour=theme.soft, anchor="end", room=room)
        text = self.texts.get(pile.top, "")
        if pile.top:
            alt = self.alt("pile", pile=index, building=pile.top, text=text, count=count)
        else:
            alt = self.alt("bought_pile", pile=index, count=count)
        with scene.place(f"pile.{index}", box, alt=alt, holds=pile.top):
            under = mix(self.looks.kinds["civil"], theme.panel, 0.35)
            for step in reversed(range(min(2, count))):
                shift = 4.0 * (step + 1)
                shifted = Box(box.x + shift, box.y + shift, box.width, box.height)
                scene.rect(shifted, under, radius=10, stroke=theme.panel, stroke_width=1.5)
            if pile.top:
                draw_card(scene, self.building_card(pile.top), box)
            else:
                self._pile_word(self.caption("bought"), box)

    def _pile_word(self, word: str, box: Box) -> None:
        """Draw a pile without an open building: that it is sold out, or that its open building is being bought."""
        scene, theme, x = self.scene, self.theme, box.x + box.width / 2
        scene.rect(box, theme.well, radius=10, stroke=theme.line, stroke_width=1.5)
        scene.text(x, box.y + box.height / 2, word, 19, colour=theme.soft, anchor="middle", room=box.width - 20)

    def _remaining(self, index: int) -> int:
        """Return the number of cards in a deck. Hidden hands hold some of the unseen cards."""
        hidden = sum(counts[index] for seat, counts in enumerate(self.view.cards) if seat != self.view.seat)
        return size_of(self.view.unseen[index]) - hidden + bool(self.board.decks[index].last)

    def _deck(self, index: int, deck: str, box: Box) -> None:
        scene, count, last = self.scene, self._remaining(index), self.board.decks[index].last
        alt = self.alt("deck", deck=deck, count=count, card=last or None)
        with scene.place(f"deck.{deck}", box, alt=alt, holds=last):
            ink = self.deck_face(deck, count, box)
            if last:
                label, x, middle = self.caption("last", card=last), box.x + box.width / 2, box.y + box.height / 2
                scene.text(x, middle + 47, label, 17, colour=ink, anchor="middle", room=box.width - 8)

    # --- the hand -----------------------------------------------------------------------------------------------------

    def hand_rows(self, seat: int) -> tuple[list[Card], list[float]]:
        """Return the cards of a hand, and the height of each row. They are measured once."""
        at = seat, self.density
        if at not in self._hands:
            cards = [self._hand_card(seat, card, count) for card, count in self.board.players[seat].hand]
            heights, columns = [card_height(card, self.hand_width()) for card in cards], self._hand_columns()
            self._hands[at] = cards, [max(heights[row : row + columns]) for row in range(0, len(heights), columns)]
        return self._hands[at]

    def hand_height(self, seat: int) -> float:
        """Return the height of the panel with the hand of a seat."""
        return TITLE + sum(height + CARD_GAP for height in self.hand_rows(seat)[1])

    def _hand_columns(self) -> int:
        return DENSE_COLUMNS if self.density == Density.LEAST else HAND_COLUMNS

    def hand_width(self) -> float:
        """Return the width of a card of the hand."""
        columns = self._hand_columns()
        return (INNER - 24 - (columns - 1) * CARD_GAP) / columns

    def hand(self, seat: int, y: float) -> None:
        """Draw the hand of the seat that looks."""
        scene, theme, hand = self.scene, self.theme, self.board.players[seat].hand
        (cards, rows), width = self.hand_rows(seat), self.hand_width()
        box = Box(MARGIN, y, INNER, self.hand_height(seat))
        with scene.place(f"hand.{seat}", box, alt=self.alt("hand", cards=pieces_of(hand) or None)):
            scene.rect(box, theme.well, radius=CORNER)
            title = self.caption("hand", count=size_of(hand))
            wide = scene.text(MARGIN + 16, y + 20, title, 18, weight=BOLD, colour=theme.soft)
            if hand and self.board.game_end is None:
                hint, right = self.caption("hand_pays"), MARGIN + INNER - 16
                scene.text(right, y + 20, hint, 18, colour=theme.soft, anchor="end", room=INNER - wide - 60)
            top = y + TITLE
            for at, (card, (name, _)) in enumerate(zip(cards, hand, strict=True)):
                row, column = divmod(at, self._hand_columns())
                if at and not column:
                    top += rows[row - 1] + CARD_GAP
                spot = Box(MARGIN + 12 + column * (width + CARD_GAP), top, width, rows[row])
                alt = f"{card.name}. {self.texts.get(name, '')}"
                with scene.place(f"hand.{seat}.{name}", spot, alt=alt, holds=name):
                    draw_card(scene, card, spot)
