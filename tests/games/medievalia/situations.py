"""What tests of single situations share: positions that pass the audit, thin decks, payments in one line.

L-numbers in these tests are lines of the French rulebook of 2009, M-numbers our rulings.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee_service.games.medievalia.actions.choose_deck import ChooseDeck
from referee_service.games.medievalia.actions.draw_card import DrawCard
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.strike import Strike
from referee_service.games.medievalia.content.tables import DECKS
from referee_service.games.medievalia.state import NO_CARD, DrawDeck, Pile, State, prestige
from referee_service.games.medievalia.units import remove_pieces
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.bags import remove_from
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item
from tests.games.medievalia.positions import after, after_chance, asked, faults, given, legal, side, war

HOME, AWAY, NEUTRAL = "home_0", "home_1", "neutral_0"
FED = "farm farm"
"""Lands of the attacker that keep eight cards."""


def sound(state: State) -> State:
    """The position, which must be possible."""
    assert not faults(state), faults(state)
    return state


def position(*players: dict, **fields) -> State:
    """A possible position in the actions of seat 0."""
    return sound(given(*players, **fields))


def thinned(state: State, deck: str, left: int) -> State:
    """The position with so many cards left in a deck, the one that everybody sees among them; the others are gone."""
    at = DECKS.index(deck)
    cards = [card for card, count in state.decks[at].cards for _ in range(count)]
    keep, last = (left - 1, state.decks[at].last) if left else (0, NO_CARD)
    removed = cards[keep:] + ([] if left else [state.decks[at].last])
    for card in cards[keep:]:
        state = replace(state, decks=with_item(state.decks, at, drawn_from(state.decks[at], card)))
    return remove_pieces(replace(state, decks=with_item(state.decks, at, replace(state.decks[at], last=last))), removed)


def drawn_from(deck: DrawDeck, card: str) -> DrawDeck:
    """A deck with one card less."""
    return replace(deck, cards=remove_from(deck.cards, card))


def only_top(state: State, pile: int) -> State:
    """The position in which the building open on this pile is the last one of all."""
    hidden = [building for building, count in state.hidden_buildings for _ in range(count)]
    tops = [each.top for at, each in enumerate(state.piles) if at != pile]
    piles = tuple(Pile(each.top if at == pile else NO_CARD, 0) for at, each in enumerate(state.piles))
    return remove_pieces(replace(state, piles=piles, hidden_buildings=()), [*hidden, *tops])


def bought(state: State, action: Action, *sources: str) -> State:
    """The position after a purchase is paid from these sources, before chance acts."""
    return after(state, action, *map(Pay, sources))


def pays(state: State, action: Action, *sources: str) -> State:
    """The position after a purchase is paid from these sources and chance has acted."""
    return sound(after_chance(bought(state, action, *sources)))


def offers(state: State) -> set[str]:
    """The sources that may be used for the payment that is open."""
    return {action.source for action in legal(state, "pay")}


def passes_to(state: State, seat: int) -> State:
    """The position when the turn of this seat begins, before it draws; others draw and do nothing."""
    state = after(state, EndTurn())
    while asked(state)[0] != seat:
        state = after(draws(state), EndTurn())
    return state


def draws(state: State, deck: str = "territory", card: str | None = None) -> State:
    """The position after the player in turn drew a card, which must be the question."""
    assert asked(state)[1] == "choose_deck", asked(state)
    state = after(state, ChooseDeck(deck))
    return after_chance(state) if card is None else after(state, DrawCard(card))


def standing_at(state: State, seat: int = 0) -> set[str]:
    """The cards of a player, each written as in `given`."""
    home = f"home_{seat}"
    return {
        unit.card
        + ("" if unit.fief == home else f"@{unit.fief}")
        + (f"#{unit.host}" if unit.host >= 0 else "")
        + ("!" if unit.turned else "")
        for unit in state.players[seat].units
    }


def prestige_of(state: State) -> list[int]:
    """The points of everybody's buildings."""
    return [prestige(state, seat) for seat in range(len(state.players))]


def attack(defender: dict, *armies: str, against: dict[int, str] | None = None):
    """A war in the fief of seat 1 with these armies."""
    cards = " ".join(f"{card}@{AWAY}" for army in armies for card in army.split())
    return war(position(side(lands=FED, units=cards), defender), AWAY, *armies, against=against)


def fought(defender: dict, *armies: str, at: str | tuple[str, ...] = (), against: dict[int, str] | None = None):
    """The position when unengaged armies have struck these targets."""
    targets = (at,) if isinstance(at, str) else at
    return after(attack(defender, *armies, against=against), *map(Strike, targets))


def wounds(state, seat: int) -> dict[str, int]:
    """The wounds of a player's cards, by kind, the worst of each."""
    return {unit.card: unit.wounds for unit in sorted(state.players[seat].units, key=lambda unit: unit.wounds)}
