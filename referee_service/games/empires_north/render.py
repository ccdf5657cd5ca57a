"""Rendering of a view as text, for terminals and chat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee_service.kernel.bags import Bag, size_of
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.score import total_points
from referee_service.kernel.text_table import Section, TextContext

from .content.tables import card_of, scenario
from .empire.cards import COPY_OF_NOTHING
from .state import Player, Site, State
from .view import View


class TextRenderer:
    """Lines of one view in one language."""

    def __init__(self, seen: View, catalogue: Catalogue, language: Language) -> None:
        self.seen, self.catalogue, self.language = seen, catalogue, language

    def line(self, caption: str, **facts: Fact) -> str:
        """Return one line of the table."""
        return self.catalogue.format(self.catalogue.captions[caption], facts, self.language)

    def name(self, piece: str) -> str:
        """Return the name of a piece."""
        return self.catalogue.piece_name(piece, self.language)

    def bag(self, pieces: Bag) -> str:
        """Return the pieces of a bag with their counts."""
        return ", ".join(self.name(piece) + (f" ×{count}" if count > 1 else "") for piece, count in pieces) or "–"

    def table(self) -> Iterator[str]:
        """Yield the lines of the round, the ring, the islands and the ships."""
        state = self.seen.board
        yield self.line("round", round=state.round, stage=state.stage, first=state.first_seat, turn=state.active_seat)
        if state.is_last_round:
            yield self.line("last")
        if state.solo is not None:
            yield from self.solo(state)
        yield self.line("ring", ring=state.ring)
        for pile in ("near", "distant"):
            islands = state.islands(pile)
            yield self.line(pile, open=islands.face_up or ("–",), count=size_of(islands.pile))
        ships = [
            f"{at}: {ship.seat}{self.bracketed([good for good in ('fish', 'raze') if getattr(ship, good)])}"
            for at, ship in enumerate(state.queue)
        ]
        yield self.line("queue", ships=tuple(ships) or ("–",))

    def bracketed(self, names: Iterable[str]) -> str:
        """Return the names in brackets, or an empty string without names."""
        written = ", ".join(map(self.name, names))
        return f" ({written})" if written else ""

    def solo(self, state: State) -> Iterator[str]:
        """Yield the lines of the scenario, its event and its foundations."""
        assert state.solo is not None
        current = scenario(state)
        event, tiles = state.solo.event or None, state.solo.solo_side_tiles
        yield self.line("scenario", scenario=current.id, threshold=current.threshold, event=event, tiles=tiles)
        if state.solo.foundations:
            yield self.line("foundations", count=state.solo.foundations, covered=state.solo.covered)

    def player(self, seat: int, player: Player) -> Iterator[str]:
        """Yield the lines of one player: goods, pawns, cards, and the empire slot by slot."""
        seen = self.seen
        passed = "passed" if player.passed else None
        points = total_points(seen.board, seat)
        yield self.line("player", seat=seat, clan=player.clan or None, points=points, state=passed)
        goods = self.bag(player.goods)
        yield self.line("owned", workers=player.workers, spent=player.spent_workers, ships=player.ships, goods=goods)
        pawns = [self.name(p.tile) + (self.bracketed(["mark_exhausted"]) if p.exhausted else "") for p in player.pawns]
        yield self.line("pawns", pawns=tuple(pawns) or ("–",))
        hidden = size_of(seen.unseen[seat]) - seen.hands[seat] - seen.looked[seat]
        deck = size_of(player.deck) if seat == seen.seat else hidden
        held = self.bag(player.hand) if player.hand else None
        yield self.line("cards", hand=seen.hands[seat], cards=held, deck=deck, discard=self.bag(player.discard))
        if player.looked_at:
            yield self.line("looked", cards=self.bag(player.looked_at))
        for site in player.empire:
            marks = tuple(self.site_marks(site))
            yield self.line("site", slot=site.slot, card=card_of(seen.board, site.card).id, marks=marks)

    def site_marks(self, site: Site) -> Iterator[str]:
        """Yield the marks of a card in an empire: exhausted, invaded, host, copy and goods."""
        for name in ("exhausted", "invaded"):
            if getattr(site, name):
                yield self.name(f"mark_{name}")
        if site.host is not None:
            yield f"{self.name('mark_under')} {site.host}"
        if site.copied_slot is not None:
            yield (
                self.name("mark_blank")
                if site.copied_slot == COPY_OF_NOTHING
                else f"{self.name('mark_copies')} {site.copied_slot}"
            )
        if site.goods:
            yield self.bag(site.goods)


def sections(seen: View, context: TextContext) -> Iterator[Section]:
    """Yield the sections of the view."""
    yield Section(
        "table", context.catalogue.title[context.language], (render_text(seen, context.catalogue, context.language),)
    )


def render_text(seen: View, catalogue: Catalogue, language: Language) -> str:
    """Return the view as text: round and ring, islands and ships, then every player."""
    renderer = TextRenderer(seen, catalogue, language)
    lines = [catalogue.title[language], *renderer.table()]
    for seat, player in enumerate(seen.board.players):
        lines += ["", *renderer.player(seat, player)]
    return "\n".join(lines)
