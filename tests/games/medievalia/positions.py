"""Small positions of Medievalia, built by keywords, and short calls of the referee.

A unit is written `soldier` (free at home), `soldier@neutral_0` (in another fief) or `peasant#1` (on the land at
place 1), with `!` if turned. A land is written `field`, `mine+bank` or `forest!`. The city may come
first: `city+tower`.

In docstrings of tests, M-numbers are rulings of `docs/games/medievalia.md`.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.content.tables import DECKS, content
from referee_service.games.medievalia.decisions.battle import Engage, Enlist, Ready, Strike
from referee_service.games.medievalia.decisions.cards import ChooseDeck, DrawCard
from referee_service.games.medievalia.fiefs import home_fief
from referee_service.games.medievalia.fields import NO_CARD, NO_HOST
from referee_service.games.medievalia.state import (
    DrawDeck,
    Land,
    MedievaliaOptions,
    Pile,
    Player,
    State,
    Unit,
    prestige,
)
from referee_service.games.medievalia.units import remove_pieces
from referee_service.kernel import engine
from referee_service.kernel.actions.pay import Pay
from referee_service.kernel.bags import add_to, bag_of, count_in, remove_from
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match
from referee_service.kernel.notation import notation
from referee_service.kernel.state import Action
from referee_service.kernel.tuples import with_item
from tests.games.harness import GameHarness

harness = GameHarness(GAME)
refusals, faults = harness.refusals, harness.faults
events_of, legal, question = harness.events_of, harness.legal, harness.question
after_chance, possible = harness.after_chance, harness.possible

HOME, AWAY, NEUTRAL = "home_0", "home_1", "neutral_0"
"""The fiefs of seats 0 and 1, and the neutral fief between them."""
EIGHT_FED, TWELVE_FED = "farm farm", "farm farm farm"
"""Lands whose food feeds eight or twelve units."""
UNIT = re.compile(r"(\w+?)(?:@(\w+))?(?:#(\d))?(!)?")


# --- positions ------------------------------------------------------------------------------------------------------


def fresh_match(seats: int = 2, first_player: int | None = 0, seed: str = "opening") -> Match:
    """Return a match just set up, before chance has acted."""
    options = MedievaliaOptions(first_player=first_player)
    return new_match(GAME, seats=seats, options=options, chance=Chance("seeded", seed))


def holdings(*, lands: str = "", units: str = "", hand: str = "", siege: int = 0) -> dict:
    """Return the cards of one player for `given`. Each argument is a line of words."""
    return {"lands": lands.split(), "units": units.split(), "hand": hand.split(), "siege": siege}


def given(*players: dict, seats: int = 0, **fields) -> State:
    """Return a position in the actions of seat 0. All other cards are in decks and piles."""
    seats = seats or max(2, len(players))
    state = fresh_match(seats).state
    tables = content(state)
    last_cards = {"territory": "mine", "military": "soldier", "character": "peasant"}
    decks = tuple(DrawDeck(remove_from(tables.decks[deck], last_cards[deck]), last_cards[deck]) for deck in DECKS)
    state = replace(state, decks=decks, phase="actions", pending=())
    for seat in range(seats):
        state = with_holdings(state, seat, **(players[seat] if seat < len(players) else holdings()))
    return replace(state, **fields)


def checked_position(*players: dict, **fields) -> State:
    """Return a position like `given`. Fails if the audit finds a fault in it."""
    return possible(given(*players, **fields))


def with_holdings(state: State, seat: int, *, lands: list[str], units: list[str], hand: list[str], siege: int) -> State:
    """Give these cards to a player, and take them from the decks and piles."""
    places = [land_of(word) for word in lands]
    if not places or places[0].card != "city":
        places = [Land("city"), *places]
    places += [Land()] * (5 - len(places))
    on_table = tuple(sorted(unit_of(word, seat, places) for word in units))
    for card in (*(land.card for land in places[1:] if land.card), *(unit.card for unit in on_table), *hand):
        state = without_card(state, card)
    for building in (building for land in places for building in land.buildings):
        state = without_building(state, building)
    player = Player(hand=bag_of(hand), lands=tuple(places), units=on_table, siege=siege, alive=True)
    return replace(state, players=with_item(state.players, seat, player))


def land_of(word: str) -> Land:
    """Return the land that a word describes."""
    card, *buildings = word.rstrip("!").split("+")
    return Land(card, tuple(sorted(buildings)), word.endswith("!"))


def unit_of(word: str, seat: int, places: list[Land]) -> Unit:
    """Return the unit that a word describes. A unit on a turned land is turned."""
    card, fief, host, turned = UNIT.fullmatch(word).groups()
    at = int(host) if host else NO_HOST
    return Unit(card, fief or home_fief(seat), at, bool(turned) or (at != NO_HOST and places[at].turned))


def without_card(state: State, card: str) -> State:
    """Take one card from its deck."""
    index = content(state).deck_of[card]
    deck = replace(state.decks[index], cards=remove_from(state.decks[index].cards, card))
    return replace(state, decks=with_item(state.decks, index, deck))


def without_building(state: State, building: str) -> State:
    """Take one face-down building from the highest pile."""
    index = max(range(3), key=lambda pile: state.piles[pile].hidden_count)
    pile = Pile(state.piles[index].top, state.piles[index].hidden_count - 1)
    hidden = remove_from(state.hidden_buildings, building)
    return replace(state, hidden_buildings=hidden, piles=with_item(state.piles, index, pile))


def with_top(state: State, building: str, pile: int = 0) -> State:
    """Exchange the open building of a pile with this face-down building."""
    old = state.piles[pile].top
    if building == old:
        return state
    hidden = add_to(remove_from(state.hidden_buildings, building), old)
    piles = with_item(state.piles, pile, Pile(building, state.piles[pile].hidden_count))
    return replace(state, hidden_buildings=hidden, piles=piles)


def with_last_building(state: State, pile: int) -> State:
    """Remove all buildings of the piles from the game, except the open one of this pile."""
    hidden = [building for building, count in state.hidden_buildings for _ in range(count)]
    tops = [each.top for index, each in enumerate(state.piles) if index != pile]
    piles = tuple(Pile(each.top if index == pile else NO_CARD, 0) for index, each in enumerate(state.piles))
    return remove_pieces(replace(state, piles=piles, hidden_buildings=()), [*hidden, *tops])


def with_deck_size(state: State, deck: str, size: int) -> State:
    """Remove cards of a deck from the game until this number remains. The visible card goes last."""
    index = DECKS.index(deck)
    cards = [card for card, count in state.decks[index].cards for _ in range(count)]
    remaining, last = (size - 1, state.decks[index].last) if size else (0, NO_CARD)
    removed = cards[remaining:] + ([] if size else [state.decks[index].last])
    for card in cards[remaining:]:
        state = without_card(state, card)
    return remove_pieces(
        replace(state, decks=with_item(state.decks, index, replace(state.decks[index], last=last))), removed
    )


# --- moves ----------------------------------------------------------------------------------------------------------


def after(state: State, *actions: Action) -> State:
    """Return the position after these actions of the seats to move. Each action must be legal.

    An action that a forced question has answered in the meantime is not repeated.
    """
    forced: list[str] = []
    for action in actions:
        if notation(action) in forced:
            forced.remove(notation(action))
            continue
        assert not (refused := refusals(state, action)), (action, refused)
        state, events = engine.apply(GAME, state, action)
        forced += [event.facts["answer"] for event in events if event.kind == "forced"]
    return state


def pay_for(state: State, action: Action, *sources: str) -> State:
    """Return the position after a purchase is paid from these sources, before chance acts."""
    return after(state, action, *map(Pay, sources))


def buy(state: State, action: Action, *sources: str) -> State:
    """Return the position after a purchase is paid from these sources and chance has acted."""
    return possible(after_chance(pay_for(state, action, *sources)))


def draw(state: State, deck: str = "territory", card: str | None = None) -> State:
    """Return the position after the seat to move has drawn a card, a random one if `card` is None."""
    assert question(state) == "choose_deck", question(state)
    state = after(state, ChooseDeck(deck))
    return after_chance(state) if card is None else after(state, DrawCard(card))


def until_turn_of(state: State, seat: int) -> State:
    """Return the position in which the turn of a seat begins. The seats before it draw a card and do nothing else."""
    state = after(state, EndTurn())
    while seat_and_question(state)[0] != seat:
        state = draw(state) if question(state) == "choose_deck" else after(state, EndTurn())
    return state


def begin_battle(state: State, fief: str, *armies: str, foe: int = 1, against: dict[int, str] | None = None) -> State:
    """Return a battle in which the attacker has formed these armies, and the defender is ready.

    `against` has the cards that the defender sends, by number of the army.
    """
    enlisted = [Enlist(card, number) for number, cards in enumerate(armies, start=1) for card in cards.split()]
    sent = [Engage(card, number) for number, cards in (against or {}).items() for card in cards.split()]
    return after(state, DeclareWar(fief, foe), *enlisted, Ready(), *sent, Ready())


def invasion(attackers: str, defenders: str = "", places: str = EIGHT_FED, *, at_home: str = "") -> State:
    """Return a position with units of seat 0 in the fief of seat 1, where seat 1 has these units and lands."""
    invaders = " ".join(f"{word}@{AWAY}" for word in attackers.split())
    return given(holdings(lands=EIGHT_FED, units=f"{invaders} {at_home}"), holdings(lands=places, units=defenders))


def attack(defender: dict, *armies: str, against: dict[int, str] | None = None) -> State:
    """Return a battle in the fief of seat 1 with these armies of seat 0."""
    cards = " ".join(f"{card}@{AWAY}" for army in armies for card in army.split())
    state = checked_position(holdings(lands=EIGHT_FED, units=cards), defender)
    return begin_battle(state, AWAY, *armies, against=against)


def attack_and_strike(
    defender: dict, *armies: str, at: str | tuple[str, ...] = (), against: dict[int, str] | None = None
) -> State:
    """Return a battle like `attack`, after the unengaged armies have struck these targets."""
    targets = (at,) if isinstance(at, str) else at
    return after(attack(defender, *armies, against=against), *map(Strike, targets))


# --- queries --------------------------------------------------------------------------------------------------------


def seat_and_question(state: State) -> tuple[int | str, str] | None:
    """Return the seat to move and its question, or None if the game is over."""
    turn = GAME.turn(state)
    return (turn.seat, turn.question) if turn else None


def is_city_standing(state: State) -> bool:
    """Return whether seat 1 still has its city."""
    return state.players[1].alive


def payment_sources(state: State) -> set[str]:
    """Return the sources that may be used in the open payment."""
    return {action.source for action in legal(state, "pay")}


def units(state: State, seat: int = 0) -> list[str]:
    """Return the cards of a player's units."""
    return [unit.card for unit in state.players[seat].units]


def unit_words(state: State, seat: int = 0) -> set[str]:
    """Return the units of a player, each written as in `given`."""
    home = home_fief(seat)
    return {
        unit.card
        + ("" if unit.fief == home else f"@{unit.fief}")
        + (f"#{unit.host}" if unit.host >= 0 else "")
        + ("!" if unit.turned else "")
        for unit in state.players[seat].units
    }


def wounds(state: State, seat: int) -> dict[str, int]:
    """Return the most wounds of each kind of unit of a player."""
    return {unit.card: unit.wounds for unit in sorted(state.players[seat].units, key=lambda unit: unit.wounds)}


def turned_cards(state: State, seat: int = 0) -> list[str]:
    """Return the turned cards of a player: lands as `place:card`, then units."""
    player = state.players[seat]
    lands = [f"{host}:{land.card}" for host, land in enumerate(player.lands) if land.turned]
    return lands + [unit.card for unit in player.units if unit.turned]


def lands(state: State, seat: int = 0) -> list[str]:
    """Return the territories of a player."""
    return [land.card for land in state.players[seat].lands[1:] if land.card]


def hand(state: State, seat: int = 0) -> dict[str, int]:
    """Return the hand of a player."""
    return dict(state.players[seat].hand)


def prestige_of(state: State) -> list[int]:
    """Return the prestige of every seat."""
    return [prestige(state, seat) for seat in range(len(state.players))]


def removed_count(state: State, piece: str) -> int:
    """Return how many copies of a piece have left the game."""
    return count_in(state.removed, piece)


TABLES = content(given())
"""The content tables of these positions."""
