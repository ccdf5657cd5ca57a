"""Setup: the first state, and the draft of the first hands."""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.kernel.bags import size_of
from referee_service.kernel.pending import push
from referee_service.kernel.setup import check_first_player
from referee_service.kernel.state import CHANCE

from .content.tables import DECKS, PACKS, PILES, Content, content
from .fields import NO_CARD
from .questions import ChooseDeckFrame, PickStarterFrame, TurnUpLastFrame
from .state import DrawDeck, Land, MedievaliaOptions, Pile, Player, State


def setup(seats: int, options: MedievaliaOptions, pack: str) -> State:
    """Return the first state, before chance has acted.

    Raises SetupError if the option `first_player` names no seat of this match.
    """
    tables = PACKS.get(pack)
    check_first_player(options.first_player, seats)
    state = State(
        pack=pack,
        options=options,
        phase="draft",
        active_seat=0,
        decks=tuple(DrawDeck(tables.decks[deck], NO_CARD) for deck in DECKS),
        piles=initial_piles(tables),
        hidden_buildings=tables.building_copies,
        removed=(),
        moved_units=(),
        ally_pool=(),
        ally_asked=False,
        ally_fee_paid=False,
        fought_fronts=(),
        battle=None,
        game_end=None,
        players=(new_player(tables),) * seats,
        pending=(),
        score_lines=((),) * seats,
    )
    if options.first_player is None:
        return push(state, PickStarterFrame(CHANCE), TurnUpLastFrame(CHANCE))
    return push(begin_draft(state, options.first_player), TurnUpLastFrame(CHANCE))


def initial_piles(tables: Content) -> tuple[Pile, ...]:
    """Return the three piles, each with its open building. Their heights differ by one at most."""
    hidden = size_of(tables.building_copies)
    return tuple(Pile(top, (hidden + len(PILES) - 1 - index) // len(PILES)) for index, top in enumerate(tables.tops))


def new_player(tables: Content) -> Player:
    """Return a player at the start: a city, four empty places, no cards."""
    lands = (Land(tables.city.id), *(Land(),) * tables.numbers["lands"])
    return Player(hand=(), lands=lands, units=(), siege=0, alive=True)


def begin_draft(state: State, starter: int) -> State:
    """Ask each seat to draw its first hand, the starter first and then clockwise."""
    state = replace(state, active_seat=starter)
    return push(state, *draft_plan(state))


def draft_plan(state: State) -> tuple[ChooseDeckFrame, ...]:
    """Return the questions of the draft: each seat draws its first hand, the seat in turn first and then clockwise."""
    seats, cards = len(state.players), content(state).numbers["hand"]
    order = [(state.active_seat + step) % seats for step in range(seats)]
    return tuple(ChooseDeckFrame(seat, cards) for seat in reversed(order))


def has_last_cards(state: State) -> bool:
    """Return whether the last card of every deck is turned up. An empty deck has none."""
    return all(deck.last or not deck.remaining for deck in state.decks)
