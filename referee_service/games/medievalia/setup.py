"""From options to the first state: decks and piles laid out, and what happens before the first turn."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.content import DECKS, PILES, SHELF, Content
from referee_service.games.medievalia.state import (
    NONE,
    ChooseDeck,
    DrawDeck,
    Land,
    MedievaliaOptions,
    PickStarter,
    Pile,
    Player,
    State,
    TurnUpLast,
)
from referee_service.kernel.pending import push
from referee_service.kernel.state import CHANCE
from referee_service.kernel.values import size_of


def setup(seats: int, options: MedievaliaOptions, pack: str) -> State:
    """A table with all cards in their places, before chance has acted."""
    tables = SHELF.find(pack)
    if options.first_player is not None and options.first_player not in range(seats):
        raise ValueError(f"first_player is one of the seats 0 to {seats - 1}")
    state = State(
        pack=pack,
        options=options,
        phase="draft",
        active=0,
        decks=tuple(DrawDeck(tables.decks[deck], NONE) for deck in DECKS),
        piles=piles_at_first(tables),
        stock=tables.stock,
        gone=(),
        stationed=(),
        gift=(),
        asked=False,
        helped=False,
        fronts=(),
        battle=None,
        outcome=None,
        players=(new_player(tables),) * seats,
        pending=(),
        points=((),) * seats,
    )
    if options.first_player is None:
        return push(state, PickStarter(CHANCE), TurnUpLast(CHANCE))
    return push(draft_from(state, options.first_player), TurnUpLast(CHANCE))


def piles_at_first(tables: Content) -> tuple[Pile, ...]:
    """Three piles about as high as each other, each with its open building on top."""
    hidden = size_of(tables.stock)
    return tuple(Pile(top, (hidden + len(PILES) - 1 - at) // len(PILES)) for at, top in enumerate(tables.tops))


def new_player(tables: Content) -> Player:
    """What everybody begins with: a city."""
    lands = (Land(tables.city.id), *(Land(),) * tables.numbers["lands"])
    return Player(hand=(), lands=lands, units=(), siege=0, alive=True)


def draft_from(state: State, starter: int) -> State:
    """The starter draws a whole hand first, the others follow clockwise."""
    seats, cards = len(state.players), SHELF.find(state.pack).numbers["hand"]
    order = [(starter + step) % seats for step in range(seats)]
    return push(replace(state, active=starter), *(ChooseDeck(seat, cards) for seat in reversed(order)))
