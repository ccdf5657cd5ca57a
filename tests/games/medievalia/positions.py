"""Small positions of Medievalia by keywords, real games to look into, and short ways to ask the referee about them.

Cards are written `soldier` (free at home), `soldier@neutral_0` (in another fief), `peasant#1` (on the land at place 1),
with `!` when turned; lands `field`, `mine+bank`, `forest!`, the city first when anything stands on it: `city+tower`.
"""

from __future__ import annotations

import random
import re
from functools import cache

from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.buy_card import BuyCard
from referee_service.games.medievalia.actions.clear_land import ClearLand
from referee_service.games.medievalia.actions.declare_war import DeclareWar
from referee_service.games.medievalia.actions.dismiss import Dismiss
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.actions.engage import Engage
from referee_service.games.medievalia.actions.enlist import Enlist
from referee_service.games.medievalia.actions.ready import Ready
from referee_service.games.medievalia.content.tables import DECKS, content
from referee_service.games.medievalia.fiefs import home_fief
from referee_service.games.medievalia.state import NO_HOST, DrawDeck, Land, MedievaliaOptions, Pile, Player, State, Unit
from referee_service.kernel import engine
from referee_service.kernel.bags import add_to, bag_of, count_in, remove_from
from referee_service.kernel.chance import Chance
from referee_service.kernel.match import Match, new_match
from tests.games.harness import GameHarness

harness = GameHarness(GAME)
after, refusals, faults = harness.after, harness.refusals, harness.faults
events_of, legal, question = harness.events_of, harness.legal, harness.question
after_chance, possible = harness.after_chance, harness.possible

Quiet = AskAlly | BuyCard | ClearLand | Dismiss | EndTurn
"""What players who like to fight seldom do."""
UNIT = re.compile(r"(\w+?)(?:@(\w+))?(?:#(\d))?(!)?")


# --- positions ------------------------------------------------------------------------------------------------------


def begun(seats: int = 2, first_player: int | None = 0, seed: str = "opening") -> Match:
    """A match just set up, before chance has acted."""
    options = MedievaliaOptions(first_player=first_player)
    return new_match(GAME, seats=seats, options=options, chance=Chance("seeded", seed))


def side(*, lands: str = "", units: str = "", hand: str = "", siege: int = 0) -> dict:
    """What one player of a position has, each as words in a line."""
    return {"lands": lands.split(), "units": units.split(), "hand": hand.split(), "siege": siege}


def given(*players: dict, seats: int = 0, **fields) -> State:
    """A position in the actions of seat 0: empty fiefs and hands but for what is named; all cards are counted."""
    seats = seats or max(2, len(players))
    state = begun(seats).state
    tables = content(state)
    shown = {"territory": "mine", "military": "soldier", "character": "peasant"}
    decks = tuple(DrawDeck(remove_from(tables.decks[deck], shown[deck]), shown[deck]) for deck in DECKS)
    state = replace(state, decks=decks, phase="actions", pending=())
    for seat in range(seats):
        state = dealt(state, seat, **(players[seat] if seat < len(players) else side()))
    return replace(state, **fields)


def dealt(state: State, seat: int, *, lands: list[str], units: list[str], hand: list[str], siege: int) -> State:
    """The position with these cards before a player, out of the decks and piles."""
    places = [land_of(word) for word in lands]
    if not places or places[0].card != "city":
        places = [Land("city"), *places]
    places += [Land()] * (5 - len(places))
    standing = tuple(sorted(unit_of(word, seat, places) for word in units))
    for card in (*(land.card for land in places[1:] if land.card), *(unit.card for unit in standing), *hand):
        state = taken(state, card)
    for building in (building for land in places for building in land.buildings):
        state = unstocked(state, building)
    player = Player(hand=bag_of(hand), lands=tuple(places), units=standing, siege=siege, alive=True)
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def land_of(word: str) -> Land:
    card, *buildings = word.rstrip("!").split("+")
    return Land(card, tuple(sorted(buildings)), word.endswith("!"))


def unit_of(word: str, seat: int, places: list[Land]) -> Unit:
    card, fief, host, turned = UNIT.fullmatch(word).groups()
    at = int(host) if host else NO_HOST
    return Unit(card, fief or home_fief(seat), at, bool(turned) or (at != NO_HOST and places[at].turned))


def taken(state: State, card: str) -> State:
    """The position with one card less in its deck."""
    at = content(state).deck_of[card]
    deck = replace(state.decks[at], cards=remove_from(state.decks[at].cards, card))
    return replace(state, decks=(*state.decks[:at], deck, *state.decks[at + 1 :]))


def unstocked(state: State, building: str) -> State:
    """The position with one building less face down."""
    at = max(range(3), key=lambda pile: state.piles[pile].hidden_count)
    piles = list(state.piles)
    piles[at] = Pile(piles[at].top, piles[at].hidden_count - 1)
    return replace(state, hidden_buildings=remove_from(state.hidden_buildings, building), piles=tuple(piles))


def with_top(state: State, building: str, pile: int = 0) -> State:
    """The position with this building open on a pile, the one that lay there being shuffled in."""
    piles, old = list(state.piles), state.piles[pile].top
    if building == old:
        return state
    piles[pile] = Pile(building, piles[pile].hidden_count)
    return replace(
        state, hidden_buildings=add_to(remove_from(state.hidden_buildings, building), old), piles=tuple(piles)
    )


def armed(seats: int, seed: int) -> State:
    """A position by lot with many troops of everybody everywhere, well fed."""
    lot, state = random.Random(f"armed {seats} {seed}"), given(seats=seats)
    fiefs = [home_fief(seat) for seat in range(seats)] + [f"neutral_{at}" for at in range(seats if seats > 2 else 1)]
    for seat in range(seats):
        lands = ["city", "farm", "farm", *lot.sample(["forest", "mine", "field"], lot.randrange(3))]
        words = []
        for _ in range(lot.randrange(3, 9)):
            bag = [name for deck in state.decks[1:] for name, count in deck.cards for _ in range(count)]
            card = lot.choice(bag)
            state = taken(state, card)
            if lot.random() < 0.4:
                words.append(f"{card}#{lot.randrange(len(lands))}")
            else:
                words.append(f"{card}@{lot.choice(fiefs)}" + ("!" if lot.random() < 0.2 else ""))
        for at in lot.sample(range(len(lands)), 2):
            building = lot.choice([name for name, _ in state.hidden_buildings])
            state, lands[at] = unstocked(state, building), f"{lands[at]}+{building}"
        for land in lands[1:]:
            state = taken(state, land.split("+")[0])
        places = [land_of(land) for land in lands] + [Land()] * (5 - len(lands))
        units = tuple(sorted(unit_of(word, seat, places) for word in words))
        player = replace(state.players[seat], lands=tuple(places), units=units)
        state = replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))
    return state


def war_by_lot(seats: int, seed: int, most: int = 400) -> list[State]:
    """The positions of a game that begins with many troops, whose players like to fight."""
    lot, state = random.Random(seed), armed(seats, seed)
    positions = [state]
    while GAME.turn(state) is not None and len(positions) < most:
        actions = legal(state)
        wild = [action for action in actions if not isinstance(action, Quiet)] if lot.random() < 0.9 else []
        if not wild and lot.random() < 0.8:
            wild = [action for action in actions if isinstance(action, EndTurn)]
        kinds = list(dict.fromkeys(map(type, wild or actions)))
        kind = lot.choice(kinds)
        chosen = lot.choice([action for action in wild or actions if type(action) is kind])
        state, _ = engine.apply(GAME, state, chosen)
        positions.append(state)
    return positions


@cache
def game_by_lot(seats: int = 2, seed: int = 0) -> tuple[State, ...]:
    """Every position of a real game whose players choose by lot."""
    lot, state = random.Random(seed), begun(seats, first_player=None).state
    positions = [state]
    while GAME.turn(state) is not None:
        actions = legal(state)
        kind = lot.choice(list(dict.fromkeys(map(type, actions))))
        state, _ = engine.apply(GAME, state, lot.choice([action for action in actions if type(action) is kind]))
        positions.append(state)
    return tuple(positions)


# --- moves ----------------------------------------------------------------------------------------------------------


def war(state: State, fief: str, *armies: str, foe: int = 1, against: dict[int, str] | None = None) -> State:
    """A conflict in which the attacker forms these armies and the defender sends cards `against` them by number."""
    state = after(state, DeclareWar(fief, foe))
    for number, cards in enumerate(armies, start=1):
        state = after(state, *(Enlist(card, number) for card in cards.split()))
    state = after(state, Ready())
    for number, cards in (against or {}).items():
        state = after(state, *(Engage(card, number) for card in cards.split()))
    return after(state, Ready()) if question(state) == "engage" else state


# --- questions ------------------------------------------------------------------------------------------------------


def asked(state: State) -> tuple[int | str, str] | None:
    """Who is asked, and what."""
    turn = GAME.turn(state)
    return (turn.seat, turn.question) if turn else None


def units(state: State, seat: int = 0) -> list[str]:
    """The cards of a player on the table."""
    return [unit.card for unit in state.players[seat].units]


def turned(state: State, seat: int = 0) -> list[str]:
    """The turned cards of a player: lands by place, then others."""
    player = state.players[seat]
    lands = [f"{host}:{land.card}" for host, land in enumerate(player.lands) if land.turned]
    return lands + [unit.card for unit in player.units if unit.turned]


def lands(state: State, seat: int = 0) -> list[str]:
    """The territories of a player."""
    return [land.card for land in state.players[seat].lands[1:] if land.card]


def hand(state: State, seat: int = 0) -> dict[str, int]:
    """The hand of a player."""
    return dict(state.players[seat].hand)


def gone(state: State, piece: str) -> int:
    """How many of a piece have left the game."""
    return count_in(state.removed, piece)


TABLES = content(given())
