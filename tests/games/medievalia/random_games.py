"""Random games of Medievalia: whole games from the setup, and wars that begin with many units."""

from __future__ import annotations

import random
from functools import cache

from msgspec.structs import replace

from referee_service.games.medievalia import GAME
from referee_service.games.medievalia.actions.ask_ally import AskAlly
from referee_service.games.medievalia.actions.buy_card import BuyCard
from referee_service.games.medievalia.actions.clear_land import ClearLand
from referee_service.games.medievalia.actions.dismiss import Dismiss
from referee_service.games.medievalia.actions.end_turn import EndTurn
from referee_service.games.medievalia.fiefs import home_fief
from referee_service.games.medievalia.state import Land, State
from referee_service.kernel import engine
from referee_service.kernel.tuples import with_item
from tests.games.harness import random_action
from tests.games.medievalia.positions import (
    fresh_match,
    given,
    harness,
    land_of,
    legal,
    unit_of,
    without_building,
    without_card,
)

QuietAction = AskAlly | BuyCard | ClearLand | Dismiss | EndTurn
"""Actions that seldom occur in a random war."""


@cache
def random_game(seats: int = 2, seed: int = 0) -> tuple[State, ...]:
    """Return every position of a game with random actions."""
    return harness.random_positions(fresh_match(seats, first_player=None).state, random.Random(seed))


def random_war(seats: int, seed: int, max_positions: int = 400) -> list[State]:
    """Return the positions of a random game that begins with many units and prefers battles.

    It stops after `max_positions` positions.
    """
    rng, state = random.Random(seed), random_armies(seats, seed)
    positions = [state]
    while GAME.turn(state) is not None and len(positions) < max_positions:
        actions = legal(state)
        preferred = [action for action in actions if not isinstance(action, QuietAction)] if rng.random() < 0.9 else []
        if not preferred and rng.random() < 0.8:
            preferred = [action for action in actions if isinstance(action, EndTurn)]
        state, _ = engine.apply(GAME, state, random_action(preferred or actions, rng))
        positions.append(state)
    return positions


def random_armies(seats: int, seed: int) -> State:
    """Return a random position in which all seats have many units in many fiefs, and food for them."""
    rng, state = random.Random(f"armed {seats} {seed}"), given(seats=seats)
    fiefs = [home_fief(seat) for seat in range(seats)] + [f"neutral_{at}" for at in range(seats if seats > 2 else 1)]
    for seat in range(seats):
        lands = ["city", "farm", "farm", *rng.sample(["forest", "mine", "field"], rng.randrange(3))]
        words = []
        for _ in range(rng.randrange(3, 9)):
            bag = [name for deck in state.decks[1:] for name, count in deck.cards for _ in range(count)]
            card = rng.choice(bag)
            state = without_card(state, card)
            if rng.random() < 0.4:
                words.append(f"{card}#{rng.randrange(len(lands))}")
            else:
                words.append(f"{card}@{rng.choice(fiefs)}" + ("!" if rng.random() < 0.2 else ""))
        for host in rng.sample(range(len(lands)), 2):
            building = rng.choice([name for name, _ in state.hidden_buildings])
            state, lands[host] = without_building(state, building), f"{lands[host]}+{building}"
        for land in lands[1:]:
            state = without_card(state, land.split("+")[0])
        places = [land_of(land) for land in lands] + [Land()] * (5 - len(lands))
        units = tuple(sorted(unit_of(word, seat, places) for word in words))
        player = replace(state.players[seat], lands=tuple(places), units=units)
        state = replace(state, players=with_item(state.players, seat, player))
    return state
