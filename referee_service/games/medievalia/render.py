"""Views as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee_service.kernel.bags import bag_of, size_of
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.text_table import Section, TextContext

from .content.tables import DECKS
from .fiefs import home_fief
from .fields import NO_HOST
from .state import Player, Unit, max_units_fed, prestige
from .view import View


def sections(seen: View, context: TextContext) -> Iterator[Section]:
    """Yield the sections of the view."""
    yield Section(
        "table", context.catalogue.title[context.language], (render_text(seen, context.catalogue, context.language),)
    )


def render_text(seen: View, catalogue: Catalogue, language: Language) -> str:
    """Return a view as lines of text: decks and piles, then each player's fief and cards."""
    return "\n".join(TextRenderer(seen, catalogue, language).lines())


class TextRenderer:
    """Writer of one view in one language."""

    def __init__(self, seen: View, catalogue: Catalogue, language: Language) -> None:
        self.seen, self.board, self.catalogue, self.language = seen, seen.board, catalogue, language

    def lines(self) -> Iterator[str]:
        """Yield all lines of the view."""
        board, hidden = self.board, [0] * len(DECKS)
        for seat, counts in enumerate(self.seen.cards):
            if seat != self.seen.seat:
                hidden = [held + count for held, count in zip(hidden, counts, strict=True)]
        yield self.line("turn", seat=board.active_seat, phase=self.name(f"phase_{board.phase}"))
        for index, deck in enumerate(board.decks):
            remaining = size_of(self.seen.unseen[index]) - hidden[index] + bool(deck.last)
            yield self.line("deck", deck=DECKS[index], remaining=remaining, last=deck.last or "–")
        tops = [
            f"{index}: {self.name(pile.top) if pile.top else '–'} (+{pile.hidden_count})"
            for index, pile in enumerate(board.piles)
        ]
        yield self.line("piles", piles="; ".join(tops))
        for seat, player in enumerate(board.players):
            yield ""
            yield from self.player(seat, player)

    def player(self, seat: int, player: Player) -> Iterator[str]:
        """Yield the lines of one seat: its figures, its hand if visible, its lands, then its free units by fief."""
        if not player.alive:
            yield self.line("eliminated", seat=seat)
            return
        facts: dict[str, Fact] = {"points": prestige(self.board, seat), "siege": player.siege or None}
        fed, cards = max_units_fed(self.board, seat), sum(self.seen.cards[seat])
        yield self.line("player", seat=seat, cards=cards, units=len(player.units), fed=fed, **facts)
        if seat == self.seen.seat:
            yield self.line("hand", hand=self.bag(player.hand))
        for host, land in enumerate(player.lands):
            if land.card:
                parts = [self.name(building) for building in land.buildings]
                parts += self.units([unit for unit in player.units if unit.host == host])
                turned = "↷" if land.turned else ""
                yield f"  {host}: {self.name(land.card)}{turned}" + (f" [{', '.join(parts)}]" if parts else "")
        for fief in sorted({unit.fief for unit in player.units}, key=lambda fief: (fief != home_fief(seat), fief)):
            free = [unit for unit in player.units if unit.fief == fief and unit.host == NO_HOST]
            if free:
                yield f"  {self.name(fief)}: {', '.join(self.units(free))}"

    def line(self, caption: str, **facts: Fact) -> str:
        """Return a caption of `texts.yaml`, filled with facts."""
        return self.catalogue.format(self.catalogue.captions[caption], facts, self.language)

    def name(self, piece: str) -> str:
        """Return the name of a piece in the language of this text."""
        return self.catalogue.piece_name(piece, self.language)

    def bag(self, pieces: Iterable[tuple[str, int]]) -> str:
        """Return a multiset as names with counts, or a dash if it is empty."""
        return ", ".join(self.name(piece) + (f" ×{count}" if count > 1 else "") for piece, count in pieces) or "–"

    def units(self, units: list[Unit]) -> list[str]:
        """Return the names of units, with `↷` if turned and with their wounds. Equal units share one name."""
        names = [
            self.name(unit.card) + ("↷" if unit.turned else "") + (f" (−{unit.wounds})" if unit.wounds else "")
            for unit in units
        ]
        return [name + (f" ×{count}" if count > 1 else "") for name, count in bag_of(names)]
