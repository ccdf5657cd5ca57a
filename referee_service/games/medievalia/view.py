"""What one seat may see, a full state imagined from it, and how the table reads as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from referee_service.games.medievalia.content.tables import DECKS, content
from referee_service.games.medievalia.fiefs import home_fief
from referee_service.games.medievalia.state import NO_HOST, Player, State, Unit, max_characters_fed, prestige
from referee_service.kernel.bags import Bag, add_to, bag_of, merge_bags, remove_from, size_of
from referee_service.kernel.catalogue import Catalogue
from referee_service.kernel.chance import weighted_choice
from referee_service.kernel.rules import Fact, Language
from referee_service.kernel.tuples import with_player


class View(Struct, frozen=True):
    """A position as one seat (or a spectator, None) sees it."""

    seat: int | None
    board: State
    """All that lies open: hidden hands and what lies face down in the decks are empty here."""
    cards: tuple[tuple[int, ...], ...]
    """How many cards of each deck everybody holds; their backs tell."""
    unseen: tuple[Bag, ...]
    """For each deck what lies face down in it or in a hidden hand, as one multiset."""


def view(state: State, seat: int | None) -> View:
    """What one seat may see: its own hand, and the backs of the others."""
    deck_of = content(state).deck_of
    hidden = [player.hand for other, player in enumerate(state.players) if other != seat]
    unseen = []
    for at, deck in enumerate(state.decks):
        held = [tuple((card, count) for card, count in hand if deck_of[card] == at) for hand in hidden]
        unseen.append(merge_bags(deck.cards, *held))
    players = tuple(player if other == seat else replace(player, hand=()) for other, player in enumerate(state.players))
    return View(
        seat=seat,
        board=replace(state, players=players, decks=tuple(replace(deck, cards=()) for deck in state.decks)),
        cards=tuple(_hidden_hand(deck_of, player.hand) for player in state.players),
        unseen=tuple(unseen),
    )


def _hidden_hand(deck_of: Mapping[str, int], hand: Bag) -> tuple[int, ...]:
    counts = [0] * len(DECKS)
    for card, count in hand:
        counts[deck_of[card]] += count
    return tuple(counts)


def determinize(seen: View, key: bytes) -> State:
    """A full state that looks just like this view: hidden hands are dealt from the unseen cards of each deck."""
    state, left = seen.board, list(seen.unseen)
    for seat, counts in enumerate(seen.cards):
        if seat == seen.seat:
            continue
        hand: Bag = ()
        for at, count in enumerate(counts):
            for _ in range(count):
                card = weighted_choice(key, size_of(left[at]), left[at])
                hand, left[at] = add_to(hand, card), remove_from(left[at], card)
        state = with_player(state, seat, hand=hand)
    decks = tuple(replace(deck, cards=cards) for deck, cards in zip(state.decks, left, strict=True))
    return replace(state, decks=decks)


def render_text(seen: View, catalogue: Catalogue, language: Language) -> str:
    """The table as text: decks and piles, then every fief, then the cards elsewhere."""
    return "\n".join(TextRenderer(seen, catalogue, language).lines())


class TextRenderer:
    """A view being written out."""

    def __init__(self, seen: View, catalogue: Catalogue, language: Language) -> None:
        self.seen, self.board, self.catalogue, self.language = seen, seen.board, catalogue, language

    def line(self, caption: str, **facts: Fact) -> str:
        return self.catalogue.format(self.catalogue.captions[caption], facts, self.language)

    def name(self, piece: str) -> str:
        return self.catalogue.piece_name(piece, self.language)

    def bag(self, pieces: Iterable[tuple[str, int]]) -> str:
        return ", ".join(self.name(piece) + (f" ×{count}" if count > 1 else "") for piece, count in pieces) or "–"

    def lines(self) -> Iterator[str]:
        board, hidden = self.board, [0] * len(DECKS)
        for seat, counts in enumerate(self.seen.cards):
            if seat != self.seen.seat:
                hidden = [held + count for held, count in zip(hidden, counts, strict=True)]
        yield self.line("turn", seat=board.active_seat, phase=self.name(f"phase_{board.phase}"))
        for at, deck in enumerate(board.decks):
            left = size_of(self.seen.unseen[at]) - hidden[at] + bool(deck.last)
            yield self.line("deck", deck=DECKS[at], left=left, last=deck.last or "–")
        tops = [
            f"{at}: {self.name(pile.top) if pile.top else '–'} (+{pile.hidden_count})"
            for at, pile in enumerate(board.piles)
        ]
        yield self.line("piles", piles="; ".join(tops))
        for seat, player in enumerate(board.players):
            yield ""
            yield from self.player(seat, player)

    def player(self, seat: int, player: Player) -> Iterator[str]:
        cards = sum(self.seen.cards[seat])
        if not player.alive:
            yield self.line("eliminated", seat=seat)
            return
        facts: dict[str, Fact] = {"points": prestige(self.board, seat), "siege": player.siege or None}
        fed = max_characters_fed(self.board, seat)
        yield self.line("player", seat=seat, cards=cards, units=len(player.units), fed=fed, **facts)
        if seat == self.seen.seat:
            yield self.line("hand", hand=self.bag(player.hand))
        for host, land in enumerate(player.lands):
            if land.card:
                parts = [self.name(building) for building in land.buildings]
                parts += self.cards([unit for unit in player.units if unit.host == host])
                turned = "↷" if land.turned else ""
                yield f"  {host}: {self.name(land.card)}{turned}" + (f" [{', '.join(parts)}]" if parts else "")
        for fief in sorted({unit.fief for unit in player.units}, key=lambda fief: (fief != home_fief(seat), fief)):
            free = [unit for unit in player.units if unit.fief == fief and unit.host == NO_HOST]
            if free:
                yield f"  {self.name(fief)}: {', '.join(self.cards(free))}"

    def cards(self, units: list[Unit]) -> list[str]:
        """Cards with `↷` for turned ones and their wounds."""
        names = [
            self.name(unit.card) + ("↷" if unit.turned else "") + (f" (−{unit.wounds})" if unit.wounds else "")
            for unit in units
        ]
        return [name + (f" ×{count}" if count > 1 else "") for name, count in bag_of(names)]
