"""The table as text, for terminals and chat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee_service.games.empires_north.content import card_of, scenario
from referee_service.games.empires_north.empire import BLANK
from referee_service.games.empires_north.state import Player, Site, State
from referee_service.games.empires_north.view import View
from referee_service.kernel.ruling import Catalogue, Fact, Language
from referee_service.kernel.score import total
from referee_service.kernel.values import Bag, size_of


class Teller:
    """Writes the lines of one view in one language."""

    def __init__(self, seen: View, catalogue: Catalogue, language: Language) -> None:
        self.seen, self.catalogue, self.language = seen, catalogue, language

    def line(self, caption: str, **facts: Fact) -> str:
        """One line of the table."""
        return self.catalogue.fill(self.catalogue.captions[caption], facts, self.language)

    def name(self, piece: str) -> str:
        """What a piece is called."""
        return self.catalogue.name(piece, self.language)

    def listed(self, pieces: Bag) -> str:
        """Pieces with how many there are."""
        return ", ".join(self.name(piece) + (f" ×{count}" if count > 1 else "") for piece, count in pieces) or "–"

    def table(self) -> Iterator[str]:
        """Round, ring, islands and ships."""
        state = self.seen.board
        yield self.line("round", round=state.round, stage=state.stage, first=state.first, turn=state.active)
        if state.last:
            yield self.line("last")
        if state.solo is not None:
            yield from self.solo(state)
        yield self.line("ring", ring=state.ring)
        for pile in ("near", "distant"):
            isles = state.isles(pile)
            yield self.line(pile, open=isles.open or ("–",), count=size_of(isles.pile))
        ships = [
            f"{at}: {ship.seat}{self.marks([good for good in ('fish', 'raze') if getattr(ship, good)])}"
            for at, ship in enumerate(state.queue)
        ]
        yield self.line("queue", ships=tuple(ships) or ("–",))

    def marks(self, names: Iterable[str]) -> str:
        """Names in brackets, if there are any."""
        written = ", ".join(map(self.name, names))
        return f" ({written})" if written else ""

    def solo(self, state: State) -> Iterator[str]:
        """The scenario, its event and what it brought."""
        assert state.solo is not None
        played = scenario(state)
        event, dear = state.solo.event or None, state.solo.dear
        yield self.line("scenario", scenario=played.id, threshold=played.threshold, event=event, dear=dear)
        if state.solo.foundations:
            yield self.line("foundations", count=state.solo.foundations, covered=state.solo.covered)

    def player(self, seat: int, player: Player) -> Iterator[str]:
        """One player: goods, pawns, cards, and the empire slot by slot."""
        seen = self.seen
        passed = "passed" if player.passed else None
        points = total(seen.board, seat)
        yield self.line("player", seat=seat, clan=player.clan or None, points=points, state=passed)
        goods = self.listed(player.goods)
        yield self.line("owned", workers=player.workers, spent=player.spent, ships=player.ships, goods=goods)
        pawns = [self.name(p.tile) + (self.marks(["mark_exhausted"]) if p.exhausted else "") for p in player.pawns]
        yield self.line("pawns", pawns=tuple(pawns) or ("–",))
        hidden = size_of(seen.unseen[seat]) - seen.hands[seat] - seen.looked[seat]
        deck = size_of(player.deck) if seat == seen.seat else hidden
        held = self.listed(player.hand) if player.hand else None
        yield self.line("cards", hand=seen.hands[seat], cards=held, deck=deck, discard=self.listed(player.discard))
        if player.looked:
            yield self.line("looked", cards=self.listed(player.looked))
        for site in player.empire:
            marks = tuple(self.site_marks(site))
            yield self.line("site", slot=site.slot, card=card_of(seen.board, site.card).id, marks=marks)

    def site_marks(self, site: Site) -> Iterator[str]:
        """All that is special about a card in an empire."""
        for name in ("exhausted", "invaded"):
            if getattr(site, name):
                yield self.name(f"mark_{name}")
        if site.host is not None:
            yield f"{self.name('mark_under')} {site.host}"
        if site.twin is not None:
            yield self.name("mark_blank") if site.twin == BLANK else f"{self.name('mark_copies')} {site.twin}"
        if site.goods:
            yield self.listed(site.goods)


def describe(seen: View, catalogue: Catalogue, language: Language) -> str:
    """The table as text: round and ring, islands and ships, then every player with goods, cards and empire."""
    teller = Teller(seen, catalogue, language)
    lines = [catalogue.title[language], *teller.table()]
    for seat, player in enumerate(seen.board.players):
        lines += ["", *teller.player(seat, player)]
    return "\n".join(lines)
